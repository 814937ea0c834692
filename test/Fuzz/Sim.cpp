// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes are loaded by the simulator: read, decoded and laid out in memory. What is wrong with them has a line of
// the text and a message; what is right has kernels.
#include "tkc/Sim/Simulator.h"

#include <algorithm>
#include <cstdlib>

using namespace tkc::sim;

static void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Simulator simulator;
  std::string text(reinterpret_cast<const char *>(data), size);
  uint32_t lines = uint32_t(std::count(text.begin(), text.end(), '\n')) + 1;
  std::vector<LoadError> errors = simulator.load(std::move(text));
  for (const LoadError &error : errors) {
    require(error.line <= lines && !error.message.empty());
  }
  if (errors.empty()) {
    for (const std::string &name : simulator.kernels()) {
      const Program *program = simulator.kernel(name);
      require(program && !program->code.empty() && program->entry < program->code.size());
    }
  }
  return 0;
}
