// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions by which lanes of a warp learn from one another: shfl, vote, match, redux, elect, activemask, and
// bar.warp.sync, which orders their accesses.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/Members.h"
#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Numeric/Float.h"

#include <deque>

namespace tkc::sim {

//===----------------------------------------------------------------------===//
// shfl
//===----------------------------------------------------------------------===//

namespace {
enum class ShuffleMode : uint8_t { Up, Down, Butterfly, Index };

struct ShuffleSource {
  unsigned lane;
  bool isInRange;
};
} // namespace

/// The rule of the PTX ISA for `shfl`.
static ShuffleSource shuffleSource(ShuffleMode mode, uint32_t lane, uint32_t b, uint32_t c) {
  uint32_t segment = (c >> 8) & 31, clamp = c & 31;
  b &= 31;
  uint32_t last = (lane & segment) | (clamp & ~segment), first = lane & segment;
  int32_t source = 0;
  bool isInRange = false;
  switch (mode) {
  case ShuffleMode::Up:
    source = static_cast<int32_t>(lane) - static_cast<int32_t>(b);
    isInRange = source >= static_cast<int32_t>(last);
    break;
  case ShuffleMode::Down:
    source = static_cast<int32_t>(lane + b);
    isInRange = source <= static_cast<int32_t>(last);
    break;
  case ShuffleMode::Butterfly:
    source = static_cast<int32_t>(lane ^ b);
    isInRange = source <= static_cast<int32_t>(last);
    break;
  case ShuffleMode::Index:
    source = static_cast<int32_t>(first | (b & ~segment));
    isInRange = source <= static_cast<int32_t>(last);
    break;
  }
  return {isInRange ? static_cast<unsigned>(source) & 31 : lane, isInRange};
}

/// The operands are d, a, b, c and the mask.
static Step executeShuffle(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  MemberGroups groups = gatherMembers(warp, instruction, places[4], lanes);
  if (groups.ready == 0) {
    return Step::Wait;
  }
  lanes = groups.ready;
  warp.requireDefined(FaultKind::UndefinedPredicate, instruction, places[2], 4, lanes, "the lane operand");
  warp.requireDefined(FaultKind::UndefinedPredicate, instruction, places[3], 4, lanes, "the clamp operand");
  ShuffleMode mode = static_cast<ShuffleMode>(instruction.fields[0]);
  const uint32_t *b = warp.read<uint32_t>(places[2]), *c = warp.read<uint32_t>(places[3]);
  uint32_t values[warpSize];
  uint8_t defined[warpSize];
  std::memcpy(values, warp.read<uint32_t>(places[1]), sizeof(values));
  std::memcpy(defined, warp.readDefined(places[1], 4), sizeof(defined));
  uint32_t *target = warp.write<uint32_t>(places[0]);
  uint8_t *targetDefined = warp.writeDefined(places[0], 4);
  LaneMask inRange = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    ShuffleSource source = shuffleSource(mode, lane, b[lane], c[lane]);
    bool isMember = ((groups.group[lane] >> source.lane) & 1) != 0;
    target[lane] = values[source.lane];
    targetDefined[lane] = isMember ? defined[source.lane] : 0;
    inRange |= LaneMask(source.isInRange) << lane;
  }
  warp.setPredicate(instruction.predicateResults[0], lanes, inRange);
  return Step::Next;
}

static void setSecondPredicate(DecodeContext &context, Instruction &out) {
  if (context.text().secondResult) {
    out.predicateResults[0] = context.predicateResult(*context.text().secondResult);
  }
}

static void decodeShfl(DecodeContext &context, Instruction &out) {
  context.needOneOf({"sync"});
  int mode = context.needOneOf({"up", "down", "bfly", "idx"});
  ptx::Type type = context.needType({"b32"});
  if (!context.expectOperands(5)) {
    return;
  }
  ptx::Type word = typeNamed("u32");
  context.setOperands(
      out, {context.result(0, type)},
      {context.source(1, type), context.source(2, word), context.source(3, word), context.source(4, word)});
  setSecondPredicate(context, out);
  out.fields[0] = static_cast<uint32_t>(mode);
  out.handler = executeShuffle;
  out.kind = InstructionClass::Exchange;
}

//===----------------------------------------------------------------------===//
// vote, activemask
//===----------------------------------------------------------------------===//

