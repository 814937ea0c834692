// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single copies by TMA.
#include "SingleCopies.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/DenseMap.h"

#include "PipelinePlan.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Whether the plan for a loop with stages is about the load.
static bool isInPipeline(const PipelinedLoad &single) {
  auto loop = dyn_cast<scf::ForOp>(tk::LoadOp(single.load)->getParentOp());
  return loop && getStages(loop) > 1 && areReadInBody(single, loop);
}

/// Whether the load is in a loop without loops: there a copy that is waited for in its place is the slowest way.
static bool isInInnermostLoop(tk::LoadOp load) {
  auto loop = load->getParentOfType<LoopLikeOpInterface>();
  bool hasInner = loop && loop->walk([&](LoopLikeOpInterface inner) {
                                return inner != loop ? WalkResult::interrupt() : WalkResult::advance();
                              })
                              .wasInterrupted();
  return loop && !hasInner;
}

/// The reason why the load is no single copy, as far as it needs no analysis; empty where it may be one.
static std::string checkSingle(const PipelinedLoad &single) {
  tk::LoadOp load = single.load;
  if (isInInnermostLoop(load)) {
    return "the loop is not pipelined";
  }
  if (MemDescType(single.target).getSizeInBytes() < fewestTmaBytes) {
    return "the tile is small";
  }
  if (writesGlobalMemoryBetween(load, LocalAllocOp(single.alloc))) {
    return "global memory is written before the tile is used";
  }
  return checkLoad(load);
}

/// Why the block of a load that does not go to shared memory is not copied.
static std::string explainPlain(tk::LoadOp load) {
  std::variant<TileAccess, std::string> tile =
      analyzeTile(load.getPointer(), load.getMask(), load->getParentOfType<scf::ForOp>());
  std::string *reason = std::get_if<std::string>(&tile);
  return reason ? *reason : "the block does not go to shared memory alone";
}

namespace {
/// Rewrites loads, in the order of the program.
class SingleCopier {
public:
  /// Puts the copy in the place of the load, and the wait for it in the place of the buffer.
  void replace(PipelinedLoad &single);

private:
  Value makeBarrier(tk::LoadOp load);

  /// The last barrier that was made in each block.
  llvm::DenseMap<Block *, Operation *> lastInit;
};
} // namespace

/// Barriers of a block are made together, so that all threads meet once behind them; and end together, where the
/// threads have met since, as a rule.
Value SingleCopier::makeBarrier(tk::LoadOp load) {
  Location loc = load.getLoc();
  OpBuilder builder(load);
  Operation *&last = lastInit[load->getBlock()];
  if (last) {
    builder.setInsertionPointAfter(last);
  }
  auto encoding = SwizzledSharedAttr::get(builder.getContext(), 1, 1, 1, ArrayRef<unsigned>{0});
  auto type = MemDescType::get(builder.getContext(), {1}, builder.getI64Type(), encoding);
  auto barrier = LocalAllocOp::create(builder, loc, type, Value());
  last = MbarrierInitOp::create(builder, loc, barrier, /*count=*/1);
  builder.setInsertionPoint(load->getBlock()->getTerminator());
  MbarrierInvalOp::create(builder, loc, barrier);
  return barrier;
}

void SingleCopier::replace(PipelinedLoad &single) {
  tk::LoadOp load = single.load;
  Location loc = load.getLoc();
  Value barrier = makeBarrier(load);
  OpBuilder builder(load);
  auto target = LocalAllocOp::create(builder, single.alloc.getLoc(), single.target, Value());
  if (mayFollowGlobalWrite(load)) {
    FenceAsyncGlobalOp::create(builder, loc);
    BarrierOp::create(builder, loc);
  }
  MbarrierExpectOp::create(builder, loc, barrier, Value(), single.target.getSizeInBytes());
  Value map = getMapArgument(load->getParentOfType<func::FuncOp>(), single.tma->map);
  SmallVector<Value> coordinates = emitCoordinates(builder, loc, *single.tma, IRMapping());
  TmaLoadOp::create(builder, loc, map, coordinates, target, barrier, Value());
  builder.setInsertionPoint(single.alloc);
  Value firstPhase = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  MbarrierWaitOp::create(builder, loc, barrier, firstPhase);
  replaceByView(builder, single, target);
}

/// The loads that may become single copies; says of the others why they don't.
static std::vector<PipelinedLoad> collectSingles(ModuleOp module) {
  std::vector<PipelinedLoad> singles;
  bool isAsked = module.getContext()->getRemarkEngine() != nullptr;
  module.walk([&](tk::LoadOp load) {
    auto block = dyn_cast<RankedTensorType>(load.getType());
    if (!block || block.getRank() < 2) {
      return;
    }
    std::optional<PipelinedLoad> single = followToBuffer(load);
    if (single && isInPipeline(*single)) {
      return;
    }
    std::string problem = single ? checkSingle(*single) : isAsked ? explainPlain(load) : "";
    if (!problem.empty()) {
      explainTma(load, problem);
    } else if (single) {
      singles.push_back(*single);
    }
  });
  return singles;
}

unsigned tkc::tkg::copySinglesByTma(ModuleOp module) {
  std::vector<PipelinedLoad> singles = collectSingles(module);
  if (singles.empty()) {
    return 0;
  }
  AxisInfoAnalysis axisInfo(module);
  for (PipelinedLoad &single : singles) {
    std::variant<TmaCopy, std::string> plan = planTmaInPlace(single.load, single.target, axisInfo);
    if (TmaCopy *copy = std::get_if<TmaCopy>(&plan)) {
      single.tma = *copy;
    } else {
      explainTma(single.load, std::get<std::string>(plan));
    }
  }
  llvm::erase_if(singles, [](const PipelinedLoad &single) { return !single.tma; });
  SingleCopier copier;
  for (PipelinedLoad &single : singles) {
    remark::passed(single.load.getLoc(), remark::RemarkOpts::name("LoadByTma").category("tkg-pipeline-loops"))
        << remark::add("the tile is copied by TMA");
    copier.replace(single);
  }
  return singles.size();
}
