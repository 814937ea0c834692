// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of integers.
#include "tkc/Dialect/Tk/IR/Division.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

bool tkc::tk::isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op);
}

bool tkc::tk::isDivision(Operation *op) {
  return isSignedDivision(op) || isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op);
}

bool tkc::tk::mayDivideBadly(Operation *op) {
  APInt divisor;
  bool isKnown = isDivision(op) && matchPattern(op->getOperand(1), m_ConstantInt(&divisor));
  bool isFit = isKnown && !divisor.isZero() && !(isSignedDivision(op) && divisor.isAllOnes());
  return isDivision(op) && !isFit;
}
