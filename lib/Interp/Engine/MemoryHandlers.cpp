// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and atomics, element by element, with all checks.
#include <algorithm>
#include <cstring>

#include "ErrorModel.h"
#include "Handlers.h"
#include "Memory.h"

namespace tkc::interp::handlers {

/// Operands: pointers, offsets in elements. The immediate is the element's size in bytes.
void addPointer(Machine &machine, const Instruction &instruction) {
  Lanes pointers = machine.operand(instruction, 0);
  Lanes offsets = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  unsigned bits = offsets.type.bits;
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    uint64_t offset = uint64_t(signedValue(offsets.integers[lane], bits)) * instruction.immediate;
    result.integers[lane] = int64_t(uint64_t(pointers.integers[lane]) + offset);
  }
  mergeFlags(result, {&pointers, &offsets});
}

namespace {
/// Whether a lane takes part in an access.
enum class Activity : uint8_t { Active, Inactive, DoubtfullyActive, DoubtfullyInactive };

/// Resolves the addresses of one op's lanes and keeps the buffer of the last lane locked.
class AccessCursor {
public:
  AccessCursor(Machine &machine, const Instruction &instruction, const MemoryAccess &access, bool isWrite,
               bool isAtomic)
      : machine(machine), instruction(instruction), access(access), isWrite(isWrite), isAtomic(isAtomic),
        elementSize(access.element.sizeInBytes()) {
    refreshTime();
  }

  /// Reads the mask at `lane`; reports poison.
  Activity activity(const Lanes *mask, uint32_t lane) {
    if (mask == nullptr) {
      return Activity::Active;
    }
    uint8_t flags = mask->flag(lane);
    bool isSet = mask->integers[lane] != 0;
    if (flags & Poison) {
      machine.report(FaultKind::PoisonMask, instruction, lane);
      return Activity::DoubtfullyInactive;
    }
    if (flags & Undecided) {
      machine.grid.faults.noteUndecided(instruction.location);
      return isSet ? Activity::DoubtfullyActive : Activity::DoubtfullyInactive;
    }
    return isSet ? Activity::Active : Activity::Inactive;
  }

  /// Points the cursor at the lane's element. False, and reported, when the address is no good.
  bool resolve(const Lanes &pointers, uint32_t atLane) {
    lane = atLane;
    address = uint64_t(pointers.integers[lane]);
    uint8_t flags = pointers.flag(lane);
    if (flags & Poison) {
      machine.report(FaultKind::PoisonAddress, instruction, lane);
      return false;
    }
    isDoubtful = (flags & Undecided) != 0;
    if (isDoubtful) {
      machine.grid.faults.noteUndecided(instruction.location);
    }
    enter(machine.grid.memory.bufferOf(address));
    offset = buffer < 0 ? int64_t(address) : int64_t(address - addressOfBuffer(size_t(buffer)));
    bool isInside = buffer >= 0 && offset >= 0 && uint64_t(offset) + elementSize <= allocation->size;
    if (!isInside || (isWrite && !allocation->isWritten)) {
      report(FaultKind::OutOfBounds);
      return false;
    }
    if (address % elementSize != 0) {
      report(FaultKind::Misaligned);
      return false;
    }
    return true;
  }

  /// The element's bits. Checks that they were written, and that no other program is writing them.
  uint64_t read(double &bound, uint8_t &flags) {
    uint64_t bits = 0;
    std::memcpy(&bits, allocation->bytes + offset, elementSize);
    Allocation::Knowledge knowledge = allocation->knowledge(size_t(offset), elementSize, access.element);
    bound = knowledge.bound;
    flags = knowledge.isUndecided || isDoubtful ? Undecided : 0;
    if (knowledge.isUninitialised) {
      report(FaultKind::UninitialisedRead);
      flags |= Undecided;
    }
    if (!isWrite && allocation->history.isTracked()) {
      noteRead();
    }
    return bits;
  }

