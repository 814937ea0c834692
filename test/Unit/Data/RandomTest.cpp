// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generator against published vectors, and the moments of its distributions.
#include "tkc/Data/Random.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace tkc::data;

TEST(Random, PhiloxMatchesThePublishedVectors) {
  EXPECT_EQ(CounterRandom(0, 0).draw(0), (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(CounterRandom(~uint64_t(0), ~uint32_t(0)).draw(~uint64_t(0), ~uint32_t(0)),
            (std::array<uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(CounterRandom(0x299f31d0a4093822, 0x13198a2e).draw(0x85a308d3243f6a88, 0x03707344),
            (std::array<uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, NormalNumbersHaveTheRightMoments) {
  CounterRandom random(42, 7);
  double sum = 0, squares = 0, fourths = 0;
  const int count = 200000;
  for (int i = 0; i < count; i += 2) {
    for (double value : random.normalPair(i / 2)) {
      sum += value;
      squares += value * value;
      fourths += value * value * value * value;
    }
  }
  EXPECT_NEAR(sum / count, 0, 0.01);
  EXPECT_NEAR(squares / count, 1, 0.02);
  EXPECT_NEAR(fourths / count, 3, 0.15);
}

TEST(Random, NormalNumbersHaveTheseBitsEverywhere) {
  std::array<double, 2> pair = CounterRandom(0, 0).normalPair(0);
  EXPECT_EQ(pair[0], 0x1.a3699627ba244p-1);
  EXPECT_EQ(pair[1], 0x1.9db5062957d76p-2);
}

TEST(Random, UniformNumbersFillTheInterval) {
  CounterRandom random(1, 0);
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    double value = random.uniform(i);
    ASSERT_TRUE(value >= 0 && value < 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
}
