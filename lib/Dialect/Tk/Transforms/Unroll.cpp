// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-unroll: loops that ask for it do several iterations at once.
#include "tkc/Dialect/Tk/IR/LoopBounds.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKUNROLL
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

/// More ops than this would take the passes behind too long.
constexpr uint64_t maxUnrolledOps = 1 << 15;

static uint64_t countOps(scf::ForOp loop) {
  uint64_t count = 0;
  loop.getBody()->walk([&](Operation *) { ++count; });
  return count;
}

static remark::RemarkOpts getRemarkOptions() { return remark::RemarkOpts::name("LoopUnrolled").category("tk-unroll"); }

/// What remains runs few iterations: it is neither unrolled nor pipelined.
static void markRemainder(scf::ForOp loop) {
  loop->removeAttr(loopUnrollFactorAttrName);
  loop->setAttr(numStagesAttrName, IntegerAttr::get(IntegerType::get(loop.getContext(), 32), 1));
}

/// The largest step of which `factor` are still a step: a positive number of the type.
static APInt getLargestStep(scf::ForOp loop, uint64_t factor) {
  Type type = loop.getStep().getType();
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
  APInt largest = APInt::getSignedMaxValue(width);
  return largest.ult(factor) ? APInt::getZero(width) : largest.udiv(factor);
}

/// Whether the steps of `factor` iterations may be one.
static bool canMultiplyStep(scf::ForOp loop, uint64_t factor) {
  APInt step, largest = getLargestStep(loop, factor);
  return !largest.isZero() && (!matchPattern(loop.getStep(), m_ConstantInt(&step)) || step.ule(largest));
}

namespace {
/// The iterations that are done several at once, by the end and step of their loop, and where those begin that remain.
struct Division {
  Value end, step, restBegin;
};
} // namespace

/// Divides the iterations of a loop. The bounds are at most the old one: what lies beyond the type is not chosen.
static Division divideIterations(OpBuilder &builder, scf::ForOp loop, uint64_t factor) {
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound(), step = loop.getStep();
  Type type = step.getType();
  Value zero = makeInt(builder, loc, type, 0), one = makeInt(builder, loc, type, 1);
  auto add = [&](Value left, Value right) { return builder.createOrFold<arith::AddIOp>(loc, left, right); };
  auto subtract = [&](Value left, Value right) { return builder.createOrFold<arith::SubIOp>(loc, left, right); };
  auto multiply = [&](Value left, Value right) { return builder.createOrFold<arith::MulIOp>(loc, left, right); };
  auto compare = [&](arith::CmpIPredicate predicate, Value left, Value right) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, left, right);
  };
  auto select = [&](Value condition, Value yes, Value no) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, yes, no);
  };

  Value count = emitIterationCount(builder, loop);
  Value rest = builder.createOrFold<arith::RemUIOp>(loc, count, makeInt(builder, loc, type, factor));
  Value whole = subtract(count, rest), wideStep = multiply(step, makeInt(builder, loc, type, factor));
  if (!getConstantIntValue(step)) {
    // A product beyond the type is no step: all iterations remain.
    Value largest = makeInt(builder, loc, type, getLargestStep(loop, factor).getSExtValue());
    Value fits = compare(arith::CmpIPredicate::ule, step, largest);
    whole = select(fits, whole, zero);
    wideStep = select(fits, wideStep, step);
  }
  Value behind = add(lower, multiply(whole, step));
  Value isNone = compare(arith::CmpIPredicate::eq, whole, zero);
  Value end = select(isNone, lower, subtract(behind, subtract(step, one)));
  Value isAll = compare(arith::CmpIPredicate::eq, whole, count);
  return {end, wideStep, select(isAll, upper, behind)};
}

/// Lets the loop do `factor` iterations at once.
static void repeatBody(scf::ForOp loop, uint64_t factor, const Division &division) {
  Location loc = loop.getLoc();
  Value step = loop.getStep();
  loop.setUpperBound(division.end);
  loop.setStep(division.step);
  auto indexOf = [&](unsigned iteration, Value first, OpBuilder body) -> Value {
    Value behind = arith::MulIOp::create(body, loc, step, makeInt(body, loc, step.getType(), iteration));
    return arith::AddIOp::create(body, loc, first, behind);
  };
  generateUnrolledLoop(loop.getBody(), loop.getInductionVar(), factor, indexOf, /*annotateFn=*/nullptr,
                       loop.getRegionIterArgs(), loop.getYieldedValues());
}

static void unrollByFactor(scf::ForOp loop, uint64_t factor) {
  OpBuilder builder(loop);
  loop->removeAttr(loopUnrollFactorAttrName);
  Division division = divideIterations(builder, loop, factor);
  builder.setInsertionPointAfter(loop);
  auto rest = cast<scf::ForOp>(builder.clone(*loop));
  loop->replaceAllUsesWith(rest);
  rest.getInitArgsMutable().assign(loop.getResults());
  rest.setLowerBound(division.restBegin);
  markRemainder(rest);
  repeatBody(loop, factor, division);
}

/// Unrolls a loop that asks for it; true if it did.
static bool unroll(scf::ForOp loop) {
  auto attr = loop->getAttrOfType<IntegerAttr>(loopUnrollFactorAttrName);
  int64_t factor = attr ? attr.getInt() : 1;
  if (factor <= 1) {
    loop->removeAttr(loopUnrollFactorAttrName);
    return false;
  }
  Location loc = loop.getLoc();
  std::optional<APInt> count = loop.getStaticTripCount();
  bool isWhole = count && count->ule(factor);
  uint64_t numIterations = isWhole ? count->getZExtValue() : uint64_t(factor);
  if (uint64_t numOps = countOps(loop) * numIterations; numOps > maxUnrolledOps) {
    remark::missed(loc, getRemarkOptions())
        << remark::add("{0} iterations are {1} ops, of at most {2}", numIterations, numOps, maxUnrolledOps);
    loop->removeAttr(loopUnrollFactorAttrName);
    return false;
  }
  if (!isWhole && !canMultiplyStep(loop, factor)) {
    remark::missed(loc, getRemarkOptions())
        << remark::add("{0} steps are more than the type of the index holds", factor);
    loop->removeAttr(loopUnrollFactorAttrName);
    return false;
  }
  if (isWhole && failed(loopUnrollFull(loop))) {
    remark::failed(loc, getRemarkOptions()) << remark::add("the loop cannot be unrolled");
    return false;
  }
  if (isWhole) {
    remark::passed(loc, getRemarkOptions()) << remark::add("all {0} iterations are unrolled", count->getZExtValue());
  } else {
    unrollByFactor(loop, factor);
    remark::passed(loc, getRemarkOptions()) << remark::add("{0} iterations are done at once", factor);
  }
  return true;
}

namespace {
struct TkUnroll : impl::TkUnrollBase<TkUnroll> {
  using TkUnrollBase::TkUnrollBase;

  void runOnOperation() override {
    // Inner loops first: what an outer one repeats is unrolled already.
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      if (loop->hasAttr(loopUnrollFactorAttrName)) {
        loops.push_back(loop);
      }
    });
    for (scf::ForOp loop : loops) {
      numUnrolled += unroll(loop);
    }
  }
};
} // namespace

} // namespace tkc::tk
