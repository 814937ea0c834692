// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encoding against a search among all numbers of a format, decoding against the definition of the fields.
#include "tkc/Sim/Numeric/Formats.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace tkc::sim;

static const Rounding allRoundings[] = {Rounding::NearestEven, Rounding::NearestAway, Rounding::TowardZero,
                                        Rounding::Down, Rounding::Up};

namespace {
/// What the ISA and the papers of the formats say, apart from the library's table.
struct Definition {
  Format format;
  int storage, exponent, mantissa, bias;
  unsigned infinity, nan, largest; // bits; 0 where there is none
  double largestValue, leastValue;
};
} // namespace

static const Definition smallFormats[] = {
    {Format::F16, 16, 5, 10, 15, 0x7c00, 0x7fff, 0x7bff, 65504, 0x1p-24},
    {Format::BF16, 16, 8, 7, 127, 0x7f80, 0x7fff, 0x7f7f, 0x1.fep127, 0x1p-133},
    {Format::E4M3, 8, 4, 3, 7, 0, 0x7f, 0x7e, 448, 0x1p-9},
    {Format::E5M2, 8, 5, 2, 15, 0x7c, 0x7f, 0x7b, 57344, 0x1p-16},
    {Format::E2M3, 6, 2, 3, 1, 0, 0, 0x1f, 7.5, 0.125},
    {Format::E3M2, 6, 3, 2, 3, 0, 0, 0x1f, 28, 0.0625},
    {Format::E2M1, 4, 2, 1, 1, 0, 0, 0x7, 6, 0.5},
};

static double valueOfFields(const Definition &definition, unsigned magnitude) {
  unsigned field = magnitude >> definition.mantissa;
  double fraction = std::ldexp(double(magnitude & ((1u << definition.mantissa) - 1)), -definition.mantissa);
  return field == 0 ? std::ldexp(fraction, 1 - definition.bias)
                    : std::ldexp(1 + fraction, int(field) - definition.bias);
}

TEST(Formats, DecodeIsTheValueOfTheFields) {
  for (const Definition &definition : smallFormats) {
    unsigned sign = 1u << (definition.storage - 1);
    for (unsigned bits = 0; bits < 2 * sign; ++bits) {
      unsigned magnitude = bits & (sign - 1);
      double value = decode(definition.format, bits);
      ASSERT_EQ(std::signbit(value), bool(bits & sign) && !std::isnan(value));
      if (definition.infinity && magnitude == definition.infinity) {
        ASSERT_TRUE(std::isinf(value) && isInfinite(definition.format, bits));
      } else if (magnitude > definition.largest) {
        ASSERT_TRUE(std::isnan(value) && isNan(definition.format, bits));
      } else {
        ASSERT_EQ(std::fabs(value), valueOfFields(definition, magnitude));
        ASSERT_FALSE(isNan(definition.format, bits) || isInfinite(definition.format, bits));
      }
    }
    EXPECT_EQ(decode(definition.format, definition.largest), definition.largestValue);
    EXPECT_EQ(decode(definition.format, 1), definition.leastValue);
  }
}

/// The magnitudes of all finite numbers, in the order of their bits.
static std::vector<double> listNumbers(const Definition &definition) {
  std::vector<double> numbers;
  for (unsigned bits = 0; bits <= definition.largest; ++bits) {
    numbers.push_back(valueOfFields(definition, bits));
  }
  return numbers;
}

/// Picks between the two neighbours of a magnitude. `next` may be the first number that the format lacks.
static unsigned pick(double low, double next, unsigned lowBits, double magnitude, bool isNegative, Rounding rounding) {
  if (magnitude == low) {
    return lowBits;
  }
  bool isUpward = rounding == (isNegative ? Rounding::Down : Rounding::Up);
  bool isDirected = rounding != Rounding::NearestEven && rounding != Rounding::NearestAway;
  if (isDirected) {
    return lowBits + isUpward;
  }
  long double below = (long double)magnitude - low, above = (long double)next - magnitude;
  if (below != above) {
    return lowBits + (above < below);
  }
  return rounding == Rounding::NearestAway ? lowBits + 1 : lowBits + (lowBits & 1);
}

static unsigned searchEncoding(const Definition &definition, const std::vector<double> &numbers, double value,
                               Rounding rounding, bool satfinite) {
  bool isNegative = std::signbit(value);
  unsigned sign = isNegative ? 1u << (definition.storage - 1) : 0;
  double magnitude = std::fabs(value);
  unsigned low = unsigned(std::upper_bound(numbers.begin(), numbers.end(), magnitude) - numbers.begin()) - 1;
  double last = numbers.back();
  double next = low + 1 < numbers.size() ? numbers[low + 1] : last + (last - numbers[numbers.size() - 2]);
  unsigned bits =
      magnitude > next ? definition.largest + 1 : pick(numbers[low], next, low, magnitude, isNegative, rounding);
  if (magnitude > next && rounding != Rounding::NearestEven && rounding != Rounding::NearestAway &&
      rounding != (isNegative ? Rounding::Down : Rounding::Up)) {
    bits = definition.largest;
  }
  if (bits > definition.largest) {
    unsigned beyond = definition.infinity ? definition.infinity : definition.nan ? definition.nan : definition.largest;
    bits = satfinite ? definition.largest : beyond;
  }
  return bits | sign;
}

