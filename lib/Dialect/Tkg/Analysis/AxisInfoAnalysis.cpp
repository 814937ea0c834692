// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How each op maps the axis facts of its operands to those of its results.
#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/TypeSwitch.h"

#include "PromisedDivisors.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
using AxisLattice = dataflow::Lattice<AxisInfo>;
using Operands = ArrayRef<const AxisInfo *>;
} // namespace

/// The largest power of two that divides `value`.
static int64_t powerOfTwoIn(int64_t value) {
  return value == 0 ? AxisInfo::maxDivisor : std::min(AxisInfo::maxDivisor, value & -value);
}

static int64_t multiplyDivisors(int64_t a, int64_t b) {
  return a > AxisInfo::maxDivisor / b ? AxisInfo::maxDivisor : a * b;
}

/// The largest power of two that is no larger than, or divides, the size of a dimension.
static int64_t wholeDimension(int64_t size) { return powerOfTwoIn(size); }

/// Facts about a block with the same known value, or divisor of it, everywhere.
static AxisInfo makeUniform(Type type, int64_t divisor, std::optional<int64_t> constant, bool mayBeNegative) {
  AxisInfo info = AxisInfo::getUnknown(type);
  if (auto block = dyn_cast<RankedTensorType>(type)) {
    for (auto [dim, size] : llvm::enumerate(block.getShape())) {
      info.constancy[dim] = wholeDimension(size);
    }
  }
  info.divisibility.assign(info.getRank(), divisor);
  info.constant = constant;
  info.mayBeNegative = mayBeNegative;
  return info;
}

/// The facts that remain for any elementwise op: values repeat where all operands repeat.
static AxisInfo makeElementwise(Type type, Operands operands) {
  AxisInfo info = AxisInfo::getUnknown(type);
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    int64_t constancy = AxisInfo::maxDivisor;
    for (const AxisInfo *operand : operands) {
      constancy = std::min(constancy, operand->constancy[dim]);
    }
    info.constancy[dim] = constancy;
  }
  return info;
}

//===--- constants and shapes --------------------------------------------===//

static AxisInfo visitConstant(arith::ConstantOp op) {
  Attribute value = op.getValue();
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    value = dense.isSplat() ? dense.getSplatValue<Attribute>() : Attribute();
  }
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  if (!integer || integer.getValue().getSignificantBits() > 64) {
    return dyn_cast_or_null<FloatAttr>(value) ? makeUniform(op.getType(), 1, std::nullopt, true)
                                              : AxisInfo::getUnknown(op.getType());
  }
  int64_t number =
      integer.getType().isInteger(1) ? int64_t(integer.getValue().getZExtValue()) : integer.getValue().getSExtValue();
  return makeUniform(op.getType(), powerOfTwoIn(number), number, number < 0);
}

static AxisInfo visitMakeRange(tk::MakeRangeOp op) {
  AxisInfo info = AxisInfo::getUnknown(op.getType());
  int64_t start = int32_t(op.getStart());
  info.contiguity[0] = wholeDimension(op.getType().getNumElements());
  info.divisibility[0] =
      std::min(powerOfTwoIn(start),
               info.contiguity[0] == op.getType().getNumElements() ? AxisInfo::maxDivisor : info.contiguity[0]);
  info.mayBeNegative = start < 0;
  return info;
}

static AxisInfo visitSplat(tk::SplatOp op, Operands operands) {
  return makeUniform(op.getType(), operands[0]->getValueDivisibility(), operands[0]->constant,
                     operands[0]->mayBeNegative);
}

static AxisInfo visitExpandDims(tk::ExpandDimsOp op, Operands operands) {
  AxisInfo info = *operands[0];
  info.contiguity.insert(info.contiguity.begin() + op.getAxis(), 1);
  info.constancy.insert(info.constancy.begin() + op.getAxis(), 1);
  info.divisibility.insert(info.divisibility.begin() + op.getAxis(), operands[0]->getValueDivisibility());
  return info;
}

