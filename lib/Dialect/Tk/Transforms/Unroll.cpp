// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-unroll: loops that ask for it do several iterations at once.
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

/// Makes the upper bound at least the lower one: the count of a loop that never runs would be taken for a large number.
static void raiseUpperBound(scf::ForOp loop) {
  APInt lower, upper;
  bool isKnown = matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
                 matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) && lower.sle(upper);
  if (!isKnown) {
    OpBuilder builder(loop);
    loop.setUpperBound(builder.createOrFold<arith::MaxSIOp>(loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
  }
}

/// What remains runs few iterations: it is neither unrolled nor pipelined.
static void markRemainder(scf::ForOp loop) {
  loop->removeAttr(loopUnrollFactorAttrName);
  loop->setAttr(numStagesAttrName, IntegerAttr::get(IntegerType::get(loop.getContext(), 32), 1));
}

static LogicalResult unrollByFactor(scf::ForOp loop, uint64_t factor) {
  raiseUpperBound(loop);
  loop->removeAttr(loopUnrollFactorAttrName);
  FailureOr<UnrolledLoopInfo> unrolled = loopUnrollByFactor(loop, factor);
  if (failed(unrolled)) {
    return failure();
  }
  if (unrolled->epilogueLoopOp) {
    markRemainder(*unrolled->epilogueLoopOp);
  }
  return success();
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
  if (loop.getUnsignedCmp()) {
    remark::missed(loc, getRemarkOptions()) << remark::add("the loop counts unsigned numbers");
    loop->removeAttr(loopUnrollFactorAttrName);
    return false;
  }
  std::optional<APInt> count = loop.getStaticTripCount();
  bool isWhole = count && count->ule(factor);
  uint64_t numIterations = isWhole ? count->getZExtValue() : uint64_t(factor);
  if (uint64_t numOps = countOps(loop) * numIterations; numOps > maxUnrolledOps) {
    remark::missed(loc, getRemarkOptions())
        << remark::add("{0} iterations are {1} ops, of at most {2}", numIterations, numOps, maxUnrolledOps);
    loop->removeAttr(loopUnrollFactorAttrName);
    return false;
  }
  if (failed(isWhole ? loopUnrollFull(loop) : unrollByFactor(loop, factor))) {
    remark::failed(loc, getRemarkOptions()) << remark::add("the loop cannot be unrolled");
    return false;
  }
  if (isWhole) {
    remark::passed(loc, getRemarkOptions()) << remark::add("all {0} iterations are unrolled", count->getZExtValue());
  } else {
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
