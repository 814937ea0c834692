// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any text is a module whose functions are elaborated as kernels: each gives errors, or a module of tk that verifies.
#include "tkc/Elaborate/Elaborate.h"

#include "tkc/AST/Definition.h"
#include "tkc/AST/Literal.h"
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Stdlib/Stdlib.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <algorithm>
#include <cstdlib>

#include "PythonWords.h"

using namespace tkc;
using namespace tkc::elaborate;

TKC_FUZZ_BY_LINES(fuzz::pythonWords())

/// LLVM's allocators poison memory in their headers, which are compiled with the sanitizer here, and in the library,
/// which is not.
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0"; }

static void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// A parameter's type by its annotation; constants and others get their default or 16.
static KernelArgument argumentOf(const ast::Parameter &parameter, const std::optional<Object> &defaultValue) {
  KernelArgument argument;
  const auto *annotation = parameter.annotation ? llvm::dyn_cast<ast::StringExpr>(parameter.annotation) : nullptr;
  std::optional<DType> type = annotation ? DType::parse(annotation->value) : std::nullopt;
  if (!type) {
    argument.constant = defaultValue.value_or(Object::integer(16));
    return argument;
  }
  argument.kind = type->isTensorDescriptor() ? KernelArgument::Kind::Descriptor : KernelArgument::Kind::Scalar;
  argument.type = *type;
  argument.divisibility = type->isPointer() ? 16 : 1;
  return argument;
}

static void elaborateOne(const evaluate::FunctionObject &function, evaluate::Evaluator &evaluator) {
  std::vector<KernelArgument> arguments;
  for (size_t i = 0; i < function.parameters().size(); ++i) {
    arguments.push_back(argumentOf(function.parameters()[i], function.defaults[i]));
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  KernelOptions options;
  options.moduleAttributes = {{"num_warps", 4}};
  DiagnosticEngine diagnostics;
  Elaboration elaboration = elaborateKernel(function, arguments, options, context, evaluator, diagnostics);
  require(bool(elaboration.module) != diagnostics.hasErrors());
  require(!elaboration.module || mlir::succeeded(mlir::verify(*elaboration.module)));
  renderText(diagnostics);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceManager sources;
  ModuleLoader loader(sources);
  evaluate::EvaluatorOptions options;
  options.maximalSteps = 20000;
  evaluate::Evaluator evaluator(loader, options);
  for (const stdlib::LanguageModule &module : stdlib::languageModules()) {
    evaluator.addLanguageModule(std::string(module.name), module.text);
  }
  const SourceModule *source =
      loader.loadBuffer(sources.addBuffer("test.tk", std::string(reinterpret_cast<const char *>(data), size)));
  if (source->diagnostics.hasErrors()) {
    return 0;
  }
  std::shared_ptr<evaluate::ModuleObject> module = evaluator.evaluateModule(*source);
  for (const char *name : {"kernel", "k", "f", "softmax", "vector_add", "layer_norm", "dropout", "matmul"}) {
    const evaluate::Object *value = module->globals->names.find(name);
    if (value && value->isFunction() && value->asFunction().definition) {
      elaborateOne(value->asFunction(), evaluator);
    }
  }
  return 0;
}
