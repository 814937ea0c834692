// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses to shared and global memory that need a barrier before them.
#include "SharedHazards.h"

#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static int64_t getOffset(Operation *op) {
  auto attr = op->getAttrOfType<IntegerAttr>(offsetAttrName);
  return attr ? attr.getInt() : 0;
}

/// The bytes of a buffer, with all slots of its ring; all of shared memory where its allocation is not known.
static SharedAccessRange getRange(Value buffer, AccessKind kind) {
  while (Operation *view = buffer.getDefiningOp()) {
    if (!isa<LocalSlotOp, LocalTransOp>(view)) {
      break;
    }
    buffer = view->getOperand(0);
  }
  auto alloc = buffer.getDefiningOp<LocalAllocOp>();
  if (!alloc) {
    return {0, std::numeric_limits<int64_t>::max(), kind};
  }
  int64_t offset = getOffset(alloc);
  return {offset, offset + cast<MemDescType>(alloc.getType()).getSizeInBytes(), kind};
}

/// The same, where each thread accesses the elements of `block` that it holds, and no other thread holds them.
static SharedAccessRange getOwnRange(Value buffer, Value block, AccessKind kind) {
  SharedAccessRange range = getRange(buffer, kind);
  auto slot = buffer.getDefiningOp<LocalSlotOp>();
  auto type = cast<RankedTensorType>(block.getType());
  if (slot && hasOneOwner(type)) {
    range.ring = slot.getRing().getAsOpaquePointer();
    range.owners = type.getEncoding().getAsOpaquePointer();
  }
  return range;
}

bool SharedAccessRange::conflictsWith(const SharedAccessRange &later) const {
  bool haveSameThreads = owners && ring == later.ring && owners == later.owners;
  if (begin >= later.end || later.begin >= end || haveSameThreads) {
    return false;
  }
  bool writes = later.kind == AccessKind::Write || later.kind == AccessKind::WriteInFlight ||
                later.kind == AccessKind::TmaInFlight;
  switch (kind) {
  case AccessKind::Read:
  case AccessKind::TmaReadInFlight:
    return writes;
  case AccessKind::Write:
    return later.kind != AccessKind::Unfenced;
  case AccessKind::Unfenced:
    return later.kind == AccessKind::ReadInFlight || later.kind == AccessKind::TmaInFlight ||
           later.kind == AccessKind::TmaReadInFlight;
  case AccessKind::ReadInFlight:
  case AccessKind::WriteInFlight:
  case AccessKind::TmaInFlight:
    return false;
  }
  return false;
}

/// What an op does to shared memory before and after the barriers that it has inside.
namespace {
struct SharedEffects {
  SharedAccesses before, after;
  bool hasBarrier = false;

  void addWrite(SharedAccessRange range) {
    range.kind = AccessKind::Write;
    before.insert(range);
    range.kind = AccessKind::Unfenced;
    before.insert(range);
  }
};
} // namespace

static SharedEffects getEffects(Operation *op) {
  SharedEffects effects;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LocalAllocOp alloc) {
        if (alloc.getSource()) {
          effects.addWrite(getRange(alloc.getResult(), AccessKind::Write));
        }
      })
      .Case([&](LocalLoadOp load) {
        effects.before.insert(load.getOwn() ? getOwnRange(load.getSource(), load.getResult(), AccessKind::Read)
                                            : getRange(load.getSource(), AccessKind::Read));
      })
      .Case([&](LocalStoreOp store) {
        effects.addWrite(store.getOwn() ? getOwnRange(store.getTarget(), store.getValue(), AccessKind::Write)
                                        : getRange(store.getTarget(), AccessKind::Write));
      })
      .Case([&](CopyAsyncOp copy) {
        effects.before.insert(getOwnRange(copy.getTarget(), copy.getPointer(), AccessKind::WriteInFlight));
      })
      .Case([&](TmaLoadOp load) {
        effects.before.insert(getRange(load.getTarget(), AccessKind::TmaInFlight));
        effects.before.insert(getRange(load.getBarrier(), AccessKind::Read));
      })
      .Case([&](TmaStoreOp store) { effects.before.insert(getRange(store.getSource(), AccessKind::TmaReadInFlight)); })
      .Case([&](MbarrierInitOp init) { effects.before.insert(getRange(init.getRing(), AccessKind::Write)); })
      .Case([&](MbarrierInvalOp inval) { effects.addWrite(getRange(inval.getRing(), AccessKind::Write)); })
      .Case([&](MbarrierExpectOp expect) { effects.before.insert(getRange(expect.getBarrier(), AccessKind::Read)); })
      .Case([&](MbarrierWaitOp wait) { effects.before.insert(getRange(wait.getBarrier(), AccessKind::Read)); })
      .Case([&](WarpGroupDotOp dot) {
        for (Value operand : {dot.getA(), Value(dot.getB())}) {
          if (isa<MemDescType>(operand.getType())) {
            effects.before.insert(getRange(operand, AccessKind::ReadInFlight));
          }
        }
      })
      .Case<BarrierOp, tk::DebugBarrierOp>([&](auto) { effects.hasBarrier = true; })
      .Case([&](func::CallOp) {
        // A callee starts at offset 0 with accesses of its own, and ends with some.
        effects.addWrite({0, std::numeric_limits<int64_t>::max(), AccessKind::Write});
      })
      .Default([&](Operation *) {
        int64_t bytes = getScratchBytes(op);
        if (bytes > 0) {
          // Scratch is written, then read behind a barrier.
          effects.addWrite({getOffset(op), getOffset(op) + bytes, AccessKind::Write});
          effects.hasBarrier = true;
          effects.after.insert({getOffset(op), getOffset(op) + bytes, AccessKind::Read});
        }
      });
  return effects;
}

