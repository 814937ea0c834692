// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans of blocks.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_REDUCTIONS_H
#define TKC_LIB_ELABORATE_SEMANTIC_REDUCTIONS_H

#include "Emitter.h"

namespace tkc::elaborate {

using TypedValues = llvm::SmallVector<TypedValue>;
/// Emits the combination of one element of each operand (left) with another (right), in the combine region.
using Combine =
    llvm::function_ref<FailureOr<TypedValues>(llvm::ArrayRef<TypedValue> left, llvm::ArrayRef<TypedValue> right)>;

/// Combines blocks of one shape along an axis, which goes away; rank-1 blocks give scalars.
FailureOr<TypedValues> reduceAlong(Emitter &emitter, llvm::ArrayRef<TypedValue> operands, unsigned axis,
                                   Combine combine);
/// Combines the prefixes along an axis.
FailureOr<TypedValues> scanAlong(Emitter &emitter, llvm::ArrayRef<TypedValue> operands, unsigned axis, bool reverse,
                                 Combine combine);
/// Reduces with one binary operator.
TypedValue reduceWith(Emitter &emitter, ast::BinaryOp op, const TypedValue &value, unsigned axis);
/// The elements at a constant place along the axis, which goes away.
TypedValue pickAlong(Emitter &emitter, const TypedValue &value, unsigned axis, int64_t index);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_REDUCTIONS_H
