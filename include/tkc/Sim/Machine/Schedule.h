// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who runs next, for how long, and when asynchronous work happens: the choices that a GPU leaves open.
#ifndef TKC_SIM_MACHINE_SCHEDULE_H
#define TKC_SIM_MACHINE_SCHEDULE_H

#include "tkc/Sim/Machine/AsyncEngine.h"
#include "tkc/Support/Result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tkc::sim {

/// `roundrobin`, `random:SEED`, `adversarial` or `adversarial:SEED`.
struct ScheduleOptions {
  enum class Kind : uint8_t { RoundRobin, Random, Adversarial };

  Kind kind = Kind::RoundRobin;
  uint64_t seed = 0;
};

Result<ScheduleOptions> parseSchedule(std::string_view text);

/// A small generator of random numbers; the same seed gives the same numbers everywhere.
class RandomSource {
public:
  explicit RandomSource(uint64_t seed = 0) : state(seed) {}
  uint64_t next();
  /// Less than `bound`, which is not 0.
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((next() >> 32) * bound >> 32); }

private:
  uint64_t state;
};

/// The choices for one cluster. Warps are numbered through the cluster.
class Scheduler {
public:
  struct Turn {
    uint32_t warp = 0;
    /// Instructions that the warp may execute before the next choice.
    uint32_t quantum = 0;
  };

  /// Begins a new cluster, the n-th of the launch.
  void begin(const ScheduleOptions &options, uint64_t clusterNumber, uint32_t numWarps);
  /// Picks among the warps that can run, in increasing order; there is at least one.
  Turn pick(const std::vector<uint32_t> &runnable);
  /// How the next asynchronous operation is timed.
  AsyncTiming timing();
  /// Whether an operation in flight happens now, before the next turn: its number among `eligible` ones, else -1.
  int64_t pickOperation(size_t eligible);
  /// Picks one of the eligible operations when nothing else can happen.
  size_t pickAmong(size_t eligible) {
    return options.kind == ScheduleOptions::Kind::RoundRobin ? 0 : random.below(static_cast<uint32_t>(eligible));
  }

private:
  Turn pickRoundRobin(const std::vector<uint32_t> &runnable);
  Turn pickRandom(const std::vector<uint32_t> &runnable);
  Turn pickByPriority(const std::vector<uint32_t> &runnable);

  ScheduleOptions options;
  RandomSource random;
  uint32_t last = ~0u;
  std::vector<uint64_t> priorities;
  uint64_t lowest = 0;
  uint32_t turnsOfLast = 0;
  uint64_t turnsWithOperations = 0;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_SCHEDULE_H
