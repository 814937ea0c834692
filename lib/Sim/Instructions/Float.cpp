// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float arithmetic: sums, products, fma, quotients, minimum and maximum, signs.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Numeric/Approximate.h"

#include "Arithmetic.h"
#include "PairF32.h"

namespace tkc::sim {

namespace {
constexpr InstructionClass floating = InstructionClass::Float;

// Without modifiers, f32 rounds to nearest: plain arithmetic that vectorises. The others carry their mode.
struct AddF32 {
  float operator()(float a, float b) const { return canonicalize(a + b); }
};
struct SubF32 {
  float operator()(float a, float b) const { return canonicalize(a - b); }
};
struct MulF32 {
  float operator()(float a, float b) const { return canonicalize(a * b); }
};
struct FmaF32 {
  float operator()(float a, float b, float c) const { return fma(a, b, c); }
};
struct AddF32Mode {
  FloatMode mode;
  float operator()(float a, float b) const { return add(a, b, mode); }
};
struct SubF32Mode {
  FloatMode mode;
  float operator()(float a, float b) const { return sub(a, b, mode); }
};
struct MulF32Mode {
  FloatMode mode;
  float operator()(float a, float b) const { return mul(a, b, mode); }
};
struct FmaF32Mode {
  FloatMode mode;
  float operator()(float a, float b, float c) const { return fma(a, b, c, mode); }
};
struct DivF32Mode {
  FloatMode mode;
  float operator()(float a, float b) const { return div(a, b, mode); }
};
struct DivApproxF32 {
  bool ftz = false;
  float operator()(float a, float b) const { return divApprox(a, b, ftz); }
};
struct DivFullF32 {
  bool ftz = false;
  float operator()(float a, float b) const { return divFull(a, b, ftz); }
};

struct AddF64 {
  Rounding rounding = Rounding::NearestEven;
  double operator()(double a, double b) const { return add(a, b, rounding); }
};
struct SubF64 {
  Rounding rounding = Rounding::NearestEven;
  double operator()(double a, double b) const { return sub(a, b, rounding); }
};
struct MulF64 {
  Rounding rounding = Rounding::NearestEven;
  double operator()(double a, double b) const { return mul(a, b, rounding); }
};
struct FmaF64 {
  Rounding rounding = Rounding::NearestEven;
  double operator()(double a, double b, double c) const { return fma(a, b, c, rounding); }
};
struct DivF64 {
  Rounding rounding = Rounding::NearestEven;
  double operator()(double a, double b) const { return div(a, b, rounding); }
};

enum class HalfOperation : uint8_t { Add, Sub, Mul };

// A function of halves as it acts on one, and on a pair in a register.
template <HalfOperation operation>
struct BinaryOn {
  template <Format half>
  struct Half {
    FloatMode mode;
    uint16_t operator()(uint16_t a, uint16_t b) const {
      return operation == HalfOperation::Add   ? add<half>(a, b, mode)
             : operation == HalfOperation::Sub ? sub<half>(a, b, mode)
                                               : mul<half>(a, b, mode);
    }
  };
  template <Format half>
  struct Pair {
    static constexpr DefinedBy definedBy = DefinedBy::Halves;
    FloatMode mode;
    uint32_t operator()(uint32_t a, uint32_t b) const {
      return operation == HalfOperation::Add   ? addPair<half>(a, b, mode)
             : operation == HalfOperation::Sub ? subPair<half>(a, b, mode)
                                               : mulPair<half>(a, b, mode);
    }
  };
};
struct FmaOn {
  template <Format half>
  struct Half {
    FloatMode mode;
    uint16_t operator()(uint16_t a, uint16_t b, uint16_t c) const { return fma<half>(a, b, c, mode); }
  };
  template <Format half>
  struct Pair {
    static constexpr DefinedBy definedBy = DefinedBy::Halves;
    FloatMode mode;
    uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const { return fmaPair<half>(a, b, c, mode); }
  };
};
/// `.oob`: a product with the NaN that marks an element out of bounds is zero.
struct MaskedFmaOn {
  template <Format half>
  struct Half {
    FloatMode mode;
    uint16_t operator()(uint16_t a, uint16_t b, uint16_t c) const { return fmaMasked<half>(a, b, c, mode); }
  };
  template <Format half>
  struct Pair {
    FloatMode mode;
    uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
      uint32_t low = fmaMasked<half>(uint16_t(a), uint16_t(b), uint16_t(c), mode);
      return low | uint32_t(fmaMasked<half>(uint16_t(a >> 16), uint16_t(b >> 16), uint16_t(c >> 16), mode)) << 16;
    }
  };
};
} // namespace

