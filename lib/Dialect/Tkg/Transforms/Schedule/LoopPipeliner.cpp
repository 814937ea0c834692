// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites loops by their plans: rings, copies before and in the loop, reads of slots, waits.
#include "LoopPipeliner.h"

#include "tkc/Dialect/Tk/IR/LoopBounds.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

#include "KeptArguments.h"
#include "RingSlots.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// The positions at which the loop carries what its pipeline needs, each that of the first value of its kind.
struct CarriedPositions {
  /// What the addresses of the next copies need of the loop's own arguments, in the order of the plan.
  unsigned ahead = 0;
  /// The iterations that are left to copy.
  unsigned left = 0;
  /// The slots that are written and read next.
  unsigned written = 0, read = 0;
  /// The phase of the barriers that are read, where there are any.
  unsigned phase = 0;
  /// The indices for the next copies.
  unsigned indices = 0;
  /// In a nest, the place of the next copy.
  unsigned place = 0;
};

/// Rewrites one loop by its plan.
class LoopPipeliner {
public:
  LoopPipeliner(scf::ForOp loop, PipelinePlan plan) : loop(loop), plan(std::move(plan)) {}

  void run();

  /// The loop that the rings outlive.
  scf::ForOp getPlace() { return plan.nest ? plan.nest->getOuter() : loop; }

private:
  void makeRings();
  /// Computes the addresses of an iteration, whose arguments `mapping` has, and issues its copies.
  void issueCopies(OpBuilder &builder, IRMapping &mapping, Value slot, Value condition);
  /// Brings the carried arguments of `mapping` from an iteration, which there is where `exists` holds, to the next one.
  void advance(OpBuilder &builder, IRMapping &mapping, Value exists);
  void issueTma(OpBuilder &builder, const IRMapping &mapping, Value slot, Value condition);
  Value getBarrier(OpBuilder &builder, Value slot);
  /// Loads the indices of an iteration, nothing unless `condition` holds, and enters them into `mapping`.
  void loadIndices(OpBuilder &builder, IRMapping &mapping, Value condition);
  void fillRings(OpBuilder &builder);
  void fillRingsOfNest(OpBuilder &builder);
  SmallVector<Value> issueCopiesAt(OpBuilder &builder, ValueRange place, Value slot);
  void replaceInCoordinates(Value from, Value to);
  void carry();
  void waitForCopies(OpBuilder &builder);
  void loadNextIndices(OpBuilder &builder, IRMapping mapping, Value left);
  void issueNext(OpBuilder &builder);
  void copyAhead();
  void replaceBuffer(PipelinedLoad &pipelined, Value ring, Value slot);
  void replaceBlock(const PipelinedLoad &pipelined, Value ring, Value slot);
  void readSlots();
  void keepDotsInFlight();
  void finish();

  Value makeInt(OpBuilder &builder, Type type, int64_t value) {
    return tk::makeInt(builder, loop.getLoc(), type, value);
  }
  Value makeI32(OpBuilder &builder, int64_t value) { return makeInt(builder, builder.getI32Type(), value); }

  scf::ForOp loop;
  PipelinePlan plan;
  SmallVector<Value> rings;
  /// Where iterations wait for the copies that they read, behind those that they issue where these come first.
  CopyWaitOp copyWait;
  /// The barriers of copies by TMA, one a slot, and the bytes that each expects in a phase; null without such copies.
  Value barriers;
  int64_t tmaBytes = 0;
  /// What the loop begins to carry for its copies, and where.
  struct {
    SmallVector<Value> ahead, left, indices, place;
  } first;
  CarriedPositions positions;
};
} // namespace

