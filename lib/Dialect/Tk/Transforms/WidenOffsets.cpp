// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-widen-offsets: pointer offsets that may leave 32 bits are computed in 64.
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

#include "llvm/ADT/MapVector.h"

#include "CarriedValues.h"
#include "OffsetChain.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKWIDENOFFSETS
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

static Type widened(Type type) { return withElementType(type, IntegerType::get(type.getContext(), 64)); }

static bool hasShortOffset(AddPtrOp op) { return getElementTypeOrSelf(op.getOffset().getType()).isInteger(32); }

/// The place of a value among what its op carries or gives: a block argument's among those that the op hands on.
static unsigned getCarriedIndex(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    return cast<OpResult>(value).getResultNumber();
  }
  bool hasInductionVariable = isa<scf::ForOp>(argument.getOwner()->getParentOp());
  return argument.getArgNumber() - (hasInductionVariable ? 1 : 0);
}

/// Whether `value` is carried into the condition of a `scf.while`, whose results are numbered apart.
static bool isCarriedIntoCondition(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument ? dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp()) : scf::WhileOp();
  return loop && argument.getOwner() == loop.getBeforeBody();
}

namespace {
/// Makes 64-bit twins of chains that may wrap, beside the 32-bit ones, and gives them to the pointers.
class OffsetWidener {
public:
  explicit OffsetWidener(WrappingChains &chains) : chains(chains) {}

  void widen(ArrayRef<AddPtrOp> pointers) {
    for (AddPtrOp op : pointers) {
      collectCarried(op.getOffset());
    }
    addSlots();
    for (AddPtrOp op : pointers) {
      op.getOffsetMutable().assign(getTwin(op.getOffset(), op.getLoc()));
    }
    fillSlots();
  }

private:
  /// An added operand of a loop or of a terminator that shall be the twin of another one.
  struct Slot {
    Operation *op;
    unsigned shortOperand, wideOperand;
  };

  /// What of a loop or conditional the chains run through.
  struct Carried {
    SmallVector<unsigned> results;
    /// Of a `scf.while`: what its condition sees.
    SmallVector<unsigned> inits;
  };

  /// Notes which values of loops and conditionals the chain of `offset` runs through.
  void collectCarried(Value offset);
  void addSlots();
  void addSlots(scf::ForOp loop, ArrayRef<unsigned> indices);
  void addSlots(scf::WhileOp loop, const Carried &indices);
  void addSlots(scf::IfOp conditional, ArrayRef<unsigned> indices);
  void fillSlots();
  /// After `op` was rebuilt as `rebuilt`: notes again which results may wrap.
  void keepCauses(ArrayRef<Operation *> causes, ResultRange results);

  Value getTwin(Value value, Location user);
  Value makeTwin(Value value, Location user);
  Value extend(Value value, Location user);
  Value cloneWide(Operation *step);

  WrappingChains &chains;
  llvm::DenseSet<Value> seen;
  llvm::MapVector<Operation *, Carried> carried;
  llvm::DenseMap<Value, Value> twins;
  SmallVector<Slot> slots;
};
} // namespace

void OffsetWidener::collectCarried(Value offset) {
  SmallVector<Value> worklist{offset};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!chains.contains(value) || !seen.insert(value).second) {
      continue;
    }
    llvm::append_range(worklist, getChainSources(value));
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *op = argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
    if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op)) {
      continue;
    }
    Carried &entry = carried[op];
    SmallVector<unsigned> &indices = isCarriedIntoCondition(value) ? entry.inits : entry.results;
    if (unsigned index = getCarriedIndex(value); !llvm::is_contained(indices, index)) {
      indices.push_back(index);
    }
  }
}

void OffsetWidener::addSlots() {
  for (auto &[op, indices] : carried) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      addSlots(loop, indices.results);
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      addSlots(loop, indices);
    } else {
      addSlots(cast<scf::IfOp>(op), indices.results);
    }
  }
}

