// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans copies ahead for loops without dots.
#include "StreamedLoads.h"

#include "mlir/IR/Remarks.h"

#include "LoopOrder.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

bool tkc::tkg::streamsLoads(scf::ForOp loop) {
  // A loop that waits for something, inside, starts no copies.
  bool isPlain = !loop.getBody()
                      ->walk([](Operation *op) {
                        bool isOther = isa<scf::ForOp, tk::DotOp, WarpGroupDotOp, LocalAllocOp>(op);
                        return isOther ? WalkResult::interrupt() : WalkResult::advance();
                      })
                      .wasInterrupted();
  return isPlain && asksForStages(loop);
}

static void explainStay(tk::LoadOp load, StringRef reason) {
  remark::missed(load.getLoc(), remark::RemarkOpts::name("LoadStreamed").category("tkg-pipeline-loops"))
      << remark::add("{0}", reason.str());
}

/// Why no ring can hold the load's blocks; empty when one can.
static std::string checkBlock(tk::LoadOp load) {
  Type element = cast<RankedTensorType>(load.getType()).getElementType();
  bool isStorable = element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8;
  return isStorable ? "" : "shared memory holds no blocks of such elements";
}

/// A ring's slot for the load's blocks: elements in the order in which the threads hold them.
static MemDescType makeSlot(tk::LoadOp load) {
  auto block = cast<RankedTensorType>(load.getType());
  auto encoding = SwizzledSharedAttr::get(load.getContext(), 1, 1, 1, getMemoryOrder(block));
  return MemDescType::get(load.getContext(), block.getShape(), block.getElementType(), encoding);
}

namespace {
/// Chooses the loads of one loop.
class StreamPlanner {
public:
  StreamPlanner(scf::ForOp loop, const AxisInfoAnalysis &axisInfo) : loop(loop), axisInfo(axisInfo), order(loop) {}

  std::vector<PipelinedLoad> chooseLoads();

private:
  std::string check(PipelinedLoad &pipelined);

  scf::ForOp loop;
  const AxisInfoAnalysis &axisInfo;
  LoopOrder order;
  llvm::SmallPtrSet<Operation *, 4> indexLoads;
};
} // namespace

std::string StreamPlanner::check(PipelinedLoad &pipelined) {
  tk::LoadOp load = pipelined.load;
  std::string problem = checkBlock(load);
  problem = problem.empty() ? checkPolicy(load) : problem;
  problem = problem.empty() ? order.explain(load) : problem;
  if (!problem.empty()) {
    return problem;
  }
  pipelined.target = makeSlot(load);
  if (problem = checkCopy(pipelined, loop, axisInfo); !problem.empty()) {
    return problem;
  }
  AddressSlice slice(loop, /*permitsIndices=*/true);
  slice.add(load->getOperands());
  if (!slice.dependsOnIteration()) {
    return "each iteration loads the same";
  }
  for (tk::LoadOp index : slice.getIndexLoads()) {
    indexLoads.insert(index);
  }
  return "";
}

std::vector<PipelinedLoad> StreamPlanner::chooseLoads() {
  std::vector<PipelinedLoad> chosen;
  for (auto load : loop.getBody()->getOps<tk::LoadOp>()) {
    if (!isa<RankedTensorType>(load.getType())) {
      continue;
    }
    PipelinedLoad pipelined;
    pipelined.load = load;
    std::string problem = check(pipelined);
    if (problem.empty()) {
      chosen.push_back(pipelined);
    } else {
      explainStay(load, problem);
    }
  }
  // What addresses need goes ahead in registers.
  llvm::erase_if(chosen, [&](const PipelinedLoad &load) { return indexLoads.contains(load.load); });
  return chosen;
}

/// Whether the block is what the slot has: copies fill masked elements with zeros.
static bool isAsInSlot(tk::LoadOp load) { return !load.getMask() || !load.getOther() || isZeroBlock(load.getOther()); }

/// The arguments that are a load of the iteration before, where they take more registers than reading slots again
/// costs.
static SmallVector<KeptArgument> findKept(scf::ForOp loop, ArrayRef<PipelinedLoad> loads) {
  constexpr int64_t fewBytes = 32;
  SmallVector<KeptArgument> kept;
  int64_t bytes = 0;
  for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
    BlockArgument argument = loop.getRegionIterArg(index);
    Value yielded = loop.getTiedLoopYieldedValue(argument)->get();
    auto *load = llvm::find_if(loads, [&](const PipelinedLoad &pipelined) {
      return tk::LoadOp(pipelined.load).getResult() == yielded && isAsInSlot(pipelined.load);
    });
    // Before the first iteration a slot holds one block.
    bool isTaken = llvm::any_of(kept, [&](const KeptArgument &other) {
      return other.load == unsigned(load - loads.begin()) &&
             loop.getInitArgs()[other.argument] != loop.getInitArgs()[index];
    });
    if (load != loads.end() && !isTaken && !argument.use_empty()) {
      auto type = cast<RankedTensorType>(argument.getType());
      kept.push_back({index, unsigned(load - loads.begin())});
      bytes += int64_t(getElementsPerThread(type)) * getElementBytes(type.getElementType());
    }
  }
  return bytes > fewBytes ? kept : SmallVector<KeptArgument>();
}

PipelinePlan tkc::tkg::planStream(scf::ForOp loop, const AxisInfoAnalysis &axisInfo, const PipelineLimits &limits,
                                  std::string &reason) {
  PipelinePlan plan;
  plan.loads = StreamPlanner(loop, axisInfo).chooseLoads();
  plan.copiesFirst = llvm::all_of(
      plan.loads, [](PipelinedLoad &load) { return hasOneOwner(cast<RankedTensorType>(load.load.getType())); });
  if (plan.copiesFirst) {
    plan.kept = findKept(loop, plan.loads);
  }
  completePlan(plan, loop, limits, reason);
  return plan;
}
