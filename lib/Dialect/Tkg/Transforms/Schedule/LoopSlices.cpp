// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop's body computes that can be computed for later iterations, too.
#include "LoopSlices.h"

#include "tkc/Dialect/Tk/IR/Division.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

int64_t tkc::tkg::getStages(scf::ForOp loop) {
  auto attr = loop->getAttrOfType<IntegerAttr>("tk.num_stages");
  return attr ? attr.getInt() : getNumStages(loop->getParentOfType<ModuleOp>());
}

bool tkc::tkg::asksForStages(scf::ForOp loop) { return loop->hasAttr("tk.num_stages") && getStages(loop) > 1; }

bool tkc::tkg::mayWriteGlobalMemory(Operation *op) {
  if (isa<tk::AssumeOp>(op) || isMemoryEffectFree(op) || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
    return false;
  }
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface) {
    return true;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) && !isa<SharedMemory>(effect.getResource());
  });
}

bool tkc::tkg::writesGlobalMemoryBetween(Operation *first, Operation *last) {
  for (Operation *op = first->getNextNode(); op != last; op = op->getNextNode()) {
    WalkResult result = op->walk(
        [](Operation *inner) { return mayWriteGlobalMemory(inner) ? WalkResult::interrupt() : WalkResult::advance(); });
    if (result.wasInterrupted()) {
      return true;
    }
  }
  return false;
}

/// Whether a loop around `place` runs `op` as well, and so before it in the next iteration.
static bool sharesLoop(Operation *op, Operation *place) {
  for (Operation *parent = place->getParentOp(); parent; parent = parent->getParentOp()) {
    if (isa<LoopLikeOpInterface>(parent) && parent->isProperAncestor(op)) {
      return true;
    }
  }
  return false;
}

bool tkc::tkg::mayFollowGlobalWrite(Operation *place) {
  bool isBehind = false;
  WalkResult result = place->getParentOfType<func::FuncOp>().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == place) {
      isBehind = true;
      return WalkResult::skip();
    }
    bool comesBefore = !isBehind || sharesLoop(op, place);
    bool isFunction = isa<func::FuncOp>(op);
    return !isFunction && comesBefore && mayWriteGlobalMemory(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// The load with the values of `mapping`, under `condition` as well.
static Value emitLoad(OpBuilder &builder, tk::LoadOp load, const IRMapping &mapping, Value condition, Value other) {
  Location loc = load.getLoc();
  Value mask = condition;
  if (isa<RankedTensorType>(load.getType())) {
    auto type = cast<RankedTensorType>(tk::withElementType(load.getType(), builder.getI1Type()));
    mask = tk::SplatOp::create(builder, loc, type, condition);
  }
  if (load.getMask()) {
    mask = arith::AndIOp::create(builder, loc, mapping.lookupOrDefault(load.getMask()), mask);
  }
  return tk::LoadOp::create(builder, loc, load.getType(), mapping.lookupOrDefault(load.getPointer()), mask, other,
                            load.getCache(), load.getEvict(), load.getIsVolatile());
}

Value tkc::tkg::emitLoad(OpBuilder &builder, tk::LoadOp load, const IRMapping &mapping, Value condition) {
  Value other = load.getOther() ? mapping.lookupOrDefault(load.getOther()) : Value();
  return ::emitLoad(builder, load, mapping, condition, other);
}

Value tkc::tkg::emitIndexLoad(OpBuilder &builder, tk::LoadOp load, const IRMapping &mapping, Value condition) {
  Value other = load.getOther() ? mapping.lookupOrDefault(load.getOther()) : Value();
  bool hasZero = getElementTypeOrSelf(load.getType()).isIntOrFloat();
  if (!other && hasZero) {
    other = arith::ConstantOp::create(builder, load.getLoc(), cast<TypedAttr>(builder.getZeroAttr(load.getType())));
  }
  return ::emitLoad(builder, load, mapping, condition, other);
}

/// A constant of the type, an integer, a float, or a block of such.
static Value makeSplat(OpBuilder &builder, Location loc, Type type, int64_t value) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr number = isa<FloatType>(element) ? TypedAttr(builder.getFloatAttr(element, double(value)))
                                             : TypedAttr(builder.getIntegerAttr(element, value));
  auto block = dyn_cast<ShapedType>(type);
  return arith::ConstantOp::create(builder, loc, block ? TypedAttr(DenseElementsAttr::get(block, number)) : number);
}

