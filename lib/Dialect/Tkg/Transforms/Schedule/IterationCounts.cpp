// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes numbers of iterations.
#include "IterationCounts.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

Value tkc::tkg::makeInt(OpBuilder &builder, Location loc, Type type, int64_t value) {
  return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
}

Value tkc::tkg::emitIterationCount(OpBuilder &builder, scf::ForOp loop, const IRMapping &mapping) {
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
