// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removing what loops carry and nothing needs.
#include "tkc/Dialect/Tk/IR/CarriedValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace {
/// What is needed by anything but carried values that only need themselves. Looks at each op once.
class NeededValues {
public:
  explicit NeededValues(Operation *root) {
    root->walk([&](Operation *op) { markUsed(op); });
    while (!worklist.empty()) {
      visit(worklist.pop_back_val());
    }
  }

  bool contains(scf::ForOp loop, unsigned index) const {
    return seen.contains(loop.getRegionIterArg(index)) || seen.contains(loop.getResult(index));
  }

private:
  void mark(Value value) {
    if (seen.insert(value).second) {
      worklist.push_back(value);
    }
  }

  /// Marks what the op needs even if nothing needs its results.
  void markUsed(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      llvm::for_each(loop->getOperands().take_front(loop.getNumControlOperands()), [&](Value bound) { mark(bound); });
      return;
    }
    bool isCarrying = isa<scf::YieldOp>(op) && isa<scf::ForOp>(op->getParentOp());
    bool isUse = op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(op);
    if (isUse && !isCarrying) {
      llvm::for_each(op->getOperands(), [&](Value operand) { mark(operand); });
    }
  }

  /// Marks what a needed value is made of.
  void visit(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (loop && argument.getArgNumber() >= loop.getNumInductionVars()) {
        visitCarried(loop, argument.getArgNumber() - loop.getNumInductionVars());
      }
      return;
    }
    if (auto loop = value.getDefiningOp<scf::ForOp>()) {
      return visitCarried(loop, cast<OpResult>(value).getResultNumber());
    }
    llvm::for_each(value.getDefiningOp()->getOperands(), [&](Value operand) { mark(operand); });
  }

  void visitCarried(scf::ForOp loop, unsigned index) {
    mark(loop.getInitArgs()[index]);
    mark(loop.getYieldedValues()[index]);
  }

  llvm::DenseSet<Value> seen;
  SmallVector<Value> worklist;
};
} // namespace

void tkc::tk::cutUnneededCarriedValues(Operation *root) {
  NeededValues needed(root);
  root->walk([&](scf::ForOp loop) {
    for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
      if (!needed.contains(loop, index)) {
        loop.getBody()->getTerminator()->setOperand(index, loop.getRegionIterArg(index));
      }
    }
  });
}