static std::optional<Rounding> takeRounding(DecodeContext &context) {
  static constexpr Rounding roundings[] = {Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up};
  int number = context.takeOneOf({"rn", "rz", "rm", "rp"});
  return number < 0 ? std::nullopt : std::optional(roundings[number]);
}

static Rounding needRounding(DecodeContext &context) {
  std::optional<Rounding> rounding = takeRounding(context);
  if (!rounding) {
    context.error("`" + context.spelling() + "` needs a rounding: .rn, .rz, .rm or .rp");
  }
  return rounding.value_or(Rounding::NearestEven);
}

static bool isDefault(const FloatMode &mode) {
  return mode.rounding == Rounding::NearestEven && !mode.ftz && !mode.saturate && !mode.relu;
}

/// `{.rnd}{.ftz}{.sat}{.relu}`.
static FloatMode takeMode(DecodeContext &context) {
  FloatMode mode;
  mode.rounding = takeRounding(context).value_or(Rounding::NearestEven);
  mode.ftz = context.take("ftz");
  mode.saturate = context.take("sat");
  // LLVM writes them the other way round.
  mode.ftz |= mode.saturate && context.take("ftz");
  mode.relu = context.take("relu");
  return mode;
}

/// What does not go together with a type.
static void checkMode(DecodeContext &context, ptx::Type type, const FloatMode &mode) {
  bool isHalf = type.bits == 16 || type.name == "f16x2" || type.name == "bf16x2";
  bool isBrain = type.name == "bf16" || type.name == "bf16x2";
  bool isBad = (isHalf && mode.rounding != Rounding::NearestEven) || (isBrain && (mode.ftz || mode.saturate)) ||
               (type.name == "f64" && (mode.ftz || mode.saturate)) || (!isHalf && mode.relu) ||
               (type.name == "f32x2" && mode.saturate);
  if (isBad) {
    context.error("`" + context.spelling() + "` has a modifier that ." + std::string(type.name) + " does not permit");
  }
}

template <unsigned sources, typename T, typename F>
static void setSources(DecodeContext &context, Instruction &out, ptx::Type type, F functor) {
  if constexpr (sources == 1) {
    setUnary<F, T>(context, out, type, floating, functor);
  } else if constexpr (sources == 2) {
    setBinary<F, T>(context, out, type, floating, functor);
  } else {
    setTernary<F, T>(context, out, type, floating, functor);
  }
}

/// A function on f16, bf16, f16x2 or bf16x2; `fields` are those of its functor.
template <typename On, unsigned sources, typename... Fields>
static void setHalves(DecodeContext &context, Instruction &out, ptx::Type type, Fields... fields) {
  using HalfF16 = typename On::template Half<Format::F16>;
  using HalfBF16 = typename On::template Half<Format::BF16>;
  using PairF16 = typename On::template Pair<Format::F16>;
  using PairBF16 = typename On::template Pair<Format::BF16>;
  ptx::Type word = typeNamed("b32");
  if (type.name == "f16") {
    return setSources<sources, uint16_t>(context, out, type, HalfF16{fields...});
  }
  if (type.name == "bf16") {
    return setSources<sources, uint16_t>(context, out, type, HalfBF16{fields...});
  }
  type.name == "f16x2" ? setSources<sources, uint32_t>(context, out, word, PairF16{fields...})
                       : setSources<sources, uint32_t>(context, out, word, PairBF16{fields...});
}

//===----------------------------------------------------------------------===//
// Sums, products, fma
//===----------------------------------------------------------------------===//

