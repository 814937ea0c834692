// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which encoding a block has after a reduction, an expansion, a transposition or a reshape, and what a dot may read.
#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "LayoutInference.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

FailureOr<Attribute> TkgLayoutInference::inferReduce(Attribute operand, int axis) const {
  auto encoding = dyn_cast<LayoutAttrInterface>(operand);
  if (!encoding || encoding.getRank() < 2 || axis < 0 || unsigned(axis) >= encoding.getRank()) {
    return failure();
  }
  return Attribute(SliceAttr::get(operand.getContext(), axis, encoding));
}

FailureOr<Attribute> TkgLayoutInference::inferExpandDims(Attribute operand, int axis,
                                                         std::optional<Location> loc) const {
  auto slice = dyn_cast<SliceAttr>(operand);
  if (!slice || int(slice.getDim()) != axis) {
    return emitOptionalError(loc, "expects a slice along dimension ", axis, ", got ", operand);
  }
  return Attribute(slice.getParent());
}

static BlockedAttr transposeBlocked(BlockedAttr blocked, ArrayRef<int32_t> order) {
  SmallVector<unsigned> sizePerThread, threadsPerWarp, warpsPerCta, newOrder;
  SmallVector<unsigned> newIndex(order.size());
  for (auto [index, dim] : llvm::enumerate(order)) {
    sizePerThread.push_back(blocked.getSizePerThread()[dim]);
    threadsPerWarp.push_back(blocked.getThreadsPerWarp()[dim]);
    warpsPerCta.push_back(blocked.getWarpsPerCta()[dim]);
    newIndex[dim] = index;
  }
  for (unsigned dim : blocked.getOrder()) {
    newOrder.push_back(newIndex[dim]);
  }
  return BlockedAttr::get(blocked.getContext(), sizePerThread, threadsPerWarp, warpsPerCta, newOrder);
}

FailureOr<Attribute> TkgLayoutInference::inferTranspose(Attribute operand, ArrayRef<int64_t> shape,
                                                        ArrayRef<int32_t> order) const {
  auto encoding = dyn_cast<LayoutAttrInterface>(operand);
  if (!encoding || encoding.getRank() != order.size()) {
    return failure();
  }
  if (auto blocked = dyn_cast<BlockedAttr>(operand)) {
    return Attribute(transposeBlocked(blocked, order));
  }
  layout::LinearLayout linear = encoding.toLinearLayout(shape);
  if (linear.hasRepeats()) {
    return failure();
  }
  std::vector<layout::Dim> outs;
  std::vector<layout::Coordinate> renamed;
  SmallVector<int64_t> resultShape;
  for (auto [index, dim] : llvm::enumerate(order)) {
    outs.push_back(layout::tensorDim(dim));
    renamed.push_back({layout::tensorDim(index), uint64_t(shape[dim])});
    resultShape.push_back(shape[dim]);
  }
  return Attribute(LinearAttr::get(operand.getContext(), linear.transposeOuts(outs).reshapeOuts(renamed), resultShape));
}

/// The sizes of `shape`, last dimension first: a layout's first dimension is the fastest.
static std::vector<layout::Coordinate> fastestFirst(ArrayRef<int64_t> shape) {
  std::vector<layout::Coordinate> sizes;
  for (size_t dim = shape.size(); dim > 0; --dim) {
    sizes.push_back({layout::tensorDim(dim - 1), uint64_t(shape[dim - 1])});
  }
  return sizes;
}

static std::vector<layout::Dim> dimsOf(const std::vector<layout::Coordinate> &sizes) {
  std::vector<layout::Dim> dims;
  for (const layout::Coordinate &size : sizes) {
    dims.push_back(size.first);
  }
  return dims;
}

FailureOr<Attribute> TkgLayoutInference::inferReshape(Attribute operand, ArrayRef<int64_t> shape,
                                                      ArrayRef<int64_t> resultShape) const {
  auto encoding = dyn_cast<LayoutAttrInterface>(operand);
  if (!encoding || encoding.getRank() != shape.size()) {
    return failure();
  }
  layout::LinearLayout linear = encoding.toLinearLayout(shape);
  if (linear.hasRepeats() || !llvm::all_of(resultShape, [](int64_t size) { return llvm::isPowerOf2_64(size); })) {
    return failure();
  }
  linear = linear.transposeOuts(dimsOf(fastestFirst(shape))).reshapeOuts(fastestFirst(resultShape));
  std::vector<layout::Dim> slowestFirst;
  for (size_t dim = 0; dim < resultShape.size(); ++dim) {
    slowestFirst.push_back(layout::tensorDim(dim));
  }
  return Attribute(LinearAttr::get(operand.getContext(), linear.transposeOuts(slowestFirst), resultShape));
}

LogicalResult TkgLayoutInference::verifyDot(Attribute a, Attribute b, Attribute result, Location loc) const {
  auto left = dyn_cast<DotOperandAttr>(a), right = dyn_cast<DotOperandAttr>(b);
  if (!left || left.getOpIdx() != 0 || left.getParent() != result) {
    return emitError(loc) << "expects a encoded as left operand of " << result << ", got " << a;
  }
  if (!right || right.getOpIdx() != 1 || right.getParent() != result) {
    return emitError(loc) << "expects b encoded as right operand of " << result << ", got " << b;
  }
  if (left.getKWidth() != right.getKWidth()) {
    return emitError(loc) << "expects equal widths along k, got " << left.getKWidth() << " and " << right.getKWidth();
  }
  return success();
}