static AxisInfo visitBroadcast(tk::BroadcastOp op, Operands operands) {
  AxisInfo info = *operands[0];
  ArrayRef<int64_t> from = cast<RankedTensorType>(op.getSource().getType()).getShape();
  for (auto [dim, size] : llvm::enumerate(op.getType().getShape())) {
    if (from[dim] != size) {
      info.contiguity[dim] = 1;
      info.constancy[dim] = wholeDimension(size);
      info.divisibility[dim] = operands[0]->getValueDivisibility();
    }
  }
  return info;
}

static AxisInfo visitTrans(tk::TransOp op, Operands operands) {
  AxisInfo info = *operands[0];
  for (auto [dim, from] : llvm::enumerate(op.getOrder())) {
    info.contiguity[dim] = operands[0]->contiguity[from];
    info.divisibility[dim] = operands[0]->divisibility[from];
    info.constancy[dim] = operands[0]->constancy[from];
  }
  return info;
}

static AxisInfo visitReshape(tk::ReshapeOp op, Operands operands) {
  const AxisInfo &source = *operands[0];
  AxisInfo info = AxisInfo::getUnknown(op.getType());
  info.constant = source.constant;
  info.mayBeNegative = source.mayBeNegative;
  info.divisibility.assign(info.getRank(), source.getValueDivisibility());
  if (op.getAllowReorder()) {
    return info;
  }
  // Row-major neighbours stay neighbours, as far as both last dimensions reach.
  unsigned last = info.getRank() - 1, sourceLast = source.getRank() - 1;
  int64_t size = wholeDimension(op.getType().getShape().back());
  info.contiguity[last] = std::min(source.contiguity[sourceLast], size);
  info.constancy[last] = std::min(source.constancy[sourceLast], size);
  info.divisibility[last] = source.getDivisibilityAt(sourceLast, info.contiguity[last]);
  return info;
}

/// Elements repeat where places and what they are picked from do.
static AxisInfo visitGather(tk::GatherOp op, Operands operands) {
  const AxisInfo &source = *operands[0], &index = *operands[1];
  AxisInfo info = AxisInfo::getUnknown(op.getType());
  info.constant = source.constant;
  info.mayBeNegative = source.mayBeNegative;
  info.divisibility.assign(info.getRank(), source.getValueDivisibility());
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    bool isAxis = dim == op.getAxis();
    info.constancy[dim] = isAxis ? index.constancy[dim] : std::min(source.constancy[dim], index.constancy[dim]);
  }
  return info;
}

//===--- arithmetic ------------------------------------------------------===//

/// The sum, or with `subtract` the difference; `unit` is what an element of the right operand adds to the left one.
static AxisInfo visitAdd(Type type, Operands operands, int64_t unit, bool subtract) {
  const AxisInfo &left = *operands[0], &right = *operands[1];
  AxisInfo info = makeElementwise(type, operands);
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    int64_t group = std::min(left.contiguity[dim], right.constancy[dim]);
    if (!subtract) {
      group = std::max(group, std::min(left.constancy[dim], right.contiguity[dim]));
    }
    info.contiguity[dim] = group;
    info.divisibility[dim] =
        std::min(left.getDivisibilityAt(dim, group, unit), multiplyDivisors(right.getDivisibilityAt(dim, group), unit));
  }
  if (left.constant && right.constant && unit == 1) {
    info.constant = subtract ? *left.constant - *right.constant : *left.constant + *right.constant;
  }
  info.mayBeNegative = subtract || left.mayBeNegative || right.mayBeNegative;
  return info;
}

static AxisInfo visitMul(Type type, Operands operands) {
  const AxisInfo &left = *operands[0], &right = *operands[1];
  if (left.constant == 1 || right.constant == 1) {
    return left.constant == 1 ? right : left;
  }
  AxisInfo info = makeElementwise(type, operands);
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    info.divisibility[dim] = multiplyDivisors(left.getDivisibilityAt(dim, 1), right.getDivisibilityAt(dim, 1));
  }
  if (left.constant && right.constant) {
    info.constant = *left.constant * *right.constant;
  }
  info.mayBeNegative = left.mayBeNegative || right.mayBeNegative;
  return info;
}

