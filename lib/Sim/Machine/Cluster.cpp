// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a cluster starts, takes turns among its warps and the operations in flight, and ends.
#include "tkc/Sim/Machine/Cluster.h"

#include <algorithm>

namespace tkc::sim {

//===----------------------------------------------------------------------===//
// Cta
//===----------------------------------------------------------------------===//

void Cta::begin(LaunchContext &context, Cluster &cluster, uint32_t rank, std::array<uint32_t, 3> place,
                uint32_t number) {
  home = &cluster;
  rankInCluster = rank;
  ctaPlace = place;
  linearNumber = number;
  liveThreads = context.shape.threadsPerCta();
  uint32_t numWarps = (liveThreads + warpSize - 1) / warpSize;
  stateSet.clear();
  ctaClocks = std::make_unique<CtaClocks>(number, static_cast<uint32_t>(cluster.number()), liveThreads);
  sharedMemory = std::make_unique<SharedMemory>(context.sharedBytes, rank);
  live.assign(numWarps, allLanes);
  if (liveThreads % warpSize != 0) {
    live.back() = (1u << liveThreads % warpSize) - 1;
  }
  for (NamedBarrier &barrier : barriers) {
    barrier.begin(numWarps);
  }
}

void Cta::beginWarps(LaunchContext &context, InstructionCounts *counts) {
  WarpMemory::Surroundings around;
  around.global = &context.global;
  for (uint32_t rank = 0; rank < home->size(); ++rank) {
    around.shared.push_back(&home->cta(rank).shared());
    around.clusterCtas.push_back(home->cta(rank).number());
  }
  around.rank = rankInCluster;
  around.parameters = &context.parameters;
  around.clocks = ctaClocks.get();
  around.faults = &context.faults;
  around.checks = context.options.checks;
  around.ctaPlace = ctaPlace;
  around.ctaShape = context.shape.block;
  around.gridShape = context.shape.grid;
  ctaWarps.resize(live.size());
  localMemories.clear();
  for (uint32_t number = 0; number < ctaWarps.size(); ++number) {
    if (!ctaWarps[number]) {
      ctaWarps[number] = std::make_unique<Warp>();
    }
    localMemories.push_back(std::make_unique<LocalMemory>(context.localBytes()));
    around.local = localMemories.back().get();
    around.firstThread = number * warpSize;
    ctaWarps[number]->begin(context, *this, number, around, counts);
  }
}

void Cta::lanesEnded(Warp &warp, LaneMask lanes) {
  live[warp.number()] &= ~lanes;
  liveThreads -= static_cast<uint32_t>(__builtin_popcount(lanes));
  for (NamedBarrier &barrier : barriers) {
    barrier.lanesEnded(*ctaClocks, live);
  }
  uint32_t firstInCluster = rankInCluster * home->launch().shape.threadsPerCta() + warp.firstThread();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    home->barrier().threadEnded(firstInCluster + firstLane(rest));
  }
  auto notify = [&](MachineState &state) {
    state.lanesEnded(warp, lanes);
    if (liveThreads == 0) {
      state.ctaEnded(*this);
    }
  };
  warp.states().forEach(notify);
  stateSet.forEach(notify);
  home->states().forEach(notify);
}

//===----------------------------------------------------------------------===//
// Cluster
//===----------------------------------------------------------------------===//

/// The place of the n-th of the boxes of shape `box` that fill `extent`.
static std::array<uint32_t, 3> boxOrigin(uint64_t number, const std::array<uint32_t, 3> &extent,
                                         const std::array<uint32_t, 3> &box) {
  uint64_t columns = extent[0] / box[0], rows = extent[1] / box[1];
  return {static_cast<uint32_t>(number % columns) * box[0], static_cast<uint32_t>(number / columns % rows) * box[1],
          static_cast<uint32_t>(number / columns / rows) * box[2]};
}

