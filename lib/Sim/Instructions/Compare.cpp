// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setp, set, selp, slct: comparisons of integers and floats, and what is chosen by them.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Numeric/Float.h"

namespace tkc::sim {

namespace {
/// The first six exist for all types; `lo` and its kin are unsigned names of them. The others are those of floats:
/// true when an operand is NaN.
enum class Comparison : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan };

template <Comparison comparison, typename T>
inline bool compare(T a, T b) {
  bool isUnordered = a != a || b != b;
  switch (comparison) {
  case Comparison::Eq:
    return a == b;
  case Comparison::Ne:
    return !isUnordered && a != b;
  case Comparison::Lt:
    return a < b;
  case Comparison::Le:
    return a <= b;
  case Comparison::Gt:
    return a > b;
  case Comparison::Ge:
    return a >= b;
  case Comparison::Equ:
    return isUnordered || a == b;
  case Comparison::Neu:
    return a != b;
  case Comparison::Ltu:
    return !(a >= b);
  case Comparison::Leu:
    return !(a > b);
  case Comparison::Gtu:
    return !(a <= b);
  case Comparison::Geu:
    return !(a < b);
  case Comparison::Num:
    return !isUnordered;
  case Comparison::Nan:
    return isUnordered;
  }
  return false;
}

/// How a stored value is compared: as itself, or as the float that it stands for.
template <typename T>
struct AsIs {
  using Stored = T;
  T operator()(T value) const { return value; }
};
struct Flushed {
  using Stored = float;
  float operator()(float value) const { return flushSubnormal(value); }
};
template <Format half, bool ftz>
struct AsHalf {
  using Stored = uint16_t;
  float operator()(uint16_t value) const { return decodeHalf<half>(ftz ? flushHalf<half>(value) : value); }
};
/// One half of a packed pair.
template <Format half, bool isUpper, bool ftz>
struct AsHalfOfPair {
  using Stored = uint32_t;
  float operator()(uint32_t pair) const { return AsHalf<half, ftz>()(isUpper ? highHalf(pair) : lowHalf(pair)); }
};

/// 32 bytes of 0 or 1 as bits.
LaneMask packFlags(const uint8_t (&flags)[warpSize]) {
  LaneMask mask = 0;
  for (unsigned part = 0; part < 4; ++part) {
    uint64_t word;
    std::memcpy(&word, flags + 8 * part, sizeof(word));
    mask |= static_cast<LaneMask>((word * 0x0102040810204080ull) >> 56) << (8 * part);
  }
  return mask;
}

using CompareLanes = LaneMask (*)(const Warp &warp, Place a, Place b);

template <Comparison comparison, typename Read>
LaneMask compareLanes(const Warp &warp, Place placeA, Place placeB) {
  const typename Read::Stored *a = warp.read<typename Read::Stored>(placeA),
                              *b = warp.read<typename Read::Stored>(placeB);
  alignas(32) uint8_t flags[warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    flags[lane] = compare<comparison>(Read()(a[lane]), Read()(b[lane]));
  }
  return packFlags(flags);
}

template <typename Read>
CompareLanes pickInteger(Comparison comparison) {
  switch (comparison) {
  case Comparison::Ne:
    return compareLanes<Comparison::Ne, Read>;
  case Comparison::Lt:
    return compareLanes<Comparison::Lt, Read>;
  case Comparison::Le:
    return compareLanes<Comparison::Le, Read>;
  case Comparison::Gt:
    return compareLanes<Comparison::Gt, Read>;
  case Comparison::Ge:
    return compareLanes<Comparison::Ge, Read>;
  default:
    return compareLanes<Comparison::Eq, Read>;
  }
}

template <typename Read>
CompareLanes pickFloat(Comparison comparison) {
  switch (comparison) {
  case Comparison::Equ:
    return compareLanes<Comparison::Equ, Read>;
  case Comparison::Neu:
    return compareLanes<Comparison::Neu, Read>;
  case Comparison::Ltu:
    return compareLanes<Comparison::Ltu, Read>;
  case Comparison::Leu:
    return compareLanes<Comparison::Leu, Read>;
  case Comparison::Gtu:
    return compareLanes<Comparison::Gtu, Read>;
  case Comparison::Geu:
    return compareLanes<Comparison::Geu, Read>;
  case Comparison::Num:
    return compareLanes<Comparison::Num, Read>;
  case Comparison::Nan:
    return compareLanes<Comparison::Nan, Read>;
  default:
    return pickInteger<Read>(comparison);
  }
}

template <Format half>
CompareLanes pickHalf(Comparison comparison, bool ftz) {
  return ftz ? pickFloat<AsHalf<half, true>>(comparison) : pickFloat<AsHalf<half, false>>(comparison);
}
template <Format half, bool isUpper>
CompareLanes pickHalfOfPair(Comparison comparison, bool ftz) {
  return ftz ? pickFloat<AsHalfOfPair<half, isUpper, true>>(comparison)
             : pickFloat<AsHalfOfPair<half, isUpper, false>>(comparison);
}

/// How a comparison is combined with a predicate.
enum class Combine : uint8_t { None, And, Or, Xor };

struct CompareDetail {
  CompareLanes low = nullptr;
  /// Of the upper halves of packed types; else null, and the second result is the negated comparison.
  CompareLanes high = nullptr;
  unsigned bytes = 4;
  Combine combine = Combine::None;
};
} // namespace

