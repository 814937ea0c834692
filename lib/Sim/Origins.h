// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From instructions back to lines of PTX and of the source.
#ifndef TKC_LIB_SIM_ORIGINS_H
#define TKC_LIB_SIM_ORIGINS_H

#include "tkc/Sim/Simulator.h"

namespace tkc::sim {

/// Where an instruction of a program comes from.
InstructionOrigin originOf(const Program &program, InstructionIndex index);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_ORIGINS_H
