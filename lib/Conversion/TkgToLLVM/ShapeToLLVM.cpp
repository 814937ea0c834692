// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape ops: index arithmetic for ranges, register moves for the rest.
#include "Patterns.h"
#include "ThreadPosition.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace {

struct LowerMakeRange : ConvertOpToLLVMPattern<tk::MakeRangeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::MakeRangeOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    LinearLayout layout = tkg::toLinearLayout(op.getType());
    LinearValue first = emitCoordinate(rewriter, loc, layout, Dim::Dim0, emitThreadPosition(rewriter, loc));
    SmallVector<Value> elements;
    for (const Coordinates &at : getRegisterCoordinates(layout)) {
      Value coordinate = emitXor(rewriter, loc, first, at[0]);
      elements.push_back(op.getStart() == 0
                             ? coordinate
                             : LLVM::AddOp::create(rewriter, loc, coordinate, makeI32(rewriter, loc, op.getStart())));
    }
    rewriter.replaceOp(op, packVector(rewriter, loc, elements));
    return success();
  }
};

struct LowerSplat : ConvertOpToLLVMPattern<tk::SplatOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::SplatOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    unsigned count = tkg::getElementsPerThread(op.getType());
    rewriter.replaceOp(op, splatVector(rewriter, op.getLoc(), adaptor.getSource(), count));
    return success();
  }
};

/// Replaces `op` by its source with the registers picked by `toSource`, a map from result to source coordinates.
static void replaceByRegisterMove(Operation *op, Value converted, ConversionPatternRewriter &rewriter,
                                  llvm::function_ref<Coordinates(const Coordinates &)> toSource) {
  LinearLayout source = tkg::toLinearLayout(cast<RankedTensorType>(op->getOperand(0).getType()));
  LinearLayout target = tkg::toLinearLayout(cast<RankedTensorType>(op->getResult(0).getType()));
  SmallVector<int32_t> registers = mapRegisters(source, target, toSource);
  rewriter.replaceOp(op, shuffleVector(rewriter, op->getLoc(), converted, registers));
}

struct LowerExpandDims : ConvertOpToLLVMPattern<tk::ExpandDimsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::ExpandDimsOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    unsigned axis = op.getAxis();
    replaceByRegisterMove(op, adaptor.getSource(), rewriter, [&](const Coordinates &at) {
      Coordinates source(at);
      source.erase(source.begin() + axis);
      return source;
    });
    return success();
  }
};

struct LowerBroadcast : ConvertOpToLLVMPattern<tk::BroadcastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::BroadcastOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getSource().getType()).getShape();
    replaceByRegisterMove(op, adaptor.getSource(), rewriter, [&](const Coordinates &at) {
      Coordinates source(at);
      for (auto [coordinate, size] : llvm::zip_equal(source, shape)) {
        coordinate = size == 1 ? 0 : coordinate;
      }
      return source;
    });
    return success();
  }
};

struct LowerTrans : ConvertOpToLLVMPattern<tk::TransOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::TransOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    replaceByRegisterMove(op, adaptor.getSource(), rewriter, [&](const Coordinates &at) {
      Coordinates source(at.size());
      for (auto [index, dim] : llvm::enumerate(op.getOrder())) {
        source[dim] = at[index];
      }
      return source;
    });
    return success();
  }
};

/// Coordinates of the element that is number `flat` of a block of `shape` in row-major order.
static Coordinates unflatten(int64_t flat, ArrayRef<int64_t> shape) {
  Coordinates at(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    at[dim] = flat % shape[dim];
    flat /= shape[dim];
  }
  return at;
}

static int64_t flatten(const Coordinates &at, ArrayRef<int64_t> shape) {
  int64_t flat = 0;
  for (auto [coordinate, size] : llvm::zip_equal(at, shape)) {
    flat = flat * size + coordinate;
  }
  return flat;
}

struct LowerReshape : ConvertOpToLLVMPattern<tk::ReshapeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::ReshapeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(op.getSource().getType());
    auto target = cast<RankedTensorType>(op.getType());
    if (op.getAllowReorder() && tkg::getElementsPerThread(source) == tkg::getElementsPerThread(target)) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    replaceByRegisterMove(op, adaptor.getSource(), rewriter, [&](const Coordinates &at) {
      return unflatten(flatten(at, target.getShape()), source.getShape());
    });
    return success();
  }
};

} // namespace

void tkc::populateShapePatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerMakeRange, LowerSplat, LowerExpandDims, LowerBroadcast, LowerTrans, LowerReshape>(converter);
}
