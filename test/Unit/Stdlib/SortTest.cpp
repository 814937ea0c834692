// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting and searching for the largest.
#include <algorithm>

#include "RunSource.h"

using namespace tkc;

TEST(Sort, rows_rise_and_fall) {
  std::vector<double> input = shuffled(64), rising, falling;
  for (size_t row = 0; row < 4; ++row) {
    std::vector<double> part(input.begin() + row * 16, input.begin() + (row + 1) * 16);
    std::sort(part.begin(), part.end());
    rising.insert(rising.end(), part.begin(), part.end());
    falling.insert(falling.end(), part.rbegin(), part.rend());
  }
  SourceRun run;
  run.buffer(ElementType::F32, input);
  run.output(ElementType::F32, 64);
  run.output(ElementType::F32, 64);
  run.runSource(R"(
@triton.jit
def kernel(x: "*fp32", up: "*fp32", down: "*fp32"):
    i = tl.arange(0, 4)[:, None] * 16 + tl.arange(0, 16)[None, :]
    block = tl.load(x + i)
    tl.store(up + i, tl.sort(block))
    tl.store(down + i, tl.sort(block, descending=True))
)");
  run.expectValues(1, rising);
  run.expectValues(2, falling);
}

TEST(Sort, integers_with_signs) {
  SourceRun run;
  run.buffer(ElementType::I32, {3, -5, 2147483647, -2147483648.0, 0, -1, 7, 7});
  run.output(ElementType::I32, 8);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i32", y: "*i32"):
    i = tl.arange(0, 8)
    tl.store(y + i, tl.sort(tl.load(x + i)))
)");
  run.expectValues(1, {-2147483648.0, -5, -1, 0, 3, 7, 7, 2147483647});
}

TEST(Sort, top_k_of_each_size) {
  for (int k : {1, 4, 16}) {
    SourceRun run;
    run.buffer(ElementType::F16, shuffled(16));
    run.output(ElementType::F16, k);
    std::string size = std::to_string(k);
    run.runSource(R"(
@triton.jit
def kernel(x: "*fp16", y: "*fp16"):
    best = tl.topk(tl.load(x + tl.arange(0, 16)), )" +
                  size + R"()
    tl.store(y + tl.arange(0, )" +
                  size + R"(), best)
)");
    std::vector<double> expected;
    for (int i = 0; i < k; ++i) {
      expected.push_back(15 - i);
    }
    run.expectValues(1, expected);
  }
}

TEST(Sort, bitonic_blocks_merge) {
  SourceRun run;
  run.buffer(ElementType::I32, {0, 3, 5, 9, 8, 6, 2, 1});
  run.output(ElementType::I32, 8);
  run.runSource(R"(
@triton.jit
def kernel(x: "*i32", y: "*i32"):
    i = tl.arange(0, 8)
    tl.store(y + i, tl.bitonic_merge(tl.load(x + i)))
)");
  run.expectValues(1, {0, 1, 2, 3, 5, 6, 8, 9});
}
