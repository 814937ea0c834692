// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logic and shifts: and, or, xor, not, cnot, lop3, shl, shr, shf, prmt. They carry definedness byte by byte where a
// byte of the result depends on few bytes of the sources.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Numeric/Integer.h"

namespace tkc::sim {

namespace {
enum class BitwiseOperation : uint8_t { And, Or, Xor };

template <BitwiseOperation operation, typename T>
T combine(T a, T b) {
  switch (operation) {
  case BitwiseOperation::And:
    return a & b;
  case BitwiseOperation::Or:
    return a | b;
  case BitwiseOperation::Xor:
    return a ^ b;
  }
  return a;
}

constexpr InstructionClass integer = InstructionClass::Integer;
} // namespace

/// A bit for each byte of the value that is `wanted`.
template <typename T>
static uint8_t bytesEqual(T value, uint8_t wanted) {
  uint8_t bits = 0;
  for (unsigned byte = 0; byte < sizeof(T); ++byte) {
    bits |= static_cast<uint8_t>((static_cast<uint8_t>(value >> (8 * byte)) == wanted) << byte);
  }
  return bits;
}

/// Zeros of an `and` and ones of an `or` decide, whatever the other operand is.
template <BitwiseOperation operation, typename T>
static uint8_t bitwiseDefined(T a, T b, uint8_t definedA, uint8_t definedB) {
  uint8_t both = definedA & definedB;
  if (operation == BitwiseOperation::Xor) {
    return both;
  }
  uint8_t deciding = operation == BitwiseOperation::And ? 0 : 0xff;
  return both | (definedA & bytesEqual(a, deciding)) | (definedB & bytesEqual(b, deciding));
}

template <BitwiseOperation operation, typename T>
static Step executeBitwise(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  const T *a = warp.read<T>(places[1]), *b = warp.read<T>(places[2]);
  const uint8_t *definedA = warp.readDefined(places[1], sizeof(T)), *definedB = warp.readDefined(places[2], sizeof(T));
  constexpr uint8_t full = Warp::fullyDefined(sizeof(T));
  if (isAllDefined(definedA, full) && isAllDefined(definedB, full)) {
    setDefined(warp, places[0], sizeof(T), lanes, full);
  } else {
    uint8_t *defined = warp.writeDefined(places[0], sizeof(T));
    forLanes(lanes, [&](unsigned lane) {
      defined[lane] = bitwiseDefined<operation, T>(a[lane], b[lane], definedA[lane], definedB[lane]);
    });
  }
  T *target = warp.write<T>(places[0]);
  forLanes(lanes, [&](unsigned lane) { target[lane] = combine<operation, T>(a[lane], b[lane]); });
  return Step::Next;
}

template <BitwiseOperation operation>
static Step executePredicates(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Predicate a = warp.predicate(instruction.predicateSources[0]), b = warp.predicate(instruction.predicateSources[1]);
  LaneMask defined = a.defined & b.defined;
  if (operation != BitwiseOperation::Xor) {
    LaneMask flip = operation == BitwiseOperation::And ? allLanes : 0;
    defined |= (a.defined & (a.value ^ flip)) | (b.defined & (b.value ^ flip));
  }
  warp.setPredicate(instruction.predicateResults[0], lanes, combine<operation>(a.value, b.value), defined);
  return Step::Next;
}

template <BitwiseOperation operation>
static void decodeBitwise(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64", "b16", "pred"});
  if (!context.expectOperands(3)) {
    return;
  }
  out.kind = integer;
  if (type.kind == ptx::Type::Kind::Predicate) {
    out.predicateResults[0] = context.predicateResult(context.operand(0));
    out.predicateSources[0] = context.predicateSource(1);
    out.predicateSources[1] = context.predicateSource(2);
    out.handler = executePredicates<operation>;
    return;
  }
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type), context.source(2, type)});
  out.handler = type.bits == 16   ? executeBitwise<operation, uint16_t>
                : type.bits == 32 ? executeBitwise<operation, uint32_t>
                                  : executeBitwise<operation, uint64_t>;
}

