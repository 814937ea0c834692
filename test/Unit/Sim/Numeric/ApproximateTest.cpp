// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of special cases of the ISA, and that each result lies within the error that the ISA allows.
#include "tkc/Sim/Numeric/Approximate.h"

#include <gtest/gtest.h>
#include <random>

using namespace tkc::sim;

static const float infinity = INFINITY;

static void expectBits(float got, float expected) {
  EXPECT_EQ(bitsOf(got), bitsOf(expected)) << got << " " << expected;
}
static void expectNan(float got) { EXPECT_EQ(bitsOf(got), 0x7fffffffu); }

TEST(Approximate, SpecialCasesOfReciprocals) {
  for (bool ftz : {false, true}) {
    expectBits(rcpApprox(-infinity, ftz), -0.0f);
    expectBits(rcpApprox(-0.0f, ftz), -infinity);
    expectBits(rcpApprox(infinity, ftz), 0.0f);
    expectNan(rcpApprox(NAN, ftz));
    expectNan(sqrtApprox(-infinity, ftz));
    expectBits(sqrtApprox(-0.0f, ftz), -0.0f);
    expectBits(sqrtApprox(infinity, ftz), infinity);
    expectNan(sqrtApprox(-1.0f, ftz));
    expectBits(rsqrtApprox(-0.0f, ftz), -infinity);
    expectBits(rsqrtApprox(0.0f, ftz), infinity);
    expectBits(rsqrtApprox(infinity, ftz), 0.0f);
    expectNan(rsqrtApprox(-1.0f, ftz));
  }
  expectBits(rcpApprox(0x1p-127f, true), infinity);
  expectBits(rcpApprox(0x1p-127f, false), 0x1p127f);
  expectBits(rcpApprox(-0x1p127f, true), -0.0f);
  expectBits(rcpApprox(-0x1p127f, false), -0x1p-127f);
  expectBits(rsqrtApprox(-0x1p-140f, true), -infinity);
  expectNan(rsqrtApprox(-0x1p-140f, false));
  expectBits(sqrtApprox(0x1p-140f, true), 0.0f);
}

TEST(Approximate, SpecialCasesOfDivision) {
  expectBits(divApprox(1.0f, 0x1.8p126f, false), 0.0f);
  expectBits(divApprox(-1e38f, 0x1.8p126f, false), -0.0f);
  expectNan(divApprox(infinity, 0x1.8p126f, false));
  expectBits(divApprox(infinity, 0x1p126f, false), infinity);
  expectBits(divApprox(1.0f, 0x1p126f, false), 0x1p-126f);
  expectBits(divApprox(1.0f, infinity, false), 0.0f);
  expectBits(divFull(0x1p127f, 0x1.8p126f, false), 0x1.555556p0f);
  expectNan(divFull(0.0f, 0.0f, true));
  expectBits(divFull(1.0f, 0x1p-127f, true), infinity);
}

TEST(Approximate, SpecialCasesOfTranscendentals) {
  for (bool ftz : {false, true}) {
    expectBits(ex2Approx(-infinity, ftz), 0.0f);
    expectBits(ex2Approx(-0.0f, ftz), 1.0f);
    expectBits(ex2Approx(infinity, ftz), infinity);
    expectBits(ex2Approx(129.0f, ftz), infinity);
    expectNan(ex2Approx(NAN, ftz));
    expectNan(lg2Approx(-infinity, ftz));
    expectNan(lg2Approx(-1.0f, ftz));
    expectBits(lg2Approx(-0.0f, ftz), -infinity);
    expectBits(lg2Approx(0.0f, ftz), -infinity);
    expectBits(lg2Approx(infinity, ftz), infinity);
    expectNan(sinApprox(-infinity, ftz));
    expectBits(sinApprox(-0.0f, ftz), -0.0f);
    expectNan(cosApprox(infinity, ftz));
    expectBits(cosApprox(-0.0f, ftz), 1.0f);
  }
  expectBits(ex2Approx(-130.0f, false), 0x1p-130f);
  expectBits(ex2Approx(-130.0f, true), 0.0f);
  expectBits(lg2Approx(0x1p-140f, false), -140.0f);
  expectBits(lg2Approx(0x1p-140f, true), -infinity);
  expectBits(lg2Approx(-0x1p-140f, true), -infinity);
  expectNan(lg2Approx(-0x1p-140f, false));
  expectBits(sinApprox(0x1p-140f, true), 0.0f);
  expectBits(tanhApprox(-infinity), -1.0f);
  expectBits(tanhApprox(-0.0f), -0.0f);
  expectBits(tanhApprox(0x1p-140f), 0x1p-140f);
  expectNan(tanhApprox(NAN));
}

