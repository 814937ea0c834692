// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes are parsed and printed without a crash.
#include "tkc/Parse/Parse.h"

#include "tkc/AST/Printer.h"
#include "tkc/Diagnostics/DiagnosticRenderer.h"

#include <algorithm>

#include "PythonWords.h"

using namespace tkc;

TKC_FUZZ_BY_LINES(fuzz::pythonWords())

/// Texts with more errors than this have many of one kind, which take long to print.
static constexpr size_t mostPrinted = 20;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceBuffer buffer("input", std::string(reinterpret_cast<const char *>(data), size));
  DiagnosticEngine diagnostics;
  std::unique_ptr<ast::Module> module = parse::parseModule(buffer, diagnostics);
  ast::print(*module);
  for (const ast::Stmt *stmt : module->body) {
    if (const auto *expression = llvm::dyn_cast<ast::ExpressionStmt>(stmt)) {
      ast::printExpr(*expression->value);
    }
  }
  if (diagnostics.diagnostics().size() <= mostPrinted) {
    renderText(diagnostics);
  }
  ast::Arena arena;
  DiagnosticEngine second;
  parse::parseExpression(buffer, arena, second);
  return 0;
}
