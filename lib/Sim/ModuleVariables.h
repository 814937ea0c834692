// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The global and constant variables of a module in simulated memory.
#ifndef TKC_LIB_SIM_MODULEVARIABLES_H
#define TKC_LIB_SIM_MODULEVARIABLES_H

#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Simulator.h"

namespace tkc::sim {

/// Allocates and initialises them; adds to `errors` what cannot be.
SymbolAddresses placeVariables(const ptx::Module &module, GlobalMemory &memory, std::vector<LoadError> &errors);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_MODULEVARIABLES_H
