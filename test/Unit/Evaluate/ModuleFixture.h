// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates a module that a test gives as text.
#ifndef TKC_TEST_UNIT_EVALUATE_MODULEFIXTURE_H
#define TKC_TEST_UNIT_EVALUATE_MODULEFIXTURE_H

#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Operations.h"

#include <gtest/gtest.h>

namespace tkc::evaluate {

/// A module, and all that keeps it alive.
class TestModule {
public:
  explicit TestModule(std::string_view text, EvaluatorOptions options = {}, const std::string &name = "test.tk")
      : loader(sources), evaluator(loader, std::move(options)) {
    const SourceModule *source = loader.loadBuffer(sources.addBuffer(name, std::string(text)));
    EXPECT_FALSE(source->diagnostics.hasErrors()) << renderText(source->diagnostics);
    module = evaluator.evaluateModule(*source);
  }

  Object get(std::string_view name) {
    Object *value = module->globals->names.find(name);
    return value ? *value : Object::unknown("not bound", {}, "unbound");
  }
  /// repr of a global; for Unknowns the exception and the reason.
  std::string show(std::string_view name) {
    Object value = get(name);
    return value.isUnknown() ? value.asUnknown().exception + ": " + value.asUnknown().reason : repr(value);
  }

  SourceManager sources;
  ModuleLoader loader;
  Evaluator evaluator;
  std::shared_ptr<ModuleObject> module;
};

/// What `x` is after a module ran.
inline std::string valueOfX(std::string_view text, EvaluatorOptions options = {}) {
  return TestModule(text, std::move(options)).show("x");
}

} // namespace tkc::evaluate

#endif // TKC_TEST_UNIT_EVALUATE_MODULEFIXTURE_H
