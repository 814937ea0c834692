// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What loads, stores, atomics and dots leave in memory.
#include "RunSource.h"

using namespace tkc;

TEST(MemoryValues, block_pointers_pad_and_do_not_write_outside) {
  SourceRun run;
  run.buffer(ElementType::F32, countFrom(1, 15));
  run.output(ElementType::F32, 32);
  run.buffer(ElementType::F32, std::vector<double>(15, 9));
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", padded: "*fp32", y: "*fp32"):
    source = tl.make_block_ptr(x, (3, 5), (5, 1), (0, 0), (4, 4), (1, 0))
    source = tl.advance(source, (0, 4))
    block = tl.load(source, boundary_check=(0, 1), padding_option="zero")
    i = tl.arange(0, 4)[:, None] * 4 + tl.arange(0, 4)[None, :]
    tl.store(padded + i, block)
    tl.store(padded + 16 + i, tl.load(source, boundary_check=(0, 1), padding_option="nan"))
    target = tl.make_block_ptr(y, (3, 5), (5, 1), (2, 3), (4, 4), (1, 0))
    tl.store(target, block + 100, boundary_check=(0, 1))
)");
  std::vector<double> padded(32, 0);
  std::fill(padded.begin() + 16, padded.end(), quietNan);
  for (int row = 0; row < 3; ++row) {
    padded[row * 4] = padded[16 + row * 4] = 5 * (row + 1);
  }
  run.expectValues(1, padded);
  run.expectValues(2, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 105, 100});
}

TEST(MemoryValues, descriptors_pad_with_zero) {
  SourceRun run;
  run.buffer(ElementType::I32, countFrom(1, 24));
  run.output(ElementType::I32, 16);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i32", out: "*i32"):
    array = tl.make_tensor_descriptor(x, [3, 8], [8, 1], [4, 4])
    block = array.load([1, 6])
    tl.store(out + tl.arange(0, 4)[:, None] * 4 + tl.arange(0, 4)[None, :], block)
    array.store([-1, 0], block)
)");
  run.expectValues(1, {15, 16, 0, 0, 23, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  std::vector<double> expected = countFrom(1, 24);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) {
      expected[row * 8 + column] = row == 0 && column < 2 ? 23 + column : 0;
    }
  }
  run.expectValues(0, expected);
}

TEST(MemoryValues, masked_loads_of_bools) {
  SourceRun run;
  run.buffer(ElementType::I8, {1, 0, 2, 0});
  run.output(ElementType::I32, 4);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i1", out: "*i32"):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.load(x + i, mask=i < 3, other=True))
)");
  run.expectValues(1, {1, 0, 1, 1});
}

TEST(MemoryValues, atomic_extrema_of_floats) {
  SourceRun run;
  run.buffer(ElementType::F32, {-3, 1, 2, -0.5});
  run.buffer(ElementType::F32, {-3, 1, 2, -0.5});
  run.output(ElementType::F32, 4);
  run.runSource(R"(
@triton.jit
def kernel(high: "*fp32", low: "*fp32", old: "*fp32"):
    i = tl.arange(0, 4)
    tl.store(old + i, tl.atomic_max(high + i, 1.0 - 2.0 * (i % 2)))
    tl.atomic_min(low + i, 1.0 - 2.0 * (i % 2))
)");
  run.expectValues(0, {1, 1, 2, -0.5});
  run.expectValues(1, {-3, -1, 1, -1});
  run.expectValues(2, {-3, 1, 2, -0.5});
}

TEST(MemoryValues, dots_add_products) {
  SourceRun run;
  run.buffer(ElementType::F16, countFrom(0, 256));
  run.output(ElementType::F32, 256);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp16", out: "*fp32"):
    i = tl.arange(0, 16)[:, None] * 16 + tl.arange(0, 16)[None, :]
    a = tl.load(x + i)
    identity = (tl.arange(0, 16)[:, None] == tl.arange(0, 16)[None, :]).to(tl.float16)
    acc = tl.full([16, 16], 0.5, tl.float32)
    tl.store(out + i, tl.dot(a.T, identity, acc))
)");
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      EXPECT_EQ(run.values(1)[row * 16 + column], column * 16 + row + 0.5);
    }
  }
}

TEST(MemoryValues, descriptors_add_gather_and_scatter) {
  SourceRun run;
  run.buffer(ElementType::F32, countFrom(0, 64));
  run.output(ElementType::F32, 32);
  run.buffer(ElementType::F32, std::vector<double>(64, 1));
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", out: "*fp32", y: "*fp32"):
    rows = tl.make_tensor_descriptor(x, [16, 4], [4, 1], [1, 4])
    i = tl.arange(0, 8)
    block = rows.gather(i * 3 - 3, 1)
    tl.store(out + i[:, None] * 4 + tl.arange(0, 4)[None, :], block)
    target = tl.make_tensor_descriptor(y, [16, 4], [4, 1], [1, 4])
    target.scatter(block * 0 + 5.0, i * 2, 2)
    target.atomic_add([1, 0], tl.full([1, 4], 2.5, tl.float32))
)");
  std::vector<double> gathered(32, 0), scattered(64, 1);
  for (int i = 0; i < 8; ++i) {
    int row = i * 3 - 3;
    for (int column = 1; row >= 0 && row < 16 && column < 4; ++column) {
      gathered[i * 4 + column - 1] = row * 4 + column;
    }
    scattered[i * 8 + 2] = scattered[i * 8 + 3] = 5;
    scattered[4 + (i & 3)] = 3.5;
  }
  run.expectValues(1, gathered);
  run.expectValues(2, scattered);
}