/// The length of the groups of `left` that do not straddle a multiple of `right`, which is constant over them.
static int64_t groupWithinMultiples(const AxisInfo &left, const AxisInfo &right, unsigned dim) {
  int64_t group = std::min({left.contiguity[dim], right.constancy[dim], right.getDivisibilityAt(dim, 1)});
  return std::min(group, left.getDivisibilityAt(dim, group));
}

static AxisInfo visitDiv(Type type, Operands operands, bool roundsDown) {
  const AxisInfo &left = *operands[0], &right = *operands[1];
  if (right.constant == 1) {
    return left;
  }
  AxisInfo info = makeElementwise(type, operands);
  info.mayBeNegative = left.mayBeNegative;
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    if (roundsDown || !left.mayBeNegative) {
      info.constancy[dim] = std::max(info.constancy[dim], groupWithinMultiples(left, right, dim));
    }
    if (right.constant && *right.constant > 0 && llvm::isPowerOf2_64(*right.constant)) {
      info.divisibility[dim] = std::max<int64_t>(1, left.getDivisibilityAt(dim, 1) / *right.constant);
    }
  }
  return info;
}

static AxisInfo visitRem(Type type, Operands operands, bool roundsDown) {
  const AxisInfo &left = *operands[0], &right = *operands[1];
  AxisInfo info = makeElementwise(type, operands);
  info.mayBeNegative = left.mayBeNegative;
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    if (roundsDown || !left.mayBeNegative) {
      info.contiguity[dim] = std::max<int64_t>(1, groupWithinMultiples(left, right, dim));
    }
    info.divisibility[dim] =
        std::min(left.getDivisibilityAt(dim, info.contiguity[dim]), right.getDivisibilityAt(dim, 1));
  }
  return info;
}

/// The facts about a uniform power of two, to read shifts as products and quotients.
static AxisInfo makePowerOfTwo(Type type, int64_t exponent) {
  int64_t power = int64_t(1) << exponent;
  return makeUniform(type, powerOfTwoIn(power), power, false);
}

static AxisInfo visitShift(Operation *op, Operands operands) {
  Type type = op->getResult(0).getType();
  std::optional<int64_t> amount = operands[1]->constant;
  if (!amount || *amount < 0 || *amount > 30) {
    return makeElementwise(type, operands);
  }
  AxisInfo power = makePowerOfTwo(type, *amount);
  const AxisInfo *withPower[] = {operands[0], &power};
  return isa<arith::ShLIOp>(op) ? visitMul(type, withPower) : visitDiv(type, withPower, /*roundsDown=*/true);
}

static AxisInfo visitAnd(Type type, Operands operands) {
  for (unsigned side : {0, 1}) {
    std::optional<int64_t> mask = operands[side]->constant;
    if (mask && *mask > 0 && *mask < AxisInfo::maxDivisor && llvm::isPowerOf2_64(*mask + 1)) {
      AxisInfo power = makePowerOfTwo(type, llvm::Log2_64(*mask + 1));
      const AxisInfo *remainder[] = {operands[1 - side], &power};
      AxisInfo info = visitRem(type, remainder, /*roundsDown=*/true);
      info.mayBeNegative = false;
      return info;
    }
  }
  return makeElementwise(type, operands);
}

static AxisInfo visitSelect(Type type, Operands operands) {
  const AxisInfo &condition = *operands[0], &left = *operands[1], &right = *operands[2];
  AxisInfo info = makeElementwise(type, operands);
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    int64_t group = std::min({left.contiguity[dim], right.contiguity[dim], condition.constancy[dim]});
    info.contiguity[dim] = group;
    info.divisibility[dim] = std::min(left.getDivisibilityAt(dim, group), right.getDivisibilityAt(dim, group));
  }
  info.mayBeNegative = left.mayBeNegative || right.mayBeNegative;
  return info;
}

