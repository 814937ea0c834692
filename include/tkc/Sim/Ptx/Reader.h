// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX text into data: the entry point of the reader.
#ifndef TKC_SIM_PTX_READER_H
#define TKC_SIM_PTX_READER_H

#include "tkc/Sim/Ptx/Module.h"

#include <memory>

namespace tkc::sim::ptx {

/// Either a module, or what is wrong with the text in the order of the text; at most 20 errors.
struct ReadOutcome {
  std::unique_ptr<Module> module;
  std::vector<ReadError> errors;
};

/// Reads PTX of the versions 6.0 to 9.x. Takes time and memory in proportion to the text, whatever it says.
ReadOutcome readModule(std::string text);

} // namespace tkc::sim::ptx

#endif // TKC_SIM_PTX_READER_H
