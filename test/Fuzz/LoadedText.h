// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads any bytes into the simulator, and checks what it says of them.
#ifndef TKC_TEST_FUZZ_LOADEDTEXT_H
#define TKC_TEST_FUZZ_LOADEDTEXT_H

#include "tkc/Sim/Simulator.h"

#include <algorithm>
#include <cstdlib>

namespace tkc::fuzz {

inline void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

inline void checkErrors(const std::vector<sim::LoadError> &errors, uint32_t lines) {
  for (const sim::LoadError &error : errors) {
    require(error.line <= lines && !error.message.empty());
  }
}

/// Whether the text as a whole is right. Kernels may be refused each by itself.
inline bool load(sim::Simulator &simulator, const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  uint32_t lines = uint32_t(std::count(text.begin(), text.end(), '\n')) + 1;
  std::vector<sim::LoadError> errors = simulator.load(std::move(text));
  checkErrors(errors, lines);
  for (const std::string &name : simulator.refusedKernels()) {
    checkErrors(simulator.errorsOf(name), lines);
  }
  for (const std::string &name : simulator.kernels()) {
    const sim::Program *program = simulator.kernel(name);
    require(program && !program->code.empty() && program->entry < program->code.size());
  }
  return errors.empty();
}

} // namespace tkc::fuzz

#endif // TKC_TEST_FUZZ_LOADEDTEXT_H