static ptx::Type takeFloatType(DecodeContext &context) {
  ptx::Type type = context.needType({"f32", "f64", "f16", "bf16", "f16x2", "bf16x2", "f32x2"});
  if (type.name == "f32x2" && !context.target().hasPackedF32()) {
    context.error("`" + context.spelling() + "` needs sm_100, the target is " + context.target().name);
  }
  return type;
}

/// f16 and bf16 sums that feed an f32 accumulator: `add.f32.f16 d, a, c`.
static bool hasMixedTypes(DecodeContext &context, ptx::Type type) {
  return type.name == "f32" && (context.peek() == "f16" || context.peek() == "bf16");
}

namespace {
template <Format half, bool isDifference>
struct MixedSum {
  FloatMode mode;
  float operator()(uint16_t a, float c) const {
    return isDifference ? sub(decodeHalf<half>(a), c, mode) : add(decodeHalf<half>(a), c, mode);
  }
};
template <Format half>
struct MixedFma {
  FloatMode mode;
  float operator()(uint16_t a, uint16_t b, float c) const {
    return fma(decodeHalf<half>(a), decodeHalf<half>(b), c, mode);
  }
};
} // namespace

template <Format half>
static void setMixedSum(DecodeContext &context, Instruction &out, FloatMode mode, bool isDifference) {
  ptx::Type narrow = typeNamed("b16"), wide = typeNamed("f32");
  if (!context.expectOperands(3)) {
    return;
  }
  Place a = context.source(1, narrow), c = context.source(2, wide), d = context.result(0, wide);
  if (isDifference) {
    return setElementwise<MixedSum<half, true>, float, uint16_t, float>(context, out, {mode}, {a, c}, d, floating);
  }
  setElementwise<MixedSum<half, false>, float, uint16_t, float>(context, out, {mode}, {a, c}, d, floating);
}

void decodeFloatSum(DecodeContext &context, Instruction &out, bool isDifference) {
  FloatMode mode = takeMode(context);
  ptx::Type type = takeFloatType(context);
  if (hasMixedTypes(context, type)) {
    bool isHalf = context.needOneOf({"f16", "bf16"}) == 0;
    return isHalf ? setMixedSum<Format::F16>(context, out, mode, isDifference)
                  : setMixedSum<Format::BF16>(context, out, mode, isDifference);
  }
  checkMode(context, type, mode);
  if (type.name == "f32" && isDefault(mode)) {
    return isDifference ? setBinary<SubF32, float>(context, out, type, floating)
                        : setBinary<AddF32, float>(context, out, type, floating);
  }
  if (type.name == "f32") {
    return isDifference ? setBinary<SubF32Mode, float>(context, out, type, floating, {mode})
                        : setBinary<AddF32Mode, float>(context, out, type, floating, {mode});
  }
  if (type.name == "f64") {
    return isDifference ? setBinary<SubF64, double>(context, out, type, floating, {mode.rounding})
                        : setBinary<AddF64, double>(context, out, type, floating, {mode.rounding});
  }
  if (type.name == "f32x2") {
    ptx::Type pair = typeNamed("b64");
    return isDifference ? setBinary<PairF32<SubF32Mode>, uint64_t>(context, out, pair, floating, {{mode}})
                        : setBinary<PairF32<AddF32Mode>, uint64_t>(context, out, pair, floating, {{mode}});
  }
  isDifference ? setHalves<BinaryOn<HalfOperation::Sub>, 2>(context, out, type, mode)
               : setHalves<BinaryOn<HalfOperation::Add>, 2>(context, out, type, mode);
}

void decodeFloatProduct(DecodeContext &context, Instruction &out) {
  FloatMode mode = takeMode(context);
  ptx::Type type = takeFloatType(context);
  checkMode(context, type, mode);
  if (type.name == "f32" && isDefault(mode)) {
    return setBinary<MulF32, float>(context, out, type, floating);
  }
  if (type.name == "f32") {
    return setBinary<MulF32Mode, float>(context, out, type, floating, {mode});
  }
  if (type.name == "f64") {
    return setBinary<MulF64, double>(context, out, type, floating, {mode.rounding});
  }
  if (type.name == "f32x2") {
    return setBinary<PairF32<MulF32Mode>, uint64_t>(context, out, typeNamed("b64"), floating, {{mode}});
  }
  setHalves<BinaryOn<HalfOperation::Mul>, 2>(context, out, type, mode);
}

