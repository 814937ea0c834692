// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt: between integers, between integers and floats, between floats, and to and from packed small formats.
#include "tkc/Sim/Numeric/Convert.h"

#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"

namespace tkc::sim {

namespace {
constexpr InstructionClass converting = InstructionClass::Convert;

/// What cvt takes or gives.
struct ConvertType {
  enum class Kind : uint8_t { Integer, Float, Pair };

  std::string_view name;
  Kind kind;
  /// Bits of the operand; those of a pair together.
  unsigned bits;
  IntegerType integer = {32, false};
  Format format = Format::F32;

  ptx::Type operandType() const {
    return typeNamed(bits == 8 ? "b8" : bits == 16 ? "b16" : bits == 32 ? "b32" : "b64");
  }
};

constexpr ConvertType convertTypes[] = {
    {"u8", ConvertType::Kind::Integer, 8, {8, false}},
    {"s8", ConvertType::Kind::Integer, 8, {8, true}},
    {"u16", ConvertType::Kind::Integer, 16, {16, false}},
    {"s16", ConvertType::Kind::Integer, 16, {16, true}},
    {"u32", ConvertType::Kind::Integer, 32, {32, false}},
    {"s32", ConvertType::Kind::Integer, 32, {32, true}},
    {"u64", ConvertType::Kind::Integer, 64, {64, false}},
    {"s64", ConvertType::Kind::Integer, 64, {64, true}},
    {"f16", ConvertType::Kind::Float, 16, {}, Format::F16},
    {"bf16", ConvertType::Kind::Float, 16, {}, Format::BF16},
    {"f32", ConvertType::Kind::Float, 32, {}, Format::F32},
    {"tf32", ConvertType::Kind::Float, 32, {}, Format::TF32},
    {"f64", ConvertType::Kind::Float, 64, {}, Format::F64},
    {"f16x2", ConvertType::Kind::Pair, 32, {}, Format::F16},
    {"bf16x2", ConvertType::Kind::Pair, 32, {}, Format::BF16},
    {"e4m3x2", ConvertType::Kind::Pair, 16, {}, Format::E4M3},
    {"e5m2x2", ConvertType::Kind::Pair, 16, {}, Format::E5M2},
    {"e2m3x2", ConvertType::Kind::Pair, 16, {}, Format::E2M3},
    {"e3m2x2", ConvertType::Kind::Pair, 16, {}, Format::E3M2},
    {"e2m1x2", ConvertType::Kind::Pair, 8, {}, Format::E2M1},
    {"ue8m0x2", ConvertType::Kind::Pair, 16, {}, Format::UE8M0},
};

/// The modifiers of cvt before the types.
struct Modifiers {
  std::optional<Rounding> rounding;
  bool isIntegral = false, isStochastic = false, ftz = false, saturate = false, satfinite = false, relu = false;