namespace {
enum class VoteMode : uint8_t { All, Any, Uniform, Ballot };
} // namespace

static Step executeVote(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Place mask = instruction.operands[instruction.numResults];
  MemberGroups groups = gatherMembers(warp, instruction, mask, lanes);
  if (groups.ready == 0) {
    return Step::Wait;
  }
  Predicate source = warp.predicate(instruction.predicateSources[0]);
  VoteMode mode = static_cast<VoteMode>(instruction.fields[0]);
  LaneMask result = 0, defined = 0;
  for (LaneMask rest = groups.ready; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    LaneMask members = groups.group[lane], yes = source.value & members;
    bool holds = mode == VoteMode::All ? yes == members : mode == VoteMode::Any ? yes != 0 : yes == 0 || yes == members;
    result |= LaneMask(holds) << lane;
    defined |= LaneMask((source.defined & members) == members) << lane;
    if (mode == VoteMode::Ballot) {
      warp.write<uint32_t>(instruction.operands[0])[lane] = yes;
      warp.writeDefined(instruction.operands[0], 4)[lane] = (defined >> lane) & 1 ? 15 : 0;
    }
  }
  warp.setPredicate(instruction.predicateResults[0], groups.ready, result, defined);
  return Step::Next;
}

static void decodeVote(DecodeContext &context, Instruction &out) {
  context.needOneOf({"sync"});
  int mode = context.needOneOf({"all", "any", "uni", "ballot"});
  bool isBallot = mode == 3;
  context.needOneOf({isBallot ? "b32" : "pred"});
  if (!context.expectOperands(3)) {
    return;
  }
  std::vector<Place> results;
  if (isBallot) {
    results.push_back(context.result(0, typeNamed("b32")));
  } else {
    out.predicateResults[0] = context.predicateResult(context.operand(0));
  }
  out.predicateSources[0] = context.predicateSource(1);
  context.setOperands(out, results, {context.source(2, typeNamed("u32"))});
  out.fields[0] = static_cast<uint32_t>(mode);
  out.handler = executeVote;
  out.kind = InstructionClass::Exchange;
}

static Step executeActiveMask(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  uint32_t *target = warp.write<uint32_t>(instruction.operands[0]);
  forLanes(lanes, [&](unsigned lane) { target[lane] = lanes; });
  setDefined(warp, instruction.operands[0], 4, lanes, 15);
  return Step::Next;
}

static void decodeActiveMask(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32"});
  if (context.expectOperands(1)) {
    context.setOperands(out, {context.result(0, type)}, {});
  }
  out.handler = executeActiveMask;
  out.kind = InstructionClass::Exchange;
}

//===----------------------------------------------------------------------===//
// match
//===----------------------------------------------------------------------===//

template <typename T>
static Step executeMatch(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  MemberGroups groups = gatherMembers(warp, instruction, places[2], lanes);
  if (groups.ready == 0) {
    return Step::Wait;
  }
  bool isAll = instruction.fields[0] != 0;
  T values[warpSize];
  std::memcpy(values, warp.read<T>(places[1]), sizeof(values));
  LaneMask known = warp.definedLanes(places[1], sizeof(T), allLanes), agree = 0, agreeDefined = 0;
  for (LaneMask rest = groups.ready; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    LaneMask members = groups.group[lane], same = 0;
    for (LaneMask others = members; others != 0; others &= others - 1) {
      unsigned other = firstLane(others);
      same |= LaneMask(values[other] == values[lane]) << other;
    }
    bool isDefined = (known & members) == members;
    agree |= LaneMask(same == members) << lane;
    agreeDefined |= LaneMask(isDefined) << lane;
    warp.write<uint32_t>(places[0])[lane] = isAll && same != members ? 0 : same;
    warp.writeDefined(places[0], 4)[lane] = isDefined ? 15 : 0;
  }
  warp.setPredicate(instruction.predicateResults[0], groups.ready, agree, agreeDefined);
  return Step::Next;
}

