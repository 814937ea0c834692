// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small binary float formats as data, and correctly rounded conversion between them and double. The code uses integer
// arithmetic alone, so that results are the same on every machine.
#ifndef TKC_DATA_FLOATFORMAT_H
#define TKC_DATA_FLOATFORMAT_H

#include <cstdint>

namespace tkc::data {

/// A binary float format of at most 64 bits: one sign bit, then exponent, then mantissa.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  /// False for E4M3FN: the all-ones exponent holds numbers, and only the all-ones mantissa in it is NaN.
  bool hasInfinity = true;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  int bits() const { return 1 + exponentBits + mantissaBits; }
};

inline constexpr FloatFormat float16Format{5, 10};
inline constexpr FloatFormat bfloat16Format{8, 7};
inline constexpr FloatFormat tf32Format{8, 10};
inline constexpr FloatFormat float32Format{8, 23};
inline constexpr FloatFormat float64Format{11, 52};
inline constexpr FloatFormat float8E4M3FNFormat{4, 3, false};
inline constexpr FloatFormat float8E5M2Format{5, 2};

enum class Rounding : uint8_t { NearestEven, TowardZero };
/// What a value beyond the largest finite number becomes: infinity (NaN where the format has none), or that number.
enum class Overflow : uint8_t { ToInfinity, Saturate };

/// The bits of `value` rounded once to `format`. NaN gives the format's positive quiet NaN.
uint64_t encodeFloat(const FloatFormat &format, double value, Rounding rounding = Rounding::NearestEven,
                     Overflow overflow = Overflow::ToInfinity);
/// The exact value of the given bits.
double decodeFloat(const FloatFormat &format, uint64_t bits);

/// `value` rounded to `format` and back.
inline double roundToFormat(const FloatFormat &format, double value, Rounding rounding = Rounding::NearestEven,
                            Overflow overflow = Overflow::ToInfinity) {
  return decodeFloat(format, encodeFloat(format, value, rounding, overflow));
}

/// The largest finite number of a format.
double largestFinite(const FloatFormat &format);
/// The distance between 1 and the next larger number, halved: the largest relative error of one rounding.
double unitRoundoff(const FloatFormat &format);
/// The smallest positive number of a format.
double smallestSubnormal(const FloatFormat &format);

} // namespace tkc::data

#endif // TKC_DATA_FLOATFORMAT_H
