// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which divisors follow from the condition of a `tk.assume`.
#include "PromisedDivisors.h"

#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// A promise holds for a value of its own block: whoever gets that far keeps it.
static bool holdsFor(tk::AssumeOp promise, Value value) { return value.getParentBlock() == promise->getBlock(); }

/// What has the same divisors as `value`: the number before it was extended, the pointer before it became a number.
static Value getSourceOfEqualDivisors(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isa<arith::ExtSIOp, arith::ExtUIOp, tk::PtrToIntOp>(op) ? op->getOperand(0) : Value();
}

static void addDivisor(tk::AssumeOp promise, Value value, int64_t divisor, PromisedDivisors &divisors) {
  for (; value && holdsFor(promise, value); value = getSourceOfEqualDivisors(value)) {
    int64_t &known = divisors.try_emplace(value, 1).first->second;
    known = std::max(known, divisor);
  }
}

/// The largest power of two that divides the dividend when `remainder` is zero: of `x % c` the one in `c`, of `x & c`
/// the one behind the lowest ones of `c`. 1 if it is no remainder.
static int64_t getDivisor(Operation *remainder) {
  APInt right;
  if (!remainder || remainder->getNumOperands() != 2 ||
      !matchPattern(remainder->getOperand(1), m_ConstantInt(&right))) {
    return 1;
  }
  unsigned exponent = 0;
  if (isa<arith::RemSIOp, arith::RemUIOp>(remainder)) {
    exponent = right.isZero() ? 0 : right.countr_zero();
  } else if (isa<arith::AndIOp>(remainder)) {
    exponent = right.countr_one();
  }
  return std::min(AxisInfo::maxDivisor, int64_t(1) << std::min(exponent, 30u));
}

static void collect(tk::AssumeOp promise, Value condition, PromisedDivisors &divisors) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    collect(promise, both.getLhs(), divisors);
    collect(promise, both.getRhs(), divisors);
    return;
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq || !matchPattern(compare.getRhs(), m_Zero())) {
    return;
  }
  Operation *remainder = compare.getLhs().getDefiningOp();
  int64_t divisor = getDivisor(remainder);
  if (divisor > 1) {
    addDivisor(promise, remainder->getOperand(0), divisor, divisors);
  }
}

PromisedDivisors tkc::tkg::collectPromisedDivisors(Operation *root) {
  PromisedDivisors divisors;
  root->walk([&](tk::AssumeOp promise) { collect(promise, promise.getCondition(), divisors); });
  return divisors;
}
