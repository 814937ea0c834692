// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers, folders and type inference of shape ops.
#include "mlir/IR/PatternMatch.h"

#include "Splats.h"

using namespace mlir;
using namespace tkc::tk;

static const LayoutInferenceInterface *getInference(Attribute encoding) {
  return encoding.getDialect().getRegisteredInterface<LayoutInferenceInterface>();
}

static LogicalResult emitNoInference(std::optional<Location> loc, Attribute encoding) {
  return emitOptionalError(loc, "expects an encoding whose dialect infers layouts, got ", encoding);
}

OpFoldResult tkc::tk::foldSplat(Attribute source, Type type) {
  auto dense = dyn_cast_or_null<SplatElementsAttr>(source);
  return dense ? OpFoldResult(dense.resizeSplat(cast<ShapedType>(type))) : OpFoldResult();
}

//===--- make_range ------------------------------------------------------===//

LogicalResult MakeRangeOp::verify() {
  auto type = getType();
  int64_t size = int64_t(int32_t(getEnd())) - int32_t(getStart());
  if (int32_t(getEnd()) <= int32_t(getStart())) {
    return emitOpError() << "expects end above start, got " << int32_t(getStart()) << " and " << int32_t(getEnd());
  }
  if (type.getRank() != 1 || type.getNumElements() != size || !type.getElementType().isInteger(32)) {
    return emitOpError() << "expects a result of " << size << " elements of i32, got " << type;
  }
  return success();
}

OpFoldResult MakeRangeOp::fold(FoldAdaptor) {
  if (getEnd() - getStart() != 1) {
    return {};
  }
  return SplatElementsAttr::get(getType(), APInt(32, getStart()));
}

//===--- splat -----------------------------------------------------------===//

LogicalResult SplatOp::verify() {
  if (getSource().getType() != getType().getElementType()) {
    return emitOpError() << "expects a result with elements of type " << getSource().getType() << ", got "
                         << getType().getElementType();
  }
  return success();
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  Attribute value = adaptor.getSource();
  return isa_and_nonnull<IntegerAttr, FloatAttr>(value) ? OpFoldResult(SplatElementsAttr::get(getType(), value))
                                                        : OpFoldResult();
}

//===--- expand_dims -----------------------------------------------------===//

LogicalResult ExpandDimsOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands,
                                             DictionaryAttr, OpaqueProperties properties, RegionRange,
                                             SmallVectorImpl<Type> &types) {
  auto source = cast<RankedTensorType>(operands[0].getType());
  int64_t axis = properties.as<Properties *>()->axis.getInt();
  if (axis < 0 || axis > source.getRank()) {
    return emitOptionalError(loc, "expects an axis from 0 to ", source.getRank(), ", got ", axis);
  }
  SmallVector<int64_t> shape(source.getShape());
  shape.insert(shape.begin() + axis, 1);
  Attribute encoding = source.getEncoding();
  if (encoding) {
    const auto *inference = getInference(encoding);
    if (!inference) {
      return emitNoInference(loc, encoding);
    }
    FailureOr<Attribute> inferred = inference->inferExpandDims(encoding, axis, loc);
    if (failed(inferred)) {
      return failure();
    }
    encoding = *inferred;
  }
  types.push_back(RankedTensorType::get(shape, source.getElementType(), encoding));
  return success();
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) { return foldSplat(adaptor.getSource(), getType()); }

void ExpandDimsOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveSplat<ExpandDimsOp>>(context);
}

//===--- broadcast -------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (source.getRank() != getType().getRank()) {
    return emitOpError() << "expects equal ranks, got " << source.getRank() << " and " << getType().getRank();
  }
  for (auto [index, from, to] : llvm::enumerate(source.getShape(), getType().getShape())) {
    if (from != to && from != 1) {
      return emitOpError() << "expects dimension " << index << " to be 1 or " << to << ", got " << from;
    }
  }
  return success();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType()) {
    return getSource();
  }
  return foldSplat(adaptor.getSource(), getType());
}

namespace {
/// broadcast(broadcast(x)) is one broadcast.
struct MergeBroadcast : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BroadcastOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<BroadcastOp>();
    if (!inner) {
      return rewriter.notifyMatchFailure(op, "source is no broadcast");
    }
    Location loc = mergeLocations(op.getLoc(), inner.getLoc());
    rewriter.replaceOp(op, BroadcastOp::create(rewriter, loc, op.getType(), inner.getSource()));
    return success();
  }
};

/// reshape(reshape(x)) is one reshape.
struct MergeReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<ReshapeOp>();
    if (!inner || inner.getAllowReorder() != op.getAllowReorder()) {
      return rewriter.notifyMatchFailure(op, "source is no reshape of the same kind");
    }
    Location loc = mergeLocations(op.getLoc(), inner.getLoc());
    rewriter.replaceOp(op, ReshapeOp::create(rewriter, loc, op.getType(), inner.getSource(), op.getAllowReorder()));
    return success();
  }
};
} // namespace

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergeBroadcast, MoveSplat<BroadcastOp>>(context);
}

