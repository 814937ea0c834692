// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots of operands of few bits with scales.
#include "RunSource.h"

using namespace tkc;

namespace {

/// The number of four bits of e2m1.
double nibbleValue(unsigned bits) {
  static const double magnitudes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  return bits & 8 ? -magnitudes[bits & 7] : magnitudes[bits & 7];
}

constexpr int m = 16, n = 16, k = 64;

/// Bytes in no order.
std::vector<double> bytes(size_t count, unsigned factor) {
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = double((i * factor + i / 7) & 255);
  }
  return values;
}

double leftValue(const std::vector<double> &packed, int row, int inner) {
  unsigned byte = unsigned(packed[row * (k / 2) + inner / 2]);
  return nibbleValue(inner % 2 ? byte >> 4 : byte & 15);
}
double rightValue(const std::vector<double> &packed, int inner, int column) {
  unsigned byte = unsigned(packed[inner / 2 * n + column]);
  return nibbleValue(inner % 2 ? byte >> 4 : byte & 15);
}

} // namespace

TEST(ScaledDot, four_bit_operands_with_powers_of_two) {
  std::vector<double> left = bytes(m * k / 2, 37), right = bytes(k / 2 * n, 91), leftScale(m * 2), rightScale(n * 2);
  for (size_t i = 0; i < leftScale.size(); ++i) {
    leftScale[i] = 125 + double(i % 5);
    rightScale[i] = 129 - double(i % 4);
  }
  SourceRun run;
  run.buffer(ElementType::U8, left);
  run.buffer(ElementType::U8, leftScale);
  run.buffer(ElementType::U8, right);
  run.buffer(ElementType::U8, rightScale);
  run.output(ElementType::F32, m * n);
  run.runSource(R"(
@triton.jit
def kernel(a: "*u8", a_scale: "*u8", b: "*u8", b_scale: "*u8", out: "*fp32"):
    i = tl.arange(0, 16)
    half = tl.arange(0, 32)
    group = tl.arange(0, 2)
    left = tl.load(a + i[:, None] * 32 + half[None, :])
    right = tl.load(b + half[:, None] * 16 + i[None, :])
    left_scale = tl.load(a_scale + i[:, None] * 2 + group[None, :])
    right_scale = tl.load(b_scale + i[:, None] * 2 + group[None, :])
    product = tl.dot_scaled(left, left_scale, "e2m1", right, right_scale, "e2m1")
    tl.store(out + i[:, None] * 16 + i[None, :], product)
)");
  std::vector<double> expected(m * n, 0);
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      for (int inner = 0; inner < k; ++inner) {
        double scale = std::exp2(leftScale[row * 2 + inner / 32] - 127 + rightScale[column * 2 + inner / 32] - 127);
        expected[row * n + column] += leftValue(left, row, inner) * rightValue(right, inner, column) * scale;
      }
    }
  }
  run.expectValues(4, expected, 1e-3);
}

TEST(ScaledDot, eight_bit_operands_and_no_scale) {
  SourceRun run;
  run.output(ElementType::F32, m * n);
  run.runSource(R"(
@triton.jit
def kernel(out: "*fp32"):
    i = tl.arange(0, 16)
    left = (i[:, None] + tl.arange(0, 32)[None, :] * 0).to(tl.float8e4nv)
    right = tl.full([32, 16], 1.0, tl.float16)
    scale = tl.full([16, 1], 130, tl.uint8)
    out_block = tl.dot_scaled(left.to(tl.uint8, bitcast=True), scale, "e4m3", right, None, "fp16")
    tl.store(out + i[:, None] * 16 + i[None, :], out_block)
)");
  for (int row = 0; row < m; ++row) {
    EXPECT_EQ(run.values(0)[row * n], row * 32 * 8) << row;
  }
}

TEST(ScaledDot, elements_packed_along_rows_and_columns) {
  // Byte (r, k) of the left operand has rows 2r and 2r + 1, byte (k, c) of the right one columns 2c and 2c + 1.
  std::vector<double> left = bytes(m / 2 * k, 53), right = bytes(k * n / 2, 29);
  SourceRun run;
  run.buffer(ElementType::U8, left);
  run.buffer(ElementType::U8, right);
  run.output(ElementType::F32, m * n);
  run.runSource(R"(
@triton.jit
def kernel(a: "*u8", b: "*u8", out: "*fp32"):
    i = tl.arange(0, 16)
    half = tl.arange(0, 8)
    k = tl.arange(0, 64)
    left = tl.load(a + half[:, None] * 64 + k[None, :])
    right = tl.load(b + k[:, None] * 8 + half[None, :])
    product = tl.dot_scaled(left, None, "e2m1", right, None, "e2m1", lhs_k_pack=False, rhs_k_pack=False)
    tl.store(out + i[:, None] * 16 + i[None, :], product)
)");
  std::vector<double> expected(m * n, 0);
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      for (int inner = 0; inner < k; ++inner) {
        unsigned a = unsigned(left[row / 2 * k + inner]), b = unsigned(right[inner * (n / 2) + column / 2]);
        expected[row * n + column] +=
            nibbleValue(row % 2 ? a >> 4 : a & 15) * nibbleValue(column % 2 ? b >> 4 : b & 15);
      }
    }
  }
  run.expectValues(2, expected, 1e-3);
}

TEST(ScaledDot, groups_of_16_with_fp8_scales_and_an_accumulator) {
  std::vector<double> left = bytes(m * k / 2, 37);
  SourceRun run;
  run.buffer(ElementType::U8, left);
  run.output(ElementType::F32, m * n);
  run.runSource(R"(
@triton.jit
def kernel(a: "*u8", out: "*fp32"):
    i = tl.arange(0, 16)
    left = tl.load(a + i[:, None] * 32 + tl.arange(0, 32)[None, :])
    right = tl.full([64, 16], 1.0, tl.bfloat16)
    scale = (i[:, None] + tl.arange(0, 4)[None, :]).to(tl.float8e4nv)
    product = tl.dot_scaled(left, scale, "e2m1", right, None, "bf16", tl.full([16, 16], 7.0, tl.float32))
    tl.store(out + i[:, None] * 16 + i[None, :], product)
)");
  static const int rounded[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 18};
  std::vector<double> expected(m * n, 7);
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      for (int inner = 0; inner < k; ++inner) {
        expected[row * n + column] += leftValue(left, row, inner) * rounded[row + inner / 16];
      }
    }
  }
  run.expectValues(1, expected, 1e-3);
}

TEST(ScaledDot, scale_of_all_ones_is_not_a_number) {
  SourceRun run;
  run.output(ElementType::F32, m * n);
  run.runSource(R"(
@triton.jit
def kernel(out: "*fp32"):
    i = tl.arange(0, 16)
    left = tl.full([16, 32], 1.0, tl.float8e5)
    scale = tl.where(i[:, None] == 3, 255, 128).to(tl.uint8)
    product = tl.dot_scaled(left, scale, "e5m2", tl.full([32, 16], 1.0, tl.float16), None, "fp16")
    tl.store(out + i[:, None] * 16 + i[None, :], product)
)");
  for (int row = 0; row < m; ++row) {
    double value = run.values(0)[row * n + row];
    if (row == 3) {
      EXPECT_TRUE(std::isnan(value));
    } else {
      EXPECT_EQ(value, 64) << row;
    }
  }
}