static void decodeMatch(DecodeContext &context, Instruction &out) {
  bool isAll = context.needOneOf({"any", "all"}) == 1;
  context.needOneOf({"sync"});
  ptx::Type type = context.needType({"b32", "b64"});
  if (!context.expectOperands(3)) {
    return;
  }
  context.setOperands(out, {context.result(0, typeNamed("b32"))},
                      {context.source(1, type), context.source(2, typeNamed("u32"))});
  if (isAll) {
    setSecondPredicate(context, out);
  } else if (context.text().secondResult) {
    context.error("`" + context.spelling() + "` has one result");
  }
  out.fields[0] = isAll;
  out.handler = type.bits == 64 ? executeMatch<uint64_t> : executeMatch<uint32_t>;
  out.kind = InstructionClass::Exchange;
}

//===----------------------------------------------------------------------===//
// redux
//===----------------------------------------------------------------------===//

namespace {
enum class Reduction : uint8_t { Add, Min, Max, And, Or, Xor };

struct ReduxDetail {
  Reduction operation = Reduction::Add;
  bool isSigned = false, isFloat = false;
  MinMaxMode mode;

  uint32_t combine(uint32_t a, uint32_t b) const {
    if (isFloat) {
      return minMax<Format::F32>(a, b, mode);
    }
    bool isLess = isSigned ? static_cast<int32_t>(a) < static_cast<int32_t>(b) : a < b;
    switch (operation) {
    case Reduction::Add:
      return a + b;
    case Reduction::Min:
      return isLess ? a : b;
    case Reduction::Max:
      return isLess ? b : a;
    case Reduction::And:
      return a & b;
    case Reduction::Or:
      return a | b;
    case Reduction::Xor:
      return a ^ b;
    }
    return a;
  }
};
} // namespace

static Step executeRedux(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const ReduxDetail &detail = instruction.detailAs<ReduxDetail>();
  const Place *places = instruction.operands;
  MemberGroups groups = gatherMembers(warp, instruction, places[2], lanes);
  if (groups.ready == 0) {
    return Step::Wait;
  }
  uint32_t values[warpSize];
  std::memcpy(values, warp.read<uint32_t>(places[1]), sizeof(values));
  LaneMask known = warp.definedLanes(places[1], 4, allLanes);
  for (LaneMask rest = groups.ready; rest != 0;) {
    LaneMask members = groups.group[firstLane(rest)];
    uint32_t result = values[firstLane(members)];
    // A single magnitude still loses its sign.
    result = detail.isFloat ? detail.combine(result, result) : result;
    for (LaneMask others = members & (members - 1); others != 0; others &= others - 1) {
      result = detail.combine(result, values[firstLane(others)]);
    }
    uint32_t *target = warp.write<uint32_t>(places[0]);
    forLanes(members, [&](unsigned lane) { target[lane] = result; });
    setDefined(warp, places[0], 4, members, (known & members) == members ? 15 : 0);
    rest &= ~members;
  }
  return Step::Next;
}

static void decodeRedux(DecodeContext &context, Instruction &out) {
  context.needOneOf({"sync"});
  ReduxDetail detail;
  detail.operation = static_cast<Reduction>(context.needOneOf({"add", "min", "max", "and", "or", "xor"}));
  detail.mode.isMaximum = detail.operation == Reduction::Max;
  detail.mode.absolute = context.take("abs");
  detail.mode.propagateNan = context.take("NaN");
  bool isBitwise = detail.operation >= Reduction::And;
  ptx::Type type = isBitwise ? context.needType({"b32"}) : context.needType({"u32", "s32", "f32"});
  detail.isSigned = type.name == "s32";
  detail.isFloat = type.name == "f32";
  bool isBad = (detail.isFloat && detail.operation == Reduction::Add) ||
               (!detail.isFloat && (detail.mode.absolute || detail.mode.propagateNan));
  if (isBad || (detail.isFloat && !context.target().hasFloatRedux())) {
    context.error("`" + context.spelling() + "` does not exist on " + context.target().name);
  }
  if (!context.expectOperands(3)) {
    return;
  }
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type), context.source(2, typeNamed("u32"))});
  context.setDetail(out, detail);
  out.handler = executeRedux;
  out.kind = InstructionClass::Exchange;
}

//===----------------------------------------------------------------------===//
// elect
//===----------------------------------------------------------------------===//

static Step executeElect(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  MemberGroups groups = gatherMembers(warp, instruction, places[1], lanes);
  if (groups.ready == 0) {
    return Step::Wait;
  }
  LaneMask leaders = 0;
  uint32_t *target = warp.write<uint32_t>(places[0]);
  for (LaneMask rest = groups.ready; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest), leader = firstLane(groups.group[lane]);
    target[lane] = leader;
    leaders |= LaneMask(1) << leader;
  }
  setDefined(warp, places[0], 4, groups.ready, 15);
  warp.setPredicate(instruction.predicateResults[0], groups.ready, leaders);
  return Step::Next;
}

