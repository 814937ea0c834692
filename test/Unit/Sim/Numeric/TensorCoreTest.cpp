// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model against its definition in doubles and integers of 128 bits, and against results that its sources report.
#include "tkc/Sim/Numeric/TensorCore.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace tkc::sim;

static std::mt19937_64 source(13);

/// The exponent of a number as the model sees it: at least that of the format's least normal number.
static int exponentOf(Format format, double value) { return std::max(std::ilogb(value), 1 - traitsOf(format).bias); }

/// One output of the model, term by term.
static uint32_t referenceSum(const DotModel &model, Format aFormat, Format bFormat, const std::vector<uint32_t> &a,
                             const std::vector<uint32_t> &b, uint32_t c, const std::vector<int> &scales = {}) {
  bool isF16 = model.rounding == AccumulatorRounding::NearestF16;
  Format out = isF16 ? Format::F16 : Format::F32;
  uint32_t result = c;
  for (size_t first = 0; first < a.size(); first += model.productsPerBlock) {
    size_t last = std::min(a.size(), first + model.productsPerBlock);
    std::vector<std::pair<double, int>> terms; // values and exponents
    double start = decode(out, result);
    if (std::isinf(start)) {
      return result;
    }
    if (start != 0) {
      terms.push_back({start, exponentOf(out, start)});
    }
    for (size_t k = first; k < last; ++k) {
      double x = decode(aFormat, a[k]), y = decode(bFormat, b[k]);
      int scale = scales.empty() ? 0 : scales[k];
      if (x * y != 0) {
        terms.push_back({std::ldexp(x * y, scale), exponentOf(aFormat, x) + exponentOf(bFormat, y) + scale});
      }
    }
    int greatest = -126;
    for (auto &term : terms) {
      greatest = std::max(greatest, term.second);
    }
    __int128 sum = 0;
    for (auto &term : terms) {
      sum += __int128(std::trunc(std::ldexp(term.first, model.fractionBits - greatest)));
    }
    double value = std::ldexp(double(sum), greatest - model.fractionBits);
    switch (model.rounding) {
    case AccumulatorRounding::NearestF16:
      result = uint32_t(encode(Format::F16, value));
      break;
    case AccumulatorRounding::TruncateF32:
      result = std::fabs(value) >= 0x1p128 ? (value < 0 ? 0xff800000 : 0x7f800000)
                                           : uint32_t(encode(Format::F32, value, {Rounding::TowardZero}));
      break;
    case AccumulatorRounding::TruncateE8M13: {
      double unit = value == 0 ? 1 : std::ldexp(1.0, std::max(-126, std::ilogb(value)) - 13);
      result = uint32_t(encode(Format::F32, std::trunc(value / unit) * unit));
      break;
    }
    }
    if (decode(out, result) == 0) {
      result = 0;
    }
  }
  return result;
}

/// FP8 by mma on sm_90: the elements as halves, every other pair first, and the accumulator added at last.
static uint32_t referenceHalves(const DotModel &model, Format aFormat, Format bFormat, const std::vector<uint32_t> &a,
                                const std::vector<uint32_t> &b, uint32_t c) {
  DotModel half = model;
  half.isMadeOfHalves = false;
  uint32_t sum = 0;
  for (size_t pair : {0, 2}) {
    std::vector<uint32_t> x, y;
    for (size_t k = pair; k < a.size(); k += 4) {
      for (size_t i : {k, k + 1}) {
        x.push_back(uint32_t(encode(Format::F16, decode(aFormat, a[i]))));
        y.push_back(uint32_t(encode(Format::F16, decode(bFormat, b[i]))));
      }
    }
    sum = referenceSum(half, Format::F16, Format::F16, x, y, sum);
  }
  bool isF16 = model.rounding == AccumulatorRounding::NearestF16;
  double exact = isF16 ? double(decodeF16(uint16_t(sum))) + decodeF16(uint16_t(c)) : double(floatOf(sum) + floatOf(c));
  return uint32_t(encode(isF16 ? Format::F16 : Format::F32, exact));
}

