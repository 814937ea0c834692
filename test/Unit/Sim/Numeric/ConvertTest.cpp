// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt against the host's conversions and the rules of the ISA's notes.
#include "tkc/Sim/Numeric/Convert.h"

#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace tkc::sim;

static constexpr IntegerType u8{8, false}, s8{8, true}, u16{16, false}, s16{16, true}, u32{32, false}, s32{32, true},
    u64{64, false}, s64{64, true};

template <typename From, typename To>
static void checkIntegers(IntegerType from, IntegerType to) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    From value = From(random() >> (random() % 64));
    ASSERT_EQ(convertInteger(uint64_t(value), from, to, false),
              uint64_t(int64_t(To(value))) &
                  (to.isSigned || to.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << to.bits) - 1));
    __int128 wide = value, low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
    To clamped = To(wide < low ? low : wide > high ? high : wide);
    ASSERT_EQ(To(convertInteger(uint64_t(value), from, to, true)), clamped);
  }
}

TEST(Convert, IntegersWrapOrSaturate) {
  checkIntegers<int32_t, int8_t>(s32, s8);
  checkIntegers<int32_t, uint8_t>(s32, u8);
  checkIntegers<uint32_t, int16_t>(u32, s16);
  checkIntegers<int64_t, uint32_t>(s64, u32);
  checkIntegers<int64_t, int32_t>(s64, s32);
  checkIntegers<uint64_t, int64_t>(u64, s64);
  checkIntegers<int8_t, int64_t>(s8, s64);
  checkIntegers<int8_t, uint64_t>(s8, u64);
  checkIntegers<uint16_t, uint32_t>(u16, u32);
  checkIntegers<int16_t, uint16_t>(s16, u16);
}

TEST(Convert, NanToIntegerFollowsTheWidths) {
  uint64_t f32Nan = 0x7fffffff, f64Nan = 0x7ff8000000000000ull;
  EXPECT_EQ(convertToInteger(Format::F32, f32Nan, s32, Rounding::TowardZero), 0u);
  EXPECT_EQ(convertToInteger(Format::F32, f32Nan, u8, Rounding::TowardZero), 0u);
  EXPECT_EQ(convertToInteger(Format::F16, 0x7e00, s16, Rounding::TowardZero), 0u);
  EXPECT_EQ(convertToInteger(Format::F32, f32Nan, s64, Rounding::TowardZero), 0x8000000000000000ull);
  EXPECT_EQ(convertToInteger(Format::BF16, 0x7fc0, u64, Rounding::TowardZero), 0x8000000000000000ull);
  EXPECT_EQ(convertToInteger(Format::F64, f64Nan, u32, Rounding::TowardZero), 0x80000000ull);
  EXPECT_EQ(convertToInteger(Format::F64, f64Nan, s32, Rounding::TowardZero), 0xffffffff80000000ull);
  EXPECT_EQ(convertToInteger(Format::F64, f64Nan, s8, Rounding::TowardZero), 0xffffffffffffff80ull);
}

