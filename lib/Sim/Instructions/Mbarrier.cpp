// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mbarrier.* and fence.mbarrier_init. Without a scope an operation reaches the cluster: the PTX ISA says the CTA, but
// public kernels synchronise CTAs of a cluster so, and hardware lets them.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"

#include <cstring>

#include "MbarrierAccess.h"

namespace tkc::sim {

namespace {
enum class MbarrierOperation : uint8_t { Init, Invalidate, Arrive, ExpectTransactions, CompleteTransactions, Wait };

/// The operands: the state that an arrival returns, the address, then the number that the operation needs.
struct MbarrierDetail {
  AddressDetail address;
  MbarrierOperation operation = MbarrierOperation::Arrive;
  Scope scope = Scope::Cluster;
  /// Release of arrivals, acquire of waits.
  bool isOrdering = true;
  bool hasNumber = false;
  // Arrivals.
  bool drops = false, expectsBytes = false, mayComplete = true;
  // Waits: for a parity rather than a state.
  bool isForParity = false;
};

/// What lanes of a warp waited for in vain, and how often without anything happening in the cluster: who comes again
/// and again has nothing else to do, and sleeps until the phase is complete.
struct WaitHistory : MachineState {
  static constexpr char stateKey = 0;
  struct Entry {
    uint32_t pc = ~0u, address = 0;
    uint64_t phase = 0, effects = 0;
    unsigned times = 0;
  };
  std::array<Entry, warpSize> entries;
};
} // namespace

static uint32_t numberOf(Warp &warp, const Instruction &instruction, unsigned lane, uint32_t otherwise) {
  const MbarrierDetail &detail = instruction.detailAs<MbarrierDetail>();
  return detail.hasNumber ? warp.read<uint32_t>(instruction.operands[instruction.numResults + 1])[lane] : otherwise;
}

//===----------------------------------------------------------------------===//
// Operations but waits
//===----------------------------------------------------------------------===//

static Mbarrier::Problem arriveOn(Mbarrier &barrier, Warp &warp, const Instruction &instruction, unsigned lane) {
  const MbarrierDetail &detail = instruction.detailAs<MbarrierDetail>();
  uint32_t thread = warp.firstThread() + lane, number = numberOf(warp, instruction, lane, 1);
  if (instruction.numResults != 0) {
    warp.write<uint64_t>(instruction.operands[0])[lane] = barrier.state();
    warp.writeDefined(instruction.operands[0], 8)[lane] = Warp::fullyDefined(8);
  }
  if (detail.expectsBytes) {
    if (Mbarrier::Problem problem = barrier.expectTransactions(number, userOf(warp, instruction, lane))) {
      return problem;
    }
  }
  CtaClocks &clocks = warp.cta().clocks();
  KnowledgeRef released = detail.isOrdering ? clocks.release(thread) : nullptr;
  return barrier.arrive(detail.expectsBytes ? 1 : number, released, warp.cta().number(), detail.scope, detail.drops,
                        detail.mayComplete);
}

/// Init, inval and everything that counts.
static void operate(Mbarrier &barrier, Warp &warp, const Instruction &instruction, unsigned lane) {
  Mbarrier::Problem problem;
  switch (instruction.detailAs<MbarrierDetail>().operation) {
  case MbarrierOperation::Arrive:
    problem = arriveOn(barrier, warp, instruction, lane);
    break;
  case MbarrierOperation::ExpectTransactions:
    problem = barrier.expectTransactions(numberOf(warp, instruction, lane, 0), userOf(warp, instruction, lane));
    break;
  case MbarrierOperation::CompleteTransactions:
    problem = barrier.completeTransactions(numberOf(warp, instruction, lane, 0), userOf(warp, instruction, lane));
    break;
  case MbarrierOperation::Invalidate:
    if (barrier.hasBytesPending()) {
      problem =
          MbarrierProblem{FaultKind::MbarrierMisuse, barrier.describe() + ": invalidated while bytes are pending"};
    }
    barrier.invalidate();
    break;
  case MbarrierOperation::Init:
  case MbarrierOperation::Wait:
    break;
  }
  if (problem) {
    warp.fatal(problem->kind, instruction, lane, problem->text);
  }
}

/// The lanes whose number is defined.
static LaneMask lanesWithNumber(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if (!instruction.detailAs<MbarrierDetail>().hasNumber) {
    return lanes;
  }
  return warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[instruction.numResults + 1],
                             4, lanes, "the operand of the mbarrier operation");
}

