// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer instructions on bit fields and bytes: popc, clz, bfind, brev, bfe, bfi, bmsk, szext, fns, dp4a, dp2a.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Numeric/Integer.h"

namespace tkc::sim {

namespace {
template <typename T>
struct PopulationCount {
  uint32_t operator()(T a) const { return populationCount(a); }
};
template <typename T>
struct LeadingZeros {
  uint32_t operator()(T a) const { return leadingZeros(a); }
};
template <typename T>
struct ReverseBits {
  T operator()(T a) const { return reverseBits(a); }
};
template <typename T>
struct FindBit {
  bool asShift = false;
  uint32_t operator()(T a) const { return findBit(a, asShift); }
};
struct MakeMask {
  bool clamps = false;
  uint32_t operator()(uint32_t position, uint32_t width) const { return makeMask(position, width, clamps); }
};
struct ExtendBits {
  bool isSigned = false, clamps = false;
  uint32_t operator()(uint32_t a, uint32_t width) const { return extendBits(a, width, isSigned, clamps); }
};
struct FindNthSet {
  uint32_t operator()(uint32_t mask, uint32_t base, int32_t offset) const { return findNthSet(mask, base, offset); }
};
struct DotBytes {
  bool isSignedA = false, isSignedB = false;
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const { return dotFourBytes(a, b, c, isSignedA, isSignedB); }
};
struct DotHalves {
  bool isSignedA = false, isSignedB = false, isHigh = false;
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    return dotTwoHalves(a, b, c, isSignedA, isSignedB, isHigh);
  }
};

constexpr InstructionClass integer = InstructionClass::Integer;
} // namespace

/// `d.u32 = F(a)`.
template <typename F, typename T>
static void setToWord(DecodeContext &context, Instruction &out, ptx::Type type, F functor = F()) {
  if (context.expectOperands(2)) {
    setElementwise<F, uint32_t, T>(context, out, functor, {context.source(1, type)},
                                   context.result(0, typeNamed("u32")), integer);
  }
}

static void decodePopc(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64"});
  return type.bits == 64 ? setToWord<PopulationCount<uint64_t>, uint64_t>(context, out, type)
                         : setToWord<PopulationCount<uint32_t>, uint32_t>(context, out, type);
}

static void decodeClz(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64"});
  return type.bits == 64 ? setToWord<LeadingZeros<uint64_t>, uint64_t>(context, out, type)
                         : setToWord<LeadingZeros<uint32_t>, uint32_t>(context, out, type);
}

static void decodeBrev(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64"});
  return type.bits == 64 ? setUnary<ReverseBits<uint64_t>, uint64_t>(context, out, type, integer)
                         : setUnary<ReverseBits<uint32_t>, uint32_t>(context, out, type, integer);
}

static void decodeBfind(DecodeContext &context, Instruction &out) {
  bool asShift = context.take("shiftamt");
  ptx::Type type = context.needType({"u32", "s32", "u64", "s64"});
  forIntegerType(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (sizeof(T) >= 4) {
      setToWord<FindBit<T>, T>(context, out, type, {asShift});
    }
  });
}

/// A one for each bit of a value whose byte is defined, and back: a byte is defined when all of its bits are.
template <typename T>
static T bitsOfBytes(uint8_t defined) {
  UnsignedOf<T> bits = 0;
  for (unsigned byte = 0; byte < sizeof(T); ++byte) {
    bits |= (defined >> byte) & 1 ? UnsignedOf<T>(UnsignedOf<T>(0xff) << (8 * byte)) : 0;
  }
  return T(bits);
}
template <typename T>
static uint8_t bytesOfBits(T bits) {
  uint8_t defined = 0;
  for (unsigned byte = 0; byte < sizeof(T); ++byte) {
    defined |= uint8_t((UnsignedOf<T>(bits) >> (8 * byte) & 0xff) == 0xff) << byte;
  }
  return defined;
}

/// `d, a, position, length`: bits beyond the field are zeros, or copies of its highest bit.
template <typename T>
static Step executeExtract(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  const T *a = warp.read<T>(places[1]);
  const uint32_t *position = warp.read<uint32_t>(places[2]), *length = warp.read<uint32_t>(places[3]);
  const uint8_t *definedA = warp.readDefined(places[1], sizeof(T)), *definedPosition = warp.readDefined(places[2], 4),
                *definedLength = warp.readDefined(places[3], 4);
  constexpr uint8_t full = Warp::fullyDefined(sizeof(T));
  if (isAllDefined(definedA, full) && isAllDefined(definedPosition, 15) && isAllDefined(definedLength, 15)) {
    setDefined(warp, places[0], sizeof(T), lanes, full);
  } else {
    uint8_t *defined = warp.writeDefined(places[0], sizeof(T));
    forLanes(lanes, [&](unsigned lane) {
      T field = extractBits(T(~T(0)), position[lane], length[lane]);
      T bits = extractBits(bitsOfBytes<T>(definedA[lane]), position[lane], length[lane]) | T(~field);
      defined[lane] = definedPosition[lane] == 15 && definedLength[lane] == 15 ? bytesOfBits(bits) : 0;
    });
  }
  T *target = warp.write<T>(places[0]);
  forLanes(lanes, [&](unsigned lane) { target[lane] = extractBits(a[lane], position[lane], length[lane]); });
  return Step::Next;
}

