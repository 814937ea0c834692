// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects what programs did wrong, and decisions that the error bounds leave open, from all threads.
#ifndef TKC_LIB_INTERP_ENGINE_FAULTLOG_H
#define TKC_LIB_INTERP_ENGINE_FAULTLOG_H

#include "tkc/Interp/Fault.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace tkc::interp {

class FaultLog {
public:
  explicit FaultLog(size_t capacity) : capacity(capacity) {}

  /// Keeps the first fault of each kind and location, up to the capacity, and counts all.
  void report(const Fault &fault);
  void noteUndecided(uint32_t location);

  std::vector<Fault> takeFaults() { return std::move(faults); }
  uint64_t faultCount() const { return count; }
  const std::map<uint32_t, uint64_t> &undecided() const { return undecidedAt; }

private:
  std::mutex mutex;
  size_t capacity;
  uint64_t count = 0;
  std::vector<Fault> faults;
  std::map<std::pair<FaultKind, uint32_t>, size_t> known;
  std::map<uint32_t, uint64_t> undecidedAt;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_FAULTLOG_H
