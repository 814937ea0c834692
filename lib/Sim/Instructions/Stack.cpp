// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Frames on the stack, and alloca, stacksave, stackrestore.
#include "Stack.h"

#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Machine/Cluster.h"

#include <cstring>

namespace tkc::sim {

namespace {
/// What calls have put aside, of each lane for itself: the newest last.
struct SavedRegisters : MachineState {
  static constexpr char stateKey = 0;
  std::array<std::vector<uint8_t>, warpSize> lanes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

StackAddresses stackTop(const Warp &warp, Place stackPointer) {
  StackAddresses addresses;
  std::copy_n(warp.read<uint64_t>(stackPointer), warpSize, addresses.begin());
  return addresses;
}

bool reserveStack(Warp &warp, const Instruction &instruction, LaneMask lanes, Place stackPointer, uint32_t bytes) {
  StackAddresses top = stackTop(warp, stackPointer);
  uint64_t end = warp.launch().localBytes();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (top[lane] + bytes > end) {
      warp.fatal(FaultKind::StackExceeded, instruction, lane,
                 std::to_string(bytes) + " bytes more are needed, " + std::to_string(end - std::min(end, top[lane])) +
                     " of " + std::to_string(warp.launch().options.stackBytes) + " are left");
      return false;
    }
  }
  if (bytes == 0) {
    return true;
  }
  Access access;
  access.kind = AccessKind::Write;
  access.space = Space::Local;
  access.sizeInBytes = bytes;
  access.alignment = 1;
  access.lanes = lanes;
  access.addresses = top.data();
  access.instruction = warp.program().indexOf(instruction);
  AccessWindow window = warp.memory().open(access);
  for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
    window.setRangeDefined(firstLane(rest), 0, bytes, false);
  }
  return true;
}

static void append(std::vector<uint8_t> &saved, const void *bytes, size_t count) {
  const auto *begin = static_cast<const uint8_t *>(bytes);
  saved.insert(saved.end(), begin, begin + count);
}

static void takeBack(std::vector<uint8_t> &saved, void *bytes, size_t count) {
  std::memcpy(bytes, saved.data() + saved.size() - count, count);
  saved.resize(saved.size() - count);
}

/// Values and definedness of the registers of one lane, then its predicates, then the stack pointer.
static void saveLane(Warp &warp, unsigned lane, const DynamicFrame &frame, Place stackPointer,
                     std::vector<uint8_t> &saved) {
  for (auto [place, bytes] : frame.registers) {
    append(saved, warp.read<uint8_t>(place) + size_t(lane) * bytes, bytes);
    uint8_t &defined = warp.writeDefined(place, bytes)[lane];
    append(saved, &defined, 1);
    defined = 0;
  }
  for (uint32_t index = frame.predicatesBegin; index < frame.predicatesEnd; ++index) {
    Predicate predicate = warp.predicate(index);
    auto bits = static_cast<uint8_t>((predicate.value >> lane & 1) | (predicate.defined >> lane & 1) << 1);
    append(saved, &bits, 1);
    warp.setPredicate(index, 1u << lane, 0, 0);
  }
  append(saved, warp.read<uint64_t>(stackPointer) + lane, 8);
}

static void restoreLane(Warp &warp, unsigned lane, const DynamicFrame &frame, Place stackPointer,
                        std::vector<uint8_t> &saved) {
  takeBack(saved, warp.write<uint64_t>(stackPointer) + lane, 8);
  for (uint32_t index = frame.predicatesEnd; index-- > frame.predicatesBegin;) {
    uint8_t bits = 0;
    takeBack(saved, &bits, 1);
    warp.setPredicate(index, 1u << lane, LaneMask(bits & 1) << lane, LaneMask(bits >> 1) << lane);
  }
  for (auto each = frame.registers.rbegin(); each != frame.registers.rend(); ++each) {
    takeBack(saved, warp.writeDefined(each->first, each->second) + lane, 1);
    takeBack(saved, warp.write<uint8_t>(each->first) + size_t(lane) * each->second, each->second);
  }
}

void enterFrame(Warp &warp, LaneMask lanes, const DynamicFrame &frame, Place stackPointer) {
  SavedRegisters &saved = warp.states().get<SavedRegisters>();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    saveLane(warp, lane, frame, stackPointer, saved.lanes[lane]);
    uint64_t &top = warp.write<uint64_t>(stackPointer)[lane];
    warp.write<uint64_t>(frame.framePointer)[lane] = top;
    warp.writeDefined(frame.framePointer, 8)[lane] = Warp::fullyDefined(8);
    top += frame.frameBytes;
  }
}

