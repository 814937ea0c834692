// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the classes of instructions.
#include "tkc/Sim/Machine/Program.h"

namespace tkc::sim {

std::string_view instructionClassName(InstructionClass kind) {
  static constexpr std::string_view names[instructionClassCount] = {
      "integer",      "float",       "convert",      "move",        "control",      "barrier",
      "exchange",     "load global", "store global", "load shared", "store shared", "local memory",
      "other memory", "atomic",      "fence",        "copy",        "matrix",       "other"};
  return names[unsigned(kind)];
}

} // namespace tkc::sim
