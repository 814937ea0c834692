// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The approximate instructions, evaluated in double and rounded to f32.
#include "tkc/Sim/Numeric/Approximate.h"

namespace tkc::sim {

static float read(float a, bool ftz) { return ftz ? flushSubnormal(a) : a; }
static float finish(double value, bool ftz) {
  float result = canonicalize(float(value));
  return ftz ? flushSubnormal(result) : result;
}

float divApprox(float a, float b, bool ftz) {
  a = read(a, ftz);
  b = read(b, ftz);
  float magnitude = std::fabs(b);
  if (magnitude > 0x1p126f && std::isfinite(magnitude)) {
    // The reciprocal is subnormal and counts as zero.
    return canonicalize(a * std::copysign(0.0f, b));
  }
  return finish(a / b, ftz);
}

float divFull(float a, float b, bool ftz) { return finish(read(a, ftz) / read(b, ftz), ftz); }

float rcpApprox(float a, bool ftz) { return finish(1.0f / read(a, ftz), ftz); }

float sqrtApprox(float a, bool ftz) { return finish(std::sqrt(read(a, ftz)), ftz); }

float rsqrtApprox(float a, bool ftz) {
  double input = read(a, ftz);
  return finish(1.0 / std::sqrt(input), ftz); // the root of -0 is -0, of which the reciprocal is -infinity
}

float ex2Approx(float a, bool ftz) { return finish(std::exp2(double(read(a, ftz))), ftz); }

float lg2Approx(float a, bool ftz) { return finish(std::log2(double(read(a, ftz))), ftz); }

float sinApprox(float a, bool ftz) { return finish(std::sin(double(read(a, ftz))), ftz); }

float cosApprox(float a, bool ftz) { return finish(std::cos(double(read(a, ftz))), ftz); }

float tanhApprox(float a) { return finish(std::tanh(double(a)), false); }

static double flushF64(double value) { return std::fabs(value) < 0x1p-1022 ? std::copysign(0.0, value) : value; }

/// Cuts input and result to their upper words.
template <typename Function>
static uint64_t onUpperWords(uint64_t a, Function function) {
  constexpr uint64_t upper = 0xffffffff00000000ull;
  double input = doubleOf(a & upper);
  if (std::isnan(input)) { // by the upper word alone
    return canonicalNanF32 * (uint64_t(1) << 32);
  }
  double result = function(flushF64(input));
  return std::isnan(result) ? canonicalNanF32 * (uint64_t(1) << 32) : bitsOf(flushF64(result)) & upper;
}

uint64_t rcpApproxF64(uint64_t a) {
  return onUpperWords(a, [](double input) { return 1.0 / input; });
}

uint64_t rsqrtApproxF64(uint64_t a) {
  return onUpperWords(a, [](double input) { return 1.0 / std::sqrt(input); });
}

double rsqrtF64(double a) {
  double root = sqrt(a);
  return std::isnan(root) ? root : 1.0 / root;
}

double allowedError(Approximation operation, double input, double exact) {
  double magnitude = std::fabs(input);
  for (const ErrorBound &bound : approximationErrors) {
    if (bound.operation != operation || magnitude < bound.low || magnitude > bound.high) {
      continue;
    }
    switch (bound.unit) {
    case ErrorBound::Unit::Absolute:
      return bound.limit;
    case ErrorBound::Unit::Relative:
      return bound.limit * std::fabs(exact);
    case ErrorBound::Unit::Ulp: {
      int exponent = exact == 0 ? -126 : std::ilogb(exact);
      return bound.limit * std::ldexp(1.0, (exponent < -126 ? -126 : exponent) - 23);
    }
    }
  }
  return HUGE_VAL;
}

} // namespace tkc::sim
