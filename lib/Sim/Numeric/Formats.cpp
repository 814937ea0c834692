// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoding and encoding of any format by integer arithmetic.
#include "tkc/Sim/Numeric/Formats.h"

#include <cmath>
#include <limits>

namespace tkc::sim {

static uint64_t magnitudeOf(const FormatTraits &traits, uint64_t bits) {
  uint64_t all = traits.storageBits == 64 ? ~uint64_t(0) : (uint64_t(1) << traits.storageBits) - 1;
  return (bits & all & ~traits.signBit()) >> traits.paddingBits;
}

bool isNan(Format format, uint64_t bits) {
  const FormatTraits &traits = traitsOf(format);
  if (!traits.hasNan()) {
    return false;
  }
  uint64_t largest = traits.largestFinite >> traits.paddingBits;
  return magnitudeOf(traits, bits) > largest + (traits.hasInfinity ? 1 : 0);
}

bool isInfinite(Format format, uint64_t bits) {
  const FormatTraits &traits = traitsOf(format);
  return traits.hasInfinity && magnitudeOf(traits, bits) == (traits.largestFinite >> traits.paddingBits) + 1;
}

double decode(Format format, uint64_t bits) {
  if (format == Format::F64) {
    return isNanF64(bits) ? std::numeric_limits<double>::quiet_NaN() : doubleOf(bits);
  }
  if (isNan(format, bits)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const FormatTraits &traits = traitsOf(format);
  bool isNegative = bits & traits.signBit();
  if (isInfinite(format, bits)) {
    return isNegative ? -HUGE_VAL : HUGE_VAL;
  }
  uint64_t magnitude = magnitudeOf(traits, bits);
  uint64_t mantissa = magnitude & ((uint64_t(1) << traits.mantissaBits) - 1);
  int exponent = int(magnitude >> traits.mantissaBits);
  if (exponent != 0 || format == Format::UE8M0) {
    mantissa |= uint64_t(1) << traits.mantissaBits;
  } else {
    exponent = 1;
  }
  // The power is a normal double for every format: the smallest is 2^-149.
  int power = exponent - traits.bias - traits.mantissaBits;
  double value = double(mantissa) * doubleOf(uint64_t(power + 1023) << 52);
  return isNegative ? -value : value;
}

/// What stands for a number beyond the largest finite one.
static uint64_t overflowOf(const FormatTraits &traits, bool isNegative, EncodeMode mode) {
  bool toFinite = mode.satfinite || mode.rounding == Rounding::TowardZero ||
                  (mode.rounding == Rounding::Down && !isNegative) || (mode.rounding == Rounding::Up && isNegative);
  if (toFinite || !traits.hasNan()) {
    return traits.largestFinite;
  }
  return traits.hasInfinity ? traits.infinity() : traits.canonicalNan;
}

/// Whether the magnitude grows by one unit, given the kept part's last bit, whether the rest is at least half a unit,
/// and whether there is more than that half (or anything below it).
static bool roundsAway(Rounding rounding, bool isNegative, bool isOdd, bool hasHalf, bool hasMore) {
  switch (rounding) {
  case Rounding::NearestEven:
    return hasHalf && (hasMore || isOdd);
  case Rounding::NearestAway:
    return hasHalf;
  case Rounding::TowardZero:
    return false;
  case Rounding::Down:
    return isNegative && (hasHalf || hasMore);
  case Rounding::Up:
    return !isNegative && (hasHalf || hasMore);
  }
  return false;
}

static uint64_t encodePowerOfTwo(uint64_t significand, int exponent, bool isInexact, EncodeMode mode) {
  int leading = 63 - __builtin_clzll(significand);
  int power = exponent + leading;
  uint64_t rest = significand & ~(uint64_t(1) << leading);
  bool hasHalf = leading > 0 && (rest >> (leading - 1));
  bool hasMore = isInexact || (leading > 0 && (rest & ((uint64_t(1) << (leading - 1)) - 1)));
  bool isOdd = (power + 127) & 1;
  power += roundsAway(mode.rounding, false, isOdd, hasHalf, hasMore);
  if (power > 127) {
    return overflowOf(traitsOf(Format::UE8M0), false, mode);
  }
  return power < -127 ? 0 : uint64_t(power + 127);
}

/// A magnitude cut at the last place of a format: `kept` units, which as bits are the exponent and mantissa fields, and
/// what was cut.
namespace {
struct Cut {
  uint64_t kept = 0;
  bool isOdd = false, hasHalf = false, hasMore = false;
  bool isTooLarge = false;
  /// The discarded part as a fraction of a unit, scaled by 2^64.
  uint64_t fraction = 0;
};
} // namespace

static Cut cutMagnitude(const FormatTraits &traits, uint64_t significand, int exponent, bool isInexact) {
  Cut cut;
  int shiftUp = __builtin_clzll(significand);
  significand <<= shiftUp;
  int power = exponent - shiftUp + 63;
  int least = 1 - traits.bias;
  if (power > traits.bias + 1) {
    cut.isTooLarge = true;
    return cut;
  }
  int discarded = 63 - traits.mantissaBits + (power < least ? least - power : 0);
  uint64_t units = discarded >= 64 ? 0 : significand >> discarded;
  if (discarded <= 64) {
    cut.fraction = discarded == 64 ? significand : significand << (64 - discarded);
    cut.hasMore = isInexact || (cut.fraction << 1) != 0;
  } else {
    cut.fraction = discarded - 64 < 64 ? significand >> (discarded - 64) : 0;
    cut.hasMore = true;
  }
  cut.hasHalf = cut.fraction >> 63;
  cut.isOdd = units & 1;
  // A normal number's leading bit adds one to the exponent field, which therefore starts one lower.
  uint64_t field = power < least ? 0 : uint64_t(power + traits.bias - 1);
  cut.kept = (field << traits.mantissaBits) + units;
  return cut;
}

static uint64_t finish(const FormatTraits &traits, bool isNegative, const Cut &cut, bool isAway, EncodeMode mode) {
  uint64_t bits = cut.isTooLarge ? ~uint64_t(0) : (cut.kept + isAway) << traits.paddingBits;
  if (cut.isTooLarge || bits > traits.largestFinite) {
    bits = overflowOf(traits, isNegative, mode);
  }
  if (isNegative) {
    return mode.relu ? 0 : bits | traits.signBit();
  }
  return bits;
}

uint64_t encodeMagnitude(Format format, bool isNegative, uint64_t significand, int exponent, bool isInexact,
                         EncodeMode mode) {
  const FormatTraits &traits = traitsOf(format);
  if (significand == 0 && isInexact) {
    // Less than any bit that counts: a tiny number with something below it.
    significand = 1;
    exponent -= 2;
  }
  if (significand == 0) {
    return isNegative && !mode.relu ? traits.signBit() : 0;
  }
  if (format == Format::UE8M0) {
    return encodePowerOfTwo(significand, exponent, isInexact, mode);
  }
  Cut cut = cutMagnitude(traits, significand, exponent, isInexact);
  bool isAway = roundsAway(mode.rounding, isNegative, cut.isOdd, cut.hasHalf, cut.hasMore);
  return finish(traits, isNegative, cut, isAway, mode);
}

namespace {
struct Parts {
  bool isNegative;
  uint64_t significand;
  int exponent;
};
} // namespace

/// A finite double as an integer times a power of two.
static Parts split(double value) {
  uint64_t bits = bitsOf(value);
  uint64_t mantissa = bits & 0xfffffffffffffull;
  int field = int(bits >> 52) & 0x7ff;
  return {bool(bits >> 63), field ? mantissa | uint64_t(1) << 52 : mantissa, (field ? field : 1) - 1075};
}

static uint64_t encodeSpecial(const FormatTraits &traits, double value, EncodeMode mode) {
  if (std::isnan(value)) {
    return traits.canonicalNan;
  }
  bool isNegative = traits.hasSign && std::signbit(value);
  if (isNegative && mode.relu) {
    return 0;
  }
  uint64_t bits = traits.hasInfinity && !mode.satfinite ? traits.infinity() : overflowOf(traits, isNegative, mode);
  return isNegative ? bits | traits.signBit() : bits;
}

uint64_t encode(Format format, double value, EncodeMode mode) {
  if (!std::isfinite(value)) {
    // Rounding modes keep infinity from becoming finite: only formats without it, or `.satfinite`, do.
    EncodeMode special = mode;
    special.rounding = Rounding::NearestEven;
    return encodeSpecial(traitsOf(format), value, special);
  }
  Parts parts = split(value);
  return encodeMagnitude(format, parts.isNegative, parts.significand, parts.exponent, false, mode);
}

uint64_t encodeStochastic(Format format, double value, uint32_t random, int randomBits, EncodeMode mode) {
  if (!std::isfinite(value) || value == 0) {
    return encode(format, value, mode);
  }
  const FormatTraits &traits = traitsOf(format);
  Parts parts = split(value);
  Cut cut = cutMagnitude(traits, parts.significand, parts.exponent, false);
  uint64_t sum = (cut.fraction >> (64 - randomBits)) + (random & ((uint64_t(1) << randomBits) - 1));
  return finish(traits, parts.isNegative, cut, sum >> randomBits, mode);
}

} // namespace tkc::sim