static long double roundAsHost(long double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return std::nearbyint(value);
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

static const Rounding integerRoundings[] = {Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up};

template <typename To>
static void checkFloatToInteger(double value, Format from, uint64_t bits, IntegerType to) {
  for (Rounding rounding : integerRoundings) {
    long double rounded = roundAsHost(value, rounding);
    long double low = (long double)std::numeric_limits<To>::min(), high = (long double)std::numeric_limits<To>::max();
    To expected = rounded <= low    ? std::numeric_limits<To>::min()
                  : rounded >= high ? std::numeric_limits<To>::max()
                                    : To(rounded);
    ASSERT_EQ(To(convertToInteger(from, bits, to, rounding)), expected) << value << " " << int(rounding);
  }
}

TEST(Convert, FloatToIntegerRoundsAndClamps) {
  std::mt19937_64 random(5);
  auto check = [](double value, Format from, uint64_t bits) {
    checkFloatToInteger<int8_t>(value, from, bits, s8);
    checkFloatToInteger<uint8_t>(value, from, bits, u8);
    checkFloatToInteger<int16_t>(value, from, bits, s16);
    checkFloatToInteger<uint32_t>(value, from, bits, u32);
    checkFloatToInteger<int32_t>(value, from, bits, s32);
    checkFloatToInteger<int64_t>(value, from, bits, s64);
    checkFloatToInteger<uint64_t>(value, from, bits, u64);
  };
  for (int i = 0; i < 20000; ++i) {
    double value = std::ldexp(double(int64_t(random())), -int(random() % 80));
    check(value, Format::F64, bitsOf(value));
    float narrow = float(value);
    check(narrow, Format::F32, bitsOf(narrow));
  }
  for (unsigned bits = 0; bits < 65536; bits += 3) {
    if (!isNanF16(uint16_t(bits))) {
      check(decodeF16(uint16_t(bits)), Format::F16, bits);
    }
    if (!isNanBf16(uint16_t(bits))) {
      check(decodeBf16(uint16_t(bits)), Format::BF16, bits);
    }
  }
  for (double value : {0.5, 1.5, 2.5, -0.5, -2.5, 0x1p31 - 0.5, 0x1p53, -0x1p63, 0x1p64, 0x1p52 + 0.5}) {
    check(value, Format::F64, bitsOf(value));
  }
}

TEST(Convert, FlushedInputRoundsUpToNothing) {
  EXPECT_EQ(convertToInteger(Format::F32, 1, s32, Rounding::Up, false), 1u);
  EXPECT_EQ(convertToInteger(Format::F32, 1, s32, Rounding::Up, true), 0u);
}

TEST(Convert, IntegerToFloatRoundsAsTheHostInEachMode) {
  std::mt19937_64 random(6);
  const std::pair<Rounding, int> modes[] = {{Rounding::NearestEven, FE_TONEAREST},
                                            {Rounding::TowardZero, FE_TOWARDZERO},
                                            {Rounding::Down, FE_DOWNWARD},
                                            {Rounding::Up, FE_UPWARD}};
  for (int i = 0; i < 5000; ++i) {
    uint64_t value = random() >> (random() % 64);
    for (auto [rounding, host] : modes) {
      std::fesetround(host);
      volatile int64_t asSigned = int64_t(value);
      volatile float narrow = float(asSigned);
      volatile double wide = double(asSigned);
      std::fesetround(FE_TONEAREST);
      ConvertMode mode;
      mode.rounding = rounding;
      ASSERT_EQ(convertFromInteger(value, s64, Format::F32, mode), bitsOf(float(narrow)));
      ASSERT_EQ(convertFromInteger(value, s64, Format::F64, mode), bitsOf(double(wide)));
    }
  }
  EXPECT_EQ(convertFromInteger(~uint64_t(0), u64, Format::F32), bitsOf(0x1p64f));
  EXPECT_EQ(convertFromInteger(0xff, s8, Format::F16), 0xbc00u);
  EXPECT_EQ(convertFromInteger(0x1ff, u8, Format::BF16), 0x437fu);
  EXPECT_EQ(convertFromInteger(65520, u32, Format::F16), 0x7c00u);
}

TEST(Convert, FloatToFloatModifiers) {
  ConvertMode sat;
  sat.saturate = true;
  EXPECT_EQ(convertFloat(Format::F32, bitsOf(2.5f), Format::F32, sat), bitsOf(1.0f));
  EXPECT_EQ(convertFloat(Format::F32, bitsOf(-2.5f), Format::F16, sat), 0u);
  EXPECT_EQ(convertFloat(Format::F32, 0x7fc00000, Format::F16, sat), 0u);
  EXPECT_EQ(convertFloat(Format::F64, bitsOf(0.25), Format::F32, sat), bitsOf(0.25f));
  ConvertMode ftz;
  ftz.ftz = true;
  EXPECT_EQ(convertFloat(Format::F64, bitsOf(-0x1p-130), Format::F32, ftz), 0x80000000u);
  EXPECT_EQ(convertFloat(Format::F32, 0x80000001, Format::F64, ftz), 0x8000000000000000ull);
  EXPECT_EQ(convertFloat(Format::BF16, 1, Format::F32, ftz), 0u);
  EXPECT_EQ(convertFloat(Format::BF16, 1, Format::F32), 0x00010000u);
  ConvertMode integral;
  integral.toIntegral = true;
  EXPECT_EQ(convertFloat(Format::F32, bitsOf(2.5f), Format::F32, integral), bitsOf(2.0f));
  EXPECT_EQ(convertFloat(Format::F32, bitsOf(-0.5f), Format::F32, integral), bitsOf(-0.0f));
  integral.rounding = Rounding::Up;
  EXPECT_EQ(convertFloat(Format::F64, bitsOf(-0.5), Format::F64, integral), bitsOf(-0.0));
  EXPECT_EQ(convertFloat(Format::F16, encodeF16(1.25f), Format::F16, integral), encodeF16(2.0f));
  ConvertMode away;
  away.rounding = Rounding::NearestAway;
  EXPECT_EQ(convertFloat(Format::F32, 0x3f801000, Format::TF32, away), 0x3f802000u);
  EXPECT_EQ(convertFloat(Format::F32, 0x3f801000, Format::TF32), 0x3f800000u);
}

TEST(Convert, NanPayloadsMoveAlongAsOnAnH200) {
  EXPECT_EQ(convertFloat(Format::F64, 0x7ff0000000000001ull, Format::F64), 0x7ff8000000000001ull);
  EXPECT_EQ(convertFloat(Format::F64, 0xfff0000000000001ull, Format::F32), 0xffc00000u);
  EXPECT_EQ(convertFloat(Format::F64, 0xfff7ffffffffffffull, Format::F16), 0xffffu);
  EXPECT_EQ(convertFloat(Format::F32, 0x7fbfffff, Format::F64), 0x7fffffffe0000000ull);
  EXPECT_EQ(convertFloat(Format::F16, 0x7ffe, Format::F64), 0x7ffff80000000000ull);
  EXPECT_EQ(convertFloat(Format::BF16, 0xff81, Format::F32), 0xff810000u);
  EXPECT_EQ(convertFloat(Format::F16, 0xfe01, Format::F32), 0x7fffffffu);
  EXPECT_EQ(convertFloat(Format::F32, 0xffe1c459, Format::BF16), 0x7fffu);
  ConvertMode ftz;
  ftz.ftz = true;
  EXPECT_EQ(convertFloat(Format::F32, 0xffc00000, Format::F64, ftz), 0x7fffffffe0000000ull);
  ConvertMode relu;
  relu.relu = true;
  EXPECT_EQ(convertFloat(Format::F32, 0xffc00000, Format::F16, relu), 0x7fffu);
}

TEST(Convert, Tf32AwayFromZeroAsOnAnH200) {
  ConvertMode away;
  away.rounding = Rounding::NearestAway;
  EXPECT_EQ(convertFloat(Format::F32, 0xffffffff, Format::TF32, away), 0xffffe000u);
  EXPECT_EQ(convertFloat(Format::F32, 0xff818000, Format::TF32, away), 0xff818000u);
  EXPECT_EQ(convertFloat(Format::F32, 0x7f7fffff, Format::TF32, away), 0x7f800000u);
  away.satfinite = true;
  EXPECT_EQ(convertFloat(Format::F32, 0x7f7fffff, Format::TF32, away), 0x7f7fe000u);
  EXPECT_EQ(convertFloat(Format::F32, 0xff800000, Format::TF32, away), 0xff7fe000u);
  EXPECT_EQ(convertFloat(Format::F32, 0x7fc00000, Format::TF32, away), 0x7fbfe000u);
  EXPECT_EQ(convertFloat(Format::F32, 0xbf801000, Format::TF32, away), 0xbf802000u);
}

TEST(Convert, FlushesWhatOnlyRoundingAmongSubnormalsMadeNormal) {
  ConvertMode ftz;
  ftz.ftz = true;
  uint64_t below = bitsOf(0x1.fffffep-127); // in 24 bits exact, in subnormals a tie
  EXPECT_EQ(convertFloat(Format::F64, below, Format::F32), 0x00800000u);
  EXPECT_EQ(convertFloat(Format::F64, below, Format::F32, ftz), 0u);
  EXPECT_EQ(convertFloat(Format::F64, bitsOf(-0x1.ffffffp-127), Format::F32, ftz), 0x80800000u);
}

TEST(Convert, PackedTypesKeepTheOrderOfTheIsa) {
  ConvertMode satfinite;
  satfinite.satfinite = true;
  uint32_t one = bitsOf(1.0f), minusTwo = bitsOf(-2.0f), huge = bitsOf(1e30f);
  EXPECT_EQ(convertPair(Format::F32, one, minusTwo, Format::F16), 0x3c00c000u);
  EXPECT_EQ(convertPair(Format::F32, one, minusTwo, Format::BF16), 0x3f80c000u);
  EXPECT_EQ(convertPair(Format::F32, one, minusTwo, Format::E4M3, satfinite), 0x38c0u);
  EXPECT_EQ(convertPair(Format::F32, huge, minusTwo, Format::E5M2, satfinite), 0x7bc0u);
  EXPECT_EQ(convertPair(Format::F32, one, minusTwo, Format::E2M1, satfinite), 0x2cu);
  EXPECT_EQ(convertPair(Format::F32, one, minusTwo, Format::E2M3, satfinite), 0x0830u);
  EXPECT_EQ(convertPair(Format::F32, 0x7fc00000, minusTwo, Format::E3M2, satfinite), 0x1f30u);
  EXPECT_EQ(convertPacked(Format::E4M3, 0x38c0, Format::F16), 0x3c00c000u);
  EXPECT_EQ(convertPacked(Format::E4M3, 0x7fc0, Format::F16), 0x7fffc000u);
  EXPECT_EQ(convertPacked(Format::E2M1, 0x2c, Format::F16), 0x3c00c000u);
  EXPECT_EQ(convertPacked(Format::F16, 0x3c00c000, Format::E4M3, satfinite), 0x38c0u);
  EXPECT_EQ(convertPacked(Format::UE8M0, 0x7f80, Format::BF16), 0x3f804000u);
  ConvertMode up;
  up.rounding = Rounding::Up;
  up.satfinite = true;
  EXPECT_EQ(convertPair(Format::F32, bitsOf(3.0f), one, Format::UE8M0, up), 0x817fu);
  ConvertMode relu = satfinite;
  relu.relu = true;
  EXPECT_EQ(convertPair(Format::F32, one, minusTwo, Format::E4M3, relu), 0x3800u);
  EXPECT_EQ(convertPairStochastic(bitsOf(1 + 0x1p-11f), bitsOf(1 + 0x1p-11f), 0x10000fff, Format::F16), 0x3c013c00u);
}