  void write(uint64_t bits, double bound, bool isUndecided) {
    std::memcpy(allocation->bytes + offset, &bits, elementSize);
    bool inDoubt = isUndecided || isDoubtful || machine.program->isUndecided;
    allocation->noteWrite(size_t(offset), elementSize, access.element, bound, inDoubt);
    if (allocation->history.isTracked()) {
      noteWrite();
    }
  }

  /// The sum that atomics make in the element: of what they have added since something else wrote it.
  AtomicSum &sum(double value, uint64_t bits, double bound) {
    AtomicSum &sum = allocation->sums[size_t(offset)];
    if (sum.leftBits != bits || sum.leftBound != bound) {
      sum = AtomicSum(value, bound);
    }
    return sum;
  }

  /// A write that another permitted evaluation might have done.
  void doubt() { allocation->noteDoubt(size_t(offset), elementSize); }

  void acquire() {
    if (access.acquires) {
      auto entry = allocation->released.find(size_t(offset));
      if (entry != allocation->released.end()) {
        machine.program->clock.join(entry->second);
      }
    }
  }
  void release() {
    if (access.releases) {
      allocation->released[size_t(offset)].join(machine.program->clock);
      machine.program->clock.advance(machine.program->number);
      refreshTime();
    }
  }

private:
  void enter(int64_t next) {
    if (next == buffer) {
      return;
    }
    lock = std::unique_lock<std::mutex>();
    buffer = next;
    allocation = next < 0 ? nullptr : machine.grid.memory.allocations[size_t(next)].get();
    if (allocation != nullptr && allocation->isWritten) {
      lock = std::unique_lock<std::mutex>(allocation->mutex);
    }
  }

  void refreshTime() { time = machine.program->clock.timeOf(machine.program->number); }

  Accessor accessor() const { return {machine.program->number, time, machine.program->clock, isAtomic}; }

  size_t firstGranule() const { return size_t(offset) / allocation->granule; }
  size_t lastGranule() const { return (size_t(offset) + elementSize - 1) / allocation->granule; }

  void noteRead() {
    for (size_t granule = firstGranule(); granule <= lastGranule(); ++granule) {
      if (std::optional<uint32_t> writer = allocation->history.read(granule, accessor())) {
        report(FaultKind::ReadWriteConflict, *writer);
      }
    }
  }

  void noteWrite() {
    for (size_t granule = firstGranule(); granule <= lastGranule(); ++granule) {
      if (std::optional<uint32_t> writer = allocation->history.findWriter(granule, accessor())) {
        report(FaultKind::WriteConflict, *writer);
      } else if (std::optional<uint32_t> reader = allocation->history.findReader(granule, accessor())) {
        report(FaultKind::ReadWriteConflict, *reader);
      }
      allocation->history.write(granule, accessor());
    }
  }

  void report(FaultKind kind, int64_t otherProgram = -1) {
    Fault fault;
    fault.kind = kind;
    fault.element = lane;
    fault.otherProgram = otherProgram;
    fault.buffer = buffer;
    fault.byteOffset = offset;
    fault.address = address;
    fault.accessSize = elementSize;
    machine.report(fault, instruction);
  }

  Machine &machine;
  const Instruction &instruction;
  const MemoryAccess &access;
  bool isWrite, isAtomic;
  unsigned elementSize;
  uint32_t time = 0;

  std::unique_lock<std::mutex> lock;
  Allocation *allocation = nullptr;
  int64_t buffer = -1;
  uint32_t lane = 0;
  uint64_t address = 0;
  int64_t offset = 0;
  bool isDoubtful = false;
};
} // namespace

static bool isActive(Activity activity) {
  return activity == Activity::Active || activity == Activity::DoubtfullyActive;
}
static bool isInDoubt(Activity activity) {
  return activity == Activity::DoubtfullyActive || activity == Activity::DoubtfullyInactive;
}

/// The optional operand at `index`; null when the op has none.
static const Lanes *optionalOperand(Machine &machine, const Instruction &instruction, unsigned index, Lanes &storage) {
  if (index >= instruction.operands.size() || instruction.operands[index] == noSlot) {
    return nullptr;
  }
  storage = machine.operand(instruction, index);
  return &storage;
}

