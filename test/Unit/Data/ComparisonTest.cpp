// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes a comparison and what must not.
#include "tkc/Data/Comparison.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace tkc;
using namespace tkc::data;

static Array floats(std::vector<double> values) {
  Array array = Array::zeros(ElementType::F32, {int64_t(values.size())});
  for (size_t i = 0; i < values.size(); ++i) {
    array.setDouble(i, values[i]);
  }
  return array;
}

static Comparison compare(const Array &actual, const Array &expected, const Tolerance &tolerance = {}) {
  Result<Comparison> result = compareArrays(actual, expected, tolerance);
  EXPECT_TRUE(result) << result.error();
  return *result;
}

TEST(Comparison, BoundsAreInclusive) {
  Tolerance tolerance;
  tolerance.bounds = {0.5, 0.5};
  EXPECT_EQ(compare(floats({1.5, 0}), floats({1, 0}), tolerance).verdict(), Verdict::Pass);
  Comparison off = compare(floats({1, 2.75}), floats({1, 2}), tolerance);
  EXPECT_EQ(off.verdict(), Verdict::Fail);
  EXPECT_EQ(off.worstIndex, 1u);
  EXPECT_EQ(off.largestRatio, 1.5);
  EXPECT_EQ(off.largestError, 0.75);
  ASSERT_EQ(off.firstMismatches.size(), 1u);
  EXPECT_EQ(off.firstMismatches[0].actual, 2.75);
}

TEST(Comparison, NanNeverPassesByAccident) {
  Tolerance wide;
  wide.absolute = 1e30;
  EXPECT_EQ(compare(floats({NAN}), floats({1}), wide).verdict(), Verdict::Fail);
  EXPECT_EQ(compare(floats({1}), floats({NAN}), wide).verdict(), Verdict::Fail);
  EXPECT_EQ(compare(floats({NAN}), floats({NAN})).verdict(), Verdict::Pass);
  Tolerance relative;
  relative.relative = 1;
  EXPECT_EQ(compare(floats({1}), floats({NAN}), relative).verdict(), Verdict::Fail);
}

TEST(Comparison, InfinitiesEqualOnlyThemselves) {
  Tolerance wide;
  wide.absolute = 1e38;
  wide.relative = 1;
  EXPECT_EQ(compare(floats({INFINITY}), floats({INFINITY})).verdict(), Verdict::Pass);
  EXPECT_EQ(compare(floats({-INFINITY}), floats({INFINITY}), wide).verdict(), Verdict::Fail);
  EXPECT_EQ(compare(floats({3e38}), floats({INFINITY}), wide).verdict(), Verdict::Fail);
  EXPECT_EQ(compare(floats({INFINITY}), floats({1}), wide).verdict(), Verdict::Fail);
}

TEST(Comparison, UnboundedElementsAreUndecidedNotPassed) {
  for (double bound : {double(INFINITY), double(NAN)}) {
    Tolerance tolerance;
    tolerance.bounds = {0, bound};
    Comparison result = compare(floats({1, 5}), floats({1, 2}), tolerance);
    EXPECT_EQ(result.verdict(), Verdict::Undecided);
    EXPECT_EQ(result.undecidedCount, 1u);
    EXPECT_EQ(compare(floats({2, 5}), floats({1, 2}), tolerance).verdict(), Verdict::Fail);
  }
}

TEST(Comparison, IntegersAreExactBeyondDoubles) {
  Array a = Array::zeros(ElementType::I64, {1});
  Array b = a;
  a.setInteger(0, (int64_t(1) << 60) + 1);
  b.setInteger(0, int64_t(1) << 60);
  EXPECT_EQ(compare(a, b).verdict(), Verdict::Fail);
  EXPECT_EQ(compare(a, a).verdict(), Verdict::Pass);
  Tolerance one;
  one.absolute = 1;
  EXPECT_EQ(compare(a, b, one).verdict(), Verdict::Pass);
  Array u = Array::zeros(ElementType::U64, {1});
  Array v = u;
  u.setInteger(0, -1);
  EXPECT_EQ(compare(u, v).largestError, 0x1p64);
}

TEST(Comparison, SignedZerosAreEqual) { EXPECT_EQ(compare(floats({-0.0}), floats({0.0})).verdict(), Verdict::Pass); }

TEST(Comparison, DifferentKindsOfArraysAreErrors) {
  Array i32 = Array::zeros(ElementType::I32, {2});
  EXPECT_EQ(compareArrays(i32, floats({1, 2}), {}).error(), "element types differ: got i32, expects fp32");
  EXPECT_EQ(compareArrays(floats({1}), floats({1, 2}), {}).error(), "shapes differ: got 1, expects 2");
  Tolerance tolerance;
  tolerance.bounds = {1};
  EXPECT_EQ(compareArrays(floats({1, 2}), floats({1, 2}), tolerance).error(), "expects 2 bounds, got 1");
}

TEST(Comparison, ReportNamesTheElement) {
  Array expected = Array::zeros(ElementType::F32, {2, 3});
  Array actual = expected;
  actual.setDouble(4, 0.5);
  Tolerance tolerance;
  tolerance.absolute = 0.25;
  Comparison result = compare(actual, expected, tolerance);
  EXPECT_EQ(formatComparison("out", result, expected.shape),
            "out: FAIL, 6 elements, max error 0.5 (2 of its bound, at [1, 1]), 1 outside their bound\n"
            "  out[1, 1]: got 0.5, expects 0 within 0.25\n");
  EXPECT_EQ(formatComparison("out", compare(expected, expected), expected.shape),
            "out: pass, 6 elements, max error 0\n");
}

TEST(Comparison, ListIsCut) {
  Array zeros = Array::zeros(ElementType::I32, {100});
  Array ones = zeros;
  for (size_t i = 0; i < 100; ++i) {
    ones.setInteger(i, 1);
  }
  Result<Comparison> result = compareArrays(ones, zeros, {}, 3);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->firstMismatches.size(), 3u);
  EXPECT_EQ(result->mismatchCount, 100u);
}
