// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Issues the loads of the next iteration's dots ahead.
#include "tkc/Arch/Target.h"
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

#include "LoopSlices.h"
#include "PrefetchPlan.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_PREFETCHLOADS
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// Rewrites one loop by its plan.
class LoadPrefetcher {
public:
  LoadPrefetcher(scf::ForOp loop, PrefetchPlan plan) : loop(loop), plan(std::move(plan)) {}

  void run() {
    SmallVector<Value> first = loadFirst();
    carry(first);
    loadNext();
  }

private:
  SmallVector<Value> loadFirst();
  void carry(ArrayRef<Value> first);
  void loadNext();
  Value cloneLoad(OpBuilder &builder, tk::LoadOp load, IRMapping &mapping, Value condition);

  scf::ForOp loop;
  PrefetchPlan plan;
};
} // namespace

/// The load with operands mapped, which reads nothing unless `condition` holds.
Value LoadPrefetcher::cloneLoad(OpBuilder &builder, tk::LoadOp load, IRMapping &mapping, Value condition) {
  Location loc = load.getLoc();
  auto maskType = cast<RankedTensorType>(tk::withElementType(load.getType(), builder.getI1Type()));
  Value mask = tk::SplatOp::create(builder, loc, maskType, condition);
  if (load.getMask()) {
    mask = arith::AndIOp::create(builder, loc, mapping.lookupOrDefault(load.getMask()), mask);
  }
  Value other = load.getOther() ? mapping.lookupOrDefault(load.getOther()) : Value();
  return tk::LoadOp::create(builder, loc, load.getType(), mapping.lookupOrDefault(load.getPointer()), mask, other,
                            load.getCache(), load.getEvict(), load.getIsVolatile());
}

SmallVector<Value> LoadPrefetcher::loadFirst() {
  OpBuilder builder(loop);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), loop.getLowerBound());
  mapping.map(loop.getRegionIterArgs(), loop.getInitArgs());
  for (Operation *op : plan.addressOps) {
    builder.clone(*op, mapping);
  }
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value entersLoop =
      arith::CmpIOp::create(builder, loop.getLoc(), predicate, loop.getLowerBound(), loop.getUpperBound());
  SmallVector<Value> first;
  for (tk::LoadOp load : plan.loads) {
    first.push_back(cloneLoad(builder, load, mapping, entersLoop));
  }
  return first;
}

void LoadPrefetcher::carry(ArrayRef<Value> first) {
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  unsigned numCarried = loop.getNumRegionIterArgs();
  // The loop's body is moved as it is; each new value yields itself until the next load exists.
  auto yieldSelf = [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
    return SmallVector<Value>(arguments.begin(), arguments.end());
  };
  auto wider = loop.replaceWithAdditionalYields(rewriter, first, /*replaceInitOperandUsesInLoop=*/false, yieldSelf);
  loop = cast<scf::ForOp>(wider->getOperation());
  for (auto [index, load] : llvm::enumerate(plan.loads)) {
    load.getResult().replaceAllUsesWith(loop.getRegionIterArg(numCarried + index));
  }
}

void LoadPrefetcher::loadNext() {
  for (ArrayRef<Operation *> early : {ArrayRef<Operation *>(plan.earlyStores), ArrayRef<Operation *>(plan.updateOps)}) {
    for (Operation *op : early) {
      if (plan.firstRead->isBeforeInBlock(op)) {
        op->moveBefore(plan.firstRead);
      }
    }
  }
  OpBuilder builder(plan.firstRead);
  Location loc = loop.getLoc();
  Value iv = loop.getInductionVar();
  // No overflow: in the loop, iv lies below the upper bound.
  Value left = arith::SubIOp::create(builder, loc, loop.getUpperBound(), iv);
  Value hasNext = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, left, loop.getStep());
  IRMapping mapping;
  mapping.map(iv, arith::AddIOp::create(builder, loc, iv, loop.getStep()).getResult());
  unsigned numCarried = loop.getNumRegionIterArgs() - plan.loads.size();
  for (unsigned index = 0; index < numCarried; ++index) {
    mapping.map(loop.getRegionIterArg(index), loop.getYieldedValues()[index]);
  }
  for (Operation *op : plan.addressOps) {
    builder.clone(*op, mapping);
  }
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [index, load] : llvm::enumerate(plan.loads)) {
    yield->setOperand(numCarried + index, cloneLoad(builder, load, mapping, hasNext));
    load.erase();
  }
}

/// Rewrites the loop if it can be; the number of loads that go ahead.
static unsigned prefetch(scf::ForOp loop, int64_t maxSharedBytes) {
  auto opts = remark::RemarkOpts::name("LoadsAhead").category("tkg-prefetch-loads");
  if (getStages(loop) <= 1) {
    return 0;
  }
  std::string reason;
  PrefetchPlan plan = planPrefetch(loop, maxSharedBytes, reason);
  if (!reason.empty()) {
    remark::missed(loop.getLoc(), opts) << remark::add("{0}", reason);
  }
  unsigned numLoads = plan.loads.size();
  if (numLoads > 0) {
    remark::passed(loop.getLoc(), opts) << remark::add("{0} loads are issued one iteration ahead", numLoads);
    LoadPrefetcher(loop, std::move(plan)).run();
  }
  return numLoads;
}

namespace {
struct PrefetchLoads : tkc::tkg::impl::PrefetchLoadsBase<PrefetchLoads> {
  void runOnOperation() override {
    // Two CTAs on an SM hide more than one with twice the buffers.
    std::optional<Target> target = parseTarget(getTargetName(getOperation()).str());
    int64_t maxSharedBytes = target ? target->sharedBytesPerSm / 2 : 0;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      numPrefetched += prefetch(loop, maxSharedBytes);
    }
  }
};
} // namespace