void LoopPipeliner::makeRings() {
  OpBuilder builder(getPlace());
  for (PipelinedLoad &load : plan.loads) {
    MemDescType type = load.target.withSlots(plan.slots);
    rings.push_back(LocalAllocOp::create(builder, load.load.getLoc(), type, Value()));
    tmaBytes += load.tma ? load.target.getSizeInBytes() : 0;
  }
  if (plan.usesTma()) {
    auto encoding = SwizzledSharedAttr::get(loop.getContext(), 1, 1, 1, ArrayRef<unsigned>{0});
    auto type = MemDescType::get(loop.getContext(), {1}, builder.getI64Type(), encoding);
    barriers = LocalAllocOp::create(builder, loop.getLoc(), type.withSlots(plan.slots), Value());
    MbarrierInitOp::create(builder, loop.getLoc(), barriers, /*count=*/1);
    if (mayFollowGlobalWrite(getPlace())) {
      FenceAsyncGlobalOp::create(builder, loop.getLoc());
      BarrierOp::create(builder, loop.getLoc());
    }
  }
}

Value LoopPipeliner::getBarrier(OpBuilder &builder, Value slot) {
  auto type = cast<MemDescType>(barriers.getType()).withSlots(1);
  return LocalSlotOp::create(builder, loop.getLoc(), type, barriers, slot);
}

void LoopPipeliner::issueTma(OpBuilder &builder, const IRMapping &mapping, Value slot, Value condition) {
  if (!barriers) {
    return;
  }
  Value barrier = getBarrier(builder, slot);
  MbarrierExpectOp::create(builder, loop.getLoc(), barrier, condition, tmaBytes);
  for (auto [pipelined, ring] : llvm::zip(plan.loads, rings)) {
    if (!pipelined.tma) {
      continue;
    }
    Location loc = pipelined.load.getLoc();
    Value map = getMapArgument(loop->getParentOfType<func::FuncOp>(), pipelined.tma->map);
    Value target = LocalSlotOp::create(builder, loc, pipelined.target, ring, slot);
    SmallVector<Value> coordinates = emitCoordinates(builder, loc, *pipelined.tma, mapping);
    TmaLoadOp::create(builder, loc, map, coordinates, target, barrier, condition);
  }
}

void LoopPipeliner::issueCopies(OpBuilder &builder, IRMapping &mapping, Value slot, Value condition) {
  for (Operation *op : plan.addressOps) {
    cloneAhead(builder, op, mapping, condition);
  }
  issueTma(builder, mapping, slot, condition);
  if (!plan.usesCopies()) {
    return;
  }
  for (auto [pipelined, ring] : llvm::zip(plan.loads, rings)) {
    if (pipelined.tma) {
      continue;
    }
    tk::LoadOp load = pipelined.load;
    Value target = LocalSlotOp::create(builder, load.getLoc(), pipelined.target, ring, slot);
    Value mask = load.getMask() ? mapping.lookupOrDefault(load.getMask()) : Value();
    CopyAsyncOp::create(builder, load.getLoc(), mapping.lookupOrDefault(load.getPointer()), target, mask, condition,
                        pipelined.vectorWidth);
  }
  CopyCommitOp::create(builder, loop.getLoc());
}

void LoopPipeliner::advance(OpBuilder &builder, IRMapping &mapping, Value exists) {
  IRMapping current = mapping;
  for (Operation *op : plan.updateOps) {
    cloneAhead(builder, op, current, exists);
  }
  for (BlockArgument argument : plan.carried) {
    mapping.map(argument, current.lookupOrDefault(loop.getTiedLoopYieldedValue(argument)->get()));
  }
}

void LoopPipeliner::loadIndices(OpBuilder &builder, IRMapping &mapping, Value condition) {
  for (Operation *op : plan.indexOps) {
    cloneAhead(builder, op, mapping, condition);
  }
  for (tk::LoadOp load : plan.indexLoads) {
    mapping.map(load.getResult(), emitIndexLoad(builder, load, mapping, condition));
  }
}