static AxisInfo visitMinMax(Operation *op, Operands operands) {
  AxisInfo info = makeElementwise(op->getResult(0).getType(), operands);
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    info.divisibility[dim] = std::min(operands[0]->getDivisibilityAt(dim, 1), operands[1]->getDivisibilityAt(dim, 1));
  }
  bool either = operands[0]->mayBeNegative || operands[1]->mayBeNegative;
  bool both = operands[0]->mayBeNegative && operands[1]->mayBeNegative;
  info.mayBeNegative = isa<arith::MaxSIOp>(op) ? both : either;
  return info;
}

/// Whether `x predicate y`, or its negation, holds for whole groups that begin at multiples of their length, where x
/// counts up, y is constant over the group, and the length divides y.
static bool isDecidedByGroup(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  return predicate == P::slt || predicate == P::ult || predicate == P::sge || predicate == P::uge;
}

static AxisInfo visitCompare(arith::CmpIOp op, Operands operands) {
  AxisInfo info = makeElementwise(op.getType(), operands);
  info.mayBeNegative = false;
  auto swapped = [](arith::CmpIPredicate predicate) {
    using P = arith::CmpIPredicate;
    switch (predicate) {
    case P::sgt:
      return P::slt;
    case P::ugt:
      return P::ult;
    case P::sle:
      return P::sge;
    case P::ule:
      return P::uge;
    case P::slt:
    case P::ult:
    case P::sge:
    case P::uge:
    case P::eq:
    case P::ne:
      return P::eq;
    }
    return P::eq;
  };
  for (unsigned dim = 0; dim < info.getRank(); ++dim) {
    if (isDecidedByGroup(op.getPredicate())) {
      info.constancy[dim] = std::max(info.constancy[dim], groupWithinMultiples(*operands[0], *operands[1], dim));
    }
    if (isDecidedByGroup(swapped(op.getPredicate()))) {
      info.constancy[dim] = std::max(info.constancy[dim], groupWithinMultiples(*operands[1], *operands[0], dim));
    }
  }
  return info;
}

//===--- pointers --------------------------------------------------------===//

static AxisInfo visitPtrCast(tk::PtrCastOp op, Operands operands) {
  int64_t from = getPointeeBytes(op.getSource().getType()), to = getPointeeBytes(op.getType());
  AxisInfo info = *operands[0];
  for (unsigned dim = 0; dim < info.getRank() && from != to; ++dim) {
    info.contiguity[dim] = 1;
    info.divisibility[dim] = operands[0]->getDivisibilityAt(dim, 1, from);
  }
  return info;
}

/// Addresses as integers and back: one side counts in elements of `pointeeBytes`, the other in bytes.
static AxisInfo visitAddress(Operands operands, int64_t pointeeBytes, int64_t sourceUnit) {
  AxisInfo info = *operands[0];
  for (unsigned dim = 0; dim < info.getRank() && pointeeBytes != 1; ++dim) {
    info.contiguity[dim] = 1;
    info.divisibility[dim] = operands[0]->getDivisibilityAt(dim, 1, sourceUnit);
  }
  return info;
}

static AxisInfo visitTrunc(Type type, Operands operands) {
  AxisInfo info = *operands[0];
  info.constant.reset();
  info.mayBeNegative = true;
  int64_t bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  for (int64_t &divisor : info.divisibility) {
    divisor = bits < 30 && divisor > (int64_t(1) << bits) ? int64_t(1) << bits : divisor;
  }
  for (int64_t &group : info.contiguity) {
    group = bits < 30 ? std::min(group, int64_t(1) << bits) : group;
  }
  return info;
}

//===--- dispatch --------------------------------------------------------===//