void OffsetWidener::keepCauses(ArrayRef<Operation *> causes, ResultRange results) {
  for (auto [cause, result] : llvm::zip(causes, results)) {
    if (cause) {
      chains.add(result, cause);
    }
  }
}

static SmallVector<Operation *> takeCauses(WrappingChains &chains, ResultRange results) {
  return llvm::map_to_vector(results, [&](Value result) { return chains.take(result); });
}

void OffsetWidener::addSlots(scf::ForOp loop, ArrayRef<unsigned> indices) {
  OpBuilder builder(loop);
  SmallVector<Operation *> causes = takeCauses(chains, loop.getResults());
  SmallVector<Value> inits;
  for (unsigned index : indices) {
    inits.push_back(ub::PoisonOp::create(builder, loop.getLoc(), widened(loop.getResult(index).getType())));
  }
  unsigned numCarried = loop.getNumRegionIterArgs();
  scf::ForOp wider = addCarriedValues(loop, inits);
  keepCauses(causes, wider.getResults());
  Operation *yield = wider.getBody()->getTerminator();
  unsigned firstInit = wider.getNumControlOperands();
  for (auto [offset, index] : llvm::enumerate(indices)) {
    unsigned wide = numCarried + offset;
    twins[wider.getRegionIterArg(index)] = wider.getRegionIterArg(wide);
    twins[wider.getResult(index)] = wider.getResult(wide);
    slots.push_back({wider, firstInit + index, firstInit + wide});
    slots.push_back({yield, index, wide});
  }
}

void OffsetWidener::addSlots(scf::WhileOp loop, const Carried &indices) {
  OpBuilder builder(loop);
  SmallVector<Operation *> causes = takeCauses(chains, loop.getResults());
  SmallVector<Value> inits;
  for (unsigned index : indices.inits) {
    Type type = widened(loop.getInits()[index].getType());
    inits.push_back(ub::PoisonOp::create(builder, loop.getLoc(), type));
  }
  SmallVector<Type> types;
  for (unsigned index : indices.results) {
    types.push_back(widened(loop.getResult(index).getType()));
  }
  unsigned numInits = loop.getInits().size(), numResults = loop.getNumResults();
  scf::WhileOp wider = addCarriedValues(loop, inits, types);
  keepCauses(causes, wider.getResults());
  for (auto [offset, index] : llvm::enumerate(indices.inits)) {
    unsigned wide = numInits + offset;
    twins[wider.getBeforeArguments()[index]] = wider.getBeforeArguments()[wide];
    slots.push_back({wider, index, wide});
    slots.push_back({wider.getYieldOp(), index, wide});
  }
  for (auto [offset, index] : llvm::enumerate(indices.results)) {
    unsigned wide = numResults + offset;
    twins[wider.getAfterArguments()[index]] = wider.getAfterArguments()[wide];
    twins[wider.getResult(index)] = wider.getResult(wide);
    slots.push_back({wider.getConditionOp(), index + 1, wide + 1}); // operand 0 is the condition
  }
}

void OffsetWidener::addSlots(scf::IfOp conditional, ArrayRef<unsigned> indices) {
  SmallVector<Operation *> causes = takeCauses(chains, conditional.getResults());
  SmallVector<Type> types;
  for (unsigned index : indices) {
    types.push_back(widened(conditional.getResult(index).getType()));
  }
  unsigned numResults = conditional.getNumResults();
  scf::IfOp wider = addResults(conditional, types);
  keepCauses(causes, wider.getResults());
  for (auto [offset, index] : llvm::enumerate(indices)) {
    unsigned wide = numResults + offset;
    twins[wider.getResult(index)] = wider.getResult(wide);
    slots.push_back({wider.thenYield(), index, wide});
    slots.push_back({wider.elseYield(), index, wide});
  }
}

