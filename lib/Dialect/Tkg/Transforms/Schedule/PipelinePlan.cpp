// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans the software pipeline of a loop.
#include "PipelinePlan.h"

#include "tkc/Dialect/Tkg/Analysis/AsyncCopy.h"
#include "tkc/Dialect/Tkg/Analysis/SharedLiveness.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

#include "llvm/Support/FormatVariadic.h"

#include "LoopOrder.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

bool tkc::tkg::isZeroBlock(Value block) {
  if (auto splat = block.getDefiningOp<tk::SplatOp>()) {
    return matchPattern(splat.getSource(), m_Zero()) || matchPattern(splat.getSource(), m_PosZeroFloat());
  }
  return matchPattern(block, m_Zero()) || matchPattern(block, m_PosZeroFloat());
}

/// The buffer as the copy sees it, before a transposition.
static MemDescType getCopyTarget(PipelinedLoad &pipelined) {
  MemDescType target = pipelined.alloc.getType();
  if (!pipelined.trans) {
    return target;
  }
  int64_t shape[] = {target.getShape()[1], target.getShape()[0]};
  return MemDescType::get(target.getContext(), shape, target.getElementType(), transposeShared(target.getEncoding()));
}

/// The ops that make a block of more than two dimensions one of rows, in the same order; none where it does not become
/// one.
static SmallVector<Operation *, 0> findReshaping(Value block) {
  SmallVector<Operation *, 0> ops;
  while (block.hasOneUse()) {
    Operation *user = *block.getUsers().begin();
    if (!isa<ConvertLayoutOp, tk::ReshapeOp>(user)) {
      break;
    }
    ops.push_back(user);
    block = user->getResult(0);
    auto reshape = dyn_cast<tk::ReshapeOp>(user);
    ArrayRef<int64_t> rows = cast<RankedTensorType>(block.getType()).getShape();
    if (reshape && !reshape.getAllowReorder() && rows.size() == 2 &&
        rows.back() == cast<RankedTensorType>(reshape.getSource().getType()).getShape().back()) {
      return ops;
    }
  }
  return {};
}

std::optional<PipelinedLoad> tkc::tkg::followToBuffer(tk::LoadOp load) {
  PipelinedLoad pipelined;
  pipelined.load = load;
  Value block = load.getResult();
  pipelined.reshaping = findReshaping(block);
  block = pipelined.reshaping.empty() ? block : pipelined.reshaping.back()->getResult(0);
  if (!block.hasOneUse()) {
    return std::nullopt;
  }
  if (auto trans = dyn_cast<tk::TransOp>(*block.getUsers().begin())) {
    pipelined.trans = trans;
    block = trans.getResult();
  }
  pipelined.alloc = block.hasOneUse() ? dyn_cast<LocalAllocOp>(*block.getUsers().begin()) : LocalAllocOp();
  bool isInBody = pipelined.alloc && pipelined.alloc->getBlock() == load->getBlock();
  bool isFlat = !pipelined.trans || pipelined.trans.getOrder().size() == 2;
  if (!isInBody || !isFlat) {
    return std::nullopt;
  }
  pipelined.target = getCopyTarget(pipelined);
  return pipelined;
}

std::string tkc::tkg::checkPolicy(tk::LoadOp load) {
  bool isPlain = !load.getIsVolatile() && load.getEvict() == tk::EvictionPolicy::Normal;
  return isPlain ? "" : "a volatile load, or one with an eviction policy, stays as it is";
}

std::string tkc::tkg::checkLoad(tk::LoadOp load) {
  if (std::string problem = checkPolicy(load); !problem.empty()) {
    return problem;
  }
  return load.getOther() && !isZeroBlock(load.getOther()) ? "masked elements are not filled with zeros" : "";
}

std::string tkc::tkg::checkCopy(PipelinedLoad &pipelined, scf::ForOp loop, const AxisInfoAnalysis &axisInfo) {
  tk::LoadOp load = pipelined.load;
  auto block = cast<RankedTensorType>(load.getType());
  unsigned width = axisInfo.getVectorWidth(load.getPointer(), load.getMask());
  pipelined.vectorWidth = getCopyWidth(block, pipelined.target, width);
  if (pipelined.vectorWidth == 0) {
    return llvm::formatv("{0} contiguous elements of {1} are no copy of 4, 8 or 16 bytes", width,
                         block.getElementType())
        .str();
  }
  return AddressSlice(loop, /*permitsIndices=*/true).add(load->getOperands()) ? "" : unreachableAddress.str();
}

