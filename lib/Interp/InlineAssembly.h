// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline assembly for the interpreter: a small PTX kernel around the text, which the simulator runs.
#ifndef TKC_LIB_INTERP_INLINEASSEMBLY_H
#define TKC_LIB_INTERP_INLINEASSEMBLY_H

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "Engine/LaneCode.h"

namespace tkc::interp {

/// A register that the text names by its number.
struct AssemblyRegister {
  /// `h r l f d b`, as in constraints.
  char kind = 'r';
  /// Of an input: the output that it shares a register with, or -1.
  int tiedTo = -1;
};

/// One operand or result: `pack` elements in its registers, from the lowest bits on.
struct AssemblyValue {
  unsigned elementBits = 32;
  std::vector<AssemblyRegister> registers;
};

struct AssemblyShape {
  /// With `$0`, `$1`, …
  std::string text;
  unsigned pack = 1;
  std::vector<AssemblyValue> outputs, inputs;
};

/// The code, or null and what is wrong with the text.
std::pair<std::shared_ptr<LaneCode>, std::string> assemble(const AssemblyShape &shape);

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_INLINEASSEMBLY_H