static uint32_t reference(const DotModel &model, Format aFormat, Format bFormat, const std::vector<uint32_t> &a,
                          const std::vector<uint32_t> &b, uint32_t c, const std::vector<int> &scales = {}) {
  return model.isMadeOfHalves ? referenceHalves(model, aFormat, bFormat, a, b, c)
                              : referenceSum(model, aFormat, bFormat, a, b, c, scales);
}

/// Finite numbers of a format around 1, or of all magnitudes.
static uint32_t draw(Format format, bool isWide) {
  for (;;) {
    uint32_t bits = uint32_t(source()) & uint32_t((uint64_t(1) << traitsOf(format).storageBits) - 1);
    double value = isWide ? decode(format, bits) : std::ldexp(double(int64_t(source())), -62);
    if (std::isfinite(value)) {
      return isWide ? bits : uint32_t(encode(format, value, {Rounding::NearestEven, true}));
    }
  }
}

static void checkModel(const DotModel &model, Format aFormat, Format bFormat, int m, int n, int k, bool isWide) {
  bool isF16 = model.rounding == AccumulatorRounding::NearestF16;
  std::vector<uint32_t> a(m * k), b(n * k), c(m * n), d(m * n);
  for (uint32_t &bits : a) {
    bits = draw(aFormat, isWide);
  }
  for (uint32_t &bits : b) {
    bits = draw(bFormat, isWide);
  }
  for (uint32_t &bits : c) {
    bits = draw(isF16 ? Format::F16 : Format::F32, source() % 4 == 0);
  }
  DotOperand left, right;
  left.load(aFormat, m, k, a.data());
  right.load(bFormat, n, k, b.data());
  multiplyFloats(model, left, right, c.data(), d.data());
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      std::vector<uint32_t> row(a.begin() + i * k, a.begin() + (i + 1) * k);
      std::vector<uint32_t> column(b.begin() + j * k, b.begin() + (j + 1) * k);
      ASSERT_EQ(d[i * n + j], reference(model, aFormat, bFormat, row, column, c[i * n + j]))
          << int(aFormat) << " " << int(bFormat) << " k " << k << " F " << model.fractionBits;
    }
  }
}

TEST(TensorCore, AgreesWithTheDefinition) {
  struct {
    Format a, b;
    int k;
  } const inputs[] = {{Format::F16, Format::F16, 16},   {Format::BF16, Format::BF16, 16},
                      {Format::TF32, Format::TF32, 8},  {Format::E4M3, Format::E4M3, 32},
                      {Format::E5M2, Format::E4M3, 32}, {Format::E2M1, Format::E3M2, 32},
                      {Format::E2M3, Format::E2M3, 32}, {Format::F16, Format::F16, 8}};
  for (int sm : {80, 89, 90, 100, 120}) {
    for (MatrixUnit unit : {MatrixUnit::MmaSync, MatrixUnit::Wgmma}) {
      for (const auto &input : inputs) {
        for (Format accumulator : {Format::F32, Format::F16}) {
          DotModel model = dotModel(sm, unit, input.a, accumulator);
          for (bool isWide : {false, true}) {
            checkModel(model, input.a, input.b, 3, 8, input.k, isWide);
            checkModel(model, input.a, input.b, 2, 11, input.k, isWide);
          }
        }
      }
    }
  }
  DotModel hopper = dotModel(90, MatrixUnit::Wgmma, Format::F16, Format::F32);
  for (int i = 0; i < 60; ++i) {
    checkModel(hopper, Format::F16, Format::F16, 16, 8, 16, i % 2);
    checkModel(hopper, Format::BF16, Format::BF16, 4, 24, 64, i % 2);
  }
}

