// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers that depend on (seed, stream, index) alone: the same on every machine and in any order of generation.
#ifndef TKC_DATA_RANDOM_H
#define TKC_DATA_RANDOM_H

#include <array>
#include <cstdint>

namespace tkc::data {

/// A counter-based generator (Philox 4x32, ten rounds). Different streams of one seed are independent.
class CounterRandom {
public:
  CounterRandom(uint64_t seed, uint32_t stream) : seed(seed), stream(stream) {}

  /// 128 random bits for a counter value; `attempt` tells draws of one counter apart.
  std::array<uint32_t, 4> draw(uint64_t counter, uint32_t attempt = 0) const;
  /// 64 random bits.
  uint64_t bits(uint64_t index) const;
  /// A multiple of 2^-53 in [0, 1).
  double uniform(uint64_t index) const { return double(bits(index) >> 11) * 0x1p-53; }
  /// Two independent numbers of the standard normal distribution.
  std::array<double, 2> normalPair(uint64_t index) const;

private:
  uint64_t seed;
  uint32_t stream;
};

} // namespace tkc::data

#endif // TKC_DATA_RANDOM_H
