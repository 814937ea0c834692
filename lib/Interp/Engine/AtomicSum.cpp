// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds of sums in any order.
#include "AtomicSum.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tkc::interp {

/// The exponent of the lowest bit that is set in a number other than 0.
static int lowestBit(double value) {
  int exponent = 0;
  // 53 bits in front of the point, whatever the number is.
  double whole = std::ldexp(std::frexp(value, &exponent), 53);
  return exponent - 53 + __builtin_ctzll(uint64_t(std::fabs(whole)));
}

void AtomicSum::take(double value, double bound) {
  if (!std::isfinite(value)) {
    hasSpecial = true;
    return;
  }
  magnitudes += std::fabs(value);
  bounds += bound;
  if (value != 0) {
    quantum = std::min(quantum, lowestBit(value));
  }
}

double AtomicSum::bound(ScalarType type) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const FloatTraits &traits = type.traits();
  bool isF32 = type.isFloat() && type.floatKind == FloatKind::F32;
  bool isExact = bounds == 0 && magnitudes < std::ldexp(1 / traits.unitRoundoff, quantum);
  // A little more than the format's, for what doubles lose: a sum that is then rounded to f32, and the sums kept here.
  double lost = double(additions) * traits.unitRoundoff * (1 + 0x1p-20);
  double all = (magnitudes + bounds) * (1 + double(additions + 4) * 0x1p-52);
  if (all * (1 + lost) > traits.largestFinite) {
    return infinity;
  }
  if (hasSpecial) {
    return 0;
  }
  // Additions of f32 in global memory flush what is subnormal, two operands and a result each.
  bool mayFlush = isF32 && magnitudes != 0 && std::ldexp(1.0, quantum) < traits.smallestNormal;
  double flushed = mayFlush ? 3 * double(additions) * traits.smallestNormal : 0;
  return (isExact ? 0 : bounds * (1 + double(additions + 4) * 0x1p-52) + 2 * lost * all) + flushed;
}

} // namespace tkc::interp