/// `d, a, b, position, length`.
template <typename T>
static Step executeInsert(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  const T *a = warp.read<T>(places[1]), *b = warp.read<T>(places[2]);
  const uint32_t *position = warp.read<uint32_t>(places[3]), *length = warp.read<uint32_t>(places[4]);
  const uint8_t *definedA = warp.readDefined(places[1], sizeof(T)), *definedB = warp.readDefined(places[2], sizeof(T)),
                *definedPosition = warp.readDefined(places[3], 4), *definedLength = warp.readDefined(places[4], 4);
  constexpr uint8_t full = Warp::fullyDefined(sizeof(T));
  if (isAllDefined(definedA, full) && isAllDefined(definedB, full) && isAllDefined(definedPosition, 15) &&
      isAllDefined(definedLength, 15)) {
    setDefined(warp, places[0], sizeof(T), lanes, full);
  } else {
    uint8_t *defined = warp.writeDefined(places[0], sizeof(T));
    forLanes(lanes, [&](unsigned lane) {
      T bits = insertBits(bitsOfBytes<T>(definedA[lane]), bitsOfBytes<T>(definedB[lane]), position[lane], length[lane]);
      defined[lane] = definedPosition[lane] == 15 && definedLength[lane] == 15 ? bytesOfBits(bits) : 0;
    });
  }
  T *target = warp.write<T>(places[0]);
  forLanes(lanes, [&](unsigned lane) { target[lane] = insertBits(a[lane], b[lane], position[lane], length[lane]); });
  return Step::Next;
}

static void decodeBfe(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"u32", "s32", "u64", "s64"}), word = typeNamed("u32");
  if (!context.expectOperands(4)) {
    return;
  }
  forIntegerType(type, [&](auto zero) {
    if constexpr (sizeof(zero) >= 4) {
      out.handler = executeExtract<decltype(zero)>;
    }
  });
  out.kind = integer;
  context.setOperands(out, {context.result(0, type)},
                      {context.source(1, type), context.source(2, word), context.source(3, word)});
}

static void decodeBfi(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64"}), word = typeNamed("u32");
  if (!context.expectOperands(5)) {
    return;
  }
  forIntegerType(type, [&](auto zero) {
    if constexpr (sizeof(zero) >= 4) {
      out.handler = executeInsert<std::make_unsigned_t<decltype(zero)>>;
    }
  });
  out.kind = integer;
  context.setOperands(
      out, {context.result(0, type)},
      {context.source(1, type), context.source(2, type), context.source(3, word), context.source(4, word)});
}

static void decodeBmsk(DecodeContext &context, Instruction &out) {
  bool clamps = context.needOneOf({"clamp", "wrap"}) == 0;
  setBinary<MakeMask, uint32_t>(context, out, context.needType({"b32"}), integer, {clamps});
}

static void decodeSzext(DecodeContext &context, Instruction &out) {
  bool clamps = context.needOneOf({"clamp", "wrap"}) == 0;
  ptx::Type type = context.needType({"u32", "s32"});
  setBinary<ExtendBits, uint32_t>(context, out, typeNamed("b32"), integer,
                                  {type.kind == ptx::Type::Kind::Signed, clamps});
}

static void decodeFns(DecodeContext &context, Instruction &out) {
  context.needType({"b32"});
  if (context.expectOperands(4)) {
    ptx::Type word = typeNamed("b32");
    setElementwise<FindNthSet, uint32_t, uint32_t, uint32_t, int32_t>(
        context, out, {}, {context.source(1, word), context.source(2, word), context.source(3, typeNamed("s32"))},
        context.result(0, word), integer);
  }
}

static void decodeDp4a(DecodeContext &context, Instruction &out) {
  bool isSignedA = context.needOneOf({"u32", "s32"}) == 1;
  bool isSignedB = context.needOneOf({"u32", "s32"}) == 1;
  setTernary<DotBytes, uint32_t>(context, out, typeNamed("b32"), integer, {isSignedA, isSignedB});
}

static void decodeDp2a(DecodeContext &context, Instruction &out) {
  bool isHigh = context.needOneOf({"lo", "hi"}) == 1;
  bool isSignedA = context.needOneOf({"u32", "s32"}) == 1;
  bool isSignedB = context.needOneOf({"u32", "s32"}) == 1;
  setTernary<DotHalves, uint32_t>(context, out, typeNamed("b32"), integer, {isSignedA, isSignedB, isHigh});
}

void registerIntegerBits(FamilyTable &families) {
  families.add({{"popc", decodePopc},
                {"clz", decodeClz},
                {"brev", decodeBrev},
                {"bfind", decodeBfind},
                {"bfe", decodeBfe},
                {"bfi", decodeBfi},
                {"bmsk", decodeBmsk},
                {"szext", decodeSzext},
                {"fns", decodeFns},
                {"dp4a", decodeDp4a},
                {"dp2a", decodeDp2a}});
}

} // namespace tkc::sim
