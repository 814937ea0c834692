// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Range analysis that believes promises.
#include "OffsetRanges.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/IR/Matchers.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstrTypes.h"

#include <list>

using namespace mlir;

namespace tkc::tk {

//===--- arithmetic on bounds --------------------------------------------===//

static std::optional<Bounds> addBounds(Bounds left, Bounds right) {
  Bounds sum;
  bool overflows = llvm::AddOverflow(left.min, right.min, sum.min) || llvm::AddOverflow(left.max, right.max, sum.max);
  return overflows ? std::nullopt : std::optional(sum);
}

static std::optional<Bounds> subtractBounds(Bounds left, Bounds right) {
  Bounds difference;
  bool overflows =
      llvm::SubOverflow(left.min, right.max, difference.min) || llvm::SubOverflow(left.max, right.min, difference.max);
  return overflows ? std::nullopt : std::optional(difference);
}

static std::optional<Bounds> multiplyBounds(Bounds left, Bounds right) {
  int64_t corners[4];
  bool overflows =
      llvm::MulOverflow(left.min, right.min, corners[0]) || llvm::MulOverflow(left.min, right.max, corners[1]) ||
      llvm::MulOverflow(left.max, right.min, corners[2]) || llvm::MulOverflow(left.max, right.max, corners[3]);
  if (overflows) {
    return std::nullopt;
  }
  auto [min, max] = std::minmax_element(std::begin(corners), std::end(corners));
  return Bounds{*min, *max};
}

//===--- promises --------------------------------------------------------===//

using Assumptions = llvm::DenseMap<Value, ConstantIntRanges>;

static llvm::CmpInst::Predicate toLlvm(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return llvm::CmpInst::ICMP_EQ;
  case arith::CmpIPredicate::ne:
    return llvm::CmpInst::ICMP_NE;
  case arith::CmpIPredicate::slt:
    return llvm::CmpInst::ICMP_SLT;
  case arith::CmpIPredicate::sle:
    return llvm::CmpInst::ICMP_SLE;
  case arith::CmpIPredicate::sgt:
    return llvm::CmpInst::ICMP_SGT;
  case arith::CmpIPredicate::sge:
    return llvm::CmpInst::ICMP_SGE;
  case arith::CmpIPredicate::ult:
    return llvm::CmpInst::ICMP_ULT;
  case arith::CmpIPredicate::ule:
    return llvm::CmpInst::ICMP_ULE;
  case arith::CmpIPredicate::ugt:
    return llvm::CmpInst::ICMP_UGT;
  case arith::CmpIPredicate::uge:
    return llvm::CmpInst::ICMP_UGE;
  }
  return llvm::CmpInst::BAD_ICMP_PREDICATE;
}

/// Notes that `value predicate bound` holds.
static void addAssumption(Assumptions &assumptions, Value value, llvm::CmpInst::Predicate predicate,
                          const APInt &bound) {
  llvm::ConstantRange region = llvm::ConstantRange::makeExactICmpRegion(predicate, bound);
  if (region.isEmptySet()) {
    return; // the program is undefined: any bounds are right
  }
  ConstantIntRanges range(region.getUnsignedMin(), region.getUnsignedMax(), region.getSignedMin(),
                          region.getSignedMax());
  auto [entry, isNew] = assumptions.try_emplace(value, range);
  if (!isNew) {
    entry->second = entry->second.intersection(range);
  }
}

/// A promise holds for a value of its own block, and for arguments of the function: whoever gets that far keeps it.
static bool holdsFor(AssumeOp promise, Value value) { return value.getParentBlock() == promise->getBlock(); }

static void collectAssumptions(AssumeOp promise, Value condition, Assumptions &assumptions) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    collectAssumptions(promise, both.getLhs(), assumptions);
    collectAssumptions(promise, both.getRhs(), assumptions);
    return;
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || !compare.getLhs().getType().isSignlessInteger()) {
    return;
  }
  llvm::CmpInst::Predicate predicate = toLlvm(compare.getPredicate());
  APInt bound;
  if (matchPattern(compare.getRhs(), m_ConstantInt(&bound)) && holdsFor(promise, compare.getLhs())) {
    addAssumption(assumptions, compare.getLhs(), predicate, bound);
  }
  if (matchPattern(compare.getLhs(), m_ConstantInt(&bound)) && holdsFor(promise, compare.getRhs())) {
    addAssumption(assumptions, compare.getRhs(), llvm::CmpInst::getSwappedPredicate(predicate), bound);
  }
}

//===--- analysis --------------------------------------------------------===//

namespace {
using Lattice = dataflow::IntegerValueRangeLattice;

/// Upstream's analysis, in which each op sees its operands as narrow as promises make them.
class AssumingRangeAnalysis : public dataflow::IntegerRangeAnalysis {
public:
  AssumingRangeAnalysis(DataFlowSolver &solver, const Assumptions &assumptions)
      : IntegerRangeAnalysis(solver), assumptions(assumptions) {}

  LogicalResult visitOperation(Operation *op, ArrayRef<const Lattice *> operands,
                               ArrayRef<Lattice *> results) override {
    std::list<Lattice> narrowed;
    SmallVector<const Lattice *> seen(operands);
    for (auto [lattice, operand] : llvm::zip(seen, op->getOperands())) {
      auto assumption = assumptions.find(operand);
      if (assumption == assumptions.end() || lattice->getValue().isUninitialized()) {
        continue;
      }
      Lattice &narrow = narrowed.emplace_back(operand);
      (void)narrow.join(IntegerValueRange(lattice->getValue().getValue().intersection(assumption->second)));
      lattice = &narrow;
    }
    return IntegerRangeAnalysis::visitOperation(op, seen, results);
  }

private:
  const Assumptions &assumptions;
};
} // namespace

OffsetRanges::OffsetRanges(Operation *root) {
  root->walk([&](AssumeOp promise) { collectAssumptions(promise, promise.getCondition(), assumptions); });
  dataflow::loadBaselineAnalyses(solver);
  solver.load<AssumingRangeAnalysis>(assumptions);
  // The framework only fails where an analysis does, and ours never does.
  (void)solver.initializeAndRun(root);
}

Bounds OffsetRanges::getBounds(Value value) const {
  unsigned width = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  ConstantIntRanges range = ConstantIntRanges::maxRange(width);
  const auto *lattice = solver.lookupState<Lattice>(value);
  if (lattice && !lattice->getValue().isUninitialized()) {
    range = lattice->getValue().getValue();
  }
  if (auto assumption = assumptions.find(value); assumption != assumptions.end()) {
    range = range.intersection(assumption->second);
  }
  // Contradictory promises leave an empty range: the program is undefined, the full range is as good as any.
  if (range.smin().sgt(range.smax())) {
    range = ConstantIntRanges::maxRange(width);
  }
  return {range.smin().getSExtValue(), range.smax().getSExtValue()};
}

std::optional<Bounds> OffsetRanges::getExactBounds(Operation *op) const {
  Bounds left = getBounds(op->getOperand(0)), right = getBounds(op->getOperand(1));
  return llvm::TypeSwitch<Operation *, std::optional<Bounds>>(op)
      .Case([&](arith::AddIOp) { return addBounds(left, right); })
      .Case([&](arith::SubIOp) { return subtractBounds(left, right); })
      .Case([&](arith::MulIOp) { return multiplyBounds(left, right); });
}

bool OffsetRanges::mayWrap(Operation *op) const {
  std::optional<Bounds> exact = getExactBounds(op);
  return !exact || !exact->fitsIn(getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth());
}

} // namespace tkc::tk
