// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversions of `cvt`.
#include "tkc/Sim/Numeric/Convert.h"

#include <cmath>
#include <optional>

namespace tkc::sim {

static __int128 leastOf(IntegerType type) { return type.isSigned ? -((__int128)1 << (type.bits - 1)) : 0; }
static __int128 greatestOf(IntegerType type) { return ((__int128)1 << (type.bits - type.isSigned)) - 1; }

uint64_t convertInteger(uint64_t value, IntegerType from, IntegerType to, bool saturate) {
  uint64_t extended = extend(value, from);
  if (saturate) {
    __int128 exact = from.isSigned ? (__int128)int64_t(extended) : (__int128)extended;
    exact = exact < leastOf(to) ? leastOf(to) : exact > greatestOf(to) ? greatestOf(to) : exact;
    extended = uint64_t(exact);
  }
  return extend(extended, to);
}

double roundToIntegral(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven: {
    // Beyond 2^52 every number is integral; below, adding and taking away 2^52 rounds to nearest even.
    double magnitude = std::fabs(value);
    return magnitude < 0x1p52 ? std::copysign((magnitude + 0x1p52) - 0x1p52, value) : value;
  }
  case Rounding::NearestAway:
    return std::round(value);
  case Rounding::TowardZero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  }
  return value;
}

/// The value of an operand, an f32 flushed if asked.
static double read(Format from, uint64_t bits, bool ftz) {
  if (from == Format::F32) {
    float value = floatOf(uint32_t(bits));
    return ftz ? flushSubnormal(value) : value;
  }
  return decode(from, bits);
}

uint64_t convertToInteger(Format from, uint64_t bits, IntegerType to, Rounding rounding, bool ftz) {
  double value = read(from, bits, ftz);
  if (std::isnan(value)) {
    bool isWide = from == Format::F64 || to.bits == 64;
    return isWide ? extend(uint64_t(1) << (to.bits - 1), to) : 0;
  }
  double integral = roundToIntegral(value, rounding);
  // The ends of the range are compared as powers of two, which doubles hold.
  double limit = std::ldexp(1.0, to.bits - to.isSigned);
  if (integral >= limit) {
    return extend(uint64_t(greatestOf(to)), to);
  }
  if (integral <= (to.isSigned ? -limit : 0)) {
    return extend(uint64_t(leastOf(to)), to);
  }
  return extend(integral < 0 ? uint64_t(int64_t(integral)) : uint64_t(integral), to);
}

/// `.sat` and `.ftz` of a result.
static uint64_t finishResult(Format to, uint64_t bits, ConvertMode mode) {
  if (to == Format::F32 && mode.ftz) {
    bits = bitsOf(flushSubnormal(floatOf(uint32_t(bits))));
  }
  if (mode.saturate) {
    if (isNan(to, bits) || (bits & traitsOf(to).signBit())) {
      return 0;
    }
    uint64_t one = encode(to, 1.0);
    return bits > one ? one : bits;
  }
  return bits;
}

uint64_t convertFromInteger(uint64_t value, IntegerType from, Format to, ConvertMode mode) {
  uint64_t extended = extend(value, from);
  bool isNegative = from.isSigned && int64_t(extended) < 0;
  uint64_t magnitude = isNegative ? 0 - extended : extended;
  uint64_t bits = encodeMagnitude(to, isNegative, magnitude, 0, false, {mode.rounding, mode.satfinite, mode.relu});
  return finishResult(to, bits, mode);
}

