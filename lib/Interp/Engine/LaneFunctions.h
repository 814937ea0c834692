// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of libdevice with exact results: bits, integers, classification, directed rounding.
#ifndef TKC_LIB_INTERP_ENGINE_LANEFUNCTIONS_H
#define TKC_LIB_INTERP_ENGINE_LANEFUNCTIONS_H

#include <optional>
#include <string_view>

#include "Rounding.h"

namespace tkc::interp {

/// A function of whole lanes (floats as the bits of a double).
struct LaneFunction {
  std::string_view symbol;
  uint8_t arity;
  int64_t (*apply)(const int64_t *);
};

std::optional<uint32_t> findLaneFunction(std::string_view symbol);
const LaneFunction &laneFunction(uint32_t index);

/// Arithmetic that libdevice offers in each rounding mode.
enum class RoundedOperation : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Reciprocal,
  FusedMultiplyAdd,
  SquareRoot,
  InverseSquareRoot
};

struct RoundedArithmetic {
  RoundedOperation operation;
  RoundingMode mode;
};

/// `__nv_fadd_rd` and so on.
std::optional<RoundedArithmetic> findRoundedArithmetic(std::string_view symbol);

/// `__nv_float2int_rz` and so on: which ends are floats and unsigned.
struct RoundedConversion {
  bool fromFloat = false, toFloat = false;
  bool fromUnsigned = false, toUnsigned = false;
  RoundingMode mode = RoundingMode::NearestEven;
};
std::optional<RoundedConversion> findRoundedConversion(std::string_view symbol);

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_LANEFUNCTIONS_H
