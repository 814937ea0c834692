// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a warp executes: which fragment runs, for how long, and where lanes go when they part, meet, wait or end.
#include "tkc/Sim/Machine/Warp.h"

#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Machine/SpecialRegisters.h"

#include <algorithm>
#include <cstring>

namespace tkc::sim {

/// Instructions that a fragment may run while others wait for their turn.
static constexpr uint32_t fragmentQuantum = 512;

void Warp::begin(LaunchContext &launch, Cta &cta, uint32_t number, WarpMemory::Surroundings surroundings,
                 InstructionCounts *launchCounts) {
  context = &launch;
  home = &cta;
  code = &launch.program;
  warpNumber = number;
  counts = launchCounts;
  liveLanes = cta.liveLanes()[number];
  reach.emplace(std::move(surroundings));
  stateSet.clear();
  undefinedReads.clear();
  registers.resize(code->registerBytes);
  std::memset(registers.data(), 0, registers.size());
  banks[0] = registers.data();
  banks[1] = code->constants.data();
  predicates.assign(code->predicateCount, {});
  predicates[PredicatePlace::alwaysTrue] = {allLanes, allLanes};
  predicates[PredicatePlace::alwaysFalse] = {0, allLanes};
  fillSpecials();
  fragments.clear();
  fragments.emplace_back();
  fragments[0].pc = code->entry;
  fragments[0].lanes = liveLanes;
  current = 0;
}

void Warp::fillSpecials() {
  for (const SpecialUse &use : code->specials) {
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      uint64_t value = use.kind == SpecialRegister::SharedAddress
                           ? use.payload + (uint64_t(home->rank()) << sharedRankShift)
                           : specialValue(use.kind, *this, lane);
      std::memcpy(write<std::byte>(use.place) + lane * (use.bits / 8), &value, use.bits / 8);
    }
    std::memset(writeDefined(use.place, use.bits / 8), fullyDefined(use.bits / 8), warpSize);
  }
}

uint64_t Warp::now() const { return home->cluster().time() + executed; }

uint64_t Warp::takeEffects() {
  uint64_t taken = effects;
  effects = 0;
  return taken;
}

uint64_t Warp::takePolls() {
  uint64_t taken = polls;
  polls = 0;
  return taken;
}

LaneMask Warp::definedLanes(Place place, unsigned bytes, LaneMask lanes) const {
  const uint8_t *defined = readDefined(place, bytes);
  uint64_t words[4], expected = 0x0101010101010101ull * fullyDefined(bytes);
  std::memcpy(words, defined, sizeof(words));
  if (words[0] == expected && words[1] == expected && words[2] == expected && words[3] == expected) {
    return lanes;
  }
  LaneMask result = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    result |= LaneMask(defined[lane] == fullyDefined(bytes)) << lane;
  }
  return result & lanes;
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

void Warp::split(LaneMask lanes, uint32_t target, Fragment::State state) {
  Fragment other;
  other.pc = target;
  other.lanes = lanes;
  other.state = state;
  other.turn = fragments[current].turn;
  other.stack = fragments[current].stack;
  fragments[current].lanes &= ~lanes;
  fragments.push_back(std::move(other));
  mustChoose = true;
}

Step Warp::branch(LaneMask lanes, uint32_t target) {
  Fragment &fragment = fragments[current];
  if (lanes != fragment.lanes) {
    split(lanes, target);
    ++fragments[current].pc;
    fragments[current].progress = 0;
    return Step::Jumped;
  }
  mustChoose |= fragments.size() > 1 && code->code[target].key <= code->code[fragment.pc].key;
  fragment.pc = target;
  fragment.progress = 0;
  return Step::Jumped;
}

Step Warp::call(LaneMask lanes, uint32_t target) {
  uint32_t back = fragments[current].pc + 1;
  uint32_t callers = current;
  if (lanes != fragments[current].lanes) {
    split(lanes, target);
    callers = static_cast<uint32_t>(fragments.size() - 1);
    fragments[current].pc = back;
    fragments[current].progress = 0;
  }
  Fragment &fragment = fragments[callers];
  fragment.stack.push_back(back);
  fragment.pc = target;
  fragment.progress = 0;
  mustChoose = true;
  return Step::Jumped;
}

Step Warp::leave(LaneMask lanes) {
  if (fragments[current].stack.empty()) {
    return exit(lanes);
  }
  uint32_t leavers = current;
  if (lanes != fragments[current].lanes) {
    split(lanes, 0);
    leavers = static_cast<uint32_t>(fragments.size() - 1);
    ++fragments[current].pc;
    fragments[current].progress = 0;
  }
  Fragment &fragment = fragments[leavers];
  fragment.pc = fragment.stack.back();
  fragment.stack.pop_back();
  fragment.progress = 0;
  mustChoose = true;
  return Step::Jumped;
}

