// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes and methods of run-time values.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_ATTRIBUTES_H
#define TKC_LIB_ELABORATE_SEMANTIC_ATTRIBUTES_H

#include "Emitter.h"

namespace tkc::elaborate {

bool hasRunTimeAttribute(const RunTimeObject &object, std::string_view name);
/// The value of `object.name`, where `object` is a run-time object; a method is bound to it.
Result runTimeAttribute(Emitter &emitter, const Object &object, std::string_view name);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_ATTRIBUTES_H
