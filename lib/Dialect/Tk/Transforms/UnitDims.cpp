// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A load of [1, 1, m, n] that is used as [m, n] becomes a load of [m, n], so that all later passes see the block as it
// is used.
#include "UnitDims.h"

#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/IR/Tk.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tk;

/// Which dimensions of `shape` are not in `small`; none where `small` is no such shape.
static std::optional<SmallVector<bool>> findDropped(ArrayRef<int64_t> shape, ArrayRef<int64_t> small) {
  SmallVector<bool> isDropped(shape.size(), false);
  size_t next = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (next < small.size() && small[next] == size) {
      ++next;
    } else if (size == 1) {
      isDropped[dim] = true;
    } else {
      return std::nullopt;
    }
  }
  return next == small.size() ? std::optional(isDropped) : std::nullopt;
}

/// All dimensions of length one, but the last dimension; none where there are none.
static std::optional<SmallVector<bool>> findUnits(ArrayRef<int64_t> shape) {
  SmallVector<bool> isDropped = llvm::map_to_vector(shape, [](int64_t size) { return size == 1; });
  isDropped.back() = false;
  return llvm::is_contained(isDropped, true) ? std::optional(isDropped) : std::nullopt;
}

static ArrayRef<int64_t> getShape(Value block) { return cast<RankedTensorType>(block.getType()).getShape(); }

/// The block without the dimensions; scalars as they are.
static Value drop(PatternRewriter &rewriter, Value block, ArrayRef<bool> isDropped, Location loc) {
  if (!block || !isa<RankedTensorType>(block.getType())) {
    return block;
  }
  SmallVector<int64_t> shape;
  for (auto [size, drops] : llvm::zip_equal(getShape(block), isDropped)) {
    if (!drops) {
      shape.push_back(size);
    }
  }
  auto type = RankedTensorType::get(shape, getElementTypeOrSelf(block.getType()));
  return type == block.getType() ? block : ReshapeOp::create(rewriter, loc, type, block, /*allowReorder=*/false);
}

namespace {
struct DropUnitDims : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    Operation *source = op.getSource().getDefiningOp();
    std::optional<SmallVector<bool>> isDropped = findDropped(getShape(op.getSource()), op.getType().getShape());
    bool isSame = op.getSource().getType() == op.getType();
    if (auto load = dyn_cast_or_null<LoadOp>(source); load && !isSame) {
      // What merges dimensions as well is left behind the load.
      isDropped = isDropped ? isDropped : findUnits(getShape(load));
      return isDropped ? dropInLoad(op, load, *isDropped, rewriter)
                       : rewriter.notifyMatchFailure(op, "the load has no dimensions of length one");
    }
    if (!source || !isDropped || isSame) {
      return rewriter.notifyMatchFailure(op, "does more than leave out dimensions of length one");
    }
    Value replacement = compute(op, source, *isDropped, rewriter);
    if (!replacement) {
      return rewriter.notifyMatchFailure(op, "the block is not computed by a known op");
    }
    rewriter.replaceOp(op, replacement);
    return success();
  }