void tkc::tkg::explainTma(tk::LoadOp load, StringRef reason) {
  remark::missed(load.getLoc(), remark::RemarkOpts::name("LoadByTma").category("tkg-pipeline-loops"))
      << remark::add("{0}", reason.str());
}

/// Makes the load a copy by TMA, or else by cp.async; the reason when it can be neither.
static std::string chooseCopy(PipelinedLoad &pipelined, scf::ForOp loop, const AxisInfoAnalysis &axisInfo,
                              bool hasTma) {
  if (std::string problem = checkLoad(pipelined.load); !problem.empty()) {
    return problem;
  }
  if (hasTma) {
    auto tma = planTma(pipelined.load, loop, pipelined.target, axisInfo);
    if (TmaCopy *copy = std::get_if<TmaCopy>(&tma)) {
      pipelined.tma = *copy;
      return "";
    }
    explainTma(pipelined.load, std::get<std::string>(tma));
  }
  return pipelined.reshaping.empty() ? checkCopy(pipelined, loop, axisInfo)
                                     : "only TMA copies blocks of more than two dimensions";
}

void tkc::tkg::replaceByView(OpBuilder &builder, PipelinedLoad &load, Value filled) {
  Value view = filled;
  if (load.trans) {
    view = LocalTransOp::create(builder, load.alloc.getLoc(), load.alloc.getType(), view);
  }
  load.alloc.getResult().replaceAllUsesWith(view);
  load.alloc.erase();
  if (load.trans) {
    load.trans.erase();
  }
  for (Operation *op : llvm::reverse(load.reshaping)) {
    op->erase();
  }
  load.load.erase();
}

bool PipelinePlan::usesTma() const {
  return llvm::any_of(loads, [](const PipelinedLoad &load) { return load.tma.has_value(); });
}

bool PipelinePlan::usesCopies() const {
  return llvm::any_of(loads, [](const PipelinedLoad &load) { return !load.tma.has_value(); });
}

/// Whether the dot adds to what the loop carries, and nothing else in the loop reads the sum.
static bool canStayInFlight(WarpGroupDotOp dot, scf::ForOp loop) {
  auto sum = dyn_cast<BlockArgument>(dot.getC());
  bool isCarried = sum && sum.getOwner() == loop.getBody() && sum.hasOneUse() && dot.getResult().hasOneUse();
  auto wait = isCarried ? dyn_cast<WarpGroupDotWaitOp>(*dot.getResult().getUsers().begin()) : WarpGroupDotWaitOp();
  if (!wait || wait.getNumResults() != 1 || !wait.getResult(0).hasOneUse() || !isa<MemDescType>(dot.getA().getType())) {
    return false;
  }
  OpOperand &use = *wait.getResult(0).getUses().begin();
  OpOperand *yielded = loop.getTiedLoopYieldedValue(sum);
  return yielded == &use;
}

/// Whether the buffer stays as it is when the iteration ends: it is in a ring, or filled before the loop.
static bool outlastsIteration(Value buffer, scf::ForOp loop, const PipelinePlan &plan) {
  bool isInRing = llvm::any_of(
      plan.loads, [&](const PipelinedLoad &load) { return buffer == LocalAllocOp(load.alloc).getResult(); });
  return isInRing || loop.isDefinedOutsideOfLoop(buffer);
}

