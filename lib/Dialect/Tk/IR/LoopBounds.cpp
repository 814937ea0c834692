// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds, steps and indices of counted loops.
#include "tkc/Dialect/Tk/IR/LoopBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

bool tkc::tk::mayLeaveType(Value upper, Value step, bool isUnsigned) {
  APInt end, stride;
  if (matchPattern(step, m_One())) {
    return false;
  }
  if (!matchPattern(upper, m_ConstantInt(&end)) || !matchPattern(step, m_ConstantInt(&stride))) {
    return true;
  }
  bool leaves = false;
  (void)(isUnsigned ? end.uadd_ov(stride, leaves) : end.sadd_ov(stride, leaves));
  return leaves;
}

Value tkc::tk::emitHasNext(OpBuilder &builder, Location loc, Value index, Value upper, Value step) {
  // The difference fits, as an unsigned number.
  Value left = arith::SubIOp::create(builder, loc, upper, index);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, left, step);
}

Value tkc::tk::emitNextIndex(OpBuilder &builder, Location loc, Value index, Value upper, Value step, bool isUnsigned) {
  Value next = arith::AddIOp::create(builder, loc, index, step);
  if (!mayLeaveType(upper, step, isUnsigned)) {
    return next;
  }
  return arith::SelectOp::create(builder, loc, emitHasNext(builder, loc, index, upper, step), next, upper);
}

Value tkc::tk::makeInt(OpBuilder &builder, Location loc, Type type, int64_t value) {
  return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
}

Value tkc::tk::emitIterationCount(OpBuilder &builder, scf::ForOp loop, const IRMapping &mapping) {
  Location loc = loop.getLoc();
  Value lower = mapping.lookupOrDefault(loop.getLowerBound()), upper = mapping.lookupOrDefault(loop.getUpperBound());
  Value step = loop.getStep();
  Type type = step.getType();
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value enters = arith::CmpIOp::create(builder, loc, predicate, lower, upper);
  Value one = makeInt(builder, loc, type, 1);
  // The difference fits, as an unsigned number, where the loop is entered.
  Value last = arith::SubIOp::create(builder, loc, arith::SubIOp::create(builder, loc, upper, lower), one);
  Value count = arith::AddIOp::create(builder, loc, arith::DivUIOp::create(builder, loc, last, step), one);
  return arith::SelectOp::create(builder, loc, enters, count, makeInt(builder, loc, type, 0));
}
