// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers against a Philox written here.
#include <array>

#include "RunSource.h"

using namespace tkc;

namespace {

template <typename Word>
Word highProduct(Word a, Word b) {
  constexpr unsigned bits = 8 * sizeof(Word);
  return Word((static_cast<unsigned __int128>(a) * b) >> bits);
}

/// Ten rounds of Philox 4x32 or 4x64.
template <typename Word>
std::array<Word, 4> philox(std::array<Word, 4> counter, Word key0, Word key1, const std::array<Word, 4> &constants) {
  for (int round = 0; round < 10; ++round) {
    std::array<Word, 4> next;
    next[0] = highProduct(constants[3], counter[2]) ^ counter[1] ^ key0;
    next[1] = constants[3] * counter[2];
    next[2] = highProduct(constants[2], counter[0]) ^ counter[3] ^ key1;
    next[3] = constants[2] * counter[0];
    counter = next;
    key0 += constants[0];
    key1 += constants[1];
  }
  return counter;
}

std::array<uint32_t, 4> philox32(uint64_t seed, uint64_t offset) {
  return philox<uint32_t>({uint32_t(offset), uint32_t(offset >> 32), 0, 0}, uint32_t(seed), uint32_t(seed >> 32),
                          {0x9E3779B9, 0xBB67AE85, 0xD2511F53, 0xCD9E8D57});
}

float uniform(uint32_t bits) {
  int32_t number = int32_t(bits);
  return float(number < 0 ? -number - 1 : number) * 4.6566127342e-10f;
}

constexpr uint64_t seed = 0x123456789abcdef;

} // namespace

TEST(Random, integers_are_those_of_philox) {
  SourceRun run;
  for (int i = 0; i < 4; ++i) {
    run.output(ElementType::U32, 16);
  }
  run.runSource(R"(
@triton.jit
def kernel(a: "*u32", b: "*u32", c: "*u32", d: "*u32"):
    offset = tl.arange(0, 16)
    w, x, y, z = tl.randint4x(0x123456789abcdef, offset + 5)
    tl.store(a + offset, w)
    tl.store(b + offset, x)
    tl.store(c + offset, y)
    tl.store(d + offset, tl.randint(0x123456789abcdef, offset + 5))
)");
  for (int i = 0; i < 16; ++i) {
    std::array<uint32_t, 4> expected = philox32(seed, i + 5);
    for (int word = 0; word < 3; ++word) {
      EXPECT_EQ(run.values(word)[i], expected[word]) << word << " of " << i;
    }
    EXPECT_EQ(run.values(3)[i], expected[0]);
  }
}

TEST(Random, wide_offsets_fill_two_counter_words) {
  SourceRun run;
  run.output(ElementType::U32, 8);
  run.runSource(R"(
@triton.jit
def kernel(out: "*u32"):
    i = tl.arange(0, 8)
    tl.store(out + i, tl.randint(7, i.to(tl.int64) * 0x100000001 + 0x500000003))
)");
  for (uint64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(run.values(0)[i], philox32(7, i * 0x100000001 + 0x500000003)[0]);
  }
}

TEST(Random, uniform_numbers_scale_the_integers) {
  SourceRun run;
  run.output(ElementType::F32, 64);
  run.runSource(R"(
@triton.jit
def kernel(out: "*fp32"):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.rand(3, i))
)");
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(float(run.values(0)[i]), uniform(philox32(3, i)[0]));
  }
}

TEST(Random, normal_numbers_are_box_and_mullers) {
  SourceRun run;
  run.output(ElementType::F32, 64);
  run.runSource(R"(
@triton.jit
def kernel(out: "*fp32"):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.randn(3, i))
)");
  for (int i = 0; i < 64; ++i) {
    std::array<uint32_t, 4> words = philox32(3, i);
    double radius = std::sqrt(-2 * std::log(std::max(1e-7f, uniform(words[0]))));
    EXPECT_NEAR(run.values(0)[i], radius * std::cos(6.283185307179586 * uniform(words[1])), 1e-5);
  }
}

TEST(Random, philox_of_64_bits) {
  SourceRun run;
  run.output(ElementType::U64, 4);
  run.runSource(R"(
@triton.jit
def kernel(out: "*u64"):
    zero = tl.full([1], 0, tl.uint64)
    counter = tl.full([1], 9, tl.uint64)
    a, b, c, d = tl.philox(5, counter, zero, zero, zero)
    i = tl.arange(0, 1)
    tl.store(out + i, a)
    tl.store(out + 1 + i, b)
    tl.store(out + 2 + i, c)
    tl.store(out + 3 + i, d)
)");
  std::array<uint64_t, 4> expected = philox<uint64_t>(
      {9, 0, 0, 0}, 5, 0, {0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B, 0xD2E7470EE14C6C93, 0xCA5A826395121157});
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(uint64_t(run.arrays[0].getInteger(i)), expected[i]) << i;
  }
}
