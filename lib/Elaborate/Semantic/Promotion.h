// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which type an operator computes in: the promotion rules as plain functions of types.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_PROMOTION_H
#define TKC_LIB_ELABORATE_SEMANTIC_PROMOTION_H

#include "tkc/Evaluate/DType.h"

#include <optional>

namespace tkc::elaborate {

/// The type of an operand, and whether it is a compile-time number, which bends to the other operand.
struct PromotionOperand {
  evaluate::DType type;
  bool isWeak = false;
};

/// The type that both operands are cast to, or nothing when the types don't mix (fp8 with an integer; different
/// signedness in a division or remainder). Operands are integers and floats.
std::optional<evaluate::DType> promote(const PromotionOperand &left, const PromotionOperand &right, bool isDivision);

/// The type of two integers.
evaluate::DType promoteIntegers(const evaluate::DType &left, const evaluate::DType &right);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_PROMOTION_H
