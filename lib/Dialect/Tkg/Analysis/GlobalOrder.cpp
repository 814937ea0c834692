// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares accesses to global memory by arrays, offsets and threads.
#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"

#include "tkc/Dialect/Tk/IR/PointerSource.h"
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"
#include "tkc/Dialect/Tkg/Analysis/TileAccess.h"

#include "llvm/ADT/TypeSwitch.h"

#include "OffsetDifference.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// How an atomic orders other accesses; none for other ops.
static std::optional<tk::MemorySemantic> getSemantic(Operation *op) {
  std::optional<tk::MemorySemantic> sem;
  llvm::TypeSwitch<Operation *>(op).Case<tk::AtomicRmwOp, tk::AtomicCasOp>([&](auto atomic) { sem = atomic.getSem(); });
  return sem;
}

bool tkc::tkg::acquires(Operation *op) {
  std::optional<tk::MemorySemantic> sem = getSemantic(op);
  return sem == tk::MemorySemantic::Acquire || sem == tk::MemorySemantic::AcquireRelease;
}

bool tkc::tkg::releases(Operation *op) {
  std::optional<tk::MemorySemantic> sem = getSemantic(op);
  return sem == tk::MemorySemantic::Release || sem == tk::MemorySemantic::AcquireRelease;
}

/// How an op changes memory in a way that does not depend on who comes first; none for other ops.
static std::optional<tk::AtomicKind> getReduction(Operation *op) {
  if (auto store = dyn_cast<TmaStoreOp>(op)) {
    return store.getReduce();
  }
  auto atomic = dyn_cast<tk::AtomicRmwOp>(op);
  bool isReduction = atomic && atomic.getKind() != tk::AtomicKind::Xchg && atomic.getResult().use_empty();
  return isReduction ? std::optional(atomic.getKind()) : std::nullopt;
}

static bool commute(Operation *first, Operation *second) {
  std::optional<tk::AtomicKind> one = getReduction(first);
  return one && one == getReduction(second);
}

static bool isTma(Operation *op) { return isa<TmaLoadOp, TmaStoreOp>(op); }

/// The tile of an access by TMA. The map names its array; `buffer` is the tile in shared memory.
static GlobalAccess readTile(Value map, MemDescType buffer, bool writes) {
  GlobalAccess access;
  access.numElements = buffer.getNumElements();
  access.elementType = buffer.getElementType();
  access.writes = access.hasOwner = writes;
  auto argument = cast<BlockArgument>(map);
  auto kernel = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto attrs = kernel.getArgAttrOfType<DictionaryAttr>(argument.getArgNumber(), tensorMapAttrName);
  if (attrs) {
    access.array = kernel.getArgument(attrs.getAs<IntegerAttr>("pointer").getInt());
  }
  return access;
}

/// Whether each element of two blocks that are alike place for place is accessed by one thread, the same in both.
static bool haveSameThreads(const GlobalAccess &first, const GlobalAccess &second) {
  if (!first.pointer || !second.pointer) {
    return false;
  }
  auto left = dyn_cast<RankedTensorType>(first.pointer.getType());
  auto right = dyn_cast<RankedTensorType>(second.pointer.getType());
  bool bothHaveOwner = first.hasOwner && second.hasOwner;
  if (!left || !right) {
    return !left && !right && bothHaveOwner;
  }
  // Most layouts are written alike; to make them is slow where hundreds of accesses are compared with one another.
  bool areAlike = left.getShape() == right.getShape() &&
                  (left.getEncoding() == right.getEncoding() || toLinearLayout(left) == toLinearLayout(right));
  return areAlike && (bothHaveOwner || !first.hasReplicas);
}

static std::optional<GlobalAccess> readAccess(Operation *op) {
  if (auto store = dyn_cast<TmaStoreOp>(op)) {
    GlobalAccess tile = readTile(store.getMap(), store.getSource().getType(), /*writes=*/true);
    if (store.getPointer() && tile.array) {
      tile.offsets = BlockOffsets::read(op, store.getPointer(), tile.array);
    }
    return tile;
  }
  if (auto load = dyn_cast<TmaLoadOp>(op)) {
    return readTile(load.getMap(), load.getTarget().getType(), /*writes=*/false);
  }
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
  auto block = dyn_cast<RankedTensorType>(access.pointer.getType());
  access.numElements = block ? block.getNumElements() : 1;
  access.hasReplicas = block && block.getEncoding() && hasReplicas(toLinearLayout(block));
  access.elementType = cast<tk::PtrType>(getElementTypeOrSelf(access.pointer.getType())).getPointee();
  access.array = tk::findArray(access.pointer);
  if (access.array) {
    access.offsets = BlockOffsets::read(op, access.pointer, access.array);
  }
  return access;
}

const GlobalAccess *GlobalOrder::getAccess(Operation *op) { return isa<TmaLoadOp>(op) ? nullptr : find(op); }

const GlobalAccess *GlobalOrder::find(Operation *op) {
  auto [entry, isNew] = accesses.try_emplace(op);
  if (isNew) {
    entry->second = readAccess(op);
  }
  return entry->second ? &*entry->second : nullptr;
}

/// How the offsets lie to one another, if both accesses are of one array.
static Overlap compareOffsets(const GlobalAccess &first, const GlobalAccess &second, Operation *loop) {
  if (!first.offsets || !second.offsets) {
    return Overlap::Unknown;
  }
  return first.array == second.array ? first.offsets->compare(*second.offsets, loop)
                                     : first.offsets->compare(second.offsets->withStridesOf(*first.offsets), loop);
}

