// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CTAs and clusters: what their warps share. A cluster belongs to one host thread at a time, and is reused for another
// one when it has ended.
#ifndef TKC_SIM_MACHINE_CLUSTER_H
#define TKC_SIM_MACHINE_CLUSTER_H

#include "tkc/Sim/Machine/AsyncEngine.h"
#include "tkc/Sim/Machine/Barrier.h"
#include "tkc/Sim/Machine/Launch.h"
#include "tkc/Sim/Machine/Schedule.h"
#include "tkc/Sim/Machine/Warp.h"

#include <array>
#include <memory>
#include <vector>

namespace tkc::sim {

class Cluster;

inline constexpr unsigned namedBarrierCount = 16;

class Cta {
public:
  Cluster &cluster() const { return *home; }
  uint32_t rank() const { return rankInCluster; }
  /// `%ctaid`, and the linear number in the grid.
  const std::array<uint32_t, 3> &place() const { return ctaPlace; }
  uint32_t number() const { return linearNumber; }
  CtaClocks &clocks() { return *ctaClocks; }
  SharedMemory &shared() { return *sharedMemory; }
  NamedBarrier &barrier(uint32_t index) { return barriers[index]; }
  std::vector<std::unique_ptr<Warp>> &warps() { return ctaWarps; }
  /// The lanes of each warp that have not ended.
  const std::vector<LaneMask> &liveLanes() const { return live; }
  bool isFinished() const { return liveThreads == 0; }
  StateSet &states() { return stateSet; }

  void begin(LaunchContext &context, Cluster &cluster, uint32_t rank, std::array<uint32_t, 3> place, uint32_t number);
  void beginWarps(LaunchContext &context, InstructionCounts *counts);
  /// Called by a warp.
  void lanesEnded(Warp &warp, LaneMask lanes);

private:
  Cluster *home = nullptr;
  uint32_t rankInCluster = 0, linearNumber = 0, liveThreads = 0;
  std::array<uint32_t, 3> ctaPlace = {};
  std::unique_ptr<CtaClocks> ctaClocks;
  std::unique_ptr<SharedMemory> sharedMemory;
  std::vector<std::unique_ptr<LocalMemory>> localMemories;
  std::array<NamedBarrier, namedBarrierCount> barriers;
  std::vector<std::unique_ptr<Warp>> ctaWarps;
  std::vector<LaneMask> live;
  StateSet stateSet;
};

/// What a cluster came to in a slice of time.
enum class ClusterState : uint8_t { Running, Finished, Stuck };

class Cluster {
public:
  /// Starts the n-th cluster of the launch.
  void begin(LaunchContext &context, uint64_t number, InstructionCounts *counts);
  /// Runs for about so many instructions.
  ClusterState advance(uint64_t instructions);
  /// Reports who waits for what.
  void reportStuck(FaultKind kind);

  uint64_t number() const { return linearNumber; }
  uint32_t size() const { return static_cast<uint32_t>(members.size()); }
  Cta &cta(uint32_t rank) { return *members[rank]; }
  AsyncEngine &engine() { return asyncEngine; }
  /// Hands an operation to the engine, with the schedule's timing.
  AsyncTicket issue(AsyncOperation operation);
  ClusterBarrier &barrier() { return clusterBarrier; }
  StateSet &states() { return stateSet; }
  LaunchContext &launch() const { return *context; }
  /// Instructions issued before the present turn.
  uint64_t time() const { return issued; }
  /// Counts things that others may wait for, and instructions; both since begin.
  uint64_t numEffects() const { return effects; }
  uint64_t numIssued() const { return issued; }
  /// Counts looks at flags that others may set (Warp::notePoll).
  uint64_t numPolls() const { return polls; }

private:
  Warp &warpAt(uint32_t number);
  bool collectRunnable();
  void runTurn();
  void traceTurn(const Warp &warp, uint64_t begin) const;
  void reportCopiesInFlight();

  LaunchContext *context = nullptr;
  uint64_t linearNumber = 0;
  std::vector<std::unique_ptr<Cta>> members;
  uint32_t warpsPerCta = 0, finishedWarps = 0;
  AsyncEngine asyncEngine;
  ClusterBarrier clusterBarrier;
  Scheduler scheduler;
  std::vector<uint32_t> runnable;
  StateSet stateSet;
  uint64_t issued = 0, effects = 0, polls = 0;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_CLUSTER_H
