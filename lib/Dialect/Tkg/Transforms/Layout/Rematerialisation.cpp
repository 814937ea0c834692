// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces a conversion by computing its source in the wanted layout, where that is cheaper.
#include "Rematerialisation.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include "CarriedValues.h"
#include "LayoutRules.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// The plan follows no more values than this.
constexpr size_t maxPlannedValues = 512;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The loop whose body has this argument for a carried value, or null.
static scf::ForOp getCarryingLoop(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
  return loop && argument.getArgNumber() >= loop.getNumInductionVars() ? loop : scf::ForOp();
}

WantedValue WantedValue::get(Value value, Attribute encoding) {
  auto result = dyn_cast<OpResult>(value);
  if (auto loop = result ? dyn_cast<scf::ForOp>(result.getOwner()) : scf::ForOp()) {
    return {loop.getRegionIterArg(result.getResultNumber()), nullptr, 0, encoding};
  }
  if (auto conditional = result ? dyn_cast<scf::IfOp>(result.getOwner()) : scf::IfOp()) {
    return {Value(), conditional.thenBlock(), result.getResultNumber(), encoding};
  }
  return {value, nullptr, 0, encoding};
}

//===--- planning --------------------------------------------------------===//

bool Rematerialisation::isWorthwhile() {
  Value source = conversion.getSource();
  int64_t current = cost.ofConversion(typeOf(source), getEncoding(conversion), conversion->getBlock());
  if (current == 0) {
    return false;
  }
  findDyingOps();
  return plan(source, getEncoding(conversion), dies(source)) < current && trail.size() < maxPlannedValues;
}

/// Whether the operand must be made in another encoding when its op is computed in another one.
static bool isMade(OpOperand &operand) {
  return isa<RankedTensorType>(operand.get().getType()) && !takesAnyEncoding(operand);
}

/// The ops that make `value` and could be repeated, operands first; at most as many as a plan follows.
static void collectSlice(Value value, llvm::SetVector<Operation *> &slice, llvm::DenseSet<Operation *> &visited) {
  Operation *op = value.getDefiningOp();
  bool isFollowed = op && (isRecomputable(op) || isa<ConvertLayoutOp>(op));
  if (!isFollowed || visited.size() >= maxPlannedValues || !visited.insert(op).second) {
    return;
  }
  for (OpOperand &operand : op->getOpOperands()) {
    if (isMade(operand)) {
      collectSlice(operand.get(), slice, visited);
    }
  }
  slice.insert(op);
}

void Rematerialisation::findDyingOps() {
  llvm::SetVector<Operation *> slice;
  llvm::DenseSet<Operation *> visited;
  collectSlice(conversion.getSource(), slice, visited);
  // Other conversions to this layout go the same way in their turn: what is computed for one is there for all.
  auto isServed = [this](Operation *user) {
    auto convert = dyn_cast<ConvertLayoutOp>(user);
    return dyingOps.contains(user) || (convert && getEncoding(convert) == getEncoding(conversion));
  };
  for (Operation *op : llvm::reverse(slice)) {
    if (llvm::all_of(op->getUsers(), isServed)) {
      dyingOps.insert(op);
    }
  }
}

bool Rematerialisation::dies(Value value) const {
  return value.hasOneUse() || dyingOps.contains(value.getDefiningOp());
}

int64_t Rematerialisation::plan(Value value, Attribute encoding, bool exclusive) {
  WantedValue wanted = WantedValue::get(value, encoding);
  // What is planned already comes for free; a loop that wants what it hands on itself is answered by that.
  if (!actions.try_emplace(wanted, Action::Keep).second) {
    return 0;
  }
  trail.push_back(wanted);
  if (typeOf(value).getEncoding() == encoding) {
    return 0;
  }
  size_t planned = trail.size();
  int64_t conversionCost = cost.ofConversion(typeOf(value), encoding, value.getParentBlock());
  std::optional<Choice> other;
  if (conversionCost > 0 && planned < maxPlannedValues && !rejected.count(wanted)) {
    other = planOtherThanConversion(value, encoding, exclusive);
  }
  if (other && other->cost <= conversionCost) {
    actions[wanted] = other->action;
    return other->cost;
  }
  // What was planned below served another way of making this value. It is not tried again when another user asks: in a
  // network in which each value has several users, such as a sort, the tries would multiply from level to level.
  rejected.insert(wanted);
  for (size_t index = planned; index < trail.size(); ++index) {
    actions.erase(trail[index]);
  }
  trail.resize(planned);
  actions[wanted] = Action::Convert;
  return conversionCost;
}

std::optional<Rematerialisation::Choice> Rematerialisation::planOtherThanConversion(Value value, Attribute encoding,
                                                                                    bool exclusive) {
  WantedValue wanted = WantedValue::get(value, encoding);
  if (wanted.thenBlock) {
    auto conditional = cast<scf::IfOp>(wanted.thenBlock->getParentOp());
    Value sources[] = {conditional.thenYield().getOperand(wanted.index),
                       conditional.elseYield().getOperand(wanted.index)};
    return planHandOn(sources, encoding);
  }
  if (scf::ForOp loop = getCarryingLoop(wanted.value)) {
    unsigned index = cast<BlockArgument>(wanted.value).getArgNumber() - loop.getNumInductionVars();
    Value sources[] = {loop.getInitArgs()[index], loop.getYieldedValues()[index]};
    return planHandOn(sources, encoding);
  }
  Operation *op = value.getDefiningOp();
  if (!op) {
    return std::nullopt;
  }
  if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
    return planSkip(convert, encoding, exclusive);
  }
  return isRecomputable(op) ? planCompute(op, encoding, exclusive) : std::nullopt;
}