static Step executeOperation(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const MbarrierDetail &detail = instruction.detailAs<MbarrierDetail>();
  lanes = lanesWithNumber(warp, instruction, lanes);
  MbarrierAccess access(warp, instruction, detail.address, instruction.operands[instruction.numResults], lanes,
                        AccessKind::ReadModifyWrite);
  for (LaneMask rest = access.lanes(); rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (Mbarrier *barrier = access.find(lane)) {
      operate(*barrier, warp, instruction, lane);
      access.store(lane, detail.operation == MbarrierOperation::Invalidate ? 0 : barrier->image());
    }
  }
  warp.noteEffect();
  return Step::Next;
}

static Step executeInit(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const MbarrierDetail &detail = instruction.detailAs<MbarrierDetail>();
  lanes = lanesWithNumber(warp, instruction, lanes);
  MbarrierAccess access(warp, instruction, detail.address, instruction.operands[0], lanes, AccessKind::ReadModifyWrite);
  for (LaneMask rest = access.lanes(); rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    uint32_t count = numberOf(warp, instruction, lane, 1);
    if (count == 0 || count > Mbarrier::maxCount) {
      warp.fatal(FaultKind::IllegalOperand, instruction, lane,
                 "the count of an mbarrier is from 1 to " + std::to_string(Mbarrier::maxCount) + ", got " +
                     std::to_string(count));
      return Step::Next;
    }
    std::string problem;
    if (Mbarrier *old = access.peek(lane, problem)) {
      warp.fatal(FaultKind::MbarrierMisuse, instruction, lane,
                 old->describe() + ": initialised again without mbarrier.inval");
      return Step::Next;
    }
    Mbarrier &barrier = MbarrierTable::of(warp.cta().cluster()).at(access.address(lane));
    uint32_t thread = warp.firstThread() + lane;
    barrier.init(count, warp.cta().clocks().epoch(thread));
    access.store(lane, barrier.image());
  }
  warp.noteEffect();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// Whether the phase that a lane names is complete; what is wrong with it is a fault, and counts as complete.
static bool isPhaseComplete(Warp &warp, const Instruction &instruction, const Mbarrier &barrier, unsigned lane) {
  Place place = instruction.operands[1];
  if (instruction.detailAs<MbarrierDetail>().isForParity) {
    uint32_t parity = warp.read<uint32_t>(place)[lane];
    if (parity > 1) {
      warp.fatal(FaultKind::IllegalOperand, instruction, lane,
                 "the parity of a phase is 0 or 1, got " + std::to_string(parity));
      return true;
    }
    return (barrier.phase() & 1) != parity;
  }
  std::optional<uint64_t> phase = Mbarrier::phaseOfState(warp.read<uint64_t>(place)[lane]);
  if (!phase || *phase > barrier.phase() || *phase + 1 < barrier.phase()) {
    warp.fatal(FaultKind::MbarrierMisuse, instruction, lane,
               barrier.describe() + ": the state that is waited for is " +
                   (phase ? "of phase " + std::to_string(*phase) + ", neither this one nor the one before"
                          : std::string("not one of an mbarrier")));
    return true;
  }
  return *phase != barrier.phase();
}

namespace {
/// A wait of some lanes.
class MbarrierWait {
public:
  MbarrierWait(Warp &warp, const Instruction &instruction) : warp(warp), instruction(instruction) {}
  Step run(LaneMask lanes);

private:
  LaneMask examine(LaneMask lanes);
  bool comesAgain(const Mbarrier &barrier, unsigned lane);
  void sleep();

  struct Waited {
    const Mbarrier *barrier;
    uint64_t phase;
  };
  Warp &warp;
  const Instruction &instruction;
  std::vector<Waited> waited;
  /// Whether all lanes have waited in vain just before.
  bool isIdle = true;
};
} // namespace

/// The cluster counts the effects of a turn when it ends, and a wait in vain ends it: what the lane did since its last
/// wait is known at its next one.
static constexpr unsigned idleWaits = 3;

bool MbarrierWait::comesAgain(const Mbarrier &barrier, unsigned lane) {
  WaitHistory::Entry &last = warp.states().get<WaitHistory>().entries[lane];
  uint64_t effects = warp.cta().cluster().numEffects();
  bool isSame = last.pc == warp.pc() && last.address == barrier.address() && last.phase == barrier.phase() &&
                last.effects == effects;
  last = {warp.pc(), barrier.address(), barrier.phase(), effects, isSame ? last.times + 1 : 1};
  return last.times >= idleWaits;
}

/// The lanes whose phase is complete; they learn what it hands on.
LaneMask MbarrierWait::examine(LaneMask lanes) {
  const MbarrierDetail &detail = instruction.detailAs<MbarrierDetail>();
  MbarrierAccess access(warp, instruction, detail.address, instruction.operands[0], lanes, AccessKind::Read);
  LaneMask complete = lanes & ~access.lanes();
  for (LaneMask rest = access.lanes(); rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    Mbarrier *barrier = access.find(lane);
    if (!barrier) {
      complete |= 1u << lane;
      continue;
    }
    if (isPhaseComplete(warp, instruction, *barrier, lane)) {
      complete |= 1u << lane;
      barrier->observe();
      warp.cta().clocks().strongRead(warp.firstThread() + lane, barrier->handedOn(), detail.scope, detail.isOrdering);
      continue;
    }
    isIdle &= comesAgain(*barrier, lane);
    bool isKnown = false;
    for (const Waited &each : waited) {
      isKnown |= each.barrier == barrier;
    }
    if (!isKnown) {
      waited.push_back({barrier, barrier->phase()});
    }
  }
  return complete;
}

void MbarrierWait::sleep() {
  auto hasChanged = [](const Waited &each) {
    return !each.barrier->isInitialised() || each.barrier->phase() != each.phase;
  };
  std::vector<Waited> all = std::move(waited);
  warp.waitFor(
      [all, hasChanged] {
        for (const Waited &each : all) {
          if (hasChanged(each)) {
            return true;
          }
        }
        return false;
      },
      [all] {
        std::string text;
        for (const Waited &each : all) {
          text += (text.empty() ? "" : "; ") + each.barrier->describe(each.phase);
        }
        return text;
      });
}

Step MbarrierWait::run(LaneMask lanes) {
  bool isForParity = instruction.detailAs<MbarrierDetail>().isForParity;
  LaneMask known = warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[1],
                                       isForParity ? 4 : 8, lanes, "the phase that is waited for");
  LaneMask complete = examine(known);
  if (complete == 0 && known == lanes && isIdle) {
    sleep();
    return Step::Wait;
  }
  warp.setPredicate(instruction.predicateResults[0], lanes, complete);
  if (complete != lanes) {
    warp.endTurn();
  }
  return Step::Next;
}

