// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions on addresses: cvta, isspacep, mapa, getctarank.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Machine/Cluster.h"

namespace tkc::sim {

namespace {
/// Adds what lies between a space's addresses and generic ones; a null pointer is not converted on its way back.
template <typename T>
struct Shift {
  uint64_t distance = 0;
  T operator()(T address) const { return static_cast<T>(address + distance); }
};
} // namespace

/// The spaces of cvta and isspacep, and the begin of their window.
static uint64_t decodeWindow(DecodeContext &context, int &space) {
  space = context.needOneOf(
      {"global", "shared::cta", "shared::cluster", "shared", "local", "const", "param", "param::entry"});
  static constexpr uint64_t windows[] = {0, sharedWindow, sharedWindow, sharedWindow, localWindow,
                                         0, paramWindow,  paramWindow};
  return space >= 6 && !context.isInKernel() ? localWindow : windows[space];
}

static void decodeCvta(DecodeContext &context, Instruction &out) {
  bool isTo = context.take("to");
  int space = 0;
  uint64_t window = decodeWindow(context, space);
  ptx::Type type = context.needType({"u64", "u32"});
  Shift<uint64_t> shift{isTo ? -window : window};
  if (type.bits == 32) {
    context.error("`" + context.spelling() + "` needs addresses of 64 bits");
    return;
  }
  setUnary<Shift<uint64_t>, uint64_t>(context, out, type, InstructionClass::Integer, shift);
}

//===----------------------------------------------------------------------===//
// isspacep
//===----------------------------------------------------------------------===//

static bool isInWindow(uint64_t address, int space, const Warp &warp) {
  constexpr uint64_t windowSize = uint64_t(1) << 32;
  auto within = [&](uint64_t begin) { return address - begin < windowSize; };
  switch (space) {
  case 0:
    return address >= globalWindow || address < sharedWindow;
  case 1:
  case 3:
    return within(sharedWindow) && ((address - sharedWindow) >> sharedRankShift) == warp.cta().rank();
  case 2:
    return within(sharedWindow);
  case 4:
    return within(localWindow);
  case 5:
    return address >= constWindow && address < paramWindow;
  default:
    return within(paramWindow);
  }
}

static Step executeIsSpace(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const uint64_t *addresses = warp.read<uint64_t>(instruction.operands[0]);
  LaneMask result = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    result |= LaneMask(isInWindow(addresses[lane], static_cast<int>(instruction.fields[0]), warp)) << lane;
  }
  warp.setPredicate(instruction.predicateResults[0], lanes, result,
                    warp.definedLanes(instruction.operands[0], 8, allLanes));
  return Step::Next;
}

static void decodeIsSpace(DecodeContext &context, Instruction &out) {
  int space = 0;
  decodeWindow(context, space);
  if (!context.expectOperands(2)) {
    return;
  }
  out.predicateResults[0] = context.predicateResult(context.operand(0));
  context.setOperands(out, {}, {context.source(1, typeNamed("u64"))});
  out.fields[0] = static_cast<uint32_t>(space);
  out.handler = executeIsSpace;
  out.kind = InstructionClass::Integer;
}

//===----------------------------------------------------------------------===//
// mapa, getctarank
//===----------------------------------------------------------------------===//

namespace {
template <typename T>
struct MapAddress {
  T operator()(T address, uint32_t rank) const {
    constexpr T rankBits = T(0xff) << sharedRankShift;
    return static_cast<T>((address & ~rankBits) | (T(rank) << sharedRankShift));
  }
};
template <typename T>
struct RankOf {
  uint32_t operator()(T address) const { return static_cast<uint32_t>(address >> sharedRankShift) & 0xff; }
};
} // namespace

static bool needsCluster(DecodeContext &context) {
  if (context.target().hasClusters()) {
    return true;
  }
  context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
  return false;
}

static void decodeMapa(DecodeContext &context, Instruction &out) {
  // Generic and shared addresses carry the rank in the same bits.
  context.take("shared::cluster");
  ptx::Type type = context.needType({"u32", "u64"});
  if (!needsCluster(context) || !context.expectOperands(3)) {
    return;
  }
  Place rank = context.source(2, typeNamed("u32"));
  forIntegerType(type, [&](auto zero) {
    using T = std::make_unsigned_t<decltype(zero)>;
    setElementwise<MapAddress<T>, T, T, uint32_t>(context, out, {}, {context.source(1, type), rank},
                                                  context.result(0, type), InstructionClass::Integer);
  });
}

static void decodeGetCtaRank(DecodeContext &context, Instruction &out) {
  context.take("shared::cluster");
  ptx::Type type = context.needType({"u32", "u64"});
  if (!needsCluster(context) || !context.expectOperands(2)) {
    return;
  }
  forIntegerType(type, [&](auto zero) {
    using T = std::make_unsigned_t<decltype(zero)>;
    setElementwise<RankOf<T>, uint32_t, T>(context, out, {}, {context.source(1, type)},
                                           context.result(0, typeNamed("u32")), InstructionClass::Integer);
  });
}

void registerAddresses(FamilyTable &families) {
  families.add(
      {{"cvta", decodeCvta}, {"isspacep", decodeIsSpace}, {"mapa", decodeMapa}, {"getctarank", decodeGetCtaRank}});
}

} // namespace tkc::sim
