// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One diagnostic a kind of fault.
#include "FaultReport.h"

#include "tkc/Data/Comparison.h"

namespace tkc {

using interp::Fault;
using interp::FaultKind;

static DiagnosticKind getDiagnosticKind(FaultKind kind) {
  switch (kind) {
  case FaultKind::OutOfBounds:
    return DiagnosticKind::AccessOutOfBounds;
  case FaultKind::Misaligned:
    return DiagnosticKind::AccessMisaligned;
  case FaultKind::UninitialisedRead:
    return DiagnosticKind::ReadUninitialised;
  case FaultKind::WriteConflict:
    return DiagnosticKind::WritesConflict;
  case FaultKind::ReadWriteConflict:
    return DiagnosticKind::ReadConflicts;
  case FaultKind::DivisionByZero:
    return DiagnosticKind::IntegerDividedByZero;
  case FaultKind::PoisonAddress:
    return DiagnosticKind::AddressUndefined;
  case FaultKind::PoisonMask:
    return DiagnosticKind::MaskUndefined;
  case FaultKind::PoisonStored:
    return DiagnosticKind::StoredUndefined;
  case FaultKind::PoisonDecision:
    return DiagnosticKind::DecisionUndefined;
  case FaultKind::AssumptionViolated:
    return DiagnosticKind::AssumptionViolated;
  case FaultKind::BrokenDivisibility:
    return DiagnosticKind::ArgumentNotDivisible;
  case FaultKind::InvalidStep:
    return DiagnosticKind::LoopStepNotPositive;
  case FaultKind::NoProgress:
    return DiagnosticKind::NoProgress;
  case FaultKind::AssertionFailed:
    return DiagnosticKind::DeviceAssertionFails;
  case FaultKind::InlineAsmFailed:
    return DiagnosticKind::InlineAsmFails;
  }
  llvm_unreachable("all kinds are handled");
}

/// `3` in a grid of one dimension, else `(3, 0, 1)`.
static std::string formatProgram(std::array<int64_t, 3> program, const runtime::Grid &grid) {
  std::string x = std::to_string(program[0]);
  if (grid.y == 1 && grid.z == 1) {
    return x;
  }
  std::string text = "(" + x + ", " + std::to_string(program[1]);
  return text + (grid.z == 1 ? "" : ", " + std::to_string(program[2])) + ")";
}

static std::string formatOther(const Fault &fault, const runtime::Grid &grid) {
  int64_t number = fault.otherProgram;
  return formatProgram({number % grid.x, number / grid.x % grid.y, number / (grid.x * grid.y)}, grid);
}

/// The element that was accessed, as `x[3, 17]`; bytes where no element starts.
static std::string formatPlace(const Fault &fault, const ExecutionNames &names) {
  std::string bytes = std::to_string(fault.accessSize) + " bytes ";
  if (fault.buffer < 0) {
    return bytes + "at an address that belongs to no argument";
  }
  const bench::NamedArgument &argument = names.arguments[names.argumentOfBuffer[size_t(fault.buffer)]];
  int64_t size = data::sizeInBytes(argument.value.type);
  int64_t index = fault.byteOffset / size;
  bool isElement = fault.byteOffset >= 0 && fault.byteOffset % size == 0 &&
                   index < int64_t(argument.value.elementCount()) && int64_t(fault.accessSize) == size;
  if (isElement) {
    return "`" + argument.name + data::formatIndex(size_t(index), argument.value.shape) + "`";
  }
  return bytes + "at offset " + std::to_string(fault.byteOffset) + " of `" + argument.name + "`, which has " +
         std::to_string(argument.value.bytes.size()) + " bytes";
}

static void addArguments(const Fault &fault, const ExecutionNames &names, DiagnosticBuilder &builder) {
  std::string program = formatProgram({fault.program[0], fault.program[1], fault.program[2]}, names.grid);
  switch (fault.kind) {
  case FaultKind::OutOfBounds:
  case FaultKind::UninitialisedRead:
    builder << program << formatPlace(fault, names);
    return;
  case FaultKind::Misaligned:
    builder << program << fault.accessSize << fault.address;
    return;
  case FaultKind::WriteConflict:
  case FaultKind::ReadWriteConflict:
    builder << formatOther(fault, names.grid) << program << formatPlace(fault, names);
    return;
  case FaultKind::BrokenDivisibility:
    builder << names.passedParameters[fault.element] << fault.address;
    return;
  case FaultKind::DivisionByZero:
  case FaultKind::PoisonAddress:
  case FaultKind::PoisonMask:
  case FaultKind::PoisonStored:
  case FaultKind::PoisonDecision:
  case FaultKind::AssumptionViolated:
  case FaultKind::InvalidStep:
    builder << program;
    return;
  case FaultKind::AssertionFailed:
  case FaultKind::InlineAsmFailed:
    builder << program << fault.text;
    return;
  case FaultKind::NoProgress:
    return;
  }
}

static void reportFault(const interp::Execution &execution, const Fault &fault, const ExecutionNames &names,
                        DiagnosticEngine &engine) {
  SourceRange range = names.rangeOf(execution.locations[fault.location]);
  DiagnosticBuilder builder = engine.report(getDiagnosticKind(fault.kind), range);
  addArguments(fault, names, builder);
  if (fault.count > 1) {
    builder.note(range, "this happens " + std::to_string(fault.count) + " times in all");
  }
}

void reportExecution(const interp::Execution &execution, const ExecutionNames &names, DiagnosticEngine &engine) {
  for (const interp::Problem &problem : execution.problems) {
    engine.report(DiagnosticKind::NotInterpretable, names.rangeOf(problem.location)) << problem.message;
  }
  for (const Fault &fault : execution.faults) {
    reportFault(execution, fault, names, engine);
  }
  for (const interp::UndecidedDecision &decision : execution.undecidedDecisions) {
    engine.report(DiagnosticKind::DecisionUndecided, names.rangeOf(decision.location)) << decision.count;
  }
}

/// `(i, j)`, or `i` alone.
template <typename Numbers>
static std::string formatNumbers(const Numbers &numbers, size_t count) {
  std::string text = count == 1 ? "" : "(";
  for (size_t i = 0; i < count; ++i) {
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  }
  return text + (count == 1 ? "" : ")");
}

/// The element that was meant, with its number in the array.
static std::string formatOutside(const runtime::RecordedFault &fault) {
  int64_t size = fault.site.elementBytes;
  if (fault.array.empty()) {
    return std::to_string(size) + " bytes at an address that belongs to no argument";
  }
  if (fault.byteOffset % size == 0) {
    return "element " + std::to_string(fault.byteOffset / size) + " of `" + fault.array + "`, which has " +
           std::to_string(fault.arrayBytes / size);
  }
  return std::to_string(size) + " bytes at offset " + std::to_string(fault.byteOffset) + " of `" + fault.array +
         "`, which has " + std::to_string(fault.arrayBytes) + " bytes";
}

void reportOutsideAccess(const runtime::RecordedFault &fault, SourceRange range, DiagnosticEngine &engine) {
  size_t axes = fault.program[2] ? 3 : fault.program[1] ? 2 : 1;
  DiagnosticBuilder builder = engine.report(DiagnosticKind::AccessOutOfBounds, range);
  builder << formatNumbers(fault.program, axes) << formatOutside(fault);
  std::string place =
      fault.place.empty() ? "" : " at " + formatNumbers(fault.place, fault.place.size()) + " of the block";
  std::string more = fault.count > 1 ? "; " + std::to_string(fault.count - 1) + " more accesses were outside" : "";
  builder.note(range, "by this " + fault.site.access + place + more);
}

} // namespace tkc
