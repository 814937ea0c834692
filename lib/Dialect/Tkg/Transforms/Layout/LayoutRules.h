// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the encodings of an op's operands and results depend on one another.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_LAYOUTRULES_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_LAYOUTRULES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

namespace tkc::tkg {

/// The encoding of a block, or null.
mlir::Attribute getEncoding(mlir::Value value);

/// Whether the blocks among operands and results have one encoding, whichever it is.
bool hasOneEncoding(mlir::Operation *op);

/// Whether the op reads this operand, a block, in whatever encoding it has.
bool takesAnyEncoding(mlir::OpOperand &operand);

/// The encoding of the op's results when this operand, a block, has `encoding`; null when that says nothing.
mlir::Attribute inferResultEncoding(mlir::OpOperand &operand, mlir::Attribute encoding);

/// The encoding that this operand must have for the results to have `encoding`; null when there is none.
mlir::Attribute inferOperandEncoding(mlir::OpOperand &operand, mlir::Attribute encoding);

/// Whether the op's results can be computed again in another encoding.
bool isRecomputable(mlir::Operation *op);

} // namespace tkc::tkg

#endif
