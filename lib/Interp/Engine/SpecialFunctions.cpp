// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of libdevice that <cmath> lacks.
#include "SpecialFunctions.h"

#include <cmath>
#include <limits>

namespace tkc::interp {

static constexpr double pi = 3.14159265358979323846;
static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
static constexpr double unbounded = std::numeric_limits<double>::infinity();

double sinPi(double x) {
  if (!std::isfinite(x)) {
    return nan;
  }
  double reduced = std::remainder(x, 2.0);
  if (std::fabs(reduced) == 1 || reduced == 0) {
    return std::copysign(0.0, x);
  }
  if (std::fabs(reduced) > 0.5) {
    reduced = std::copysign(1 - std::fabs(reduced), reduced);
  }
  // 0.5 - reduced is exact there, so a zero is approached with all digits.
  if (std::fabs(reduced) > 0.25) {
    return std::copysign(std::cos(pi * (0.5 - std::fabs(reduced))), reduced);
  }
  return std::sin(pi * reduced);
}

double cosPi(double x) {
  if (!std::isfinite(x)) {
    return nan;
  }
  double reduced = std::fabs(std::remainder(x, 2.0));
  if (reduced == 0.5) {
    return 0;
  }
  double sign = reduced > 0.5 ? -1 : 1;
  reduced = reduced > 0.5 ? 1 - reduced : reduced;
  return sign * (reduced > 0.25 ? std::sin(pi * (0.5 - reduced)) : std::cos(pi * reduced));
}

double scaledErfc(double x) {
  if (x < 26) {
    return std::exp(x * x) * std::erfc(x);
  }
  double square = 1 / (2 * x * x);
  return (1 - square * (1 - 3 * square * (1 - 5 * square))) / (x * std::sqrt(pi));
}

/// Newton's method for erfc(x) = y with x > 0, on the logarithm so that it converges in the tail.
static double inverseErfcPositive(double y) {
  double logY = std::log(y);
  double x = y > 0.1 ? 0.5 : std::sqrt(-logY);
  for (int step = 0; step < 100; ++step) {
    double value = std::erfc(x);
    double slope = -2 / std::sqrt(pi) * std::exp(-x * x) / value;
    double next = x - (std::log(value) - logY) / slope;
    next = next <= 0 ? x / 2 : next;
    if (std::fabs(next - x) <= 1e-16 * x) {
      return next;
    }
    x = next;
  }
  return x;
}

/// Newton's method for erf(x) = y with 0 < y <= 0.5.
static double inverseErfSmall(double y) {
  double x = y * std::sqrt(pi) / 2;
  for (int step = 0; step < 100; ++step) {
    double next = x - (std::erf(x) - y) * std::sqrt(pi) / 2 * std::exp(x * x);
    if (std::fabs(next - x) <= 1e-16 * x) {
      return next;
    }
    x = next;
  }
  return x;
}

double inverseErf(double y) {
  double magnitude = std::fabs(y);
  if (!(magnitude < 1)) {
    return magnitude == 1 ? std::copysign(unbounded, y) : nan;
  }
  if (magnitude == 0) {
    return y;
  }
  double x = magnitude <= 0.5 ? inverseErfSmall(magnitude) : inverseErfcPositive(1 - magnitude);
  return std::copysign(x, y);
}

double inverseErfc(double y) {
  if (!(y > 0 && y < 2)) {
    return y == 0 ? unbounded : y == 2 ? -unbounded : nan;
  }
  if (y >= 0.5 && y <= 1.5) {
    return inverseErf(1 - y);
  }
  return y < 1 ? inverseErfcPositive(y) : -inverseErfcPositive(2 - y);
}

double logGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double besselI(int order, double x) {
  if (std::isnan(x)) {
    return x;
  }
  double magnitude = std::fabs(x);
  double value = magnitude > 713 ? unbounded : std::cyl_bessel_i(double(order), magnitude);
  return order == 1 && x < 0 ? -value : value;
}

} // namespace tkc::interp
