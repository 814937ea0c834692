// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far a sum that atomics make in memory may be from the same sum in another order: programs come in any order, and
// a device may add some terms to one another first.
//
// With terms x_i (the element's first value is one), n additions and unit roundoff u, every order and every tree of
// additions, each rounded to nearest, is within nu · sum |x_i| of the exact sum (Jeannerod and Rump, "Improved error
// bounds for inner products in floating-point arithmetic", 2013). Here and on the device that makes twice as much, and
// the terms may themselves differ by their bounds b_i:
//
//   |device - here|  <=  sum b_i + 2 nu · sum (|x_i| + b_i)
//
// When all terms are multiples of a power of two q, and sum |x_i| < q / u, then every partial sum in any order is a
// multiple of q with at most as many bits as the format has: nothing is rounded, and the bound is 0.
#ifndef TKC_LIB_INTERP_ENGINE_ATOMICSUM_H
#define TKC_LIB_INTERP_ENGINE_ATOMICSUM_H

#include "ScalarType.h"

namespace tkc::interp {

class AtomicSum {
public:
  AtomicSum() = default;
  /// Begins with what the element holds.
  AtomicSum(double value, double bound) { take(value, bound); }

  void add(double value, double bound) {
    take(value, bound);
    ++additions;
  }
  /// The bound of what is in memory after the additions so far.
  double bound(ScalarType type) const;

  /// What the last addition left in memory: when something else is there, something else has written it.
  uint64_t leftBits = 0;
  double leftBound = -1;

private:
  void take(double value, double bound);

  double magnitudes = 0, bounds = 0;
  uint64_t additions = 0;
  /// The exponent of the largest power of two of which all terms are multiples.
  int quantum = 2000;
  /// Some term is infinite or NaN: so is the sum.
  bool hasSpecial = false;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_ATOMICSUM_H
