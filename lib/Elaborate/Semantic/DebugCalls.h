// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checks that arithmetic gets when a kernel is compiled for debugging.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_DEBUGCALLS_H
#define TKC_LIB_ELABORATE_SEMANTIC_DEBUGCALLS_H

#include "Emitter.h"

namespace tkc::elaborate {

/// Asserts that `+`, `-` or `*` of integers below 64 bits does not overflow, when the target says so.
void checkOverflow(Emitter &emitter, ast::BinaryOp op, const TypedValue &left, const TypedValue &right);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_DEBUGCALLS_H