static bool conflict(const SharedAccesses &first, const SharedAccesses &second) {
  return llvm::any_of(first, [&](const SharedAccessRange &a) {
    return llvm::any_of(second, [&](const SharedAccessRange &b) { return a.conflictsWith(b); });
  });
}

/// What remains pending behind a barrier.
static PendingAccesses passBarrier(const PendingAccesses &pending) {
  PendingAccesses left;
  for (const SharedAccessRange &access : pending.shared) {
    if (access.kind != AccessKind::Read && access.kind != AccessKind::Write) {
      left.shared.insert(access);
    }
  }
  for (const GlobalAccessInFlow &access : pending.global) {
    if (access.isInFlight) {
      left.global.insert(access);
    }
  }
  return left;
}

/// Accesses of a kind in flight become ones that the threads have done. Some may go on: those stay, too.
static void waitFor(SharedAccesses &pending, AccessKind inFlight, bool all) {
  SharedAccesses after;
  for (const SharedAccessRange &access : pending) {
    if (access.kind != inFlight) {
      after.insert(access);
      continue;
    }
    if (inFlight == AccessKind::ReadInFlight || inFlight == AccessKind::TmaReadInFlight) {
      after.insert(access.withKind(AccessKind::Read));
    } else {
      after.insert(access.withKind(AccessKind::Write));
      after.insert(access.withKind(AccessKind::Unfenced));
    }
    if (!all) {
      after.insert(access);
    }
  }
  pending = std::move(after);
}

/// The same for copies from global memory.
static void waitForCopies(std::set<GlobalAccessInFlow> &pending, bool all) {
  std::set<GlobalAccessInFlow> after;
  for (const GlobalAccessInFlow &access : pending) {
    bool isStore = isa<TmaStoreOp>(access.op);
    after.insert({access.op, access.loop, access.isInFlight && isStore});
    if (access.isInFlight && !all) {
      after.insert(access);
    }
  }
  pending = std::move(after);
}

/// The same for stores by TMA, all of them; where `readsOnly`, for their sources.
static void waitForStores(PendingAccesses &pending, bool readsOnly) {
  waitFor(pending.shared, AccessKind::TmaReadInFlight, /*all=*/true);
  std::set<GlobalAccessInFlow> after;
  for (const GlobalAccessInFlow &access : pending.global) {
    bool goesOn = access.isInFlight && (readsOnly || !isa<TmaStoreOp>(access.op));
    after.insert({access.op, access.loop, goesOn});
  }
  pending.global = std::move(after);
}

/// Forgets the accesses of a kind.
static void drop(SharedAccesses &pending, AccessKind kind) {
  for (auto access = pending.begin(); access != pending.end();) {
    access = access->kind == kind ? pending.erase(access) : std::next(access);
  }
}

/// Whether the op accesses shared memory through the asynchronous proxy, or calls a function that may.
static bool isAsyncAccess(Operation *op) { return isa<WarpGroupDotOp, TmaLoadOp, TmaStoreOp, func::CallOp>(op); }

