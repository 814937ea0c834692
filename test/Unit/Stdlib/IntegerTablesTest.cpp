// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of integer division by all pairs of signs and edges, and of extrema and comparisons with NaN and zeros of
// either sign.
#include "RunSource.h"

using namespace tkc;

namespace {

struct IntegerCase {
  const char *name;
  ElementType element;
  int64_t low;
  int64_t high;
};

const IntegerCase integerTypes[] = {
    {"i8", ElementType::I8, INT8_MIN, INT8_MAX},     {"i16", ElementType::I16, INT16_MIN, INT16_MAX},
    {"i32", ElementType::I32, INT32_MIN, INT32_MAX}, {"i64", ElementType::I64, INT64_MIN, INT64_MAX},
    {"u8", ElementType::U8, 0, UINT8_MAX},           {"u16", ElementType::U16, 0, UINT16_MAX},
    {"u32", ElementType::U32, 0, UINT32_MAX}};

/// Dividends and divisors around zero and the edges, all pairs of them but those that overflow.
std::vector<std::pair<int64_t, int64_t>> pairsOf(const IntegerCase &type) {
  std::vector<int64_t> numbers;
  for (int64_t step : {0, 1, 2, 3, 5, 7}) {
    for (int64_t number : {step, -step, type.low + step, type.high - step, type.high / 2 + step}) {
      if (number >= type.low && number <= type.high) {
        numbers.push_back(number);
      }
    }
  }
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (int64_t left : numbers) {
    for (int64_t right : numbers) {
      if (right != 0 && !(left == type.low && right == -1)) {
        pairs.emplace_back(left, right);
      }
    }
  }
  return pairs;
}

int64_t floorDivide(int64_t left, int64_t right) {
  int64_t quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

TEST(IntegerDivision, all_pairs_of_signs_and_edges) {
  for (const IntegerCase &type : integerTypes) {
    std::vector<std::pair<int64_t, int64_t>> pairs = pairsOf(type);
    size_t count = llvm::PowerOf2Ceil(pairs.size());
    pairs.resize(count, pairs.front());
    SourceRun run;
    for (int side = 0; side < 2; ++side) {
      data::Array &array = run.buffer(type.element, std::vector<double>(count));
      for (size_t i = 0; i < count; ++i) {
        array.setInteger(i, side == 0 ? pairs[i].first : pairs[i].second);
      }
    }
    for (int result = 0; result < 4; ++result) {
      run.output(type.element, count);
    }
    std::string pointer = ": \"*" + std::string(type.name) + "\"";
    run.runSource("@triton.jit\ndef kernel(a" + pointer + ", b" + pointer + ", q" + pointer + ", r" + pointer + ", fq" +
                  pointer + ", fr" + pointer + "):\n    i = tl.arange(0, " + std::to_string(count) +
                  ")\n"
                  "    x = tl.load(a + i)\n    y = tl.load(b + i)\n    tl.store(q + i, x // y)\n"
                  "    tl.store(r + i, x % y)\n    tl.store(fq + i, tl.floordiv(x, y))\n"
                  "    tl.store(fr + i, tl.floormod(x, y))\n");
    for (size_t i = 0; i < count; ++i) {
      auto [left, right] = pairs[i];
      int64_t floored = floorDivide(left, right);
      EXPECT_EQ(run.arrays[2].getInteger(i), left / right) << type.name << " " << left << " // " << right;
      EXPECT_EQ(run.arrays[3].getInteger(i), left % right) << type.name << " " << left << " % " << right;
      EXPECT_EQ(run.arrays[4].getInteger(i), floored) << type.name << " " << left << " floordiv " << right;
      EXPECT_EQ(run.arrays[5].getInteger(i), left - floored * right)
          << type.name << " " << left << " floormod " << right;
    }
  }
}

/// All pairs of special floats.
class FloatPairs : public testing::Test {
protected:
  FloatPairs() {
    const std::vector<double> specials = {quietNan, -infinity, infinity, 0.0, -0.0, 1.0, -1.0, 6.0};
    for (double x : specials) {
      for (double y : specials) {
        left.push_back(x);
        right.push_back(y);
      }
    }
  }

  /// Expects `expression` of x and y to give `expected(x, y)` for each pair and each float type.
  void expectTable(const std::string &expression, double (*expected)(double, double)) {
    for (auto [name, element] : {std::pair("fp16", ElementType::F16), std::pair("bf16", ElementType::BF16),
                                 std::pair("fp32", ElementType::F32), std::pair("fp64", ElementType::F64)}) {
      SourceRun run;
      run.buffer(element, left);
      run.buffer(element, right);
      run.output(ElementType::F64, left.size());
      std::string pointer = ": \"*" + std::string(name) + "\"";
      run.runSource("@triton.jit\ndef kernel(a" + pointer + ", b" + pointer +
                    ", out: \"*fp64\"):\n    i = tl.arange(0, 64)\n    x = tl.load(a + i)\n    y = tl.load(b + i)\n"
                    "    tl.store(out + i, (" +
                    expression + ").to(tl.float64))\n");
      std::vector<double> found = run.values(2);
      for (size_t i = 0; i < found.size(); ++i) {
        double wanted = expected(left[i], right[i]);
        bool isSame = std::isnan(wanted) ? std::isnan(found[i]) : found[i] == wanted;
        EXPECT_TRUE(isSame) << expression << " of " << name << " " << left[i] << ", " << right[i] << " is " << found[i]
                            << ", expected " << wanted;
      }
    }
  }

  std::vector<double> left, right;
};

TEST_F(FloatPairs, numbers_win_over_nan) {
  expectTable("tl.maximum(x, y)", [](double x, double y) { return std::fmax(x, y); });
  expectTable("tl.minimum(x, y)", [](double x, double y) { return std::fmin(x, y); });
}

TEST_F(FloatPairs, nan_wins_when_it_propagates) {
  expectTable("tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL)",
              [](double x, double y) { return std::isnan(x) || std::isnan(y) ? quietNan : std::fmax(x, y); });
  expectTable("tl.minimum(x, y, propagate_nan=tl.PropagateNan.ALL)",
              [](double x, double y) { return std::isnan(x) || std::isnan(y) ? quietNan : std::fmin(x, y); });
}

TEST_F(FloatPairs, comparisons_with_nan_are_false_but_for_inequality) {
  expectTable("x == y", [](double x, double y) { return double(x == y); });
  expectTable("x != y", [](double x, double y) { return double(x != y); });
  expectTable("x < y", [](double x, double y) { return double(x < y); });
  expectTable("x <= y", [](double x, double y) { return double(x <= y); });
  expectTable("x > y", [](double x, double y) { return double(x > y); });
  expectTable("x >= y", [](double x, double y) { return double(x >= y); });
}

TEST_F(FloatPairs, arithmetic_with_nan_and_infinities) {
  expectTable("x + y", [](double x, double y) { return x + y; });
  expectTable("x - y", [](double x, double y) { return x - y; });
  expectTable("x * y", [](double x, double y) { return x * y; });
  expectTable("tl.where(x > y, x, y)", [](double x, double y) { return x > y ? x : y; });
}

/// Reductions over pairs that hold NaN: the largest and smallest number, and its index; ties go left or right.
TEST(NanReductions, extrema_and_their_indices) {
  const std::vector<double> rows = {quietNan, infinity, infinity, quietNan, quietNan,  6.0,      8.0, quietNan,
                                    quietNan, quietNan, infinity, infinity, -infinity, quietNan, 3.0, 3.0};
  SourceRun run;
  run.buffer(ElementType::F32, rows);
  for (int result = 0; result < 6; ++result) {
    run.output(result < 2 ? ElementType::F32 : ElementType::I32, 8);
  }
  run.runSource(R"(
@triton.jit
def kernel(p: "*fp32", high: "*fp32", low: "*fp32", left: "*i32", right: "*i32", lowLeft: "*i32", lowRight: "*i32"):
    r = tl.arange(0, 8)
    x = tl.load(p + r[:, None] * 2 + tl.arange(0, 2)[None, :])
    tl.store(high + r, tl.max(x, 1))
    tl.store(low + r, tl.min(x, 1))
    tl.store(left + r, tl.argmax(x, 1))
    tl.store(right + r, tl.argmax(x, 1, tie_break_left=False))
    tl.store(lowLeft + r, tl.argmin(x, 1))
    tl.store(lowRight + r, tl.argmin(x, 1, tie_break_left=False))
)");
  run.expectValues(1, {infinity, infinity, 6, 8, quietNan, infinity, -infinity, 3});
  run.expectValues(2, {infinity, infinity, 6, 8, quietNan, infinity, -infinity, 3});
  run.expectValues(3, {1, 0, 1, 0, 0, 0, 0, 0});
  run.expectValues(4, {1, 0, 1, 0, 1, 1, 0, 1});
  run.expectValues(5, {1, 0, 1, 0, 0, 0, 0, 0});
  run.expectValues(6, {1, 0, 1, 0, 1, 1, 0, 1});
}

} // namespace