//===--- reshape ---------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getType());
  if (source.getNumElements() != result.getNumElements()) {
    return emitOpError() << "expects " << source.getNumElements() << " elements, got " << result.getNumElements();
  }
  Attribute encoding = source.getEncoding();
  if (getAllowReorder() || (!encoding && !result.getEncoding())) {
    return success();
  }
  if (!encoding || !result.getEncoding()) {
    return emitOpError("expects an encoding on both sides, got one on one side");
  }
  const auto *inference = getInference(encoding);
  if (!inference) {
    return emitNoInference(getLoc(), encoding);
  }
  FailureOr<Attribute> inferred = inference->inferReshape(encoding, source.getShape(), result.getShape());
  if (failed(inferred)) {
    return emitOpError() << "expects an encoding that survives the reshape, got " << encoding;
  }
  if (*inferred != result.getEncoding()) {
    return emitOpError() << "expects encoding " << *inferred << ", got " << result.getEncoding();
  }
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType() && !getAllowReorder()) {
    return getSource();
  }
  return foldSplat(adaptor.getSource(), getType());
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergeReshape, MoveSplat<ReshapeOp>>(context);
}

//===--- trans -----------------------------------------------------------===//

static bool isPermutation(ArrayRef<int32_t> order, int64_t rank) {
  SmallVector<int32_t> sorted(order);
  llvm::sort(sorted);
  return int64_t(order.size()) == rank && llvm::equal(sorted, llvm::seq<int32_t>(0, rank));
}

LogicalResult TransOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands, DictionaryAttr,
                                        OpaqueProperties properties, RegionRange, SmallVectorImpl<Type> &types) {
  auto source = cast<RankedTensorType>(operands[0].getType());
  ArrayRef<int32_t> order = properties.as<Properties *>()->order.asArrayRef();
  if (!isPermutation(order, source.getRank())) {
    return emitOptionalError(loc, "expects a permutation of ", source.getRank(), " dimensions");
  }
  SmallVector<int64_t> shape;
  for (int32_t dim : order) {
    shape.push_back(source.getDimSize(dim));
  }
  Attribute encoding = source.getEncoding();
  if (encoding) {
    const auto *inference = getInference(encoding);
    if (!inference) {
      return emitNoInference(loc, encoding);
    }
    FailureOr<Attribute> inferred = inference->inferTranspose(encoding, source.getShape(), order);
    if (failed(inferred)) {
      return emitOptionalError(loc, "expects an encoding that can be transposed, got ", encoding);
    }
    encoding = *inferred;
  }
  types.push_back(RankedTensorType::get(shape, source.getElementType(), encoding));
  return success();
}

LogicalResult TransOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (!isPermutation(getOrder(), source.getRank())) {
    return emitOpError() << "expects a permutation of " << source.getRank() << " dimensions, got [" << getOrder()
                         << "]";
  }
  return success();
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  bool isIdentity = llvm::equal(getOrder(), llvm::seq<int32_t>(0, getOrder().size()));
  if (isIdentity) {
    return getSource();
  }
  auto inner = getSource().getDefiningOp<TransOp>();
  if (inner && inner.getSource().getType() == getType()) {
    bool undoes = llvm::all_of(llvm::enumerate(getOrder()),
                               [&](auto dim) { return inner.getOrder()[dim.value()] == int32_t(dim.index()); });
    if (undoes) {
      return inner.getSource();
    }
  }
  return foldSplat(adaptor.getSource(), getType());
}

namespace {
/// trans(trans(x)) is one trans.
struct MergeTrans : OpRewritePattern<TransOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<TransOp>();
    if (!inner) {
      return rewriter.notifyMatchFailure(op, "source is no trans");
    }
    SmallVector<int32_t> order;
    for (int32_t dim : op.getOrder()) {
      order.push_back(inner.getOrder()[dim]);
    }
    Location loc = mergeLocations(op.getLoc(), inner.getLoc());
    rewriter.replaceOp(op, TransOp::create(rewriter, loc, op.getType(), inner.getSource(), order));
    return success();
  }
};
} // namespace

void TransOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergeTrans, MoveSplat<TransOp>>(context);
}

//===--- ranges ----------------------------------------------------------===//

void MakeRangeOp::inferResultRanges(ArrayRef<ConstantIntRanges>, SetIntRangeFn setRange) {
  setRange(getResult(), ConstantIntRanges::fromSigned(APInt(32, getStart()), APInt(32, getEnd() - 1)));
}
// The rest give the elements that they take.
void SplatOp::inferResultRanges(ArrayRef<ConstantIntRanges> sources, SetIntRangeFn setRange) {
  setRange(getResult(), sources[0]);
}
void ExpandDimsOp::inferResultRanges(ArrayRef<ConstantIntRanges> sources, SetIntRangeFn setRange) {
  setRange(getResult(), sources[0]);
}
void BroadcastOp::inferResultRanges(ArrayRef<ConstantIntRanges> sources, SetIntRangeFn setRange) {
  setRange(getResult(), sources[0]);
}
void ReshapeOp::inferResultRanges(ArrayRef<ConstantIntRanges> sources, SetIntRangeFn setRange) {
  setRange(getResult(), sources[0]);
}
void TransOp::inferResultRanges(ArrayRef<ConstantIntRanges> sources, SetIntRangeFn setRange) {
  setRange(getResult(), sources[0]);
}
