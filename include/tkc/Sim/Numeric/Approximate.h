// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The approximate instructions of PTX. The hardware's tables are not public: each function gives the value that is
// nearest (or next to it), with NaN, infinities, zeros and subnormals exactly as the tables of the ISA say. The error
// that the ISA allows the hardware stands beside them, for comparisons of the two.
#ifndef TKC_SIM_NUMERIC_APPROXIMATE_H
#define TKC_SIM_NUMERIC_APPROXIMATE_H

#include "tkc/Sim/Numeric/Float.h"

namespace tkc::sim {

/// `div.approx{.ftz}.f32`: for 2^126 < |b| < 2^128 zero of the quotient's sign, or NaN if a is infinite.
float divApprox(float a, float b, bool ftz);
/// `div.full{.ftz}.f32`
float divFull(float a, float b, bool ftz);
/// `rcp.approx{.ftz}.f32`
float rcpApprox(float a, bool ftz);
/// `sqrt.approx{.ftz}.f32`
float sqrtApprox(float a, bool ftz);
/// `rsqrt.approx{.ftz}.f32`: zeros give infinities of their sign.
float rsqrtApprox(float a, bool ftz);
/// `ex2.approx{.ftz}.f32`
float ex2Approx(float a, bool ftz);
/// `lg2.approx{.ftz}.f32`
float lg2Approx(float a, bool ftz);
/// `sin.approx{.ftz}.f32`, `cos.approx{.ftz}.f32`
float sinApprox(float a, bool ftz);
float cosApprox(float a, bool ftz);
/// `tanh.approx.f32`
float tanhApprox(float a);

/// `ex2.approx.f16` and `ex2.approx.ftz.bf16`; `tanh.approx.{f16,bf16}`.
template <Format Half>
inline uint16_t ex2ApproxHalf(uint16_t a) {
  FloatMode mode;
  mode.ftz = Half == Format::BF16;
  // As f32 the subnormal results of bf16 must survive until they are flushed as bf16.
  return finishHalf<Half>(ex2Approx(readHalf<Half>(a, mode), false), mode);
}
template <Format Half>
inline uint16_t tanhApproxHalf(uint16_t a) {
  return encodeHalf<Half>(tanhApprox(decodeHalf<Half>(a)));
}
/// `.f16x2`, `.bf16x2`.
template <Format Half>
inline uint32_t ex2ApproxPair(uint32_t a) {
  return packHalves(ex2ApproxHalf<Half>(lowHalf(a)), ex2ApproxHalf<Half>(highHalf(a)));
}
template <Format Half>
inline uint32_t tanhApproxPair(uint32_t a) {
  return packHalves(tanhApproxHalf<Half>(lowHalf(a)), tanhApproxHalf<Half>(highHalf(a)));
}

/// `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64`, by their bits: the upper words alone, subnormals flushed, NaN
/// 0x7fffffff00000000.
uint64_t rcpApproxF64(uint64_t a);
uint64_t rsqrtApproxF64(uint64_t a);
/// `rsqrt.approx.f64`, which the toolchain emulates.
double rsqrtF64(double a);

enum class Approximation : uint8_t {
  DivApprox,
  DivFull,
  Rcp,
  Sqrt,
  Rsqrt,
  Ex2,
  Lg2,
  Sin,
  Cos,
  Tanh,
  Ex2F16,
  Ex2Bf16,
  TanhF16,
  TanhBf16,
};

/// One statement of the ISA: for inputs (of division: divisors) of magnitude in [low, high], the hardware's result lies
/// within `limit` of the exact one.
struct ErrorBound {
  enum class Unit : uint8_t { Ulp, Relative, Absolute };

  Approximation operation;
  Unit unit;
  double limit;
  double low, high;
};

/// The first row that fits an input counts. Ulps are those of the exact result in f32.
inline constexpr ErrorBound approximationErrors[] = {
    {Approximation::DivApprox, ErrorBound::Unit::Ulp, 2, 0x1p-126, 0x1p126},
    {Approximation::DivFull, ErrorBound::Unit::Ulp, 2, 0, HUGE_VAL},
    {Approximation::Rcp, ErrorBound::Unit::Ulp, 1, 0, HUGE_VAL},
    {Approximation::Sqrt, ErrorBound::Unit::Relative, 0x1p-23, 0, HUGE_VAL},
    {Approximation::Rsqrt, ErrorBound::Unit::Relative, 1.2777e-7 /* 2^-22.9 */, 0, HUGE_VAL},
    {Approximation::Ex2, ErrorBound::Unit::Ulp, 2, 0, HUGE_VAL},
    {Approximation::Lg2, ErrorBound::Unit::Absolute, 0x1p-22, 0.5, 2},
    {Approximation::Lg2, ErrorBound::Unit::Relative, 0x1p-22, 0, HUGE_VAL},
    {Approximation::Sin, ErrorBound::Unit::Absolute, 6.7435e-7 /* 2^-20.5 */, 0, 6.283185307179586},
    {Approximation::Sin, ErrorBound::Unit::Absolute, 3.7572e-5 /* 2^-14.7 */, 0, 314.1592653589793},
    {Approximation::Cos, ErrorBound::Unit::Absolute, 6.7435e-7 /* 2^-20.5 */, 0, 6.283185307179586},
    {Approximation::Cos, ErrorBound::Unit::Absolute, 3.7572e-5 /* 2^-14.7 */, 0, 314.1592653589793},
    {Approximation::Tanh, ErrorBound::Unit::Relative, 0x1p-11, 0, HUGE_VAL},
    {Approximation::Ex2F16, ErrorBound::Unit::Relative, 1.0467e-3 /* 2^-9.9 */, 0, HUGE_VAL},
    {Approximation::Ex2Bf16, ErrorBound::Unit::Relative, 0x1p-7, 0, HUGE_VAL},
    {Approximation::TanhF16, ErrorBound::Unit::Absolute, 4.9271e-4 /* 2^-10.987 */, 0, HUGE_VAL},
    {Approximation::TanhBf16, ErrorBound::Unit::Absolute, 0x1p-8, 0, HUGE_VAL},
};

/// The greatest |result - exact| that the ISA allows at an input; infinity where it promises nothing.
double allowedError(Approximation operation, double input, double exact);

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_APPROXIMATE_H
