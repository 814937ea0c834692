// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-split-offsets: addresses become a scalar pointer and a block of small offsets.
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "OffsetSum.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKSPLITOFFSETS
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

static ArrayRef<int64_t> getShape(Value block) { return cast<RankedTensorType>(block.getType()).getShape(); }
static int64_t getSize(const OffsetTerm &term) { return cast<RankedTensorType>(term.value.getType()).getNumElements(); }
static bool isShort(const OffsetTerm &term) { return getElementTypeOrSelf(term.value.getType()).isInteger(32); }

/// How many loops the definition of `value` is in.
static unsigned getLoopDepth(Value value) {
  unsigned depth = 0;
  for (Operation *op = value.getParentRegion()->getParentOp(); op; op = op->getParentOp()) {
    depth += isa<LoopLikeOpInterface>(op);
  }
  return depth;
}

/// Sorts by `key`; terms with equal keys keep their order.
static void sortBy(SmallVectorImpl<OffsetTerm> &terms, llvm::function_ref<int64_t(const OffsetTerm &)> key) {
  SmallVector<std::pair<int64_t, unsigned>> order;
  for (auto [index, term] : llvm::enumerate(terms)) {
    order.push_back({key(term), index});
  }
  llvm::sort(order);
  SmallVector<OffsetTerm> sorted;
  for (auto [value, index] : order) {
    sorted.push_back(terms[index]);
  }
  terms.assign(sorted.begin(), sorted.end());
}

namespace {
/// Builds the pointers of a split address in front of the op that made them.
class AddressBuilder {
public:
  AddressBuilder(OpBuilder &builder, OffsetSplitter &splitter, AddPtrOp root)
      : builder(builder), splitter(splitter), root(root), loc(root.getLoc()) {}

  Value build(SplitAddress address) {
    pointer = addScalars(address);
    groupByShape(address.offset.blocks);
    addLongBlocks();
    addShortBlocks();
    return spread(getPointers(getShape(root)), getShape(root));
  }
  /// The first term that needs 64 bits for each of its elements.
  const OffsetTerm *getLongBlock() const { return longBlocks.empty() ? nullptr : &longBlocks.front(); }

private:
  Value addScalars(SplitAddress &address);
  void groupByShape(ArrayRef<OffsetTerm> terms);
  void addLongBlocks();
  void addShortBlocks();
  void addBlock(Value offsets);

  /// The pointers so far, as a block; `shape` if there is none yet.
  Value getPointers(ArrayRef<int64_t> shape);
  Value spread(Value block, ArrayRef<int64_t> shape);

  OpBuilder &builder;
  OffsetSplitter &splitter;
  AddPtrOp root;
  Location loc;
  Value pointer;
  SmallVector<OffsetTerm> longBlocks, shortBlocks;
};
} // namespace

Value AddressBuilder::addScalars(SplitAddress &address) {
  // What is known outside of loops is added first, so that the sum can leave them.
  sortBy(address.offset.scalars, [](const OffsetTerm &term) { return getLoopDepth(term.value); });
  Value sum = address.base;
  for (const OffsetTerm &term : address.offset.scalars) {
    sum = builder.createOrFold<AddPtrOp>(loc, sum.getType(), sum, term.value);
  }
  return sum;
}

/// Adds `term` to the one of `groups` with its shape, or makes it a group.
static bool addToGroup(SmallVectorImpl<OffsetTerm> &groups, const OffsetTerm &term, Location loc,
                       OffsetSplitter &splitter, bool onlyExisting) {
  for (OffsetTerm &group : groups) {
    if (getShape(group.value) == getShape(term.value)) {
      group = splitter.add(loc, group, term);
      return true;
    }
  }
  if (!onlyExisting) {
    groups.push_back(term);
  }
  return !onlyExisting;
}

void AddressBuilder::groupByShape(ArrayRef<OffsetTerm> terms) {
  for (const OffsetTerm &term : terms) {
    if (!isShort(term)) {
      addToGroup(longBlocks, term, loc, splitter, /*onlyExisting=*/false);
    }
  }
  for (const OffsetTerm &term : terms) {
    // A short block of the shape of a long one costs least as part of it.
    if (isShort(term) && !addToGroup(longBlocks, term, loc, splitter, /*onlyExisting=*/true)) {
      addToGroup(shortBlocks, term, loc, splitter, /*onlyExisting=*/false);
    }
  }
  sortBy(longBlocks, getSize);
  sortBy(shortBlocks, getSize);
}

static SmallVector<int64_t> getCommonShape(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> shape;
  for (auto [left, right] : llvm::zip(a, b)) {
    shape.push_back(std::max(left, right));
  }
  return shape;
}

void AddressBuilder::addLongBlocks() {
  for (const OffsetTerm &term : longBlocks) {
    addBlock(term.value);
  }
}

