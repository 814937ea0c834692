// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Philox and the polar method. The logarithm is our own: a libm's differs from machine to machine in the last bit.
#include "tkc/Data/Random.h"

#include <cmath>

#pragma STDC FP_CONTRACT OFF

namespace tkc::data {

std::array<uint32_t, 4> CounterRandom::draw(uint64_t counter, uint32_t attempt) const {
  std::array<uint32_t, 4> state{uint32_t(counter), uint32_t(counter >> 32), stream, attempt};
  uint32_t key0 = uint32_t(seed);
  uint32_t key1 = uint32_t(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = uint64_t(0xD2511F53u) * state[0];
    uint64_t product1 = uint64_t(0xCD9E8D57u) * state[2];
    state = {uint32_t(product1 >> 32) ^ state[1] ^ key0, uint32_t(product1), uint32_t(product0 >> 32) ^ state[3] ^ key1,
             uint32_t(product0)};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return state;
}

uint64_t CounterRandom::bits(uint64_t index) const {
  std::array<uint32_t, 4> words = draw(index);
  return uint64_t(words[1]) << 32 | words[0];
}

/// The natural logarithm of a number in (0, 1), good to a few units in the last place.
static double logarithm(double value) {
  int exponent;
  double mantissa = std::frexp(value, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  // log(m) = 2 artanh(t) with |t| < 0.172, so that the series below ends under 2^-56.
  double t = (mantissa - 1) / (mantissa + 1);
  double square = t * t;
  double sum = 0;
  for (int power = 21; power >= 1; power -= 2) {
    sum = sum * square + 1.0 / power;
  }
  return exponent * 0.69314718055994531 + 2 * t * sum;
}

static double symmetric(uint32_t word) { return (double(word) + 0.5) * 0x1p-31 - 1; }

std::array<double, 2> CounterRandom::normalPair(uint64_t index) const {
  for (uint32_t attempt = 1;; ++attempt) {
    std::array<uint32_t, 4> words = draw(index, attempt);
    for (int half = 0; half < 4; half += 2) {
      double x = symmetric(words[half]);
      double y = symmetric(words[half + 1]);
      double square = x * x + y * y;
      if (square < 1) {
        double scale = std::sqrt(-2 * logarithm(square) / square);
        return {x * scale, y * scale};
      }
    }
  }
}

} // namespace tkc::data