void Cluster::begin(LaunchContext &launchContext, uint64_t number, InstructionCounts *counts) {
  context = &launchContext;
  linearNumber = number;
  issued = effects = polls = 0;
  finishedWarps = 0;
  stateSet.clear();
  asyncEngine.clear();
  const LaunchShape &shape = context->shape;
  members.resize(shape.ctasPerCluster());
  std::array<uint32_t, 3> origin = boxOrigin(number, shape.grid, shape.cluster);
  for (uint32_t rank = 0; rank < members.size(); ++rank) {
    if (!members[rank]) {
      members[rank] = std::make_unique<Cta>();
    }
    std::array<uint32_t, 3> place = boxOrigin(rank, shape.cluster, {1, 1, 1});
    for (unsigned axis = 0; axis < 3; ++axis) {
      place[axis] += origin[axis];
    }
    uint32_t linear = (place[2] * shape.grid[1] + place[1]) * shape.grid[0] + place[0];
    members[rank]->begin(*context, *this, rank, place, linear);
  }
  clusterBarrier.begin(shape.ctasPerCluster() * shape.threadsPerCta());
  for (std::unique_ptr<Cta> &cta : members) {
    cta->beginWarps(*context, counts);
  }
  warpsPerCta = static_cast<uint32_t>(members[0]->warps().size());
  scheduler.begin(context->options.schedule, number, warpsPerCta * size());
}

Warp &Cluster::warpAt(uint32_t number) { return *members[number / warpsPerCta]->warps()[number % warpsPerCta]; }

/// Records an operation from its issue until it has happened.
static std::function<void()> traced(Cluster &cluster, const AsyncOperation &operation) {
  TraceEvent event;
  event.track = operation.isMatrix ? TraceEvent::Track::Matrix : TraceEvent::Track::Copy;
  event.cluster = static_cast<uint32_t>(cluster.number());
  event.cta = cluster.cta(operation.ctaRank).number();
  event.warp = operation.place.thread[0] / warpSize;
  event.name = operation.description();
  event.begin = cluster.time();
  event.line = cluster.launch().program.code[operation.instruction].line;
  return [&cluster, event = std::move(event), perform = operation.perform]() mutable {
    perform();
    event.end = std::max(cluster.time(), event.begin + 1);
    cluster.launch().options.trace->record(std::move(event));
  };
}

AsyncTicket Cluster::issue(AsyncOperation operation) {
  if (context->options.trace) {
    operation.perform = traced(*this, operation);
  }
  return asyncEngine.issue(std::move(operation), scheduler.timing());
}

/// Records that a warp ran.
void Cluster::traceTurn(const Warp &warp, uint64_t begin) const {
  TraceEvent event;
  event.cluster = static_cast<uint32_t>(linearNumber);
  event.cta = warp.cta().number();
  event.warp = warp.number();
  event.name = "run";
  event.begin = begin;
  event.end = issued;
  context->options.trace->record(std::move(event));
}

bool Cluster::collectRunnable() {
  runnable.clear();
  for (uint32_t number = 0; number < warpsPerCta * size(); ++number) {
    Warp &warp = warpAt(number);
    if (!warp.isFinished() && warp.canRun()) {
      runnable.push_back(number);
    }
  }
  return !runnable.empty();
}

void Cluster::runTurn() {
  Scheduler::Turn turn = scheduler.pick(runnable);
  Warp &warp = warpAt(turn.warp);
  uint64_t begin = issued;
  TurnEnd end = warp.run(turn.quantum);
  issued += std::max(1u, warp.turnLength());
  if (context->options.trace) {
    traceTurn(warp, begin);
  }
  effects += warp.takeEffects();
  polls += warp.takePolls();
  finishedWarps += end == TurnEnd::Finished;
}

ClusterState Cluster::advance(uint64_t instructions) {
  uint64_t end = issued + instructions;
  while (issued < end && !context->isStopped.load(std::memory_order_relaxed)) {
    int64_t operation = scheduler.pickOperation(asyncEngine.numPending() == 0 ? 0 : asyncEngine.numEligible());
    if (operation >= 0) {
      asyncEngine.performEligible(static_cast<size_t>(operation));
      ++effects;
    }
    if (collectRunnable()) {
      runTurn();
      continue;
    }
    if (finishedWarps == warpsPerCta * size()) {
      reportCopiesInFlight();
      return ClusterState::Finished;
    }
    if (asyncEngine.numPending() == 0) {
      return ClusterState::Stuck;
    }
    asyncEngine.performEligible(scheduler.pickAmong(asyncEngine.numEligible()));
    ++effects;
  }
  return ClusterState::Running;
}