TEST(Approximate, SpecialCasesOfHalves) {
  EXPECT_EQ(ex2ApproxHalf<Format::BF16>(0xff80), 0x0000);
  EXPECT_EQ(ex2ApproxHalf<Format::BF16>(0x8001), 0x3f80);
  EXPECT_EQ(ex2ApproxHalf<Format::BF16>(0x7f80), 0x7f80);
  EXPECT_EQ(ex2ApproxHalf<Format::BF16>(0x7fc1), 0x7fff);
  EXPECT_EQ(ex2ApproxHalf<Format::BF16>(encodeBf16(-130.0f)), 0);
  EXPECT_EQ(ex2ApproxHalf<Format::F16>(0xfc00), 0x0000);
  EXPECT_EQ(ex2ApproxHalf<Format::F16>(0x8000), 0x3c00);
  EXPECT_EQ(ex2ApproxHalf<Format::F16>(encodeF16(-24.0f)), 0x0001);
  EXPECT_EQ(ex2ApproxHalf<Format::F16>(0x7e01), 0x7fff);
  EXPECT_EQ(tanhApproxHalf<Format::F16>(0xfc00), 0xbc00);
  EXPECT_EQ(tanhApproxHalf<Format::BF16>(0x8000), 0x8000);
  EXPECT_EQ((ex2ApproxPair<Format::F16>(0x3c004000)), 0x40004400u);
  EXPECT_EQ((tanhApproxPair<Format::BF16>(0x7f808000)), 0x3f808000u);
}

TEST(Approximate, DoublesUseTheUpperWord) {
  EXPECT_EQ(rcpApproxF64(bitsOf(4.0) | 0xffff), bitsOf(0.25));
  EXPECT_EQ(rcpApproxF64(bitsOf(-HUGE_VAL)), bitsOf(-0.0));
  EXPECT_EQ(rcpApproxF64(0x800f000000000000ull), bitsOf(-HUGE_VAL));
  EXPECT_EQ(rcpApproxF64(0x7ff0000100000000ull), 0x7fffffff00000000ull);
  EXPECT_EQ(rcpApproxF64(0x7ff0000000000001ull), 0u); // the upper word alone is infinity
  EXPECT_EQ(rcpApproxF64(bitsOf(0x1p1023)), 0u);
  EXPECT_EQ(rsqrtApproxF64(bitsOf(4.0)), bitsOf(0.5));
  EXPECT_EQ(rsqrtApproxF64(bitsOf(-4.0)), 0x7fffffff00000000ull);
  EXPECT_EQ(rsqrtApproxF64(0x8000000000000000ull), bitsOf(-HUGE_VAL));
  EXPECT_EQ(rcpApproxF64(bitsOf(3.0)) & 0xffffffff, 0u);
  EXPECT_EQ(rsqrtF64(16.0), 0.25);
  EXPECT_TRUE(std::isnan(rsqrtF64(-1.0)));
}

TEST(Approximate, ResultsLieWithinTheAllowedError) {
  std::mt19937 random(11);
  auto expectNear = [](Approximation operation, long double exact, double got, double input) {
    if (std::isfinite(got) && std::fabs(double(exact)) >= 0x1p-126) {
      ASSERT_LE(std::fabs(double(got - exact)), allowedError(operation, input, double(exact))) << input;
    }
  };
  for (int i = 0; i < 100000; ++i) {
    float a = floatOf(random() & 0x7fffffff), b = floatOf(random());
    if (std::isnan(a) || std::isnan(b) || b == 0) {
      continue;
    }
    expectNear(Approximation::Rcp, 1.0L / b, rcpApprox(b, false), b);
    expectNear(Approximation::Sqrt, std::sqrt((long double)a), sqrtApprox(a, false), a);
    expectNear(Approximation::Rsqrt, 1 / std::sqrt((long double)a), rsqrtApprox(a, false), a);
    expectNear(Approximation::Lg2, std::log2((long double)a), lg2Approx(a, false), a);
    expectNear(Approximation::DivFull, (long double)a / b, divFull(a, b, false), b);
    expectNear(Approximation::DivApprox, (long double)a / b, divApprox(a, b, false), b);
    float small = std::ldexp(float(int32_t(random())), -24);
    expectNear(Approximation::Ex2, std::exp2((long double)small), ex2Approx(small, false), small);
    expectNear(Approximation::Sin, std::sin((long double)small), sinApprox(small, false), small);
    expectNear(Approximation::Cos, std::cos((long double)small), cosApprox(small, false), small);
    expectNear(Approximation::Tanh, std::tanh((long double)small), tanhApprox(small), small);
  }
}

TEST(Approximate, BoundsAreThoseOfTheIsa) {
  EXPECT_EQ(allowedError(Approximation::Rcp, 3, 1.0 / 3), 0x1p-25);
  EXPECT_EQ(allowedError(Approximation::Ex2, -140, 0x1p-140), 0x1p-148);
  EXPECT_EQ(allowedError(Approximation::Lg2, 1.0, 0), 0x1p-22);
  EXPECT_EQ(allowedError(Approximation::Lg2, 8.0, 3), 3 * 0x1p-22);
  EXPECT_NEAR(allowedError(Approximation::Sin, -6, 0), std::exp2(-20.5), 1e-11);
  EXPECT_NEAR(allowedError(Approximation::Cos, 100, 0), std::exp2(-14.7), 1e-9);
  EXPECT_EQ(allowedError(Approximation::Sin, 1000, 0), HUGE_VAL);
  EXPECT_EQ(allowedError(Approximation::DivApprox, 0x1p127, 0), HUGE_VAL);
  EXPECT_NEAR(allowedError(Approximation::Rsqrt, 1, 1), std::exp2(-22.9), 1e-11);
  EXPECT_NEAR(allowedError(Approximation::TanhF16, 1, 1), std::exp2(-10.987), 1e-8);
  EXPECT_NEAR(allowedError(Approximation::Ex2F16, 1, 1), std::exp2(-9.9), 1e-7);
}