  ConvertMode mode() const {
    ConvertMode mode;
    mode.rounding = rounding.value_or(Rounding::NearestEven);
    mode.toIntegral = isIntegral;
    mode.ftz = ftz;
    mode.saturate = saturate;
    mode.satfinite = satfinite;
    mode.relu = relu;
    return mode;
  }
};

/// A conversion of one value.
struct ConvertDetail {
  ConvertType from, to;
  ConvertMode mode;
  unsigned fromBytes = 4, toBytes = 4;
};
} // namespace

static const ConvertType &needConvertType(DecodeContext &context) {
  for (const ConvertType &type : convertTypes) {
    if (context.take(type.name)) {
      return type;
    }
  }
  context.error("`" + context.spelling() + "` has `." + std::string(context.peek()) + "` where a type is needed");
  return convertTypes[4];
}

static Modifiers takeModifiers(DecodeContext &context) {
  Modifiers modifiers;
  static constexpr Rounding roundings[] = {Rounding::NearestEven, Rounding::NearestAway, Rounding::TowardZero,
                                           Rounding::Down, Rounding::Up};
  int number = context.takeOneOf({"rn", "rna", "rz", "rm", "rp"});
  if (number >= 0) {
    modifiers.rounding = roundings[number];
  }
  static constexpr Rounding integral[] = {Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up};
  int whole = number < 0 ? context.takeOneOf({"rni", "rzi", "rmi", "rpi"}) : -1;
  if (whole >= 0) {
    modifiers.rounding = integral[whole];
    modifiers.isIntegral = true;
  }
  modifiers.isStochastic = number < 0 && whole < 0 && context.take("rs");
  // The order of these differs among the forms.
  for (bool found = true; found;) {
    found = false;
    for (auto [name, flag] : {std::pair<std::string_view, bool *>("ftz", &modifiers.ftz),
                              {"satfinite", &modifiers.satfinite},
                              {"sat", &modifiers.saturate},
                              {"relu", &modifiers.relu}}) {
      if (!*flag && context.take(name)) {
        *flag = found = true;
      }
    }
  }
  return modifiers;
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

static uint64_t convertValue(const ConvertDetail &detail, uint64_t value) {
  const ConvertType &from = detail.from, &to = detail.to;
  bool fromInteger = from.kind == ConvertType::Kind::Integer, toInteger = to.kind == ConvertType::Kind::Integer;
  if (fromInteger && toInteger) {
    return convertInteger(extend(value, from.integer), from.integer, to.integer, detail.mode.saturate);
  }
  if (fromInteger) {
    return convertFromInteger(extend(value, from.integer), from.integer, to.format, detail.mode);
  }
  if (toInteger) {
    return convertToInteger(from.format, value, to.integer, detail.mode.rounding, detail.mode.ftz);
  }
  return convertFloat(from.format, value, to.format, detail.mode);
}

static Step executeConvert(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const ConvertDetail &detail = instruction.detailAs<ConvertDetail>();
  Place target = instruction.operands[0], source = instruction.operands[1];
  const uint8_t *values = warp.read<uint8_t>(source);
  const uint8_t *defined = warp.readDefined(source, detail.fromBytes);
  // Narrowing drops the upper bytes.
  bool narrows = detail.from.kind == ConvertType::Kind::Integer && detail.to.kind == ConvertType::Kind::Integer &&
                 !detail.mode.saturate;
  uint8_t needed = Warp::fullyDefined((narrows ? std::min(detail.from.bits, detail.to.bits) : detail.from.bits) / 8);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    uint64_t value = 0;
    std::memcpy(&value, values + size_t(lane) * detail.fromBytes, detail.from.bits / 8);
    value = convertValue(detail, value);
    uint8_t bits = (defined[lane] & needed) == needed ? Warp::fullyDefined(detail.toBytes) : 0;
    std::memcpy(warp.write<uint8_t>(target) + size_t(lane) * detail.toBytes, &value, detail.toBytes);
    warp.writeDefined(target, detail.toBytes)[lane] = bits;
  }
  return Step::Next;
}

/// Truncation and extension keep the definedness of bytes.
template <typename From, typename To>
static Step executeResize(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Place place = instruction.operands[0], source = instruction.operands[1];
  const From *values = warp.read<From>(source);
  const uint8_t *sourceDefined = warp.readDefined(source, sizeof(From));
  To *target = warp.write<To>(place);
  uint8_t *defined = warp.writeDefined(place, sizeof(To));
  constexpr uint8_t full = Warp::fullyDefined(sizeof(To));
  constexpr uint8_t added = static_cast<uint8_t>(full & ~Warp::fullyDefined(sizeof(From)));
  constexpr uint8_t top = uint8_t(1) << (sizeof(From) - 1);
  forLanes(lanes, [&](unsigned lane) {
    bool fills = !std::is_signed_v<From> || (sourceDefined[lane] & top) != 0;
    defined[lane] = static_cast<uint8_t>((sourceDefined[lane] & full) | (fills ? added : 0));
  });
  forLanes(lanes, [&](unsigned lane) { target[lane] = static_cast<To>(values[lane]); });
  return Step::Next;
}

/// The handler for integers that only change their width, or null.
static Handler pickResize(const ConvertType &from, const ConvertType &to) {
  Handler handler = nullptr;
  forIntegerType(from.operandType(), [&](auto unsignedFrom) {
    using U = std::make_unsigned_t<decltype(unsignedFrom)>;
    using S = std::make_signed_t<U>;
    forIntegerType(to.operandType(), [&](auto target) {
      using T = std::make_unsigned_t<decltype(target)>;
      handler = from.integer.isSigned ? executeResize<S, T> : executeResize<U, T>;
    });
  });
  return handler;
}

namespace {
struct HalfToFloat {
  float operator()(uint16_t a) const { return decodeF16(a); }
};
/// Moves bits only: NaNs keep their payload, as on an H200.
struct BrainToFloat {
  float operator()(uint16_t a) const { return floatOf(uint32_t(a) << 16); }
};
struct FloatToHalf {
  uint16_t operator()(float a) const { return encodeF16(a); }
};
struct FloatToBrain {
  uint16_t operator()(float a) const { return encodeBf16(a); }
};
struct SignedToFloat {
  float operator()(int32_t a) const { return static_cast<float>(a); }
};
struct FloatToSigned {
  uint32_t operator()(float a) const {
    return static_cast<uint32_t>(convertToInteger(Format::F32, bitsOf(a), {32, true}, Rounding::TowardZero));
  }
};
} // namespace

/// Loops that vectorise, for conversions that every kernel makes; null for others.
static Handler pickFast(const ConvertDetail &detail, const Modifiers &modifiers) {
  bool isPlain = !modifiers.ftz && !modifiers.saturate && !modifiers.satfinite && !modifiers.relu &&
                 detail.fromBytes == detail.from.bits / 8 && detail.toBytes == detail.to.bits / 8;
  if (!isPlain) {
    return nullptr;
  }
  bool toNearest = modifiers.rounding == Rounding::NearestEven && !modifiers.isIntegral;
  std::string_view from = detail.from.name, to = detail.to.name;
  if (from == "f16" && to == "f32") {
    return elementwise<HalfToFloat, float, uint16_t>;
  }
  if (from == "bf16" && to == "f32") {
    return elementwise<BrainToFloat, float, uint16_t>;
  }
  if (from == "f32" && to == "f16" && toNearest) {
    return elementwise<FloatToHalf, uint16_t, float>;
  }
  if (from == "f32" && to == "bf16" && toNearest) {
    return elementwise<FloatToBrain, uint16_t, float>;
  }
  if (from == "s32" && to == "f32" && toNearest) {
    return elementwise<SignedToFloat, float, int32_t>;
  }
  if (from == "f32" && to == "s32" && modifiers.isIntegral && modifiers.rounding == Rounding::TowardZero) {
    return elementwise<FloatToSigned, uint32_t, float>;
  }
  bool isResize = detail.from.kind == ConvertType::Kind::Integer && detail.to.kind == ConvertType::Kind::Integer;
  return isResize ? pickResize(detail.from, detail.to) : nullptr;
}

/// Whether the rounding is one that the pair of types has, and is there when it must be.
static void checkRounding(DecodeContext &context, const ConvertDetail &detail, const Modifiers &modifiers) {
  bool fromFloat = detail.from.kind == ConvertType::Kind::Float, toFloat = detail.to.kind == ConvertType::Kind::Float;
  bool narrows = fromFloat && toFloat &&
                 (detail.to.bits < detail.from.bits || detail.to.format == Format::TF32 ||
                  (detail.to.bits == 16 && detail.from.bits == 16 && detail.to.format != detail.from.format));
  bool sameFormat = fromFloat && toFloat && detail.from.format == detail.to.format;
  bool mustBeIntegral = fromFloat && !toFloat;
  bool mustRound = narrows || (!fromFloat && toFloat) || mustBeIntegral;
  bool isBad = (mustRound && !modifiers.rounding) || (mustBeIntegral && !modifiers.isIntegral) ||
               (modifiers.isIntegral && !mustBeIntegral && !sameFormat) ||
               (!fromFloat && !toFloat && modifiers.rounding);
  if (isBad || modifiers.isStochastic) {
    context.error("`" + context.spelling() + "` has a rounding that its types do not have, or lacks one");
  }
}

static void setSingle(DecodeContext &context, Instruction &out, const ConvertType &to, const ConvertType &from,
                      const Modifiers &modifiers) {
  if (!context.expectOperands(2)) {
    return;
  }
  ConvertDetail detail{from, to, modifiers.mode()};
  checkRounding(context, detail, modifiers);
  SizedPlace target = context.wideResult(context.operand(0), to.operandType());
  SizedPlace source = context.wideSource(context.operand(1), from.operandType());
  // Floats have registers of their width; integers may have wider ones.
  bool isBad = target.bits < to.bits || source.bits < from.bits ||
               (to.kind == ConvertType::Kind::Float && target.bits != to.bits) ||
               (from.kind == ConvertType::Kind::Float && source.bits != from.bits) || target.bits > 64 ||
               source.bits > 64;
  if (isBad) {
    context.error("`" + context.spelling() + "` has registers of " + std::to_string(target.bits) + " and " +
                  std::to_string(source.bits) + " bits");
    return;
  }
  detail.toBytes = target.bits / 8;
  detail.fromBytes = source.bits / 8;
  context.setOperands(out, {target.place}, {source.place});
  out.kind = converting;
  out.handler = pickFast(detail, modifiers);
  if (!out.handler) {
    context.setDetail(out, detail);
    out.handler = executeConvert;
  }
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

namespace {
/// Two floats into a pair; the first operand becomes the upper half.
template <typename Target>
struct FloatsToPair {
  static constexpr DefinedBy definedBy = DefinedBy::HalfFromEach;
  Format to;
  ConvertMode mode;
  Target operator()(uint32_t a, uint32_t b) const {
    return static_cast<Target>(convertPair(Format::F32, a, b, to, mode));
  }
};
struct FloatsToHalves {
  static constexpr DefinedBy definedBy = DefinedBy::HalfFromEach;
  uint32_t operator()(float a, float b) const { return packHalves(encodeF16(b), encodeF16(a)); }
};
struct FloatsToBrains {
  static constexpr DefinedBy definedBy = DefinedBy::HalfFromEach;
  uint32_t operator()(float a, float b) const { return packHalves(encodeBf16(b), encodeBf16(a)); }
};
template <typename Target, typename Source>
struct PairToPair {
  static constexpr DefinedBy definedBy = DefinedBy::Halves;
  Format from, to;
  ConvertMode mode;
  Target operator()(Source a) const { return static_cast<Target>(convertPacked(from, a, to, mode)); }
};
struct FloatsToPairStochastic {
  Format to;
  ConvertMode mode;
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t random) const {
    return convertPairStochastic(a, b, random, to, mode);
  }
};
} // namespace

template <typename Target>
static void setFloatsToPair(DecodeContext &context, Instruction &out, const ConvertType &to, ConvertMode mode) {
  ptx::Type word = typeNamed("f32");
  setElementwise<FloatsToPair<Target>, Target, uint32_t, uint32_t>(context, out, {to.format, mode},
                                                                   {context.source(1, word), context.source(2, word)},
                                                                   context.result(0, to.operandType()), converting);
}

static void setFromFloats(DecodeContext &context, Instruction &out, const ConvertType &to, const Modifiers &modifiers) {
  ptx::Type word = typeNamed("f32");
  if (modifiers.isStochastic) {
    if (context.expectOperands(4)) {
      setElementwise<FloatsToPairStochastic, uint32_t, uint32_t, uint32_t, uint32_t>(
          context, out, {to.format, modifiers.mode()},
          {context.source(1, word), context.source(2, word), context.source(3, typeNamed("b32"))},
          context.result(0, to.operandType()), converting);
    }
    return;
  }
  if (!context.expectOperands(3)) {
    return;
  }
  if (!modifiers.rounding) {
    context.error("`" + context.spelling() + "` needs a rounding");
  }
  bool isPlain = modifiers.rounding == Rounding::NearestEven && !modifiers.relu && !modifiers.satfinite;
  if (isPlain && to.name == "f16x2") {
    return setElementwise<FloatsToHalves, uint32_t, float, float>(context, out, {},
                                                                  {context.source(1, word), context.source(2, word)},
                                                                  context.result(0, to.operandType()), converting);
  }
  if (isPlain && to.name == "bf16x2") {
    return setElementwise<FloatsToBrains, uint32_t, float, float>(context, out, {},
                                                                  {context.source(1, word), context.source(2, word)},
                                                                  context.result(0, to.operandType()), converting);
  }
  to.bits == 32   ? setFloatsToPair<uint32_t>(context, out, to, modifiers.mode())
  : to.bits == 16 ? setFloatsToPair<uint16_t>(context, out, to, modifiers.mode())
                  : setFloatsToPair<uint8_t>(context, out, to, modifiers.mode());
}

template <typename Target, typename Source>
static void setPairToPair(DecodeContext &context, Instruction &out, const ConvertType &to, const ConvertType &from,
                          ConvertMode mode) {
  setElementwise<PairToPair<Target, Source>, Target, Source>(context, out, {from.format, to.format, mode},
                                                             {context.source(1, from.operandType())},
                                                             context.result(0, to.operandType()), converting);
}

static void setFromPair(DecodeContext &context, Instruction &out, const ConvertType &to, const ConvertType &from,
                        const Modifiers &modifiers) {
  if (!context.expectOperands(2)) {
    return;
  }
  ConvertMode mode = modifiers.mode();
  if (to.bits == 32 && from.bits == 16) {
    return setPairToPair<uint32_t, uint16_t>(context, out, to, from, mode);
  }
  if (to.bits == 32 && from.bits == 8) {
    return setPairToPair<uint32_t, uint8_t>(context, out, to, from, mode);
  }
  if (to.bits == 16 && from.bits == 32) {
    return setPairToPair<uint16_t, uint32_t>(context, out, to, from, mode);
  }
  if (to.bits == 8 && from.bits == 32) {
    return setPairToPair<uint8_t, uint32_t>(context, out, to, from, mode);
  }
  context.error("`" + context.spelling() + "` has no such pair of types");
}

//===----------------------------------------------------------------------===//
// cvt.pack
//===----------------------------------------------------------------------===//

namespace {
/// `cvt.pack.sat.to.s32{.b32} d, a, b{, c}`: a and b, saturated, above the low part of c.
struct PackSaturated {
  IntegerType to;
  bool hasRest = false;
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    uint32_t mask = to.bits == 32 ? ~0u : (1u << to.bits) - 1;
    uint32_t low = static_cast<uint32_t>(convertInteger(extend(b, {32, true}), {32, true}, to, true)) & mask;
    uint32_t high = static_cast<uint32_t>(convertInteger(extend(a, {32, true}), {32, true}, to, true)) & mask;
    uint32_t pair = low | high << to.bits;
    return hasRest ? pair | c << (2 * to.bits) : pair;
  }
};
} // namespace