template <Format half>
static void setMixedFma(DecodeContext &context, Instruction &out, FloatMode mode) {
  ptx::Type narrow = typeNamed("b16"), wide = typeNamed("f32");
  if (context.expectOperands(4)) {
    setElementwise<MixedFma<half>, float, uint16_t, uint16_t, float>(
        context, out, {mode}, {context.source(1, narrow), context.source(2, narrow), context.source(3, wide)},
        context.result(0, wide), floating);
  }
}

static void setMaskedFma(DecodeContext &context, Instruction &out, ptx::Type type, FloatMode mode) {
  checkMode(context, type, mode);
  if (context.target().sm < 90) {
    return context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
  }
  if (type.bits > 32 || type.name == "f32" || mode.ftz || mode.saturate) {
    return context.error("`" + context.spelling() + "`: .oob goes with f16, f16x2, bf16, bf16x2 and .relu alone");
  }
  setHalves<MaskedFmaOn, 3>(context, out, type, mode);
}

void decodeFusedMultiplyAdd(DecodeContext &context, Instruction &out) {
  FloatMode mode;
  mode.rounding = needRounding(context);
  mode.ftz = context.take("ftz");
  mode.saturate = context.take("sat");
  mode.relu = context.take("relu");
  bool isMasked = context.take("oob");
  mode.relu |= isMasked && context.take("relu");
  ptx::Type type = takeFloatType(context);
  if (isMasked) {
    return setMaskedFma(context, out, type, mode);
  }
  if (hasMixedTypes(context, type)) {
    bool isHalf = context.needOneOf({"f16", "bf16"}) == 0;
    return isHalf ? setMixedFma<Format::F16>(context, out, mode) : setMixedFma<Format::BF16>(context, out, mode);
  }
  checkMode(context, type, mode);
  if (type.name == "f32") {
    return isDefault(mode) ? setTernary<FmaF32, float>(context, out, type, floating)
                           : setTernary<FmaF32Mode, float>(context, out, type, floating, {mode});
  }
  if (type.name == "f64") {
    return setTernary<FmaF64, double>(context, out, type, floating, {mode.rounding});
  }
  if (type.name == "f32x2") {
    return setTernary<PairF32<FmaF32Mode>, uint64_t>(context, out, typeNamed("b64"), floating, {{mode}});
  }
  setHalves<FmaOn, 3>(context, out, type, mode);
}