/// Facts that the op claims by attributes: `tk.divisibility`, `tk.contiguity`, `tk.constancy`.
static void applyHints(Operation *op, AxisInfo &info) {
  auto apply = [&](StringRef name, SmallVectorImpl<int64_t> &facts) {
    auto hint = op->getAttrOfType<DenseIntElementsAttr>(name);
    auto list = op->getAttrOfType<DenseI32ArrayAttr>(name);
    SmallVector<int64_t> values;
    if (hint) {
      llvm::append_range(values, llvm::map_range(hint.getValues<APInt>(), [](APInt v) { return v.getSExtValue(); }));
    } else if (list) {
      llvm::append_range(values, list.asArrayRef());
    }
    for (auto [fact, value] : llvm::zip(facts, values)) {
      fact = std::max(fact, powerOfTwoIn(value));
    }
  };
  apply(tk::contiguityAttrName, info.contiguity);
  apply(tk::divisibilityAttrName, info.divisibility);
  apply(tk::constancyAttrName, info.constancy);
}

static AxisInfo visitArithmetic(Operation *op, Type type, Operands operands) {
  using namespace mlir::arith;
  return llvm::TypeSwitch<Operation *, AxisInfo>(op)
      .Case([&](ConstantOp constant) { return visitConstant(constant); })
      .Case([&](AddIOp) { return visitAdd(type, operands, 1, false); })
      .Case([&](SubIOp) { return visitAdd(type, operands, 1, true); })
      .Case([&](MulIOp) { return visitMul(type, operands); })
      .Case<DivUIOp, FloorDivSIOp>([&](auto) { return visitDiv(type, operands, true); })
      .Case([&](DivSIOp) { return visitDiv(type, operands, false); })
      .Case([&](RemUIOp) { return visitRem(type, operands, true); })
      .Case([&](RemSIOp) { return visitRem(type, operands, false); })
      .Case<ShLIOp, ShRSIOp, ShRUIOp>([&](auto) { return visitShift(op, operands); })
      .Case([&](AndIOp) { return visitAnd(type, operands); })
      .Case([&](SelectOp) { return visitSelect(type, operands); })
      .Case<MinSIOp, MaxSIOp, MinUIOp, MaxUIOp>([&](auto) { return visitMinMax(op, operands); })
      .Case([&](CmpIOp compare) { return visitCompare(compare, operands); })
      .Case<ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp>([&](auto) { return *operands[0]; })
      .Case([&](TruncIOp) { return visitTrunc(type, operands); })
      .Default([&](Operation *) {
        bool isElementwise = op->hasTrait<OpTrait::Elementwise>() && op->getNumOperands() > 0;
        return isElementwise ? makeElementwise(type, operands) : AxisInfo::getUnknown(type);
      });
}

static AxisInfo visitOp(Operation *op, Type type, Operands operands) {
  return llvm::TypeSwitch<Operation *, AxisInfo>(op)
      .Case([&](tk::MakeRangeOp range) { return visitMakeRange(range); })
      .Case([&](tk::SplatOp splat) { return visitSplat(splat, operands); })
      .Case([&](tk::ExpandDimsOp expand) { return visitExpandDims(expand, operands); })
      .Case([&](tk::BroadcastOp broadcast) { return visitBroadcast(broadcast, operands); })
      .Case([&](tk::TransOp trans) { return visitTrans(trans, operands); })
      .Case([&](tk::ReshapeOp reshape) { return visitReshape(reshape, operands); })
      .Case([&](tk::GatherOp gather) { return visitGather(gather, operands); })
      .Case([&](tk::AddPtrOp add) { return visitAdd(type, operands, getPointeeBytes(type), false); })
      .Case([&](tk::PtrCastOp ptrCast) { return visitPtrCast(ptrCast, operands); })
      .Case([&](tk::IntToPtrOp) { return visitAddress(operands, getPointeeBytes(type), 1); })
      .Case([&](tk::PtrToIntOp cast) {
        int64_t bytes = getPointeeBytes(cast.getSource().getType());
        return visitAddress(operands, bytes, bytes);
      })
      .Case<tk::ProgramIdOp, tk::NumProgramsOp>([&](auto) { return makeUniform(type, 1, std::nullopt, false); })
      .Case([&](ConvertLayoutOp) { return *operands[0]; })
      .Default([&](Operation *) { return visitArithmetic(op, type, operands); });
}

