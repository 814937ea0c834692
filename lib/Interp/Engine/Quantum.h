// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which sums of floats are exact in any order: all terms are multiples of one power of two, and the sum of their
// magnitudes is small in units of it. Integers in floats are summed exactly thanks to this.
#ifndef TKC_LIB_INTERP_ENGINE_QUANTUM_H
#define TKC_LIB_INTERP_ENGINE_QUANTUM_H

#include <algorithm>
#include <climits>

#include "Rounding.h"

namespace tkc::interp {

/// The exponent of the largest power of two that divides x; `INT_MAX` for 0, `INT_MIN / 4` for infinity and NaN.
inline int quantumExponent(double x) {
  constexpr int none = INT_MIN / 4;
  uint64_t bits = bitsOf(x);
  int exponent = int(bits >> 52 & 0x7ff);
  uint64_t mantissa = bits & ((uint64_t(1) << 52) - 1);
  if (exponent == 0x7ff) {
    return none;
  }
  if (exponent == 0 && mantissa == 0) {
    return INT_MAX;
  }
  mantissa |= exponent == 0 ? 0 : uint64_t(1) << 52;
  return std::max(exponent, 1) - 1075 + __builtin_ctzll(mantissa);
}

inline int quantumExponent(const double *values, size_t count) {
  int smallest = INT_MAX;
  for (size_t index = 0; index < count; ++index) {
    smallest = std::min(smallest, quantumExponent(values[index]));
  }
  return smallest;
}

/// True when terms of this quantum whose magnitudes add up to `magnitude` are summed exactly with `precision` bits.
inline bool isExactInAnyOrder(double magnitude, int quantum, int precision) {
  return magnitude == 0 || (quantum > -1000 && quantum < 1000 && magnitude <= std::ldexp(1.0, quantum + precision));
}

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_QUANTUM_H