private:
  static LogicalResult dropInLoad(ReshapeOp op, LoadOp load, ArrayRef<bool> isDropped, PatternRewriter &rewriter) {
    if (!load->hasOneUse()) {
      return rewriter.notifyMatchFailure(op, "the load has other uses");
    }
    rewriter.setInsertionPoint(load);
    Location loc = load.getLoc();
    Value pointer = drop(rewriter, load.getPointer(), isDropped, loc);
    Value mask = drop(rewriter, load.getMask(), isDropped, loc);
    Value other = drop(rewriter, load.getOther(), isDropped, loc);
    Type small = withElementType(pointer.getType(), getElementTypeOrSelf(load.getType()));
    Location merged = mergeLocations(loc, op.getLoc());
    Value block = LoadOp::create(rewriter, merged, small, pointer, mask, other, load.getCache(), load.getEvict(),
                                 load.getIsVolatile());
    if (small != op.getType()) {
      block = ReshapeOp::create(rewriter, op.getLoc(), op.getType(), block, op.getAllowReorder());
    }
    rewriter.replaceOp(op, block);
    rewriter.eraseOp(load);
    return success();
  }

  /// What `op` gives, computed from smaller operands of `source`; null where it can't be.
  static Value compute(ReshapeOp op, Operation *source, ArrayRef<bool> isDropped, PatternRewriter &rewriter) {
    Location loc = source->getLoc();
    if (auto splat = dyn_cast<SplatOp>(source)) {
      return SplatOp::create(rewriter, loc, op.getType(), splat.getSource());
    }
    if (auto broadcast = dyn_cast<BroadcastOp>(source)) {
      return BroadcastOp::create(rewriter, loc, op.getType(), drop(rewriter, broadcast.getSource(), isDropped, loc));
    }
    if (auto expand = dyn_cast<ExpandDimsOp>(source)) {
      return computeExpand(op, expand, isDropped, rewriter);
    }
    bool hasHints = !source->getDiscardableAttrs().empty();
    bool isElementwise = source->hasTrait<OpTrait::Elementwise>() && isPure(source) && source->getNumResults() == 1 &&
                         source->getNumOperands() > 0 && source->getNumRegions() == 0;
    if (!isElementwise || hasHints || !source->hasOneUse()) {
      return {};
    }
    SmallVector<Value> operands = llvm::map_to_vector(
        source->getOperands(), [&](Value operand) { return drop(rewriter, operand, isDropped, loc); });
    Operation *clone = rewriter.clone(*source);
    clone->setOperands(operands);
    clone->getResult(0).setType(op.getType());
    return clone->getResult(0);
  }

  static Value computeExpand(ReshapeOp op, ExpandDimsOp expand, ArrayRef<bool> isDropped, PatternRewriter &rewriter) {
    if (expand.getSource().getType() == op.getType()) {
      return expand.getSource();
    }
    unsigned axis = expand.getAxis();
    SmallVector<bool> ofSource(isDropped);
    ofSource.erase(ofSource.begin() + axis);
    bool leavesNothing = llvm::all_of(ofSource, [](bool drops) { return drops; });
    if (leavesNothing) {
      return {};
    }
    Value small = drop(rewriter, expand.getSource(), ofSource, expand.getLoc());
    if (isDropped[axis]) {
      return small;
    }
    unsigned before = llvm::count(isDropped.take_front(axis), true);
    return ExpandDimsOp::create(rewriter, expand.getLoc(), op.getType(), small, axis - before);
  }
};

/// Stores, and atomics whose result nobody reads, of blocks that got dimensions of length one.
template <typename Access>
struct StoreWithoutUnitDims : OpRewritePattern<Access> {
  using OpRewritePattern<Access>::OpRewritePattern;

  LogicalResult matchAndRewrite(Access op, PatternRewriter &rewriter) const override {
    Value block = op.getValue();
    while (Value smaller = getSmaller(block)) {
      block = smaller;
    }
    bool isUsed = llvm::any_of(op->getResults(), [](Value result) { return !result.use_empty(); });
    auto reshape = op.getValue().template getDefiningOp<ReshapeOp>();
    std::optional<SmallVector<bool>> found;
    if (block != op.getValue()) {
      found = findDropped(getShape(op.getValue()), getShape(block));
    } else if (reshape) {
      // What splits dimensions as well does that without those of length one.
      found = findUnits(reshape.getType().getShape());
    }
    if (!found || isUsed) {
      return rewriter.notifyMatchFailure(op, "the block got no dimensions of length one");
    }
    ArrayRef<bool> isDropped = *found;
    block = block != op.getValue() ? block : drop(rewriter, block, isDropped, op.getLoc());
    rewriter.modifyOpInPlace(op, [&] {
      Location loc = op.getLoc();
      op.getPointerMutable().assign(drop(rewriter, op.getPointer(), isDropped, loc));
      if (op.getMask()) {
        op.getMaskMutable().assign(drop(rewriter, op.getMask(), isDropped, loc));
      }
      op.getValueMutable().assign(block);
      for (Value result : op->getResults()) {
        result.setType(block.getType());
      }
    });
    return success();
  }

private:
  static Value getSmaller(Value block) {
    Operation *op = block.getDefiningOp();
    if (isa_and_nonnull<ExpandDimsOp>(op)) {
      return op->getOperand(0);
    }
    auto reshape = dyn_cast_or_null<ReshapeOp>(op);
    bool isSmaller = reshape && reshape.getSource().getType() != reshape.getType() &&
                     findDropped(reshape.getType().getShape(), getShape(reshape.getSource()));
    return isSmaller ? reshape.getSource() : Value();
  }
};
} // namespace

void tkc::tk::addUnitDimPatterns(RewritePatternSet &patterns) {
  patterns.add<DropUnitDims, StoreWithoutUnitDims<StoreOp>, StoreWithoutUnitDims<AtomicRmwOp>>(patterns.getContext());
}