std::optional<Rematerialisation::Choice> Rematerialisation::planHandOn(ValueRange sources, Attribute encoding) {
  int64_t total = 0;
  for (Value source : sources) {
    total += plan(source, encoding, /*exclusive=*/false);
  }
  return Choice{Action::HandOn, total};
}

std::optional<Rematerialisation::Choice> Rematerialisation::planSkip(ConvertLayoutOp convert, Attribute encoding,
                                                                     bool exclusive) {
  bool isDying = exclusive && dies(convert.getResult());
  RankedTensorType source = typeOf(convert.getSource());
  int64_t saved = isDying ? cost.ofConversion(source, getEncoding(convert), convert->getBlock()) : 0;
  return Choice{Action::Skip, plan(convert.getSource(), encoding, isDying && dies(convert.getSource())) - saved};
}

std::optional<Rematerialisation::Choice> Rematerialisation::planCompute(Operation *op, Attribute encoding,
                                                                        bool exclusive) {
  int64_t total = cost.ofComputation(op, encoding);
  if (exclusive) {
    total = std::max<int64_t>(0, total - cost.ofComputation(op, getEncoding(op->getResult(0))));
  }
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isMade(operand)) {
      continue;
    }
    Attribute wanted = inferOperandEncoding(operand, encoding);
    if (!wanted) {
      return std::nullopt;
    }
    total += plan(operand.get(), wanted, exclusive && dies(operand.get()));
  }
  return Choice{Action::Compute, total};
}

//===--- execution -------------------------------------------------------===//

void Rematerialisation::run() {
  addHandedOnValues();
  Value replacement = materialise(conversion.getSource(), getEncoding(conversion));
  conversion.getResult().replaceAllUsesWith(replacement);
  conversion.erase();
}

void Rematerialisation::addHandedOnValues() {
  llvm::MapVector<Block *, SmallVector<WantedValue>> byBlock;
  for (WantedValue wanted : trail) {
    if (actions[wanted] == Action::HandOn) {
      byBlock[wanted.thenBlock ? wanted.thenBlock : wanted.value.getParentBlock()].push_back(wanted);
    }
  }
  for (auto &[block, list] : byBlock) {
    SmallVector<Type> types;
    Operation *op = block->getParentOp();
    unsigned position = op->getNumResults();
    for (const WantedValue &wanted : list) {
      Value present = wanted.thenBlock ? op->getResult(wanted.index) : wanted.value;
      types.push_back(typeOf(present).cloneWithEncoding(wanted.encoding));
      positions[wanted] = position++;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      addCarriedValues(loop, types);
    } else {
      addResults(cast<scf::IfOp>(op), types);
    }
  }
}

/// The value that stands at `position` of what the loop or conditional hands on: inside where `value` is an argument.
static Value getHandedOn(Value value, unsigned position) {
  if (scf::ForOp loop = getCarryingLoop(value)) {
    return loop.getRegionIterArg(position);
  }
  return value.getDefiningOp()->getResult(position);
}

void Rematerialisation::connectHandedOn(const WantedValue &wanted, unsigned position) {
  auto connect = [&](Operation *terminator, unsigned index) {
    Value source = materialise(terminator->getOperand(index), wanted.encoding);
    terminator->setOperand(position, source);
  };
  if (wanted.thenBlock) {
    auto conditional = cast<scf::IfOp>(wanted.thenBlock->getParentOp());
    connect(conditional.thenYield(), wanted.index);
    connect(conditional.elseYield(), wanted.index);
    return;
  }
  scf::ForOp loop = getCarryingLoop(wanted.value);
  unsigned index = cast<BlockArgument>(wanted.value).getArgNumber() - loop.getNumInductionVars();
  Value init = materialise(loop.getInitArgs()[index], wanted.encoding);
  loop.getInitArgsMutable()[position].set(init);
  connect(loop.getBody()->getTerminator(), index);
}

Value Rematerialisation::materialise(Value value, Attribute encoding) {
  WantedValue wanted = WantedValue::get(value, encoding);
  Action action = actions.at(wanted);
  if (action == Action::Keep) {
    return value;
  }
  if (action == Action::HandOn) {
    unsigned position = positions.at(wanted);
    if (made.try_emplace(wanted, Value()).second) {
      connectHandedOn(wanted, position);
    }
    return getHandedOn(value, position);
  }
  auto found = made.find(wanted);
  if (found != made.end()) {
    return found->second;
  }
  Value result;
  if (action == Action::Convert) {
    result = convert(value, encoding);
  } else if (action == Action::Skip) {
    result = materialise(value.getDefiningOp<ConvertLayoutOp>().getSource(), encoding);
  } else {
    result = compute(value.getDefiningOp(), encoding);
  }
  made[wanted] = result;
  return result;
}

Value Rematerialisation::convert(Value value, Attribute encoding) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getDefiningOp() ? value.getLoc() : conversion.getLoc();
  return ConvertLayoutOp::create(builder, loc, typeOf(value).cloneWithEncoding(encoding), value);
}

Value Rematerialisation::compute(Operation *op, Attribute encoding) {
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    if (isMade(operand)) {
      mapping.map(operand.get(), materialise(operand.get(), inferOperandEncoding(operand, encoding)));
    }
  }
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *clone = builder.clone(*op, mapping);
  auto type = typeOf(op->getResult(0)).cloneWithEncoding(encoding);
  clone->getResult(0).setType(type);
  if (auto constant = dyn_cast<arith::ConstantOp>(clone)) {
    constant.setValueAttr(cast<DenseElementsAttr>(constant.getValue()).reshape(type));
  }
  return clone->getResult(0);
}