TEST(Formats, EncodeFindsTheNeighbourThatTheRoundingNames) {
  std::mt19937_64 random(1);
  for (const Definition &definition : smallFormats) {
    std::vector<double> numbers = listNumbers(definition);
    auto check = [&](double magnitude) {
      for (double value : {magnitude, -magnitude}) {
        for (Rounding rounding : allRoundings) {
          for (bool satfinite : {false, true}) {
            ASSERT_EQ(encode(definition.format, value, {rounding, satfinite, false}),
                      searchEncoding(definition, numbers, value, rounding, satfinite))
                << value << " " << int(definition.format) << " " << int(rounding);
          }
        }
      }
    };
    size_t step = numbers.size() > 1000 ? 7 : 1;
    for (size_t i = 0; i < numbers.size(); i += step) {
      double next = i + 1 < numbers.size() ? numbers[i + 1] : 2 * numbers[i] - numbers[i - 1];
      double middle = (numbers[i] + next) / 2;
      for (double value : {numbers[i], middle, std::nextafter(middle, 0), std::nextafter(middle, 1e300), next,
                           std::nextafter(numbers[i], 1e300), std::nextafter(next, 0), std::nextafter(next, 1e300)}) {
        check(value);
      }
    }
    for (int i = 0; i < 20000; ++i) {
      int exponent = int(random() % 60) - 30;
      check(std::ldexp(double(random() >> 11), exponent - 53));
    }
    for (double value : {0.0, 0x1p-1074, 0x1p-500, 0x1p500, 1.7e308}) {
      check(value);
    }
  }
}

TEST(Formats, EncodeOfSpecialValues) {
  for (const Definition &definition : smallFormats) {
    unsigned nan = definition.nan ? definition.nan : definition.largest;
    unsigned sign = 1u << (definition.storage - 1);
    for (bool satfinite : {false, true}) {
      EXPECT_EQ(encode(definition.format, NAN, {Rounding::NearestEven, satfinite, false}), nan);
      EXPECT_EQ(encode(definition.format, -NAN, {Rounding::NearestEven, satfinite, true}), nan);
    }
    unsigned infinity = definition.infinity ? definition.infinity : nan;
    EXPECT_EQ(encode(definition.format, INFINITY, {Rounding::TowardZero, false, false}), infinity);
    EXPECT_EQ(encode(definition.format, INFINITY, {Rounding::NearestEven, true, false}), definition.largest);
    EXPECT_EQ(encode(definition.format, -INFINITY, {Rounding::NearestEven, true, false}), definition.largest | sign);
    EXPECT_EQ(encode(definition.format, -1.0, {Rounding::NearestEven, false, true}), 0u);
    EXPECT_EQ(encode(definition.format, -0.0, {Rounding::NearestEven, false, true}), 0u);
    EXPECT_EQ(encode(definition.format, -INFINITY, {Rounding::NearestEven, false, true}), 0u);
    EXPECT_EQ(encode(definition.format, -0.0), sign);
  }
}

TEST(Formats, PowersOfTwoTakeTheMagnitude) {
  for (int bits = 0; bits < 255; ++bits) {
    double value = std::ldexp(1.0, bits - 127);
    EXPECT_EQ(decode(Format::UE8M0, bits), value);
    for (double signedValue : {value, -value}) {
      EXPECT_EQ(encode(Format::UE8M0, signedValue, {Rounding::TowardZero}), unsigned(bits));
      EXPECT_EQ(encode(Format::UE8M0, signedValue, {Rounding::Up}), unsigned(bits));
    }
    EXPECT_EQ(encode(Format::UE8M0, value * 1.25, {Rounding::TowardZero}), unsigned(bits));
    EXPECT_EQ(encode(Format::UE8M0, -value * 1.25, {Rounding::Up, true}), unsigned(std::min(bits + 1, 254)));
  }
  EXPECT_TRUE(std::isnan(decode(Format::UE8M0, 255)));
  EXPECT_EQ(encode(Format::UE8M0, NAN, {Rounding::Up, true}), 255u);
  EXPECT_EQ(encode(Format::UE8M0, INFINITY, {Rounding::TowardZero}), 255u);
  EXPECT_EQ(encode(Format::UE8M0, INFINITY, {Rounding::TowardZero, true}), 254u);
  EXPECT_EQ(encode(Format::UE8M0, 0x1.8p127, {Rounding::TowardZero}), 254u);
  EXPECT_EQ(encode(Format::UE8M0, 0x1.8p127, {Rounding::Up}), 255u);
  EXPECT_EQ(encode(Format::UE8M0, 0.0, {Rounding::Up}), 0u);
  EXPECT_EQ(encode(Format::UE8M0, 0x1p-140, {Rounding::Up}), 0u);
}

