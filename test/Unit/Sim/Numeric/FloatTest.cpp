// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic against the host's rounding modes and against exact integers.
#include "tkc/Sim/Numeric/Float.h"

#include <cfenv>
#include <gtest/gtest.h>
#include <random>

using namespace tkc::sim;

static const std::pair<Rounding, int> directions[] = {{Rounding::NearestEven, FE_TONEAREST},
                                                      {Rounding::TowardZero, FE_TOWARDZERO},
                                                      {Rounding::Down, FE_DOWNWARD},
                                                      {Rounding::Up, FE_UPWARD}};

namespace {
enum class Operation { Add, Mul, Fma, Div, Sqrt };
} // namespace

/// One operation under a rounding mode of the host; opaque to the optimiser.
template <typename Float>
__attribute__((noinline)) static Float onHost(Operation operation, int mode, Float a, Float b, Float c) {
  volatile Float x = a, y = b, z = c, result = 0;
  std::fesetround(mode);
  switch (operation) {
  case Operation::Add:
    result = x + y;
    break;
  case Operation::Mul:
    result = x * y;
    break;
  case Operation::Fma:
    result = std::fma(x, y, z);
    break;
  case Operation::Div:
    result = x / y;
    break;
  case Operation::Sqrt:
    result = std::sqrt(x);
    break;
  }
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename Float, typename Bits>
static bool same(Float a, Float b) {
  return (std::isnan(a) && std::isnan(b)) || bitCast<Bits>(a) == bitCast<Bits>(b);
}

static void checkF32(float a, float b, float c) {
  for (const auto &direction : directions) {
    Rounding rounding = direction.first;
    int host = direction.second;
    FloatMode mode;
    mode.rounding = rounding;
    auto expectSame = [&](float got, Operation operation) {
      ASSERT_TRUE((same<float, uint32_t>(got, onHost<float>(operation, host, a, b, c))))
          << std::hexfloat << a << " " << b << " " << c << " gave " << got << ", operation " << int(operation)
          << " rounding " << int(rounding);
    };
    expectSame(add(a, b, mode), Operation::Add);
    expectSame(mul(a, b, mode), Operation::Mul);
    expectSame(fma(a, b, c, mode), Operation::Fma);
    expectSame(div(a, b, mode), Operation::Div);
    expectSame(sqrt(a, mode), Operation::Sqrt);
  }
}

static void checkF64(double a, double b, double c) {
  for (const auto &direction : directions) {
    Rounding rounding = direction.first;
    int host = direction.second;
    auto expectSame = [&](double got, Operation operation) {
      ASSERT_TRUE((same<double, uint64_t>(got, onHost<double>(operation, host, a, b, c))))
          << std::hexfloat << a << " " << b << " " << c << " gave " << got << ", operation " << int(operation)
          << " rounding " << int(rounding);
    };
    expectSame(add(a, b, rounding), Operation::Add);
    expectSame(mul(a, b, rounding), Operation::Mul);
    expectSame(fma(a, b, c, rounding), Operation::Fma);
    expectSame(div(a, b, rounding), Operation::Div);
    expectSame(sqrt(a, rounding), Operation::Sqrt);
  }
}

static const float edges[] = {0.0f,      -0.0f,         1.0f,       -1.0f,           0x1p-149f, -0x1p-149f, 0x1p-126f,
                              0x1p-127f, 0x1p-75f,      0x1.8p-75f, 0x1.fffffep127f, INFINITY,  -INFINITY,  NAN,
                              0x1p24f,   0x1.000002p0f, 3.0f,       0x1.fffffep-1f};

TEST(Float, EdgesInF32) {
  for (float a : edges) {
    for (float b : edges) {
      for (float c : edges) {
        checkF32(a, b, c);
      }
    }
  }
}

TEST(Float, RandomBitsInF32) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 30000; ++i) {
    float a = floatOf(uint32_t(random())), b = floatOf(uint32_t(random())), c = floatOf(uint32_t(random()));
    checkF32(a, b, c);
    // Near each other, so that sums cancel and products meet the addend.
    float near = std::ldexp(float(int64_t(random())), -63), other = std::ldexp(float(int64_t(random())), -63);
    checkF32(near, other, -near * other);
    checkF32(near, std::nextafter(near, 1.0f), near);
  }
}

