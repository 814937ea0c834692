// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The float functions of math and libdevice: reference values, and what the device's versions may be off by.
#ifndef TKC_LIB_INTERP_ENGINE_FLOATFUNCTIONS_H
#define TKC_LIB_INTERP_ENGINE_FLOATFUNCTIONS_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace tkc::interp {

/// How far a function's value moves when its arguments do.
enum class Sensitivity : uint8_t {
  /// Monotone: the ends of the interval decide.
  Monotone,
  /// No faster than its argument, and within [-1, 1].
  Bounded,
  /// Sampled at the corners of the box, with a factor of 2 for what lies between.
  Sampled
};

struct FloatFunction {
  std::string_view name;
  uint8_t arity;
  Sensitivity sensitivity;
  /// Units in the last place that the f32 and f64 versions of the device may be off by.
  float ulps32, ulps64;
  /// The value in double, from the arguments.
  double (*evaluate)(const double *);
  /// The absolute errors of the f32 and f64 versions where they are not a number of ulps; may be null.
  double (*error32)(const double *, double);
  double (*error64)(const double *, double) = nullptr;
};

/// The index of a function by its plain name (`exp`, `fast_sin`), for `floatFunction`.
std::optional<uint32_t> findFloatFunction(std::string_view name);
const FloatFunction &floatFunction(uint32_t index);

/// The function behind a libdevice symbol (`__nv_expf`, `__nv_exp`) for f32 or f64 arguments.
std::optional<uint32_t> findDeviceFloatFunction(std::string_view symbol, bool isF64);

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_FLOATFUNCTIONS_H