TEST(TensorCore, ParametersOfTheTargets) {
  auto expect = [](DotModel model, int products, int bits, AccumulatorRounding rounding) {
    EXPECT_EQ(model.productsPerBlock, products);
    EXPECT_EQ(model.fractionBits, bits);
    EXPECT_EQ(model.rounding, rounding);
  };
  constexpr auto cut = AccumulatorRounding::TruncateF32, thirteen = AccumulatorRounding::TruncateE8M13;
  expect(dotModel(80, MatrixUnit::MmaSync, Format::F16, Format::F32), 8, 24, cut);
  expect(dotModel(86, MatrixUnit::MmaSync, Format::TF32, Format::F32), 4, 24, cut);
  expect(dotModel(89, MatrixUnit::MmaSync, Format::E4M3, Format::F32), 16, 13, thirteen);
  expect(dotModel(90, MatrixUnit::MmaSync, Format::BF16, Format::F32), 16, 25, cut);
  expect(dotModel(90, MatrixUnit::Wgmma, Format::TF32, Format::F32), 8, 25, cut);
  expect(dotModel(90, MatrixUnit::Wgmma, Format::E5M2, Format::F32), 32, 13, thirteen);
  expect(dotModel(90, MatrixUnit::MmaSync, Format::E5M2, Format::F32), 16, 25, cut);
  EXPECT_TRUE(dotModel(90, MatrixUnit::MmaSync, Format::E5M2, Format::F32).isMadeOfHalves);
  EXPECT_FALSE(dotModel(90, MatrixUnit::Wgmma, Format::E5M2, Format::F32).isMadeOfHalves);
  EXPECT_FALSE(dotModel(89, MatrixUnit::MmaSync, Format::E4M3, Format::F32).isMadeOfHalves);
  expect(dotModel(90, MatrixUnit::Wgmma, Format::E5M2, Format::F16), 32, 13, AccumulatorRounding::NearestF16);
  expect(dotModel(120, MatrixUnit::MmaSync, Format::E2M1, Format::F32), 32, 25, cut);
}

static float dot(int sm, MatrixUnit unit, Format format, std::vector<double> a, std::vector<double> b, float c) {
  std::vector<uint32_t> x, y;
  for (size_t i = 0; i < a.size(); ++i) {
    x.push_back(uint32_t(encode(format, a[i])));
    y.push_back(uint32_t(encode(format, b[i])));
  }
  DotOperand left, right;
  left.load(format, 1, int(x.size()), x.data());
  right.load(format, 1, int(y.size()), y.data());
  uint32_t bits = bitsOf(c);
  multiplyFloats(dotModel(sm, unit, format, Format::F32), left, right, &bits, &bits);
  return floatOf(bits);
}

TEST(TensorCore, CutsTowardZeroAndKeepsSubnormals) {
  // 1 - 2^-26 would round to 1 to nearest; cut it is the number below (published for V100 to A100).
  EXPECT_EQ(dot(80, MatrixUnit::MmaSync, Format::F16, {1}, {-0x1p-24}, 1.0f), 1 - 0x1p-24f);
  EXPECT_EQ(dot(90, MatrixUnit::MmaSync, Format::F16, {1}, {0x1.8p-23}, 1.0f), 1 + 0x1p-23f);
  EXPECT_EQ(dot(90, MatrixUnit::Wgmma, Format::F16, {0x1p-24}, {0x1p-24}, 0.0f), 0x1p-48f);
  EXPECT_EQ(dot(90, MatrixUnit::Wgmma, Format::BF16, {0x1p-130}, {0x1p-10}, 0.0f), 0x1p-140f);
  // Two tiny terms meet below the last place: kept with extra bits, lost when they straddle blocks.
  EXPECT_EQ(dot(80, MatrixUnit::MmaSync, Format::F16, {1, 1}, {0x1p-24, 0x1p-24}, 1.0f), 1 + 0x1p-23f);
  EXPECT_EQ(dot(80, MatrixUnit::MmaSync, Format::F16, {1, 0, 0, 0, 0, 0, 0, 0, 1},
                {0x1p-24, 0, 0, 0, 0, 0, 0, 0, 0x1p-24}, 1.0f),
            1.0f);
  EXPECT_EQ(dot(90, MatrixUnit::MmaSync, Format::F16, {1, 0, 0, 0, 0, 0, 0, 0, 1},
                {0x1p-24, 0, 0, 0, 0, 0, 0, 0, 0x1p-24}, 1.0f),
            1 + 0x1p-23f);
}

TEST(TensorCore, Fp8OnHopperKeepsThirteenBits) {
  EXPECT_EQ(dot(90, MatrixUnit::Wgmma, Format::E4M3, {1}, {0x1p-6}, 256.0f), 256.0f);
  EXPECT_EQ(dot(90, MatrixUnit::Wgmma, Format::E4M3, {1}, {0x1p-5}, 256.0f), 256 + 0x1p-5f);
  // Ten low bits of the accumulator do not survive, even with nothing added.
  EXPECT_EQ(dot(90, MatrixUnit::Wgmma, Format::E4M3, {0}, {0}, 0x1.fffffep0f), 0x1.fff8p0f);
  EXPECT_EQ(dot(90, MatrixUnit::MmaSync, Format::E4M3, {1, 0, 0, 0}, {0x1p-6, 0, 0, 0}, 256.0f), 256 + 0x1p-6f);
}

