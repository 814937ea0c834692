// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding values to what loops and conditionals hand on.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_CARRIEDVALUES_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_CARRIEDVALUES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

namespace tkc::tkg {

/// Replaces the loop by one that carries further values of these types; its body keeps its block and arguments. The new
/// values begin as poison and yield themselves until the caller sets them.
mlir::scf::ForOp addCarriedValues(mlir::scf::ForOp loop, llvm::ArrayRef<mlir::Type> types);

/// Replaces the conditional by one with further results of these types, poison until the caller sets them.
mlir::scf::IfOp addResults(mlir::scf::IfOp conditional, llvm::ArrayRef<mlir::Type> types);

} // namespace tkc::tkg

#endif
