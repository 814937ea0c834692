// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Software pipelining: copies into rings of shared memory go ahead, dots of warp groups run on.
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"
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

namespace {
/// Pipelines the loops of a module, inner loops first.
class ModulePipeliner {
public:
  ModulePipeliner(ModuleOp module, const Target &target, bool usesTma)
      : module(module), target(target), usesTma(usesTma) {}

  /// Returns how many loads go ahead.
  unsigned run();

private:
  unsigned pipeline(scf::ForOp loop);
  void explainNest(scf::ForOp loop, const PipelinePlan &plan);
  void explainOtherNests();

  ModuleOp module;
  const Target &target;
  bool usesTma;
  /// Facts about the module as it is; none where it has changed.
  std::optional<AxisInfoAnalysis> axisInfo;
  /// Loops of nests, which were made anew, and are what they can be.
  llvm::SmallPtrSet<Operation *, 4> replaced;
  /// Loops whose inner loops have copies that could go on through them.
  llvm::SmallPtrSet<Operation *, 4> tried;
};
} // namespace

/// Says whether the copies go on through the loop around, if that asks for it.
void ModulePipeliner::explainNest(scf::ForOp loop, const PipelinePlan &plan) {
  auto opts = remark::RemarkOpts::name("LoopFlattened").category("tkg-pipeline-loops");
  auto outer = dyn_cast<scf::ForOp>(loop->getParentOp());
  if (!outer || !outer->hasAttr(flattenAttrName) || plan.loads.empty()) {
    return;
  }
  tried.insert(outer);
  if (plan.nest) {
    remark::passed(loop.getLoc(), opts) << remark::add(
        "copies for the next iteration of the loop around go ahead while this one computes and stores");
  } else {
    remark::missed(loop.getLoc(), opts) << remark::add("{0}", plan.nestRefusal);
  }
}

/// Pipelines the loop if it can be; the number of loads that go ahead.
unsigned ModulePipeliner::pipeline(scf::ForOp loop) {
  auto opts = remark::RemarkOpts::name("LoopPipelined").category("tkg-pipeline-loops");
  int64_t stages = getStages(loop);
  if (stages <= 1) {
    return 0;
  }
  if (!axisInfo) {
    axisInfo.emplace(module);
  }
  std::string reason;
  PipelineLimits limits = {stages, target.maxSharedBytesPerCta, usesTma};
  PipelinePlan plan =
      streamsLoads(loop) ? planStream(loop, *axisInfo, limits, reason) : planPipeline(loop, *axisInfo, limits, reason);
  if (!reason.empty()) {
    remark::missed(loop.getLoc(), opts) << remark::add("{0}", reason);
  }
  unsigned numLoads = plan.loads.size();
  explainNest(loop, plan);
  if (numLoads == 0) {
    return 0;
  }
  if (plan.slots < stages) {
    remark::missed(loop.getLoc(), remark::RemarkOpts::name("SlotsReduced").category("tkg-pipeline-loops"))
        << remark::add("shared memory holds {0} slots of {1}", plan.slots, stages);
  }
  unsigned byTma = llvm::count_if(plan.loads, [](const PipelinedLoad &load) { return load.tma.has_value(); });
  remark::passed(loop.getLoc(), opts) << remark::add(
      "{0} loads are copied {1} iterations ahead into {2} slots, {3} of them by TMA; {4} dots stay in "
      "flight",
      numLoads, plan.distance, plan.slots, byTma, plan.dotsInFlight.size());
  bool isNest = plan.nest.has_value();
  if (isNest) {
    replaced.insert(plan.nest->getOuter());
    tried.erase(plan.nest->getOuter());
  }
  scf::ForOp outermost = pipelineLoop(loop, std::move(plan));
  if (isNest) {
    tried.insert(outermost);
  }
  axisInfo.reset();
  return numLoads;
}

/// Loops that ask for their inner loop's copies to go on through them, and have no such loop.
void ModulePipeliner::explainOtherNests() {
  module.walk([&](scf::ForOp loop) {
    if (loop->hasAttr(flattenAttrName) && !tried.contains(loop)) {
      remark::missed(loop.getLoc(), remark::RemarkOpts::name("LoopFlattened").category("tkg-pipeline-loops"))
          << remark::add("`flatten` changes nothing: no loop directly inside has copies that go ahead");
    }
    loop->removeAttr(flattenAttrName);
  });
}

unsigned ModulePipeliner::run() {
  SmallVector<scf::ForOp> loops;
  module.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  unsigned numLoads = 0;
  for (scf::ForOp loop : loops) {
    if (!replaced.contains(loop)) {
      numLoads += pipeline(loop);
    }
  }
  explainOtherNests();
  return numLoads;
}

namespace {
struct PipelineLoops : tkc::tkg::impl::PipelineLoopsBase<PipelineLoops> {
  using PipelineLoopsBase::PipelineLoopsBase;

  void runOnOperation() override {
    std::optional<Target> target = getTarget(getOperation());
    if (!target || !target->hasCpAsync()) {
      return;
    }
    explainOtherLoops(getOperation());
    bool usesTma = target->hasTma() && promoteTma;
    if (usesTma) {
      numPipelined += copySinglesByTma(getOperation());
    }
    numPipelined += ModulePipeliner(getOperation(), *target, usesTma).run();
  }
};
} // namespace