TEST(Float, EdgesInF64) {
  const double wide[] = {0.0,       -0.0,
                         1.0,       -1.0,
                         0x1p-1074, -0x1p-1074,
                         0x1p-1022, 0x1.8p-1023,
                         0x1p-537,  3.0,
                         0x1p-1021, 0x1p-600,
                         INFINITY,  -INFINITY,
                         NAN,       0x1.fffffffffffffp1023,
                         0x1p53,    0x1.0000000000001p0};
  for (double a : wide) {
    for (double b : wide) {
      for (double c : wide) {
        checkF64(a, b, c);
      }
    }
  }
}

TEST(Float, RandomBitsInF64) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 30000; ++i) {
    checkF64(doubleOf(random()), doubleOf(random()), doubleOf(random()));
    double near = std::ldexp(double(int64_t(random())), int(random() % 40) - 83);
    double other = std::ldexp(double(int64_t(random())), int(random() % 40) - 83);
    checkF64(near, other, -near * other);
    checkF64(near, -std::nextafter(near, 1.0), other);
  }
}

TEST(Float, NanIsCanonicalInF32AndKeptInF64) {
  EXPECT_EQ(bitsOf(add(floatOf(0xffc00001), 1.0f)), 0x7fffffffu);
  EXPECT_EQ(bitsOf(mul(INFINITY, 0.0f)), 0x7fffffffu);
  EXPECT_EQ(bitsOf(sqrt(-1.0f)), 0x7fffffffu);
  double first = doubleOf(0x7ff0000000000005ull), second = doubleOf(0xfff8000000000006ull);
  EXPECT_EQ(bitsOf(add(first, second)), 0xfff8000000000006ull);
  EXPECT_EQ(bitsOf(sub(first, second)), 0xfff8000000000006ull);
  EXPECT_EQ(bitsOf(add(first, 1.0)), 0x7ff8000000000005ull);
  EXPECT_EQ(bitsOf(mul(first, second)), 0xfff8000000000006ull);
  EXPECT_EQ(bitsOf(tkc::sim::fma(1.0, first, second)), 0x7ff8000000000005ull);
  EXPECT_EQ(bitsOf(div(first, second)), 0x7ff8000000000005ull);
  EXPECT_EQ(bitsOf(tkc::sim::fma(first, 1.0, second)), 0xfff8000000000006ull);
  EXPECT_EQ(bitsOf(tkc::sim::fma(first, 1.0, 1.0)), 0x7ff8000000000005ull);
  EXPECT_EQ(bitsOf(sub(1.0, doubleOf(0x7ff8000000000006ull))), 0x7ff8000000000006ull);
  EXPECT_EQ(bitsOf(div(0.0, 0.0)), 0xfff8000000000000ull);
}

TEST(Float, FlushesInputsAndResults) {
  FloatMode ftz;
  ftz.ftz = true;
  EXPECT_EQ(bitsOf(add(-0x1p-127f, -0x1p-127f)), bitsOf(-0x1p-126f));
  EXPECT_EQ(bitsOf(add(-0x1p-127f, -0x1p-127f, ftz)), 0x80000000u);
  EXPECT_EQ(bitsOf(mul(0x1p-100f, -0x1p-40f, ftz)), 0x80000000u);
  EXPECT_EQ(bitsOf(fma(0x1p-100f, 0x1p-40f, 0x1p-127f, ftz)), 0u);
  EXPECT_EQ(bitsOf(div(1.0f, 0x1p-127f, ftz)), bitsOf(INFINITY));
  EXPECT_EQ(bitsOf(sqrt(-0x1p-127f, ftz)), 0x80000000u);
  EXPECT_EQ(add<Format::F16>(0x0200, 0x0200, ftz), 0);
  EXPECT_EQ(add<Format::F16>(0x0200, 0x0200), 0x0400);
  // 2^-126 that only the coarser places of subnormals gave is flushed, 2^-126 that 24 bits give is not.
  EXPECT_EQ(bitsOf(mul(0x1p-126f, 0x1.fffffep-1f)), 0x00800000u);
  EXPECT_EQ(bitsOf(mul(0x1p-126f, 0x1.fffffep-1f, ftz)), 0u);
  EXPECT_EQ(bitsOf(mul(0x1.fffffep-126f, -0.5f, ftz)), 0x80000000u);
  EXPECT_EQ(bitsOf(mul(0x1.000002p-63f, 0x1.fffffcp-64f, ftz)), 0x00800000u); // 2^-126 (1 - 2^-46)
  EXPECT_EQ(bitsOf(fma(0x1p-126f, 0x1.fffffep-1f, 0.0f, ftz)), 0u);
  EXPECT_EQ(bitsOf(div(0x1.fffffep-126f, 2.0f)), 0x00800000u);
  EXPECT_EQ(bitsOf(div(0x1.fffffep-126f, 2.0f, ftz)), 0u);
  EXPECT_EQ(bitsOf(div(0x1p-125f, 2.0f, ftz)), 0x00800000u);
  EXPECT_EQ(mul<Format::F16>(0x0400, 0x3bff), 0x0400);
  EXPECT_EQ(mul<Format::F16>(0x0400, 0x3bff, ftz), 0);
  EXPECT_EQ(mul<Format::F16>(0x0400, 0x3c00, ftz), 0x0400);
  EXPECT_EQ(bitsOf(absolute(-0x1p-127f, true)), 0u);
  EXPECT_EQ(bitsOf(negate(0x1p-127f, true)), 0x80000000u);
}

