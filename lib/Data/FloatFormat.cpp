// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Correctly rounded conversion between double and the small float formats, in integer arithmetic.
#include "tkc/Data/FloatFormat.h"

#include <cmath>
#include <cstring>

namespace tkc::data {

static constexpr int doubleMantissaBits = 52;
static constexpr uint64_t doubleHiddenBit = uint64_t(1) << doubleMantissaBits;

static uint64_t doubleBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t exponentMask(const FloatFormat &format) { return (uint64_t(1) << format.exponentBits) - 1; }
static uint64_t mantissaMask(const FloatFormat &format) { return (uint64_t(1) << format.mantissaBits) - 1; }

/// The bits of the largest finite number, without sign.
static uint64_t largestFiniteBits(const FloatFormat &format) {
  uint64_t allOnes = (exponentMask(format) << format.mantissaBits) | mantissaMask(format);
  return format.hasInfinity ? (allOnes >> format.mantissaBits << format.mantissaBits) - 1 : allOnes - 1;
}

static uint64_t infinityOrNanBits(const FloatFormat &format) { return largestFiniteBits(format) + 1; }

static uint64_t nanBits(const FloatFormat &format) {
  if (!format.hasInfinity) {
    return infinityOrNanBits(format);
  }
  return infinityOrNanBits(format) | (uint64_t(1) << (format.mantissaBits - 1));
}

/// `significand` divided by 2^`shift`, rounded.
static uint64_t shiftRight(uint64_t significand, int shift, Rounding rounding) {
  if (shift <= 0) {
    return significand << -shift;
  }
  if (shift > doubleMantissaBits + 2) {
    return 0;
  }
  uint64_t kept = significand >> shift;
  if (rounding == Rounding::TowardZero) {
    return kept;
  }
  uint64_t rest = significand & ((uint64_t(1) << shift) - 1);
  uint64_t half = uint64_t(1) << (shift - 1);
  bool up = rest > half || (rest == half && (kept & 1));
  return kept + up;
}

uint64_t encodeFloat(const FloatFormat &format, double value, Rounding rounding, Overflow overflow) {
  uint64_t bits = doubleBits(value);
  uint64_t sign = (bits >> 63) << (format.bits() - 1);
  if (std::isnan(value)) {
    return nanBits(format);
  }
  bool saturates = overflow == Overflow::Saturate;
  if (std::isinf(value)) {
    return sign | (saturates ? largestFiniteBits(format) : infinityOrNanBits(format));
  }
  if (value == 0) {
    return sign;
  }
  uint64_t significand = bits & (doubleHiddenBit - 1);
  int exponent = int((bits >> doubleMantissaBits) & 0x7ff);
  if (exponent == 0) {
    exponent = 1;
  } else {
    significand |= doubleHiddenBit;
  }
  // Biased exponent in the target; below 1 the number is subnormal and loses bits.
  int targetExponent = exponent - float64Format.bias() + format.bias();
  int shift = doubleMantissaBits - format.mantissaBits + (targetExponent < 1 ? 1 - targetExponent : 0);
  uint64_t rounded = shiftRight(significand, shift, rounding);
  // The hidden bit adds one to the exponent field, and so does a carry out of the mantissa.
  uint64_t magnitude = targetExponent < 1 ? rounded : (uint64_t(targetExponent - 1) << format.mantissaBits) + rounded;
  if (magnitude > largestFiniteBits(format)) {
    bool toLargest = saturates || rounding == Rounding::TowardZero;
    magnitude = toLargest ? largestFiniteBits(format) : infinityOrNanBits(format);
  }
  return sign | magnitude;
}

double decodeFloat(const FloatFormat &format, uint64_t bits) {
  bool negative = (bits >> (format.bits() - 1)) & 1;
  uint64_t magnitude = bits & ((uint64_t(1) << (format.bits() - 1)) - 1);
  double value;
  if (magnitude > largestFiniteBits(format)) {
    bool isInfinity = format.hasInfinity && magnitude == infinityOrNanBits(format);
    value = isInfinity ? HUGE_VAL : std::nan("");
  } else {
    uint64_t exponent = magnitude >> format.mantissaBits;
    uint64_t mantissa = magnitude & mantissaMask(format);
    uint64_t significand = exponent == 0 ? mantissa : mantissa | (uint64_t(1) << format.mantissaBits);
    int scale = int(exponent == 0 ? 1 : exponent) - format.bias() - format.mantissaBits;
    value = std::ldexp(double(significand), scale);
  }
  return negative ? -value : value;
}

double largestFinite(const FloatFormat &format) { return decodeFloat(format, largestFiniteBits(format)); }

double unitRoundoff(const FloatFormat &format) { return std::ldexp(1.0, -format.mantissaBits - 1); }

double smallestSubnormal(const FloatFormat &format) { return std::ldexp(1.0, 1 - format.bias() - format.mantissaBits); }

} // namespace tkc::data