/// Whether the op, or one inside it, does so.
static bool holdsAsyncAccess(Operation *op) {
  return op
      ->walk([](Operation *inner) { return isAsyncAccess(inner) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

/// Whether an asynchronous access may come after `op`, in this iteration of the loops around it or in a later one, or
/// in the caller of a function that is called.
static bool mayPrecedeAsyncAccess(Operation *op) {
  for (Operation *at = op; at; at = at->getParentOp()) {
    if (auto function = dyn_cast<func::FuncOp>(at)) {
      return function.isPrivate();
    }
    for (Operation *later = at->getNextNode(); later; later = later->getNextNode()) {
      if (holdsAsyncAccess(later)) {
        return true;
      }
    }
    if (isa_and_present<LoopLikeOpInterface>(at->getParentOp()) && holdsAsyncAccess(at->getParentOp())) {
      return true;
    }
  }
  return false;
}

HazardResolver::HazardResolver(Operation *function) {
  function->walk([&](Operation *op) { needsFences |= isAsyncAccess(op); });
}

void HazardResolver::insertBarrier(Operation *op, PendingAccesses &pending) {
  OpBuilder builder(op);
  pending = passBarrier(pending);
  auto isUnfenced = [](const SharedAccessRange &access) { return access.kind == AccessKind::Unfenced; };
  bool wantsFence = needsFences && llvm::any_of(pending.shared, isUnfenced);
  if (wantsFence && (isAsyncAccess(op) || mayPrecedeAsyncAccess(op))) {
    FenceAsyncSharedOp::create(builder, op->getLoc());
    drop(pending.shared, AccessKind::Unfenced);
  }
  BarrierOp::create(builder, op->getLoc());
  ++numBarriers;
}

bool HazardResolver::meetsPendingGlobal(Operation *op, const PendingAccesses &pending) {
  return globalOrder.getAccess(op) && llvm::any_of(pending.global, [&](const GlobalAccessInFlow &earlier) {
           return !earlier.isInFlight && globalOrder.needsBarrier(earlier.op, op, earlier.loop);
         });
}

/// Whether other programs, or code that nobody sees through, may act on what the program stored before the op.
static bool publishes(Operation *op) {
  bool isOpaque = isa<tk::InlineAsmOp, tk::ExternElementwiseOp>(op) && !isMemoryEffectFree(op);
  return isOpaque || releases(op) || isa<func::CallOp, tk::DebugBarrierOp>(op);
}

bool HazardResolver::meetsStoreInFlight(Operation *op, const PendingAccesses &pending) {
  return llvm::any_of(pending.global, [&](const GlobalAccessInFlow &earlier) {
    bool isStore = earlier.isInFlight && isa<TmaStoreOp>(earlier.op);
    return isStore && (publishes(op) || globalOrder.mayMeet(earlier.op, op, earlier.loop));
  });
}

/// The barrier that has parted the op from what comes before, without loops or stores by TMA between; or null.
static Operation *findBarrierBefore(Operation *op) {
  for (Operation *earlier = op->getPrevNode(); earlier; earlier = earlier->getPrevNode()) {
    if (isa<BarrierOp>(earlier)) {
      return earlier;
    }
    if (earlier->getNumRegions() != 0 || isa<TmaStoreOp>(earlier)) {
      break;
    }
  }
  return nullptr;
}

/// The location of a wait before the op; at the end of the function, that of its last store.
static Location getWaitLocation(Operation *op) {
  Location loc = op->getLoc();
  if (isa<func::ReturnOp>(op)) {
    op->getParentOp()->walk([&](TmaStoreOp store) { loc = store.getLoc(); });
  }
  return loc;
}

/// The thread that started stores waits for them before an access to what they read or write.
void HazardResolver::waitForTmaStores(Operation *op, PendingAccesses &pending) {
  bool waitsForAll = meetsStoreInFlight(op, pending);
  SharedEffects effects = getEffects(op);
  bool waitsForReads = llvm::any_of(pending.shared, [&](const SharedAccessRange &access) {
    auto isMet = [&](const SharedAccessRange &later) { return access.conflictsWith(later); };
    return access.kind == AccessKind::TmaReadInFlight &&
           (isa<func::ReturnOp>(op) || llvm::any_of(effects.before, isMet));
  });
  if (!waitsForAll && !waitsForReads) {
    return;
  }
  OpBuilder builder(op);
  if (!waitsForAll && !isa<func::ReturnOp>(op)) {
    // A barrier that is there anyway tells the others.
    if (Operation *barrier = findBarrierBefore(op)) {
      builder.setInsertionPoint(barrier);
      drop(pending.shared, AccessKind::TmaReadInFlight);
    }
  }
  TmaStoreWaitOp::create(builder, getWaitLocation(op), /*read=*/!waitsForAll);
  waitForStores(pending, !waitsForAll);
  if (isa<tk::InlineAsmOp, tk::ExternElementwiseOp>(op)) {
    insertBarrier(op, pending);
  }
}

void HazardResolver::visitAccess(Operation *op, PendingAccesses &pending) {
  if (auto wait = dyn_cast<CopyWaitOp>(op)) {
    waitForCopies(pending.global, wait.getPending() == 0);
    return waitFor(pending.shared, AccessKind::WriteInFlight, wait.getPending() == 0);
  }
  if (auto wait = dyn_cast<WarpGroupDotWaitOp>(op)) {
    return waitFor(pending.shared, AccessKind::ReadInFlight, wait.getPending() == 0);
  }
  if (auto wait = dyn_cast<TmaStoreWaitOp>(op)) {
    return waitForStores(pending, wait.getRead());
  }
  if (isa<FenceAsyncSharedOp>(op)) {
    return drop(pending.shared, AccessKind::Unfenced);
  }
  waitForTmaStores(op, pending);
  SharedEffects effects = getEffects(op);
  // All threads have met before a release publishes what they did, and meet after an acquire.
  bool meetsBefore = releases(op), meetsAfter = acquires(op);
  if (conflict(pending.shared, effects.before) || (!meetsBefore && meetsPendingGlobal(op, pending))) {
    insertBarrier(op, pending);
  } else if (meetsBefore) {
    pending = passBarrier(pending);
  }
  if (isa<MbarrierWaitOp>(op)) {
    drop(pending.shared, AccessKind::TmaInFlight);
  }
  pending.shared.insert(effects.before.begin(), effects.before.end());
  if (globalOrder.getAccess(op)) {
    pending.global.insert({op, nullptr, isa<CopyAsyncOp, TmaStoreOp>(op)});
  }
  if (effects.hasBarrier || meetsAfter) {
    pending = passBarrier(pending);
    pending.shared.insert(effects.after.begin(), effects.after.end());
  }
}

static PendingAccesses join(PendingAccesses first, const PendingAccesses &second) {
  first.shared.insert(second.shared.begin(), second.shared.end());
  first.global.insert(second.global.begin(), second.global.end());
  return first;
}

/// What is pending at the end of an iteration, as the next one sees it.
static PendingAccesses passIteration(PendingAccesses pending, Operation *loop) {
  std::set<GlobalAccessInFlow> global;
  for (GlobalAccessInFlow access : pending.global) {
    if (loop->isAncestor(access.op)) {
      access.loop = loop;
    }
    global.insert(access);
  }
  pending.global = std::move(global);
  return pending;
}

PendingAccesses HazardResolver::visitLoop(Operation *op, const PendingAccesses &pending) {
  // What is pending at the start of an iteration grows until nothing is new; barriers that were inserted stay.
  PendingAccesses atStart = pending;
  while (true) {
    PendingAccesses atEnd = atStart, afterLoop = atStart;
    for (Region &region : op->getRegions()) {
      atEnd = visit(region, atEnd);
      // A while loop is left after its first region, a for loop after its body or at once.
      afterLoop = isa<scf::WhileOp>(op) && &region == &op->getRegion(0) ? atEnd : afterLoop;
    }
    PendingAccesses next = join(atStart, passIteration(atEnd, op));
    if (next == atStart) {
      return isa<scf::WhileOp>(op) ? afterLoop : next;
    }
    atStart = std::move(next);
  }
}

PendingAccesses HazardResolver::visit(Operation *op, PendingAccesses pending) {
  bool isCombine = isa<tk::ReduceOp, tk::ScanOp>(op);
  if (op->getNumRegions() == 0 || isCombine) {
    visitAccess(op, pending);
    return pending;
  }
  if (isa<LoopLikeOpInterface>(op)) {
    return visitLoop(op, pending);
  }
  // Any one of the regions runs, or none.
  PendingAccesses after;
  bool alwaysEnters = isa<scf::IfOp>(op) && !op->getRegion(1).empty();
  if (!alwaysEnters) {
    after = pending;
  }
  for (Region &region : op->getRegions()) {
    if (!region.empty()) {
      after = join(std::move(after), visit(region, pending));
    }
  }
  return after;
}

PendingAccesses HazardResolver::visit(Region &region, PendingAccesses pending) {
  for (Block &block : region) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      pending = visit(&op, std::move(pending));
    }
  }
  return pending;
}