/// Gives a lane the value of another; without one the lane is poison.
static void takeLane(const Lanes &result, uint32_t lane, const Lanes *other) {
  result.integers[lane] = other == nullptr ? 0 : other->integers[lane];
  uint8_t flags = other == nullptr ? uint8_t(Poison) : other->flag(lane);
  double bound = other != nullptr && result.type.isFloat() ? other->bound(lane) : 0;
  if (flags != 0) {
    result.addFlag(lane, flags);
  }
  if (bound != 0) {
    result.materialiseBounds();
    result.bounds[lane] = bound;
  }
}

/// A lane that was read as `bits`.
static void setLane(const Lanes &result, uint32_t lane, uint64_t bits, double bound, uint8_t flags) {
  result.integers[lane] = decodeLane(result.type, bits);
  if (bound != 0) {
    result.materialiseBounds();
    result.bounds[lane] = bound;
  }
  if (flags != 0) {
    result.addFlag(lane, flags);
  }
}

/// Operands: pointers, mask or none, other or none. The immediate is the index of the access.
void load(Machine &machine, const Instruction &instruction) {
  const MemoryAccess &access = machine.code.accesses[instruction.immediate];
  Lanes maskStorage, otherStorage;
  Lanes pointers = machine.operand(instruction, 0);
  const Lanes *mask = optionalOperand(machine, instruction, 1, maskStorage);
  const Lanes *other = optionalOperand(machine, instruction, 2, otherStorage);
  Lanes result = machine.result(instruction);
  AccessCursor cursor(machine, instruction, access, false, access.isVolatile);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    Activity activity = cursor.activity(mask, lane);
    if (!isActive(activity)) {
      takeLane(result, lane, other);
    } else if (cursor.resolve(pointers, lane)) {
      cursor.acquire();
      double bound = 0;
      uint8_t flags = 0;
      uint64_t bits = cursor.read(bound, flags);
      setLane(result, lane, bits, bound, flags);
    } else {
      setLane(result, lane, 0, 0, Undecided);
    }
    if (isInDoubt(activity)) {
      result.addFlag(lane, Undecided);
    }
  }
  if (access.isVolatile) {
    machine.mayBeSpinning();
  }
}

/// Which of two different values stays, when one store writes both to one address, is open. `written` holds the lanes.
static void doubtOverlaps(AccessCursor &cursor, const MemoryAccess &access, const Lanes &pointers, const Lanes &values,
                          std::vector<uint32_t> &written) {
  auto addressOf = [&](uint32_t lane) { return uint64_t(pointers.integers[lane]); };
  unsigned size = access.element.sizeInBytes();
  auto overlap = [&](uint32_t first, uint32_t second) { return addressOf(second) - addressOf(first) < size; };
  auto isBefore = [&](uint32_t left, uint32_t right) { return addressOf(left) < addressOf(right); };
  if (!std::is_sorted(written.begin(), written.end(), isBefore)) {
    std::sort(written.begin(), written.end(), isBefore);
  }
  for (size_t index = 1; index < written.size(); ++index) {
    uint32_t first = written[index - 1];
    uint32_t second = written[index];
    if (!overlap(first, second)) {
      continue;
    }
    bool isSame = addressOf(first) == addressOf(second) && encodeLane(access.element, values.integers[first]) ==
                                                               encodeLane(access.element, values.integers[second]);
    for (uint32_t lane : {first, second}) {
      if (!isSame && cursor.resolve(pointers, lane)) {
        cursor.doubt();
      }
    }
  }
}