TEST(TensorCore, Fp8ByMmaOnHopperAsOnAnH200) {
  // One output of a device run: the terms of 1.5 * 2^-8 (subnormal in e4m3, not in f16) decide the last place.
  const std::pair<double, double> terms[] = {{-0x1.cp-6, 0x1.cp-14}, {0x1.2p+2, 0x1.8p-6},  {-0x1.6p+3, -0x1p-4},
                                             {-0x1.cp+3, 0x1p-15},   {0x1.8p-8, -0x1.cp+3}, {0x1.4p-1, 0x1p-16},
                                             {0x1.8p-8, 0x1p+13}};
  const int places[] = {4, 8, 9, 10, 11, 20, 24};
  std::vector<uint32_t> a(32), b(32);
  for (int i = 0; i < 7; ++i) {
    a[places[i]] = uint32_t(encode(Format::E4M3, terms[i].first));
    b[places[i]] = uint32_t(encode(Format::E5M2, terms[i].second));
  }
  DotOperand left, right;
  left.load(Format::E4M3, 1, 32, a.data());
  right.load(Format::E5M2, 1, 32, b.data());
  uint32_t bits = 0x3b88f99b;
  multiplyFloats(dotModel(90, MatrixUnit::MmaSync, Format::E4M3, Format::F32), left, right, &bits, &bits);
  EXPECT_EQ(bits, 0x4242dbd9u);
  // Without accumulator it counts as zero.
  multiplyFloats(dotModel(90, MatrixUnit::MmaSync, Format::E4M3, Format::F32), left, right, nullptr, &bits);
  EXPECT_NEAR(floatOf(bits), 0x1.85b7b2p+5 - 0x1.11f336p-8, 1e-4);
}

TEST(TensorCore, ExactDataGiveExactResults) {
  for (Format format : {Format::F16, Format::BF16, Format::TF32, Format::E4M3, Format::E5M2}) {
    int k = format == Format::TF32 ? 8 : 32;
    std::vector<uint32_t> a(16 * k), b(8 * k), c(16 * 8), d(16 * 8);
    std::vector<int> x(a.size()), y(b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      x[i] = int(source() % 9) - 4;
      a[i] = uint32_t(encode(format, x[i]));
    }
    for (size_t i = 0; i < b.size(); ++i) {
      y[i] = int(source() % 9) - 4;
      b[i] = uint32_t(encode(format, y[i]));
    }
    for (uint32_t &bits : c) {
      bits = bitsOf(float(int(source() % 64) - 32));
    }
    DotOperand left, right;
    left.load(format, 16, k, a.data());
    right.load(format, 8, k, b.data());
    multiplyFloats(dotModel(90, MatrixUnit::Wgmma, format, Format::F32), left, right, c.data(), d.data());
    for (int i = 0; i < 16; ++i) {
      for (int j = 0; j < 8; ++j) {
        float expected = floatOf(c[i * 8 + j]);
        for (int l = 0; l < k; ++l) {
          expected += float(x[i * k + l] * y[j * k + l]);
        }
        ASSERT_EQ(floatOf(d[i * 8 + j]), expected);
      }
    }
  }
}

