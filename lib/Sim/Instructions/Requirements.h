// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What version of PTX and what target an instruction needs.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_REQUIREMENTS_H
#define TKC_LIB_SIM_INSTRUCTIONS_REQUIREMENTS_H

#include "tkc/Sim/Machine/Decoder.h"

namespace tkc::sim {

/// Reports an instruction that the text's `.version` or `.target` does not have, as ptxas does.
void checkRequirements(DecodeContext &context);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_REQUIREMENTS_H
