// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A diagnostic for each fault: the fact at the source line, then the instruction, the thread and the other access.
#include "SimFaultReport.h"

#include <cstdio>

namespace tkc {

using RangeFinder = std::function<SourceRange(const sim::SourcePlace &)>;

static std::string formatTriple(const std::array<uint32_t, 3> &value) {
  std::string x = std::to_string(value[0]);
  if (value[1] == 0 && value[2] == 0) {
    return x;
  }
  return "(" + x + ", " + std::to_string(value[1]) + ", " + std::to_string(value[2]) + ")";
}

static std::string formatThread(const sim::ThreadPlace &place) {
  return "thread " + formatTriple(place.thread) + " of program " + formatTriple(place.cta);
}

static SourceRange rangeOfOrigin(const sim::InstructionOrigin &origin, const RangeFinder &rangeOf) {
  return origin.places.empty() ? SourceRange() : rangeOf(origin.places[0]);
}

static std::string formatInstruction(const sim::InstructionOrigin &origin) {
  std::string op = origin.op ? ", op " + std::to_string(*origin.op) : "";
  return "line " + std::to_string(origin.ptxLine) + " of the PTX" + op + ": `" + origin.ptxText + "`";
}

/// `by thread 3 of program 0, 4 bytes at 0x500 in shared`.
static std::string formatAccess(const sim::Fault &fault) {
  std::string text = "by " + formatThread(fault.place);
  if (fault.address) {
    char address[24];
    std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(*fault.address));
    text += ", " + std::to_string(fault.sizeInBytes) + " bytes at " + address;
  }
  text += fault.where.empty() ? "" : " in " + fault.where;
  return text + (fault.count > 1 ? "; and " + std::to_string(fault.count - 1) + " more" : "");
}

static void reportFault(const sim::ReportedFault &reported, const RangeFinder &rangeOf, DiagnosticEngine &engine) {
  const sim::Fault &fault = reported.fault;
  SourceRange range = rangeOfOrigin(reported.origin, rangeOf);
  DiagnosticBuilder builder = engine.report(DiagnosticKind::SimulatedFault, range);
  builder << std::string(sim::faultKindName(fault.kind)) << std::string(sim::faultKindText(fault.kind));
  builder.note(range, formatAccess(fault));
  if (!fault.detail.empty()) {
    builder.note({}, fault.detail);
  }
  if (reported.origin.ptxLine != 0) {
    builder.note({}, formatInstruction(reported.origin));
  }
  for (size_t i = 1; i < reported.origin.places.size(); ++i) {
    builder.note(rangeOf(reported.origin.places[i]), "inlined here");
  }
  for (size_t i = 0; i < fault.earlier.size(); ++i) {
    const sim::EarlierAccess &earlier = fault.earlier[i];
    sim::InstructionOrigin origin =
        i < reported.earlierOrigins.size() ? reported.earlierOrigins[i] : sim::InstructionOrigin();
    std::string instruction = origin.ptxLine ? "; " + formatInstruction(origin) : "";
    builder.note(rangeOfOrigin(origin, rangeOf),
                 "earlier " + earlier.what + " by " + formatThread(earlier.place) + instruction);
  }
}

void reportSimulatedFaults(const sim::LaunchResult &result, const RangeFinder &rangeOf, DiagnosticEngine &engine) {
  for (const sim::ReportedFault &reported : result.faults) {
    reportFault(reported, rangeOf, engine);
  }
}

} // namespace tkc
