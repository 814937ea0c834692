// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flat form of a kernel: slots that hold values, and instructions over slots with jumps between them.
#ifndef TKC_LIB_INTERP_ENGINE_CODE_H
#define TKC_LIB_INTERP_ENGINE_CODE_H

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "LaneCode.h"
#include "ScalarType.h"

namespace tkc::interp {

class Machine;
struct Instruction;

/// Executes one instruction. Handlers of jumps move the machine's program counter.
using Handler = void (*)(Machine &, const Instruction &);

using SlotId = uint32_t;
inline constexpr SlotId noSlot = ~SlotId(0);

/// Where one value lives: `count` lanes of 8 bytes, a bound a lane for floats, a byte of flags a lane.
///
/// The offsets are into a program's arena, or into the kernel's constants for values that all programs share.
struct Slot {
  ScalarType type;
  uint32_t count = 1;
  bool isConstant = false;
  size_t lanes = 0, bounds = 0, flags = 0, summary = 0;
};

/// What a load, store or atomic does beyond its operands.
struct MemoryAccess {
  ScalarType element;
  /// A read-modify-write: `AtomicOperation` as a number.
  uint8_t operation = 0;
  bool isVolatile = false;
  bool acquires = false, releases = false;
};

/// How a block is cut along one axis: lane = (outer * extent + step) * inner + position.
struct AxisShape {
  uint32_t outer = 1, extent = 1, inner = 1;

  uint32_t laneCount() const { return outer * inner; }
};

/// A gather: the source, cut along the axis, and how far the index goes along it.
struct Gather {
  AxisShape source;
  uint32_t indexExtent = 1;
};

/// A reduction or scan: the combine's code and the slots through which it gets and gives lanes.
struct Combine {
  AxisShape shape;
  /// The code of the region, run once a step; it ends with a return.
  uint32_t begin = 0;
  /// How many lanes the region's slots have: all of a step, or 1 when the region branches.
  uint32_t width = 1;
  std::vector<SlotId> left, right, yielded;
  bool isReverse = false;
  /// A combine that is one known op, for which the order can be chosen freely.
  enum class Kind : uint8_t { General, FloatSum, OrderFree } kind = Kind::General;
};

/// A dot: result[b, m, n] = c + Σ a[b, m, k] · b[b, k, n].
struct DotShape {
  uint32_t batch = 1, m = 1, n = 1, k = 1;
  enum class Precision : uint8_t { TF32, TF32x3, IEEE, BF16x3, BF16x6 } precision = Precision::IEEE;
  uint32_t maxImpreciseAccumulations = 0;
};

/// A map: the region's code, run on groups of `pack` elements.
struct ElementMap {
  uint32_t begin = 0;
  uint32_t pack = 1;
  /// How many lanes the region's slots have: one a group, or 1 when the region branches.
  uint32_t width = 1;
  /// `pack` slots for each operand, and for each result.
  std::vector<SlotId> arguments, yielded;
};

/// What a print says besides the values.
struct PrintFormat {
  std::string prefix;
  bool isHex = false;
  struct Operand {
    bool isSigned = false;
    std::vector<uint32_t> shape;
  };
  std::vector<Operand> operands;
};

struct Instruction {
  Handler handler = nullptr;
  std::vector<SlotId> operands;
  std::vector<SlotId> results;
  /// A predicate, an axis, a jump's target, an index into the side tables of `Code`: as the handler says.
  uint32_t immediate = 0;
  /// Index into the location table of whoever made the code.
  uint32_t location = 0;
};

/// A kernel, compiled once.
struct Code {
  std::vector<Slot> slots;
  std::vector<Instruction> instructions;
  std::vector<SlotId> arguments;
  size_t arenaSize = 0;
  /// The lanes, bounds, flags and summaries of constant slots.
  std::vector<uint8_t> constants;

  std::vector<MemoryAccess> accesses;
  std::vector<Gather> gathers;
  std::vector<Combine> combines;
  std::vector<DotShape> dots;
  std::vector<ElementMap> maps;
  std::vector<PrintFormat> prints;
  std::vector<std::shared_ptr<const LaneCode>> laneCodes;
  /// What assertions say when they fail.
  std::vector<std::string> messages;
  /// For `permute`: the source lane of each result lane.
  std::vector<std::vector<uint32_t>> permutations;

  /// The smallest element that a load, store or atomic accesses, in bytes.
  unsigned smallestAccess = 8;
  /// Which arguments' buffers may be written; all when a pointer's origin is unknown.
  std::vector<bool> writtenArguments;
  bool writesUnknownBuffer = false;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_CODE_H
