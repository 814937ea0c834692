// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocks can be copied to shared memory without passing through registers.
#ifndef TKC_DIALECT_TKG_ANALYSIS_ASYNCCOPY_H
#define TKC_DIALECT_TKG_ANALYSIS_ASYNCCOPY_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

namespace tkc::tkg {

/// (register, lane, warp) -> offset in elements, for a block whose elements go to `target`.
layout::LinearLayout getCopyOffsets(mlir::RankedTensorType block, MemDescType target);

/// How many elements one `cp.async` can move when `width` of them are contiguous and aligned in global memory: as many
/// as are contiguous and aligned in `target`, too. 0 when that is less than 4 bytes.
unsigned getCopyWidth(mlir::RankedTensorType block, MemDescType target, unsigned width);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_ASYNCCOPY_H