/// Whether the argument promises that no other leads to what is accessed through it.
static bool isNoAlias(BlockArgument array) {
  auto kernel = dyn_cast<func::FuncOp>(array.getOwner()->getParentOp());
  return kernel && kernel.getArgAttr(array.getArgNumber(), tk::noAliasAttrName);
}

/// Whether accesses through two arguments can't be in place: one argument has an array of its own, or the blocks
/// differ.
static bool areOtherArrays(const GlobalAccess &first, const GlobalAccess &second) {
  bool isAlike = first.numElements == second.numElements && first.elementType == second.elementType;
  return first.array != second.array && (isNoAlias(first.array) || isNoAlias(second.array) || !isAlike);
}

/// Whether two accesses by TMA have tiles of different shapes: such tiles are not worked on in place.
static bool haveOtherShapes(Operation *first, Operation *second) {
  auto getShape = [](Operation *op) -> ArrayRef<int64_t> {
    if (auto store = dyn_cast<TmaStoreOp>(op)) {
      return store.getSource().getType().getShape();
    }
    auto load = dyn_cast<TmaLoadOp>(op);
    return load ? load.getTarget().getType().getShape() : ArrayRef<int64_t>();
  };
  return isTma(first) && isTma(second) && getShape(first) != getShape(second);
}

/// Whether two tiles of one map, in one iteration of all loops, share no element.
static bool areApart(Operation *firstOp, Operation *secondOp, Operation *loop) {
  auto first = dyn_cast<TmaStoreOp>(firstOp), second = dyn_cast<TmaStoreOp>(secondOp);
  if (!first || !second || loop || first.getMap() != second.getMap() ||
      first.getSource().getType() != second.getSource().getType()) {
    return false;
  }
  MemDescType tile = first.getSource().getType();
  bool isTransposed = cast<NvmmaSharedAttr>(tile.getEncoding()).getTransposed();
  int64_t extents[] = {tile.getShape()[isTransposed ? 0 : 1], tile.getShape()[isTransposed ? 1 : 0]};
  for (auto [index, place] : llvm::enumerate(llvm::zip(first.getCoordinates(), second.getCoordinates()))) {
    LinearSum distance = LinearSum::ofScalar(std::get<0>(place)) - LinearSum::ofScalar(std::get<1>(place));
    int64_t extent = index < std::size(extents) ? extents[index] : 1;
    if (distance.isConstant() && std::abs(distance.getConstant()) >= extent) {
      return true;
    }
  }
  return false;
}

Meeting GlobalOrder::compare(Operation *firstOp, Operation *secondOp, Operation *loop) {
  const GlobalAccess &first = *find(firstOp), &second = *find(secondOp);
  if (!first.array || !second.array) {
    return Meeting::Anywhere;
  }
  bool isOtherTile = first.array != second.array && haveOtherShapes(firstOp, secondOp);
  if (isOtherTile || areOtherArrays(first, second) || areApart(firstOp, secondOp, loop)) {
    return Meeting::Never;
  }
  Overlap overlap = compareOffsets(first, second, loop);
  if (overlap == Overlap::None) {
    return Meeting::Never;
  }
  // Another argument is another array, or the same one element for element.
  bool isAligned = overlap == Overlap::Aligned || first.array != second.array;
  return isAligned ? Meeting::InPlace : Meeting::Anywhere;
}

/// Whether what the op does with a pointer may write where no access tells.
static bool hidesPointer(Operation *op) {
  bool takesPointer =
      llvm::any_of(op->getOperandTypes(), [](Type type) { return isa<tk::PtrType>(getElementTypeOrSelf(type)); });
  bool isOpaque =
      isa<func::CallOp>(op) || (isa<tk::InlineAsmOp, tk::ExternElementwiseOp>(op) && !isMemoryEffectFree(op));
  return isa<tk::PtrToIntOp>(op) || (takesPointer && isOpaque);
}

bool GlobalOrder::readsConstant(Operation *op) {
  const GlobalAccess *access = find(op);
  if (!access || access->writes || !access->array || !isNoAlias(access->array)) {
    return false;
  }
  WalkResult writes = access->array.getOwner()->getParentOp()->walk([&](Operation *other) {
    const GlobalAccess *change = find(other);
    bool isWritten = change && change->writes && change->array == access->array;
    return isWritten || hidesPointer(other) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !writes.wasInterrupted();
}

bool GlobalOrder::mayMeet(Operation *earlier, Operation *later, Operation *loop) {
  const GlobalAccess *first = find(earlier), *second = find(later);
  bool isOrdered = first && second && (first->writes || second->writes) && !commute(earlier, later);
  return isOrdered && compare(earlier, later, loop) != Meeting::Never;
}

bool GlobalOrder::mayMeetByTma(Operation *write, tk::LoadOp load) {
  const GlobalAccess *first = find(write), *second = find(load);
  return !first || !second || !first->array || !second->array || !areOtherArrays(*first, *second);
}

bool GlobalOrder::needsBarrier(Operation *earlier, Operation *later, Operation *loop) {
  const GlobalAccess &first = *find(earlier), &second = *find(later);
  // One thread starts all that TMA does, and waits for it.
  bool isOneThread = isTma(earlier) && isTma(later);
  if ((!first.writes && !second.writes) || commute(earlier, later) || isOneThread) {
    return false;
  }
  Meeting meeting = compare(earlier, later, loop);
  return meeting == Meeting::Anywhere || (meeting == Meeting::InPlace && !haveSameThreads(first, second));
}
