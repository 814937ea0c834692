// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any text is a module whose functions are elaborated as kernels: each gives errors, or a module of tk that verifies.
#include "tkc/Elaborate/Elaborate.h"

#include "tkc/Stdlib/Stdlib.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include "../Unit/Elaborate/AnnotatedArguments.h"
#include "ModuleText.h"

using namespace tkc;
using namespace tkc::elaborate;
using fuzz::require;

TKC_FUZZ_BY_LINES(fuzz::moduleWords())

/// LLVM's allocators poison memory in their headers, which are compiled with the sanitizer here, and in the library,
/// which is not.
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0"; }

/// A context for many inputs, since making one costs as much as a kernel. It keeps types and attributes for good, so
/// that another takes its place after some time.
static mlir::MLIRContext &sharedContext() {
  constexpr unsigned inputsPerContext = 5000;
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned uses = 0;
  if (uses++ % inputsPerContext == 0) {
    context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  }
  return *context;
}

/// What the module's names `DEBUG` and `CAPABILITY` say, so that mutations reach what hangs on options.
static KernelOptions optionsOf(const evaluate::ModuleObject &module) {
  KernelOptions options;
  options.moduleAttributes = {{"num_warps", 4}};
  options.isDebug = module.globals->names.find("DEBUG") != nullptr;
  const Object *capability = module.globals->names.find("CAPABILITY");
  if (capability && capability->toInt64()) {
    options.target.computeCapability = unsigned(*capability->toInt64());
  }
  return options;
}

static void elaborateOne(const evaluate::FunctionObject &function, KernelOptions options,
                         evaluate::Evaluator &evaluator) {
  std::vector<KernelArgument> arguments = test::makeAnnotatedArguments(function, /*fallback=*/Object::integer(16));
  // All kinds of loops and calls fit in; what takes longer does the same things again.
  options.budget.steps = 3000;
  DiagnosticEngine diagnostics;
  Elaboration elaboration = elaborateKernel(function, arguments, options, sharedContext(), evaluator, diagnostics);
  require(bool(elaboration.module) != diagnostics.hasErrors());
  require(!elaboration.module || mlir::succeeded(mlir::verify(*elaboration.module)));
  fuzz::render(diagnostics);
}

/// The functions that the module itself defines at its top level.
static std::vector<const evaluate::FunctionObject *> functionsOf(const evaluate::ModuleObject &module) {
  std::vector<const evaluate::FunctionObject *> functions;
  for (const std::string &name : module.globals->names.names()) {
    const Object *value = module.globals->names.find(name);
    if (value->isFunction() && value->asFunction().definition && value->asFunction().module == &module) {
      functions.push_back(&value->asFunction());
    }
  }
  return functions;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  constexpr size_t mostFunctions = 4;
  SourceManager sources;
  ModuleLoader loader(sources);
  evaluate::Evaluator evaluator(loader, fuzz::smallBudget());
  for (const stdlib::LanguageModule &module : stdlib::languageModules()) {
    evaluator.addLanguageModule(std::string(module.name), module.text);
  }
  const SourceModule *source = loader.loadBuffer(fuzz::addModule(sources, data, size));
  if (source->diagnostics.hasErrors()) {
    return 0;
  }
  std::shared_ptr<evaluate::ModuleObject> module = evaluator.evaluateModule(*source);
  std::vector<const evaluate::FunctionObject *> functions = functionsOf(*module);
  // The last ones, since what a kernel uses stands before it.
  for (size_t i = std::max(functions.size(), mostFunctions) - mostFunctions; i < functions.size(); ++i) {
    elaborateOne(*functions[i], optionsOf(*module), evaluator);
  }
  return 0;
}
