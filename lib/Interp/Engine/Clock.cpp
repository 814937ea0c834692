// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse vector clocks as sorted lists.
#include "Clock.h"

#include <algorithm>

namespace tkc::interp {

static bool isBefore(const Epoch &epoch, uint32_t program) { return epoch.program < program; }

uint32_t Clock::timeOf(uint32_t program) const {
  auto entry = std::lower_bound(epochs.begin(), epochs.end(), program, isBefore);
  return entry != epochs.end() && entry->program == program ? entry->time : 0;
}

void Clock::advance(uint32_t program) {
  auto entry = std::lower_bound(epochs.begin(), epochs.end(), program, isBefore);
  if (entry != epochs.end() && entry->program == program) {
    ++entry->time;
  } else {
    epochs.insert(entry, Epoch{program, 1});
  }
}

void Clock::join(const Clock &other) {
  std::vector<Epoch> merged;
  merged.reserve(std::max(epochs.size(), other.epochs.size()));
  auto left = epochs.begin();
  auto right = other.epochs.begin();
  while (left != epochs.end() && right != other.epochs.end()) {
    if (left->program == right->program) {
      merged.push_back({left->program, std::max(left->time, right->time)});
      ++left, ++right;
    } else {
      merged.push_back(left->program < right->program ? *left++ : *right++);
    }
  }
  merged.insert(merged.end(), left, epochs.end());
  merged.insert(merged.end(), right, other.epochs.end());
  epochs = std::move(merged);
}

} // namespace tkc::interp
