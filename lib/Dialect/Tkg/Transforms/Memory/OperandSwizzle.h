// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The swizzle of a buffer between the layout that fills it and the layout that reads it.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_OPERANDSWIZZLE_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_OPERANDSWIZZLE_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

namespace tkc::tkg {

/// The wavefronts of one warp that stores `source` to a buffer encoded as `shared` and reads `target` from it, by
/// ldmatrix where `hasLdMatrix` and the layouts permit.
unsigned countWavefronts(mlir::RankedTensorType source, mlir::RankedTensorType target, SwizzledSharedAttr shared,
                         bool hasLdMatrix);

/// The swizzle with the fewest wavefronts.
SwizzledSharedAttr chooseSwizzle(mlir::RankedTensorType source, mlir::RankedTensorType target, bool hasLdMatrix);

} // namespace tkc::tkg

#endif
