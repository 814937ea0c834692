// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any text is a module that is evaluated, with few steps: each name gets a value or the reason why it has none.
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cstdlib>

#include "PythonWords.h"

using namespace tkc;

TKC_FUZZ_BY_LINES(fuzz::pythonWords())

static void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// Texts with more errors than this have many of one kind, which take long to print.
static constexpr size_t mostPrinted = 20;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceManager sources;
  ModuleLoader loader(sources);
  evaluate::EvaluatorOptions options;
  options.maximalSteps = 20000;
  evaluate::Evaluator evaluator(loader, options);
  const SourceModule *source =
      loader.loadBuffer(sources.addBuffer("test.tk", std::string(reinterpret_cast<const char *>(data), size)));
  std::shared_ptr<evaluate::ModuleObject> module = evaluator.evaluateModule(*source);
  require(module != nullptr);
  for (const char *name : {"x", "kernel", "f"}) {
    if (const evaluate::Object *value = module->globals->names.find(name)) {
      require(!value->isUnknown() || !value->asUnknown().reason.empty());
      evaluate::repr(*value);
    }
  }
  if (source->diagnostics.diagnostics().size() <= mostPrinted) {
    renderText(source->diagnostics);
  }
  return 0;
}
