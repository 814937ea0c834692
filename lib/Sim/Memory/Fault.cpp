// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of faults, and their log.
#include "tkc/Sim/Memory/Fault.h"

namespace tkc::sim {

std::string_view faultKindName(FaultKind kind) {
  switch (kind) {
#define TKC_SIM_FAULT(Name, Text)                                                                                      \
  case FaultKind::Name:                                                                                                \
    return #Name;
#include "tkc/Sim/Memory/FaultKinds.def"
  }
  return "";
}

std::string_view faultKindText(FaultKind kind) {
  switch (kind) {
#define TKC_SIM_FAULT(Name, Text)                                                                                      \
  case FaultKind::Name:                                                                                                \
    return Text;
#include "tkc/Sim/Memory/FaultKinds.def"
  }
  return "";
}

void FaultLog::report(Fault fault) {
  std::lock_guard<std::mutex> lock(mutex);
  total += fault.count;
  auto found = faults.find({fault.instruction, fault.kind});
  if (found != faults.end()) {
    found->second.count += fault.count;
  } else if (faults.size() < kept) {
    std::pair<InstructionIndex, FaultKind> key{fault.instruction, fault.kind};
    faults.emplace(key, std::move(fault));
  }
}

bool FaultLog::countRepeated(FaultKind kind, InstructionIndex instruction) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = faults.find({instruction, kind});
  if (found == faults.end() && faults.size() < kept) {
    return false;
  }
  ++total;
  if (found != faults.end()) {
    ++found->second.count;
  }
  return true;
}

std::vector<Fault> FaultLog::takeFaults() {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<Fault> taken;
  for (auto &[key, fault] : faults) {
    taken.push_back(std::move(fault));
  }
  faults.clear();
  total = 0;
  return taken;
}

uint64_t FaultLog::count() const {
  std::lock_guard<std::mutex> lock(mutex);
  return total;
}

} // namespace tkc::sim
