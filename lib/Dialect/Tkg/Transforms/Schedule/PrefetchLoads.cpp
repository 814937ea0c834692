// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Issues loads of the next iteration ahead: those of its dots, or, without dots, of its scalars.
#include "tkc/Dialect/Tk/IR/LoopBounds.h"
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h"

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
  /// Emits the loads of an iteration, whose values `mapping` has.
  SmallVector<Value> emitLoads(OpBuilder &builder, IRMapping mapping, Value condition);
  /// Emits the index loads of an iteration, and enters what they give into `mapping`.
  SmallVector<Value> emitIndexLoads(OpBuilder &builder, IRMapping &mapping, Value condition);
  /// Brings `mapping` from an iteration, which there is where `exists` holds, to the next one.
  void advance(OpBuilder &builder, IRMapping &mapping, Value exists);

  scf::ForOp loop;
  PrefetchPlan plan;
};
} // namespace

SmallVector<Value> LoadPrefetcher::emitLoads(OpBuilder &builder, IRMapping mapping, Value condition) {
  for (Operation *op : plan.addressOps) {
    cloneAhead(builder, op, mapping, condition);
  }
  SmallVector<Value> blocks;
  for (tk::LoadOp load : plan.loads) {
    blocks.push_back(emitLoad(builder, load, mapping, condition));
  }
  return blocks;
}

SmallVector<Value> LoadPrefetcher::emitIndexLoads(OpBuilder &builder, IRMapping &mapping, Value condition) {
  for (Operation *op : plan.indexOps) {
    cloneAhead(builder, op, mapping, condition);
  }
  SmallVector<Value> indices;
  for (tk::LoadOp load : plan.indexLoads) {
    indices.push_back(emitIndexLoad(builder, load, mapping, condition));
    mapping.map(load.getResult(), indices.back());
  }
  return indices;
}

void LoadPrefetcher::advance(OpBuilder &builder, IRMapping &mapping, Value exists) {
  IRMapping current = mapping;
  for (Operation *op : plan.updateOps) {
    cloneAhead(builder, op, current, exists);
  }
  Value iv = loop.getInductionVar();
  mapping.map(iv, arith::AddIOp::create(builder, loop.getLoc(), mapping.lookup(iv), loop.getStep()).getResult());
  for (BlockArgument argument : loop.getRegionIterArgs()) {
    mapping.map(argument, current.lookupOrDefault(loop.getTiedLoopYieldedValue(argument)->get()));
  }
}

SmallVector<Value> LoadPrefetcher::loadFirst() {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), loop.getLowerBound());
  mapping.map(loop.getRegionIterArgs(), loop.getInitArgs());
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value enters = arith::CmpIOp::create(builder, loc, predicate, loop.getLowerBound(), loop.getUpperBound());
  IRMapping withIndices = mapping;
  emitIndexLoads(builder, withIndices, enters);
  SmallVector<Value> first = emitLoads(builder, withIndices, enters);
  if (!plan.indexLoads.empty()) {
    advance(builder, mapping, enters);
    Value hasMore = tk::emitHasNext(builder, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep());
    Value hasSecond = arith::AndIOp::create(builder, loc, enters, hasMore);
    llvm::append_range(first, emitIndexLoads(builder, mapping, hasSecond));
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
      if (plan.place->isBeforeInBlock(op)) {
        op->moveBefore(plan.place);
      }
    }
  }
  OpBuilder builder(plan.place);
  Location loc = loop.getLoc();
  Value iv = loop.getInductionVar();
  // No overflow: in the loop, iv lies below the upper bound.
  Value left = arith::SubIOp::create(builder, loc, loop.getUpperBound(), iv);
  Value hasNext = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, left, loop.getStep());
  IRMapping mapping;
  mapping.map(iv, arith::AddIOp::create(builder, loc, iv, loop.getStep()).getResult());
  unsigned firstIndex = loop.getNumRegionIterArgs() - plan.indexLoads.size();
  unsigned numCarried = firstIndex - plan.loads.size();
  for (unsigned index = 0; index < numCarried; ++index) {
    mapping.map(loop.getRegionIterArg(index), loop.getYieldedValues()[index]);
  }
  IRMapping withIndices = mapping;
  for (auto [index, load] : llvm::enumerate(plan.indexLoads)) {
    withIndices.map(load.getResult(), loop.getRegionIterArg(firstIndex + index));
  }
  SmallVector<Value> next = emitLoads(builder, withIndices, hasNext);
  if (!plan.indexLoads.empty()) {
    advance(builder, mapping, hasNext);
    Value rest = arith::SubIOp::create(builder, loc, left, loop.getStep());
    Value hasMore = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, rest, loop.getStep());
    Value hasNextIndex = arith::AndIOp::create(builder, loc, hasNext, hasMore);
    llvm::append_range(next, emitIndexLoads(builder, mapping, hasNextIndex));
  }
  loop.getBody()->getTerminator()->setOperands(numCarried, next.size(), next);
  for (tk::LoadOp load : plan.loads) {
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
    std::optional<Target> target = getTarget(getOperation());
    int64_t maxSharedBytes = target ? target->sharedBytesPerSm / 2 : 0;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      numPrefetched += prefetch(loop, maxSharedBytes);
    }
  }
};
} // namespace
