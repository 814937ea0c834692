// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directed rounding; the fast path to nearest even is in the header.
#include "Rounding.h"

namespace tkc::interp {

static double roundSteps(double steps, RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return std::nearbyint(steps);
  case RoundingMode::Downward:
    return std::floor(steps);
  case RoundingMode::Upward:
    return std::ceil(steps);
  case RoundingMode::TowardZero:
    return std::trunc(steps);
  case RoundingMode::NearestAway:
    return std::round(steps);
  }
  __builtin_unreachable();
}

/// What becomes of a value beyond the largest finite number.
static double overflowed(const FloatTraits &traits, double x, RoundingMode mode) {
  bool staysFinite = traits.saturates || mode == RoundingMode::TowardZero ||
                     (mode == RoundingMode::Downward && x > 0) || (mode == RoundingMode::Upward && x < 0);
  return std::copysign(staysFinite ? traits.largestFinite : infinity, x);
}

double roundTo(const FloatTraits &traits, double x, RoundingMode mode) {
  if (!std::isfinite(x)) {
    return std::isinf(x) && traits.saturates ? std::copysign(traits.largestFinite, x) : x;
  }
  if (traits.format.mantissaBits == data::float64Format.mantissaBits) {
    return x;
  }
  int exponent = 0;
  std::frexp(std::fmax(std::fabs(x), traits.smallestNormal), &exponent);
  int quantum = exponent - 1 - traits.format.mantissaBits;
  double rounded = std::ldexp(roundSteps(std::ldexp(x, -quantum), mode), quantum);
  return std::fabs(rounded) > traits.largestFinite ? overflowed(traits, x, mode) : std::copysign(rounded, x);
}

} // namespace tkc::interp