TEST(TensorCore, InfinitiesAndNan) {
  auto hopper = [](std::vector<double> a, std::vector<double> b, float c) {
    return bitsOf(dot(90, MatrixUnit::Wgmma, Format::F16, a, b, c));
  };
  uint32_t infinity = 0x7f800000, nan = 0x7fffffff;
  EXPECT_EQ(hopper({INFINITY, 1}, {2, 3}, 1.0f), infinity);
  EXPECT_EQ(hopper({-INFINITY, 1}, {2, 3}, 1.0f), 0xff800000u);
  EXPECT_EQ(hopper({INFINITY, 1}, {0, 3}, 1.0f), nan);
  EXPECT_EQ(hopper({INFINITY, -INFINITY}, {2, 3}, 1.0f), nan);
  EXPECT_EQ(hopper({INFINITY, 1}, {2, 3}, -INFINITY), nan);
  EXPECT_EQ(hopper({1, 1}, {2, 3}, -INFINITY), 0xff800000u);
  EXPECT_EQ(hopper({NAN, 1}, {2, 3}, 1.0f), nan);
  EXPECT_EQ(hopper({1, 1}, {2, 3}, NAN), nan);
  EXPECT_EQ(bitsOf(dot(90, MatrixUnit::Wgmma, Format::BF16, {0x1p127}, {2}, 0.0f)), infinity);
  EXPECT_EQ(bitsOf(dot(90, MatrixUnit::Wgmma, Format::BF16, {0x1p127}, {-0x1p127}, 0.0f)), 0xff800000u);
  // A special row does not disturb its neighbours.
  uint32_t a[] = {0x7c00, 0x3c00, 0x3c00, 0x4000}, b[] = {0x3c00, 0x3c00, 0x4000, 0x3c00}, d[4];
  DotOperand left, right;
  left.load(Format::F16, 2, 2, a);
  right.load(Format::F16, 2, 2, b);
  multiplyFloats(dotModel(80, MatrixUnit::MmaSync, Format::F16, Format::F32), left, right, nullptr, d);
  EXPECT_EQ(d[0], infinity);
  EXPECT_EQ(d[1], infinity);
  EXPECT_EQ(floatOf(d[2]), 3.0f);
  EXPECT_EQ(floatOf(d[3]), 4.0f);
}

TEST(TensorCore, HalvesAccumulateToNearestAndOverflow) {
  DotModel model = dotModel(80, MatrixUnit::MmaSync, Format::F16, Format::F16);
  auto half = [&](double a, double b, uint32_t c) {
    uint32_t x = uint32_t(encode(Format::F16, a)), y = uint32_t(encode(Format::F16, b));
    DotOperand left, right;
    left.load(Format::F16, 1, 1, &x);
    right.load(Format::F16, 1, 1, &y);
    multiplyFloats(model, left, right, &c, &c);
    return c;
  };
  EXPECT_EQ(half(1, 0x1p-11, 0x3c00), 0x3c00u); // a tie, to even
  EXPECT_EQ(half(1, 0x1.8p-11, 0x3c00), 0x3c01u);
  EXPECT_EQ(half(65504, 2, 0), 0x7c00u);
  EXPECT_EQ(half(1, 1, 0x7c00), 0x7c00u);
  EXPECT_EQ(half(1, 0x1p-24, 0x0001), 0x0002u);
  EXPECT_EQ(half(1, 1, 0x7e00), 0x7fffu);
}

TEST(TensorCore, ScalesMoveTheExponents) {
  int k = 64;
  std::vector<uint32_t> a(2 * k), b(8 * k), d(16);
  std::vector<uint8_t> scalesA(4), scalesB(16);
  for (uint32_t &bits : a) {
    bits = draw(Format::E4M3, true);
  }
  for (uint32_t &bits : b) {
    bits = draw(Format::E5M2, true);
  }
  for (uint8_t &scale : scalesA) {
    scale = uint8_t(120 + source() % 16);
  }
  for (uint8_t &scale : scalesB) {
    scale = uint8_t(120 + source() % 16);
  }
  DotModel model = dotModel(120, MatrixUnit::MmaSync, Format::E4M3, Format::F32);
  DotOperand left, right;
  left.load(Format::E4M3, 2, k, a.data(), scalesA.data(), 32);
  right.load(Format::E5M2, 8, k, b.data(), scalesB.data(), 32);
  multiplyFloats(model, left, right, nullptr, d.data());
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 8; ++j) {
      std::vector<int> scales;
      for (int l = 0; l < k; ++l) {
        scales.push_back(scalesA[i * 2 + l / 32] + scalesB[j * 2 + l / 32] - 254);
      }
      std::vector<uint32_t> row(a.begin() + i * k, a.begin() + (i + 1) * k);
      std::vector<uint32_t> column(b.begin() + j * k, b.begin() + (j + 1) * k);
      ASSERT_EQ(d[i * 8 + j], reference(model, Format::E4M3, Format::E5M2, row, column, 0, scales));
    }
  }
  scalesA[0] = 255;
  left.load(Format::E4M3, 2, k, a.data(), scalesA.data(), 32);
  multiplyFloats(model, left, right, nullptr, d.data());
  EXPECT_EQ(d[0], 0x7fffffffu);
  EXPECT_NE(d[8], 0x7fffffffu);
}

