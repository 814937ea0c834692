// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The float formats of PTX as bits: exact decoding, correctly rounded encoding, and fast paths for the two that every
// kernel converts by the thousand. Pure functions; nothing here depends on the host's rounding mode being anything but
// the default.
#ifndef TKC_SIM_NUMERIC_FORMATS_H
#define TKC_SIM_NUMERIC_FORMATS_H

#include <cstdint>
#include <cstring>

namespace tkc::sim {

/// How a float is stored. TF32 stands in 32 bits whose low 13 are zero; E2M3 and E3M2 in the low 6 bits of a byte,
/// E2M1 in the low 4; UE8M0 is a power of two without sign.
enum class Format : uint8_t { F64, F32, TF32, F16, BF16, E4M3, E5M2, E2M3, E3M2, E2M1, UE8M0 };

/// `.rn`, `.rna`, `.rz`, `.rm`, `.rp` (and `.rni`, `.rzi`, `.rmi`, `.rpi`).
enum class Rounding : uint8_t { NearestEven, NearestAway, TowardZero, Down, Up };

struct FormatTraits {
  /// Bits that hold a value, and of these the low ones that are always zero (TF32).
  int storageBits;
  int paddingBits;
  int exponentBits;
  int mantissaBits;
  int bias;
  bool hasSign;
  bool hasInfinity;
  /// What operations give for NaN: the canonical NaN of the format, or its largest number where it has no NaN.
  uint64_t canonicalNan;
  /// The bits of the largest finite number.
  uint64_t largestFinite;

  bool hasNan() const { return canonicalNan != largestFinite; }
  uint64_t signBit() const { return hasSign ? uint64_t(1) << (storageBits - 1) : 0; }
  uint64_t infinity() const { return largestFinite + (uint64_t(1) << paddingBits); }
};

inline constexpr FormatTraits formatTraits[] = {
    {64, 0, 11, 52, 1023, true, true, 0x7fffffffffffffffull, 0x7fefffffffffffffull}, // F64
    {32, 0, 8, 23, 127, true, true, 0x7fffffff, 0x7f7fffff},                         // F32
    {32, 13, 8, 10, 127, true, true, 0x7fffe000, 0x7f7fe000},                        // TF32
    {16, 0, 5, 10, 15, true, true, 0x7fff, 0x7bff},                                  // F16
    {16, 0, 8, 7, 127, true, true, 0x7fff, 0x7f7f},                                  // BF16
    {8, 0, 4, 3, 7, true, false, 0x7f, 0x7e},                                        // E4M3
    {8, 0, 5, 2, 15, true, true, 0x7f, 0x7b},                                        // E5M2
    {6, 0, 2, 3, 1, true, false, 0x1f, 0x1f},                                        // E2M3
    {6, 0, 3, 2, 3, true, false, 0x1f, 0x1f},                                        // E3M2
    {4, 0, 2, 1, 1, true, false, 0x7, 0x7},                                          // E2M1
    {8, 0, 8, 0, 127, false, false, 0xff, 0xfe},                                     // UE8M0
};
inline constexpr const FormatTraits &traitsOf(Format format) { return formatTraits[unsigned(format)]; }

/// What `f64` operations give for an invalid operation without NaN operand, as the hardware's constant CUDART_NAN.
inline constexpr uint64_t invalidF64 = 0xfff8000000000000ull;
inline constexpr uint32_t canonicalNanF32 = 0x7fffffff;
inline constexpr uint16_t canonicalNanHalf = 0x7fff;

template <typename To, typename From>
inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}
inline uint32_t bitsOf(float value) { return bitCast<uint32_t>(value); }
inline uint64_t bitsOf(double value) { return bitCast<uint64_t>(value); }
inline float floatOf(uint32_t bits) { return bitCast<float>(bits); }
inline double doubleOf(uint64_t bits) { return bitCast<double>(bits); }

/// The modifiers of an encoding.
struct EncodeMode {
  Rounding rounding = Rounding::NearestEven;
  /// `.satfinite`: what lies beyond the largest finite number becomes that number, infinity too.
  bool satfinite = false;
  /// `.relu`: negative numbers and -0 become +0.
  bool relu = false;
};

/// The exact value of the low `storageBits` bits. Every NaN becomes the host's quiet NaN.
double decode(Format format, uint64_t bits);

