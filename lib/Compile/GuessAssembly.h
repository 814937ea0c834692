// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes combinations of guesses on to a cubin, with smaller sizes where they need more than the target has.
#ifndef TKC_LIB_COMPILE_GUESSASSEMBLY_H
#define TKC_LIB_COMPILE_GUESSASSEMBLY_H

#include "GuessRun.h"

namespace tkc {

class GuessAssembly {
public:
  using Parameters = std::vector<evaluate::SpecializedParameter>;
  using Guesses = std::vector<guess::Guess>;

  /// `options`: what smaller sizes are guessed with.
  GuessAssembly(Compilation &compilation, const evaluate::KernelEntry &entry, const Guesses &guesses,
                const guess::GuessOptions &options)
      : compilation(compilation), entry(entry), guesses(guesses), options(options) {}

  /// Notes at the combinations of the kernel what came of them, and adds the one that gives a cubin if its sizes were
  /// made smaller.
  void run(GuessedKernel &kernel);

private:
  std::optional<evaluate::Specialization> specializeFor(const Parameters &parameters, DiagnosticEngine &problems);
  Assembly assemble(const Parameters &parameters, size_t mostBytes, DiagnosticEngine &problems);
  /// The first combination that compiled, or the one whose code is too long; the place of one that gives a cubin.
  std::optional<size_t> assembleFirst(GuessedKernel &kernel);
  bool assembleSmaller(const Parameters &parameters, GuessedKernel &kernel);
  bool assembleNear(const Parameters &parameters, GuessedKernel &kernel);
  bool assembleAndAdd(const Parameters &smaller, const Parameters &parameters, GuessedKernel &kernel);

  Compilation &compilation;
  const evaluate::KernelEntry &entry;
  const Guesses &guesses;
  guess::GuessOptions options;
};

} // namespace tkc

#endif // TKC_LIB_COMPILE_GUESSASSEMBLY_H