static Predicate combinePredicates(Combine operation, Predicate left, Predicate right) {
  switch (operation) {
  case Combine::None:
    return left;
  case Combine::And:
    return {left.value & right.value,
            (left.defined & right.defined) | (left.defined & ~left.value) | (right.defined & ~right.value)};
  case Combine::Or:
    return {left.value | right.value,
            (left.defined & right.defined) | (left.defined & left.value) | (right.defined & right.value)};
  case Combine::Xor:
    return {left.value ^ right.value, left.defined & right.defined};
  }
  return left;
}

static LaneMask definedSources(const Warp &warp, const Place *sources, unsigned bytes) {
  return warp.definedLanes(sources[0], bytes, allLanes) & warp.definedLanes(sources[1], bytes, allLanes);
}

static Step executeSetp(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const CompareDetail &detail = instruction.detailAs<CompareDetail>();
  const Place *sources = instruction.operands;
  LaneMask defined = definedSources(warp, sources, detail.bytes);
  LaneMask low = detail.low(warp, sources[0], sources[1]);
  LaneMask high = detail.high ? detail.high(warp, sources[0], sources[1]) : ~low;
  Predicate with = warp.predicate(instruction.predicateSources[0]);
  Predicate first = combinePredicates(detail.combine, {low, defined}, with);
  Predicate second = combinePredicates(detail.combine, {high, defined}, with);
  warp.setPredicate(instruction.predicateResults[0], lanes, first.value, first.defined);
  warp.setPredicate(instruction.predicateResults[1], lanes, second.value, second.defined);
  return Step::Next;
}