void decodeFloatQuotient(DecodeContext &context, Instruction &out) {
  enum { Approx, Full };
  int kind = context.takeOneOf({"approx", "full"});
  if (kind >= 0) {
    bool ftz = context.take("ftz");
    ptx::Type type = context.needType({"f32"});
    return kind == Approx ? setBinary<DivApproxF32, float>(context, out, type, floating, {ftz})
                          : setBinary<DivFullF32, float>(context, out, type, floating, {ftz});
  }
  FloatMode mode;
  mode.rounding = needRounding(context);
  mode.ftz = context.take("ftz");
  ptx::Type type = context.needType({"f32", "f64"});
  checkMode(context, type, mode);
  return type.bits == 32 ? setBinary<DivF32Mode, float>(context, out, type, floating, {mode})
                         : setBinary<DivF64, double>(context, out, type, floating, {mode.rounding});
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

namespace {
template <bool isAbsolute>
struct SignF32 {
  bool ftz = false;
  float operator()(float a) const { return isAbsolute ? absolute(a, ftz) : negate(a, ftz); }
};
template <bool isAbsolute>
struct SignF64 {
  double operator()(double a) const { return isAbsolute ? absolute(a) : negate(a); }
};
template <bool isAbsolute>
struct SignOn {
  template <Format half>
  struct Half {
    bool ftz = false;
    uint16_t operator()(uint16_t a) const { return isAbsolute ? absolute<half>(a, ftz) : negate<half>(a, ftz); }
  };
  template <Format half>
  struct Pair {
    static constexpr DefinedBy definedBy = DefinedBy::Halves;
    bool ftz = false;
    uint32_t operator()(uint32_t a) const { return isAbsolute ? absolutePair<half>(a, ftz) : negatePair<half>(a, ftz); }
  };
};
} // namespace

template <bool isAbsolute>
static void setSign(DecodeContext &context, Instruction &out, ptx::Type type, bool ftz) {
  if (type.name == "f32") {
    return setUnary<SignF32<isAbsolute>, float>(context, out, type, floating, {ftz});
  }
  if (type.name == "f64") {
    return setUnary<SignF64<isAbsolute>, double>(context, out, type, floating);
  }
  setHalves<SignOn<isAbsolute>, 1>(context, out, type, ftz);
}

void decodeFloatSign(DecodeContext &context, Instruction &out, bool isAbsolute) {
  FloatMode mode;
  mode.ftz = context.take("ftz");
  ptx::Type type = context.needType({"f32", "f64", "f16", "bf16", "f16x2", "bf16x2"});
  checkMode(context, type, mode);
  isAbsolute ? setSign<true>(context, out, type, mode.ftz) : setSign<false>(context, out, type, mode.ftz);
}

//===----------------------------------------------------------------------===//
// Minimum and maximum
//===----------------------------------------------------------------------===//

namespace {
template <Format format>
struct MinMaxFloat {
  MinMaxMode mode;
  using Bits = typename BitsOf<format>::Type;
  Bits operator()(Bits a, Bits b) const { return minMax<format>(a, b, mode); }
};
template <bool isMaximum>
struct MinMaxPlain {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    MinMaxMode mode;
    mode.isMaximum = isMaximum;
    return minMax<Format::F32>(a, b, mode);
  }
};
template <Format half>
struct MinMaxHalves {
  static constexpr DefinedBy definedBy = DefinedBy::Halves;
  MinMaxMode mode;
  uint32_t operator()(uint32_t a, uint32_t b) const { return minMaxPair<half>(a, b, mode); }
};
struct MinMaxOn {
  template <Format half>
  using Half = MinMaxFloat<half>;
  template <Format half>
  using Pair = MinMaxHalves<half>;
};
struct MinMaxThree {
  MinMaxMode mode;
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const { return minMax3(a, b, c, mode); }
};
} // namespace

static void setMinMaxF32(DecodeContext &context, Instruction &out, ptx::Type type, MinMaxMode mode) {
  if (context.numOperands() == 4) {
    return setTernary<MinMaxThree, uint32_t>(context, out, type, floating, {mode});
  }
  bool isPlain = !mode.ftz && !mode.propagateNan && !mode.absolute && !mode.xorSign;
  if (!isPlain) {
    return setBinary<MinMaxFloat<Format::F32>, uint32_t>(context, out, type, floating, {mode});
  }
  return mode.isMaximum ? setBinary<MinMaxPlain<true>, uint32_t>(context, out, type, floating)
                        : setBinary<MinMaxPlain<false>, uint32_t>(context, out, type, floating);
}

void decodeFloatMinMax(DecodeContext &context, Instruction &out, bool isMaximum) {
  MinMaxMode mode;
  mode.isMaximum = isMaximum;
  mode.ftz = context.take("ftz");
  mode.propagateNan = context.take("NaN");
  mode.xorSign = context.take("xorsign");
  mode.absolute = context.take("abs");
  ptx::Type type = context.needType({"f32", "f64", "f16", "bf16", "f16x2", "bf16x2"});
  if (type.name == "f32") {
    return setMinMaxF32(context, out, type, mode);
  }
  if (type.name == "f64") {
    FloatMode check;
    check.ftz = mode.ftz || mode.propagateNan || mode.xorSign || mode.absolute;
    checkMode(context, type, check);
    return setBinary<MinMaxFloat<Format::F64>, uint64_t>(context, out, type, floating, {mode});
  }
  setHalves<MinMaxOn, 2>(context, out, type, mode);
}

