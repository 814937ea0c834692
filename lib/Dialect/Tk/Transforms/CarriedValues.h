// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding values to what loops carry and conditionals give.
#ifndef TKC_LIB_DIALECT_TK_TRANSFORMS_CARRIEDVALUES_H
#define TKC_LIB_DIALECT_TK_TRANSFORMS_CARRIEDVALUES_H

#include "tkc/Dialect/Tk/IR/Tk.h"

namespace tkc::tk {

/// Replaces `loop` by one that also carries `inits`, and for now yields them unchanged; its body stays the same block.
mlir::scf::ForOp addCarriedValues(mlir::scf::ForOp loop, mlir::ValueRange inits);

/// Replaces `loop` by one that also carries `inits` into its condition, for now poison in later iterations, and values
/// of `types` from there into its body and out of it, for now poison; its regions stay the same blocks.
mlir::scf::WhileOp addCarriedValues(mlir::scf::WhileOp loop, mlir::ValueRange inits, mlir::TypeRange types);

/// Replaces `conditional`, which has results, by one that also gives values of `types`, for now poison; its regions
/// stay the same blocks.
mlir::scf::IfOp addResults(mlir::scf::IfOp conditional, mlir::TypeRange types);

} // namespace tkc::tk

#endif // TKC_LIB_DIALECT_TK_TRANSFORMS_CARRIEDVALUES_H