Step Warp::exit(LaneMask lanes) {
  liveLanes &= ~lanes;
  ++effects;
  home->lanesEnded(*this, lanes);
  Fragment &fragment = fragments[current];
  fragment.lanes &= ~lanes;
  if (fragment.lanes != 0) {
    ++fragment.pc;
    fragment.progress = 0;
    return Step::Exited;
  }
  if (current + 1 != fragments.size()) {
    std::swap(fragment, fragments.back());
  }
  fragments.pop_back();
  current = ~0u;
  return Step::Exited;
}

void Warp::waitFor(std::function<bool()> condition, std::function<std::string()> description) {
  Fragment &fragment = fragments[current];
  fragment.state = Fragment::State::Parked;
  fragment.condition = std::move(condition);
  fragment.description = std::move(description);
  fragment.waitsSince = now();
}

void Warp::waitForLanes(LaneMask members) {
  Fragment &fragment = fragments[current];
  fragment.state = Fragment::State::WaitingForLanes;
  fragment.members = members;
}

void Warp::leaveBehind(LaneMask lanes, LaneMask members) {
  split(lanes, fragments[current].pc, Fragment::State::WaitingForLanes);
  fragments.back().members = members;
}

bool Warp::isReady(Fragment &fragment) {
  switch (fragment.state) {
  case Fragment::State::Runnable:
    return true;
  case Fragment::State::Parked:
    if (!fragment.condition()) {
      return false;
    }
    if (context->options.trace) {
      TraceEvent event;
      event.cluster = static_cast<uint32_t>(home->cluster().number());
      event.cta = home->number();
      event.warp = warpNumber;
      event.name = fragment.description();
      event.begin = fragment.waitsSince;
      event.end = now();
      event.line = code->code[fragment.pc].line;
      context->options.trace->record(std::move(event));
    }
    fragment.condition = nullptr;
    fragment.description = nullptr;
    break;
  case Fragment::State::WaitingForLanes:
    if ((fragment.members & liveLanes & ~fragment.lanes) != 0) {
      return false;
    }
    break;
  }
  fragment.state = Fragment::State::Runnable;
  return true;
}

static bool canMerge(const Fragment &left, const Fragment &right) {
  return left.pc == right.pc && left.stack.size() == right.stack.size() && left.progress == 0 && right.progress == 0 &&
         left.state != Fragment::State::Parked && right.state != Fragment::State::Parked && left.stack == right.stack;
}

void Warp::mergeFragments() {
  for (size_t left = 0; left < fragments.size(); ++left) {
    for (size_t right = left + 1; right < fragments.size();) {
      if (!canMerge(fragments[left], fragments[right])) {
        ++right;
        continue;
      }
      fragments[left].lanes |= fragments[right].lanes;
      fragments[left].turn = std::min(fragments[left].turn, fragments[right].turn);
      fragments[left].ran = 0;
      fragments[left].state = Fragment::State::Runnable;
      if (right + 1 != fragments.size()) {
        std::swap(fragments[right], fragments.back());
      }
      fragments.pop_back();
    }
  }
}

/// Whether `left` runs before `right`: by turn, then depth of calls, then reverse post-order.
static bool runsBefore(const Program &program, const Fragment &left, const Fragment &right) {
  if (left.turn != right.turn) {
    return left.turn < right.turn;
  }
  if (left.stack.size() != right.stack.size()) {
    return left.stack.size() > right.stack.size();
  }
  return program.code[left.pc].key < program.code[right.pc].key;
}

bool Warp::choose() {
  limitKey = ~0u;
  if (fragments.size() <= 1) {
    current = 0;
    return !fragments.empty() && isReady(fragments[0]);
  }
  mergeFragments();
  uint32_t best = ~0u;
  bool isStuck = true;
  for (uint32_t index = 0; index < fragments.size(); ++index) {
    bool ready = isReady(fragments[index]);
    isStuck &= fragments[index].state == Fragment::State::WaitingForLanes;
    if (ready && (best == ~0u || runsBefore(*code, fragments[index], fragments[best]))) {
      best = index;
    }
  }
  current = best == ~0u ? 0 : best;
  if (best == ~0u) {
    if (isStuck) {
      reportDivergence();
    }
    return false;
  }
  const Fragment &chosen = fragments[best];
  for (const Fragment &other : fragments) {
    uint32_t key = code->code[other.pc].key;
    if (other.stack.size() == chosen.stack.size() && key > code->code[chosen.pc].key) {
      limitKey = std::min(limitKey, key);
    }
  }
  return true;
}

