// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of float functions. Errors: tables of the CUDA programming guide for libdevice, the PTX manual for .approx.
#include "FloatFunctions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "SpecialFunctions.h"

namespace tkc::interp {

static constexpr double ln2 = 0.69314718055994530942;
static constexpr double log10Of2 = 0.30102999566398119521;

/// Logarithms: lg2.approx has an absolute error of 2^-22 on [0.5, 2] and a relative one elsewhere, then comes a
/// product.
static double log2Error(const double *a, double y) {
  return (a[0] >= 0.5 && a[0] <= 2 ? 0x1p-22 : 0) + 0x1p-22 * std::fabs(y);
}
static double logError(const double *a, double y) {
  return (a[0] >= 0.5 && a[0] <= 2 ? 0x1p-22 * ln2 : 0) + 0x1.8p-22 * std::fabs(y);
}
static double log10Error(const double *a, double y) {
  return (a[0] >= 0.5 && a[0] <= 2 ? 0x1p-22 * log10Of2 : 0) + 0x1.8p-22 * std::fabs(y);
}

/// ex2.approx is within 2 ulp; the product with log2(e) before it is off by a rounding and by the constant's.
static double expError(const double *a, double y) { return (0x1p-22 + std::fabs(a[0]) * 0x1p-23) * y; }
static double exp10Error(const double *a, double y) { return (0x1p-22 + std::fabs(a[0]) * 0x1p-21) * y; }
static double exp2Error(const double *, double y) { return 0x1p-22 * y; }

/// sin.approx and cos.approx: an absolute error that grows outside [-2π, 2π]; far out only libdevice's bound holds.
static double sineError(const double *a, double y) {
  double magnitude = std::fabs(a[0]);
  if (magnitude <= 6.2831853) {
    return 0x1p-20;
  }
  return magnitude <= 314.15927 ? 0x1p-14 : 0x1p-22 * std::fabs(y);
}
static double tangentError(const double *a, double y) {
  double sine = sineError(a, 1);
  double cosine = std::fabs(std::cos(a[0]));
  return cosine <= 2 * sine ? std::numeric_limits<double>::infinity() : 2 * sine * (1 + std::fabs(y)) / cosine;
}

/// x ** y as exp2(y * log2(x)).
static double fastPowerError(const double *a, double y) {
  return std::fabs(y) * (0x1p-21 + std::fabs(a[1]) * (0x1p-22 + std::fabs(std::log2(a[0])) * 0x1p-21));
}
static double fastDivideError(const double *a, double y) {
  return 0x1p-22 * std::fabs(y) + (std::fabs(a[1]) > 0x1p126 ? std::fabs(y) : 0);
}

/// tanh.approx.f32 has a relative error of 2^-11.
static double fastTanhError(const double *, double y) { return 0x1.1p-11 * std::fabs(y) + 0x1p-126; }

/// Between its zeros at negative arguments the guide promises nothing for lgamma; what comes is a difference of
/// logarithms of some units.
static bool isBetweenZerosOfLogGamma(double x) { return x > -11.0001 && x < -2.2637; }
static double logGammaError(const double *a, double y) {
  return 16 * 0x1p-23 * std::fabs(y) + (isBetweenZerosOfLogGamma(a[0]) ? 0x1p-19 : 0);
}
static double logGammaError64(const double *a, double y) {
  return 16 * 0x1p-52 * std::fabs(y) + (isBetweenZerosOfLogGamma(a[0]) ? 0x1p-48 : 0);
}

/// rcp.approx.ftz.f64 reads and gives the upper 32 bits alone: 20 bits of fraction.
static double highReciprocalError(const double *, double y) { return 0x1p-18 * std::fabs(y); }

/// In its lower tail normcdf is sensitive to a rounding of its argument.
static double normalCdf(double x) { return double(0.5L * std::erfc(-0.707106781186547524400844362104849039L * x)); }

/// Of negative order libdevice has none.
static double besselJ(double order, double x) {
  return order < 0 ? std::numeric_limits<double>::quiet_NaN() : ::jn(int(order), x);
}
static double besselY(double order, double x) {
  return order < 0 ? std::numeric_limits<double>::quiet_NaN() : ::yn(int(order), x);
}

/// Bessel functions of small f32 errors near the origin, and 2.2e-6 far out.
static double besselError(const double *, double y) { return 2.2e-6 + 9 * 0x1p-23 * std::fabs(y); }

#define VALUE(expression) [](const double *a) -> double { return expression; }

static constexpr Sensitivity monotone = Sensitivity::Monotone;
static constexpr Sensitivity bounded = Sensitivity::Bounded;
static constexpr Sensitivity sampled = Sensitivity::Sampled;

static const FloatFunction table[] = {
    {"exp", 1, monotone, 2, 1, VALUE(std::exp(a[0])), expError},
    {"exp2", 1, monotone, 2, 1, VALUE(std::exp2(a[0])), exp2Error},
    {"exp10", 1, monotone, 2, 1, VALUE(std::pow(10.0, a[0])), exp10Error},
    {"expm1", 1, monotone, 1, 1, VALUE(std::expm1(a[0])), nullptr},
    {"log", 1, monotone, 1, 1, VALUE(std::log(a[0])), logError},
    {"log2", 1, monotone, 1, 1, VALUE(std::log2(a[0])), log2Error},
    {"log10", 1, monotone, 2, 1, VALUE(std::log10(a[0])), log10Error},
    {"log1p", 1, monotone, 1, 1, VALUE(std::log1p(a[0])), nullptr},
    {"sqrt", 1, monotone, 1, 0, VALUE(std::sqrt(a[0])), nullptr},
    {"rsqrt", 1, monotone, 2, 1, VALUE(1 / std::sqrt(a[0])), nullptr},
    {"cbrt", 1, monotone, 1, 1, VALUE(std::cbrt(a[0])), nullptr},
    {"rcbrt", 1, sampled, 1, 1, VALUE(1 / std::cbrt(a[0])), nullptr},
    {"sin", 1, bounded, 2, 2, VALUE(std::sin(a[0])), sineError},
    {"cos", 1, bounded, 2, 2, VALUE(std::cos(a[0])), sineError},
    {"tan", 1, sampled, 4, 2, VALUE(std::tan(a[0])), nullptr},
    {"sinpi", 1, sampled, 1, 2, VALUE(sinPi(a[0])), nullptr},
    {"cospi", 1, sampled, 1, 2, VALUE(cosPi(a[0])), nullptr},
    {"asin", 1, monotone, 2, 2, VALUE(std::asin(a[0])), nullptr},
    {"acos", 1, monotone, 2, 2, VALUE(std::acos(a[0])), nullptr},
    {"atan", 1, monotone, 2, 2, VALUE(std::atan(a[0])), nullptr},
    {"sinh", 1, monotone, 3, 2, VALUE(std::sinh(a[0])), nullptr},
    {"cosh", 1, sampled, 2, 1, VALUE(std::cosh(a[0])), nullptr},
    {"tanh", 1, monotone, 2, 1, VALUE(std::tanh(a[0])), nullptr},
    {"asinh", 1, monotone, 3, 3, VALUE(std::asinh(a[0])), nullptr},
    {"acosh", 1, monotone, 4, 3, VALUE(std::acosh(a[0])), nullptr},
    {"atanh", 1, monotone, 3, 2, VALUE(std::atanh(a[0])), nullptr},
    {"erf", 1, monotone, 2, 2, VALUE(std::erf(a[0])), nullptr},
    {"erfc", 1, monotone, 4, 5, VALUE(std::erfc(a[0])), nullptr},
    {"erfcx", 1, monotone, 4, 1024, VALUE(scaledErfc(a[0])), nullptr},
    {"erfinv", 1, monotone, 2, 8, VALUE(inverseErf(a[0])), nullptr},
    {"erfcinv", 1, monotone, 4, 8, VALUE(inverseErfc(a[0])), nullptr},
    {"normcdf", 1, monotone, 5, 5, VALUE(normalCdf(a[0])), nullptr},
    {"normcdfinv", 1, monotone, 5, 16, VALUE(-1.41421356237309504880 * inverseErfc(2 * a[0])), nullptr},
    {"lgamma", 1, sampled, 16, 16, VALUE(logGamma(a[0])), logGammaError, logGammaError64},
    {"tgamma", 1, sampled, 11, 10, VALUE(std::tgamma(a[0])), nullptr},
    {"j0", 1, sampled, 9, 64, VALUE(::j0(a[0])), besselError},
    {"j1", 1, sampled, 9, 64, VALUE(::j1(a[0])), besselError},
    {"y0", 1, sampled, 9, 64, VALUE(::y0(a[0])), besselError},
    {"y1", 1, sampled, 9, 64, VALUE(::y1(a[0])), besselError},
    {"cyl_bessel_i0", 1, sampled, 6, 64, VALUE(besselI(0, a[0])), nullptr},
    {"cyl_bessel_i1", 1, monotone, 6, 64, VALUE(besselI(1, a[0])), nullptr},
    {"saturate", 1, monotone, 0, 0, VALUE(a[0] > 0 ? std::fmin(a[0], 1.0) : 0.0), nullptr},
    {"rcp64h", 1, sampled, 0, 0, VALUE(1 / a[0]), nullptr, highReciprocalError},
    {"pow", 2, sampled, 4, 2, VALUE(std::pow(a[0], a[1])), nullptr},
    {"remainder", 2, sampled, 0, 0, VALUE(std::remainder(a[0], a[1])), nullptr},
    {"atan2", 2, sampled, 3, 2, VALUE(std::atan2(a[0], a[1])), nullptr},
    {"hypot", 2, sampled, 3, 2, VALUE(std::hypot(a[0], a[1])), nullptr},
    {"rhypot", 2, sampled, 2, 1, VALUE(1 / std::hypot(a[0], a[1])), nullptr},
    {"fdim", 2, sampled, 1, 1, VALUE(std::fdim(a[0], a[1])), nullptr},
    {"norm3d", 3, sampled, 3, 2, VALUE(std::hypot(a[0], a[1], a[2])), nullptr},
    {"rnorm3d", 3, sampled, 2, 1, VALUE(1 / std::hypot(a[0], a[1], a[2])), nullptr},
    {"norm4d", 4, sampled, 3, 2, VALUE(std::hypot(std::hypot(a[0], a[1]), a[2], a[3])), nullptr},
    {"rnorm4d", 4, sampled, 2, 1, VALUE(1 / std::hypot(std::hypot(a[0], a[1]), a[2], a[3])), nullptr},
    {"powi", 2, sampled, 4, 2, VALUE(std::pow(a[0], a[1])), nullptr},
    {"ldexp", 2, sampled, 0, 0, VALUE(std::ldexp(a[0], int(a[1]))), nullptr},
    {"scalbn", 2, sampled, 0, 0, VALUE(std::ldexp(a[0], int(a[1]))), nullptr},
    {"jn", 2, sampled, 9, 64, VALUE(besselJ(a[0], a[1])), besselError},
    {"yn", 2, sampled, 256, 256, VALUE(besselY(a[0], a[1])), nullptr},
    {"fast_sin", 1, bounded, 2, 2, VALUE(std::sin(a[0])), sineError},
    {"fast_cos", 1, bounded, 2, 2, VALUE(std::cos(a[0])), sineError},
    {"fast_tan", 1, sampled, 4, 2, VALUE(std::tan(a[0])), tangentError},
    {"fast_exp", 1, monotone, 2, 1, VALUE(std::exp(a[0])), expError},
    {"fast_exp10", 1, monotone, 2, 1, VALUE(std::pow(10.0, a[0])), exp10Error},
    {"fast_log", 1, monotone, 3, 1, VALUE(std::log(a[0])), logError},
    {"fast_log2", 1, monotone, 2, 1, VALUE(std::log2(a[0])), log2Error},
    {"fast_log10", 1, monotone, 3, 1, VALUE(std::log10(a[0])), log10Error},
    {"fast_tanh", 1, monotone, 2, 1, VALUE(std::tanh(a[0])), fastTanhError},
    {"fast_pow", 2, sampled, 8, 2, VALUE(std::pow(a[0], a[1])), fastPowerError},
    {"fast_fdivide", 2, sampled, 2, 0, VALUE(a[0] / a[1]), fastDivideError},
};

#undef VALUE

std::optional<uint32_t> findFloatFunction(std::string_view name) {
  for (const FloatFunction &function : table) {
    if (function.name == name) {
      return uint32_t(&function - table);
    }
  }
  return std::nullopt;
}

const FloatFunction &floatFunction(uint32_t index) { return table[index]; }

std::optional<uint32_t> findDeviceFloatFunction(std::string_view symbol, bool isF64) {
  constexpr std::string_view prefix = "__nv_";
  if (symbol.substr(0, prefix.size()) != prefix) {
    return std::nullopt;
  }
  std::string_view name = symbol.substr(prefix.size());
  if (isF64) {
    return name.substr(0, 5) == "fast_" ? std::nullopt : findFloatFunction(name);
  }
  if (name.empty() || name.back() != 'f') {
    return std::nullopt;
  }
  return findFloatFunction(name.substr(0, name.size() - 1));
}

} // namespace tkc::interp