/// Operands: pointers, values, mask or none. The immediate is the index of the access.
void store(Machine &machine, const Instruction &instruction) {
  const MemoryAccess &access = machine.code.accesses[instruction.immediate];
  Lanes maskStorage;
  Lanes pointers = machine.operand(instruction, 0);
  Lanes values = machine.operand(instruction, 1);
  const Lanes *mask = optionalOperand(machine, instruction, 2, maskStorage);
  AccessCursor cursor(machine, instruction, access, true, false);
  std::vector<uint32_t> written;
  for (uint32_t lane = 0; lane < pointers.count; ++lane) {
    Activity activity = cursor.activity(mask, lane);
    if (activity == Activity::Inactive || !cursor.resolve(pointers, lane)) {
      continue;
    }
    if (activity == Activity::DoubtfullyInactive) {
      cursor.doubt();
      continue;
    }
    uint8_t flags = values.flag(lane);
    if (flags & Poison) {
      machine.report(FaultKind::PoisonStored, instruction, lane);
    }
    double bound = access.element.isFloat() ? values.bound(lane) : 0;
    cursor.write(encodeLane(access.element, values.integers[lane]), bound, flags != 0 || isInDoubt(activity));
    written.push_back(lane);
  }
  doubtOverlaps(cursor, access, pointers, values, written);
  machine.grid.memory.changes.fetch_add(1, std::memory_order_relaxed);
}

namespace {
/// What atomics do, in the numbering of `tk::AtomicKind`.
enum class AtomicOperation : uint8_t { And, Or, Xor, Add, FAdd, Max, Min, UMax, UMin, Xchg, FMax, FMin };

/// A lane's value with its bound.
struct BoundedLane {
  int64_t lane = 0;
  double bound = 0;

  double real() const { return fromBits(uint64_t(lane)); }
};
} // namespace

static int64_t combineIntegers(AtomicOperation operation, int64_t old, int64_t value) {
  switch (operation) {
  case AtomicOperation::And:
    return old & value;
  case AtomicOperation::Or:
    return old | value;
  case AtomicOperation::Xor:
    return old ^ value;
  case AtomicOperation::Add:
    return int64_t(uint64_t(old) + uint64_t(value));
  case AtomicOperation::Max:
    return std::max(old, value);
  case AtomicOperation::Min:
    return std::min(old, value);
  case AtomicOperation::UMax:
    return int64_t(std::max(uint64_t(old), uint64_t(value)));
  case AtomicOperation::UMin:
    return int64_t(std::min(uint64_t(old), uint64_t(value)));
  case AtomicOperation::Xchg:
  case AtomicOperation::FAdd:
  case AtomicOperation::FMax:
  case AtomicOperation::FMin:
    return value;
  }
  __builtin_unreachable();
}

static BoundedLane addFloats(ScalarType type, AtomicSum &sum, BoundedLane old, BoundedLane value) {
  double exact = old.real() + value.real();
  double rounded = type.isF64() ? exact : roundTo(type.traits(), exact, RoundingMode::NearestEven);
  sum.add(value.real(), value.bound);
  sum.leftBound = sum.bound(type);
  sum.leftBits = encodeLane(type, int64_t(bitsOf(rounded)));
  return {int64_t(bitsOf(rounded)), sum.leftBound};
}

/// Of all but sums.
static BoundedLane combineFloats(AtomicOperation operation, BoundedLane old, BoundedLane value) {
  if (operation != AtomicOperation::FMax && operation != AtomicOperation::FMin) {
    return value;
  }
  bool isMaximum = operation == AtomicOperation::FMax;
  double extreme = isMaximum ? std::fmax(old.real(), value.real()) : std::fmin(old.real(), value.real());
  return {int64_t(bitsOf(extreme)), std::max(old.bound, value.bound)};
}

static BoundedLane combine(ScalarType type, AtomicOperation operation, AccessCursor &cursor, uint64_t bits,
                           BoundedLane old, BoundedLane value) {
  if (!type.isFloat()) {
    return {combineIntegers(operation, old.lane, value.lane), 0};
  }
  return operation == AtomicOperation::FAdd ? addFloats(type, cursor.sum(old.real(), bits, old.bound), old, value)
                                            : combineFloats(operation, old, value);
}