/// What an H200 makes of a NaN that it does not replace: payloads move along, quiet, where doubles take part, and
/// `cvt.f32.bf16` moves bits only. None for the canonical NaN.
static std::optional<uint64_t> carriedNan(Format from, uint64_t bits, Format to) {
  if (from == Format::BF16 && to == Format::F32) {
    return bits << 16;
  }
  if (from == Format::F64 && (to == Format::F64 || to == Format::F32 || to == Format::F16)) {
    const FormatTraits &traits = traitsOf(to);
    uint64_t quiet = uint64_t(1) << (traits.mantissaBits - 1);
    uint64_t payload = (bits & 0xfffffffffffffull) >> (52 - traits.mantissaBits);
    return (bits >> 63 ? traits.signBit() : 0) | traits.infinity() | quiet | payload;
  }
  if (to == Format::F64) {
    const FormatTraits &traits = traitsOf(from);
    uint64_t payload = (bits & ((uint64_t(1) << traits.mantissaBits) - 1)) << (52 - traits.mantissaBits);
    return (bits & traits.signBit() ? traitsOf(to).signBit() : 0) | 0x7ff8000000000000ull | payload;
  }
  return std::nullopt;
}

/// `cvt.rna{.satfinite}.tf32.f32` as an H200 does it: NaN is only cut, and `.satfinite` takes one unit off whatever has
/// the exponent of infinity.
static uint32_t roundAwayToTf32(uint32_t bits, bool satfinite) {
  constexpr uint32_t infinity = 0x7f800000, unit = 0x2000;
  uint32_t rounded = ((bits & infinity) == infinity ? bits : bits + unit / 2) & ~(unit - 1);
  return satfinite && (rounded & infinity) == infinity ? rounded - unit : rounded;
}

uint64_t convertFloat(Format from, uint64_t bits, Format to, ConvertMode mode) {
  if (mode.rounding == Rounding::NearestEven && from == Format::F32 && !mode.satfinite && !mode.relu &&
      !mode.saturate && !mode.ftz && !mode.toIntegral) {
    if (to == Format::F16) {
      return encodeF16(floatOf(uint32_t(bits)));
    }
    if (to == Format::BF16) {
      return encodeBf16(floatOf(uint32_t(bits)));
    }
  }
  if (to == Format::TF32 && from == Format::F32 && mode.rounding == Rounding::NearestAway) {
    return roundAwayToTf32(uint32_t(bits), mode.satfinite);
  }
  if (!mode.saturate && !mode.relu && isNan(from, bits)) {
    // `.ftz` goes through an f32 operation, which gives the canonical NaN.
    uint64_t carried = mode.ftz && from == Format::F32 ? canonicalNanF32 : bits;
    if (std::optional<uint64_t> nan = carriedNan(from, carried, to)) {
      return *nan;
    }
  }
  double value = read(from, bits, mode.ftz);
  Rounding rounding = mode.rounding;
  if (mode.toIntegral) {
    value = roundToIntegral(value, rounding);
    rounding = Rounding::NearestEven;
  }
  EncodeMode encoding{rounding, mode.satfinite, mode.relu};
  uint64_t result = encode(to, value, encoding);
  if (mode.ftz && to == Format::F32 && (result & 0x7fffffff) == 0x00800000 &&
      (encode(to, value * 0x1p64, encoding) & 0x7fffffff) < bitsOf(0x1p-62f)) {
    result &= 0x80000000; // see flushTiny
  }
  return finishResult(to, result, mode);
}

static uint32_t pack(Format to, uint64_t high, uint64_t low) { return uint32_t(high << packedBits(to) | low); }

uint32_t convertPair(Format from, uint32_t a, uint32_t b, Format to, ConvertMode mode) {
  return pack(to, convertFloat(from, a, to, mode), convertFloat(from, b, to, mode));
}

uint32_t convertPacked(Format from, uint32_t pair, Format to, ConvertMode mode) {
  int bits = packedBits(from);
  uint32_t mask = (1u << bits) - 1;
  return convertPair(from, (pair >> bits) & mask, pair & mask, to, mode);
}

uint32_t convertPairStochastic(uint32_t a, uint32_t b, uint32_t random, Format to, ConvertMode mode) {
  int randomBits = to == Format::F16 ? 13 : 16;
  EncodeMode encoding{Rounding::TowardZero, mode.satfinite, mode.relu};
  uint64_t high = encodeStochastic(to, floatOf(a), random >> 16, randomBits, encoding);
  uint64_t low = encodeStochastic(to, floatOf(b), random & 0xffff, randomBits, encoding);
  return pack(to, high, low);
}

} // namespace tkc::sim
