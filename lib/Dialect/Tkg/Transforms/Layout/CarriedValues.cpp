// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding values to what loops and conditionals hand on.
#include "CarriedValues.h"

#include "mlir/IR/Builders.h"

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
