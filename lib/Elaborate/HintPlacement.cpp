// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows arguments of loops, and results of loops and branches, to the ops that make their values.
#include "HintPlacement.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace tkc::elaborate {

namespace {
/// Visits the values that one value stands for, each once.
class HintPlacement {
public:
  explicit HintPlacement(Operation *marker) : marker(marker) {}

  void place() {
    addSource(marker->getOperand(0));
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      if (auto result = dyn_cast<OpResult>(value)) {
        visitResult(result);
      } else {
        visitArgument(cast<BlockArgument>(value));
      }
    }
  }

private:
  void addSource(Value value) {
    if (seen.insert(value).second) {
      pending.push_back(value);
    }
  }

  /// What a constant is needs no hint.
  void visitResult(OpResult result) {
    Operation *op = result.getOwner();
    unsigned number = result.getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      addSource(loop.getInitArgs()[number]);
      addSource(loop.getYieldedValues()[number]);
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      addSource(loop.getConditionOp().getArgs()[number]);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      addSource(branch.thenYield().getResults()[number]);
      addSource(branch.elseYield().getResults()[number]);
    } else if (op->getNumResults() == 1 && !op->hasTrait<OpTrait::ConstantLike>()) {
      copyHintsTo(op);
    }
  }

  void copyHintsTo(Operation *op) {
    for (NamedAttribute hint : marker->getDiscardableAttrs()) {
      op->setDiscardableAttr(hint.getName(), hint.getValue());
    }
  }

  /// A loop's own hints are those of its induction variable. Arguments of the kernel have theirs by attribute.
  void visitArgument(BlockArgument argument) {
    Operation *owner = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    auto loop = dyn_cast<scf::ForOp>(owner);
    if (loop && number == 0) {
      copyHintsTo(loop);
    } else if (loop) {
      addSource(loop.getInitArgs()[number - 1]);
      addSource(loop.getYieldedValues()[number - 1]);
    } else if (auto loop = dyn_cast<scf::WhileOp>(owner)) {
      bool isBefore = argument.getOwner() == loop.getBeforeBody();
      addSource(isBefore ? loop.getInits()[number] : loop.getConditionOp().getArgs()[number]);
      if (isBefore) {
        addSource(loop.getYieldOp().getResults()[number]);
      }
    }
  }

  Operation *marker;
  SmallVector<Value> pending;
  llvm::SmallPtrSet<Value, 8> seen;
};
} // namespace

void placeHints(Operation *root) {
  SmallVector<Operation *> markers;
  root->walk([&](UnrealizedConversionCastOp marker) { markers.push_back(marker); });
  for (Operation *marker : markers) {
    HintPlacement(marker).place();
    marker->erase();
  }
}

} // namespace tkc::elaborate
