// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers, folders and type inference of gathers and histograms.
#include "Splats.h"

using namespace mlir;
using namespace tkc::tk;

//===--- gather ----------------------------------------------------------===//

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(withElementType(operands[1].getType(), getElementTypeOrSelf(operands[0].getType())));
  return success();
}

LogicalResult GatherOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType()), index = cast<RankedTensorType>(getIndex().getType());
  int64_t axis = int32_t(getAxis());
  if (axis < 0 || axis >= source.getRank()) {
    return emitOpError() << "expects an axis from 0 to " << source.getRank() - 1 << ", got " << axis;
  }
  if (source.getRank() != index.getRank()) {
    return emitOpError() << "expects equal ranks, got " << source.getRank() << " and " << index.getRank();
  }
  for (auto [dim, from, to] : llvm::enumerate(source.getShape(), index.getShape())) {
    if (from != to && int64_t(dim) != axis) {
      return emitOpError() << "expects dimension " << dim << " of the index to be " << from << ", got " << to;
    }
  }
  return success();
}

OpFoldResult GatherOp::fold(FoldAdaptor adaptor) { return foldSplat(adaptor.getSource(), getType()); }

namespace {
/// An axis of one element has that element in each place.
struct GatherFromOne : OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GatherOp op, PatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(op.getSource().getType());
    if (source.getDimSize(op.getAxis()) != 1 || source.getEncoding() != op.getType().getEncoding()) {
      return rewriter.notifyMatchFailure(op, "several elements, or another encoding");
    }
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), op.getSource());
    return success();
  }
};
} // namespace

void GatherOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveSplat<GatherOp>, GatherFromOne>(context);
}

void GatherOp::inferResultRanges(ArrayRef<ConstantIntRanges> operands, SetIntRangeFn setRange) {
  setRange(getResult(), operands[0]);
}

//===--- histogram -------------------------------------------------------===//

LogicalResult HistogramOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (source.getRank() != 1) {
    return emitOpError() << "expects a block of rank 1, got " << source;
  }
  if (getType().getRank() != 1 || !getType().getElementType().isInteger(32)) {
    return emitOpError() << "expects a result of rank 1 with elements of type i32, got " << getType();
  }
  return success();
}

OpFoldResult HistogramOp::fold(FoldAdaptor adaptor) {
  auto mask = dyn_cast_or_null<SplatElementsAttr>(adaptor.getMask());
  if (!mask) {
    return {};
  }
  if (!mask.getSplatValue<bool>()) {
    return SplatElementsAttr::get(getType(), APInt(32, 0));
  }
  getMaskMutable().clear();
  return getResult();
}

void HistogramOp::inferResultRanges(ArrayRef<ConstantIntRanges>, SetIntRangeFn setRange) {
  int64_t most = cast<RankedTensorType>(getSource().getType()).getNumElements();
  setRange(getResult(), ConstantIntRanges::fromUnsigned(APInt(32, 0), APInt(32, most)));
}