/// An operand that some values of leave the op, or its result, undefined.
struct RiskyOperand {
  unsigned number = 0;
  /// A value that does not.
  int64_t safe = 0;
};

static std::optional<RiskyOperand> findRiskyOperand(Operation *op) {
  if (tk::mayDivideBadly(op)) {
    return RiskyOperand{1, 1};
  }
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) {
    APInt amount;
    bool isKnown = matchPattern(op->getOperand(1), m_ConstantInt(&amount));
    return isKnown && amount.ult(amount.getBitWidth()) ? std::nullopt : std::optional(RiskyOperand{1, 0});
  }
  return isa<arith::FPToSIOp, arith::FPToUIOp>(op) ? std::optional(RiskyOperand{0, 0}) : std::nullopt;
}

void tkc::tkg::cloneAhead(OpBuilder &builder, Operation *op, IRMapping &mapping, Value exists) {
  std::optional<RiskyOperand> risky = findRiskyOperand(op);
  Location loc = op->getLoc();
  Value operand;
  if (risky) {
    Value given = mapping.lookupOrDefault(op->getOperand(risky->number));
    Value safe = makeSplat(builder, loc, given.getType(), risky->safe);
    operand = arith::SelectOp::create(builder, loc, exists, given, safe);
  }
  Operation *clone = builder.clone(*op, mapping);
  if (operand) {
    clone->setOperand(risky->number, operand);
  }
}

bool PureSlice::add(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == loop.getBody()) {
      arguments.insert(argument);
    }
    return true;
  }
  Operation *op = value.getDefiningOp();
  auto load = dyn_cast<tk::LoadOp>(op);
  if (endsAtLoads && load && op->getBlock() == loop.getBody() && !load.getIsVolatile()) {
    loads.insert(op);
    return true;
  }
  if (!loop->isProperAncestor(op) || llvm::is_contained(known, op) || !ops.insert(op)) {
    return true;
  }
  bool isTaken = takesLoads && load && !load.getIsVolatile() && getElementTypeOrSelf(load.getType()).isIntOrFloat();
  bool isPure = isTaken || (isMemoryEffectFree(op) && (isSpeculatable(op) || tk::isDivision(op)));
  return op->getNumRegions() == 0 && isPure && op->getBlock() == loop.getBody() &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return add(operand); });
}

SmallVector<Operation *> PureSlice::getInOrder() const {
  SmallVector<Operation *> inOrder(ops.begin(), ops.end());
  llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return inOrder;
}

bool AddressSlice::add(ValueRange values) {
  bool isPure = llvm::all_of(values, [&](Value value) { return address.add(value); });
  for (Operation *indexLoad : address.loads) {
    isPure = isPure && llvm::all_of(indexLoad->getOperands(), [&](Value operand) { return index.add(operand); });
  }
  for (BlockArgument argument : index.arguments) {
    update.arguments.insert(argument);
  }
  // An update may need further arguments, whose updates count as well.
  for (BlockArgument argument : address.arguments) {
    update.arguments.insert(argument);
  }
  for (unsigned index = 0; isPure && index < update.arguments.size(); ++index) {
    OpOperand *yielded = loop.getTiedLoopYieldedValue(update.arguments[index]);
    isPure = !yielded || update.add(yielded->get());
  }
  return isPure;
}

SmallVector<tk::LoadOp> AddressSlice::getIndexLoads() const {
  SmallVector<tk::LoadOp> loads;
  for (Operation *load : address.loads) {
    loads.push_back(cast<tk::LoadOp>(load));
  }
  return loads;
}

SmallVector<BlockArgument> AddressSlice::getCarried() const {
  SmallVector<BlockArgument> carried;
  for (BlockArgument argument : update.arguments) {
    if (argument.getArgNumber() > 0) {
      carried.push_back(argument);
    }
  }
  return carried;
}
