// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where elements go when shapes change.
#include "RunSource.h"

using namespace tkc;

TEST(ShapeValues, flip_turns_a_dimension_round) {
  SourceRun run;
  run.buffer(ElementType::F32, countFrom(0, 32));
  run.output(ElementType::F32, 32);
  run.output(ElementType::F32, 32);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", y: "*fp32", z: "*fp32"):
    i = tl.arange(0, 4)[:, None] * 8 + tl.arange(0, 8)[None, :]
    block = tl.load(x + i)
    tl.store(y + i, tl.flip(block))
    tl.store(z + i, tl.flip(block, 0))
)");
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 8; ++column) {
      EXPECT_EQ(run.values(1)[row * 8 + column], row * 8 + 7 - column);
      EXPECT_EQ(run.values(2)[row * 8 + column], (3 - row) * 8 + column);
    }
  }
}

TEST(ShapeValues, flip_keeps_infinities) {
  SourceRun run;
  run.buffer(ElementType::F32, {infinity, -infinity, 1, quietNan});
  run.output(ElementType::F32, 4);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", y: "*fp32"):
    i = tl.arange(0, 4)
    tl.store(y + i, tl.load(x + i).flip())
)");
  run.expectValues(1, {quietNan, 1, -infinity, infinity});
}

TEST(ShapeValues, join_split_interleave_cat) {
  SourceRun run;
  run.buffer(ElementType::I32, countFrom(0, 4));
  run.output(ElementType::I32, 8);
  run.output(ElementType::I32, 4);
  run.output(ElementType::I32, 8);
  run.output(ElementType::I32, 8);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i32", joined: "*i32", second: "*i32", woven: "*i32", chained: "*i32"):
    i = tl.arange(0, 4)
    a = tl.load(x + i)
    b = a + 10
    both = tl.join(a, b)
    tl.store(joined + i[:, None] * 2 + tl.arange(0, 2)[None, :], both)
    _, right = both.split()
    tl.store(second + i, right)
    tl.store(woven + tl.arange(0, 8), tl.interleave(a, b))
    tl.store(chained + tl.arange(0, 8), tl.cat(a, b, can_reorder=True))
)");
  run.expectValues(1, {0, 10, 1, 11, 2, 12, 3, 13});
  run.expectValues(2, {10, 11, 12, 13});
  run.expectValues(3, {0, 10, 1, 11, 2, 12, 3, 13});
  run.expectValues(4, {0, 1, 2, 3, 10, 11, 12, 13});
}

TEST(ShapeValues, cat_along_the_last_dimension) {
  SourceRun run;
  run.output(ElementType::I32, 8);
  run.runSource(R"(
@triton.jit
def kernel(out: "*i32"):
    a = tl.arange(0, 4).reshape(2, 2)
    block = tl.cat(a, a + 10, dim=1)
    tl.store(out + tl.arange(0, 2)[:, None] * 4 + tl.arange(0, 4)[None, :], block)
)");
  run.expectValues(0, {0, 1, 10, 11, 2, 3, 12, 13});
}

TEST(ShapeValues, numbers_as_indices_pick) {
  SourceRun run;
  run.output(ElementType::F32, 4);
  run.output(ElementType::F32, 1);
  run.runSource(R"(
@triton.jit
def kernel(row: "*fp32", one: "*fp32"):
    block = (tl.arange(0, 8)[:, None] * 4 + tl.arange(0, 4)[None, :]).to(tl.float32) - 5.5
    tl.store(row + tl.arange(0, 4), block[3])
    tl.store(one, block[-1, 2])
)");
  run.expectValues(0, {6.5, 7.5, 8.5, 9.5});
  run.expectValues(1, {24.5});
}

TEST(ShapeValues, permute_and_transpose) {
  SourceRun run;
  run.output(ElementType::I32, 8);
  run.output(ElementType::I32, 8);
  run.runSource(R"(
@triton.jit
def kernel(a: "*i32", b: "*i32"):
    i = tl.arange(0, 8)
    block = i.reshape(2, 2, 2)
    tl.store(a + i, tl.permute(block, (2, 0, 1)).reshape(8))
    tl.store(b + i, tl.reshape(i.reshape(2, 4).T, [8]))
)");
  run.expectValues(0, {0, 2, 4, 6, 1, 3, 5, 7});
  run.expectValues(1, {0, 4, 1, 5, 2, 6, 3, 7});
}