/// `set` gives all ones or 1.0 (of each half of a packed type), or zero.
static Step executeSet(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const CompareDetail &detail = instruction.detailAs<CompareDetail>();
  const Place *sources = instruction.operands + 1;
  LaneMask defined = definedSources(warp, sources, detail.bytes);
  Predicate with = warp.predicate(instruction.predicateSources[0]);
  Predicate low = combinePredicates(detail.combine, {detail.low(warp, sources[0], sources[1]), defined}, with);
  Predicate high = low;
  if (detail.high) {
    high = combinePredicates(detail.combine, {detail.high(warp, sources[0], sources[1]), defined}, with);
  }
  unsigned bytes = instruction.fields[1];
  uint8_t *target = warp.write<uint8_t>(instruction.operands[0]);
  uint8_t *targetDefined = warp.writeDefined(instruction.operands[0], bytes);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    uint32_t value = (low.value >> lane) & 1 ? instruction.fields[0] : 0;
    value |= detail.high && ((high.value >> lane) & 1) ? instruction.fields[2] : 0;
    std::memcpy(target + size_t(lane) * bytes, &value, bytes);
    targetDefined[lane] = (low.defined & high.defined) >> lane & 1 ? Warp::fullyDefined(bytes) : 0;
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding comparisons
//===----------------------------------------------------------------------===//

static Comparison decodeComparison(DecodeContext &context) {
  int number = context.needOneOf({"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num",
                                  "nan", "lo", "ls", "hi", "hs"});
  static constexpr Comparison unsignedNames[] = {Comparison::Lt, Comparison::Le, Comparison::Gt, Comparison::Ge};
  return number < 14 ? static_cast<Comparison>(number) : unsignedNames[number - 14];
}

static CompareLanes pickIntegerOf(ptx::Type type, Comparison comparison) {
  CompareLanes result = nullptr;
  forIntegerType(type, [&](auto zero) { result = pickInteger<AsIs<decltype(zero)>>(comparison); });
  return result;
}

/// The functions that compare values of a type.
static CompareDetail compareDetail(DecodeContext &context, ptx::Type type, Comparison comparison, bool ftz) {
  CompareDetail detail;
  detail.bytes = type.bits / 8;
  if (type.name == "f32") {
    detail.low = ftz ? pickFloat<Flushed>(comparison) : pickFloat<AsIs<float>>(comparison);
  } else if (type.name == "f64") {
    detail.low = pickFloat<AsIs<double>>(comparison);
  } else if (type.name == "f16") {
    detail.low = pickHalf<Format::F16>(comparison, ftz);
  } else if (type.name == "bf16") {
    detail.low = pickHalf<Format::BF16>(comparison, ftz);
  } else if (type.name == "f16x2") {
    detail.low = pickHalfOfPair<Format::F16, false>(comparison, ftz);
    detail.high = pickHalfOfPair<Format::F16, true>(comparison, ftz);
  } else if (type.name == "bf16x2") {
    detail.low = pickHalfOfPair<Format::BF16, false>(comparison, ftz);
    detail.high = pickHalfOfPair<Format::BF16, true>(comparison, ftz);
  } else {
    bool needsFloat = comparison >= Comparison::Equ;
    bool isBits = type.kind == ptx::Type::Kind::Bits;
    if (needsFloat || (isBits && comparison > Comparison::Ne)) {
      context.error("`" + context.spelling() + "` compares numbers of type ." + std::string(type.name) +
                    " in a way that they do not have");
    }
    if (ftz) {
      context.error("`.ftz` of `" + context.spelling() + "` needs a float type");
    }
    detail.low = pickIntegerOf(type, comparison);
  }
  return detail;
}

static ptx::Type compareType(DecodeContext &context) {
  return context.needType(
      {"s32", "u32", "b32", "f32", "s64", "u64", "b64", "f64", "s16", "u16", "b16", "f16", "bf16", "f16x2", "bf16x2"});
}

static Combine decodeCombine(DecodeContext &context) {
  return static_cast<Combine>(context.takeOneOf({"and", "or", "xor"}) + 1);
}

/// A source of a packed type is a word.
static Place compareSource(DecodeContext &context, unsigned index, ptx::Type type) {
  return context.source(index, type.kind == ptx::Type::Kind::Packed ? typeNamed("b32") : type);
}

static void decodeSetp(DecodeContext &context, Instruction &out) {
  Comparison comparison = decodeComparison(context);
  Combine combine = decodeCombine(context);
  bool ftz = context.take("ftz");
  ptx::Type type = compareType(context);
  if (!context.expectOperands(combine == Combine::None ? 3 : 4)) {
    return;
  }
  CompareDetail detail = compareDetail(context, type, comparison, ftz);
  detail.combine = combine;
  out.predicateResults[0] = context.predicateResult(context.operand(0));
  if (context.text().secondResult) {
    out.predicateResults[1] = context.predicateResult(*context.text().secondResult);
  }
  if (combine != Combine::None) {
    out.predicateSources[0] = context.predicateSource(3);
  }
  context.setOperands(out, {}, {compareSource(context, 1, type), compareSource(context, 2, type)});
  context.setDetail(out, detail);
  out.handler = executeSetp;
  out.kind = isFloatType(type) ? InstructionClass::Float : InstructionClass::Integer;
}

static void decodeSet(DecodeContext &context, Instruction &out) {
  Comparison comparison = decodeComparison(context);
  Combine combine = decodeCombine(context);
  bool ftz = context.take("ftz");
  ptx::Type result = context.needType({"u32", "s32", "f32", "f16", "bf16", "u16", "s16", "f16x2", "bf16x2"});
  ptx::Type type = compareType(context);
  if (!context.expectOperands(combine == Combine::None ? 3 : 4)) {
    return;
  }
  CompareDetail detail = compareDetail(context, type, comparison, ftz);
  detail.combine = combine;
  uint32_t yes = result.name == "f32"    ? 0x3f800000
                 : result.name == "f16"  ? 0x3c00
                 : result.name == "bf16" ? 0x3f80
                 : result.bits == 16     ? 0xffff
                                         : 0xffffffff;
  if (detail.high) {
    uint32_t half = result.name == "f16x2" ? 0x3c00 : result.name == "bf16x2" ? 0x3f80 : 0xffff;
    yes = half;
    out.fields[2] = half << 16;
  }
  out.fields[0] = yes;
  out.fields[1] = result.bits / 8;
  if (combine != Combine::None) {
    out.predicateSources[0] = context.predicateSource(3);
  }
  ptx::Type stored = result.kind == ptx::Type::Kind::Packed ? typeNamed("b32") : result;
  context.setOperands(out, {context.result(0, stored)},
                      {compareSource(context, 1, type), compareSource(context, 2, type)});
  context.setDetail(out, detail);
  out.handler = executeSet;
  out.kind = isFloatType(type) ? InstructionClass::Float : InstructionClass::Integer;
}

//===----------------------------------------------------------------------===//
// selp, slct
//===----------------------------------------------------------------------===//

template <typename T>
static void chooseLanes(Warp &warp, const Instruction &instruction, LaneMask lanes, LaneMask first, LaneMask known) {
  const Place *places = instruction.operands;
  const T *a = warp.read<T>(places[1]), *b = warp.read<T>(places[2]);
  const uint8_t *definedA = warp.readDefined(places[1], sizeof(T)), *definedB = warp.readDefined(places[2], sizeof(T));
  T *target = warp.write<T>(places[0]);
  uint8_t *defined = warp.writeDefined(places[0], sizeof(T));
  forLanes(lanes, [&](unsigned lane) {
    uint8_t bits = (first >> lane) & 1 ? definedA[lane] : definedB[lane];
    defined[lane] = (known >> lane) & 1 ? bits : 0;
  });
  forLanes(lanes, [&](unsigned lane) { target[lane] = (first >> lane) & 1 ? a[lane] : b[lane]; });
}

template <typename T>
static Step executeSelp(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Predicate predicate = warp.predicate(instruction.predicateSources[0]);
  chooseLanes<T>(warp, instruction, lanes, predicate.value, predicate.defined);
  return Step::Next;
}

static void decodeSelp(DecodeContext &context, Instruction &out) {
  ptx::Type type =
      context.needType({"b32", "b64", "b16", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64", "f16", "bf16"});
  if (!context.expectOperands(4)) {
    return;
  }
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type), context.source(2, type)});
  out.predicateSources[0] = context.predicateSource(3);
  out.kind = InstructionClass::Move;
  out.handler = type.bits == 16   ? executeSelp<uint16_t>
                : type.bits == 32 ? executeSelp<uint32_t>
                                  : executeSelp<uint64_t>;
}

