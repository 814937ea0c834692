// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a loop can be issued one iteration ahead.
#include "PrefetchPlan.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Whether anything in the loop may write global memory.
static bool writesGlobalMemory(scf::ForOp loop) {
  WalkResult result = loop.getBody()->walk([](Operation *op) {
    if (isa<LocalAllocOp, LocalStoreOp, BarrierOp, tk::AssumeOp>(op) || isMemoryEffectFree(op) ||
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
      return WalkResult::advance();
    }
    return hasEffect<MemoryEffects::Write>(op) || !isa<MemoryEffectOpInterface>(op) ? WalkResult::interrupt()
                                                                                    : WalkResult::advance();
  });
  return result.wasInterrupted();
}

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

namespace {
/// Collects the ops of the body that a value depends on, as long as they can run at any time.
class PureSlice {
public:
  /// `known`: loads whose blocks are there at the start of the body.
  explicit PureSlice(scf::ForOp loop, ArrayRef<tk::LoadOp> known = {}) : loop(loop), known(known) {}

  /// Adds what `value` needs; false when that includes an op with effects.
  bool add(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == loop.getBody()) {
        arguments.insert(argument);
      }
      return true;
    }
    Operation *op = value.getDefiningOp();
    if (!loop->isProperAncestor(op) || llvm::is_contained(known, op) || !ops.insert(op)) {
      return true;
    }
    return op->getNumRegions() == 0 && isMemoryEffectFree(op) && op->getBlock() == loop.getBody() &&
           llvm::all_of(op->getOperands(), [&](Value operand) { return add(operand); });
  }

  SmallVector<Operation *> getInOrder() const {
    SmallVector<Operation *> inOrder(ops.begin(), ops.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return inOrder;
  }

  llvm::SetVector<BlockArgument> arguments;

private:
  scf::ForOp loop;
  ArrayRef<tk::LoadOp> known;
  llvm::SetVector<Operation *> ops;
};
} // namespace

/// Whether the addresses, masks and others of `load`, in this iteration and the next, can be computed ahead.
static bool canGoAhead(scf::ForOp loop, tk::LoadOp load) {
  PureSlice address(loop), update(loop);
  bool isPure = llvm::all_of(load->getOperands(), [&](Value operand) { return address.add(operand); });
  for (BlockArgument argument : address.arguments) {
    OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
    isPure = isPure && (!yielded || update.add(yielded->get()));
  }
  return isPure;
}

/// The stores that wait for nothing but loads that go ahead, and what they need.
static SmallVector<Operation *> findEarlyStores(scf::ForOp loop, const PrefetchPlan &plan, int64_t maxSharedBytes) {
  PureSlice slice(loop, plan.loads);
  int64_t bytes = 0;
  SmallVector<Operation *> stores;
  for (auto alloc : loop.getBody()->getOps<LocalAllocOp>()) {
    bytes += cast<MemDescType>(alloc.getType()).getSizeInBytes();
    bool isLate = plan.firstRead->isBeforeInBlock(alloc);
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

PrefetchPlan tkc::tkg::planPrefetch(scf::ForOp loop, int64_t maxSharedBytes, std::string &reason) {
  PrefetchPlan plan;
  bool hasDot = !loop.getBody()->getOps<tk::DotOp>().empty();
  auto reads = loop.getBody()->getOps<LocalLoadOp>();
  SmallVector<tk::LoadOp> staged = findStagedLoads(loop);
  if (!hasDot || reads.empty() || staged.empty()) {
    return plan;
  }
  if (writesGlobalMemory(loop)) {
    reason = "the loop writes global memory, which the loads may read";
    return plan;
  }
  PureSlice address(loop), update(loop);
  for (tk::LoadOp load : staged) {
    if (!canGoAhead(loop, load)) {
      reason = "an address depends on another load of the loop";
      continue;
    }
    plan.loads.push_back(load);
    llvm::for_each(load->getOperands(), [&](Value operand) { address.add(operand); });
  }
  for (BlockArgument argument : address.arguments) {
    if (OpOperand *yielded = loop.getTiedLoopYieldedValue(argument)) {
      update.add(yielded->get());
    }
  }
  plan.addressOps = address.getInOrder();
  plan.updateOps = update.getInOrder();
  plan.firstRead = *reads.begin();
  plan.earlyStores = findEarlyStores(loop, plan, maxSharedBytes);
  return plan;
}