TEST(Float, SaturatesAndClampsToZero) {
  FloatMode sat, relu;
  sat.saturate = true;
  relu.relu = true;
  EXPECT_EQ(bitsOf(add(1.0f, 1.0f, sat)), bitsOf(1.0f));
  EXPECT_EQ(bitsOf(add(-1.0f, 0.5f, sat)), 0u);
  EXPECT_EQ(bitsOf(mul(INFINITY, 0.0f, sat)), 0u);
  EXPECT_EQ(mul<Format::F16>(0x7e00, 0x3c00, sat), 0);
  EXPECT_EQ(fma<Format::F16>(0xc000, 0x3c00, 0x3c00, relu), 0);
  EXPECT_EQ(fma<Format::BF16>(0xc000, 0x3f80, 0x7fc0, relu), 0x7fff);
  EXPECT_EQ(fma<Format::BF16>(0x4000, 0x3f80, 0x3f80, relu), 0x4040);
}

/// The half nearest to n * 2^-48.
static uint16_t halfOf(__int128 n, bool isNegativeZero) {
  if (n == 0) {
    return isNegativeZero ? 0x8000 : 0;
  }
  bool isNegative = n < 0;
  unsigned __int128 magnitude = isNegative ? -n : n;
  // Units of 2^-24 or, for normal numbers, of the last of 11 bits.
  int length = 0;
  for (unsigned __int128 rest = magnitude; rest; rest >>= 1) {
    ++length;
  }
  int unit = std::max(24, length - 11);
  unsigned __int128 kept = magnitude >> unit, rest = magnitude - (kept << unit),
                    half = (unsigned __int128)1 << (unit - 1);
  kept += rest > half || (rest == half && (kept & 1));
  double value = std::ldexp(double(uint64_t(kept)), unit - 48);
  uint16_t bits = value >= 65520 ? 0x7c00 : uint16_t(encode(Format::F16, value));
  return bits | (isNegative ? 0x8000 : 0);
}

static __int128 scaled(uint16_t half) { return __int128(std::ldexp(decode(Format::F16, half), 24)); }

TEST(Float, HalvesAreRoundedOnce) {
  std::mt19937 random(9);
  auto finite = [&] {
    uint16_t bits = uint16_t(random());
    return (bits & 0x7c00) == 0x7c00 ? uint16_t(bits & 0x83ff) : bits;
  };
  auto isNegative = [](uint16_t half) { return bool(half & 0x8000); };
  for (int i = 0; i < 400000; ++i) {
    uint16_t a = finite(), b = finite(), c = finite();
    if (i % 2) { // a small exponent range, where sums cancel and ties occur
      a = uint16_t((a & 0x8fff) | 0x3000);
      b = uint16_t((b & 0x8fff) | 0x3000);
      c = uint16_t((c & 0x8fff) | 0x2000);
    }
    ASSERT_EQ(add<Format::F16>(a, b), halfOf((scaled(a) + scaled(b)) * (1 << 24), isNegative(a) && isNegative(b)));
    ASSERT_EQ(sub<Format::F16>(a, b), halfOf((scaled(a) - scaled(b)) * (1 << 24), isNegative(a) && !isNegative(b)));
    bool isProductNegative = isNegative(a) != isNegative(b);
    ASSERT_EQ(mul<Format::F16>(a, b), halfOf(scaled(a) * scaled(b), isProductNegative));
    ASSERT_EQ(fma<Format::F16>(a, b, c),
              halfOf(scaled(a) * scaled(b) + scaled(c) * (1 << 24), isProductNegative && isNegative(c)))
        << a << " " << b << " " << c;
  }
  EXPECT_EQ(fma<Format::F16>(0x7c00, 0x3c00, 0xfc00), 0x7fff);
  EXPECT_EQ(add<Format::F16>(0x7bff, 0x7bff), 0x7c00);
}

