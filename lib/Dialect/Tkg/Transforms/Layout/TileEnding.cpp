// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of accesses when the work on blocks is done tile by tile.
#include "TileEnding.h"

#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

bool tkc::tkg::isFold(Operation *op) { return isa<tk::ReduceOp, tk::HistogramOp>(op); }

/// Whether the op is undisturbed by `by`, which runs between its place and that of the loop.
static bool isUndisturbed(Operation *moved, Operation *by, const Ending &ending, GlobalOrder &order) {
  auto disturbs = [&](Operation *op) {
    bool isPart = llvm::is_contained(ending.ops, op) || ending.plan.loads.contains(op) || isa<tk::AssumeOp>(op);
    if (isPart || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isMemoryEffectFree(op)) {
      return false;
    }
    if (!order.getAccess(op) || isa<tk::AtomicRmwOp, tk::AtomicCasOp>(op)) {
      return true;
    }
    bool bothRead = isa<tk::LoadOp>(op) && isa<tk::LoadOp>(moved);
    return !bothRead && order.compare(moved, op, nullptr) != Meeting::Never;
  };
  return !by->walk([&](Operation *op) {
              return disturbs(op) ? WalkResult::interrupt() : WalkResult::advance();
            }).wasInterrupted();
}

/// Whether an op, or the loop that it is in and that each tile has anew, may run where the last op of the ending is.
static bool staysInOrder(Operation *op, const Ending &ending, GlobalOrder &order) {
  Operation *last = ending.ops.back(), *place = op;
  while (ending.plan.loops.contains(place->getParentOp())) {
    place = place->getParentOp();
  }
  Operation *target = place->getBlock()->findAncestorOpInBlock(*last);
  if (!target || place == target) {
    return target != nullptr;
  }
  for (Operation *by = place->getNextNode(); by && by != target; by = by->getNextNode()) {
    if (!isUndisturbed(op, by, ending, order)) {
      return false;
    }
  }
  return target == last || isUndisturbed(op, target, ending, order);
}

/// Whether the op comes to a loop of the ending that it was not in, and so is done again behind what the ending writes.
static bool entersLoop(Operation *op, const Ending &ending) {
  for (Operation *parent = ending.ops.back()->getParentOp(); parent; parent = parent->getParentOp()) {
    if (isa<LoopLikeOpInterface>(parent) && !parent->isAncestor(op)) {
      return true;
    }
  }
  return false;
}

bool Ending::canMove() const {
  GlobalOrder order;
  SmallVector<std::pair<Operation *, std::optional<unsigned>>> moved(plan.loads.begin(), plan.loads.end());
  for (auto [op, dim] : llvm::zip(ops, dims)) {
    if (!isFold(op)) {
      moved.push_back({op, dim});
    }
  }
  auto keepOrder = [&](auto one, auto other) {
    if (one.first == other.first || (isa<tk::LoadOp>(one.first) && isa<tk::LoadOp>(other.first))) {
      return true;
    }
    Meeting meeting = order.compare(one.first, other.first, nullptr);
    bool isInOneTile = one.second && one.second == other.second &&
                       one.first->getOperand(0).getType() == other.first->getOperand(0).getType();
    bool isAgain = entersLoop(one.first, *this) || entersLoop(other.first, *this);
    return meeting == Meeting::Never || (meeting == Meeting::InPlace && isInOneTile && !isAgain);
  };
  return llvm::all_of(moved, [&](auto one) {
    return staysInOrder(one.first, *this, order) &&
           llvm::all_of(moved, [&](auto other) { return keepOrder(one, other); });
  });
}

SmallVector<Operation *> Ending::listInOrder() const {
  SmallVector<Operation *> inOrder = ops;
  auto add = [&](Operation *op) {
    if (op->getBlock() == ops[0]->getBlock()) {
      inOrder.push_back(op);
    }
  };
  for (auto [load, dim] : plan.loads) {
    add(load);
  }
  for (const auto &[loop, cut] : plan.loops) {
    add(loop);
  }
  llvm::sort(inOrder, [](Operation *one, Operation *other) { return one->isBeforeInBlock(other); });
  return inOrder;
}

SmallVector<Operation *> Ending::listEarlier() const {
  SmallVector<Operation *> earlier;
  auto add = [&](Operation *op) {
    if (op->getBlock() != ops[0]->getBlock() && !plan.loops.contains(op->getParentOp())) {
      earlier.push_back(op);
    }
  };
  for (auto [load, dim] : plan.loads) {
    add(load);
  }
  for (const auto &[loop, cut] : plan.loops) {
    add(loop);
  }
  return earlier;
}