static Step executeWait(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  return MbarrierWait(warp, instruction).run(lanes);
}

//===----------------------------------------------------------------------===//
// States and fences
//===----------------------------------------------------------------------===//

static Step executePendingCount(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  lanes = warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[1], 8, lanes,
                              "the state of an mbarrier");
  const uint64_t *states = warp.read<uint64_t>(instruction.operands[1]);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (!Mbarrier::phaseOfState(states[lane])) {
      warp.fatal(FaultKind::MbarrierMisuse, instruction, lane, "the operand is not a state of an mbarrier");
      return Step::Next;
    }
    warp.write<uint32_t>(instruction.operands[0])[lane] = Mbarrier::pendingOfState(states[lane]);
  }
  setDefined(warp, instruction.operands[0], 4, lanes, Warp::fullyDefined(4));
  return Step::Next;
}

static Step executeInitFence(Warp &warp, const Instruction &, LaneMask lanes) {
  MbarrierTable &table = MbarrierTable::of(warp.cta().cluster());
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    Agent thread = warp.cta().clocks().epoch(warp.firstThread() + firstLane(rest)).agent;
    table.forEach([&](Mbarrier &barrier) { barrier.fenceInit(thread); });
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// `.release.cluster` and so on; both may be missing.
static void takeOrder(DecodeContext &context, MbarrierDetail &detail, std::string_view ordering) {
  if (context.take("relaxed")) {
    detail.isOrdering = false;
  } else {
    context.take(ordering);
  }
  detail.scope = context.takeScope().value_or(Scope::Cluster);
}

static Space takeSharedSpace(DecodeContext &context) {
  Space space = takeSpace(context);
  if (space != Space::Generic && space != Space::Shared && space != Space::SharedCluster) {
    context.error("`" + context.spelling() + "` needs an address in shared memory");
  }
  return space;
}

/// The address, and the number if there is one at `numberIndex`.
static std::vector<Place> sourcesOf(DecodeContext &context, MbarrierDetail &detail, Space space, unsigned addressIndex,
                                    std::optional<unsigned> numberIndex) {
  context.needType({"b64"});
  std::vector<Place> sources(1);
  detail.address = addressDetail(context, context.operand(addressIndex), space, sources[0]);
  detail.hasNumber = numberIndex.has_value();
  if (numberIndex) {
    sources.push_back(context.source(*numberIndex, typeNamed("b32")));
  }
  return sources;
}

static void decodeSimple(DecodeContext &context, Instruction &out, MbarrierOperation operation, unsigned numOperands) {
  MbarrierDetail detail;
  detail.operation = operation;
  bool counts =
      operation == MbarrierOperation::ExpectTransactions || operation == MbarrierOperation::CompleteTransactions;
  if (counts) {
    takeOrder(context, detail, "relaxed");
  }
  Space space = takeSharedSpace(context);
  if (!context.expectOperands(numOperands)) {
    return;
  }
  context.setOperands(out, {},
                      sourcesOf(context, detail, space, 0, numOperands == 2 ? std::optional(1u) : std::nullopt));
  out.handler = operation == MbarrierOperation::Init ? executeInit : executeOperation;
  context.setDetail(out, detail);
}

static void decodeArrive(DecodeContext &context, Instruction &out, bool drops) {
  MbarrierDetail detail;
  detail.drops = drops;
  detail.expectsBytes = context.take("expect_tx");
  detail.mayComplete = detail.expectsBytes || !context.take("noComplete");
  takeOrder(context, detail, "release");
  // nvcc writes the order in front.
  if (context.take("noComplete")) {
    detail.mayComplete = false;
  }
  if (!detail.mayComplete && (!detail.isOrdering || context.hasModifier("cluster"))) {
    context.error("`" + context.spelling() + "`: with .noComplete only .release.cta is possible");
  }
  Space space = takeSharedSpace(context);
  // The state may be missing altogether when the mbarrier is another CTA's.
  unsigned first = context.operand(0).kind == ptx::Operand::Kind::Address ? 0 : 1;
  bool needsNumber = detail.expectsBytes || !detail.mayComplete;
  if (!context.expectOperands(first + (needsNumber ? 2 : 1), first + 2)) {
    return;
  }
  bool hasNumber = context.numOperands() == first + 2;
  std::vector<Place> sources =
      sourcesOf(context, detail, space, first, hasNumber ? std::optional(first + 1) : std::nullopt);
  std::vector<Place> results;
  if (first == 1 && context.operand(0).kind != ptx::Operand::Kind::Sink) {
    results.push_back(context.result(0, typeNamed("b64")));
    if (space == Space::SharedCluster) {
      context.error("`" + context.spelling() + "` returns no state of another CTA's mbarrier: `_` is needed");
    }
  }
  context.setOperands(out, results, sources);
  out.handler = executeOperation;
  context.setDetail(out, detail);
}

static void decodeWait(DecodeContext &context, Instruction &out) {
  MbarrierDetail detail;
  detail.operation = MbarrierOperation::Wait;
  detail.isForParity = context.take("parity");
  takeOrder(context, detail, "acquire");
  Space space = takeSharedSpace(context);
  context.needType({"b64"});
  if (!context.expectOperands(3, 4)) {
    return;
  }
  std::vector<Place> sources(1);
  detail.address = addressDetail(context, context.operand(1), space, sources[0]);
  sources.push_back(context.source(2, typeNamed(detail.isForParity ? "b32" : "b64")));
  if (context.numOperands() == 4) {
    // How long the thread may be suspended.
    context.source(3, typeNamed("b32"));
  }
  out.predicateResults[0] = context.predicateResult(context.operand(0));
  context.setOperands(out, {}, sources);
  out.handler = executeWait;
  context.setDetail(out, detail);
}

static void decodePendingCount(DecodeContext &context, Instruction &out) {
  context.needType({"b64"});
  if (context.expectOperands(2)) {
    context.setOperands(out, {context.result(0, typeNamed("b32"))}, {context.source(1, typeNamed("b64"))});
  }
  out.handler = executePendingCount;
}

static void decodeMbarrier(DecodeContext &context, Instruction &out) {
  out.kind = InstructionClass::Barrier;
  enum { Init, Inval, Arrive, ArriveDrop, Expect, Complete, Test, Try, PendingCount };
  int operation = context.needOneOf(
      {"init", "inval", "arrive", "arrive_drop", "expect_tx", "complete_tx", "test_wait", "try_wait", "pending_count"});
  bool isNew = operation == Expect || operation == Complete || operation == Try || context.isAhead("expect_tx") ||
               context.isAhead("shared::cluster") || context.isAhead("cluster");
  unsigned needed = isNew ? 90 : 80;
  if (context.target().sm < needed) {
    context.error("`" + context.spelling() + "` needs sm_" + std::to_string(needed) + ", the target is " +
                  context.target().name);
    return;
  }
  switch (operation) {
  case Init:
    return decodeSimple(context, out, MbarrierOperation::Init, 2);
  case Inval:
    return decodeSimple(context, out, MbarrierOperation::Invalidate, 1);
  case Arrive:
  case ArriveDrop:
    return decodeArrive(context, out, operation == ArriveDrop);
  case Expect:
    return decodeSimple(context, out, MbarrierOperation::ExpectTransactions, 2);
  case Complete:
    return decodeSimple(context, out, MbarrierOperation::CompleteTransactions, 2);
  case Test:
  case Try:
    return decodeWait(context, out);
  default:
    return decodePendingCount(context, out);
  }
}

static void decodeInitFence(DecodeContext &context, Instruction &out) {
  context.needOneOf({"mbarrier_init"});
  context.needOneOf({"release"});
  context.needOneOf({"cluster"});
  context.expectOperands(0);
  out.handler = executeInitFence;
  out.kind = InstructionClass::Fence;
}

void registerMbarrier(FamilyTable &families) {
  families.add({{"mbarrier", decodeMbarrier}, {"fence.mbarrier_init", decodeInitFence}});
}

} // namespace tkc::sim
