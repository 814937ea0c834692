// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares accesses to global memory by arrays, offsets and threads.
#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"

#include "tkc/Dialect/Tk/IR/PointerSource.h"
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
  access.array = tk::findArray(access.pointer);
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

Meeting GlobalOrder::compare(Operation *firstOp, Operation *secondOp, Operation *loop) {
  // References into the map do not outlive an insertion.
  getAccess(secondOp);
  const GlobalAccess &first = *getAccess(firstOp), &second = *getAccess(secondOp);
  if (!first.array || !second.array) {
    return Meeting::Anywhere;
  }
  bool isAlike = countElements(first.pointer) == countElements(second.pointer) &&
                 getElementTypeOrSelf(first.pointer.getType()) == getElementTypeOrSelf(second.pointer.getType());
  if (first.array != second.array && !isAlike) {
    return Meeting::Never;
  }
  Overlap overlap = first.offsets && second.offsets ? first.offsets->compare(*second.offsets, loop) : Overlap::Unknown;
  if (overlap == Overlap::None) {
    return Meeting::Never;
  }
  // Another argument is another array, or the same one element for element.
  bool isAligned = overlap == Overlap::Aligned || first.array != second.array;
  return isAligned ? Meeting::InPlace : Meeting::Anywhere;
}

bool GlobalOrder::needsBarrier(Operation *earlier, Operation *later, Operation *loop) {
  getAccess(later);
  const GlobalAccess &first = *getAccess(earlier), &second = *getAccess(later);
  if ((!first.writes && !second.writes) || commute(earlier, later)) {
    return false;
  }
  Meeting meeting = compare(earlier, later, loop);
  return meeting == Meeting::Anywhere || (meeting == Meeting::InPlace && !haveSameThreads(first, second));
}