static void decodePack(DecodeContext &context, Instruction &out) {
  context.needOneOf({"sat"});
  const ConvertType &to = needConvertType(context);
  context.needType({"s32"});
  bool hasRest = context.take("b32");
  bool isSmall = to.kind == ConvertType::Kind::Integer && (hasRest ? to.bits == 8 : to.bits == 16);
  if (!isSmall) {
    context.error("`" + context.spelling() + "` has no such types");
  }
  if (!context.expectOperands(hasRest ? 4 : 3)) {
    return;
  }
  ptx::Type word = typeNamed("b32");
  Place rest = hasRest ? context.source(3, word) : context.constant(0, 32);
  setElementwise<PackSaturated, uint32_t, uint32_t, uint32_t, uint32_t>(
      context, out, {to.integer, hasRest}, {context.source(1, word), context.source(2, word), rest},
      context.result(0, word), converting);
}

static void decodeCvt(DecodeContext &context, Instruction &out) {
  if (context.take("pack")) {
    return decodePack(context, out);
  }
  Modifiers modifiers = takeModifiers(context);
  const ConvertType &to = needConvertType(context);
  const ConvertType &from = needConvertType(context);
  if (context.hasErrors()) {
    return;
  }
  if (to.kind == ConvertType::Kind::Pair) {
    return from.name == "f32" ? setFromFloats(context, out, to, modifiers)
                              : setFromPair(context, out, to, from, modifiers);
  }
  if (from.kind == ConvertType::Kind::Pair) {
    context.error("`" + context.spelling() + "` has no such pair of types");
    return;
  }
  setSingle(context, out, to, from, modifiers);
}

void registerConvert(FamilyTable &families) { families.add({{"cvt", decodeCvt}}); }

} // namespace tkc::sim
