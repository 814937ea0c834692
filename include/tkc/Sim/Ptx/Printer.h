// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module of PTX as text again, in one canonical form.
#ifndef TKC_SIM_PTX_PRINTER_H
#define TKC_SIM_PTX_PRINTER_H

#include "tkc/Sim/Ptx/Module.h"

namespace tkc::sim::ptx {

/// PTX that reads back to an equal module, but for the numbers of its lines. Scopes are flat, constants are evaluated,
/// functions are declared before they are defined.
std::string printModule(const Module &module);

/// One instruction on one line, with its guard and `;`, as messages show it.
std::string printInstruction(const Instruction &instruction);

} // namespace tkc::sim::ptx

#endif // TKC_SIM_PTX_PRINTER_H