void OffsetWidener::fillSlots() {
  for (Slot slot : slots) {
    Operation *placeholder = slot.op->getOperand(slot.wideOperand).getDefiningOp();
    slot.op->setOperand(slot.wideOperand, getTwin(slot.op->getOperand(slot.shortOperand), slot.op->getLoc()));
    if (isa_and_nonnull<ub::PoisonOp>(placeholder) && placeholder->use_empty()) {
      placeholder->erase();
    }
  }
}

Value OffsetWidener::getTwin(Value value, Location user) {
  if (Value twin = twins.lookup(value)) {
    return twin;
  }
  Value twin = makeTwin(value, user);
  twins[value] = twin;
  return twin;
}

Value OffsetWidener::makeTwin(Value value, Location user) {
  if (!chains.contains(value)) {
    return extend(value, user);
  }
  Operation *step = value.getDefiningOp();
  return isImplicitExtension(step) ? getTwin(step->getOperand(0), step->getLoc()) : cloneWide(step);
}

Value OffsetWidener::extend(Value value, Location user) {
  if (value.getType() == widened(value.getType())) {
    return value;
  }
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Operation *definition = value.getDefiningOp();
  Location loc = definition && !getIds(definition->getLoc()).empty() ? definition->getLoc() : user;
  return builder.createOrFold<arith::ExtSIOp>(loc, widened(value.getType()), value);
}

Value OffsetWidener::cloneWide(Operation *step) {
  // The twin has the attributes too: hints on divisibility and contiguity hold for it as well.
  OpBuilder builder(step->getContext());
  builder.setInsertionPointAfter(step);
  Operation *wide = builder.clone(*step);
  Value result = wide->getResult(0);
  result.setType(widened(result.getType()));
  for (OpOperand &operand : wide->getOpOperands()) {
    bool isCondition = isa<arith::SelectOp>(wide) && operand.getOperandNumber() == 0;
    if (!isCondition) {
      operand.set(getTwin(operand.get(), step->getLoc()));
    }
  }
  if (auto overflow = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(wide)) {
    auto none = arith::IntegerOverflowFlagsAttr::get(step->getContext(), arith::IntegerOverflowFlags::none);
    wide->setAttr(overflow.getIntegerOverflowAttrName(), none);
  }
  return result;
}

static void emitRemark(AddPtrOp op, Operation *cause, const OffsetRanges &ranges) {
  auto opts = remark::RemarkOpts::name("OffsetWidth").category("tk-widen-offsets");
  if (!cause) {
    remark::passed(op.getLoc(), opts) << remark::add("the offset stays in 32 bits: no step of it can wrap");
    return;
  }
  Bounds left = ranges.getBounds(cause->getOperand(0)), right = ranges.getBounds(cause->getOperand(1));
  remark::missed(op.getLoc(), opts) << remark::add("the offset is computed in 64 bits")
                                    << remark::reason("`{0}` of [{1}, {2}] and [{3}, {4}] may leave 32 bits",
                                                      cause->getName().getStringRef().str(), left.min, left.max,
                                                      right.min, right.max)
                                    << remark::suggest("bound its operands with `tl.assume`");
}

namespace {
struct TkWidenOffsets : impl::TkWidenOffsetsBase<TkWidenOffsets> {
  using TkWidenOffsetsBase::TkWidenOffsetsBase;

  void runOnOperation() override {
    OffsetRanges ranges(getOperation());
    WrappingChains chains(getOperation(), ranges);
    SmallVector<AddPtrOp> wrapping;
    getOperation()->walk([&](AddPtrOp op) {
      Operation *cause = chains.getCause(op.getOffset());
      if (!cause && !hasShortOffset(op)) {
        return;
      }
      emitRemark(op, cause, ranges);
      (cause ? numWidened : numKept) += 1;
      if (cause) {
        wrapping.push_back(op);
      }
    });
    OffsetWidener(chains).widen(wrapping);
    // What the source asked for matters to nobody else.
    getOperation()->walk([](arith::ExtSIOp op) { op->removeAttr(implicitAttrName); });
  }
};
} // namespace

} // namespace tkc::tk