void AddressBuilder::addShortBlocks() {
  std::optional<OffsetTerm> sum;
  for (const OffsetTerm &term : shortBlocks) {
    std::optional<Bounds> bounds = sum ? addBounds(sum->bounds, term.bounds) : std::nullopt;
    if (!sum || !bounds->fitsIn(32)) {
      if (sum) {
        addBlock(sum->value);
      }
      sum = term;
      continue;
    }
    SmallVector<int64_t> shape = getCommonShape(getShape(sum->value), getShape(term.value));
    OffsetTerm left{spread(sum->value, shape), sum->bounds}, right{spread(term.value, shape), term.bounds};
    sum = splitter.add(loc, left, right);
  }
  if (sum) {
    addBlock(sum->value);
  }
}

void AddressBuilder::addBlock(Value offsets) {
  // Before the last block all pointers are still few; they are repeated as late as can be.
  Value pointers = getPointers(getShape(offsets));
  SmallVector<int64_t> shape = getCommonShape(getShape(pointers), getShape(offsets));
  pointer = AddPtrOp::create(builder, loc, spread(pointers, shape), spread(offsets, shape));
}

Value AddressBuilder::getPointers(ArrayRef<int64_t> shape) {
  if (isa<RankedTensorType>(pointer.getType())) {
    return pointer;
  }
  return SplatOp::create(builder, loc, RankedTensorType::get(shape, pointer.getType()), pointer);
}

Value AddressBuilder::spread(Value block, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(block.getType());
  if (type.getShape() == shape) {
    return block;
  }
  return builder.createOrFold<BroadcastOp>(loc, RankedTensorType::get(shape, type.getElementType()), block);
}

/// Whether splitting gains something: work that becomes scalar, or offsets that become short or few.
static bool isWorthwhile(AddPtrOp root, const OffsetSum &sum) {
  bool hasLongOffset = getElementTypeOrSelf(root.getOffset().getType()).isInteger(64);
  bool hasCheapTerm = llvm::any_of(
      sum.blocks, [&](const OffsetTerm &term) { return isShort(term) || getShape(term.value) != getShape(root); });
  return !sum.scalars.empty() || (hasLongOffset && hasCheapTerm);
}

/// Pointers from which other address ops go on, and that nothing else needs, are split there.
static bool isStepOfAnother(Operation *op) {
  return !op->use_empty() && llvm::all_of(op->getUsers(), [](Operation *user) {
    bool isShapeChange = isa<BroadcastOp, ExpandDimsOp, TransOp>(user);
    return isa<AddPtrOp>(user) || (isShapeChange && isStepOfAnother(user));
  });
}

/// A constant step from pointers that are needed anyway is an immediate of the access.
static bool isConstantStep(AddPtrOp op) {
  return matchPattern(op.getOffset(), m_Constant()) && !op.getPointer().hasOneUse();
}

static bool isRoot(AddPtrOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  return type && !type.getEncoding() && !isStepOfAnother(op) && !isConstantStep(op);
}

static void emitRemark(AddPtrOp op, const OffsetTerm *longBlock) {
  auto opts = remark::RemarkOpts::name("AddressSplit").category("tk-split-offsets");
  if (!longBlock) {
    remark::passed(op.getLoc(), opts) << remark::add("the address is a scalar pointer and a block of 32-bit offsets");
    return;
  }
  std::string type;
  llvm::raw_string_ostream(type) << longBlock->value.getType();
  remark::missed(op.getLoc(), opts) << remark::add("the address needs offsets of {0}", type)
                                    << remark::reason("no bounds are known that fit in 32 bits")
                                    << remark::suggest("bound the strides with `tl.assume`");
}

/// Erases what has lost its uses.
static void eraseDeadOps(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops)) {
    // An op with regions would take ops of the list with it.
    if (op->getNumRegions() == 0 && isOpTriviallyDead(op)) {
      op->erase();
    }
  }
}

namespace {
struct TkSplitOffsets : impl::TkSplitOffsetsBase<TkSplitOffsets> {
  using TkSplitOffsetsBase::TkSplitOffsetsBase;

  void runOnOperation() override {
    OffsetRanges ranges(getOperation());
    WrappingChains chains(getOperation(), ranges);
    SmallVector<AddPtrOp> roots;
    getOperation()->walk([&](AddPtrOp op) {
      if (isRoot(op)) {
        roots.push_back(op);
      }
    });
    for (AddPtrOp root : roots) {
      numSplit += split(root, ranges, chains);
    }
    // Not earlier: the analyses know values by their address in memory.
    eraseDeadOps(getOperation());
  }

  bool split(AddPtrOp root, const OffsetRanges &ranges, const WrappingChains &chains) {
    OpBuilder builder(root);
    OffsetSplitter splitter(builder, ranges, chains);
    std::optional<SplitAddress> address = splitter.splitAddress(root);
    if (!address || !isWorthwhile(root, address->offset)) {
      return false;
    }
    AddressBuilder pointers(builder, splitter, root);
    Value result = pointers.build(std::move(*address));
    emitRemark(root, pointers.getLongBlock());
    root.getResult().replaceAllUsesWith(result);
    return true;
  }
};
} // namespace

} // namespace tkc::tk