//===----------------------------------------------------------------------===//
// Functions of one operand
//===----------------------------------------------------------------------===//

namespace {
template <float (*function)(float, bool)>
struct Approximate {
  bool ftz = false;
  float operator()(float a) const { return function(a, ftz); }
};
struct RcpF32 {
  FloatMode mode;
  float operator()(float a) const { return rcp(a, mode); }
};
struct SqrtF32 {
  FloatMode mode;
  float operator()(float a) const { return sqrt(a, mode); }
};
struct RcpF64 {
  Rounding rounding;
  double operator()(double a) const { return rcp(a, rounding); }
};
struct SqrtF64 {
  Rounding rounding;
  double operator()(double a) const { return sqrt(a, rounding); }
};
struct RcpApproxF64 {
  uint64_t operator()(uint64_t a) const { return rcpApproxF64(a); }
};
struct RsqrtApproxF64 {
  uint64_t operator()(uint64_t a) const { return rsqrtApproxF64(a); }
};
struct RsqrtF64 {
  double operator()(double a) const { return rsqrtF64(a); }
};
struct TanhF32 {
  float operator()(float a) const { return tanhApprox(a); }
};
struct TanhOn {
  template <Format half>
  struct Half {
    uint16_t operator()(uint16_t a) const { return tanhApproxHalf<half>(a); }
  };
  template <Format half>
  struct Pair {
    static constexpr DefinedBy definedBy = DefinedBy::Halves;
    uint32_t operator()(uint32_t a) const { return tanhApproxPair<half>(a); }
  };
};
template <Format half, bool ftz>
struct Ex2Half {
  uint16_t operator()(uint16_t a) const {
    return ftz ? flushHalf<half>(ex2ApproxHalf<half>(flushHalf<half>(a))) : ex2ApproxHalf<half>(a);
  }
};
template <Format half, bool ftz>
struct Ex2Pair {
  static constexpr DefinedBy definedBy = DefinedBy::Halves;
  uint32_t operator()(uint32_t a) const {
    return packHalves(Ex2Half<half, ftz>()(lowHalf(a)), Ex2Half<half, ftz>()(highHalf(a)));
  }
};
template <bool ftz>
struct Ex2On {
  template <Format half>
  using Half = Ex2Half<half, ftz>;
  template <Format half>
  using Pair = Ex2Pair<half, ftz>;
};
template <typename T>
struct CopySign {
  T operator()(T a, T b) const { return copySign(a, b); }
};
} // namespace

static void decodeRcp(DecodeContext &context, Instruction &out) {
  if (context.take("approx")) {
    bool ftz = context.take("ftz");
    ptx::Type type = ftz ? context.needType({"f32", "f64"}) : context.needType({"f32"});
    return type.bits == 64 ? setUnary<RcpApproxF64, uint64_t>(context, out, type, floating)
                           : setUnary<Approximate<rcpApprox>, float>(context, out, type, floating, {ftz});
  }
  FloatMode mode;
  mode.rounding = needRounding(context);
  mode.ftz = context.take("ftz");
  ptx::Type type = context.needType({"f32", "f64"});
  checkMode(context, type, mode);
  return type.bits == 64 ? setUnary<RcpF64, double>(context, out, type, floating, {mode.rounding})
                         : setUnary<RcpF32, float>(context, out, type, floating, {mode});
}

static void decodeSqrt(DecodeContext &context, Instruction &out) {
  if (context.take("approx")) {
    bool ftz = context.take("ftz");
    return setUnary<Approximate<sqrtApprox>, float>(context, out, context.needType({"f32"}), floating, {ftz});
  }
  FloatMode mode;
  mode.rounding = needRounding(context);
  mode.ftz = context.take("ftz");
  ptx::Type type = context.needType({"f32", "f64"});
  checkMode(context, type, mode);
  return type.bits == 64 ? setUnary<SqrtF64, double>(context, out, type, floating, {mode.rounding})
                         : setUnary<SqrtF32, float>(context, out, type, floating, {mode});
}