/// Issues the copies of the first iterations, and finds what the loop begins to carry for those that come next.
void LoopPipeliner::fillRings(OpBuilder &builder) {
  Location loc = loop.getLoc();
  Value numIterations = tk::emitIterationCount(builder, loop);
  Type type = numIterations.getType();
  auto isMoreThan = [&](unsigned number) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, numIterations,
                                 makeInt(builder, type, number));
  };
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), loop.getLowerBound());
  mapping.map(loop.getRegionIterArgs(), loop.getInitArgs());
  for (unsigned index = 0; index < plan.distance; ++index) {
    Value condition = isMoreThan(index);
    IRMapping addresses = mapping;
    loadIndices(builder, addresses, condition);
    issueCopies(builder, addresses, makeI32(builder, index), condition);
    advance(builder, mapping, condition);
    Value induction = mapping.lookup(loop.getInductionVar());
    mapping.map(loop.getInductionVar(), arith::AddIOp::create(builder, loc, induction, loop.getStep()).getResult());
  }
  Value hasMore = isMoreThan(plan.distance);
  for (BlockArgument argument : plan.carried) {
    first.ahead.push_back(mapping.lookup(argument));
  }
  loadIndices(builder, mapping, hasMore);
  for (tk::LoadOp load : plan.indexLoads) {
    first.indices.push_back(mapping.lookup(load.getResult()));
  }
  Value left = arith::SubIOp::create(builder, loc, numIterations, makeInt(builder, type, plan.distance));
  first.left.push_back(arith::SelectOp::create(builder, loc, hasMore, left, makeInt(builder, type, 0)));
}

/// The same for a nest, whose first copies are those of the outer loop's first iterations.
void LoopPipeliner::fillRingsOfNest(OpBuilder &builder) {
  first.place = plan.nest->begin(builder);
  for (unsigned index = 0; index < plan.distance; ++index) {
    first.place = issueCopiesAt(builder, first.place, makeI32(builder, index));
  }
}

/// Issues the copies of a place in the nest, where there are any; the place behind it.
SmallVector<Value> LoopPipeliner::issueCopiesAt(OpBuilder &builder, ValueRange place, Value slot) {
  IRMapping mapping;
  plan.nest->map(mapping, place);
  issueCopies(builder, mapping, slot, plan.nest->hasCopy(builder, place));
  return plan.nest->advance(builder, place, mapping);
}

void LoopPipeliner::replaceInCoordinates(Value from, Value to) {
  for (PipelinedLoad &pipelined : plan.loads) {
    for (TileDimension &dimension :
         pipelined.tma ? MutableArrayRef<TileDimension>(pipelined.tma->dimensions) : MutableArrayRef<TileDimension>()) {
      dimension.start = dimension.start.replace(from, to);
    }
  }
}

void LoopPipeliner::carry() {
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(getPlace());
  SmallVector<Value> begin;
  auto add = [&](ValueRange values) {
    unsigned position = loop.getNumRegionIterArgs() + begin.size();
    llvm::append_range(begin, values);
    return position;
  };
  positions.ahead = add(first.ahead);
  positions.left = add(first.left);
  positions.written = add(makeI32(rewriter, plan.distance));
  positions.read = add(makeI32(rewriter, 0));
  positions.phase = add(barriers ? ValueRange(makeI32(rewriter, 0)) : ValueRange());
  positions.indices = add(first.indices);
  positions.place = add(first.place);
  SmallVector<BlockArgument> known = {cast<BlockArgument>(loop.getInductionVar())};
  llvm::append_range(known, plan.carried);
  SmallVector<unsigned> numbers =
      llvm::map_to_vector(known, [](BlockArgument argument) { return argument.getArgNumber(); });
  // The loop's body is moved as it is; each new value yields itself until its update exists.
  auto yieldSelf = [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
    return SmallVector<Value>(arguments.begin(), arguments.end());
  };
  auto wider = loop.replaceWithAdditionalYields(rewriter, begin, /*replaceInitOperandUsesInLoop=*/false, yieldSelf);
  loop = cast<scf::ForOp>(wider->getOperation());
  for (auto [argument, number] : llvm::zip(known, numbers)) {
    replaceInCoordinates(argument, loop.getBody()->getArgument(number));
  }
  for (auto [argument, number] : llvm::zip(plan.carried, llvm::drop_begin(numbers))) {
    argument = loop.getBody()->getArgument(number);
  }
  if (plan.nest) {
    Value outerIndex = plan.nest->getOuter().getInductionVar();
    plan.nest->carry(loop, positions.ahead);
    replaceInCoordinates(outerIndex, plan.nest->getOuter().getInductionVar());
  }
}

