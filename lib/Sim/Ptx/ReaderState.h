// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules of the grammar share while one text is read.
#ifndef TKC_LIB_SIM_PTX_READERSTATE_H
#define TKC_LIB_SIM_PTX_READERSTATE_H

#include "NameScopes.h"
#include "TokenStream.h"

namespace tkc::sim::ptx {

struct ReaderState {
  ReaderState(Module &module, ErrorList &errors)
      : module(module), errors(errors), tokens(module.text, errors), freshNames(module) {}

  Module &module;
  ErrorList &errors;
  TokenStream tokens;
  FreshNames freshNames;
  NameIndices variableIndices, functionIndices;
  /// What initialisers may still leave out between values, in bytes: these zeros are stored though nobody wrote them.
  uint64_t gapBudget = uint64_t(1) << 20;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_READERSTATE_H
