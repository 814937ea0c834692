// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a loop can be issued one iteration ahead.
#include "PrefetchPlan.h"

#include "LoopOrder.h"
#include "LoopSlices.h"
#include "StreamedLoads.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// The loads of the body whose blocks, perhaps after elementwise ops, are staged for a dot.
static SmallVector<tk::LoadOp> findStagedLoads(scf::ForOp loop) {
  llvm::SetVector<Operation *> loads;
  for (auto alloc : loop.getBody()->getOps<LocalAllocOp>()) {
    SmallVector<Value> worklist;
    if (alloc.getSource()) {
      worklist.push_back(alloc.getSource());
    }
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val().getDefiningOp();
      if (!op || op->getBlock() != loop.getBody()) {
        continue;
      }
      if (isa<tk::LoadOp>(op)) {
        loads.insert(op);
      } else if (op->hasTrait<OpTrait::Elementwise>() || isa<ConvertLayoutOp, tk::TransOp, tk::ReshapeOp>(op)) {
        llvm::append_range(worklist, op->getOperands());
      }
    }
  }
  SmallVector<tk::LoadOp> inOrder;
  for (auto load : loop.getBody()->getOps<tk::LoadOp>()) {
    if (loads.contains(load) && !load.getIsVolatile() && isa<RankedTensorType>(load.getType())) {
      inOrder.push_back(load);
    }
  }
  return inOrder;
}

/// The stores that wait for nothing but loads that go ahead, and what they need.
static SmallVector<Operation *> findEarlyStores(scf::ForOp loop, const PrefetchPlan &plan, int64_t maxSharedBytes) {
  PureSlice slice(loop, plan.loads);
  int64_t bytes = 0;
  SmallVector<Operation *> stores;
  for (auto alloc : loop.getBody()->getOps<LocalAllocOp>()) {
    bytes += cast<MemDescType>(alloc.getType()).getSizeInBytes();
    bool isLate = plan.place->isBeforeInBlock(alloc);
    if (isLate && alloc.getSource() && PureSlice(loop, plan.loads).add(alloc.getSource())) {
      slice.add(alloc.getSource());
      stores.push_back(alloc);
    }
  }
  if (bytes > maxSharedBytes) {
    return {};
  }
  llvm::append_range(stores, slice.getInOrder());
  llvm::sort(stores, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return stores;
}

/// The first op of the body that reads a staged operand.
static Operation *findFirstRead(scf::ForOp loop) {
  for (Operation &op : *loop.getBody()) {
    if (isa<LocalLoadOp, WarpGroupDotOp>(op)) {
      return &op;
    }
  }
  return nullptr;
}

/// The scalars that iterations load for more than the next one, each its own.
static SmallVector<tk::LoadOp> findScalarLoads(scf::ForOp loop) {
  SmallVector<tk::LoadOp> scalars;
  for (auto load : loop.getBody()->getOps<tk::LoadOp>()) {
    Operation *yield = loop.getBody()->getTerminator();
    bool isOnItsWay = llvm::all_of(load->getUsers(), [&](Operation *user) { return user == yield; });
    AddressSlice slice(loop, /*permitsIndices=*/true);
    bool isScalar = !isa<RankedTensorType>(load.getType()) && !load.getIsVolatile();
    if (isScalar && !isOnItsWay && slice.add(load->getOperands()) && slice.dependsOnIteration()) {
      scalars.push_back(load);
    }
  }
  return scalars;
}

/// Has the plan's loads go ahead as far as the loop's order permits.
static void addLoads(PrefetchPlan &plan, scf::ForOp loop, ArrayRef<tk::LoadOp> candidates, std::string &reason) {
  LoopOrder order(loop);
  AddressSlice slice(loop, /*permitsIndices=*/true);
  for (tk::LoadOp load : candidates) {
    bool isReachable = AddressSlice(loop, /*permitsIndices=*/true).add(load->getOperands());
    std::string problem = isReachable ? order.explain(load) : unreachableAddress.str();
    if (!problem.empty()) {
      reason = problem;
      continue;
    }
    plan.loads.push_back(load);
    slice.add(load->getOperands());
  }
  plan.addressOps = slice.getAddressOps();
  plan.indexLoads = slice.getIndexLoads();
  llvm::erase_if(plan.loads, [&](tk::LoadOp load) { return llvm::is_contained(plan.indexLoads, load); });
  plan.indexOps = slice.getIndexOps();
  plan.updateOps = slice.getUpdateOps();
}

/// The plan for a loop without dots.
static PrefetchPlan planScalars(scf::ForOp loop, std::string &reason) {
  PrefetchPlan plan;
  addLoads(plan, loop, findScalarLoads(loop), reason);
  plan.place =
      &*llvm::find_if(*loop.getBody(), [&](Operation &op) { return !llvm::is_contained(plan.updateOps, &op); });
  return plan;
}

PrefetchPlan tkc::tkg::planPrefetch(scf::ForOp loop, int64_t maxSharedBytes, std::string &reason) {
  if (streamsLoads(loop)) {
    return planScalars(loop, reason);
  }
  PrefetchPlan plan;
  bool hasDot = llvm::any_of(*loop.getBody(), [](Operation &op) { return isa<tk::DotOp, WarpGroupDotOp>(op); });
  SmallVector<tk::LoadOp> staged = findStagedLoads(loop);
  plan.place = findFirstRead(loop);
  if (hasDot && plan.place && !staged.empty()) {
    addLoads(plan, loop, staged, reason);
    plan.earlyStores = findEarlyStores(loop, plan, maxSharedBytes);
  }
  return plan;
}
