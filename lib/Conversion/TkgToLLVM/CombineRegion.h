// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The combine region of a reduction or scan, applied to scalars.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_COMBINEREGION_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_COMBINEREGION_H

#include "SharedAccess.h"

namespace tkc {

/// One scalar an operand of the reduction or scan.
using Scalars = llvm::SmallVector<mlir::Value, 2>;

/// A value of a type of tk as one of LLVM, or the other way round, as ops that are yet to be lowered have them. What is
/// left of such casts is gone when all is lowered.
mlir::Value castForRegion(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type type);

/// Clones the region's ops to the insertion point with `left` and `right` as arguments; gives what it yields.
Scalars emitCombine(mlir::OpBuilder &builder, mlir::Region &region, llvm::ArrayRef<mlir::Value> left,
                    llvm::ArrayRef<mlir::Value> right);

/// The same for two lanes that exchanged their scalars, so that both get the same bits: the lane for which `isLater`
/// holds gives its own ones as the right ones, and additions are not fused with products that only one of the lanes
/// computed.
Scalars emitCombineOfLanes(mlir::OpBuilder &builder, mlir::Region &region, llvm::ArrayRef<mlir::Value> own,
                           llvm::ArrayRef<mlir::Value> received, mlir::Value isLater);

/// A scalar of at most 64 bits through shfl.sync; `kind` and `operand` as in PTX.
mlir::Value emitShuffle(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::NVVM::ShflKind kind,
                        mlir::Value operand);

/// The coordinates of `at` along all dimensions but `axis`, flattened in row-major order of `shape` without it.
int64_t flattenKept(llvm::ArrayRef<int64_t> at, llvm::ArrayRef<int64_t> shape, unsigned axis);

/// A (lane, warp) -> flattened position function, as the sum over the dimensions but `axis`.
mlir::Value emitKeptPosition(mlir::OpBuilder &builder, mlir::Location loc, const layout::LinearLayout &layout,
                             llvm::ArrayRef<int64_t> shape, unsigned axis, const ThreadPosition &thread);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_COMBINEREGION_H
