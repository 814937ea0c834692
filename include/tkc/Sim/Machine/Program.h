// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decoded form of a kernel: every function that it calls in one array of instructions, whose operands are already
// places of 32 lanes. The decoder makes it, warps execute it, and nothing changes it in between.
#ifndef TKC_SIM_MACHINE_PROGRAM_H
#define TKC_SIM_MACHINE_PROGRAM_H

#include "tkc/Sim/Memory/Clocks.h"
#include "tkc/Sim/Memory/Fault.h"
#include "tkc/Sim/Ptx/Module.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace tkc::sim {

class Warp;
struct Instruction;

/// What a handler did with the program counter of the fragment that ran it.
enum class Step : uint8_t {
  /// The next instruction follows.
  Next,
  /// The handler has moved the lanes itself (Warp::jump, branch, call, leave).
  Jumped,
  /// Nothing happened that may not happen again: the lanes stay here and execute the instruction once more, when the
  /// condition of Warp::waitFor holds or when other lanes have come.
  Wait,
  /// The lanes have ended (Warp::exit).
  Exited
};

/// Executes an instruction for the given lanes, of which there is at least one.
using Handler = Step (*)(Warp &, const Instruction &, LaneMask lanes);

/// Where the 32 lanes of a value stand: in the warp's registers or among the program's constants. Behind the values,
/// which are contiguous, stand 32 bytes with one definedness bit for each byte of the lane's value. A value of 128 bits
/// is two places of 64 bits, the second one `wideHalf` bytes behind the first.
struct Place {
  uint32_t code = 0;

  static Place inRegisters(uint32_t offset) { return {offset}; }
  static Place inConstants(uint32_t offset) { return {offset | 1}; }
  bool isConstant() const { return code & 1; }
  uint32_t offset() const { return code & ~1u; }
  bool operator==(Place other) const { return code == other.code; }

  /// Bytes that a value takes with its definedness; multiples of 32.
  static constexpr uint32_t bytesFor(unsigned bits) {
    return bits == 128 ? 2 * bytesFor(64) : warpSize * (bits / 8 + 1);
  }
  static constexpr uint32_t wideHalf = warpSize * 9;
  Place upperHalf() const { return {code + wideHalf}; }
};

/// A predicate of a warp: one bit a lane.
struct Predicate {
  LaneMask value = 0;
  LaneMask defined = 0;
};

/// A predicate operand. The first ones of a warp are constants, and one that swallows results.
struct PredicatePlace {
  uint32_t index = alwaysTrue;
  bool isNegated = false;

  static constexpr uint32_t alwaysTrue = 0, alwaysFalse = 1, sink = 2, firstFree = 3;
};

/// Put before the handler of an instruction by a family that must know when others touch its registers: the instruction
/// runs the family's handler, which looks at the registers and goes on with `next`.
struct RegisterWatch {
  struct Entry {
    /// Watched registers are numbered through the program.
    uint32_t number;
    bool isWritten;
  };
  Handler next = nullptr;
  std::vector<Entry> registers;
};

/// What the statistics call an instruction.
enum class InstructionClass : uint8_t {
  Integer,
  Float,
  Convert,
  Move,
  Control,
  Barrier,
  Exchange,
  LoadGlobal,
  StoreGlobal,
  LoadShared,
  StoreShared,
  LocalMemory,
  OtherMemory,
  Atomic,
  Fence,
  Copy,
  Matrix,
  Other
};
inline constexpr unsigned instructionClassCount = unsigned(InstructionClass::Other) + 1;
/// `load global` and so on.
std::string_view instructionClassName(InstructionClass kind);

/// One decoded instruction.
struct Instruction {
  Handler handler = nullptr;
  /// Results first, then sources, as the family's decoder has put them.
  const Place *operands = nullptr;
  /// What else the family's handler wants to know; owned by the program.
  const void *detail = nullptr;
  /// Null for all instructions but few; owned by the program.
  const RegisterWatch *watch = nullptr;

  /// The guard, and what its value is combined with: 0, or all lanes for `@!%p`.
  uint32_t guard = PredicatePlace::alwaysTrue;
  LaneMask guardFlip = 0;

  /// Predicates that are written and read.
  uint32_t predicateResults[2] = {PredicatePlace::sink, PredicatePlace::sink};
  PredicatePlace predicateSources[2];
  /// Fields for the family: small immediates, enumerations.
  uint32_t fields[4] = {0, 0, 0, 0};
  uint8_t numResults = 0, numOperands = 0;
  InstructionClass kind = InstructionClass::Other;
  /// `.aligned` and its kin: waits until all lanes of the warp that have not ended are here.
  bool needsAllLanes = false;

  /// Where the instruction stands among those of its function in reverse post-order: fragments with smaller keys run
  /// first.
  uint32_t key = 0;
  /// The line of the PTX text, and the index of its location in the program, or noLocation.
  uint32_t line = 0;
  uint32_t location = ~0u;

