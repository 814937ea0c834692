// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting arrivals, and handing on what those who arrive know.
#include "tkc/Sim/Machine/Barrier.h"

#include <algorithm>

namespace tkc::sim {

static uint32_t count(LaneMask lanes) { return static_cast<uint32_t>(__builtin_popcount(lanes)); }

void NamedBarrier::begin(uint32_t numWarps) {
  *this = NamedBarrier();
  arrived.assign(numWarps, 0);
  waiting.assign(numWarps, 0);
}

static std::string threadsText(uint32_t expected) {
  return expected == NamedBarrier::allThreads ? "all threads" : std::to_string(expected) + " threads";
}

static std::string_view useText(BarrierUse use) {
  static constexpr std::string_view names[] = {"sync or arrive", "red.popc", "red.and", "red.or"};
  return names[unsigned(use)];
}

std::string NamedBarrier::arrive(const Arrival &arrival, CtaClocks &clocks, const std::vector<LaneMask> &liveLanes) {
  if (arrivals == 0) {
    expectedThreads = arrival.expected;
    usedAs = arrival.use;
  }
  if (arrival.use != usedAs) {
    return "used by " + std::string(useText(arrival.use)) + " while others use it by " + std::string(useText(usedAs));
  }
  if (arrival.expected != expectedThreads) {
    return "expects " + threadsText(arrival.expected) + " while others expect " + threadsText(expectedThreads);
  }
  if ((arrived[arrival.warp] & arrival.lanes) != 0) {
    return "threads arrive twice before the barrier completes";
  }
  arrivals += count(arrival.lanes);
  arrived[arrival.warp] |= arrival.lanes;
  trueNow += count(arrival.value & arrival.lanes);
  if (arrival.isArriveOnly) {
    handedOn = join(handedOn, clocks.releaseLanes(arrival.warp * warpSize, arrival.lanes));
  } else {
    waiting[arrival.warp] |= arrival.lanes;
  }
  if (expectedThreads != allThreads && arrivedThreads(liveLanes) > expectedThreads) {
    return std::to_string(arrivedThreads(liveLanes)) + " threads arrive, it expects " + threadsText(expectedThreads);
  }
  if (isComplete(liveLanes)) {
    complete(clocks);
  }
  return {};
}

void NamedBarrier::lanesEnded(CtaClocks &clocks, const std::vector<LaneMask> &liveLanes) {
  if (arrivals != 0 && isComplete(liveLanes)) {
    complete(clocks);
  }
}

/// The hardware counts whole warps: lanes that do not exist or have ended count with those of their warp that arrive.
uint32_t NamedBarrier::arrivedThreads(const std::vector<LaneMask> &liveLanes) const {
  uint32_t threadCount = 0;
  for (size_t warp = 0; warp < arrived.size(); ++warp) {
    bool isWhole = arrived[warp] != 0 && (liveLanes[warp] & ~arrived[warp]) == 0;
    threadCount += isWhole ? warpSize : count(arrived[warp]);
  }
  return threadCount;
}

bool NamedBarrier::isComplete(const std::vector<LaneMask> &liveLanes) const {
  if (expectedThreads != allThreads) {
    return arrivedThreads(liveLanes) == expectedThreads;
  }
  for (size_t warp = 0; warp < arrived.size(); ++warp) {
    if ((liveLanes[warp] & ~arrived[warp]) != 0) {
      return false;
    }
  }
  return true;
}

void NamedBarrier::complete(CtaClocks &clocks) {
  threads.clear();
  for (uint32_t warp = 0; warp < waiting.size(); ++warp) {
    for (LaneMask rest = waiting[warp]; rest != 0; rest &= rest - 1) {
      threads.push_back(warp * warpSize + static_cast<uint32_t>(__builtin_ctz(rest)));
    }
  }
  clocks.barrier(threads);
  for (uint32_t warp = 0; handedOn && warp < waiting.size(); ++warp) {
    if (waiting[warp] != 0) {
      clocks.acquireLanes(warp * warpSize, waiting[warp], handedOn);
    }
  }
  handedOn = nullptr;
  std::fill(arrived.begin(), arrived.end(), 0);
  std::fill(waiting.begin(), waiting.end(), 0);
  lastTrue = trueNow;
  lastParticipants = arrivals;
  trueNow = arrivals = 0;
  ++completed;
}

std::string NamedBarrier::describe(const std::vector<LaneMask> &liveLanes) const {
  return std::to_string(arrivedThreads(liveLanes)) + " of " + threadsText(expectedThreads) + " have arrived in phase " +
         std::to_string(completed);
}

//===----------------------------------------------------------------------===//
// ClusterBarrier
//===----------------------------------------------------------------------===//

void ClusterBarrier::begin(uint32_t numThreads) {
  *this = ClusterBarrier();
  arrivedIn.assign(numThreads, 0);
  expected = numThreads;
}

bool ClusterBarrier::arrive(uint32_t thread, const KnowledgeRef &released) {
  if (arrivedIn[thread] != 0) {
    return false;
  }
  arrivedIn[thread] = phase;
  ++arrivals;
  collecting = join(collecting, released);
  completeIfAll();
  return true;
}

const KnowledgeRef &ClusterBarrier::leave(uint32_t thread) {
  arrivedIn[thread] = 0;
  return handedOn;
}

void ClusterBarrier::threadEnded(uint32_t thread) {
  arrivals -= arrivedIn[thread] == phase;
  --expected;
  completeIfAll();
}

void ClusterBarrier::completeIfAll() {
  if (arrivals != expected || arrivals == 0) {
    return;
  }
  ++phase;
  arrivals = 0;
  handedOn = std::move(collecting);
  collecting = nullptr;
}

std::string ClusterBarrier::describe() const {
  return std::to_string(arrivals) + " of " + std::to_string(expected) + " threads have arrived in phase " +
         std::to_string(phase - 1);
}

} // namespace tkc::sim