static void decodeElect(DecodeContext &context, Instruction &out) {
  context.needOneOf({"sync"});
  if (!context.target().hasElect()) {
    context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
  }
  if (!context.expectOperands(2)) {
    return;
  }
  context.setOperands(out, {context.result(0, typeNamed("b32"))}, {context.source(1, typeNamed("u32"))});
  setSecondPredicate(context, out);
  out.handler = executeElect;
  out.kind = InstructionClass::Exchange;
}

//===----------------------------------------------------------------------===//
// bar.warp.sync
//===----------------------------------------------------------------------===//

namespace {
/// Lanes of a warp that wait at bar.warp.sync, by mask; they may stand at different instructions.
struct WarpBarriers : MachineState {
  static constexpr char stateKey = 0;

  struct Entry {
    LaneMask mask = 0, arrived = 0;
    uint64_t generation = 0;
  };
  Entry &find(LaneMask mask) {
    for (Entry &entry : entries) {
      if (entry.mask == mask) {
        return entry;
      }
    }
    entries.push_back({mask, 0, 0});
    return entries.back();
  }
  std::deque<Entry> entries;
};
} // namespace

/// Lets the lanes of a mask go on when all of them have come or ended.
static bool tryComplete(Warp &warp, WarpBarriers::Entry &entry) {
  if ((entry.mask & warp.live() & ~entry.arrived) != 0) {
    return false;
  }
  warp.cta().clocks().warpBarrier(warp.firstThread(), entry.arrived & warp.live());
  entry.arrived = 0;
  ++entry.generation;
  warp.noteEffect();
  return true;
}

static Step executeWarpBarrier(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Place place = instruction.operands[0];
  warp.requireDefined(FaultKind::UndefinedOperand, instruction, place, 4, lanes, "the member mask");
  const uint32_t *masks = warp.read<uint32_t>(place);
  LaneMask mask = masks[firstLane(lanes)], same = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    same |= LaneMask(masks[lane] == mask) << lane;
  }
  if (same != lanes) {
    warp.leaveBehind(lanes & ~same, lanes & ~same);
  }
  if ((same & ~mask) != 0) {
    warp.fault(FaultKind::IllegalOperand, instruction, firstLane(same & ~mask),
               describeLanes(same & ~mask) + " execute it with a member mask that leaves them out");
    mask |= same;
  }
  if (warp.progress() == 0 && (mask & warp.live()) == same) {
    warp.cta().clocks().warpBarrier(warp.firstThread(), same);
    return Step::Next;
  }
  WarpBarriers::Entry &entry = warp.states().get<WarpBarriers>().find(mask);
  if (warp.progress() == 0) {
    entry.arrived |= same;
    warp.progress() = entry.generation + 1;
  }
  uint64_t generation = warp.progress() - 1;
  if (entry.generation != generation || tryComplete(warp, entry)) {
    return Step::Next;
  }
  WarpBarriers::Entry *waited = &entry;
  Warp *waiting = &warp;
  warp.waitFor(
      [waited, waiting, generation] {
        return waited->generation != generation || (waited->mask & waiting->live() & ~waited->arrived) == 0;
      },
      [waited, waiting] {
        return "bar.warp.sync with " + describeLanes(waited->mask & waiting->live() & ~waited->arrived);
      });
  return Step::Wait;
}

static void decodeWarpBarrier(DecodeContext &context, Instruction &out) {
  context.take("warp");
  context.needOneOf({"sync"});
  if (context.expectOperands(1)) {
    context.setOperands(out, {}, {context.source(0, typeNamed("u32"))});
  }
  out.handler = executeWarpBarrier;
  out.kind = InstructionClass::Barrier;
}

void registerExchange(FamilyTable &families) {
  families.add({{"shfl", decodeShfl},
                {"vote", decodeVote},
                {"activemask", decodeActiveMask},
                {"match", decodeMatch},
                {"redux", decodeRedux},
                {"elect", decodeElect},
                {"bar.warp", decodeWarpBarrier}});
}

} // namespace tkc::sim
