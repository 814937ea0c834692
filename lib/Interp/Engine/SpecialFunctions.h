// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of libdevice that <cmath> lacks.
#ifndef TKC_LIB_INTERP_ENGINE_SPECIALFUNCTIONS_H
#define TKC_LIB_INTERP_ENGINE_SPECIALFUNCTIONS_H

namespace tkc::interp {

/// sin(π x), cos(π x), exact at multiples of 1/2.
double sinPi(double x);
double cosPi(double x);
/// exp(x²) erfc(x).
double scaledErfc(double x);
double inverseErf(double y);
double inverseErfc(double y);
/// log |Γ(x)|.
double logGamma(double x);
/// The modified Bessel function of the first kind, of order 0 or 1.
double besselI(int order, double x);

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_SPECIALFUNCTIONS_H
