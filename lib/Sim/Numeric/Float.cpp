// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directed rounding of divisions and of doubles: exact integers of 128 bits, rounded once.
#include "tkc/Sim/Numeric/Float.h"

#include <initializer_list>
#include <utility>

namespace tkc::sim {

using Wide = unsigned __int128;

namespace {
/// ± significand * 2^exponent.
struct Exact {
  bool isNegative = false;
  Wide significand = 0;
  int exponent = 0;
};
} // namespace

static Exact splitFinite(double value) {
  uint64_t bits = bitsOf(value);
  int field = int(bits >> 52) & 0x7ff;
  uint64_t mantissa = bits & 0xfffffffffffffull;
  return {bool(bits >> 63), field ? mantissa | uint64_t(1) << 52 : mantissa, (field ? field : 1) - 1075};
}

static int bitLength(Wide value) {
  uint64_t high = uint64_t(value >> 64), low = uint64_t(value);
  return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

/// Rounds a number of up to 128 bits, and what lies below it, once.
static uint64_t encodeWide(Format format, Exact number, bool isInexact, Rounding rounding) {
  int excess = bitLength(number.significand) - 64;
  if (excess > 0) {
    isInexact |= (number.significand & (((Wide)1 << excess) - 1)) != 0;
    number.significand >>= excess;
    number.exponent += excess;
  }
  return encodeMagnitude(format, number.isNegative, uint64_t(number.significand), number.exponent, isInexact,
                         {rounding, false, false});
}

/// Moves the leading bit to bit 125, which leaves room for a carry.
static void normalize(Exact &number) {
  int shift = 126 - bitLength(number.significand);
  number.significand = shift >= 0 ? number.significand << shift : number.significand >> -shift;
  number.exponent -= shift;
}

/// The sum of two numbers of at most 106 bits, rounded once. Cut bits only matter as "something is there": they exist
/// only if the exponents differ by more than 20, and then the sum loses at most one leading bit.
static double addExactly(Exact a, Exact b, Rounding rounding) {
  if (a.significand == 0 && b.significand == 0) {
    bool isNegative = a.isNegative == b.isNegative ? a.isNegative : rounding == Rounding::Down;
    return isNegative ? -0.0 : 0.0;
  }
  if (a.significand == 0 || b.significand == 0) {
    return doubleOf(encodeWide(Format::F64, a.significand ? a : b, false, rounding));
  }
  normalize(a);
  normalize(b);
  if (a.exponent < b.exponent) {
    std::swap(a, b);
  }
  int distance = a.exponent - b.exponent;
  Wide moved = distance < 127 ? b.significand >> distance : 0;
  bool isInexact = distance < 127 ? moved << distance != b.significand : true;
  Exact sum{a.isNegative, 0, a.exponent};
  if (a.isNegative == b.isNegative) {
    sum.significand = a.significand + moved;
  } else if (a.significand >= moved + isInexact) {
    // What was cut makes the subtrahend larger: one unit less, and something above it.
    sum.significand = a.significand - moved - isInexact;
  } else {
    sum = {b.isNegative, moved - a.significand, a.exponent};
  }
  if (sum.significand == 0 && !isInexact) {
    return rounding == Rounding::Down ? -0.0 : 0.0;
  }
  return doubleOf(encodeWide(Format::F64, sum, isInexact, rounding));
}

/// The first NaN among operands (in the order of their priority) made quiet, or what an invalid operation gives.
static double nanOf(std::initializer_list<double> operands) {
  for (double operand : operands) {
    if (std::isnan(operand)) {
      return quietNan(operand);
    }
  }
  return doubleOf(invalidF64);
}

double add(double a, double b, Rounding rounding) {
  double sum = a + b;
  if (std::isnan(sum)) {
    return nanOf({b, a});
  }
  if (rounding == Rounding::NearestEven || !std::isfinite(a) || !std::isfinite(b)) {
    return sum;
  }
  return addExactly(splitFinite(a), splitFinite(b), rounding);
}

static Exact multiplyExactly(double a, double b) {
  Exact x = splitFinite(a), y = splitFinite(b);
  return {x.isNegative != y.isNegative, x.significand * y.significand, x.exponent + y.exponent};
}

double mul(double a, double b, Rounding rounding) {
  double product = a * b;
  if (std::isnan(product)) {
    return nanOf({b, a});
  }
  if (rounding == Rounding::NearestEven || !std::isfinite(a) || !std::isfinite(b)) {
    return product;
  }
  return doubleOf(encodeWide(Format::F64, multiplyExactly(a, b), false, rounding));
}

double fma(double a, double b, double c, Rounding rounding) {
  double result = __builtin_fma(a, b, c);
  if (std::isnan(result)) {
    return nanOf({b, c, a});
  }
  if (rounding == Rounding::NearestEven || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) {
    return result;
  }
  return addExactly(multiplyExactly(a, b), splitFinite(c), rounding);
}

/// a / b of finite numbers other than zero: at least 65 bits of quotient, and whether there is a rest.
static uint64_t divideExactly(double a, double b, Format format, Rounding rounding) {
  Exact x = splitFinite(a), y = splitFinite(b);
  int shift = 118 - bitLength(x.significand);
  Wide dividend = x.significand << shift;
  Exact quotient{x.isNegative != y.isNegative, dividend / y.significand, x.exponent - shift - y.exponent};
  return encodeWide(format, quotient, dividend % y.significand != 0, rounding);
}

static bool isExactDivision(double a, double b) { return !std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0; }

double div(double a, double b, Rounding rounding) {
  double quotient = a / b;
  if (std::isnan(quotient)) {
    return nanOf({a, b});
  }
  if (rounding == Rounding::NearestEven || isExactDivision(a, b)) {
    return quotient;
  }
  return doubleOf(divideExactly(a, b, Format::F64, rounding));
}

float div(float a, float b, FloatMode mode) {
  a = mode.ftz ? flushSubnormal(a) : a;
  b = mode.ftz ? flushSubnormal(b) : b;
  if (isExactDivision(a, b)) {
    return finishF32(a / b, mode);
  }
  if (mode.rounding == Rounding::NearestEven && !mode.ftz) {
    return a / b;
  }
  float quotient = floatOf(uint32_t(divideExactly(a, b, Format::F32, mode.rounding)));
  if (mode.ftz && std::fabs(quotient) == 0x1p-126f) {
    // As flushTiny, with the dividend moved away from the end of the range.
    float scaled = floatOf(uint32_t(divideExactly(double(a) * 0x1p64, b, Format::F32, mode.rounding)));
    quotient = std::fabs(scaled) < 0x1p-62f ? std::copysign(0.0f, quotient) : quotient;
  }
  return finishF32(quotient, mode);
}

/// The sign of root² - value, exactly: a root has 53 bits, its square 106.
static int compareSquare(double root, double value) {
  Exact square = multiplyExactly(root, root), target = splitFinite(value);
  int distance = target.exponent - square.exponent;
  Wide moved = distance >= 0 ? target.significand << distance : target.significand >> -distance;
  return square.significand < moved ? -1 : square.significand > moved;
}

double sqrt(double a, Rounding rounding) {
  double root = std::sqrt(a);
  if (std::isnan(root)) {
    return nanOf({a});
  }
  if (rounding == Rounding::NearestEven || a == 0 || !std::isfinite(a)) {
    return root;
  }
  int side = compareSquare(root, a);
  if (side > 0 && rounding != Rounding::Up) {
    return doubleOf(bitsOf(root) - 1);
  }
  return side < 0 && rounding == Rounding::Up ? doubleOf(bitsOf(root) + 1) : root;
}

float sqrt(float a, FloatMode mode) {
  a = mode.ftz ? flushSubnormal(a) : a;
  // A root of 24 bits that is no f32 differs from each f32 by more than 2^-49 of itself, so the double tells the side.
  double root = std::sqrt(double(a));
  return finishF32(mode.rounding == Rounding::NearestEven ? std::sqrt(a) : narrow(root, mode.rounding), mode);
}

bool testProperty(Property property, Format format, uint64_t bits) {
  const FormatTraits &traits = traitsOf(format);
  uint64_t magnitude = bits & (traits.signBit() - 1);
  bool isSubnormal = magnitude != 0 && magnitude < uint64_t(1) << traits.mantissaBits;
  bool isFinite = magnitude <= traits.largestFinite;
  switch (property) {
  case Property::Finite:
    return isFinite;
  case Property::Infinite:
    return isInfinite(format, bits);
  case Property::Number:
    return !isNan(format, bits);
  case Property::NotANumber:
    return isNan(format, bits);
  case Property::Normal:
    return isFinite && !isSubnormal;
  case Property::Subnormal:
    return isSubnormal;
  }
  return false;
}

} // namespace tkc::sim
