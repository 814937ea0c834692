// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tuples, lists and aggregates hold, however deep; a value may hold itself.
#ifndef TKC_ELABORATE_PARTS_H
#define TKC_ELABORATE_PARTS_H

#include "tkc/Evaluate/Object.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tkc::elaborate {

/// True if `holds` is true of the object or of something that it holds through tuples and lists.
bool anyPart(const evaluate::Object &object, llvm::function_ref<bool(const evaluate::Object &)> holds);

} // namespace tkc::elaborate

#endif // TKC_ELABORATE_PARTS_H
