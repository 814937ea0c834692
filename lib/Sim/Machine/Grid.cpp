// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host threads that take clusters of a launch, advance those that they hold in turns, and notice when nothing advances.
#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Machine/Residency.h"

#include <algorithm>
#include <thread>

namespace tkc::sim {

/// Instructions that a cluster runs before others of its host thread do. A host thread takes another cluster only when
/// those that it holds do not end within a slice, so that short CTAs run one after another in a warm cache.
static constexpr uint64_t sliceInInstructions = 16384;
/// Looking at flags counts so much more than computing without effect: it takes longer, and is mostly for nothing.
static constexpr uint64_t pollWeight = 8;
/// A slice ends early when so many instructions only looked at flags.
static constexpr uint64_t pollingInInstructions = 1024;
/// The slice of a cluster whose last one had no effect: it mostly waits for a flag of another.
static constexpr uint64_t idleSliceInInstructions = 256;

namespace {
class HostThread {
public:
  HostThread(LaunchContext &context, std::atomic<uint64_t> &nextCluster, uint64_t mostResident, bool hasCounts)
      : context(context), nextCluster(nextCluster), mostResident(mostResident) {
    const LaunchShape &shape = context.shape;
    numClusters = LaunchShape::volume(shape.grid) / shape.ctasPerCluster();
    if (hasCounts) {
      counts.resize(context.program.code.size());
    }
  }

  void run() {
    while (!context.isStopped.load(std::memory_order_relaxed)) {
      startMore();
      if (resident.empty()) {
        return;
      }
      advanceAll();
    }
  }

  std::vector<InstructionCounts> counts;

private:
  struct Resident {
    std::unique_ptr<Cluster> cluster;
    bool isIdle = false;
  };

  /// One more cluster, or as many as there are when all of them seem to wait for others.
  void startMore() {
    bool areIdle = std::all_of(resident.begin(), resident.end(), [](const Resident &each) { return each.isIdle; });
    uint64_t wanted = areIdle ? std::max<uint64_t>(1, resident.size()) : 1;
    for (uint64_t count = 0; count < wanted && resident.size() < mostResident && start(); ++count) {
    }
  }

  bool start() {
    uint64_t number = nextCluster.fetch_add(1);
    if (number >= numClusters) {
      return false;
    }
    std::unique_ptr<Cluster> cluster;
    if (idle.empty()) {
      cluster = std::make_unique<Cluster>();
    } else {
      cluster = std::move(idle.back());
      idle.pop_back();
    }
    cluster->begin(context, number, counts.empty() ? nullptr : counts.data());
    resident.push_back({std::move(cluster), false});
    return true;
  }

  void advanceAll() {
    for (size_t index = 0; index < resident.size();) {
      ClusterState state = advance(resident[index]);
      if (context.isStopped.load(std::memory_order_relaxed)) {
        return;
      }
      if (state != ClusterState::Finished) {
        ++index;
        continue;
      }
      idle.push_back(std::move(resident[index].cluster));
      resident.erase(resident.begin() + static_cast<std::ptrdiff_t>(index));
    }
  }

  static ClusterState advanceSlice(Cluster &cluster, uint64_t instructions) {
    uint64_t end = cluster.numIssued() + instructions;
    ClusterState state = ClusterState::Running;
    while (state == ClusterState::Running && cluster.numIssued() < end && !cluster.launch().isStopped) {
      uint64_t effects = cluster.numEffects(), polls = cluster.numPolls();
      state = cluster.advance(std::min(pollingInInstructions, end - cluster.numIssued()));
      if (cluster.numEffects() == effects && cluster.numPolls() != polls) {
        break;
      }
    }
    return state;
  }

  ClusterState advance(Resident &each) {
    Cluster &cluster = *each.cluster;
    uint64_t effects = cluster.numEffects(), issued = cluster.numIssued(), polls = cluster.numPolls();
    ClusterState state = advanceSlice(cluster, each.isIdle ? idleSliceInInstructions : sliceInInstructions);
    bool hasEffect = cluster.numEffects() != effects, hasPolled = cluster.numPolls() != polls;
    // Who only computes gets whole slices: others may wait for what comes of it.
    each.isIdle = !hasEffect && hasPolled;
    if (state == ClusterState::Stuck) {
      stop(cluster, FaultKind::Deadlock);
    } else if (isOverLimit(cluster.numIssued() - issued)) {
      stop(cluster, FaultKind::InstructionLimit);
    } else if (isWithoutProgress(cluster.numIssued() - issued, hasPolled, hasEffect)) {
      stop(cluster, FaultKind::NoProgress);
    }
    if (context.faults.count() > context.options.faultLimit) {
      context.isStopped = true;
    }
    return state;
  }

  /// Adds a slice to what happened since the last effect. Who computes may yet set the flags that others look at.
  bool isWithoutProgress(uint64_t instructions, bool hasPolled, bool hasEffect) {
    if (hasEffect || !hasPolled) {
      context.polling.store(0, std::memory_order_relaxed);
    }
    if (hasEffect) {
      context.computing.store(0, std::memory_order_relaxed);
      return false;
    }
    std::atomic<uint64_t> &counter = hasPolled ? context.polling : context.computing;
    uint64_t limit = hasPolled ? context.options.idleLimit / pollWeight : context.options.computeLimit;
    return counter.fetch_add(instructions, std::memory_order_relaxed) + instructions > limit;
  }

  /// Adds a slice to what the launch has executed.
  bool isOverLimit(uint64_t instructions) {
    uint64_t limit = context.options.instructionLimit;
    return limit != 0 && context.issued.fetch_add(instructions, std::memory_order_relaxed) + instructions > limit;
  }

  void stop(Cluster &cluster, FaultKind kind) {
    if (!context.isStopped.exchange(true)) {
      cluster.reportStuck(kind);
    }
  }

  LaunchContext &context;
  std::atomic<uint64_t> &nextCluster;
  uint64_t mostResident, numClusters;
  std::vector<Resident> resident;
  /// Ended ones, whose memory is used again.
  std::vector<std::unique_ptr<Cluster>> idle;
};
} // namespace

void runGrid(LaunchContext &context, std::vector<InstructionCounts> *counts) {
  uint64_t clusters = LaunchShape::volume(context.shape.grid) / context.shape.ctasPerCluster();
  uint64_t wanted = context.options.threads != 0 ? context.options.threads : std::thread::hardware_concurrency();
  uint64_t numThreads = std::max<uint64_t>(1, std::min(wanted, clusters));
  uint64_t resident = numResidentClusters(context);
  std::atomic<uint64_t> nextCluster = 0;
  std::vector<std::unique_ptr<HostThread>> threads;
  for (uint64_t index = 0; index < numThreads; ++index) {
    threads.push_back(std::make_unique<HostThread>(context, nextCluster, (resident + numThreads - 1) / numThreads,
                                                   counts != nullptr));
  }
  std::vector<std::thread> running;
  for (uint64_t index = 1; index < numThreads; ++index) {
    running.emplace_back([&threads, index] { threads[index]->run(); });
  }
  threads[0]->run();
  for (std::thread &thread : running) {
    thread.join();
  }
  if (!counts) {
    return;
  }
  counts->assign(context.program.code.size(), {});
  for (std::unique_ptr<HostThread> &thread : threads) {
    for (size_t index = 0; index < counts->size(); ++index) {
      (*counts)[index] += thread->counts[index];
    }
  }
}

} // namespace tkc::sim