//===----------------------------------------------------------------------===//
// not, cnot
//===----------------------------------------------------------------------===//

template <typename T>
static Step executeNot(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  const T *a = warp.read<T>(places[1]);
  const uint8_t *definedA = warp.readDefined(places[1], sizeof(T));
  T *target = warp.write<T>(places[0]);
  uint8_t *defined = warp.writeDefined(places[0], sizeof(T));
  forLanes(lanes, [&](unsigned lane) { defined[lane] = definedA[lane]; });
  forLanes(lanes, [&](unsigned lane) { target[lane] = static_cast<T>(~a[lane]); });
  return Step::Next;
}

static Step executeNotPredicate(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Predicate a = warp.predicate(instruction.predicateSources[0]);
  warp.setPredicate(instruction.predicateResults[0], lanes, ~a.value, a.defined);
  return Step::Next;
}

static void decodeNot(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64", "b16", "pred"});
  if (!context.expectOperands(2)) {
    return;
  }
  out.kind = integer;
  if (type.kind == ptx::Type::Kind::Predicate) {
    out.predicateResults[0] = context.predicateResult(context.operand(0));
    out.predicateSources[0] = context.predicateSource(1);
    out.handler = executeNotPredicate;
    return;
  }
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type)});
  out.handler = type.bits == 16 ? executeNot<uint16_t> : type.bits == 32 ? executeNot<uint32_t> : executeNot<uint64_t>;
}

namespace {
template <typename T>
struct LogicalNot {
  T operator()(T a) const { return a == 0; }
};
} // namespace

static void decodeCnot(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64", "b16"});
  forIntegerType(type, [&](auto zero) {
    using T = decltype(zero);
    setUnary<LogicalNot<T>, T>(context, out, type, integer);
  });
}

//===----------------------------------------------------------------------===//
// lop3
//===----------------------------------------------------------------------===//

/// Whether the table's outcome depends on an operand: 4 for a, 2 for b, 1 for c.
static bool dependsOn(uint8_t table, unsigned operand) {
  for (unsigned index = 0; index < 8; ++index) {
    if (((table >> index) & 1) != ((table >> (index ^ operand)) & 1)) {
      return true;
    }
  }
  return false;
}

static Step executeLop3(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  uint8_t table = static_cast<uint8_t>(instruction.fields[0]);
  const uint32_t *a = warp.read<uint32_t>(places[1]), *b = warp.read<uint32_t>(places[2]),
                 *c = warp.read<uint32_t>(places[3]);
  const uint8_t *definedA = warp.readDefined(places[1], 4), *definedB = warp.readDefined(places[2], 4),
                *definedC = warp.readDefined(places[3], 4);
  uint8_t freeA = dependsOn(table, 4) ? 0 : 15, freeB = dependsOn(table, 2) ? 0 : 15,
          freeC = dependsOn(table, 1) ? 0 : 15;
  uint8_t *defined = warp.writeDefined(places[0], 4);
  forLanes(lanes, [&](unsigned lane) {
    defined[lane] = (definedA[lane] | freeA) & (definedB[lane] | freeB) & (definedC[lane] | freeC);
  });
  uint32_t *target = warp.write<uint32_t>(places[0]);
  forLanes(lanes, [&](unsigned lane) { target[lane] = lookupLogic(a[lane], b[lane], c[lane], table); });
  return Step::Next;
}