/// The result cut to a double, with the last bit set if something was cut: enough for one rounding to a half.
static double toOdd(Operation operation, double x, double y, double z) {
  double low = onHost<double>(operation, FE_DOWNWARD, x, y, z), high = onHost<double>(operation, FE_UPWARD, x, y, z);
  return low == high ? onHost<double>(operation, FE_TONEAREST, x, y, z)
                     : doubleOf(bitsOf(onHost<double>(operation, FE_TOWARDZERO, x, y, z)) | 1);
}

TEST(Float, BrainHalvesAreRoundedOnce) {
  std::mt19937 random(10);
  for (int i = 0; i < 400000; ++i) {
    uint16_t a = uint16_t(random()), b = uint16_t(random()), c = uint16_t(random());
    if (i % 2) {
      a = uint16_t((a & 0x83ff) | 0x3c00);
      b = uint16_t((b & 0x83ff) | 0x3c00);
      c = uint16_t((c & 0x83ff) | 0x3c00);
    }
    double x = decodeBf16(a), y = decodeBf16(b), z = decodeBf16(c);
    if (std::isnan(x) || std::isnan(y) || std::isnan(z) || std::isinf(x) || std::isinf(y) || std::isinf(z)) {
      continue;
    }
    ASSERT_EQ(mul<Format::BF16>(a, b), encode(Format::BF16, x * y)) << a << " " << b;
    ASSERT_EQ(fma<Format::BF16>(a, b, c), encode(Format::BF16, toOdd(Operation::Fma, x, y, z))) << a << " " << b;
    ASSERT_EQ(add<Format::BF16>(a, c), encode(Format::BF16, toOdd(Operation::Add, x, z, 0)));
  }
}

TEST(Float, PairsAreTwoHalves) {
  EXPECT_EQ((addPair<Format::F16>(0x3c004000, 0x40003c00)), 0x42004200u);
  EXPECT_EQ((subPair<Format::F16>(0x3c004000, 0x40003c00)), 0xbc003c00u);
  EXPECT_EQ((mulPair<Format::BF16>(0x40003f80, 0x40003f80)), 0x40803f80u);
  EXPECT_EQ((fmaPair<Format::F16>(0x40003c00, 0x40003c00, 0x3c00bc00)), 0x45000000u);
  MinMaxMode maximum;
  maximum.isMaximum = true;
  EXPECT_EQ((minMaxPair<Format::F16>(0x3c00c000, 0x40003c00, maximum)), 0x40003c00u);
}

/// The pseudo code of the ISA, on doubles.
static uint32_t referenceMinMax(uint32_t a, uint32_t b, MinMaxMode mode) {
  auto flush = [&](uint32_t x) { return mode.ftz && (x & 0x7f800000) == 0 ? x & 0x80000000 : x; };
  a = flush(a);
  b = flush(b);
  uint32_t sign = (a ^ b) & 0x80000000;
  if (mode.absolute) {
    a &= 0x7fffffff;
    b &= 0x7fffffff;
  }
  float x = floatOf(a), y = floatOf(b);
  if ((std::isnan(x) && std::isnan(y)) || (mode.propagateNan && (std::isnan(x) || std::isnan(y)))) {
    return 0x7fffffff;
  }
  uint32_t result;
  if (std::isnan(x) || std::isnan(y)) {
    result = std::isnan(x) ? b : a;
  } else if (x == 0 && y == 0) {
    result = mode.isMaximum ? a & b : a | b;
  } else {
    result = mode.isMaximum ? (x > y ? a : b) : (x < y ? a : b);
  }
  return mode.xorSign ? (result & 0x7fffffff) | sign : result;
}