TEST(TensorCore, ScaledF4IsExactWhereItFits) {
  constexpr int m = 16, n = 8, k = 64;
  for (Format scaleFormat : {Format::E4M3, Format::UE8M0}) {
    int blockSize = scaleFormat == Format::E4M3 ? 16 : 32, blocks = k / blockSize;
    std::vector<uint32_t> a(m * k), b(n * k), c(m * n), d(m * n);
    std::vector<uint8_t> scalesA(m * blocks), scalesB(n * blocks);
    auto drawScale = [&] { return uint8_t(scaleFormat == Format::E4M3 ? 0x28 + source() % 0x18 : 125 + source() % 5); };
    for (uint32_t &bits : a) {
      bits = uint32_t(source() % 16);
    }
    for (uint32_t &bits : b) {
      bits = uint32_t(source() % 16);
    }
    for (uint8_t &scale : scalesA) {
      scale = drawScale();
    }
    for (uint8_t &scale : scalesB) {
      scale = drawScale();
    }
    for (uint32_t &bits : c) {
      bits = bitsOf(float(int(source() % 100)));
    }
    multiplyBlockScaledF4(m, n, k, a.data(), b.data(), scalesA.data(), scalesB.data(), scaleFormat, blockSize, c.data(),
                          d.data());
    for (int i = 0; i < m * n; ++i) {
      double sum = floatOf(c[i]);
      for (int l = 0; l < k; ++l) {
        double x =
            decode(Format::E2M1, a[i / n * k + l]) * decode(scaleFormat, scalesA[i / n * blocks + l / blockSize]);
        double y =
            decode(Format::E2M1, b[i % n * k + l]) * decode(scaleFormat, scalesB[i % n * blocks + l / blockSize]);
        sum += x * y;
      }
      ASSERT_EQ(d[i], encode(Format::F32, sum, {Rounding::TowardZero})) << i;
    }
    scalesB[0] = scaleFormat == Format::E4M3 ? 0x7f : 0xff;
    multiplyBlockScaledF4(m, n, k, a.data(), b.data(), scalesA.data(), scalesB.data(), scaleFormat, blockSize, nullptr,
                          d.data());
    EXPECT_EQ(d[0], 0x7fffffffu);
    EXPECT_NE(d[1], 0x7fffffffu);
  }
}

TEST(TensorCore, IntegersWrapOrSaturate) {
  int32_t a[] = {127, 127, -128, 1}, b[] = {127, 127, 1, 1}, c[] = {INT32_MAX, INT32_MIN, 5, 7}, d[4];
  multiplyIntegers(2, 2, 2, a, b, c, d, false);
  EXPECT_EQ(d[0], int32_t(uint32_t(INT32_MAX) + 2 * 127 * 127));
  EXPECT_EQ(d[1], INT32_MIN + 254);
  EXPECT_EQ(d[2], 5 - 128 * 127 + 127);
  EXPECT_EQ(d[3], 7 - 127);
  multiplyIntegers(2, 2, 2, a, b, c, d, true);
  EXPECT_EQ(d[0], INT32_MAX);
  EXPECT_EQ(d[3], 7 - 127);
  multiplyIntegers(2, 2, 2, a, b, nullptr, d, true);
  EXPECT_EQ(d[0], 2 * 127 * 127);
}

TEST(TensorCore, DoublesAreAChainOfFusedSteps) {
  double a[] = {1 + 0x1p-30, 3}, b[] = {1 + 0x1p-30, 1.0 / 3}, c = -1, d;
  multiplyDoubles(1, 1, 2, a, b, &c, &d);
  EXPECT_EQ(d, std::fma(a[1], b[1], std::fma(a[0], b[0], c)));
  double up;
  multiplyDoubles(1, 1, 2, a, b, &c, &up, Rounding::Up);
  EXPECT_GE(up, d);
}
