// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses to shared memory that need a barrier before them.
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

/// The bytes of a buffer; all of shared memory where its allocation is not known.
static SharedAccessRange getRange(Value buffer, bool isWrite) {
  auto alloc = buffer.getDefiningOp<LocalAllocOp>();
  if (!alloc) {
    return {0, std::numeric_limits<int64_t>::max(), isWrite};
  }
  int64_t offset = getOffset(alloc);
  return {offset, offset + cast<MemDescType>(alloc.getType()).getSizeInBytes(), isWrite};
}

/// What an op does to shared memory before and after the barriers that it has inside.
namespace {
struct SharedEffects {
  PendingAccesses before, after;
  bool hasBarrier = false;
};
} // namespace

static SharedEffects getEffects(Operation *op) {
  SharedEffects effects;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LocalAllocOp alloc) {
        if (alloc.getSource()) {
          effects.before.insert(getRange(alloc.getResult(), true));
        }
      })
      .Case([&](LocalLoadOp load) { effects.before.insert(getRange(load.getSource(), false)); })
      .Case([&](LocalStoreOp store) { effects.before.insert(getRange(store.getTarget(), true)); })
      .Case<BarrierOp, tk::DebugBarrierOp>([&](auto) { effects.hasBarrier = true; })
      .Case([&](func::CallOp) {
        // A callee starts at offset 0 with accesses of its own, and ends with some.
        effects.before.insert({0, std::numeric_limits<int64_t>::max(), true});
      })
      .Default([&](Operation *) {
        int64_t bytes = getScratchBytes(op);
        if (bytes > 0) {
          // Scratch is written, then read behind a barrier.
          effects.before.insert({getOffset(op), getOffset(op) + bytes, true});
          effects.hasBarrier = true;
          effects.after.insert({getOffset(op), getOffset(op) + bytes, false});
        }
      });
  return effects;
}

static bool conflict(const PendingAccesses &first, const PendingAccesses &second) {
  return llvm::any_of(first, [&](const SharedAccessRange &a) {
    return llvm::any_of(second, [&](const SharedAccessRange &b) { return a.conflictsWith(b); });
  });
}

void HazardResolver::visitAccess(Operation *op, PendingAccesses &pending) {
  SharedEffects effects = getEffects(op);
  if (conflict(pending, effects.before)) {
    OpBuilder builder(op);
    BarrierOp::create(builder, op->getLoc());
    ++numBarriers;
    pending.clear();
  }
  if (effects.hasBarrier) {
    pending = effects.after;
  } else {
    pending.insert(effects.before.begin(), effects.before.end());
  }
}

static PendingAccesses join(PendingAccesses first, const PendingAccesses &second) {
  first.insert(second.begin(), second.end());
  return first;
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
    PendingAccesses next = join(atStart, atEnd);
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
