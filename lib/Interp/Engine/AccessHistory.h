// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who read and wrote each granule of a buffer last, to find accesses of two programs that no atomic orders.
#ifndef TKC_LIB_INTERP_ENGINE_ACCESSHISTORY_H
#define TKC_LIB_INTERP_ENGINE_ACCESSHISTORY_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "Clock.h"

namespace tkc::interp {

/// Sets of reads, each kept once: granules that the same programs read share a set.
class ReaderSets {
public:
  ReaderSets() : sets(1) {}

  /// The set with `epoch` in the place of earlier reads by the same program.
  uint32_t add(uint32_t set, Epoch epoch);
  /// A program of the set, other than `program`, whose read does not lie before `clock`.
  std::optional<uint32_t> findUncovered(uint32_t set, uint32_t program, const Clock &clock) const;

private:
  struct Step {
    uint32_t set;
    Epoch epoch;
    bool operator==(const Step &other) const { return set == other.set && epoch == other.epoch; }
  };
  struct StepHash {
    size_t operator()(const Step &step) const;
  };
  struct ContentHash {
    size_t operator()(const std::vector<Epoch> &epochs) const;
  };

  uint32_t intern(std::vector<Epoch> epochs);

  std::vector<std::vector<Epoch>> sets;
  std::unordered_map<Step, uint32_t, StepHash> steps;
  std::unordered_map<std::vector<Epoch>, uint32_t, ContentHash> known;
  Step lastStep = {~0u, {}};
  uint32_t lastResult = 0;
};

/// The program that is accessing, at its own present time.
struct Accessor {
  uint32_t program;
  uint32_t time;
  const Clock &clock;
  bool isAtomic;
};

class AccessHistory {
public:
  void resize(size_t granules);
  bool isTracked() const { return !writers.empty(); }

  /// Notes a read; gives the program whose write to the granule is not ordered with it.
  std::optional<uint32_t> read(size_t granule, const Accessor &accessor);
  /// Notes a write; gives the program whose write to the granule is not ordered with it.
  std::optional<uint32_t> findWriter(size_t granule, const Accessor &accessor) const;
  std::optional<uint32_t> findReader(size_t granule, const Accessor &accessor);
  void write(size_t granule, const Accessor &accessor);

private:
  /// Program plus one, times two, plus one for atomics; 0 before any write.
  std::vector<uint32_t> writers;
  std::vector<uint32_t> writeTimes;
  std::vector<uint32_t> readers;
  ReaderSets sets;
  /// A set that was found to lie before a program's clock stays so.
  uint32_t coveredSet = 0, coveredFor = ~0u;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_ACCESSHISTORY_H
