// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocked layout each memory access should have.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_COALESCEDENCODINGS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_COALESCEDENCODINGS_H

#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

#include "llvm/ADT/MapVector.h"

namespace tkc::tkg {

/// The layout of a block of `shape` in which a thread holds `width` elements along order[0], lanes run along the
/// fastest dimensions and warps along the slowest.
BlockedAttr makeCoalesced(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<unsigned> order,
                          unsigned width, unsigned numWarps);

/// The pointers that a load, store or atomic of a block accesses; null for other ops.
mlir::Value getAccessedPointers(mlir::Operation *op);

/// The layouts of all accesses below `root`.
llvm::MapVector<mlir::Operation *, BlockedAttr>
chooseCoalescedEncodings(mlir::Operation *root, const AxisInfoAnalysis &axisInfo, unsigned numWarps);

} // namespace tkc::tkg

#endif
