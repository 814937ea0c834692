// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bringing operands to one shape and one type.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_BROADCAST_H
#define TKC_LIB_ELABORATE_SEMANTIC_BROADCAST_H

#include "Emitter.h"

namespace tkc::elaborate {

/// The value repeated to `shape`: scalars are splat, missing dimensions come in front, dimensions of size 1 are
/// repeated.
Typed broadcastTo(Emitter &emitter, const TypedValue &value, Shape shape);
/// The shape to which all of them broadcast.
FailureOr<llvm::SmallVector<int64_t>> commonShape(Emitter &emitter, llvm::ArrayRef<TypedValue> values);
/// Broadcasts all of them to their common shape.
mlir::LogicalResult broadcastTogether(Emitter &emitter, llvm::MutableArrayRef<TypedValue> values);

/// The operands of a binary operator named `op`, cast to the type that the promotion rules give, and of one shape.
FailureOr<std::pair<TypedValue, TypedValue>> promoteOperands(Emitter &emitter, std::string_view op, const Object &left,
                                                             const Object &right, bool isDivision = false);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_BROADCAST_H
