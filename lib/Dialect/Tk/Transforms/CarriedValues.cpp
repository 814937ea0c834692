// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rebuilding of loops and conditionals around their old blocks.
#include "CarriedValues.h"

using namespace mlir;

namespace tkc::tk {

scf::ForOp addCarriedValues(scf::ForOp loop, ValueRange inits) {
  OpBuilder builder(loop);
  SmallVector<Value> all(loop.getInitArgs());
  llvm::append_range(all, inits);
  auto wider =
      scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), all);
  wider->setAttrs(loop->getAttrDictionary());
  wider.getRegion().takeBody(loop.getRegion());
  Operation *yield = wider.getBody()->getTerminator();
  for (Value init : inits) {
    Value argument = wider.getBody()->addArgument(init.getType(), loop.getLoc());
    yield->insertOperands(yield->getNumOperands(), argument);
  }
  loop->replaceAllUsesWith(wider.getResults().take_front(loop.getNumResults()));
  loop.erase();
  return wider;
}

/// Gives `terminator` further operands of `types`, for now poison.
static void addPoison(Operation *terminator, TypeRange types) {
  OpBuilder builder(terminator);
  for (Type type : types) {
    Value poison = ub::PoisonOp::create(builder, terminator->getLoc(), type);
    terminator->insertOperands(terminator->getNumOperands(), poison);
  }
}

scf::WhileOp addCarriedValues(scf::WhileOp loop, ValueRange inits, TypeRange types) {
  OpBuilder builder(loop);
  SmallVector<Value> allInits(loop.getInits());
  llvm::append_range(allInits, inits);
  SmallVector<Type> allTypes(loop.getResultTypes());
  llvm::append_range(allTypes, types);
  auto wider = scf::WhileOp::create(builder, loop.getLoc(), allTypes, allInits);
  wider->setAttrs(loop->getAttrDictionary());
  wider.getBefore().takeBody(loop.getBefore());
  wider.getAfter().takeBody(loop.getAfter());
  for (Value init : inits) {
    wider.getBeforeBody()->addArgument(init.getType(), loop.getLoc());
  }
  for (Type type : types) {
    wider.getAfterBody()->addArgument(type, loop.getLoc());
  }
  addPoison(wider.getYieldOp(), inits.getTypes());
  addPoison(wider.getConditionOp(), types);
  loop->replaceAllUsesWith(wider.getResults().take_front(loop.getNumResults()));
  loop.erase();
  return wider;
}

scf::IfOp addResults(scf::IfOp conditional, TypeRange types) {
  OpBuilder builder(conditional);
  SmallVector<Type> all(conditional.getResultTypes());
  llvm::append_range(all, types);
  auto wider = scf::IfOp::create(builder, conditional.getLoc(), all, conditional.getCondition(),
                                 /*withElseRegion=*/true);
  wider->setAttrs(conditional->getAttrDictionary());
  wider.getThenRegion().takeBody(conditional.getThenRegion());
  wider.getElseRegion().takeBody(conditional.getElseRegion());
  for (Region *region : {&wider.getThenRegion(), &wider.getElseRegion()}) {
    addPoison(region->front().getTerminator(), types);
  }
  conditional->replaceAllUsesWith(wider.getResults().take_front(conditional.getNumResults()));
  conditional.erase();
  return wider;
}

} // namespace tkc::tk
