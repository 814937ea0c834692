// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the simulator reports about a kernel that did something wrong, and the log that collects it.
#ifndef TKC_SIM_MEMORY_FAULT_H
#define TKC_SIM_MEMORY_FAULT_H

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tkc::sim {

/// The kinds of faults; the list is the file's, so that names, texts and tests come from one place.
enum class FaultKind : uint8_t {
#define TKC_SIM_FAULT(Name, Text) Name,
#include "tkc/Sim/Memory/FaultKinds.def"
};

/// `DataRace` and so on.
std::string_view faultKindName(FaultKind kind);
/// What the kind means, in one line.
std::string_view faultKindText(FaultKind kind);

/// The number of an instruction in its program; the program knows the PTX line and the source place.
using InstructionIndex = uint32_t;
inline constexpr InstructionIndex noInstruction = ~0u;

/// A thread of the launch.
struct ThreadPlace {
  std::array<uint32_t, 3> cta = {};
  std::array<uint32_t, 3> thread = {};
};

/// Another access or event that a fault is about.
struct EarlierAccess {
  InstructionIndex instruction = noInstruction;
  ThreadPlace place;
  /// `write by generic proxy`, `asynchronous read by wgmma`.
  std::string what;
};

/// One fault; later ones of the same kind at the same instruction are only counted.
struct Fault {
  FaultKind kind;
  InstructionIndex instruction = noInstruction;
  ThreadPlace place;
  /// The address in the space's own numbering, when the fault has one.
  std::optional<uint64_t> address;
  uint32_t sizeInBytes = 0;
  /// `shared`, `global (buffer x, byte 4096 of 4096)`: where the address lies.
  std::string where;
  /// What was found and needed; a list of who waits for what in a deadlock.
  std::string detail;
  std::vector<EarlierAccess> earlier;
  uint64_t count = 1;
};

/// Collects faults from all host threads: keeps the first of each kind and instruction up to a limit, counts all.
class FaultLog {
public:
  explicit FaultLog(size_t kept = 32) : kept(kept) {}

  void report(Fault fault);
  /// Counts one more fault of a kind at an instruction if such a fault is kept or there is no room for it: then it
  /// need not be put into words and reported.
  bool countRepeated(FaultKind kind, InstructionIndex instruction);
  /// In the order of their program's instructions, then kinds. The log is empty afterwards.
  std::vector<Fault> takeFaults();
  /// Of all faults, also of those that were not kept.
  uint64_t count() const;
  bool isEmpty() const { return count() == 0; }

private:
  mutable std::mutex mutex;
  std::map<std::pair<InstructionIndex, FaultKind>, Fault> faults;
  size_t kept;
  uint64_t total = 0;
};

} // namespace tkc::sim

#endif // TKC_SIM_MEMORY_FAULT_H
