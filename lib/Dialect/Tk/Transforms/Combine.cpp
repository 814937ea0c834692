// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-combine: algebra across ops that canonicalization of one op does not see.
#include "tkc/Dialect/Tk/IR/IdentityRewrites.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

#include "UnitDims.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKCOMBINE
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

static bool hasHints(Operation *op) {
  return op->hasAttr(divisibilityAttrName) || op->hasAttr(contiguityAttrName) || op->hasAttr(constancyAttrName);
}

/// Pure ops that do the same to each element, on a block as on a scalar.
static bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && isPure(op) && op->getNumResults() == 1 && op->getNumOperands() > 0 &&
         op->getNumRegions() == 0 && isa<RankedTensorType>(op->getResult(0).getType()) && !hasHints(op);
}

/// The one element of a constant block, or null.
static TypedAttr getSplatConstant(Value block) {
  DenseElementsAttr constant;
  bool isConstant = isa<RankedTensorType>(block.getType()) && matchPattern(block, m_Constant(&constant));
  return isConstant && constant.isSplat() ? dyn_cast<TypedAttr>(constant.getSplatValue<Attribute>()) : TypedAttr();
}

//===--- where elementwise work is done ----------------------------------===//

/// A copy of `op` on `operands`, with a result of the shape of `shape`: a block type, or null for a scalar.
static Value cloneElementwise(PatternRewriter &rewriter, Operation *op, ValueRange operands, RankedTensorType shape) {
  Operation *clone = rewriter.clone(*op);
  clone->setOperands(operands);
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  clone->getResult(0).setType(shape ? withElementType(shape, element) : element);
  return clone->getResult(0);
}

namespace {
/// A number that a loop carries and that grows by the loop's step is the induction variable and what was between them
/// at first. Then what is computed from the one is known to be what is computed from the other.
struct FollowInduction : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop, PatternRewriter &rewriter) const override {
    bool isChanged = false;
    for (BlockArgument carried : loop.getRegionIterArgs()) {
      isChanged |= substitute(loop, carried, rewriter);
    }
    return success(isChanged);
  }

private:
  static bool isSame(Value left, Value right) {
    APInt first, second;
    bool areConstants = matchPattern(left, m_ConstantInt(&first)) && matchPattern(right, m_ConstantInt(&second));
    return left == right || (areConstants && first == second);
  }

  static bool substitute(scf::ForOp loop, BlockArgument carried, PatternRewriter &rewriter) {
    Value induction = loop.getInductionVar(), next = loop.getTiedLoopYieldedValue(carried)->get();
    auto add = next.getDefiningOp<arith::AddIOp>();
    if (!add || carried.getType() != induction.getType()) {
      return false;
    }
    bool isStep = (add.getLhs() == carried && isSame(add.getRhs(), loop.getStep())) ||
                  (add.getRhs() == carried && isSame(add.getLhs(), loop.getStep()));
    if (!isStep || (carried.hasOneUse() && next.hasOneUse())) {
      return false;
    }
    rewriter.setInsertionPoint(loop);
    Value ahead =
        arith::SubIOp::create(rewriter, add.getLoc(), loop.getTiedLoopInit(carried)->get(), loop.getLowerBound());
    rewriter.setInsertionPointToStart(loop.getBody());
    rewriter.replaceAllUsesWith(carried, arith::AddIOp::create(rewriter, add.getLoc(), induction, ahead));
    return true;
  }
};
} // namespace

namespace {
/// f(splat(x), constant) is splat(f(x, constant)).
struct ComputeOnScalars : RewritePattern {
  explicit ComputeOnScalars(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isElementwise(op) || !llvm::all_of(op->getOperands(), isUniform) ||
        llvm::all_of(op->getOperands(), getSplatConstant)) {
      return rewriter.notifyMatchFailure(op, "is not an elementwise op of uniform blocks");
    }
    SmallVector<Value> scalars = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return getScalar(rewriter, operand, op->getLoc()); });
    Value scalar = cloneElementwise(rewriter, op, scalars, RankedTensorType());
    rewriter.replaceOpWithNewOp<SplatOp>(op, op->getResult(0).getType(), scalar);
    return success();
  }

