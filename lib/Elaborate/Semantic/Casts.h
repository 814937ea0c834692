// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between the types of elements.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_CASTS_H
#define TKC_LIB_ELABORATE_SEMANTIC_CASTS_H

#include "Emitter.h"

namespace tkc::elaborate {

/// How a float loses bits.
enum class Rounding : uint8_t { NearestEven, TowardZero };

/// The value converted to a scalar type; blocks keep their shape.
Typed castTo(Emitter &emitter, const TypedValue &value, const DType &type, Rounding rounding = Rounding::NearestEven);
/// The value converted to the type that a rule asks for, not the source: the chain of an offset runs through it.
Typed promoteTo(Emitter &emitter, const TypedValue &value, const DType &type);
/// The value's bits read as a type of the same width.
Typed bitcastTo(Emitter &emitter, const TypedValue &value, const DType &type);
/// True if a float of type `from` may lose bits as `to`.
bool isNarrowing(const DType &from, const DType &to);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_CASTS_H
