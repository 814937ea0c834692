// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes float results: rounds the exact value to the type and bounds the error.
#ifndef TKC_LIB_INTERP_ENGINE_ROUNDEDWRITER_H
#define TKC_LIB_INTERP_ENGINE_ROUNDEDWRITER_H

#include "Lanes.h"

namespace tkc::interp {

/// Writes rounded results with their bounds into a value of one float type.
class RoundedWriter {
public:
  explicit RoundedWriter(const Lanes &result) : result(result), traits(result.type.traits()) {
    kind = result.type.floatKind;
  }

  double round(double x) const {
    switch (kind) {
    case FloatKind::F64:
      return x;
    case FloatKind::F32:
      return float(x);
    case FloatKind::F16:
    case FloatKind::BF16:
    case FloatKind::F8E4M3FN:
    case FloatKind::F8E5M2:
      return roundToNearest(traits, x);
    }
    __builtin_unreachable();
  }

  /// The lane becomes x rounded; `residual` is what x itself lacks, `propagated` how far the operands can move it.
  void write(uint32_t lane, double x, double residual, double propagated) {
    write(lane, x, round(x), residual, propagated);
  }
  void write(uint32_t lane, double x, double rounded, double residual, double propagated) {
    result.floats[lane] = rounded;
    double bound = boundOfRounded(traits, x, rounded, propagated);
    if (residual != 0 && std::isfinite(residual)) {
      bound += std::fabs(residual);
    }
    result.bounds[lane] = bound;
    anyBound |= bound != 0;
  }

  void finish() const { *result.summary |= anyBound ? HasBounds : 0; }

private:
  Lanes result;
  const FloatTraits &traits;
  FloatKind kind;
  bool anyBound = false;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_ROUNDEDWRITER_H
