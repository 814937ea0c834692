// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every number of every small format, and the rounding between each two neighbours.
#include "tkc/Data/FloatFormat.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace tkc::data;

static const FloatFormat smallFormats[] = {float16Format, bfloat16Format, float8E4M3FNFormat, float8E5M2Format};

TEST(FloatFormat, EveryNumberComesBack) {
  for (const FloatFormat &format : smallFormats) {
    for (uint64_t bits = 0; bits < uint64_t(1) << format.bits(); ++bits) {
      double value = decodeFloat(format, bits);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(decodeFloat(format, encodeFloat(format, value))));
      } else {
        ASSERT_EQ(encodeFloat(format, value), bits) << value;
      }
    }
  }
}

TEST(FloatFormat, RoundsToTheNearestAndTiesToEven) {
  for (const FloatFormat &format : smallFormats) {
    uint64_t sign = uint64_t(1) << (format.bits() - 1);
    for (uint64_t bits = 0; decodeFloat(format, bits) < largestFinite(format); ++bits) {
      double low = decodeFloat(format, bits);
      double high = decodeFloat(format, bits + 1);
      double middle = (low + high) / 2;
      uint64_t even = bits & 1 ? bits + 1 : bits;
      ASSERT_EQ(encodeFloat(format, middle), even);
      ASSERT_EQ(encodeFloat(format, std::nextafter(middle, 0)), bits);
      ASSERT_EQ(encodeFloat(format, std::nextafter(middle, INFINITY)), bits + 1);
      ASSERT_EQ(encodeFloat(format, -middle), even | sign);
      ASSERT_EQ(encodeFloat(format, std::nextafter(high, 0), Rounding::TowardZero), bits);
    }
  }
}

TEST(FloatFormat, OverflowGoesToInfinityOrSaturates) {
  EXPECT_EQ(encodeFloat(float16Format, 65519.9), 0x7bffu);
  EXPECT_EQ(encodeFloat(float16Format, 65520), 0x7c00u);
  EXPECT_EQ(encodeFloat(float16Format, -65520), 0xfc00u);
  EXPECT_EQ(encodeFloat(float16Format, 65520, Rounding::NearestEven, Overflow::Saturate), 0x7bffu);
  EXPECT_EQ(encodeFloat(float16Format, 1e30, Rounding::TowardZero), 0x7bffu);
  EXPECT_EQ(encodeFloat(float16Format, INFINITY, Rounding::TowardZero), 0x7c00u);
  EXPECT_EQ(encodeFloat(float8E4M3FNFormat, 464), 0x7eu);
  EXPECT_EQ(encodeFloat(float8E4M3FNFormat, 465), 0x7fu);
  EXPECT_EQ(encodeFloat(float8E4M3FNFormat, -1e9, Rounding::NearestEven, Overflow::Saturate), 0xfeu);
  EXPECT_EQ(encodeFloat(float8E5M2Format, INFINITY), 0x7cu);
  EXPECT_EQ(encodeFloat(float8E5M2Format, INFINITY, Rounding::NearestEven, Overflow::Saturate), 0x7bu);
}

TEST(FloatFormat, NanAndSignedZeroSurvive) {
  for (const FloatFormat &format : smallFormats) {
    EXPECT_TRUE(std::isnan(roundToFormat(format, NAN)));
    EXPECT_TRUE(std::isnan(roundToFormat(format, NAN, Rounding::NearestEven, Overflow::Saturate)));
    EXPECT_TRUE(std::signbit(roundToFormat(format, -0.0)));
    EXPECT_TRUE(std::signbit(roundToFormat(format, -1e-300)));
    EXPECT_EQ(roundToFormat(format, -1e-300), 0);
  }
}

TEST(FloatFormat, Float32AgreesWithTheMachine) {
  uint64_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents around the range of float, so that overflow and subnormals occur.
    uint64_t bits = (state & 0x800fffffffffffffu) | (uint64_t(1023 - 160 + (state >> 40) % 300) << 52);
    double value;
    std::memcpy(&value, &bits, sizeof value);
    float nearest = float(value);
    uint32_t expected;
    std::memcpy(&expected, &nearest, sizeof expected);
    ASSERT_EQ(encodeFloat(float32Format, value), expected) << value;
    ASSERT_EQ(decodeFloat(float32Format, expected), double(nearest));
  }
}

TEST(FloatFormat, KnownLimits) {
  EXPECT_EQ(largestFinite(float16Format), 65504);
  EXPECT_EQ(largestFinite(float8E4M3FNFormat), 448);
  EXPECT_EQ(largestFinite(float8E5M2Format), 57344);
  EXPECT_EQ(smallestSubnormal(float16Format), 0x1p-24);
  EXPECT_EQ(smallestSubnormal(float8E4M3FNFormat), 0x1p-9);
  EXPECT_EQ(unitRoundoff(bfloat16Format), 0x1p-8);
  EXPECT_EQ(roundToFormat(tf32Format, 1 + 0x1p-11), 1);
  EXPECT_EQ(roundToFormat(tf32Format, 1 + 0x1p-10), 1 + 0x1p-10);
}
