// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short forms for the parser's tests: trees without ranges, expressions as source, and errors one a line.
#ifndef TKC_TEST_UNIT_PARSE_PARSETEXT_H
#define TKC_TEST_UNIT_PARSE_PARSETEXT_H

#include "tkc/AST/Printer.h"
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Parse/Parse.h"

#include <gtest/gtest.h>
#include <string>

namespace tkc::parse {

/// The printed tree below the module, or the rendered errors.
inline std::string treeOf(const std::string &text, bool ranges = false) {
  SourceBuffer buffer("t", text);
  DiagnosticEngine diagnostics;
  std::unique_ptr<ast::Module> module = parseModule(buffer, diagnostics);
  ast::PrintStyle style;
  style.ranges = ranges;
  std::string tree = ast::print(*module, style);
  return diagnostics.hasErrors() ? renderText(diagnostics) : tree.substr(tree.find('\n') + 1);
}

/// "line:column: message [Name]", one diagnostic a line; hints on lines of their own on request.
inline std::string errorsOf(const std::string &text, bool hints = false) {
  SourceBuffer buffer("t", text);
  DiagnosticEngine diagnostics;
  parseModule(buffer, diagnostics);
  std::string result;
  for (const Diagnostic &diagnostic : diagnostics.diagnostics()) {
    LineColumn place = diagnostic.range.start();
    result += std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + diagnostic.message() + " [" +
              std::string(diagnostic.name()) + "]\n";
    if (hints && !diagnostic.hint.empty()) {
      result += "hint: " + diagnostic.hint + "\n";
    }
  }
  return result;
}

/// An expression read and written again, or the errors.
inline std::string exprOf(const std::string &text) {
  SourceBuffer buffer("t", text);
  DiagnosticEngine diagnostics;
  ast::Arena arena;
  const ast::Expr *expr = parseExpression(buffer, arena, diagnostics);
  return expr ? ast::printExpr(*expr) : renderText(diagnostics);
}

} // namespace tkc::parse

#endif // TKC_TEST_UNIT_PARSE_PARSETEXT_H
