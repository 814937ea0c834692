// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Last writers and readers of granules.
#include "AccessHistory.h"

#include <algorithm>

namespace tkc::interp {

static size_t mix(size_t hash, uint64_t value) { return (hash ^ value) * 0x9e3779b97f4a7c15ull ^ (hash >> 29); }

size_t ReaderSets::StepHash::operator()(const Step &step) const {
  return mix(mix(step.set, step.epoch.program), step.epoch.time);
}

size_t ReaderSets::ContentHash::operator()(const std::vector<Epoch> &epochs) const {
  size_t hash = epochs.size();
  for (const Epoch &epoch : epochs) {
    hash = mix(mix(hash, epoch.program), epoch.time);
  }
  return hash;
}

uint32_t ReaderSets::intern(std::vector<Epoch> epochs) {
  auto [entry, isNew] = known.try_emplace(epochs, uint32_t(sets.size()));
  if (isNew) {
    sets.push_back(std::move(epochs));
  }
  return entry->second;
}

uint32_t ReaderSets::add(uint32_t set, Epoch epoch) {
  Step step{set, epoch};
  if (step == lastStep) {
    return lastResult;
  }
  auto [entry, isNew] = steps.try_emplace(step, 0);
  if (isNew) {
    std::vector<Epoch> epochs = sets[set];
    auto place = std::lower_bound(epochs.begin(), epochs.end(), epoch.program,
                                  [](const Epoch &left, uint32_t program) { return left.program < program; });
    if (place != epochs.end() && place->program == epoch.program) {
      *place = epoch;
    } else {
      epochs.insert(place, epoch);
    }
    entry->second = intern(std::move(epochs));
  }
  lastStep = step;
  lastResult = entry->second;
  return lastResult;
}

std::optional<uint32_t> ReaderSets::findUncovered(uint32_t set, uint32_t program, const Clock &clock) const {
  for (const Epoch &epoch : sets[set]) {
    if (epoch.program != program && !clock.covers(epoch)) {
      return epoch.program;
    }
  }
  return std::nullopt;
}

void AccessHistory::resize(size_t granules) {
  writers.assign(granules, 0);
  writeTimes.assign(granules, 0);
  readers.assign(granules, 0);
}

std::optional<uint32_t> AccessHistory::findWriter(size_t granule, const Accessor &accessor) const {
  uint32_t writer = writers[granule];
  if (writer == 0) {
    return std::nullopt;
  }
  uint32_t program = writer / 2 - 1;
  bool bothAtomic = (writer & 1) != 0 && accessor.isAtomic;
  if (program == accessor.program || bothAtomic || accessor.clock.covers({program, writeTimes[granule]})) {
    return std::nullopt;
  }
  return program;
}

std::optional<uint32_t> AccessHistory::read(size_t granule, const Accessor &accessor) {
  if (!accessor.isAtomic) {
    readers[granule] = sets.add(readers[granule], {accessor.program, accessor.time});
  }
  return findWriter(granule, accessor);
}

std::optional<uint32_t> AccessHistory::findReader(size_t granule, const Accessor &accessor) {
  uint32_t set = readers[granule];
  if (set == 0 || (set == coveredSet && accessor.program == coveredFor)) {
    return std::nullopt;
  }
  std::optional<uint32_t> reader = sets.findUncovered(set, accessor.program, accessor.clock);
  if (!reader) {
    coveredSet = set;
    coveredFor = accessor.program;
  }
  return reader;
}

void AccessHistory::write(size_t granule, const Accessor &accessor) {
  writers[granule] = (accessor.program + 1) * 2 + accessor.isAtomic;
  writeTimes[granule] = accessor.time;
  readers[granule] = 0;
}

} // namespace tkc::interp