/// Also combines whether the result is not zero with a predicate.
template <BitwiseOperation operation>
static Step executeLop3Predicate(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  executeLop3(warp, instruction, lanes);
  const uint32_t *result = warp.read<uint32_t>(instruction.operands[0]);
  const uint8_t *known = warp.readDefined(instruction.operands[0], 4);
  Predicate a, b = warp.predicate(instruction.predicateSources[0]);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    a.value |= LaneMask(result[lane] != 0) << lane;
    a.defined |= LaneMask(known[lane] == 15) << lane;
  }
  LaneMask flip = operation == BitwiseOperation::And ? allLanes : 0;
  LaneMask defined = (a.defined & b.defined) | (a.defined & (a.value ^ flip)) | (b.defined & (b.value ^ flip));
  warp.setPredicate(instruction.predicateResults[0], lanes, combine<operation>(a.value, b.value), defined);
  return Step::Next;
}

static void decodeLop3(DecodeContext &context, Instruction &out) {
  int operation = context.takeOneOf({"or", "and"});
  ptx::Type type = context.needType({"b32"});
  if (!context.expectOperands(operation < 0 ? 5 : 6)) {
    return;
  }
  // The result is looked at, so that one that nobody wants needs a place of its own.
  bool isSink = context.operand(0).kind == ptx::Operand::Kind::Sink;
  context.setOperands(out, {isSink ? context.temporary(32) : context.result(0, type)},
                      {context.source(1, type), context.source(2, type), context.source(3, type)});
  out.fields[0] = static_cast<uint32_t>(context.number(4, 0, 255));
  out.handler = executeLop3;
  out.kind = integer;
  if (context.text().secondResult.has_value() != (operation >= 0)) {
    context.error("`" + context.spelling() + "` needs .or or .and with a predicate as second result, or neither");
  } else if (operation >= 0) {
    out.predicateResults[0] = context.predicateResult(*context.text().secondResult);
    out.predicateSources[0] = context.predicateSource(5);
    out.handler =
        operation == 0 ? executeLop3Predicate<BitwiseOperation::Or> : executeLop3Predicate<BitwiseOperation::And>;
  }
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

/// Of a shift by whole bytes each byte of the result has one source; of other amounts every byte may count.
template <typename T, bool isLeft>
static uint8_t shiftedDefined(uint8_t defined, uint32_t amount) {
  constexpr uint8_t full = Warp::fullyDefined(sizeof(T));
  unsigned bytes = amount / 8;
  if (amount % 8 != 0 || bytes > sizeof(T)) {
    return defined == full ? full : 0;
  }
  if (isLeft) {
    return static_cast<uint8_t>(((defined << bytes) | ((1u << bytes) - 1)) & full);
  }
  bool fill = !std::is_signed_v<T> || ((defined >> (sizeof(T) - 1)) & 1) != 0;
  return static_cast<uint8_t>((defined >> bytes) | (fill ? ~(full >> bytes) & full : 0));
}

template <typename T, bool isLeft>
static Step executeShift(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  const T *a = warp.read<T>(places[1]);
  const uint32_t *amount = warp.read<uint32_t>(places[2]);
  const uint8_t *definedA = warp.readDefined(places[1], sizeof(T)), *definedAmount = warp.readDefined(places[2], 4);
  constexpr uint8_t full = Warp::fullyDefined(sizeof(T));
  if (isAllDefined(definedA, full) && isAllDefined(definedAmount, 15)) {
    setDefined(warp, places[0], sizeof(T), lanes, full);
  } else {
    uint8_t *defined = warp.writeDefined(places[0], sizeof(T));
    forLanes(lanes, [&](unsigned lane) {
      defined[lane] = definedAmount[lane] == 15 ? shiftedDefined<T, isLeft>(definedA[lane], amount[lane]) : 0;
    });
  }
  T *target = warp.write<T>(places[0]);
  forLanes(lanes, [&](unsigned lane) {
    target[lane] = isLeft ? shiftLeft(a[lane], amount[lane]) : shiftRight(a[lane], amount[lane]);
  });
  return Step::Next;
}

template <bool isLeft>
static void setShift(DecodeContext &context, Instruction &out, ptx::Type type) {
  if (!context.expectOperands(3)) {
    return;
  }
  out.kind = integer;
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type), context.source(2, typeNamed("u32"))});
  forIntegerType(type, [&](auto zero) { out.handler = executeShift<decltype(zero), isLeft>; });
}

