// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dimensions of length one that a block has only where it is read from or written to memory.
#ifndef TKC_LIB_DIALECT_TK_TRANSFORMS_UNITDIMS_H
#define TKC_LIB_DIALECT_TK_TRANSFORMS_UNITDIMS_H

#include "mlir/IR/PatternMatch.h"

namespace tkc::tk {

/// Adds patterns that move a reshape that only leaves out dimensions of length one towards the addresses: through
/// loads, and through what computes pointers and masks; and those that store a block as it was before it got such
/// dimensions.
void addUnitDimPatterns(mlir::RewritePatternSet &patterns);

} // namespace tkc::tk

#endif
