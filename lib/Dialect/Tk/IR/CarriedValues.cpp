// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removing what loops carry and nothing needs.
#include "tkc/Dialect/Tk/IR/CarriedValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace {
/// Follows a carried value forward to find out whether anything but itself needs it.
class NeedOfCarriedValue {
public:
  bool isNeeded(scf::ForOp loop, unsigned index) {
    follow(loop, index);
    while (!worklist.empty() && !needed) {
      Value value = worklist.pop_back_val();
      for (OpOperand &use : value.getUses()) {
        visit(use);
      }
    }
    return needed;
  }

private:
  void follow(Value value) {
    if (seen.insert(value).second) {
      worklist.push_back(value);
    }
  }
  void follow(scf::ForOp loop, unsigned index) {
    follow(loop.getRegionIterArg(index));
    follow(loop.getResult(index));
  }

  void visit(OpOperand &use) {
    Operation *op = use.getOwner();
    unsigned index = use.getOperandNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && index >= loop.getNumControlOperands()) {
      return follow(loop, index - loop.getNumControlOperands());
    }
    auto loop = isa<scf::YieldOp>(op) ? dyn_cast<scf::ForOp>(op->getParentOp()) : scf::ForOp();
    if (loop) {
      return follow(loop, index);
    }
    if (!isMemoryEffectFree(op) || op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>()) {
      needed = true;
      return;
    }
    for (Value result : op->getResults()) {
      follow(result);
    }
  }

  llvm::DenseSet<Value> seen;
  SmallVector<Value> worklist;
  bool needed = false;
};
} // namespace

void tkc::tk::cutUnneededCarriedValues(Operation *root) {
  root->walk([&](scf::ForOp loop) {
    for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
      Value argument = loop.getRegionIterArg(index);
      if (!NeedOfCarriedValue().isNeeded(loop, index)) {
        loop.getBody()->getTerminator()->setOperand(index, argument);
      }
    }
  });
}
