// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removing what loops carry and nothing needs.
#ifndef TKC_DIALECT_TK_IR_CARRIEDVALUES_H
#define TKC_DIALECT_TK_IR_CARRIEDVALUES_H

#include "mlir/IR/Operation.h"

namespace tkc::tk {

/// Makes values that the `scf.for` loops below `root` carry only to compute themselves pass through, so that
/// canonicalisation removes them.
void cutUnneededCarriedValues(mlir::Operation *root);

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_CARRIEDVALUES_H
