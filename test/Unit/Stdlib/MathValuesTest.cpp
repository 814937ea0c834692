// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that operators, casts and functions give.
#include "RunSource.h"

using namespace tkc;

TEST(MathValues, division_truncates_and_floor_division_does_not) {
  SourceRun run;
  run.buffer(ElementType::I32, {7, -7, 7, -7});
  run.buffer(ElementType::I32, {2, 2, -2, -2});
  run.output(ElementType::I32, 16);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i32", y: "*i32", out: "*i32"):
    i = tl.arange(0, 4)
    a = tl.load(x + i)
    b = tl.load(y + i)
    tl.store(out + i, a // b)
    tl.store(out + 4 + i, a % b)
    tl.store(out + 8 + i, tl.floordiv(a, b))
    tl.store(out + 12 + i, tl.floormod(a, b))
)");
  run.expectValues(2, {3, -3, -3, 3, 1, -1, 1, -1, 3, -4, -4, 3, 1, 1, -1, -1});
}

TEST(MathValues, signs_decide_shifts_comparisons_and_widening) {
  SourceRun run;
  run.buffer(ElementType::I8, {-128, -1});
  run.buffer(ElementType::U8, {128, 255});
  run.output(ElementType::I32, 12);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i8", y: "*u8", out: "*i32"):
    i = tl.arange(0, 2)
    a = tl.load(x + i)
    b = tl.load(y + i)
    tl.store(out + i, a >> 1)
    tl.store(out + 2 + i, b >> 1)
    tl.store(out + 4 + i, a < 1)
    tl.store(out + 6 + i, b < 1)
    tl.store(out + 8 + i, a.to(tl.uint8))
    tl.store(out + 10 + i, b.to(tl.int8))
)");
  run.expectValues(2, {-64, -1, 64, 127, 1, 1, 0, 0, 128, 255, -128, -1});
}

TEST(MathValues, fp8_casts_round_and_saturate) {
  SourceRun run;
  run.buffer(ElementType::F32, {1.0625, 1.0625001, 1000, -infinity, 448, quietNan, 0.001953125, 17});
  run.output(ElementType::F32, 16);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", out: "*fp32"):
    i = tl.arange(0, 8)
    a = tl.load(x + i)
    tl.store(out + i, a.to(tl.float8e4nv).to(tl.float32))
    tl.store(out + 8 + i, a.to(tl.float8e5).to(tl.float16))
)");
  run.expectValues(
      1, {1, 1.125, 448, -448, 448, quietNan, 0.001953125, 16, 1, 1, 1024, -57344, 448, quietNan, 0.001953125, 16});
}

TEST(MathValues, negative_zero_and_extrema) {
  SourceRun run;
  run.buffer(ElementType::F32, {0, quietNan, 3, -2});
  run.output(ElementType::F32, 16);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", out: "*fp32"):
    i = tl.arange(0, 4)
    a = tl.load(x + i)
    tl.store(out + i, 1 / -a)
    tl.store(out + 4 + i, tl.maximum(a, 1.0))
    tl.store(out + 8 + i, tl.minimum(a, 1.0, propagate_nan=tl.PropagateNan.ALL))
    tl.store(out + 12 + i, tl.clamp(a, -1.0, 2.0))
)");
  run.expectValues(1, {-infinity, quietNan, -1.0f / 3, 0.5, 1, 1, 3, 1, 0, quietNan, 1, -2, 0, -1, 2, -1});
}

TEST(MathValues, powers) {
  SourceRun run;
  run.buffer(ElementType::F32, {2, 3, 0.5, -1});
  run.output(ElementType::F32, 12);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", out: "*fp32"):
    i = tl.arange(0, 4)
    a = tl.load(x + i)
    tl.store(out + i, a ** 5)
    tl.store(out + 4 + i, a ** -2)
    tl.store(out + 8 + i, 2.0 ** a)
)");
  run.expectValues(1, {32, 243, 0.03125, -1, 0.25, 1.0f / 9, 4, 1, 4, 8, std::sqrt(2.0), 0.5}, 1e-6);
}

TEST(MathValues, sigmoid_of_narrow_floats) {
  SourceRun run;
  run.buffer(ElementType::BF16, {0, 1, -1, 8});
  run.output(ElementType::F32, 4);
  run.runSource(R"(
@triton.jit
def kernel(x: "*bf16", out: "*fp32"):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.sigmoid(tl.load(x + i)))
)");
  run.expectValues(1, {0.5, 1 / (1 + std::exp(-1.0)), 1 / (1 + std::exp(1.0)), 1 / (1 + std::exp(-8.0))}, 4e-3);
}

TEST(MathValues, swizzle_visits_every_place_once) {
  SourceRun run;
  run.output(ElementType::I32, 16);
  run.runSource(R"(
@triton.jit
def kernel(out: "*i32"):
    i = tl.arange(0, 16)
    row, column = tl.swizzle2d(i // 4, i % 4, 4, 4, 2)
    tl.store(out + i, row * 4 + column)
)");
  run.expectValues(0, {0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15});
}

TEST(MathValues, high_products) {
  SourceRun run;
  run.output(ElementType::U32, 2);
  run.runSource(R"(
@triton.jit
def kernel(out: "*u32"):
    i = tl.arange(0, 2)
    a = tl.full([2], 0xffffffff, tl.uint32)
    tl.store(out + i, tl.umulhi(a, a - i.to(tl.uint32)))
)");
  run.expectValues(0, {4294967294.0, 4294967293.0});
}
