// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a hint about a value that a loop carries is kept.
#ifndef TKC_ELABORATE_HINTPLACEMENT_H
#define TKC_ELABORATE_HINTPLACEMENT_H

#include "mlir/IR/Operation.h"

namespace tkc::elaborate {

/// Moves each hint about a block argument, which Semantic leaves as a marker beside its use, to the ops whose results
/// the argument stands for: what the loop begins with, and what an iteration passes to the next. Ends the markers.
void placeHints(mlir::Operation *root);

} // namespace tkc::elaborate

#endif // TKC_ELABORATE_HINTPLACEMENT_H
