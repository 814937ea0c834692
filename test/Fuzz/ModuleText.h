// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the targets that read modules share.
#ifndef TKC_TEST_FUZZ_MODULETEXT_H
#define TKC_TEST_FUZZ_MODULETEXT_H

#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Evaluate/Evaluator.h"

#include <algorithm>
#include <cstdlib>

#include "PythonWords.h"

namespace tkc::fuzz {

inline void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// The text as a buffer, in a folder that does not exist: what an input does must not hang on the files around.
inline const SourceBuffer &addModule(SourceManager &sources, const uint8_t *data, size_t size) {
  return sources.addBuffer("/nowhere/test.tk", std::string(reinterpret_cast<const char *>(data), size));
}

/// The words of the language, and the names that its modules have.
inline const Words &moduleWords() {
  static const Words words = [] {
    Words all = pythonWords();
    SourceManager sources;
    ModuleLoader loader(sources);
    evaluate::Evaluator evaluator(loader);
    for (std::string_view name : {"triton.language", "triton", "tkc", "math", "operator", "functools", "itertools",
                                  "collections", "dataclasses", "enum", "typing", "os", "copy"}) {
      for (evaluate::NamedObject &member : evaluator.publicNames(evaluator.importModule(name, 0, nullptr, {}))) {
        all.push_back(std::move(member.name));
      }
    }
    return all;
  }();
  return words;
}

/// Calls may nest as deep as elsewhere. Loops take fewer turns, since more of them do the same things again; each
/// statement gets a part, so that a loop without end leaves the rest of the module what it needs.
inline evaluate::EvaluatorOptions smallBudget() {
  evaluate::EvaluatorOptions options;
  options.maximalSteps = 3000;
  options.maximalStepsOfStatement = 1500;
  return options;
}

/// Prints the diagnostics; of texts with more errors than this, which have many of one kind, none.
inline void render(const DiagnosticEngine &diagnostics) {
  constexpr size_t mostPrinted = 20;
  if (diagnostics.diagnostics().size() <= mostPrinted) {
    renderText(diagnostics);
  }
}

} // namespace tkc::fuzz

#endif // TKC_TEST_FUZZ_MODULETEXT_H