void leaveFrame(Warp &warp, LaneMask lanes, const DynamicFrame &frame, Place stackPointer) {
  SavedRegisters &saved = warp.states().get<SavedRegisters>();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    restoreLane(warp, lane, frame, stackPointer, saved.lanes[lane]);
  }
}

//===----------------------------------------------------------------------===//
// alloca, stacksave, stackrestore
//===----------------------------------------------------------------------===//

static constexpr uint64_t stackUnit = 16;

template <typename T>
static Step executeAllocate(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Place result = instruction.operands[0], size = instruction.operands[1], stackPointer = instruction.operands[2];
  lanes = warp.requireDefined(FaultKind::UndefinedOperand, instruction, size, sizeof(T), lanes, "the size");
  uint64_t alignment = instruction.fields[0];
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    uint64_t &top = warp.write<uint64_t>(stackPointer)[lane];
    uint64_t bytes = (std::min<uint64_t>(warp.read<T>(size)[lane], 1u << 30) + stackUnit - 1) / stackUnit * stackUnit;
    top = (top + alignment - 1) / alignment * alignment;
    if (!reserveStack(warp, instruction, 1u << lane, stackPointer, static_cast<uint32_t>(bytes))) {
      return warp.exit(lanes);
    }
    warp.write<T>(result)[lane] = static_cast<T>(top);
    warp.writeDefined(result, sizeof(T))[lane] = Warp::fullyDefined(sizeof(T));
    top += bytes;
  }
  return Step::Next;
}

static void decodeAllocate(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"u32", "u64"});
  if (!context.expectOperands(2, 3)) {
    return;
  }
  int64_t alignment = context.numOperands() == 3 ? context.number(2, 1, 1 << 16) : 8;
  if ((alignment & (alignment - 1)) != 0) {
    context.error("`" + context.spelling() + "` needs an alignment that is a power of two, got " +
                  std::to_string(alignment));
  }
  out.fields[0] = static_cast<uint32_t>(std::max<int64_t>(alignment, stackUnit));
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type), context.stackPointer()});
  out.handler = type.bits == 64 ? executeAllocate<uint64_t> : executeAllocate<uint32_t>;
  out.kind = InstructionClass::LocalMemory;
}

template <typename T>
static Step executeSave(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const uint64_t *top = warp.read<uint64_t>(instruction.operands[1]);
  T *result = warp.write<T>(instruction.operands[0]);
  forLanes(lanes, [&](unsigned lane) { result[lane] = static_cast<T>(top[lane]); });
  setDefined(warp, instruction.operands[0], sizeof(T), lanes, Warp::fullyDefined(sizeof(T)));
  return Step::Next;
}

template <typename T>
static Step executeRestore(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Place source = instruction.operands[0];
  lanes = warp.requireDefined(FaultKind::UndefinedOperand, instruction, source, sizeof(T), lanes, "the stack pointer");
  uint64_t begin = warp.program().localBytes, end = warp.launch().localBytes();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    uint64_t value = warp.read<T>(source)[lane];
    if (value < begin || value > end) {
      warp.fatal(FaultKind::IllegalOperand, instruction, lane, "the operand is no place of the stack");
      return warp.exit(lanes);
    }
    warp.write<uint64_t>(instruction.operands[1])[lane] = value;
  }
  return Step::Next;
}

template <bool isSave>
static void decodeStackPointer(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"u32", "u64"});
  if (!context.expectOperands(1)) {
    return;
  }
  out.kind = InstructionClass::Move;
  if (isSave) {
    context.setOperands(out, {context.result(0, type)}, {context.stackPointer()});
    out.handler = type.bits == 64 ? executeSave<uint64_t> : executeSave<uint32_t>;
    return;
  }
  context.setOperands(out, {}, {context.source(0, type), context.stackPointer()});
  out.handler = type.bits == 64 ? executeRestore<uint64_t> : executeRestore<uint32_t>;
}

void registerStack(FamilyTable &families) {
  families.add({{"alloca", decodeAllocate},
                {"stacksave", decodeStackPointer<true>},
                {"stackrestore", decodeStackPointer<false>}});
}

} // namespace tkc::sim
