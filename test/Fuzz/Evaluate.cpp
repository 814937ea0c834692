// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any text is a module that is evaluated, with few steps: each name gets a value or the reason why it has none.
#include "tkc/Evaluate/Operations.h"

#include "ModuleText.h"

using namespace tkc;
using fuzz::require;

TKC_FUZZ_BY_LINES(fuzz::moduleWords())

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceManager sources;
  ModuleLoader loader(sources);
  evaluate::Evaluator evaluator(loader, fuzz::smallBudget());
  const SourceModule *source = loader.loadBuffer(fuzz::addModule(sources, data, size));
  std::shared_ptr<evaluate::ModuleObject> module = evaluator.evaluateModule(*source);
  require(module != nullptr);
  for (const char *name : {"x", "kernel", "f"}) {
    if (const evaluate::Object *value = module->globals->names.find(name)) {
      require(!value->isUnknown() || !value->asUnknown().reason.empty());
      evaluate::repr(*value);
    }
  }
  fuzz::render(source->diagnostics);
  return 0;
}