  static constexpr uint32_t noLocation = ~0u;

  template <typename T>
  const T &detailAs() const {
    return *static_cast<const T *>(detail);
  }
};

/// Values of a launch or of a warp that read like registers: `%tid.x`.
enum class SpecialRegister : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NwarpId,
  SmId,
  NsmId,
  GridId,
  LanemaskEq,
  LanemaskLe,
  LanemaskLt,
  LanemaskGe,
  LanemaskGt,
  ClusteridX,
  ClusteridY,
  ClusteridZ,
  NclusteridX,
  NclusteridY,
  NclusteridZ,
  ClusterCtaidX,
  ClusterCtaidY,
  ClusterCtaidZ,
  ClusterNctaidX,
  ClusterNctaidY,
  ClusterNctaidZ,
  ClusterCtarank,
  ClusterNctarank,
  IsExplicitCluster,
  DynamicSmemSize,
  TotalSmemSize,
  AggrSmemSize,
  ReservedSmemOffsetBegin,
  ReservedSmemOffsetEnd,
  EnvReg,
  Zero,
  /// The address of something in the CTA's own shared memory: its offset is the payload of the use.
  SharedAddress,
  /// The first free byte of local memory; moves as functions are called and memory is allocated.
  StackPointer
};

/// The frame of a function that may be active several times at once, or that allocates: it lies on the thread's stack,
/// and calls put the registers of the function aside.
struct DynamicFrame {
  /// Where the frame begins, 64 bits.
  Place framePointer;
  uint32_t frameBytes = 0;
  /// The function's own registers with their bytes, and its predicates.
  std::vector<std::pair<Place, uint8_t>> registers;
  uint32_t predicatesBegin = 0, predicatesEnd = 0;
};

/// A special register that the program reads: what it is, its width, and the register that a warp fills at its start.
struct SpecialUse {
  SpecialRegister kind;
  unsigned bits;
  Place place;
  uint64_t payload = 0;
};

/// A parameter of the kernel.
struct KernelParameter {
  std::string name;
  ptx::Type type;
  uint32_t offset = 0, sizeInBytes = 0, alignment = 1;
  bool isPointer = false;
};

/// Storage that is aligned for vector loads and grows; addresses change as it does.
class AlignedBytes {
public:
  void resize(size_t bytes) { chunks.resize((bytes + sizeof(Chunk) - 1) / sizeof(Chunk)); }
  size_t size() const { return chunks.size() * sizeof(Chunk); }
  std::byte *data() { return reinterpret_cast<std::byte *>(chunks.data()); }
  const std::byte *data() const { return reinterpret_cast<const std::byte *>(chunks.data()); }

private:
  struct alignas(64) Chunk {
    std::byte bytes[64] = {};
  };
  std::vector<Chunk> chunks;
};

/// A kernel, ready to run. Refers to the module that it came from, which must outlive it.
class Program {
public:
  Program() = default;
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  std::string name;
  std::vector<Instruction> code;
  /// The first instruction of the kernel; `function` of each instruction by ranges of code.
  uint32_t entry = 0;
  struct FunctionRange {
    uint32_t begin, end;
    const ptx::Function *function;
  };
  std::vector<FunctionRange> functions;

  /// Of one warp: bytes of registers, number of predicates.
  uint32_t registerBytes = 0, predicateCount = PredicatePlace::firstFree;
  /// Registers that are watched (RegisterWatch), by number.
  std::vector<Place> watchedPlaces;
  AlignedBytes constants;
  std::vector<SpecialUse> specials;

  std::vector<KernelParameter> parameters;
  uint32_t parameterBytes = 0;
  /// Of one thread: local variables and frames of calls that stand where they are.
  uint32_t localBytes = 0;
  /// Whether there is a stack behind these.
  bool usesStack = false;
  /// Where dynamic shared memory begins, as an address of the space; static variables lie before it.
  uint32_t dynamicSharedBegin = 0;
  bool usesDynamicShared = false;
  ptx::LaunchBounds bounds;
  std::vector<ptx::Location> locations;
  /// Registers and predicates by offset and number, for reports.
  std::vector<std::pair<uint32_t, std::string>> registerNames, predicateNames;
  const ptx::Module *module = nullptr;

  /// The place of an instruction in `code`.
  InstructionIndex indexOf(const Instruction &instruction) const {
    return static_cast<InstructionIndex>(&instruction - code.data());
  }

  /// Copies something that lives as long as the program does.
  template <typename T>
  T *keep(T value) {
    auto holder = std::make_unique<Holder<T>>(std::move(value));
    T *address = &holder->value;
    kept.push_back(std::move(holder));
    return address;
  }

private:
  struct AnyHolder {
    virtual ~AnyHolder() = default;
  };
  template <typename T>
  struct Holder : AnyHolder {
    explicit Holder(T value) : value(std::move(value)) {}
    T value;
  };
  std::vector<std::unique_ptr<AnyHolder>> kept;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_PROGRAM_H
