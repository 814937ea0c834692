// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, scans, gathers: NaN, ties, orders.
#include "RunSource.h"

using namespace tkc;

namespace {
/// Runs max, argmax, min and argmin of four numbers.
std::vector<double> extremaOf(const std::vector<double> &input, const char *ties = "True") {
  SourceRun run;
  run.buffer(ElementType::F32, input);
  run.output(ElementType::F32, 4);
  std::string side = ties;
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", out: "*fp32"):
    block = tl.load(x + tl.arange(0, 4))
    tl.store(out, tl.max(block, 0))
    tl.store(out + 1, tl.argmax(block, 0, tie_break_left=)" +
                side + R"())
    tl.store(out + 2, tl.min(block, 0))
    tl.store(out + 3, tl.argmin(block, 0, tie_break_left=)" +
                side + R"())
)");
  return run.values(1);
}
using Values = std::vector<double>;
} // namespace

TEST(ReductionValues, extrema_ignore_nan) {
  EXPECT_EQ(extremaOf({quietNan, 6, 8, 7}), Values({8, 2, 6, 1}));
  EXPECT_EQ(extremaOf({quietNan, infinity, quietNan, infinity}), Values({infinity, 1, infinity, 1}));
  EXPECT_EQ(extremaOf({infinity, quietNan, -infinity, quietNan}), Values({infinity, 0, -infinity, 2}));
  Values allNan = extremaOf({quietNan, quietNan, quietNan, quietNan});
  EXPECT_TRUE(std::isnan(allNan[0]));
  EXPECT_EQ(allNan[1], 0);
  EXPECT_EQ(allNan[3], 0);
}

TEST(ReductionValues, ties_go_to_the_side_that_was_asked_for) {
  EXPECT_EQ(extremaOf({5, 9, 5, 9}), Values({9, 1, 5, 0}));
  EXPECT_EQ(extremaOf({5, 9, 5, 9}, "False"), Values({9, 3, 5, 2}));
  EXPECT_EQ(extremaOf({-infinity, -infinity, -infinity, -infinity}), Values({-infinity, 0, -infinity, 0}));
}

TEST(ReductionValues, indices_without_axis_count_through_the_block) {
  SourceRun run;
  run.buffer(ElementType::I32, shuffled(16));
  run.output(ElementType::I32, 2);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i32", out: "*i32"):
    block = tl.load(x + tl.arange(0, 4)[:, None] * 4 + tl.arange(0, 4)[None, :])
    value, place = tl.max(block, return_indices=True)
    tl.store(out, value)
    tl.store(out + 1, place)
)");
  std::vector<double> input = shuffled(16);
  run.expectValues(1, {15, double(std::max_element(input.begin(), input.end()) - input.begin())});
}

TEST(ReductionValues, sums_of_small_integers_do_not_wrap) {
  SourceRun run;
  run.buffer(ElementType::I8, {100, 100, 100, -1});
  run.buffer(ElementType::U8, {200, 200, 200, 255});
  run.output(ElementType::I32, 3);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i8", y: "*u8", out: "*i32"):
    i = tl.arange(0, 4)
    tl.store(out, tl.sum(tl.load(x + i)))
    tl.store(out + 1, tl.sum(tl.load(y + i), axis=0))
    tl.store(out + 2, tl.sum(tl.load(x + i) > 0))
)");
  run.expectValues(2, {299, 855, 3});
}

TEST(ReductionValues, user_functions_reduce_tuples) {
  SourceRun run;
  run.buffer(ElementType::F32, shuffled(32));
  run.output(ElementType::F32, 2);
  run.runSource(R"(
@triton.jit
def combine(mean_1, m2_1, weight_1, mean_2, m2_2, weight_2):
    delta = mean_2 - mean_1
    weight = weight_1 + weight_2
    share = weight_2 / weight
    return mean_1 + delta * share, m2_1 + m2_2 + delta * delta * weight_1 * share, weight

@triton.jit
def kernel(x: "*fp32", out: "*fp32"):
    values = tl.load(x + tl.arange(0, 32))
    mean, m2, weight = tl.reduce((values, tl.zeros_like(values), tl.full([32], 1.0, tl.float32)), 0, combine)
    tl.store(out, mean)
    tl.store(out + 1, m2 / weight)
)");
  run.expectValues(1, {15.5, (32.0 * 32 - 1) / 12}, 1e-4);
}

TEST(ReductionValues, scans_keep_the_order) {
  SourceRun run;
  for (int i = 0; i < 4; ++i) {
    run.output(ElementType::F32, 8);
  }
  run.runSource(R"(
@triton.jit
def step(a_1, b_1, a_2, b_2):
    return a_1 * a_2, a_2 * b_1 + b_2

@triton.jit
def kernel(forward: "*fp32", backward: "*fp32", sums: "*fp32", products: "*fp32"):
    i = tl.arange(0, 8)
    a = 1.0 + i % 3
    b = 1.0 + i
    _, up = tl.associative_scan((a, b), 0, step)
    _, down = tl.associative_scan((a, b), 0, step, reverse=True)
    tl.store(forward + i, up)
    tl.store(backward + i, down)
    tl.store(sums + i, tl.cumsum(b, 0, reverse=True))
    tl.store(products + i, tl.cumprod(a, 0))
)");
  std::vector<double> forward(8), backward(8), sums(8), products(8);
  double state = 0, product = 1, sum = 0;
  for (int i = 0; i < 8; ++i) {
    state = (1 + i % 3) * state + 1 + i;
    product *= 1 + i % 3;
    forward[i] = state;
    products[i] = product;
  }
  state = 0;
  for (int i = 7; i >= 0; --i) {
    state = (1 + i % 3) * state + 1 + i;
    sum += 1 + i;
    backward[i] = state;
    sums[i] = sum;
  }
  run.expectValues(0, forward);
  run.expectValues(1, backward);
  run.expectValues(2, sums);
  run.expectValues(3, products);
}

TEST(ReductionValues, gather_and_histogram) {
  SourceRun run;
  run.output(ElementType::F32, 8);
  run.output(ElementType::I32, 4);
  run.runSource(R"(
@triton.jit
def kernel(gathered: "*fp32", counts: "*i32"):
    i = tl.arange(0, 8)
    source = tl.arange(0, 4) * 1.5
    tl.store(gathered + i, tl.gather(source, (i * 3) % 4, 0))
    tl.store(counts + tl.arange(0, 4), tl.histogram(i - 2, 4, mask=i != 3))
)");
  run.expectValues(0, {0, 4.5, 3, 1.5, 0, 4.5, 3, 1.5});
  run.expectValues(1, {1, 0, 1, 1});
}

TEST(ReductionValues, softmax_sums_to_one) {
  SourceRun run;
  run.buffer(ElementType::F32, {1, 2, 3, 4, 1000, 1000, -infinity, 0});
  run.output(ElementType::F32, 8);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", y: "*fp32"):
    i = tl.arange(0, 2)[:, None] * 4 + tl.arange(0, 4)[None, :]
    tl.store(y + i, tl.softmax(tl.load(x + i), 1))
)");
  double sum = std::exp(-3) + std::exp(-2) + std::exp(-1) + 1;
  run.expectValues(1, {std::exp(-3) / sum, std::exp(-2) / sum, std::exp(-1) / sum, 1 / sum, 0.5, 0.5, 0, 0}, 1e-6);
}
