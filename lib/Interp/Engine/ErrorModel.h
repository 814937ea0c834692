// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float operations with their residuals and how they carry error bounds: what each op's exact result is, what rounding
// it as a double loses, and how far the result moves when the operands move within their bounds.
#ifndef TKC_LIB_INTERP_ENGINE_ERRORMODEL_H
#define TKC_LIB_INTERP_ENGINE_ERRORMODEL_H

#include "Rounding.h"

namespace tkc::interp {

/// The error of div.full, sqrt.approx and friends relative to the result, and what flushing subnormals may cost.
inline constexpr double approximateUlp = 0x1p-23;
inline constexpr double flushedSubnormal = 0x1p-126;

/// The part of a + b that their sum as a double lacks.
inline double residualOfSum(double a, double b, double sum) {
  double virtualB = sum - a;
  return (a - (sum - virtualB)) + (b - virtualB);
}

/// Whether a value may be any, as one that may overflow or not.
inline bool isOpen(double error) { return error == infinity; }

struct AddModel {
  static constexpr bool mayStayUnrounded = false;
  static double value(double a, double b) { return a + b; }
  static double residual(double a, double b, double x) { return residualOfSum(a, b, x); }
  static double propagated(double a, double errorA, double b, double errorB, double) {
    bool isSure = !std::isfinite(a) || !std::isfinite(b);
    return isSure && !isOpen(errorA) && !isOpen(errorB) ? 0 : errorA + errorB;
  }
};

struct SubtractModel {
  static constexpr bool mayStayUnrounded = false;
  static double value(double a, double b) { return a - b; }
  static double residual(double a, double b, double x) { return residualOfSum(a, -b, x); }
  static double propagated(double a, double errorA, double b, double errorB, double) {
    return AddModel::propagated(a, errorA, b, errorB, 0);
  }
};

/// 0 when `value` surely keeps its sign (or is a sure NaN), so that an infinite partner gives a sure result.
inline double unlessSignIsOpen(double value, double error) {
  return std::fabs(value) > error || std::isnan(value) || error == 0 ? 0 : infinity;
}

struct MultiplyModel {
  /// In a fused sum, where the instruction's immediate says that there may be one.
  static constexpr bool mayStayUnrounded = true;
  static double value(double a, double b) { return a * b; }
  static double residual(double a, double b, double x) { return std::fma(a, b, -x); }
  static double propagated(double a, double errorA, double b, double errorB, double) {
    if (isOpen(errorA) || isOpen(errorB)) {
      return infinity;
    }
    if (!std::isfinite(a)) {
      return unlessSignIsOpen(b, errorB);
    }
    if (!std::isfinite(b)) {
      return unlessSignIsOpen(a, errorA);
    }
    return std::fabs(a) * errorB + errorA * (std::fabs(b) + errorB);
  }
};

struct DivideModel {
  static constexpr bool mayStayUnrounded = false;
  static double value(double a, double b) { return a / b; }
  static double residual(double a, double b, double x) { return std::fma(-x, b, a) / b; }
  static double propagated(double a, double errorA, double b, double errorB, double x) {
    if (isOpen(errorA) || isOpen(errorB)) {
      return infinity;
    }
    if (std::isnan(a) || std::isnan(b)) {
      return 0;
    }
    if (std::isinf(b)) {
      return 0;
    }
    if (std::isinf(a)) {
      return unlessSignIsOpen(b, errorB);
    }
    if (b == 0 && errorB == 0) {
      return unlessSignIsOpen(a, errorA);
    }
    if (std::fabs(b) <= errorB) {
      return infinity;
    }
    return (errorA + std::fabs(x) * errorB) / (std::fabs(b) - errorB);
  }
};

/// What div.full may be off by when the operands are exact.
inline double divisionError(double a, double b, double x) {
  if (a == 0 || !std::isfinite(a) || !std::isfinite(b) || b == 0) {
    return 0;
  }
  double lost = std::fabs(b) > 0x1p126 ? std::fabs(x) : 0;
  return 2 * approximateUlp * std::fabs(x) + flushedSubnormal + lost;
}

/// a * b + c rounded once. `nearest` is the double nearest to the sum, `odd` the one that still rounds right to
/// narrower formats, `residual` what `nearest` lacks.
struct FusedSum {
  double nearest = 0;
  double odd = 0;
  double residual = 0;
};

inline FusedSum fusedMultiplyAdd(double a, double b, double c, bool isF64) {
  FusedSum sum;
  double product = a * b;
  if (isF64) {
    sum.nearest = sum.odd = std::fma(a, b, c);
    double sumOfProduct = product + c;
    double lost = residualOfSum(product, c, sumOfProduct) + std::fma(a, b, -product);
    sum.residual = (sumOfProduct - sum.nearest) + lost;
    return sum;
  }
  sum.nearest = sum.odd = product + c;
  sum.residual = residualOfSum(product, c, sum.nearest);
  if (std::isfinite(sum.nearest) && sum.residual != 0 && (bitsOf(sum.nearest) & 1) == 0) {
    bool awayFromZero = (sum.residual > 0) == (sum.nearest > 0);
    sum.odd = fromBits(awayFromZero ? bitsOf(sum.nearest) + 1 : bitsOf(sum.nearest) - 1);
  }
  return sum;
}

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_ERRORMODEL_H