TEST(Formats, FastDecodingAgrees) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    float half = decodeF16(uint16_t(bits)), brain = decodeBf16(uint16_t(bits));
    if (isNanF16(uint16_t(bits))) {
      ASSERT_EQ(bitsOf(half), 0x7fffffffu);
    } else {
      ASSERT_EQ(bitsOf(double(half)), bitsOf(decode(Format::F16, bits)));
    }
    if (isNanBf16(uint16_t(bits))) {
      ASSERT_EQ(bitsOf(brain), 0x7fffffffu);
    } else {
      ASSERT_EQ(bitsOf(double(brain)), bitsOf(decode(Format::BF16, bits)));
    }
  }
}

TEST(Formats, FastEncodingAgrees) {
  auto check = [](uint32_t bits) {
    float value = floatOf(bits);
    ASSERT_EQ(encodeF16(value), encode(Format::F16, value)) << std::hex << bits;
    ASSERT_EQ(encodeBf16(value), encode(Format::BF16, value)) << std::hex << bits;
  };
  // Every upper half, with lower halves at and beside the ties of both formats.
  for (uint32_t high = 0; high < 65536; ++high) {
    for (uint32_t low : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x3000u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      check(high << 16 | low);
    }
  }
  std::mt19937 random(2);
  for (int i = 0; i < 300000; ++i) {
    check(random());
  }
}

TEST(Formats, WideFormatsRoundAsTheHost) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 300000; ++i) {
    double value = doubleOf(random());
    if (std::isnan(value)) {
      continue;
    }
    ASSERT_EQ(encode(Format::F64, value), bitsOf(value));
    ASSERT_EQ(encode(Format::F32, value), bitsOf(float(value)));
    float narrow = floatOf(uint32_t(random()));
    if (!std::isnan(narrow)) {
      ASSERT_EQ(encode(Format::F32, narrow, {Rounding::Up}), bitsOf(narrow));
      uint32_t magnitude = bitsOf(narrow) & 0x7fffffff, sign = bitsOf(narrow) & 0x80000000;
      uint32_t away = ((magnitude + 0x1000) & ~0x1fffu) | sign;
      ASSERT_EQ(encode(Format::TF32, narrow, {Rounding::NearestAway}), away);
      ASSERT_EQ(decode(Format::TF32, bitsOf(narrow)), double(truncateToTf32(narrow)));
    }
  }
  EXPECT_EQ(encode(Format::TF32, NAN), 0x7fffe000u);
  EXPECT_EQ(encode(Format::TF32, 0x1.fffffep127, {Rounding::NearestEven, true}), 0x7f7fe000u);
}

TEST(Formats, StochasticRoundingCarriesTheRandomBits) {
  float value = 1.0f + 0x1p-10f + 0x1p-12f; // a quarter of a unit of f16 above 1 + 2^-10
  unsigned up = 0;
  for (uint32_t bits = 0; bits < 8192; ++bits) {
    up += encodeStochastic(Format::F16, value, bits, 13) == 0x3c02;
  }
  EXPECT_EQ(up, 2048u);
  EXPECT_EQ(encodeStochastic(Format::F16, 1.5, 0x1fff, 13), 0x3e00u);
  EXPECT_EQ(encodeStochastic(Format::BF16, -(1 + 0x1p-8), 0x8000, 16), 0xbf81u);
  EXPECT_EQ(encodeStochastic(Format::BF16, -(1 + 0x1p-8), 0x7fff, 16), 0xbf80u);
}

TEST(Formats, MagnitudesWithARest) {
  // Just above and exactly at a tie.
  EXPECT_EQ(encodeMagnitude(Format::F32, false, (uint64_t(1) << 24) + 1, 0, false), bitsOf(16777216.0f));
  EXPECT_EQ(encodeMagnitude(Format::F32, false, (uint64_t(1) << 24) + 1, 0, true), bitsOf(16777218.0f));
  EXPECT_EQ(encodeMagnitude(Format::F64, true, 0, -1200, true, {Rounding::Down}), bitsOf(-0x1p-1074));
  EXPECT_EQ(encodeMagnitude(Format::F64, true, 1, -5000, false, {Rounding::Down}), bitsOf(-0x1p-1074));
  EXPECT_EQ(encodeMagnitude(Format::F64, true, 1, 5000, false, {Rounding::Up}), bitsOf(-0x1.fffffffffffffp1023));
}
