// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans along the axis that is cut into tiles: each tile goes on from what the tiles before it came to.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_TILEDSCANS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_TILEDSCANS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/IR/Builders.h"

namespace tkc::tkg {

/// What a scan has combined so far: for each operand a block without the axis, or a scalar.
using RunningValues = llvm::SmallVector<mlir::Value>;

/// Whether a scan can be done so: its elements are numbers.
bool canGoOn(tk::ScanOp scan);

/// Something of the types of the scan's running values, for the time before its first tile.
RunningValues makeUnset(mlir::OpBuilder &builder, tk::ScanOp scan);

/// The results of a scan of a tile behind others that have come to `before`; those of the tile alone where `isFirst`,
/// an i1 that may be null, holds.
llvm::SmallVector<mlir::Value> goOn(mlir::OpBuilder &builder, tk::ScanOp tile, const RunningValues &before,
                                    mlir::Value isFirst);

/// What a scan has come to behind a tile with these results.
RunningValues takeLast(mlir::OpBuilder &builder, tk::ScanOp tile, mlir::ValueRange results);

/// Combines two lists of blocks element by element, with the region of a reduction or scan.
llvm::SmallVector<mlir::Value> combineBlocks(mlir::OpBuilder &builder, mlir::Location loc, mlir::Region &combine,
                                             mlir::ValueRange left, mlir::ValueRange right);

} // namespace tkc::tkg

#endif
