// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults as text for people.
#include "tkc/Sim/Simulator.h"

#include <cstdio>

namespace tkc::sim {

static std::string triple(const std::array<uint32_t, 3> &value) {
  return "(" + std::to_string(value[0]) + "," + std::to_string(value[1]) + "," + std::to_string(value[2]) + ")";
}

static std::string threadText(const ThreadPlace &place) {
  return "thread " + triple(place.thread) + " of CTA " + triple(place.cta);
}

/// `kernel.tk:14:3`, or the line of the PTX when the source is not known.
static std::string placeText(const InstructionOrigin &origin, const std::string &ptxFile) {
  if (origin.places.empty()) {
    return ptxFile + (origin.ptxLine ? ":" + std::to_string(origin.ptxLine) : "");
  }
  const SourcePlace &place = origin.places.front();
  return place.file + ":" + std::to_string(place.line) + (place.column ? ":" + std::to_string(place.column) : "");
}

static void appendOrigin(std::string &text, const InstructionOrigin &origin) {
  if (origin.ptxLine == 0) {
    return;
  }
  text += "  ptx line " + std::to_string(origin.ptxLine);
  text += origin.function.empty() ? "" : " in " + origin.function;
  text += origin.op ? ", op " + std::to_string(*origin.op) : "";
  text += ": " + origin.ptxText + "\n";
  for (size_t index = 1; index < origin.places.size(); ++index) {
    const SourcePlace &place = origin.places[index];
    text += "  inlined at " + place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + "\n";
  }
}

static void appendIndented(std::string &text, const std::string &lines) {
  size_t begin = 0;
  while (begin < lines.size()) {
    size_t end = std::min(lines.find('\n', begin), lines.size());
    text += "  " + lines.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
}

std::string renderFault(const ReportedFault &reported, const std::string &ptxFile) {
  const Fault &fault = reported.fault;
  std::string text = placeText(reported.origin, ptxFile) + ": error: " + std::string(faultKindText(fault.kind)) + " [" +
                     std::string(faultKindName(fault.kind)) + "]\n";
  appendOrigin(text, reported.origin);
  text += "  by " + threadText(fault.place);
  if (fault.address) {
    char address[24];
    std::snprintf(address, sizeof(address), "0x%llx", static_cast<unsigned long long>(*fault.address));
    text += ", " + std::to_string(fault.sizeInBytes) + " bytes at " + address;
  }
  text += fault.where.empty() ? "\n" : " in " + fault.where + "\n";
  appendIndented(text, fault.detail);
  for (size_t index = 0; index < fault.earlier.size(); ++index) {
    const EarlierAccess &earlier = fault.earlier[index];
    text += "  earlier: " + earlier.what + " by " + threadText(earlier.place) + "\n";
    if (index < reported.earlierOrigins.size()) {
      const InstructionOrigin &origin = reported.earlierOrigins[index];
      text += origin.places.empty() ? "" : "  at " + placeText(origin, ptxFile) + "\n";
      appendOrigin(text, origin);
    }
  }
  if (fault.count > 1) {
    text += "  and " + std::to_string(fault.count - 1) + " more of this kind here\n";
  }
  return text;
}

} // namespace tkc::sim
