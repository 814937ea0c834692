// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables, parameters and registers, in a module, a function and a prototype alike.
#ifndef TKC_LIB_SIM_PTX_DECLARATIONS_H
#define TKC_LIB_SIM_PTX_DECLARATIONS_H

#include "ReaderState.h"

namespace tkc::sim::ptx {

/// The space that a directive names: `.shared`.
std::optional<Space> findSpace(std::string_view directive);

/// The dimensions of an array, outermost first; an outermost one that is not given is 0.
struct ArrayShape {
  std::vector<uint64_t> dimensions;
  bool isOpen = false;
};

/// Reads `.shared .align 16 .b8 a[4], b;` from the space on. Each variable comes with the token of its name.
struct NamedVariable {
  Variable variable;
  Token name;
};
bool readVariables(ReaderState &state, Linkage linkage, std::vector<NamedVariable> &variables);

/// Reads `(.param .b32 a, .param .align 8 .b8 b[16])`.
bool readParameters(ReaderState &state, std::vector<NamedVariable> &parameters);

/// Reads `.reg .b32 %r<10>, a;`.
struct NamedRegister {
  RegisterDeclaration declaration;
  Token name;
};
bool readRegisters(ReaderState &state, std::vector<NamedRegister> &registers);

/// Reads what follows `=`; completes the size of an open array.
bool readInitialiser(ReaderState &state, const ArrayShape &shape, Variable &variable);

/// Reads what follows `.pragma`, and forgets it.
bool readPragma(TokenStream &tokens);

/// Bytes of one element with its lanes.
uint64_t sizeOfElement(const Variable &variable);

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_DECLARATIONS_H