private:
  /// A scalar operand, such as the condition of a choice, is uniform too.
  static bool isUniform(Value operand) {
    return !isa<RankedTensorType>(operand.getType()) || operand.getDefiningOp<SplatOp>() || getSplatConstant(operand);
  }
  static Value getScalar(PatternRewriter &rewriter, Value operand, Location loc) {
    if (!isa<RankedTensorType>(operand.getType())) {
      return operand;
    }
    if (auto splat = operand.getDefiningOp<SplatOp>()) {
      return splat.getSource();
    }
    return arith::ConstantOp::create(rewriter, loc, getSplatConstant(operand));
  }
};

/// f(broadcast(x), broadcast(y), splat(z)) is broadcast(f(x, y, splat(z))).
struct ComputeBeforeBroadcast : RewritePattern {
  explicit ComputeBeforeBroadcast(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    RankedTensorType small = isElementwise(op) ? getSmallType(op) : RankedTensorType();
    if (!small) {
      return rewriter.notifyMatchFailure(op, "is not an elementwise op of blocks that are broadcast alike");
    }
    SmallVector<Value> operands = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return shrink(rewriter, operand, small, op->getLoc()); });
    Value result = cloneElementwise(rewriter, op, operands, small);
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op->getResult(0).getType(), result);
    return success();
  }

private:
  /// A type with the shape that all operands have before their broadcast, or null.
  static RankedTensorType getSmallType(Operation *op) {
    RankedTensorType small;
    for (Value operand : op->getOperands()) {
      auto broadcast = operand.getDefiningOp<BroadcastOp>();
      bool fitsAnyShape =
          !isa<RankedTensorType>(operand.getType()) || operand.getDefiningOp<SplatOp>() || getSplatConstant(operand);
      if (!broadcast && !fitsAnyShape) {
        return {};
      }
      if (broadcast) {
        auto type = cast<RankedTensorType>(broadcast.getSource().getType());
        if (small && small.getShape() != type.getShape()) {
          return {};
        }
        small = type;
      }
    }
    return small;
  }

  static Value shrink(PatternRewriter &rewriter, Value operand, RankedTensorType small, Location loc) {
    if (auto broadcast = operand.getDefiningOp<BroadcastOp>()) {
      return broadcast.getSource();
    }
    if (!isa<RankedTensorType>(operand.getType())) {
      return operand;
    }
    auto type = cast<RankedTensorType>(withElementType(small, getElementTypeOrSelf(operand.getType())));
    if (auto splat = operand.getDefiningOp<SplatOp>()) {
      return SplatOp::create(rewriter, loc, type, splat.getSource());
    }
    return arith::ConstantOp::create(rewriter, loc, SplatElementsAttr::get(type, Attribute(getSplatConstant(operand))));
  }
};

//===--- addresses -------------------------------------------------------===//

static std::optional<int64_t> getConstantOffset(AddPtrOp op) {
  APInt scalar;
  if (matchPattern(op.getOffset(), m_ConstantInt(&scalar))) {
    return scalar.getSExtValue();
  }
  auto block = dyn_cast_or_null<IntegerAttr>(getSplatConstant(op.getOffset()));
  return block ? std::optional(block.getValue().getSExtValue()) : std::nullopt;
}

/// Two constant steps are one.
struct MergeConstantSteps : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddPtrOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getPointer().getDefiningOp<AddPtrOp>();
    if (!inner || hasHints(inner) || hasHints(op)) {
      return rewriter.notifyMatchFailure(op, "is not a step from a step");
    }
    std::optional<int64_t> first = getConstantOffset(inner), second = getConstantOffset(op);
    int64_t sum;
    if (!first || !second || llvm::AddOverflow(*first, *second, sum)) {
      return rewriter.notifyMatchFailure(op, "steps are not constant");
    }
    Location loc = mergeLocations(op.getLoc(), inner.getLoc());
    Value offset = makeOffset(rewriter, op.getOffset().getType(), sum, loc);
    rewriter.replaceOp(op, AddPtrOp::create(rewriter, loc, op.getType(), inner.getPointer(), offset));
    return success();
  }

