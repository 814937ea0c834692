// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the interpreter reports about a program that did something wrong.
#ifndef TKC_INTERP_FAULT_H
#define TKC_INTERP_FAULT_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tkc::interp {

enum class FaultKind : uint8_t {
  /// A load, store or atomic outside the buffer that its pointer belongs to, or through a pointer to no buffer.
  OutOfBounds,
  /// An address that is not a multiple of the element's size.
  Misaligned,
  /// A read of bytes of an output that nothing has written.
  UninitialisedRead,
  /// Two programs wrote one address and no atomic orders them.
  WriteConflict,
  /// One program wrote and another read one address and no atomic orders them.
  ReadWriteConflict,
  DivisionByZero,
  /// An element without a defined value was used as an address or mask, was stored, or decided a branch.
  PoisonAddress,
  PoisonMask,
  PoisonStored,
  PoisonDecision,
  /// The condition of `tk.assume` is false.
  AssumptionViolated,
  /// An argument is not the multiple that its `tk.divisibility` promises.
  BrokenDivisibility,
  /// A loop's step is not positive.
  InvalidStep,
  /// All programs wait and nothing changes any more.
  NoProgress,
  /// The condition of `tk.assert` is false.
  AssertionFailed,
  /// Inline assembly did something wrong.
  InlineAsmFailed
};

inline constexpr FaultKind allFaultKinds[] = {
    FaultKind::OutOfBounds,    FaultKind::Misaligned,         FaultKind::UninitialisedRead,
    FaultKind::WriteConflict,  FaultKind::ReadWriteConflict,  FaultKind::DivisionByZero,
    FaultKind::PoisonAddress,  FaultKind::PoisonMask,         FaultKind::PoisonStored,
    FaultKind::PoisonDecision, FaultKind::AssumptionViolated, FaultKind::BrokenDivisibility,
    FaultKind::InvalidStep,    FaultKind::NoProgress,         FaultKind::AssertionFailed,
    FaultKind::InlineAsmFailed};

/// One fault; later ones of the same kind and place are only counted.
struct Fault {
  FaultKind kind = FaultKind::OutOfBounds;
  std::array<int32_t, 3> program = {};
  /// The number (x + y * X + z * X * Y) of the other program of a conflict, or -1.
  int64_t otherProgram = -1;
  /// Which element of the op's block, in row-major order; for `BrokenDivisibility` which argument.
  uint32_t element = 0;
  /// The buffer that the address belongs to, or -1, and the byte offset from its start.
  int64_t buffer = -1;
  int64_t byteOffset = 0;
  uint64_t address = 0;
  uint32_t accessSize = 0;
  /// Index into `Execution::locations`.
  uint32_t location = 0;
  uint64_t count = 1;
  /// What the program says about it: the message of an assertion.
  std::string text = {};
};

/// `OutOfBounds` and so on.
std::string_view faultKindName(FaultKind kind);

/// A buffer as messages speak of it.
struct BufferName {
  std::string name;
  uint64_t sizeInBytes = 0;
};

/// What happened, for the user: `program (2, 0, 0) reads or writes 4 bytes at byte 4096 of x, which has 4096`.
/// `buffers` are those of the launch; a buffer without an entry is called by its number.
std::string describeFault(const Fault &fault, const std::vector<BufferName> &buffers);

} // namespace tkc::interp

#endif // TKC_INTERP_FAULT_H
