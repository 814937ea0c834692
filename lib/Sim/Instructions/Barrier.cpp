// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bar, barrier and barrier.cluster.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/Uniform.h"
#include "tkc/Sim/Machine/Cluster.h"

namespace tkc::sim {

namespace {
/// The operands are the barrier, and the number of threads unless `isForAll`; reductions have a result.
struct BarrierDetail {
  bool isArriveOnly = false, isForAll = true, isPredicateResult = false;
  BarrierUse use = BarrierUse::Sync;
};
} // namespace

/// The barrier that the lanes name, or null after a fault.
static NamedBarrier *findBarrier(Warp &warp, const Instruction &instruction, LaneMask lanes, uint32_t &index) {
  Place place = instruction.operands[instruction.numResults];
  std::optional<uint32_t> number = uniformWord(warp, instruction, place, lanes, "the barrier");
  if (!number) {
    return nullptr;
  }
  index = *number;
  if (index >= namedBarrierCount) {
    warp.fatal(FaultKind::BarrierMisuse, instruction, firstLane(lanes),
               "there is no barrier " + std::to_string(index) + ", there are 16");
    return nullptr;
  }
  return &warp.cta().barrier(index);
}

/// The number of threads that the barrier waits for; nothing after a fault.
static std::optional<uint32_t> expectedThreads(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if (instruction.detailAs<BarrierDetail>().isForAll) {
    return NamedBarrier::allThreads;
  }
  Place place = instruction.operands[instruction.numResults + 1];
  std::optional<uint32_t> count = uniformWord(warp, instruction, place, lanes, "the number of threads");
  if (!count) {
    return std::nullopt;
  }
  uint32_t all = static_cast<uint32_t>(warp.cta().warps().size()) * warpSize;
  if (*count == 0 || *count % warpSize != 0 || *count > all) {
    warp.fatal(FaultKind::BarrierMisuse, instruction, firstLane(lanes),
               "the number of threads is " + std::to_string(*count) + ", it must be a multiple of 32 up to " +
                   std::to_string(all));
    return std::nullopt;
  }
  return *count == all ? NamedBarrier::allThreads : *count;
}

static void waitForBarrier(Warp &warp, NamedBarrier &barrier, uint32_t index, uint64_t generation) {
  NamedBarrier *waited = &barrier;
  warp.progress() = generation + 1;
  warp.waitFor([waited, generation] { return waited->generation() != generation; },
               [waited, index, &warp] {
                 return "barrier " + std::to_string(index) + ": " + waited->describe(warp.cta().liveLanes());
               });
}

static void writeReduction(Warp &warp, const Instruction &instruction, LaneMask lanes, const NamedBarrier &barrier) {
  const BarrierDetail &detail = instruction.detailAs<BarrierDetail>();
  uint32_t count = barrier.trueCount();
  if (detail.use == BarrierUse::Popc) {
    uint32_t *target = warp.write<uint32_t>(instruction.operands[0]);
    forLanes(lanes, [&](unsigned lane) { target[lane] = count; });
    setDefined(warp, instruction.operands[0], 4, lanes, 15);
    return;
  }
  bool holds = detail.use == BarrierUse::And ? count == barrier.participantCount() : count != 0;
  warp.setPredicate(instruction.predicateResults[0], lanes, holds ? allLanes : 0);
}

static Step executeBarrier(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const BarrierDetail &detail = instruction.detailAs<BarrierDetail>();
  uint32_t index = 0;
  NamedBarrier *barrier = findBarrier(warp, instruction, lanes, index);
  if (!barrier) {
    return Step::Next;
  }
  if (uint64_t arrivedIn = warp.progress()) {
    // The lanes come back from their wait.
    if (barrier->generation() == arrivedIn - 1) {
      waitForBarrier(warp, *barrier, index, arrivedIn - 1);
      return Step::Wait;
    }
    if (detail.use != BarrierUse::Sync) {
      writeReduction(warp, instruction, lanes, *barrier);
    }
    return Step::Next;
  }
  std::optional<uint32_t> expected = expectedThreads(warp, instruction, lanes);
  if (!expected) {
    return Step::Next;
  }
  NamedBarrier::Arrival arrival{warp.number(), lanes, warp.live(), *expected, detail.use, detail.isArriveOnly, 0};
  if (detail.use != BarrierUse::Sync) {
    PredicatePlace source = instruction.predicateSources[0];
    warp.requireDefined(instruction, source, lanes, "the predicate of the reduction");
    arrival.value = warp.predicate(source).value;
  }
  uint64_t generation = barrier->generation();
  std::string problem = barrier->arrive(arrival, warp.cta().clocks(), warp.cta().liveLanes());
  warp.noteEffect();
  if (!problem.empty()) {
    warp.fatal(FaultKind::BarrierMisuse, instruction, firstLane(lanes),
               "barrier " + std::to_string(index) + ": " + problem);
    return Step::Next;
  }
  if (detail.isArriveOnly) {
    return Step::Next;
  }
  waitForBarrier(warp, *barrier, index, generation);
  return Step::Wait;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// What follows `bar` or `barrier`, whose `.cta` and operation are taken: `a{, b}`, with a result and a predicate for
/// reductions.
static void setBarrier(DecodeContext &context, Instruction &out, int operation, bool isAligned, BarrierUse use,
                       bool isPopc) {
  enum { Sync, Arrive, Reduce };
  BarrierDetail detail;
  detail.isArriveOnly = operation == Arrive;
  detail.use = use;
  unsigned first = operation == Reduce ? 1 : 0;
  unsigned count = context.numOperands();
  unsigned trailing = operation == Reduce ? 1 : 0;
  if (!context.expectOperands(first + 1 + trailing + (operation == Arrive ? 1 : 0), first + 2 + trailing)) {
    return;
  }
  detail.isForAll = count == first + 1 + trailing;
  std::vector<Place> results, sources;
  ptx::Type word = typeNamed("u32");
  if (operation == Reduce && isPopc) {
    results.push_back(context.result(0, word));
  } else if (operation == Reduce) {
    out.predicateResults[0] = context.predicateResult(context.operand(0));
  }
  sources.push_back(context.source(first, word));
  if (!detail.isForAll) {
    sources.push_back(context.source(first + 1, word));
  }
  if (operation == Reduce) {
    out.predicateSources[0] = context.predicateSource(count - 1);
  }
  context.setOperands(out, results, sources);
  context.setDetail(out, detail);
  out.handler = executeBarrier;
  out.kind = InstructionClass::Barrier;
  out.needsAllLanes = isAligned;
}

static void decodeCtaBarrier(DecodeContext &context, Instruction &out, bool isAlwaysAligned) {
  context.take("cta");
  int operation = context.needOneOf({"sync", "arrive", "red"});
  int reduction = operation == 2 ? context.needOneOf({"popc", "and", "or"}) : -1;
  bool isAligned = context.take("aligned") || isAlwaysAligned;
  if (reduction == 0) {
    context.needType({"u32"});
  } else if (reduction > 0) {
    context.needOneOf({"pred"});
  }
  BarrierUse use = reduction < 0 ? BarrierUse::Sync : static_cast<BarrierUse>(reduction + 1);
  setBarrier(context, out, operation, isAligned, use, reduction == 0);
}

static void decodeBar(DecodeContext &context, Instruction &out) { decodeCtaBarrier(context, out, true); }

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

static uint32_t clusterThread(const Warp &warp, unsigned lane) {
  return warp.cta().rank() * warp.launch().shape.threadsPerCta() + warp.firstThread() + lane;
}

static Step executeClusterArrive(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  ClusterBarrier &barrier = warp.cta().cluster().barrier();
  bool isRelease = instruction.fields[0] != 0;
  // What one lane hands on is what all of them know.
  KnowledgeRef released = isRelease ? warp.cta().clocks().releaseLanes(warp.firstThread(), lanes) : nullptr;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (!barrier.arrive(clusterThread(warp, lane), std::exchange(released, nullptr))) {
      warp.fatal(FaultKind::BarrierMisuse, instruction, lane,
                 "the thread arrives at the cluster's barrier again without waiting for its last arrival");
      return Step::Next;
    }
  }
  warp.noteEffect();
  return Step::Next;
}

static Step executeClusterWait(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  ClusterBarrier &barrier = warp.cta().cluster().barrier();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (!barrier.hasArrived(clusterThread(warp, lane))) {
      warp.fatal(FaultKind::BarrierMisuse, instruction, lane,
                 "the thread waits at the cluster's barrier without having arrived");
      return Step::Next;
    }
  }
  // Lanes of one phase complete together.
  unsigned first = firstLane(lanes);
  uint32_t thread = clusterThread(warp, first);
  if (!barrier.isComplete(thread)) {
    ClusterBarrier *waited = &barrier;
    warp.waitFor([waited, thread] { return waited->isComplete(thread); },
                 [waited] { return "the cluster's barrier: " + waited->describe(); });
    return Step::Wait;
  }
  KnowledgeRef learned;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    learned = barrier.leave(clusterThread(warp, firstLane(rest)));
  }
  if (instruction.fields[0] != 0 && learned) {
    warp.cta().clocks().acquireLanes(warp.firstThread(), lanes, learned);
  }
  return Step::Next;
}

static void decodeBarrier(DecodeContext &context, Instruction &out) {
  if (!context.take("cluster")) {
    return decodeCtaBarrier(context, out, false);
  }
  if (!context.target().hasClusters()) {
    context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
    return;
  }
  bool isArrive = context.needOneOf({"arrive", "wait"}) == 0;
  bool isRelaxed = isArrive && context.take("relaxed");
  context.take(isArrive ? "release" : "acquire");
  out.needsAllLanes = context.take("aligned");
  context.expectOperands(0);
  out.fields[0] = !isRelaxed;
  out.handler = isArrive ? executeClusterArrive : executeClusterWait;
  out.kind = InstructionClass::Barrier;
}

void registerBarrier(FamilyTable &families) { families.add({{"bar", decodeBar}, {"barrier", decodeBarrier}}); }

} // namespace tkc::sim