/// The copies that the iteration reads are there.
void LoopPipeliner::waitForCopies(OpBuilder &builder) {
  Location loc = loop.getLoc();
  if (plan.usesCopies()) {
    copyWait = CopyWaitOp::create(builder, loc, plan.copiesFirst ? plan.distance : plan.distance - 1);
  }
  if (barriers) {
    Value barrier = getBarrier(builder, loop.getRegionIterArg(positions.read));
    MbarrierWaitOp::create(builder, loc, barrier, loop.getRegionIterArg(positions.phase));
  }
}

/// Loads the indices of the copies that the next iteration issues.
void LoopPipeliner::loadNextIndices(OpBuilder &builder, IRMapping mapping, Value left) {
  if (plan.indexLoads.empty()) {
    return;
  }
  Location loc = loop.getLoc();
  Value induction = mapping.lookup(loop.getInductionVar());
  mapping.map(loop.getInductionVar(), arith::AddIOp::create(builder, loc, induction, loop.getStep()).getResult());
  Value one = makeInt(builder, left.getType(), 1);
  loadIndices(builder, mapping, arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, left, one));
  for (auto [index, load] : llvm::enumerate(plan.indexLoads)) {
    loop.getBody()->getTerminator()->setOperand(positions.indices + index, mapping.lookup(load.getResult()));
  }
}

/// Issues the copies of the iteration that is `distance` ahead, and carries on to the next one.
void LoopPipeliner::issueNext(OpBuilder &builder) {
  Location loc = loop.getLoc();
  IRMapping mapping;
  for (auto [index, argument] : llvm::enumerate(plan.carried)) {
    mapping.map(argument, loop.getRegionIterArg(positions.ahead + index));
  }
  Value induction = loop.getInductionVar();
  Value ahead =
      arith::MulIOp::create(builder, loc, loop.getStep(), makeInt(builder, induction.getType(), plan.distance));
  mapping.map(induction, arith::AddIOp::create(builder, loc, induction, ahead).getResult());
  Value left = loop.getRegionIterArg(positions.left);
  Value zero = makeInt(builder, left.getType(), 0);
  Value hasNext = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, left, zero);
  IRMapping addresses = mapping;
  for (auto [index, load] : llvm::enumerate(plan.indexLoads)) {
    addresses.map(load.getResult(), loop.getRegionIterArg(positions.indices + index));
  }
  issueCopies(builder, addresses, loop.getRegionIterArg(positions.written), hasNext);
  advance(builder, mapping, hasNext);
  loadNextIndices(builder, mapping, left);
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [index, argument] : llvm::enumerate(plan.carried)) {
    yield->setOperand(positions.ahead + index, mapping.lookup(argument));
  }
  Value one = arith::ExtUIOp::create(builder, loc, left.getType(), hasNext);
  yield->setOperand(positions.left, arith::SubIOp::create(builder, loc, left, one));
}

void LoopPipeliner::copyAhead() {
  OpBuilder builder(loop.getBody(), loop.getBody()->begin());
  if (!plan.copiesFirst) {
    waitForCopies(builder);
  }
  if (!plan.dotsInFlight.empty()) {
    // Behind the wait for the last iteration's dots, whose slot is written.
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  }
  Operation *yield = loop.getBody()->getTerminator();
  Value slot = loop.getRegionIterArg(positions.written);
  if (plan.nest) {
    ValueRange place = ValueRange(loop.getRegionIterArgs()).drop_front(positions.place);
    yield->setOperands(positions.place, place.size(), issueCopiesAt(builder, place, slot));
  } else {
    issueNext(builder);
  }
  if (plan.copiesFirst) {
    waitForCopies(builder);
  }
  yield->setOperand(positions.written, emitNextSlot(builder, loop.getLoc(), slot, plan.slots));
}

/// The buffer becomes a view of the slot.
void LoopPipeliner::replaceBuffer(PipelinedLoad &pipelined, Value ring, Value slot) {
  OpBuilder builder(pipelined.alloc);
  Value view = LocalSlotOp::create(builder, pipelined.alloc.getLoc(), pipelined.target, ring, slot);
  replaceByView(builder, pipelined, view);
}

