// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise mathematical functions.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_MATHFUNCTIONS_H
#define TKC_LIB_ELABORATE_SEMANTIC_MATHFUNCTIONS_H

#include "Emitter.h"

namespace tkc::elaborate {

/// What an extremum of a number and NaN is.
enum class NanRule : uint8_t { Number, Nan };

/// The greater or smaller of two operands of one type and shape.
TypedValue extremum(Emitter &emitter, bool isMax, NanRule rule, const TypedValue &left, const TypedValue &right);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_MATHFUNCTIONS_H
