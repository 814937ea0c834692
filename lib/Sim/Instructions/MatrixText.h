// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words that instructions on matrices share: shapes and the rounding of f64.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_MATRIXTEXT_H
#define TKC_LIB_SIM_INSTRUCTIONS_MATRIXTEXT_H

#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Numeric/Formats.h"
#include "tkc/Sim/Numeric/Fragments.h"

#include <charconv>

namespace tkc::sim {

/// `m16n8k16`.
inline std::optional<MmaShape> parseMmaShape(std::string_view text) {
  MmaShape shape = {};
  int *const numbers[] = {&shape.m, &shape.n, &shape.k};
  const char letters[] = {'m', 'n', 'k'};
  const char *at = text.data(), *end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    if (at == end || *at != letters[i]) {
      return std::nullopt;
    }
    std::from_chars_result read = std::from_chars(at + 1, end, *numbers[i]);
    if (read.ec != std::errc()) {
      return std::nullopt;
    }
    at = read.ptr;
  }
  return at == end ? std::optional(shape) : std::nullopt;
}

/// `.rn`, `.rz`, `.rm` or `.rp` when it is next.
inline std::optional<Rounding> takeMatrixRounding(DecodeContext &context) {
  static constexpr Rounding roundings[] = {Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up};
  int number = context.takeOneOf({"rn", "rz", "rm", "rp"});
  return number < 0 ? std::nullopt : std::optional(roundings[number]);
}

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_MATRIXTEXT_H