/// What is still in flight when the last thread has ended happens after its shared memory is gone.
void Cluster::reportCopiesInFlight() {
  asyncEngine.forEachPending([&](const AsyncOperation &operation) {
    if (!operation.usesShared) {
      return;
    }
    Fault fault;
    fault.kind = FaultKind::CopyInFlightAtExit;
    fault.instruction = operation.instruction;
    fault.place = operation.place;
    fault.detail = operation.description ? operation.description() : std::string();
    context->faults.report(std::move(fault));
  });
  while (asyncEngine.numPending() != 0) {
    asyncEngine.performEligible(0);
  }
}

/// `lanes 0-31, line 12: barrier 0, 32 of 64 threads have arrived`.
static std::string describeFragment(const Warp &warp, const Fragment &fragment) {
  std::string text =
      describeLanes(fragment.lanes) + ", line " + std::to_string(warp.program().code[fragment.pc].line) + ": ";
  switch (fragment.state) {
  case Fragment::State::Runnable:
    return text + "runs";
  case Fragment::State::Parked:
    return text + "waits for " + fragment.description();
  case Fragment::State::WaitingForLanes:
    return text + "waits for " + describeLanes(fragment.members & warp.live() & ~fragment.lanes);
  }
  return text;
}

namespace {
/// Warps of one CTA that do the same.
struct StuckWarps {
  const Cta *cta;
  std::string what;
  /// A bit for each warp.
  uint64_t warps = 0;
};
} // namespace

/// `CTA (0,0,0) warps 0-3 lanes 0-31, line 12: waits for barrier 0, …`.
static std::string describeStuck(const StuckWarps &stuck) {
  const std::array<uint32_t, 3> &place = stuck.cta->place();
  std::string numbers;
  for (unsigned begin = 0; begin < 64; ++begin) {
    if ((stuck.warps >> begin & 1) == 0 || (begin > 0 && (stuck.warps >> (begin - 1) & 1) != 0)) {
      continue;
    }
    unsigned end = begin;
    while (end + 1 < 64 && (stuck.warps >> (end + 1) & 1) != 0) {
      ++end;
    }
    numbers += (numbers.empty() ? "" : ",") + std::to_string(begin) + (end > begin ? "-" + std::to_string(end) : "");
  }
  bool isOne = (stuck.warps & (stuck.warps - 1)) == 0;
  return "CTA (" + std::to_string(place[0]) + "," + std::to_string(place[1]) + "," + std::to_string(place[2]) +
         ") warp" + (isOne ? " " : "s ") + numbers + " " + stuck.what;
}

/// Lines that a report has at most.
static constexpr size_t listedLines = 64;

void Cluster::reportStuck(FaultKind kind) {
  Fault fault;
  fault.kind = kind;
  std::vector<StuckWarps> stuck;
  for (uint32_t number = 0; number < warpsPerCta * size(); ++number) {
    Warp &warp = warpAt(number);
    if (kind == FaultKind::Deadlock && warp.reportDivergence()) {
      return;
    }
    for (const Fragment &fragment : warp.waiting()) {
      if (fault.instruction == noInstruction) {
        fault.instruction = fragment.pc;
        fault.place = warp.memory().place(firstLane(fragment.lanes));
      }
      std::string what = describeFragment(warp, fragment);
      auto same = std::find_if(stuck.begin(), stuck.end(),
                               [&](const StuckWarps &each) { return each.cta == &warp.cta() && each.what == what; });
      if (same == stuck.end()) {
        same = stuck.insert(same, {&warp.cta(), std::move(what)});
      }
      same->warps |= uint64_t(1) << warp.number();
    }
  }
  for (size_t index = 0; index < std::min(stuck.size(), listedLines); ++index) {
    fault.detail += (index == 0 ? "" : "\n") + describeStuck(stuck[index]);
  }
  if (stuck.size() > listedLines) {
    fault.detail += "\nand " + std::to_string(stuck.size() - listedLines) + " more";
  }
  std::vector<std::string> notes;
  stateSet.forEach([&](const MachineState &state) { state.describeWaits(notes); });
  for (std::unique_ptr<Cta> &cta : members) {
    cta->states().forEach([&](const MachineState &state) { state.describeWaits(notes); });
  }
  for (const std::string &note : notes) {
    fault.detail += "\n" + note;
  }
  context->faults.report(std::move(fault));
}

} // namespace tkc::sim
