// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way from text to printed IR, for tests.
#include "ElaborateKernel.h"

#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Specialization.h"
#include "tkc/Stdlib/Stdlib.h"

#include "mlir/IR/Verifier.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include "AnnotatedArguments.h"

namespace tkc::elaborate::test {

static std::string print(mlir::ModuleOp module, bool withLocations) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::OpPrintingFlags flags;
  flags.enableDebugInfo(withLocations);
  module.print(stream, flags);
  return text;
}

Elaborated elaborateText(const std::string &text, const std::string &kernel, const Budget &budget) {
  SourceManager sources;
  ModuleLoader loader(sources);
  DiagnosticEngine diagnostics;
  evaluate::Evaluator evaluator(loader);
  for (const stdlib::LanguageModule &module : stdlib::languageModules()) {
    evaluator.addLanguageModule(std::string(module.name), module.text);
  }
  const SourceModule *source = loader.loadBuffer(sources.addBuffer("test.tk", text));
  EXPECT_FALSE(source->diagnostics.hasErrors()) << renderText(source->diagnostics);
  std::shared_ptr<evaluate::ModuleObject> module = evaluator.evaluateModule(*source);
  const Object *function = module->globals->names.find(kernel);
  Elaborated result;
  if (!function || !function->isFunction()) {
    ADD_FAILURE() << "no function `" << kernel << "`";
    return result;
  }
  const evaluate::FunctionObject &definition = function->asFunction();
  std::vector<KernelArgument> arguments = makeAnnotatedArguments(definition, /*fallback=*/Object::none());
  mlir::MLIRContext context;
  KernelOptions options;
  options.moduleAttributes = {{"num_warps", 4}};
  options.budget = budget;
  Elaboration elaboration = elaborateKernel(definition, arguments, options, context, evaluator, diagnostics);
  result.messages = renderText(diagnostics);
  result.ops = elaboration.ops;
  if (elaboration.module) {
    result.ir = print(*elaboration.module, false);
    result.irWithLocations = print(*elaboration.module, true);
    result.verifies = mlir::succeeded(mlir::verify(*elaboration.module));
  }
  return result;
}

void expectInOrder(const std::string &text, const std::vector<std::string> &parts) {
  size_t position = 0;
  std::vector<std::string> absent;
  auto checkAbsent = [&](size_t end) {
    for (const std::string &each : absent) {
      EXPECT_GE(text.find(each, position), end) << "unexpected: " << each << "\nin:\n" << text;
    }
    absent.clear();
  };
  for (const std::string &part : parts) {
    if (part[0] == '!' && part[1] != 't') {
      absent.push_back(part.substr(1));
      continue;
    }
    size_t found = text.find(part, position);
    if (found == std::string::npos) {
      ADD_FAILURE() << "not found: " << part << "\nbehind byte " << position << " of:\n" << text;
      return;
    }
    checkAbsent(found);
    position = found + part.size();
  }
  checkAbsent(std::string::npos);
}

void expectIr(const std::string &source, const std::vector<std::string> &parts) {
  Elaborated result = elaborateText(source);
  EXPECT_EQ(result.messages, "");
  EXPECT_TRUE(result.verifies) << result.ir;
  expectInOrder(result.ir, parts);
}

void expectErrors(const std::string &source, const std::vector<std::string> &parts) {
  Elaborated result = elaborateText(source);
  EXPECT_EQ(result.ir, "");
  expectInOrder(result.messages, parts);
}

} // namespace tkc::elaborate::test
