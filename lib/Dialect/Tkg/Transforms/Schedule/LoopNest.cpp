// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans and computes the places of copies in two loops, one in the other.
#include "LoopNest.h"

#include "IterationCounts.h"
#include "LoopOrder.h"
#include "PipelinePlan.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

//===--- What can be one sequence ----------------------------------------===//

/// The values inside of the outer loop that the coordinates and extents of the copies are made of.
static SmallVector<Value> listNeeded(const PipelinePlan &plan, scf::ForOp inner, scf::ForOp outer) {
  llvm::SetVector<Value> values;
  auto add = [&](const LinearSum &sum) {
    for (auto [value, factor] : sum.getTerms()) {
      bool isInside = outer.getRegion().isAncestor(value.getParentRegion());
      if (isInside && value != inner.getInductionVar() && value != outer.getInductionVar()) {
        values.insert(value);
      }
    }
  };
  for (const PipelinedLoad &load : plan.loads) {
    for (const TileDimension &dimension : load.tma->dimensions) {
      add(dimension.start);
      add(dimension.extent.value_or(LinearSum()));
    }
  }
  return values.takeVector();
}

/// Why the loads can't go ahead of what the outer loop does behind them; empty when they can.
static std::string checkOrder(const PipelinePlan &plan, scf::ForOp outer) {
  LoopOrder order(outer);
  for (const PipelinedLoad &load : plan.loads) {
    if (std::string problem = order.explainByTma(load.load); !problem.empty()) {
      return problem;
    }
  }
  return "";
}

/// The ops of the loop's body that compute the values from its index alone, in order; none where it takes more.
static std::optional<SmallVector<Operation *>> sliceByIndex(scf::ForOp loop, ArrayRef<Value> values) {
  PureSlice slice(loop);
  bool isPure = llvm::all_of(values, [&](Value value) { return slice.add(value); });
  bool followsIndex =
      llvm::all_of(slice.arguments, [](BlockArgument argument) { return argument.getArgNumber() == 0; });
  return isPure && followsIndex ? std::optional(slice.getInOrder()) : std::nullopt;
}

std::optional<LoopNest> LoopNest::find(scf::ForOp inner, const PipelinePlan &plan, std::string &reason) {
  LoopNest nest;
  nest.inner = inner;
  nest.outer = dyn_cast<scf::ForOp>(inner->getParentOp());
  if (!nest.outer || !nest.outer->hasAttr(flattenAttrName)) {
    return std::nullopt;
  }
  if (!nest.outer.isDefinedOutsideOfLoop(inner.getStep())) {
    reason = "the inner loop's step changes with the outer loop";
    return std::nullopt;
  }
  if (plan.usesCopies() || !plan.addressOps.empty() || !plan.carried.empty() || !plan.indexLoads.empty()) {
    reason = "the inner loop has loads that are no copies by TMA, or coordinates that are no sums of its index";
    return std::nullopt;
  }
  nest.needed = listNeeded(plan, inner, nest.outer);
  std::optional<SmallVector<Operation *>> ops = sliceByIndex(nest.outer, nest.needed);
  Value bounds[] = {inner.getLowerBound(), inner.getUpperBound()};
  std::optional<SmallVector<Operation *>> boundOps = sliceByIndex(nest.outer, bounds);
  if (!ops || !boundOps) {
    reason = "a coordinate or bound of the inner loop depends on what the outer loop loads or carries";
    return std::nullopt;
  }
  nest.ops = *ops;
  nest.boundOps = *boundOps;
  nest.hasFixedBounds = llvm::all_of(bounds, [&](Value bound) { return nest.outer.isDefinedOutsideOfLoop(bound); });
  reason = checkOrder(plan, nest.outer);
  return reason.empty() ? std::optional(nest) : std::nullopt;
}

//===--- Places ----------------------------------------------------------===//

static Value widen(OpBuilder &builder, Location loc, Value count) {
  if (count.getType().isIndex()) {
    return arith::IndexCastUIOp::create(builder, loc, builder.getI64Type(), count);
  }
  return count.getType().isInteger(64) ? count
                                       : Value(arith::ExtUIOp::create(builder, loc, builder.getI64Type(), count));
}

Value LoopNest::countAll(OpBuilder &builder) {
  Location loc = outer.getLoc();
  if (hasFixedBounds) {
    innerIterations = emitIterationCount(builder, inner);
    return arith::MulIOp::create(builder, loc, widen(builder, loc, emitIterationCount(builder, outer)),
                                 widen(builder, loc, innerIterations));
  }
  Value none = makeInt(builder, loc, builder.getI64Type(), 0);
  auto sum = scf::ForOp::create(builder, loc, outer.getLowerBound(), outer.getUpperBound(), outer.getStep(), none,
                                nullptr, outer.getUnsignedCmp());
  OpBuilder body = OpBuilder::atBlockEnd(sum.getBody());
  Value count = widen(body, loc, emitBounds(body, sum.getInductionVar()).second);
  scf::YieldOp::create(body, loc, Value(arith::AddIOp::create(body, loc, sum.getRegionIterArg(0), count)));
  return sum.getResult(0);
}

