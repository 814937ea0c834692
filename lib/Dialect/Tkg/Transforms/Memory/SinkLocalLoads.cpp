// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves reads of slots to where their blocks are used.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_SINKLOCALLOADS
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// What an op writes in shared memory; null for none.
static Value getWrittenBuffer(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<CopyAsyncOp, LocalStoreOp, TmaLoadOp>([](auto write) { return write.getTarget(); })
      .Default([](Operation *) { return Value(); });
}

static Value getRing(Value buffer) {
  auto slot = buffer.getDefiningOp<LocalSlotOp>();
  return slot ? slot.getRing() : buffer;
}

/// Whether the slot has the same bytes from the read to the end of its block.
static bool staysInSlot(LocalLoadOp load) {
  Value ring = getRing(load.getSource());
  for (Operation *op = load->getNextNode(); op; op = op->getNextNode()) {
    WalkResult result = op->walk([&](Operation *inner) {
      Value written = getWrittenBuffer(inner);
      return written && getRing(written) == ring ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted()) {
      return false;
    }
  }
  return true;
}

/// The op of `block`, or of a branch in it, before which a use is served: the user, or the outermost loop around it.
static Operation *getReadingPlace(Block *block, Operation *user) {
  Operation *place = user;
  for (Operation *op = user; op->getBlock() != block;) {
    op = op->getParentOp();
    place = isa<LoopLikeOpInterface>(op) ? op : place;
  }
  return place;
}

/// Whether registers would be kept over something long: threads that meet, or code with control flow.
static bool separatesReads(Operation *op) {
  return op->getNumRegions() > 0 || getScratchBytes(op) > 0 || isa<BarrierOp, tk::DebugBarrierOp>(op);
}

/// Whether an op from `read` to `place`, in one block, separates reads.
static bool areSeparated(Operation *read, Operation *place) {
  for (Operation *op = read->getNextNode(); op != place; op = op->getNextNode()) {
    if (separatesReads(op)) {
      return true;
    }
  }
  return false;
}

/// Puts copies of an op, whose operands are there until its block ends, before its uses; their number.
static unsigned sink(Operation *op) {
  Value result = op->getResult(0);
  Block *home = op->getBlock();
  llvm::MapVector<Block *, SmallVector<Operation *>> places;
  for (Operation *user : result.getUsers()) {
    Operation *place = getReadingPlace(home, user);
    if (!llvm::is_contained(places[place->getBlock()], place)) {
      places[place->getBlock()].push_back(place);
    }
  }
  unsigned numCopies = 0;
  for (auto &[block, ops] : places) {
    llvm::sort(ops, [](Operation *left, Operation *right) { return left->isBeforeInBlock(right); });
    Operation *copy = nullptr;
    for (Operation *place : ops) {
      if (!copy || areSeparated(copy, place)) {
        copy = OpBuilder(place).clone(*op);
        ++numCopies;
      }
      result.replaceUsesWithIf(copy->getResult(0),
                               [&](OpOperand &use) { return getReadingPlace(home, use.getOwner()) == place; });
    }
  }
  op->erase();
  return numCopies;
}

/// What a use is to see of a block in more bits than the slot has; it takes more registers yet.
static bool widens(Operation *op) { return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op); }

/// Reads before each use; the number of reads.
static unsigned sinkRead(LocalLoadOp load) {
  for (Operation *user : llvm::to_vector(load.getResult().getUsers())) {
    if (widens(user) && user->getBlock() == load->getBlock()) {
      sink(user);
    }
  }
  return sink(load);
}

namespace {
struct SinkLocalLoads : tkc::tkg::impl::SinkLocalLoadsBase<SinkLocalLoads> {
  using SinkLocalLoadsBase::SinkLocalLoadsBase;

  void runOnOperation() override {
    SmallVector<LocalLoadOp> loads;
    getOperation().walk([&](LocalLoadOp load) {
      if (load.getOwn() && staysInSlot(load)) {
        loads.push_back(load);
      }
    });
    for (LocalLoadOp load : loads) {
      numReads += sinkRead(load);
    }
  }
};
} // namespace