/// `slct d, a, b, c`: a where c ≥ 0; NaN chooses b.
template <typename T, typename Read>
static Step executeSlct(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  using C = typename Read::Stored;
  Place control = instruction.operands[3];
  const C *c = warp.read<C>(control);
  LaneMask first = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    first |= LaneMask(Read()(c[lane]) >= C(0)) << lane;
  }
  chooseLanes<T>(warp, instruction, lanes, first, warp.definedLanes(control, sizeof(C), allLanes));
  return Step::Next;
}

template <typename Read>
static Handler pickSlct(unsigned bits) {
  return bits == 16   ? executeSlct<uint16_t, Read>
         : bits == 32 ? executeSlct<uint32_t, Read>
                      : executeSlct<uint64_t, Read>;
}

static void decodeSlct(DecodeContext &context, Instruction &out) {
  bool ftz = context.take("ftz");
  ptx::Type type = context.needType({"b32", "b64", "b16", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64"});
  ptx::Type control = ftz ? context.needType({"f32"}) : context.needType({"s32", "f32"});
  if (!context.expectOperands(4)) {
    return;
  }
  context.setOperands(out, {context.result(0, type)},
                      {context.source(1, type), context.source(2, type), context.source(3, control)});
  out.kind = InstructionClass::Move;
  out.handler = control.name == "s32" ? pickSlct<AsIs<int32_t>>(type.bits)
                : ftz                 ? pickSlct<Flushed>(type.bits)
                                      : pickSlct<AsIs<float>>(type.bits);
}

void registerCompare(FamilyTable &families) {
  families.add({{"setp", decodeSetp}, {"set", decodeSet}, {"selp", decodeSelp}, {"slct", decodeSlct}});
}

} // namespace tkc::sim