/// The first index of the inner loop, and how many iterations it has, in an iteration of the outer one.
std::pair<Value, Value> LoopNest::emitBounds(OpBuilder &builder, Value outerIndex) {
  if (hasFixedBounds) {
    return {inner.getLowerBound(), innerIterations};
  }
  IRMapping mapping;
  mapping.map(outer.getInductionVar(), outerIndex);
  for (Operation *op : boundOps) {
    cloneAhead(builder, op, mapping);
  }
  return {mapping.lookupOrDefault(inner.getLowerBound()), emitIterationCount(builder, inner, mapping)};
}

/// The index of the next iteration of the outer loop, from this one on, that has copies; there is one.
Value LoopNest::findFirstWithCopies(OpBuilder &builder, Value outerIndex) {
  if (hasFixedBounds) {
    return outerIndex;
  }
  Location loc = outer.getLoc();
  auto isEmpty = [&](OpBuilder &body, Location, ValueRange index) {
    Value count = emitBounds(body, index[0]).second;
    Value none = makeInt(body, loc, count.getType(), 0);
    Value goesOn = arith::CmpIOp::create(body, loc, arith::CmpIPredicate::eq, count, none);
    scf::ConditionOp::create(body, loc, goesOn, index);
  };
  auto goOn = [&](OpBuilder &body, Location, ValueRange index) {
    scf::YieldOp::create(body, loc, Value(arith::AddIOp::create(body, loc, index[0], outer.getStep())));
  };
  return scf::WhileOp::create(builder, loc, TypeRange(outerIndex.getType()), outerIndex, isEmpty, goOn).getResult(0);
}

/// The place of the first copy in an iteration of the outer loop, or in the next one that has copies.
SmallVector<Value> LoopNest::enter(OpBuilder &builder, Value outerIndex) {
  outerIndex = findFirstWithCopies(builder, outerIndex);
  IRMapping mapping;
  mapping.map(outer.getInductionVar(), outerIndex);
  for (Operation *op : ops) {
    cloneAhead(builder, op, mapping);
  }
  auto [lower, iterations] = emitBounds(builder, outerIndex);
  SmallVector<Value> place = {outerIndex, lower, iterations};
  for (Value value : needed) {
    place.push_back(mapping.lookupOrDefault(value));
  }
  return place;
}

SmallVector<Value> LoopNest::begin(OpBuilder &builder, Value hasAny) {
  Location loc = outer.getLoc();
  SmallVector<Type> types = {outer.getStep().getType(), inner.getStep().getType(), inner.getStep().getType()};
  llvm::append_range(types, ValueRange(needed).getTypes());
  auto choice = scf::IfOp::create(builder, loc, types, hasAny, /*withElseRegion=*/true);
  OpBuilder first(choice.getThenRegion());
  scf::YieldOp::create(first, loc, enter(first, outer.getLowerBound()));
  OpBuilder none(choice.getElseRegion());
  SmallVector<Value> unset = llvm::map_to_vector(types, [&](Type type) { return makeInt(none, loc, type, 0); });
  scf::YieldOp::create(none, loc, unset);
  return choice.getResults();
}

SmallVector<Value> LoopNest::advance(OpBuilder &builder, ValueRange place, Value hasNext) {
  Location loc = outer.getLoc();
  Value one = makeInt(builder, loc, place[2].getType(), 1);
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, place[2], one);
  Value enters = arith::AndIOp::create(builder, loc, isLast, hasNext);
  auto choice = scf::IfOp::create(builder, loc, place.getTypes(), enters, /*withElseRegion=*/true);
  OpBuilder next(choice.getThenRegion());
  scf::YieldOp::create(next, loc, enter(next, arith::AddIOp::create(next, loc, place[0], outer.getStep())));
  OpBuilder stays(choice.getElseRegion());
  SmallVector<Value> behind(place);
  behind[1] = arith::AddIOp::create(stays, loc, place[1], inner.getStep());
  behind[2] = arith::SubIOp::create(stays, loc, place[2], one);
  scf::YieldOp::create(stays, loc, behind);
  return choice.getResults();
}

void LoopNest::map(IRMapping &mapping, ValueRange place) {
  mapping.map(outer.getInductionVar(), place[0]);
  mapping.map(inner.getInductionVar(), place[1]);
  mapping.map(needed, place.drop_front(3));
}

void LoopNest::carry(scf::ForOp loop, unsigned first) {
  inner = loop;
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(outer);
  unsigned position = outer.getNumRegionIterArgs();
  SmallVector<Value> begin(loop.getInitArgs().drop_front(first));
  auto goOn = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
    return SmallVector<Value>(loop.getResults().drop_front(first));
  };
  auto wider = outer.replaceWithAdditionalYields(rewriter, begin, /*replaceInitOperandUsesInLoop=*/false, goOn);
  outer = cast<scf::ForOp>(wider->getOperation());
  for (auto [index, argument] : llvm::enumerate(outer.getRegionIterArgs().drop_front(position))) {
    loop.getInitArgsMutable()[first + index].set(argument);
  }
}
