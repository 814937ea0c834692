// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What forms on matrices share: lists of registers, and the kinds of numbers that they hold.
#ifndef TKC_TEST_DEVICE_SIM_MATRIXVALUES_H
#define TKC_TEST_DEVICE_SIM_MATRIXVALUES_H

#include "Form.h"

namespace tkc::agreement {

/// `{%i0, %i1, %i2}`
inline std::string registerList(char letter, size_t first, size_t count) {
  std::string text = "{";
  for (size_t i = 0; i < count; ++i) {
    text += (i ? ", %" : "%") + std::string(1, letter) + std::to_string(first + i);
  }
  return text + "}";
}

/// What the numbers of a form are.
enum class Numbers : uint8_t {
  /// Small integers, whose sums are exact.
  Exact,
  /// Random mantissas near 1.
  Rounded,
  /// The whole range: subnormals, infinities, NaNs.
  Special
};

inline constexpr Numbers allNumbers[] = {Numbers::Exact, Numbers::Rounded, Numbers::Special};

/// The three kinds of values of one operand.
struct Kinds {
  Values exact, rounded, special;

  Values of(Numbers numbers) const {
    return numbers == Numbers::Exact ? exact : numbers == Numbers::Rounded ? rounded : special;
  }
};

inline constexpr Kinds halfKinds{Values::ExactF16x2, Values::UnitF16x2, Values::F16x2};
inline constexpr Kinds bfloatKinds{Values::ExactBF16x2, Values::UnitBF16x2, Values::BF16x2};
inline constexpr Kinds tf32Kinds{Values::ExactTF32, Values::UnitTF32, Values::F32};
inline constexpr Kinds singleKinds{Values::ExactF32, Values::UnitF32, Values::F32};
inline constexpr Kinds doubleKinds{Values::ExactF64, Values::UnitF64, Values::F64};
inline constexpr Kinds e4m3Kinds{Values::ExactE4M3x4, Values::UnitE4M3x4, Values::Bits};
inline constexpr Kinds e5m2Kinds{Values::ExactE5M2x4, Values::UnitE5M2x4, Values::Bits};
inline constexpr Kinds bitKinds{Values::Bits, Values::Bits, Values::Bits};

/// Registers of one operand.
struct Fragment {
  unsigned count;
  const char *reg;
  Kinds kinds;
};

inline std::string nameOf(Numbers numbers) {
  return numbers == Numbers::Exact ? " exact" : numbers == Numbers::Rounded ? " rounded" : " special";
}

} // namespace tkc::agreement

#endif // TKC_TEST_DEVICE_SIM_MATRIXVALUES_H