namespace {
class AxisDataflow : public dataflow::SparseForwardDataFlowAnalysis<AxisLattice> {
public:
  AxisDataflow(DataFlowSolver &solver, PromisedDivisors promised)
      : SparseForwardDataFlowAnalysis(solver), promised(std::move(promised)) {}

  LogicalResult visitOperation(Operation *op, ArrayRef<const AxisLattice *> operands,
                               ArrayRef<AxisLattice *> results) override {
    SmallVector<const AxisInfo *> facts;
    for (const AxisLattice *operand : operands) {
      if (!operand->getValue().isInitialised()) {
        return success();
      }
      facts.push_back(&operand->getValue());
    }
    // A scalar condition is the same everywhere in the block that it selects.
    AxisInfo condition;
    if (isa<arith::SelectOp>(op) && !isa<RankedTensorType>(op->getOperand(0).getType())) {
      condition = makeUniform(op->getResult(0).getType(), 1, std::nullopt, false);
      facts[0] = &condition;
    }
    for (auto [lattice, result] : llvm::zip(results, op->getResults())) {
      AxisInfo info = visitOp(op, result.getType(), facts);
      applyHints(op, info);
      applyPromise(result, info);
      propagateIfChanged(lattice, lattice->join(info));
    }
    return success();
  }

  void setToEntryState(AxisLattice *lattice) override {
    Value value = lattice->getAnchor();
    AxisInfo info = AxisInfo::getUnknown(value.getType());
    auto argument = dyn_cast<BlockArgument>(value);
    auto function = argument ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()) : nullptr;
    if (function && argument.getOwner()->isEntryBlock()) {
      auto divisor = function.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), tk::divisibilityAttrName);
      info = makeUniform(value.getType(), divisor ? powerOfTwoIn(divisor.getInt()) : 1, std::nullopt, false);
      if (isa<RankedTensorType>(value.getType())) {
        info.constancy.assign(info.getRank(), 1);
      }
    }
    applyPromise(value, info);
    propagateIfChanged(lattice, lattice->join(info));
  }

  void visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor, ArrayRef<AxisLattice *> arguments,
                                    unsigned firstIndex) override {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || arguments.empty()) {
      return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(op, successor, arguments, firstIndex);
    }
    ProgramPoint *point = getProgramPointBefore(loop.getBody());
    const AxisInfo &begin = getLatticeElementFor(point, loop.getLowerBound())->getValue();
    const AxisInfo &step = getLatticeElementFor(point, loop.getStep())->getValue();
    if (!begin.isInitialised() || !step.isInitialised()) {
      return;
    }
    AxisInfo info = AxisInfo::getUnknown(loop.getInductionVar().getType());
    info.divisibility[0] = std::min(begin.divisibility[0], step.divisibility[0]);
    info.mayBeNegative = begin.mayBeNegative;
    applyHints(loop, info);
    applyPromise(loop.getInductionVar(), info);
    propagateIfChanged(arguments[0], arguments[0]->join(info));
  }

private:
  /// Facts that `tk.assume` tells of a scalar.
  void applyPromise(Value value, AxisInfo &info) const {
    auto entry = promised.find(value);
    if (entry != promised.end()) {
      info.divisibility[0] = std::max(info.divisibility[0], entry->second);
    }
  }

  PromisedDivisors promised;
};
} // namespace

AxisInfoAnalysis::AxisInfoAnalysis(Operation *root) {
  dataflow::loadBaselineAnalyses(solver);
  solver.load<AxisDataflow>(collectPromisedDivisors(root));
  // The framework only fails where an analysis does, and ours never does.
  (void)solver.initializeAndRun(root);
}

AxisInfo AxisInfoAnalysis::getInfo(Value value) const {
  const AxisLattice *lattice = solver.lookupState<AxisLattice>(value);
  return lattice && lattice->getValue().isInitialised() ? lattice->getValue() : AxisInfo::getUnknown(value.getType());
}
