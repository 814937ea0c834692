// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The combine region of a reduction or scan, applied to scalars.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_COMBINEREGION_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_COMBINEREGION_H

#include "mlir/IR/IRMapping.h"

#include "SharedAccess.h"

namespace tkc {

/// One scalar an operand of the reduction or scan.
using Scalars = llvm::SmallVector<mlir::Value, 2>;

/// Clones the region's ops to the insertion point with `left` and `right` as arguments; gives what it yields.
inline Scalars emitCombine(mlir::OpBuilder &builder, mlir::Region &region, llvm::ArrayRef<mlir::Value> left,
                           llvm::ArrayRef<mlir::Value> right) {
  mlir::IRMapping mapping;
  mlir::Block &block = region.front();
  mapping.map(block.getArguments().take_front(left.size()), mlir::ValueRange(left));
  mapping.map(block.getArguments().drop_front(left.size()), mlir::ValueRange(right));
  for (mlir::Operation &op : block.without_terminator()) {
    builder.clone(op, mapping);
  }
  Scalars result;
  for (mlir::Value yielded : block.getTerminator()->getOperands()) {
    result.push_back(mapping.lookupOrDefault(yielded));
  }
  return result;
}

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
