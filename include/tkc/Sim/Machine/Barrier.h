// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The named barriers of a CTA, and the barrier of a cluster: who has arrived, and what the arrivals hand on.
#ifndef TKC_SIM_MACHINE_BARRIER_H
#define TKC_SIM_MACHINE_BARRIER_H

#include "tkc/Sim/Memory/Clocks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tkc::sim {

/// How threads use a barrier: who has arrived with `bar.red.popc` can't meet others at `bar.sync`.
enum class BarrierUse : uint8_t { Sync, Popc, And, Or };

/// One of the sixteen barriers of a CTA.
class NamedBarrier {
public:
  static constexpr uint32_t allThreads = 0;

  struct Arrival {
    uint32_t warp = 0;
    LaneMask lanes = 0;
    /// Lanes of the warp that have not ended.
    LaneMask live = 0;
    /// A multiple of 32, or allThreads.
    uint32_t expected = allThreads;
    BarrierUse use = BarrierUse::Sync;
    /// `bar.arrive`: the lanes do not wait, and learn nothing.
    bool isArriveOnly = false;
    /// Operand of reductions.
    LaneMask value = 0;
  };

  void begin(uint32_t numWarps);
  /// The lanes arrive. Gives what is wrong with it, or nothing. When it completes the phase, the generation changes.
  std::string arrive(const Arrival &arrival, CtaClocks &clocks, const std::vector<LaneMask> &liveLanes);
  /// Lanes have ended: a barrier for all threads may complete.
  void lanesEnded(CtaClocks &clocks, const std::vector<LaneMask> &liveLanes);

  uint64_t generation() const { return completed; }
  /// The outcome of the last phase's reduction: count of true predicates.
  uint32_t trueCount() const { return lastTrue; }
  uint32_t participantCount() const { return lastParticipants; }
  bool isInUse() const { return arrivals != 0; }
  /// `32 of 64 threads have arrived`.
  std::string describe(const std::vector<LaneMask> &liveLanes) const;

private:
  uint32_t arrivedThreads(const std::vector<LaneMask> &liveLanes) const;
  bool isComplete(const std::vector<LaneMask> &liveLanes) const;
  void complete(CtaClocks &clocks);

  std::vector<LaneMask> arrived, waiting;
  std::vector<uint32_t> threads;
  KnowledgeRef handedOn;
  uint32_t arrivals = 0, expectedThreads = allThreads;
  BarrierUse usedAs = BarrierUse::Sync;
  uint32_t trueNow = 0, lastTrue = 0, lastParticipants = 0;
  uint64_t completed = 0;
};

/// The barrier of a cluster, at which every thread that has not ended arrives, and later waits. Threads are numbered
/// through the cluster.
class ClusterBarrier {
public:
  void begin(uint32_t numThreads);
  /// A thread arrives and hands on what it releases, which may be nothing; false when it has not waited for its last
  /// arrival.
  bool arrive(uint32_t thread, const KnowledgeRef &released);
  /// Whether the thread has arrived and not waited yet.
  bool hasArrived(uint32_t thread) const { return arrivedIn[thread] != 0; }
  /// Whether all others have come to where the thread has arrived.
  bool isComplete(uint32_t thread) const { return arrivedIn[thread] < phase; }
  /// Ends the wait of a thread; gives what the others released.
  const KnowledgeRef &leave(uint32_t thread);
  void threadEnded(uint32_t thread);
  std::string describe() const;

private:
  void completeIfAll();

  /// The phase that a thread has arrived in and not waited for; 0 for none.
  std::vector<uint64_t> arrivedIn;
  uint64_t phase = 1;
  uint32_t arrivals = 0, expected = 0;
  KnowledgeRef collecting, handedOn;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_BARRIER_H
