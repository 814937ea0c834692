// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop's body computes that can be computed for later iterations, too.
#include "LoopSlices.h"

#include "tkc/Dialect/Tk/IR/Division.h"

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

/// The divisor of a division, or 1 where the division would be undefined.
static Value makeSafeDivisor(OpBuilder &builder, Operation *op, const IRMapping &mapping) {
  Location loc = op->getLoc();
  Value dividend = mapping.lookupOrDefault(op->getOperand(0)), divisor = mapping.lookupOrDefault(op->getOperand(1));
  Type type = divisor.getType();
  unsigned bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  auto splat = [&](const APInt &value) -> Value {
    auto number = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
    auto block = dyn_cast<ShapedType>(type);
    return arith::ConstantOp::create(builder, loc,
                                     block ? TypedAttr(DenseElementsAttr::get(block, number)) : TypedAttr(number));
  };
  auto isEqual = [&](Value value, const APInt &number) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value, splat(number));
  };
  Value isBad = isEqual(divisor, APInt::getZero(bits));
  if (tk::isSignedDivision(op)) {
    Value overflows = arith::AndIOp::create(builder, loc, isEqual(dividend, APInt::getSignedMinValue(bits)),
                                            isEqual(divisor, APInt::getAllOnes(bits)));
    isBad = arith::OrIOp::create(builder, loc, isBad, overflows);
  }
  return arith::SelectOp::create(builder, loc, isBad, splat(APInt(bits, 1)), divisor);
}

void tkc::tkg::cloneAhead(OpBuilder &builder, Operation *op, IRMapping &mapping) {
  Value divisor = tk::mayDivideBadly(op) ? makeSafeDivisor(builder, op, mapping) : Value();
  Operation *clone = builder.clone(*op, mapping);
  if (divisor) {
    clone->setOperand(1, divisor);
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