/// The block is read from the slot. Copies fill masked elements with zeros, which others may have to replace.
void LoopPipeliner::replaceBlock(const PipelinedLoad &pipelined, Value ring, Value slot) {
  tk::LoadOp load = pipelined.load;
  OpBuilder builder(load);
  Location loc = load.getLoc();
  Value block = readSlot(builder, pipelined, ring, slot, /*isOwn=*/plan.copiesFirst);
  if (load.getMask() && load.getOther() && !isZeroBlock(load.getOther())) {
    block = arith::SelectOp::create(builder, loc, load.getMask(), block, load.getOther());
  }
  load.getResult().replaceAllUsesWith(block);
  load.erase();
}

/// What was loaded comes from the slot that this iteration reads.
void LoopPipeliner::readSlots() {
  Value slot = loop.getRegionIterArg(positions.read);
  for (auto [pipelined, ring] : llvm::zip(plan.loads, rings)) {
    if (pipelined.alloc) {
      replaceBuffer(pipelined, ring, slot);
    } else {
      replaceBlock(pipelined, ring, slot);
    }
  }
  Operation *yield = loop.getBody()->getTerminator();
  OpBuilder builder(yield);
  Location loc = loop.getLoc();
  Value next = emitNextSlot(builder, loc, slot, plan.slots);
  yield->setOperand(positions.read, next);
  if (barriers) {
    // The phase changes with each round.
    Value isNewRound = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, next, makeI32(builder, 0));
    Value flip = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), isNewRound);
    Value phase = loop.getRegionIterArg(positions.phase);
    yield->setOperand(positions.phase, arith::XOrIOp::create(builder, loc, phase, flip));
  }
}

/// Dots are waited for one iteration later, and after the loop.
void LoopPipeliner::keepDotsInFlight() {
  if (plan.dotsInFlight.empty()) {
    return;
  }
  SmallVector<unsigned> positions;
  for (WarpGroupDotOp dot : plan.dotsInFlight) {
    positions.push_back(cast<BlockArgument>(dot.getC()).getArgNumber() - 1);
    auto wait = cast<WarpGroupDotWaitOp>(*dot.getResult().getUsers().begin());
    wait.getResult(0).replaceAllUsesWith(dot.getResult());
    wait.erase();
  }
  Location loc = plan.dotsInFlight.back().getLoc();
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointAfter(plan.dotsInFlight.back());
  WarpGroupDotWaitOp::create(builder, loc, TypeRange(), ValueRange(), plan.dotsInFlight.size());
  builder.setInsertionPointAfter(loop);
  SmallVector<Value> sums;
  SmallVector<Type> types;
  for (unsigned position : positions) {
    sums.push_back(loop.getResult(position));
    types.push_back(sums.back().getType());
  }
  auto wait = WarpGroupDotWaitOp::create(builder, loc, types, sums, 0);
  for (auto [sum, finished] : llvm::zip(sums, wait.getResults())) {
    sum.replaceAllUsesExcept(finished, wait);
  }
}

void LoopPipeliner::run() {
  makeRings();
  OpBuilder builder(getPlace());
  if (plan.nest) {
    fillRingsOfNest(builder);
  } else {
    fillRings(builder);
  }
  carry();
  copyAhead();
  keepInRings(loop, plan, rings, positions.read, copyWait);
  readSlots();
  keepDotsInFlight();
  finish();
}

/// Nothing is in flight beyond the loop, whatever its last iterations issued. Barriers are given back behind the wait
/// for the last dots, so that one meeting of all threads serves both.
void LoopPipeliner::finish() {
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointAfter(plan.dotsInFlight.empty() ? loop : loop->getNextNode());
  if (plan.nest) {
    builder.setInsertionPointAfter(plan.nest->getOuter());
  }
  if (plan.usesCopies()) {
    CopyWaitOp::create(builder, loop.getLoc(), 0);
  }
  if (barriers) {
    MbarrierInvalOp::create(builder, loop.getLoc(), barriers);
  }
}

scf::ForOp tkc::tkg::pipelineLoop(scf::ForOp loop, PipelinePlan plan) {
  LoopPipeliner pipeliner(loop, std::move(plan));
  pipeliner.run();
  return pipeliner.getPlace();
}
