// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding doubles to a narrower format, fast enough for whole blocks, and the error bound of a rounded result.
#ifndef TKC_LIB_INTERP_ENGINE_ROUNDING_H
#define TKC_LIB_INTERP_ENGINE_ROUNDING_H

#include <cmath>
#include <cstring>
#include <limits>

#include "ScalarType.h"

namespace tkc::interp {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline uint64_t bitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline double fromBits(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The power of two at or below |x|; 0 for subnormal doubles.
inline double powerOfTwoBelow(double x) { return fromBits(bitsOf(x) & 0x7ff0000000000000ull); }

/// `x` rounded to nearest even in a format narrower than f64.
inline double roundToNearest(const FloatTraits &traits, double x) {
  double magnitude = std::fabs(x);
  if (!(magnitude <= 2 * traits.largestFinite)) {
    return magnitude > traits.largestFinite ? std::copysign(traits.saturates ? traits.largestFinite : infinity, x) : x;
  }
  double shift = std::fmax(powerOfTwoBelow(x), traits.smallestNormal) * traits.shifter;
  double rounded = (magnitude + shift) - shift;
  if (rounded > traits.largestFinite) {
    rounded = traits.saturates ? traits.largestFinite : infinity;
  }
  return std::copysign(rounded, x);
}

enum class RoundingMode : uint8_t { NearestEven, Downward, Upward, TowardZero, NearestAway };

/// `x` rounded to the format (f64 included: unchanged) in any mode.
double roundTo(const FloatTraits &traits, double x, RoundingMode mode);

/// A real result x that was rounded to v: how far v may lie from any value that a permitted evaluation gives.
///
/// `propagated` bounds how far x moves when the operands move within their own bounds. When it is 0 every evaluation
/// rounds the same x, and the bound is the distance to the exact result, which fused evaluation may reach.
inline double boundOfRounded(const FloatTraits &traits, double x, double v, double propagated) {
  if (propagated == 0) {
    return std::isfinite(v) ? std::fabs(v - x) : 0;
  }
  double magnitude = std::fabs(v) + propagated;
  if (!(magnitude < infinity)) {
    return infinity;
  }
  double bound = propagated + 2 * std::fmax(traits.unitRoundoff * magnitude, traits.smallestSubnormal / 2);
  if (std::fabs(v) + bound > traits.largestFinite && !traits.saturates) {
    return infinity;
  }
  return bound * (1 + 0x1p-48);
}

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_ROUNDING_H