/// Operands: pointers, values, mask or none. The immediate is the index of the access.
void atomicReadModifyWrite(Machine &machine, const Instruction &instruction) {
  const MemoryAccess &access = machine.code.accesses[instruction.immediate];
  AtomicOperation operation = static_cast<AtomicOperation>(access.operation);
  Lanes maskStorage;
  Lanes pointers = machine.operand(instruction, 0);
  Lanes values = machine.operand(instruction, 1);
  const Lanes *mask = optionalOperand(machine, instruction, 2, maskStorage);
  Lanes result = machine.result(instruction);
  AccessCursor cursor(machine, instruction, access, true, true);
  ScalarType type = access.element;
  bool changedSomething = false;
  for (uint32_t lane = 0; lane < pointers.count; ++lane) {
    Activity activity = cursor.activity(mask, lane);
    if (activity == Activity::Inactive) {
      takeLane(result, lane, nullptr);
      continue;
    }
    if (!cursor.resolve(pointers, lane)) {
      setLane(result, lane, 0, 0, Undecided);
      continue;
    }
    if (activity == Activity::DoubtfullyInactive) {
      cursor.doubt();
      setLane(result, lane, 0, 0, Undecided);
      continue;
    }
    cursor.acquire();
    BoundedLane old;
    uint8_t flags = 0;
    uint64_t bits = cursor.read(old.bound, flags);
    old.lane = decodeLane(type, bits);
    setLane(result, lane, bits, old.bound, flags | (isInDoubt(activity) ? Undecided : 0));
    if (values.flag(lane) & Poison) {
      machine.report(FaultKind::PoisonStored, instruction, lane);
    }
    BoundedLane value{values.integers[lane], type.isFloat() ? values.bound(lane) : 0};
    BoundedLane next = combine(type, operation, cursor, bits, old, value);
    uint64_t nextBits = encodeLane(type, next.lane);
    // An exchange of equal bits is how programs wait.
    changedSomething |= nextBits != bits;
    cursor.write(nextBits, next.bound, (flags | values.flag(lane)) != 0 || isInDoubt(activity));
    cursor.release();
  }
  if (changedSomething) {
    machine.grid.memory.changes.fetch_add(1, std::memory_order_relaxed);
  }
  machine.mayBeSpinning();
}

/// Operands: pointers, expected values, new values. The immediate is the index of the access.
void atomicCompareAndSwap(Machine &machine, const Instruction &instruction) {
  const MemoryAccess &access = machine.code.accesses[instruction.immediate];
  Lanes pointers = machine.operand(instruction, 0);
  Lanes expected = machine.operand(instruction, 1);
  Lanes values = machine.operand(instruction, 2);
  Lanes result = machine.result(instruction);
  AccessCursor cursor(machine, instruction, access, true, true);
  uint64_t valueMask = access.element.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << access.element.bits) - 1;
  bool changedSomething = false;
  for (uint32_t lane = 0; lane < pointers.count; ++lane) {
    if (!cursor.resolve(pointers, lane)) {
      setLane(result, lane, 0, 0, Undecided);
      continue;
    }
    if ((expected.flag(lane) | values.flag(lane)) & Poison) {
      machine.report(FaultKind::PoisonStored, instruction, lane);
    }
    cursor.acquire();
    double bound = 0;
    uint8_t flags = 0;
    uint64_t bits = cursor.read(bound, flags);
    setLane(result, lane, bits, bound, flags);
    bool isFloat = access.element.isFloat();
    bool inDoubt = flags != 0 || expected.flag(lane) != 0 || bound != 0 || (isFloat && expected.bound(lane) != 0);
    bool isEqual = bits == (encodeLane(access.element, expected.integers[lane]) & valueMask);
    if (isEqual) {
      bool valueInDoubt = inDoubt || values.flag(lane) != 0;
      cursor.write(encodeLane(access.element, values.integers[lane]), isFloat ? values.bound(lane) : 0, valueInDoubt);
      changedSomething = true;
      cursor.release();
    } else if (inDoubt) {
      cursor.doubt();
    }
  }
  if (changedSomething) {
    machine.grid.memory.changes.fetch_add(1, std::memory_order_relaxed);
  }
  machine.mayBeSpinning();
}

} // namespace tkc::interp::handlers
