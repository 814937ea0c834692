// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All instruction handlers; what each takes as operands, results and immediate stands at its definition.
#ifndef TKC_LIB_INTERP_ENGINE_HANDLERS_H
#define TKC_LIB_INTERP_ENGINE_HANDLERS_H

#include "Machine.h"

namespace tkc::interp::handlers {

#define TKC_HANDLER(name) void name(Machine &machine, const Instruction &instruction);
#include "Handlers.def"
#undef TKC_HANDLER

} // namespace tkc::interp::handlers

#endif // TKC_LIB_INTERP_ENGINE_HANDLERS_H