static void decodeShl(DecodeContext &context, Instruction &out) {
  setShift<true>(context, out, context.needType({"b32", "b64", "b16"}));
}
static void decodeShr(DecodeContext &context, Instruction &out) {
  setShift<false>(context, out, context.needType({"b32", "b64", "b16", "u16", "u32", "u64", "s16", "s32", "s64"}));
}

namespace {
struct FunnelShift {
  bool isLeft = false, clamps = false;
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t amount) const {
    return isLeft ? funnelShiftLeft(a, b, amount, clamps) : funnelShiftRight(a, b, amount, clamps);
  }
};
struct FunnelShiftLeftWrapping {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t amount) const {
    uint32_t n = amount & 31;
    return (b << n) | ((a >> 1) >> (31 - n));
  }
};
} // namespace

static void decodeShf(DecodeContext &context, Instruction &out) {
  bool isLeft = context.needOneOf({"l", "r"}) == 0;
  bool clamps = context.needOneOf({"clamp", "wrap"}) == 0;
  ptx::Type type = context.needType({"b32"});
  if (isLeft && !clamps) {
    return setTernary<FunnelShiftLeftWrapping, uint32_t>(context, out, type, integer);
  }
  setTernary<FunnelShift, uint32_t>(context, out, type, integer, {isLeft, clamps});
}

//===----------------------------------------------------------------------===//
// prmt
//===----------------------------------------------------------------------===//

/// Ones for each defined byte of a word.
static uint32_t bytesOfBits(uint8_t bits) {
  uint32_t word = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    word |= (bits >> byte) & 1 ? 0xffu << (8 * byte) : 0;
  }
  return word;
}

static Step executePermute(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  PermuteMode mode = static_cast<PermuteMode>(instruction.fields[0]);
  const uint32_t *a = warp.read<uint32_t>(places[1]), *b = warp.read<uint32_t>(places[2]),
                 *control = warp.read<uint32_t>(places[3]);
  const uint8_t *definedA = warp.readDefined(places[1], 4), *definedB = warp.readDefined(places[2], 4),
                *definedControl = warp.readDefined(places[3], 4);
  uint8_t *defined = warp.writeDefined(places[0], 4);
  uint32_t *target = warp.write<uint32_t>(places[0]);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    uint32_t value = permuteBytes(a[lane], b[lane], control[lane], mode);
    uint8_t bits = 15;
    if (definedControl[lane] != 15) {
      bits = 0;
    } else if ((definedA[lane] & definedB[lane]) != 15) {
      uint32_t known = permuteBytes(bytesOfBits(definedA[lane]), bytesOfBits(definedB[lane]), control[lane], mode);
      bits = static_cast<uint8_t>(bytesEqual(known, 0xff));
    }
    target[lane] = value;
    defined[lane] = bits;
  }
  return Step::Next;
}

static void decodePrmt(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32"});
  int mode = context.takeOneOf({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  if (!context.expectOperands(4)) {
    return;
  }
  context.setOperands(out, {context.result(0, type)},
                      {context.source(1, type), context.source(2, type), context.source(3, type)});
  out.fields[0] = static_cast<uint32_t>(mode + 1);
  out.handler = executePermute;
  out.kind = integer;
}

void registerLogic(FamilyTable &families) {
  families.add({{"and", decodeBitwise<BitwiseOperation::And>},
                {"or", decodeBitwise<BitwiseOperation::Or>},
                {"xor", decodeBitwise<BitwiseOperation::Xor>},
                {"not", decodeNot},
                {"cnot", decodeCnot},
                {"lop3", decodeLop3},
                {"shl", decodeShl},
                {"shr", decodeShr},
                {"shf", decodeShf},
                {"prmt", decodePrmt}});
}

} // namespace tkc::sim
