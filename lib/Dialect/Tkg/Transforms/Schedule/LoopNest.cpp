// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans and computes the places of copies in two loops, one in the other.
#include "LoopNest.h"

#include "tkc/Dialect/Tk/IR/LoopBounds.h"

#include "LoopOrder.h"
#include "PipelinePlan.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

//===--- What can be one sequence ----------------------------------------===//

/// What the copies of the plan are made of, anywhere.
static SmallVector<Value> listValues(const PipelinePlan &plan, scf::ForOp inner) {
  SmallVector<Value> values;
  for (const PipelinedLoad &load : plan.loads) {
    if (!load.tma) {
      values.push_back(tk::LoadOp(load.load).getPointer());
      if (Value mask = tk::LoadOp(load.load).getMask()) {
        values.push_back(mask);
      }
      continue;
    }
    for (const TileDimension &dimension : load.tma->dimensions) {
      for (const LinearSum &sum : {dimension.start, dimension.extent.value_or(LinearSum())}) {
        llvm::append_range(values, llvm::make_first_range(sum.getTerms()));
      }
    }
  }
  for (ArrayRef<Operation *> ops : {ArrayRef(plan.addressOps), ArrayRef(plan.updateOps)}) {
    for (Operation *op : ops) {
      llvm::append_range(values, op->getOperands());
    }
  }
  for (BlockArgument argument : plan.carried) {
    values.push_back(inner.getTiedLoopYieldedValue(argument)->get());
  }
  return values;
}

/// The ops of the loop's body, loads among them, that compute the values from its index alone, in order; none where it
/// takes more.
static std::optional<SmallVector<Operation *>> sliceByIndex(scf::ForOp loop, ArrayRef<Value> values) {
  PureSlice slice(loop);
  slice.takesLoads = true;
  bool isPure = llvm::all_of(values, [&](Value value) { return slice.add(value); });
  bool followsIndex =
      llvm::all_of(slice.arguments, [](BlockArgument argument) { return argument.getArgNumber() == 0; });
  return isPure && followsIndex ? std::optional(slice.getInOrder()) : std::nullopt;
}

/// Lists what copies and bounds need of the outer loop's body; the reason where it can't be computed ahead.
std::string LoopNest::addValues(const PipelinePlan &plan) {
  llvm::SetVector<Value> outside;
  for (Value value : listValues(plan, inner)) {
    bool isOfBody =
        outer.getRegion().isAncestor(value.getParentRegion()) && !inner.getRegion().isAncestor(value.getParentRegion());
    if (isOfBody && value != outer.getInductionVar()) {
      outside.insert(value);
    }
  }
  needed = outside.takeVector();
  SmallVector<Value> values(needed);
  for (BlockArgument argument : plan.carried) {
    carried.push_back(inner.getTiedLoopInit(argument)->getOperandNumber() - inner.getNumControlOperands());
    values.push_back(inner.getTiedLoopInit(argument)->get());
  }
  std::optional<SmallVector<Operation *>> forCopies = sliceByIndex(outer, values);
  Value bounds[] = {inner.getLowerBound(), inner.getUpperBound()};
  std::optional<SmallVector<Operation *>> forBounds = sliceByIndex(outer, bounds);
  if (!forCopies || !forBounds) {
    return "an address or bound of the inner loop depends on what the outer loop carries, or on an effect";
  }
  ops = *forCopies;
  boundOps = *forBounds;
  updateOps = plan.updateOps;
  hasFixedBounds = llvm::all_of(bounds, [&](Value bound) { return outer.isDefinedOutsideOfLoop(bound); });
  return "";
}

/// Why the loads can't go ahead of what the outer loop does behind them; empty when they can.
std::string LoopNest::checkOrder(const PipelinePlan &plan) {
  LoopOrder order(outer);
  llvm::SetVector<Operation *> loads;
  for (const PipelinedLoad &load : plan.loads) {
    loads.insert(load.load);
  }
  for (Operation *op : llvm::concat<Operation *>(ops, boundOps)) {
    if (isa<tk::LoadOp>(op)) {
      loads.insert(op);
    }
  }
  for (Operation *load : loads) {
    if (std::string problem = order.explainByTma(cast<tk::LoadOp>(load)); !problem.empty()) {
      return problem;
    }
  }
  return "";
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
  } else if (!plan.indexLoads.empty()) {
    reason = "addresses of the inner loop depend on what it loads itself";
  } else {
    reason = nest.addValues(plan);
    reason = reason.empty() ? nest.checkOrder(plan) : reason;
  }
  return reason.empty() ? std::optional(nest) : std::nullopt;
}

//===--- Places ----------------------------------------------------------===//

/// Whether the outer loop has an iteration of this index.
Value LoopNest::emitExists(OpBuilder &builder, Value outerIndex) {
  auto predicate = outer.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  return arith::CmpIOp::create(builder, outer.getLoc(), predicate, outerIndex, outer.getUpperBound());
}

/// The index behind one that exists.
Value LoopNest::emitNextOuter(OpBuilder &builder, Value outerIndex) {
  return tk::emitNextIndex(builder, outer.getLoc(), outerIndex, outer.getUpperBound(), outer.getStep(),
                           outer.getUnsignedCmp());
}

