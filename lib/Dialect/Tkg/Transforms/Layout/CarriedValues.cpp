// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding values to what loops and conditionals hand on, and removing those that nothing needs.
#include "CarriedValues.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static SmallVector<Value> makePoison(OpBuilder &builder, Location loc, ArrayRef<Type> types) {
  return llvm::map_to_vector(types, [&](Type type) -> Value { return ub::PoisonOp::create(builder, loc, type); });
}

scf::ForOp tkc::tkg::addCarriedValues(scf::ForOp loop, ArrayRef<Type> types) {
  OpBuilder builder(loop);
  SmallVector<Value> inits(loop.getInitArgs());
  llvm::append_range(inits, makePoison(builder, loop.getLoc(), types));
  auto wider =
      scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits);
  wider->setAttrs(loop->getAttrDictionary());
  wider.getRegion().takeBody(loop.getRegion());
  Operation *yield = wider.getBody()->getTerminator();
  for (Type type : types) {
    Value argument = wider.getBody()->addArgument(type, loop.getLoc());
    yield->insertOperands(yield->getNumOperands(), argument);
  }
  loop->replaceAllUsesWith(wider.getResults().take_front(loop.getNumResults()));
  loop.erase();
  return wider;
}

scf::IfOp tkc::tkg::addResults(scf::IfOp conditional, ArrayRef<Type> types) {
  OpBuilder builder(conditional);
  SmallVector<Type> allTypes(conditional.getResultTypes());
  llvm::append_range(allTypes, types);
  auto wider = scf::IfOp::create(builder, conditional.getLoc(), allTypes, conditional.getCondition(),
                                 /*withElseRegion=*/true);
  wider->setAttrs(conditional->getAttrDictionary());
  wider.getThenRegion().takeBody(conditional.getThenRegion());
  wider.getElseRegion().takeBody(conditional.getElseRegion());
  for (Region *region : {&wider.getThenRegion(), &wider.getElseRegion()}) {
    Operation *yield = region->front().getTerminator();
    builder.setInsertionPoint(yield);
    yield->insertOperands(yield->getNumOperands(), makePoison(builder, conditional.getLoc(), types));
  }
  conditional->replaceAllUsesWith(wider.getResults().take_front(conditional.getNumResults()));
  conditional.erase();
  return wider;
}

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

void tkc::tkg::cutUnneededCarriedValues(Operation *root) {
  root->walk([&](scf::ForOp loop) {
    for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
      Value argument = loop.getRegionIterArg(index);
      if (!NeedOfCarriedValue().isNeeded(loop, index)) {
        loop.getBody()->getTerminator()->setOperand(index, argument);
      }
    }
  });
}
