// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of values times constants.
#include "tkc/Dialect/Tkg/Analysis/TileAccess.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static Value stripExtensions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(op)) {
      break;
    }
    value = op->getOperand(0);
  }
  return value;
}

void LinearSum::add(Value value, int64_t factor) {
  for (auto *term = terms.begin(); term != terms.end(); ++term) {
    if (term->first == value) {
      term->second += factor;
      if (term->second == 0) {
        terms.erase(term);
      }
      return;
    }
  }
  if (factor != 0) {
    terms.push_back({value, factor});
  }
}

LinearSum LinearSum::ofValue(Value value, int64_t factor) {
  LinearSum sum;
  sum.add(stripExtensions(value), factor);
  return sum;
}

static std::optional<int64_t> getInteger(Value value) {
  APInt integer;
  return matchPattern(value, m_ConstantInt(&integer)) ? std::optional(integer.getSExtValue()) : std::nullopt;
}

LinearSum LinearSum::ofScalar(Value scalar) {
  scalar = stripExtensions(scalar);
  if (std::optional<int64_t> constant = getInteger(scalar)) {
    return LinearSum(*constant);
  }
  Operation *op = scalar.getDefiningOp();
  if (isa_and_nonnull<arith::AddIOp>(op)) {
    return ofScalar(op->getOperand(0)) + ofScalar(op->getOperand(1));
  }
  if (isa_and_nonnull<arith::SubIOp>(op)) {
    return ofScalar(op->getOperand(0)) - ofScalar(op->getOperand(1));
  }
  if (isa_and_nonnull<arith::MulIOp>(op)) {
    LinearSum left = ofScalar(op->getOperand(0)), right = ofScalar(op->getOperand(1));
    if (left.isConstant() || right.isConstant()) {
      return left.isConstant() ? right * left.constant : left * right.constant;
    }
  }
  return ofValue(scalar);
}

LinearSum LinearSum::operator+(const LinearSum &other) const {
  LinearSum sum = *this;
  sum.constant += other.constant;
  for (auto [value, factor] : other.terms) {
    sum.add(value, factor);
  }
  return sum;
}

LinearSum LinearSum::operator*(int64_t factor) const {
  LinearSum product(constant * factor);
  for (auto [value, own] : terms) {
    product.add(value, own * factor);
  }
  return product;
}

LinearSum LinearSum::replace(Value from, Value to) const {
  LinearSum sum(constant);
  for (auto [value, factor] : terms) {
    sum.add(value == from ? to : value, factor);
  }
  return sum;
}

bool LinearSum::operator==(const LinearSum &other) const {
  LinearSum difference = *this - other;
  return difference.isConstant() && difference.constant == 0;
}

bool tkc::tkg::isKnownAtLaunch(Value integer) {
  integer = stripExtensions(integer);
  if (auto argument = dyn_cast<BlockArgument>(integer)) {
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  }
  Operation *op = integer.getDefiningOp();
  bool isArithmetic = isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp, arith::MaxSIOp>(op);
  return getInteger(integer) || (isArithmetic && llvm::all_of(op->getOperands(), isKnownAtLaunch));
}