TEST(Float, MinimumAndMaximumFollowTheIsa) {
  std::vector<uint32_t> values = {0x7fc00000, 0xffc00001, 1, 0x80000001};
  for (float edge : edges) {
    values.push_back(bitsOf(edge));
  }
  for (int flags = 0; flags < 16; ++flags) {
    MinMaxMode mode;
    mode.isMaximum = flags & 1;
    mode.ftz = flags & 2;
    mode.propagateNan = flags & 4;
    mode.absolute = mode.xorSign = flags & 8;
    for (uint32_t a : values) {
      for (uint32_t b : values) {
        ASSERT_EQ(minMax<Format::F32>(a, b, mode), referenceMinMax(a, b, mode)) << std::hex << a << " " << b;
        if (!mode.ftz && !isNanF32(a) && !isNanF32(b)) {
          ASSERT_EQ(minMax<Format::F64>(bitsOf(double(floatOf(a))), bitsOf(double(floatOf(b))), mode),
                    bitsOf(double(floatOf(referenceMinMax(a, b, mode)))));
        }
      }
    }
  }
  MinMaxMode absolute;
  absolute.isMaximum = absolute.absolute = true;
  EXPECT_EQ(minMax3(bitsOf(1.0f), bitsOf(-3.0f), bitsOf(2.0f), absolute), bitsOf(3.0f));
  EXPECT_EQ(minMax<Format::BF16>(0x8000, 0x0000, MinMaxMode{}), 0x8000);
  EXPECT_EQ(minMax<Format::F64>(0xfff8000000000000ull, 0x7ff0000000000002ull, MinMaxMode{}), 0x7ff8000000000002ull);
  EXPECT_EQ(minMax<Format::F16>(0x7e00, 0x0001, MinMaxMode{}), 0x0001);
}

TEST(Float, SignsAndTests) {
  EXPECT_EQ(copySign(bitsOf(-1.0f), bitsOf(2.0f)), bitsOf(-2.0f));
  EXPECT_EQ(copySign(bitsOf(1.0), bitsOf(-2.0)), bitsOf(2.0));
  EXPECT_EQ(bitsOf(absolute(floatOf(0xfffffffe))), 0x7fffffffu);
  EXPECT_EQ(bitsOf(negate(floatOf(0x7fffffff))), 0x7fffffffu);
  EXPECT_EQ(bitsOf(negate(-1.5f)), bitsOf(1.5f));
  EXPECT_EQ(bitsOf(absolute(doubleOf(0xfff0000000000001ull))), 0xfff8000000000001ull);
  EXPECT_EQ(bitsOf(negate(doubleOf(0x7ff8000000000001ull))), 0x7ff8000000000001ull);
  EXPECT_EQ(absolute(-2.0), 2.0);
  EXPECT_EQ(negate(-2.0), 2.0);
  EXPECT_EQ(absolute<Format::F16>(0x7ffe), 0x7fff);
  EXPECT_EQ(absolute<Format::F16>(0x8001, true), 0);
  EXPECT_EQ(negate<Format::BF16>(0x7f81), 0x7fff);
  EXPECT_EQ(negatePair<Format::F16>(0xb4bcfc31), 0x34bc7fffu);
  EXPECT_EQ(absolutePair<Format::BF16>(0xff81e51a), 0x7fff651au);
  auto holds = [](Property property, uint32_t bits) { return testProperty(property, Format::F32, bits); };
  EXPECT_TRUE(holds(Property::Normal, 0x80000000) && holds(Property::Finite, 0));
  EXPECT_TRUE(holds(Property::Subnormal, 0x807fffff) && !holds(Property::Normal, 0x807fffff));
  EXPECT_TRUE(holds(Property::Infinite, 0xff800000) && holds(Property::Number, 0xff800000));
  EXPECT_TRUE(holds(Property::NotANumber, 0xff800001) && !holds(Property::Finite, 0x7f800000));
  EXPECT_TRUE(testProperty(Property::Subnormal, Format::F64, 1) && !testProperty(Property::Number, Format::F64, ~0ull));
}