/// Computes ops of the outer loop's body ahead, whose loads read nothing unless the iteration exists.
void LoopNest::cloneOps(OpBuilder &builder, ArrayRef<Operation *> ops, IRMapping &mapping, Value exists) {
  for (Operation *op : ops) {
    if (auto load = dyn_cast<tk::LoadOp>(op)) {
      mapping.map(load.getResult(), emitIndexLoad(builder, load, mapping, exists));
    } else {
      cloneAhead(builder, op, mapping, exists);
    }
  }
}

/// How many copies an iteration of the outer loop has, where `mapping` has the bounds of the inner one.
Value LoopNest::countCopies(OpBuilder &builder, const IRMapping &mapping, Value exists) {
  Value count = hasFixedBounds ? innerIterations : tk::emitIterationCount(builder, inner, mapping);
  Value none = tk::makeInt(builder, outer.getLoc(), count.getType(), 0);
  return arith::SelectOp::create(builder, outer.getLoc(), exists, count, none);
}

/// The index of the next iteration of the outer loop, from this one on, that has copies; where there is none, one
/// beyond the last.
Value LoopNest::findFirstWithCopies(OpBuilder &builder, Value outerIndex) {
  if (hasFixedBounds) {
    return outerIndex;
  }
  Location loc = outer.getLoc();
  auto isEmpty = [&](OpBuilder &body, Location, ValueRange index) {
    Value exists = emitExists(body, index[0]);
    IRMapping mapping;
    mapping.map(outer.getInductionVar(), index[0]);
    cloneOps(body, boundOps, mapping, exists);
    Value count = countCopies(body, mapping, exists);
    Value none = tk::makeInt(body, loc, count.getType(), 0);
    Value hasNone = arith::CmpIOp::create(body, loc, arith::CmpIPredicate::eq, count, none);
    scf::ConditionOp::create(body, loc, arith::AndIOp::create(body, loc, exists, hasNone), index);
  };
  auto goOn = [&](OpBuilder &body, Location, ValueRange index) {
    scf::YieldOp::create(body, loc, emitNextOuter(body, index[0]));
  };
  return scf::WhileOp::create(builder, loc, TypeRange(outerIndex.getType()), outerIndex, isEmpty, goOn).getResult(0);
}

/// The place of the first copy in an iteration of the outer loop, or in the next one that has copies.
SmallVector<Value> LoopNest::enter(OpBuilder &builder, Value outerIndex) {
  outerIndex = findFirstWithCopies(builder, outerIndex);
  Value exists = emitExists(builder, outerIndex);
  IRMapping mapping;
  mapping.map(outer.getInductionVar(), outerIndex);
  cloneOps(builder, boundOps, mapping, exists);
  cloneOps(builder, llvm::filter_to_vector(ops, [&](Operation *op) { return !llvm::is_contained(boundOps, op); }),
           mapping, exists);
  SmallVector<Value> place = {outerIndex, mapping.lookupOrDefault(inner.getLowerBound()),
                              countCopies(builder, mapping, exists)};
  for (Value value : needed) {
    place.push_back(mapping.lookupOrDefault(value));
  }
  for (unsigned number : carried) {
    place.push_back(mapping.lookupOrDefault(inner.getInitArgs()[number]));
  }
  return place;
}

SmallVector<Value> LoopNest::begin(OpBuilder &builder) {
  if (hasFixedBounds) {
    innerIterations = tk::emitIterationCount(builder, inner);
  }
  return enter(builder, outer.getLowerBound());
}

Value LoopNest::hasCopy(OpBuilder &builder, ValueRange place) {
  Value none = tk::makeInt(builder, outer.getLoc(), place[Left].getType(), 0);
  return arith::CmpIOp::create(builder, outer.getLoc(), arith::CmpIPredicate::ne, place[Left], none);
}

SmallVector<Value> LoopNest::advance(OpBuilder &builder, ValueRange place, const IRMapping &mapping) {
  Location loc = outer.getLoc();
  Value isThere = hasCopy(builder, place);
  Value one = tk::makeInt(builder, loc, place[Left].getType(), 1);
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, place[Left], one);
  auto choice = scf::IfOp::create(builder, loc, place.getTypes(), isLast, /*withElseRegion=*/true);
  OpBuilder next(choice.getThenRegion());
  scf::YieldOp::create(next, loc, enter(next, emitNextOuter(next, place[OuterIndex])));
  OpBuilder stays(choice.getElseRegion());
  SmallVector<Value> behind(place);
  behind[InnerIndex] = arith::AddIOp::create(stays, loc, place[InnerIndex], inner.getStep());
  Value done = arith::ExtUIOp::create(stays, loc, place[Left].getType(), isThere);
  behind[Left] = arith::SubIOp::create(stays, loc, place[Left], done);
  IRMapping current = mapping;
  for (Operation *op : updateOps) {
    cloneAhead(stays, op, current, isThere);
  }
  for (auto [index, number] : llvm::enumerate(carried)) {
    behind[NumIndices + needed.size() + index] = current.lookupOrDefault(inner.getYieldedValues()[number]);
  }
  scf::YieldOp::create(stays, loc, behind);
  return choice.getResults();
}

void LoopNest::map(IRMapping &mapping, ValueRange place) {
  mapping.map(outer.getInductionVar(), place[OuterIndex]);
  mapping.map(inner.getInductionVar(), place[InnerIndex]);
  place = place.drop_front(NumIndices);
  mapping.map(needed, place.take_front(needed.size()));
  for (auto [number, value] : llvm::zip(carried, place.drop_front(needed.size()))) {
    mapping.map(inner.getRegionIterArg(number), value);
  }
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