/// `value` rounded once. NaN becomes the canonical NaN; UE8M0 takes the magnitude, and its least number for zero.
uint64_t encode(Format format, double value, EncodeMode mode = {});

/// ± (significand + rest) * 2^exponent rounded once, where 0 < rest < 1 if `isInexact`, else rest = 0.
uint64_t encodeMagnitude(Format format, bool isNegative, uint64_t significand, int exponent, bool isInexact,
                         EncodeMode mode = {});

/// `.rs`: rounds away from zero if the discarded part, cut to `randomBits` bits, plus `random` carries out.
uint64_t encodeStochastic(Format format, double value, uint32_t random, int randomBits, EncodeMode mode = {});

bool isNan(Format format, uint64_t bits);
bool isInfinite(Format format, uint64_t bits);

//===----------------------------------------------------------------------===//
// Fast paths; bit for bit what decode and encode give.
//===----------------------------------------------------------------------===//

inline bool isNanF16(uint16_t bits) { return (bits & 0x7fff) > 0x7c00; }
inline bool isNanBf16(uint16_t bits) { return (bits & 0x7fff) > 0x7f80; }
inline bool isNanF32(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }
inline bool isNanF64(uint64_t bits) { return (bits & 0x7fffffffffffffffull) > 0x7ff0000000000000ull; }

/// NaN gives the canonical NaN.
inline float decodeF16(uint16_t bits) {
  // Moved to the place of an f32 mantissa, the value is too small by 2^112; the product is exact, also of subnormals.
  uint32_t magnitude = uint32_t(bits & 0x7fff) << 13;
  uint32_t finite = bitsOf(floatOf(magnitude) * 0x1p112f);
  uint32_t special = bits & 0x3ff ? canonicalNanF32 : 0x7f800000;
  uint32_t result = magnitude >= 0x0f800000 ? special : finite;
  return floatOf(result | (result == canonicalNanF32 ? 0 : uint32_t(bits & 0x8000) << 16));
}

/// NaN gives the canonical NaN.
inline float decodeBf16(uint16_t bits) { return floatOf(isNanBf16(bits) ? canonicalNanF32 : uint32_t(bits) << 16); }

/// Rounds to nearest, ties to even.
inline uint16_t encodeF16(float value) {
  uint32_t bits = bitsOf(value), magnitude = bits & 0x7fffffff;
  uint16_t sign = uint16_t((bits >> 16) & 0x8000);
  // 0.5 has 2^-24 as its last place, which is the last place of subnormal halves: the addition rounds.
  uint32_t subnormal = bitsOf(floatOf(magnitude) + 0.5f) - 0x3f000000;
  uint32_t normal = (magnitude + 0xc8000fff + ((magnitude >> 13) & 1)) >> 13;
  uint32_t result = magnitude < 0x38800000 ? subnormal : normal;
  result = magnitude >= 0x477ff000 ? 0x7c00 : result;
  return isNanF32(bits) ? canonicalNanHalf : uint16_t(result | sign);
}

/// Rounds to nearest, ties to even.
inline uint16_t encodeBf16(float value) {
  uint32_t bits = bitsOf(value);
  uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  return isNanF32(bits) ? canonicalNanHalf : uint16_t(rounded);
}

/// What a tensor core reads of an f32 operand of a tf32 instruction: the low 13 bits do not count.
inline float truncateToTf32(float value) { return floatOf(bitsOf(value) & 0xffffe000); }

/// Subnormals to zero of the same sign.
inline float flushSubnormal(float value) {
  uint32_t bits = bitsOf(value);
  return floatOf((bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits);
}
inline uint16_t flushSubnormalF16(uint16_t bits) { return (bits & 0x7c00) == 0 ? bits & 0x8000 : bits; }
inline uint16_t flushSubnormalBf16(uint16_t bits) { return (bits & 0x7f80) == 0 ? bits & 0x8000 : bits; }

/// Two halves in a register; the first stands in the low half.
inline uint32_t packHalves(uint16_t low, uint16_t high) { return low | uint32_t(high) << 16; }
inline uint16_t lowHalf(uint32_t pair) { return uint16_t(pair); }
inline uint16_t highHalf(uint32_t pair) { return uint16_t(pair >> 16); }

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_FORMATS_H