static void decodeRsqrt(DecodeContext &context, Instruction &out) {
  context.needOneOf({"approx"});
  bool ftz = context.take("ftz");
  ptx::Type type = context.needType({"f32", "f64"});
  if (type.bits == 32) {
    return setUnary<Approximate<rsqrtApprox>, float>(context, out, type, floating, {ftz});
  }
  return ftz ? setUnary<RsqrtApproxF64, uint64_t>(context, out, type, floating)
             : setUnary<RsqrtF64, double>(context, out, type, floating);
}

/// sin, cos, lg2: f32 alone.
template <float (*function)(float, bool)>
static void decodeApproximate(DecodeContext &context, Instruction &out) {
  context.needOneOf({"approx"});
  bool ftz = context.take("ftz");
  setUnary<Approximate<function>, float>(context, out, context.needType({"f32"}), floating, {ftz});
}

static void decodeEx2(DecodeContext &context, Instruction &out) {
  context.needOneOf({"approx"});
  bool ftz = context.take("ftz");
  ptx::Type type = context.needType({"f32", "f16", "f16x2", "bf16", "bf16x2"});
  if (type.name == "f32") {
    return setUnary<Approximate<ex2Approx>, float>(context, out, type, floating, {ftz});
  }
  if ((type.name == "bf16" || type.name == "bf16x2") && !ftz) {
    context.error("`" + context.spelling() + "` needs .ftz");
  }
  ftz ? setHalves<Ex2On<true>, 1>(context, out, type) : setHalves<Ex2On<false>, 1>(context, out, type);
}

static void decodeTanh(DecodeContext &context, Instruction &out) {
  context.needOneOf({"approx"});
  ptx::Type type = context.needType({"f32", "f16", "f16x2", "bf16", "bf16x2"});
  if (type.name == "f32") {
    return setUnary<TanhF32, float>(context, out, type, floating);
  }
  setHalves<TanhOn, 1>(context, out, type);
}

static void decodeCopysign(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"f32", "f64"});
  return type.bits == 64 ? setBinary<CopySign<uint64_t>, uint64_t>(context, out, type, floating)
                         : setBinary<CopySign<uint32_t>, uint32_t>(context, out, type, floating);
}

//===----------------------------------------------------------------------===//
// testp
//===----------------------------------------------------------------------===//

static Step executeTest(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Property property = static_cast<Property>(instruction.fields[0]);
  Place place = instruction.operands[0];
  bool isDouble = instruction.fields[1] == 64;
  LaneMask result = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    bool holds = isDouble ? testProperty(property, Format::F64, warp.read<uint64_t>(place)[lane])
                          : testProperty(property, Format::F32, warp.read<uint32_t>(place)[lane]);
    result |= LaneMask(holds) << lane;
  }
  warp.setPredicate(instruction.predicateResults[0], lanes, result,
                    warp.definedLanes(place, isDouble ? 8 : 4, allLanes));
  return Step::Next;
}

static void decodeTestp(DecodeContext &context, Instruction &out) {
  out.fields[0] =
      static_cast<uint32_t>(context.needOneOf({"finite", "infinite", "number", "notanumber", "normal", "subnormal"}));
  ptx::Type type = context.needType({"f32", "f64"});
  if (!context.expectOperands(2)) {
    return;
  }
  out.fields[1] = type.bits;
  out.predicateResults[0] = context.predicateResult(context.operand(0));
  context.setOperands(out, {}, {context.source(1, type)});
  out.handler = executeTest;
  out.kind = floating;
}

void registerFloatFunctions(FamilyTable &families) {
  families.add({{"rcp", decodeRcp},
                {"sqrt", decodeSqrt},
                {"rsqrt", decodeRsqrt},
                {"sin", decodeApproximate<sinApprox>},
                {"cos", decodeApproximate<cosApprox>},
                {"lg2", decodeApproximate<lg2Approx>},
                {"ex2", decodeEx2},
                {"tanh", decodeTanh},
                {"copysign", decodeCopysign},
                {"testp", decodeTestp}});
}

} // namespace tkc::sim
