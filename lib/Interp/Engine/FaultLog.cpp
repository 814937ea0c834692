// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recording faults once a place.
#include "FaultLog.h"

namespace tkc::interp {

void FaultLog::report(const Fault &fault) {
  std::lock_guard<std::mutex> guard(mutex);
  ++count;
  auto entry = known.find({fault.kind, fault.location});
  if (entry != known.end()) {
    ++faults[entry->second].count;
    return;
  }
  if (faults.size() < capacity) {
    known[{fault.kind, fault.location}] = faults.size();
    faults.push_back(fault);
  }
}

void FaultLog::noteUndecided(uint32_t location) {
  std::lock_guard<std::mutex> guard(mutex);
  ++undecidedAt[location];
}

} // namespace tkc::interp