private:
  static Value makeOffset(PatternRewriter &rewriter, Type like, int64_t offset, Location loc) {
    unsigned width = llvm::isInt<32>(offset) ? 32 : 64;
    Type type = withElementType(like, rewriter.getIntegerType(width));
    auto value = rewriter.getIntegerAttr(rewriter.getIntegerType(width), offset);
    auto block = dyn_cast<RankedTensorType>(type);
    return block ? arith::ConstantOp::create(rewriter, loc, SplatElementsAttr::get(block, Attribute(value)))
                 : arith::ConstantOp::create(rewriter, loc, value);
  }
};

//===--- loads and dots --------------------------------------------------===//

static bool isZero(Value value) { return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero()); }

/// select(mask, load(p, mask), x) is load(p, mask, x), where x is there when the load is.
struct ChooseInLoad : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    auto load = op.getTrueValue().getDefiningOp<LoadOp>();
    if (!load || load.getMask() != op.getCondition() || !load->hasOneUse() || load.getIsVolatile()) {
      return rewriter.notifyMatchFailure(op, "chooses no load by its own mask");
    }
    if (!isThereBefore(op.getFalseValue(), load)) {
      return rewriter.notifyMatchFailure(op, "the other value comes after the load");
    }
    rewriter.setInsertionPoint(load);
    Value merged =
        LoadOp::create(rewriter, mergeLocations(load.getLoc(), op.getLoc()), load.getType(), load.getPointer(),
                       load.getMask(), op.getFalseValue(), load.getCache(), load.getEvict(), load.getIsVolatile());
    rewriter.replaceOp(op, merged);
    rewriter.eraseOp(load);
    return success();
  }

private:
  static bool isThereBefore(Value value, Operation *op) {
    Operation *definition = value.getDefiningOp();
    if (definition && definition->getBlock() == op->getBlock()) {
      return definition->isBeforeInBlock(op);
    }
    return value.getParentRegion()->isAncestor(op->getParentRegion()) && (!definition || isInFrontOf(definition, op));
  }
  static bool isInFrontOf(Operation *definition, Operation *op) {
    Operation *around = definition->getBlock()->findAncestorOpInBlock(*op);
    return around && definition->isBeforeInBlock(around);
  }
};

/// dot(a, b, 0) + c is dot(a, b, c).
template <typename AddOp>
struct AddInDot : OpRewritePattern<AddOp> {
  using OpRewritePattern<AddOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (auto [product, other] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto dot = product.template getDefiningOp<DotOp>();
      // A dot that may sum fp8 products below f32 precision must not do the same to what is added.
      if (!dot || !dot->hasOneUse() || !isZero(dot.getC()) || dot.getMaxNumImpreciseAcc() != 0) {
        continue;
      }
      Location loc = mergeLocations(dot.getLoc(), op.getLoc());
      rewriter.replaceOp(op, DotOp::create(rewriter, loc, dot.getType(), dot.getA(), dot.getB(), other,
                                           dot.getPrecision(), dot.getMaxNumImpreciseAcc()));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "adds to no dot that starts at zero");
  }
};

struct TkCombine : impl::TkCombineBase<TkCombine> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    all.add<ComputeOnScalars, ComputeBeforeBroadcast, MergeConstantSteps, ChooseInLoad, FollowInduction,
            AddInDot<arith::AddFOp>, AddInDot<arith::AddIOp>>(context);
    addUnitDimPatterns(all);
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(all));
    return success();
  }

  void runOnOperation() override { applyKeepingIdentity(getOperation(), *patterns); }

  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace

} // namespace tkc::tk
