// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares accesses to global memory by arrays, offsets and threads.
#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"

#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include "llvm/ADT/TypeSwitch.h"

#include "OffsetDifference.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Whether the ops change memory in a way that does not depend on who comes first.
static bool commute(Operation *first, Operation *second) {
  auto one = dyn_cast<tk::AtomicRmwOp>(first), other = dyn_cast<tk::AtomicRmwOp>(second);
  return one && other && one.getKind() == other.getKind() && one.getKind() != tk::AtomicKind::Xchg &&
         one.getResult().use_empty() && other.getResult().use_empty();
}

/// Whether each element of two blocks that are alike place for place is accessed by one thread, the same in both.
static bool haveSameThreads(const GlobalAccess &first, const GlobalAccess &second) {
  auto left = dyn_cast<RankedTensorType>(first.pointer.getType());
  auto right = dyn_cast<RankedTensorType>(second.pointer.getType());
  bool bothHaveOwner = first.hasOwner && second.hasOwner;
  if (!left || !right) {
    return !left && !right && bothHaveOwner;
  }
  if (left.getShape() != right.getShape() || !(toLinearLayout(left) == toLinearLayout(right))) {
    return false;
  }
  return bothHaveOwner || !hasReplicas(toLinearLayout(left));
}

/// The op's operand that its result points into the same array as, if there is one.
static Value getSourcePointer(Operation *op) {
  bool keepsArray = isa<tk::AddPtrOp, tk::SplatOp, tk::BroadcastOp, tk::ExpandDimsOp, tk::ReshapeOp, tk::TransOp,
                        tk::PtrCastOp, ConvertLayoutOp>(op);
  return keepsArray ? op->getOperand(0) : Value();
}

/// The kernel argument into whose array the pointers point, or null.
static BlockArgument findArray(Value pointer) {
  while (true) {
    if (Operation *op = pointer.getDefiningOp()) {
      pointer = getSourcePointer(op);
      if (!pointer) {
        return {};
      }
      continue;
    }
    auto argument = cast<BlockArgument>(pointer);
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<func::FuncOp>(parent)) {
      return argument;
    }
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop || argument == loop.getInductionVar()) {
      return {};
    }
    // A carried pointer moves on by what is added to it; anything else may lead to another array.
    Value next = loop.getTiedLoopYieldedValue(argument)->get();
    while (next != argument) {
      Operation *op = next.getDefiningOp();
      next = op ? getSourcePointer(op) : Value();
      if (!next) {
        return {};
      }
    }
    pointer = loop.getTiedLoopInit(argument)->get();
  }
}

static std::optional<GlobalAccess> readAccess(Operation *op) {
  GlobalAccess access;
  llvm::TypeSwitch<Operation *>(op)
      .Case<tk::LoadOp, CopyAsyncOp>([&](auto load) { access.pointer = load.getPointer(); })
      .Case<tk::StoreOp, tk::AtomicRmwOp, tk::AtomicCasOp>([&](auto change) {
        access.pointer = change.getPointer();
        access.writes = access.hasOwner = true;
      });
  if (!access.pointer) {
    return std::nullopt;
  }
  access.array = findArray(access.pointer);
  if (access.array) {
    access.offsets = BlockOffsets::read(op, access.pointer, access.array);
  }
  return access;
}

const GlobalAccess *GlobalOrder::getAccess(Operation *op) {
  auto [entry, isNew] = accesses.try_emplace(op);
  if (isNew) {
    entry->second = readAccess(op);
  }
  return entry->second ? &*entry->second : nullptr;
}

static int64_t countElements(Value pointer) {
  auto block = dyn_cast<RankedTensorType>(pointer.getType());
  return block ? block.getNumElements() : 1;
}

bool GlobalOrder::needsBarrier(Operation *earlier, Operation *later, Operation *loop) {
  // References into the map do not outlive an insertion.
  getAccess(later);
  const GlobalAccess &first = *getAccess(earlier), &second = *getAccess(later);
  if ((!first.writes && !second.writes) || commute(earlier, later)) {
    return false;
  }
  if (!first.array || !second.array) {
    return true;
  }
  bool isAlike = countElements(first.pointer) == countElements(second.pointer) &&
                 getElementTypeOrSelf(first.pointer.getType()) == getElementTypeOrSelf(second.pointer.getType());
  if (first.array != second.array && !isAlike) {
    return false;
  }
  Overlap overlap = first.offsets && second.offsets ? first.offsets->compare(*second.offsets, loop) : Overlap::Unknown;
  if (overlap == Overlap::None) {
    return false;
  }
  // Another argument is another array, or the same one element for element.
  bool isAligned = overlap == Overlap::Aligned || first.array != second.array;
  return !isAligned || !haveSameThreads(first, second);
}
