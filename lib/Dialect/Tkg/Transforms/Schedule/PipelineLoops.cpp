// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Software pipelining: copies into rings of shared memory go ahead, dots of warp groups run on.
#include "tkc/Arch/Target.h"
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h"

#include "mlir/IR/Remarks.h"

#include "LoopPipeliner.h"
#include "SingleCopies.h"
#include "StreamedLoads.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_PIPELINELOOPS
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Says whether the copies go on through the loop around, if that asks for it.
static void explainNest(scf::ForOp loop, const PipelinePlan &plan) {
  auto opts = remark::RemarkOpts::name("LoopFlattened").category("tkg-pipeline-loops");
  auto outer = dyn_cast<scf::ForOp>(loop->getParentOp());
  if (!outer || !outer->hasAttr(flattenAttrName) || plan.loads.empty()) {
    return;
  }
  outer->removeAttr(flattenAttrName);
  if (plan.nest) {
    remark::passed(outer.getLoc(), opts) << remark::add(
        "copies for the next iteration go ahead while this one computes and stores");
  } else {
    remark::missed(outer.getLoc(), opts) << remark::add("{0}", plan.nestRefusal);
  }
}

/// Pipelines the loop if it can be; the number of loads that go ahead. Adds loops around it that were made anew.
static unsigned pipeline(scf::ForOp loop, const AxisInfoAnalysis &axisInfo, int64_t maxSharedBytes, bool hasTma,
                         llvm::SmallPtrSetImpl<Operation *> &replaced) {
  auto opts = remark::RemarkOpts::name("LoopPipelined").category("tkg-pipeline-loops");
  int64_t stages = getStages(loop);
  if (stages <= 1) {
    return 0;
  }
  std::string reason;
  PipelineLimits limits = {stages, maxSharedBytes, hasTma};
  PipelinePlan plan =
      streamsLoads(loop) ? planStream(loop, axisInfo, limits, reason) : planPipeline(loop, axisInfo, limits, reason);
  if (!reason.empty()) {
    remark::missed(loop.getLoc(), opts) << remark::add("{0}", reason);
  }
  unsigned numLoads = plan.loads.size();
  explainNest(loop, plan);
  if (numLoads > 0 && plan.slots < stages) {
    remark::missed(loop.getLoc(), remark::RemarkOpts::name("SlotsReduced").category("tkg-pipeline-loops"))
        << remark::add("shared memory holds {0} slots of {1}", plan.slots, stages);
  }
  if (numLoads > 0) {
    unsigned byTma = llvm::count_if(plan.loads, [](const PipelinedLoad &load) { return load.tma.has_value(); });
    remark::passed(loop.getLoc(), opts) << remark::add(
        "{0} loads are copied {1} iterations ahead into {2} slots, {3} of them by TMA; {4} dots stay in "
        "flight",
        numLoads, plan.distance, plan.slots, byTma, plan.dotsInFlight.size());
    if (plan.nest) {
      replaced.insert(plan.nest->getOuter());
    }
    pipelineLoop(loop, std::move(plan));
  }
  return numLoads;
}

/// What is written in the source and has no effect on a pipeline, or gets none.
static void explainOtherLoops(ModuleOp module) {
  module.walk([](scf::WhileOp loop) {
    bool isStill = llvm::none_of(loop.getAfter().getOps(), [](Operation &op) {
      bool isBlockLoad = isa<tk::LoadOp>(op) && isa<RankedTensorType>(op.getResult(0).getType());
      return isBlockLoad || isa<tk::DotOp, WarpGroupDotOp>(op);
    });
    if (!isStill) {
      remark::missed(loop.getLoc(), remark::RemarkOpts::name("LoopPipelined").category("tkg-pipeline-loops"))
          << remark::add("a `while` loop is not pipelined");
    }
  });
}

/// Loops that ask for their inner loop's copies to go on through them, and have no such loop.
static void explainOtherNests(ModuleOp module) {
  module.walk([](scf::ForOp loop) {
    if (loop->hasAttr(flattenAttrName)) {
      remark::missed(loop.getLoc(), remark::RemarkOpts::name("LoopFlattened").category("tkg-pipeline-loops"))
          << remark::add("`flatten` changes nothing: no loop directly inside has copies that go ahead");
    }
  });
}

namespace {
struct PipelineLoops : tkc::tkg::impl::PipelineLoopsBase<PipelineLoops> {
  using PipelineLoopsBase::PipelineLoopsBase;

  void runOnOperation() override {
    std::optional<Target> target = parseTarget(getTargetName(getOperation()).str());
    if (!target || !target->hasCpAsync()) {
      return;
    }
    explainOtherLoops(getOperation());
    bool usesTma = target->hasTma() && promoteTma;
    if (usesTma) {
      numPipelined += copySinglesByTma(getOperation());
    }
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    AxisInfoAnalysis axisInfo(getOperation());
    llvm::SmallPtrSet<Operation *, 4> replaced;
    for (scf::ForOp loop : loops) {
      // The loop around a nest's inner one was made anew, and is what it can be.
      if (!replaced.contains(loop)) {
        numPipelined += pipeline(loop, axisInfo, target->maxSharedBytesPerCta, usesTma, replaced);
      }
    }
    explainOtherNests(getOperation());
  }
};
} // namespace