bool Warp::reportDivergence() {
  for (const Fragment &fragment : fragments) {
    if (fragment.state == Fragment::State::WaitingForLanes) {
      const Instruction &instruction = code->code[fragment.pc];
      fatal(FaultKind::DivergentInstruction, instruction, firstLane(fragment.lanes),
            describeLanes(fragment.lanes) + " of the warp wait here for " +
                describeLanes(fragment.members & liveLanes & ~fragment.lanes) + ", which cannot come");
      return true;
    }
  }
  return false;
}

bool Warp::canRun() {
  if (fragments.size() == 1) {
    return isReady(fragments[0]);
  }
  return !fragments.empty() && choose();
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

LaneMask Warp::guardedLanes(const Instruction &instruction, LaneMask lanes) {
  const Predicate &guard = predicates[instruction.guard];
  if ((guard.defined & lanes) != lanes) {
    requireDefined(instruction, {instruction.guard, false}, lanes, "the guard");
  }
  return lanes & (guard.value ^ instruction.guardFlip);
}

/// Whether an instruction for all lanes may execute now; else the lanes that are here wait for the others.
bool Warp::admit(const Instruction &instruction, LaneMask executing) {
  Fragment &fragment = fragments[current];
  if (fragment.lanes != liveLanes) {
    fragment.state = Fragment::State::WaitingForLanes;
    fragment.members = liveLanes;
    return false;
  }
  if (executing != fragment.lanes) {
    fatal(FaultKind::DivergentInstruction, instruction, firstLane(executing),
          "the guard lets " + describeLanes(executing) + " of the warp execute it, all or none must");
  }
  return true;
}

/// The lanes that the guard has kept out do not wait.
void Warp::finishWait(LaneMask executing) {
  LaneMask others = fragments[current].lanes & ~executing;
  if (others != 0) {
    split(others, fragments[current].pc + 1);
  }
}

/// Runs the current fragment until `end` instructions of the turn, or until something else must be chosen.
void Warp::runFragment(uint32_t end) {
  const Instruction *instructions = code->code.data();
  mustChoose = false;
  while (executed != end) {
    Fragment &fragment = fragments[current];
    const Instruction &instruction = instructions[fragment.pc];
    if (instruction.key >= limitKey) {
      return;
    }
    ++executed;
    LaneMask lanes = fragment.lanes;
    if (instruction.guard != PredicatePlace::alwaysTrue) {
      lanes = guardedLanes(instruction, lanes);
    }
    if (counts) {
      InstructionCounts &count = counts[fragment.pc];
      ++count.issued;
      count.lanes += lanes == allLanes ? warpSize : static_cast<unsigned>(__builtin_popcount(lanes));
    }
    if (lanes == 0) {
      ++fragment.pc;
      continue;
    }
    if (instruction.needsAllLanes && !admit(instruction, lanes)) {
      return;
    }
    switch (instruction.handler(*this, instruction, lanes)) {
    case Step::Next:
      ++fragments[current].pc;
      fragments[current].progress = 0;
      break;
    case Step::Jumped:
      break;
    case Step::Wait:
      finishWait(lanes);
      return;
    case Step::Exited:
      return;
    }
    if (mustChoose || hasEndedTurn) {
      return;
    }
  }
}

TurnEnd Warp::run(uint32_t quantum) {
  executed = 0;
  hasEndedTurn = false;
  while (executed < quantum) {
    if (!choose()) {
      return fragments.empty() ? TurnEnd::Finished : TurnEnd::Blocked;
    }
    uint32_t before = executed;
    bool hasOthers = fragments.size() > 1;
    uint32_t end = hasOthers ? std::min(quantum, executed + fragmentQuantum - fragments[current].ran) : quantum;
    runFragment(end);
    if (context->isStopped.load(std::memory_order_relaxed)) {
      return TurnEnd::Blocked;
    }
    if (hasOthers && current < fragments.size()) {
      takeTurn(executed - before);
    }
    if (hasEndedTurn) {
      break;
    }
  }
  return fragments.empty() ? TurnEnd::Finished : TurnEnd::Quantum;
}

/// Puts a fragment that has run for long behind those that could run too.
void Warp::takeTurn(uint32_t ran) {
  Fragment &fragment = fragments[current];
  fragment.ran += ran;
  if (fragment.ran < fragmentQuantum) {
    return;
  }
  fragment.ran = 0;
  uint32_t last = fragment.turn;
  for (const Fragment &other : fragments) {
    last = std::max(last, other.turn);
  }
  fragment.turn = last + 1;
}

} // namespace tkc::sim