/// All warp-group dots of the body where each can stay in flight.
static SmallVector<WarpGroupDotOp> findDotsInFlight(scf::ForOp loop, const PipelinePlan &plan) {
  SmallVector<WarpGroupDotOp> dots;
  WalkResult result = loop.getBody()->walk([&](WarpGroupDotOp dot) {
    bool staysThere = outlastsIteration(dot.getA(), loop, plan) && outlastsIteration(dot.getB(), loop, plan);
    if (dot->getBlock() != loop.getBody() || !staysThere || !canStayInFlight(dot, loop)) {
      return WalkResult::interrupt();
    }
    dots.push_back(dot);
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? SmallVector<WarpGroupDotOp>() : dots;
}

bool tkc::tkg::areReadInBody(const PipelinedLoad &load, scf::ForOp loop) {
  return llvm::all_of(LocalAllocOp(load.alloc).getResult().getUsers(), [&](Operation *user) {
    return isa<LocalLoadOp, WarpGroupDotOp>(user) && user->getBlock() == loop.getBody();
  });
}

/// How many slots fit beside what is live during `loop`.
static int64_t countRoom(const PipelinePlan &plan, const PipelineLimits &limits, scf::ForOp loop) {
  int64_t slotBytes = 0;
  llvm::SmallPtrSet<Operation *, 4> replaced;
  for (const PipelinedLoad &load : plan.loads) {
    slotBytes += load.target.withSlots(2).getSlotBytes();
    replaced.insert(load.alloc);
  }
  int64_t left = std::max<int64_t>(limits.maxSharedBytes - countSharedBytesDuring(loop, replaced), 0);
  return left / std::max<int64_t>(slotBytes, 1);
}

/// Lets the copies go on through the loop around, where that asks for it and leaves room for rings.
static void chooseNest(PipelinePlan &plan, const PipelineLimits &limits, scf::ForOp loop) {
  plan.nest = LoopNest::find(loop, plan, plan.nestRefusal);
  constexpr int64_t fewestSlots = 3;
  if (plan.nest && countRoom(plan, limits, plan.nest->getOuter()) < std::min(limits.stages, fewestSlots)) {
    plan.nest.reset();
    plan.nestRefusal = "shared memory holds too few slots beside what the outer loop needs";
  }
  if (plan.nest) {
    // What an argument starts with would need a slot between copies in flight.
    plan.kept.clear();
  }
}

/// Chooses how far ahead the copies go: as far as the stages ask for and shared memory permits.
static void chooseDistance(PipelinePlan &plan, const PipelineLimits &limits, scf::ForOp loop) {
  int64_t room = countRoom(plan, limits, plan.nest ? plan.nest->getOuter() : loop);
  if (room <= limits.stages) {
    plan.kept.clear();
  }
  int64_t numKept = plan.kept.empty() ? 0 : 1;
  int64_t slots = std::min(limits.stages + numKept, room);
  // With two slots a copy would have to come while one dot runs, in flight or not.
  if (slots < 3) {
    plan.dotsInFlight.clear();
  }
  plan.slots = slots;
  plan.distance = std::max<int64_t>(slots - numKept - 1, 0);
}

void tkc::tkg::completePlan(PipelinePlan &plan, scf::ForOp loop, const PipelineLimits &limits, std::string &reason) {
  if (plan.loads.empty()) {
    return;
  }
  AddressSlice slice(loop, /*permitsIndices=*/true);
  for (PipelinedLoad &load : plan.loads) {
    if (load.tma) {
      slice.add(getLoopValues(*load.tma, loop));
    } else {
      slice.add(load.load->getOperands());
    }
  }
  plan.addressOps = slice.getAddressOps();
  plan.indexLoads = slice.getIndexLoads();
  plan.indexOps = slice.getIndexOps();
  plan.updateOps = slice.getUpdateOps();
  plan.carried = slice.getCarried();
  plan.dotsInFlight = findDotsInFlight(loop, plan);
  chooseNest(plan, limits, loop);
  chooseDistance(plan, limits, loop);
  if (plan.distance == 0) {
    reason = "shared memory holds no second slot";
    plan.loads.clear();
  }
}

PipelinePlan tkc::tkg::planPipeline(scf::ForOp loop, const AxisInfoAnalysis &axisInfo, const PipelineLimits &limits,
                                    std::string &reason) {
  PipelinePlan plan;
  std::vector<PipelinedLoad> candidates;
  for (auto load : loop.getBody()->getOps<tk::LoadOp>()) {
    std::optional<PipelinedLoad> pipelined = followToBuffer(load);
    if (pipelined && areReadInBody(*pipelined, loop)) {
      candidates.push_back(*pipelined);
    }
  }
  if (candidates.empty()) {
    return plan;
  }
  LoopOrder order(loop);
  for (PipelinedLoad &candidate : candidates) {
    bool usesTma = limits.hasTma && order.permitsTma(candidate.load);
    std::string refusal = order.explain(candidate.load);
    refusal = refusal.empty() ? chooseCopy(candidate, loop, axisInfo, usesTma) : refusal;
    if (refusal.empty()) {
      plan.loads.push_back(candidate);
    } else {
      reason = refusal;
    }
  }
  completePlan(plan, loop, limits, reason);
  return plan;
}
