// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of fault kinds, and their wording.
#include "tkc/Interp/Fault.h"

namespace tkc::interp {

std::string_view faultKindName(FaultKind kind) {
  switch (kind) {
  case FaultKind::OutOfBounds:
    return "OutOfBounds";
  case FaultKind::Misaligned:
    return "Misaligned";
  case FaultKind::UninitialisedRead:
    return "UninitialisedRead";
  case FaultKind::WriteConflict:
    return "WriteConflict";
  case FaultKind::ReadWriteConflict:
    return "ReadWriteConflict";
  case FaultKind::DivisionByZero:
    return "DivisionByZero";
  case FaultKind::PoisonAddress:
    return "PoisonAddress";
  case FaultKind::PoisonMask:
    return "PoisonMask";
  case FaultKind::PoisonStored:
    return "PoisonStored";
  case FaultKind::PoisonDecision:
    return "PoisonDecision";
  case FaultKind::AssumptionViolated:
    return "AssumptionViolated";
  case FaultKind::BrokenDivisibility:
    return "BrokenDivisibility";
  case FaultKind::InvalidStep:
    return "InvalidStep";
  case FaultKind::NoProgress:
    return "NoProgress";
  case FaultKind::AssertionFailed:
    return "AssertionFailed";
  case FaultKind::InlineAsmFailed:
    return "InlineAsmFailed";
  }
  __builtin_unreachable();
}

static std::string nameOf(int64_t buffer, const std::vector<BufferName> &buffers) {
  bool isNamed = buffer >= 0 && size_t(buffer) < buffers.size() && !buffers[size_t(buffer)].name.empty();
  return isNamed ? "`" + buffers[size_t(buffer)].name + "`" : "buffer " + std::to_string(buffer);
}

/// `4 bytes at byte 8 of `x``, or the address where there is no buffer.
static std::string describePlace(const Fault &fault, const std::vector<BufferName> &buffers) {
  std::string size = std::to_string(fault.accessSize) + (fault.accessSize == 1 ? " byte" : " bytes");
  if (fault.buffer < 0) {
    return size + " at address " + std::to_string(fault.address) + ", where there is no buffer";
  }
  return size + " at byte " + std::to_string(fault.byteOffset) + " of " + nameOf(fault.buffer, buffers);
}

static std::string describeOutOfBounds(const Fault &fault, const std::vector<BufferName> &buffers) {
  std::string text = "accesses " + describePlace(fault, buffers);
  bool hasSize = fault.buffer >= 0 && size_t(fault.buffer) < buffers.size();
  return hasSize ? text + ", which has " + std::to_string(buffers[size_t(fault.buffer)].sizeInBytes) : text;
}

static std::string describeEvent(const Fault &fault, const std::vector<BufferName> &buffers) {
  std::string other = "program number " + std::to_string(fault.otherProgram);
  switch (fault.kind) {
  case FaultKind::OutOfBounds:
    return describeOutOfBounds(fault, buffers);
  case FaultKind::Misaligned:
    return "accesses " + describePlace(fault, buffers) + ", which is not aligned to the element's size";
  case FaultKind::UninitialisedRead:
    return "reads " + describePlace(fault, buffers) + ", which nothing has written";
  case FaultKind::WriteConflict:
    return "writes " + describePlace(fault, buffers) + ", which " + other + " writes too, and no atomic orders them";
  case FaultKind::ReadWriteConflict:
    return "and " + other + " read and write " + describePlace(fault, buffers) + ", and no atomic orders them";
  case FaultKind::DivisionByZero:
    return "divides an integer by zero";
  case FaultKind::PoisonAddress:
    return "uses an address without a defined value";
  case FaultKind::PoisonMask:
    return "uses a mask without a defined value";
  case FaultKind::PoisonStored:
    return "stores an element without a defined value";
  case FaultKind::PoisonDecision:
    return "branches on a condition without a defined value";
  case FaultKind::AssumptionViolated:
    return "breaks an assumption";
  case FaultKind::BrokenDivisibility:
    return "is launched with " + std::to_string(fault.address) +
           ", which is not the multiple that the parameter promises";
  case FaultKind::InvalidStep:
    return "enters a loop whose step is not positive";
  case FaultKind::NoProgress:
    return "waits for ever: all programs wait, and nothing changes any more";
  case FaultKind::AssertionFailed:
    return "fails an assertion: " + fault.text;
  case FaultKind::InlineAsmFailed:
    return "runs inline assembly that fails: " + fault.text;
  }
  __builtin_unreachable();
}

std::string describeFault(const Fault &fault, const std::vector<BufferName> &buffers) {
  std::string text = "program (" + std::to_string(fault.program[0]) + ", " + std::to_string(fault.program[1]) + ", " +
                     std::to_string(fault.program[2]) + ") " + describeEvent(fault, buffers);
  if (fault.element != 0 && fault.kind != FaultKind::BrokenDivisibility) {
    text += "; element " + std::to_string(fault.element) + " of the block";
  }
  return fault.count > 1 ? text + "; " + std::to_string(fault.count) + " times" : text;
}

} // namespace tkc::interp
