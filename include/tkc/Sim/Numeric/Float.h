// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float arithmetic of PTX that is exactly defined: every rounding mode, flushing, saturation, and NaN as the hardware
// gives it. Rounding to nearest is plain host arithmetic, so loops over lanes vectorise; directed rounding is exact
// arithmetic with one rounding at the end and never touches the host's rounding mode.
#ifndef TKC_SIM_NUMERIC_FLOAT_H
#define TKC_SIM_NUMERIC_FLOAT_H

#include "tkc/Sim/Numeric/Formats.h"

#include <cmath>

namespace tkc::sim {

/// The modifiers of an arithmetic instruction.
struct FloatMode {
  Rounding rounding = Rounding::NearestEven;
  /// `.ftz`: subnormal inputs become zero of the same sign, and so do results that are smaller than the least normal
  /// number when they are rounded as if exponents had no bound (as an H200 does).
  bool ftz = false;
  /// `.sat`: to [0, 1], NaN to +0.
  bool saturate = false;
  /// `.relu` (f16, bf16): negative results and -0 become +0; NaN stays.
  bool relu = false;
};

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

/// p + c rounded to odd: exact, or the neighbour whose last bit is set. A later rounding to a format at least two bits
/// narrower then gives what one rounding of the exact sum would. No term may exceed 2^1000.
inline double addToOdd(double p, double c) {
  double sum = p + c;
  double part = sum - p;
  double error = (p - (sum - part)) + (c - part); // exact; NaN for infinities
  bool isInexact = (error > 0) | (error < 0);
  uint64_t bits = bitsOf(sum);
  uint64_t step = (error > 0) == (sum > 0) ? 1 : ~uint64_t(0);
  return doubleOf(bits + (isInexact && !(bits & 1) ? step : 0));
}

/// The neighbours of an f32, across zero and to infinity.
inline float stepDown(float value) {
  uint32_t bits = bitsOf(value);
  return floatOf(value > 0 ? bits - 1 : value == 0 ? 0x80000001 : bits + 1);
}
inline float stepUp(float value) {
  uint32_t bits = bitsOf(value);
  return floatOf(value < 0 ? bits - 1 : value == 0 ? 0x00000001 : bits + 1);
}

/// A double rounded once to f32. NearestAway is not among the modes of arithmetic and counts as NearestEven.
inline float narrow(double value, Rounding rounding) {
  float nearest = float(value);
  double back = nearest;
  bool wantsLower = rounding == Rounding::Down || (rounding == Rounding::TowardZero && value > 0);
  bool wantsUpper = rounding == Rounding::Up || (rounding == Rounding::TowardZero && value < 0);
  if (wantsLower && back > value) {
    return stepDown(nearest);
  }
  return wantsUpper && back < value ? stepUp(nearest) : nearest;
}

/// A double rounded to odd at f32's precision.
inline float narrowToOdd(double value) {
  float cut = narrow(value, Rounding::TowardZero);
  return floatOf(bitsOf(cut) | (double(cut) != value));
}

inline float canonicalize(float value) { return value != value ? floatOf(canonicalNanF32) : value; }
/// To [0, 1]; NaN and -0 give +0.
inline float clampToUnit(float value) {
  float upper = value > 1.0f ? 1.0f : value;
  return upper > 0.0f ? upper : 0.0f;
}

inline float finishF32(float value, FloatMode mode) {
  value = canonicalize(value);
  value = mode.ftz ? flushSubnormal(value) : value;
  return mode.saturate ? clampToUnit(value) : value;
}

/// `.ftz` of a result that came out as the least normal number: zero if it got there by rounding at the place of
/// subnormals only. `exact` is the exact result, or that rounded to odd.
inline float flushTiny(float result, double exact, FloatMode mode) {
  bool isTiny = std::fabs(result) == 0x1p-126f && std::fabs(narrow(exact * 0x1p64, mode.rounding)) < 0x1p-62f;
  return isTiny ? std::copysign(0.0f, result) : result;
}

/// p + c for p exact in double, rounded once to f32.
inline float addExactProduct(double p, double c, Rounding rounding) {
  double sum = addToOdd(p, c);
  if (rounding == Rounding::Down && sum == 0 && std::signbit(p) != std::signbit(c)) {
    return -0.0f;
  }
  return narrow(sum, rounding);
}

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

inline float add(float a, float b, FloatMode mode = {}) {
  a = mode.ftz ? flushSubnormal(a) : a;
  b = mode.ftz ? flushSubnormal(b) : b;
  return finishF32(mode.rounding == Rounding::NearestEven ? a + b : addExactProduct(a, b, mode.rounding), mode);
}
inline float sub(float a, float b, FloatMode mode = {}) { return add(a, -b, mode); }

inline float mul(float a, float b, FloatMode mode = {}) {
  a = mode.ftz ? flushSubnormal(a) : a;
  b = mode.ftz ? flushSubnormal(b) : b;
  float product = mode.rounding == Rounding::NearestEven ? a * b : narrow(double(a) * b, mode.rounding);
  return finishF32(mode.ftz ? flushTiny(product, double(a) * b, mode) : product, mode);
}

/// Also `mad`, which is `fma` on all targets that tkc has.
inline float fma(float a, float b, float c, FloatMode mode = {}) {
  a = mode.ftz ? flushSubnormal(a) : a;
  b = mode.ftz ? flushSubnormal(b) : b;
  c = mode.ftz ? flushSubnormal(c) : c;
  // 24 by 24 bits are exact in a double, and no product is too small for it.
  double product = double(a) * b;
  float sum =
      mode.rounding == Rounding::NearestEven ? float(addToOdd(product, c)) : addExactProduct(product, c, mode.rounding);
  return finishF32(mode.ftz ? flushTiny(sum, addToOdd(product, c), mode) : sum, mode);
}

float div(float a, float b, FloatMode mode = {});
float sqrt(float a, FloatMode mode = {});
inline float rcp(float a, FloatMode mode = {}) { return div(1.0f, a, mode); }

//===----------------------------------------------------------------------===//
// f64. A NaN operand comes out quiet; of several, in a * b + c, that of b before c before a (in sums a + b that of b,
// in quotients that of a), as on an H200. Invalid operations give `invalidF64`.
//===----------------------------------------------------------------------===//

double add(double a, double b, Rounding rounding = Rounding::NearestEven);
double mul(double a, double b, Rounding rounding = Rounding::NearestEven);
double fma(double a, double b, double c, Rounding rounding = Rounding::NearestEven);
double div(double a, double b, Rounding rounding = Rounding::NearestEven);
double sqrt(double a, Rounding rounding = Rounding::NearestEven);
inline double sub(double a, double b, Rounding rounding = Rounding::NearestEven) {
  return add(a, isNanF64(bitsOf(b)) ? b : -b, rounding);
}
inline double rcp(double a, Rounding rounding = Rounding::NearestEven) { return div(1.0, a, rounding); }

//===----------------------------------------------------------------------===//
// f16 and bf16, by their bits; `Half` is Format::F16 or Format::BF16. They round to nearest only.
//===----------------------------------------------------------------------===//

template <Format Half>
inline float decodeHalf(uint16_t bits) {
  static_assert(Half == Format::F16 || Half == Format::BF16, "a format of 16 bits");
  return Half == Format::F16 ? decodeF16(bits) : decodeBf16(bits);
}
template <Format Half>
inline uint16_t encodeHalf(float value) {
  return Half == Format::F16 ? encodeF16(value) : encodeBf16(value);
}
template <Format Half>
inline uint16_t flushHalf(uint16_t bits) {
  return Half == Format::F16 ? flushSubnormalF16(bits) : flushSubnormalBf16(bits);
}

template <Format Half>
inline uint16_t finishHalf(float value, FloatMode mode) {
  value = mode.saturate ? clampToUnit(value) : value;
  value = mode.relu ? (value <= 0 ? 0.0f : value) : value;
  uint16_t bits = encodeHalf<Half>(value);
  if (mode.ftz && Half == Format::F16 && (bits & 0x7fff) == 0x0400) {
    // As flushTiny: 2^-14 counts only if it is what rounding with an unbounded exponent gives.
    return (encodeF16(value * 0x1p8f) & 0x7fff) < 0x2400 ? bits & 0x8000 : bits;
  }
  return mode.ftz ? flushHalf<Half>(bits) : bits;
}

template <Format Half>
inline float readHalf(uint16_t bits, FloatMode mode) {
  return decodeHalf<Half>(mode.ftz ? flushHalf<Half>(bits) : bits);
}

/// f32 has more than twice the bits and two: rounding its sum or product again gives the correctly rounded half. (A
/// product of bf16 that f32 cannot hold lies below half of the least bf16, and comes out as zero either way.)
template <Format Half>
inline uint16_t add(uint16_t a, uint16_t b, FloatMode mode = {}) {
  return finishHalf<Half>(readHalf<Half>(a, mode) + readHalf<Half>(b, mode), mode);
}
template <Format Half>
inline uint16_t sub(uint16_t a, uint16_t b, FloatMode mode = {}) {
  return finishHalf<Half>(readHalf<Half>(a, mode) - readHalf<Half>(b, mode), mode);
}
template <Format Half>
inline uint16_t mul(uint16_t a, uint16_t b, FloatMode mode = {}) {
  return finishHalf<Half>(readHalf<Half>(a, mode) * readHalf<Half>(b, mode), mode);
}
template <Format Half>
inline uint16_t fma(uint16_t a, uint16_t b, uint16_t c, FloatMode mode = {}) {
  double product = double(readHalf<Half>(a, mode)) * readHalf<Half>(b, mode);
  return finishHalf<Half>(narrowToOdd(addToOdd(product, readHalf<Half>(c, mode))), mode);
}

/// `.f16x2`, `.bf16x2`: a function of halves applied to both.
template <typename Function>
inline uint32_t mapPairs(Function function, uint32_t a, uint32_t b) {
  return packHalves(function(lowHalf(a), lowHalf(b)), function(highHalf(a), highHalf(b)));
}
template <Format Half>
inline uint32_t addPair(uint32_t a, uint32_t b, FloatMode mode = {}) {
  return mapPairs([mode](uint16_t x, uint16_t y) { return add<Half>(x, y, mode); }, a, b);
}
template <Format Half>
inline uint32_t subPair(uint32_t a, uint32_t b, FloatMode mode = {}) {
  return mapPairs([mode](uint16_t x, uint16_t y) { return sub<Half>(x, y, mode); }, a, b);
}
template <Format Half>
inline uint32_t mulPair(uint32_t a, uint32_t b, FloatMode mode = {}) {
  return mapPairs([mode](uint16_t x, uint16_t y) { return mul<Half>(x, y, mode); }, a, b);
}
template <Format Half>
inline uint32_t fmaPair(uint32_t a, uint32_t b, uint32_t c, FloatMode mode = {}) {
  return packHalves(fma<Half>(lowHalf(a), lowHalf(b), lowHalf(c), mode),
                    fma<Half>(highHalf(a), highHalf(b), highHalf(c), mode));
}

/// `fma.oob`: tensor copies fill elements out of bounds with this NaN, whose sign does not matter; when a factor is one
/// the result is zero.
inline constexpr uint16_t outOfBoundsNan = 0x7ff7;
template <Format Half>
inline uint16_t fmaMasked(uint16_t a, uint16_t b, uint16_t c, FloatMode mode = {}) {
  bool isMasked = (a & 0x7fff) == outOfBoundsNan || (b & 0x7fff) == outOfBoundsNan;
  return isMasked ? uint16_t(0) : fma<Half>(a, b, c, mode);
}

//===----------------------------------------------------------------------===//
// Minimum, maximum, signs and tests, on the bits of F64, F32, F16 or BF16
//===----------------------------------------------------------------------===//

/// `min` and `max`: -0 is less than +0; one NaN operand gives the other.
struct MinMaxMode {
  bool isMaximum = false;
  bool ftz = false;
  /// `.NaN`: NaN if any operand is.
  bool propagateNan = false;
  /// `.abs`: of the magnitudes; `.xorsign`: with the sign of the product (two operands only).
  bool absolute = false, xorSign = false;
};

template <Format F>
struct BitsOf;
template <>
struct BitsOf<Format::F64> {
  using Type = uint64_t;
};
template <>
struct BitsOf<Format::F32> {
  using Type = uint32_t;
};
template <>
struct BitsOf<Format::F16> {
  using Type = uint16_t;
};
template <>
struct BitsOf<Format::BF16> {
  using Type = uint16_t;
};

template <Format F>
inline typename BitsOf<F>::Type minMax(typename BitsOf<F>::Type a, typename BitsOf<F>::Type b, MinMaxMode mode) {
  using Bits = typename BitsOf<F>::Type;
  constexpr Bits sign = Bits(Bits(1) << (sizeof(Bits) * 8 - 1));
  constexpr Bits infinity = Bits(traitsOf(F).largestFinite + 1), nan = Bits(traitsOf(F).canonicalNan);
  constexpr Bits leastNormal = Bits(Bits(1) << traitsOf(F).mantissaBits), magnitude = Bits(~sign);
  if (mode.ftz) {
    a = (a & magnitude) < leastNormal ? Bits(a & sign) : a;
    b = (b & magnitude) < leastNormal ? Bits(b & sign) : b;
  }
  Bits resultSign = mode.xorSign ? Bits((a ^ b) & sign) : Bits(0);
  a = mode.absolute ? Bits(a & magnitude) : a;
  b = mode.absolute ? Bits(b & magnitude) : b;
  bool aIsNan = (a & magnitude) > infinity, bIsNan = (b & magnitude) > infinity;
  // Unsigned integers in the order of the numbers, -0 below +0.
  Bits aKey = a & sign ? Bits(~a) : Bits(a | sign), bKey = b & sign ? Bits(~b) : Bits(b | sign);
  Bits result = (mode.isMaximum ? aKey > bKey : aKey < bKey) ? a : b;
  result = aIsNan ? b : bIsNan ? a : result;
  if ((aIsNan & bIsNan) | (mode.propagateNan & (aIsNan | bIsNan))) {
    // Doubles keep the second operand's NaN.
    return F == Format::F64 ? Bits(b | leastNormal >> 1) : nan;
  }
  return Bits(result | resultSign);
}

/// Three operands (f32 on sm_100 and later); `.xorsign` does not exist for them.
inline uint32_t minMax3(uint32_t a, uint32_t b, uint32_t c, MinMaxMode mode) {
  return minMax<Format::F32>(minMax<Format::F32>(a, b, mode), c, mode);
}
template <Format Half>
inline uint32_t minMaxPair(uint32_t a, uint32_t b, MinMaxMode mode) {
  return mapPairs([mode](uint16_t x, uint16_t y) { return minMax<Half>(x, y, mode); }, a, b);
}

/// `abs` and `neg`: NaN becomes the canonical NaN; in f64 it keeps sign and payload and becomes quiet.
inline float absolute(float a, bool ftz = false) {
  return canonicalize(floatOf(bitsOf(ftz ? flushSubnormal(a) : a) & 0x7fffffff));
}
inline float negate(float a, bool ftz = false) {
  return canonicalize(floatOf(bitsOf(ftz ? flushSubnormal(a) : a) ^ 0x80000000));
}
inline double quietNan(double a) { return doubleOf(bitsOf(a) | 0x0008000000000000ull); }
inline double absolute(double a) {
  return isNanF64(bitsOf(a)) ? quietNan(a) : doubleOf(bitsOf(a) & 0x7fffffffffffffffull);
}
inline double negate(double a) {
  return isNanF64(bitsOf(a)) ? quietNan(a) : doubleOf(bitsOf(a) ^ 0x8000000000000000ull);
}
template <Format Half>
inline bool isNanHalf(uint16_t bits) {
  return Half == Format::F16 ? isNanF16(bits) : isNanBf16(bits);
}
template <Format Half>
inline uint16_t absolute(uint16_t a, bool ftz = false) {
  return isNanHalf<Half>(a) ? canonicalNanHalf : uint16_t((ftz ? flushHalf<Half>(a) : a) & 0x7fff);
}
template <Format Half>
inline uint16_t negate(uint16_t a, bool ftz = false) {
  return isNanHalf<Half>(a) ? canonicalNanHalf : uint16_t((ftz ? flushHalf<Half>(a) : a) ^ 0x8000);
}
template <Format Half>
inline uint32_t absolutePair(uint32_t a, bool ftz = false) {
  return packHalves(absolute<Half>(lowHalf(a), ftz), absolute<Half>(highHalf(a), ftz));
}
template <Format Half>
inline uint32_t negatePair(uint32_t a, bool ftz = false) {
  return packHalves(negate<Half>(lowHalf(a), ftz), negate<Half>(highHalf(a), ftz));
}
/// `copysign d, a, b`: the sign of a on the magnitude of b.
inline uint32_t copySign(uint32_t a, uint32_t b) { return (a & 0x80000000) | (b & 0x7fffffff); }
inline uint64_t copySign(uint64_t a, uint64_t b) { return (a & 0x8000000000000000ull) | (b & 0x7fffffffffffffffull); }

enum class Property : uint8_t { Finite, Infinite, Number, NotANumber, Normal, Subnormal };
/// `testp`; zeros count as normal.
bool testProperty(Property property, Format format, uint64_t bits);

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_FLOAT_H
