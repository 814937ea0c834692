// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short forms for the lexer's tests: the tokens of a text in one line, and its errors one a line.
#ifndef TKC_TEST_UNIT_LEX_LEXTEXT_H
#define TKC_TEST_UNIT_LEX_LEXTEXT_H

#include "tkc/Lex/Lexer.h"

#include <gtest/gtest.h>
#include <string>

namespace tkc::lex {

/// Kinds of the tokens, with the text of those that have no fixed spelling: "Name(x) Equal Int(1) Newline EndOfFile".
inline std::string tokensOf(const std::string &text) {
  SourceBuffer buffer("t", text);
  DiagnosticEngine diagnostics;
  std::string result;
  for (const Token &token : tokenize(buffer, diagnostics)) {
    result += result.empty() ? "" : " ";
    result += tokenKindName(token.kind);
    bool isLayout = token.kind == TokenKind::Newline || token.begin == token.end;
    if (tokenSpelling(token.kind).empty() && !isLayout) {
      result += "(" + std::string(buffer.text().substr(token.begin, token.end - token.begin)) + ")";
    }
  }
  return result;
}

/// "line:column: message [Name]", one error a line.
inline std::string errorsOf(const std::string &text) {
  SourceBuffer buffer("t", text);
  DiagnosticEngine diagnostics;
  tokenize(buffer, diagnostics);
  std::string result;
  for (const Diagnostic &diagnostic : diagnostics.diagnostics()) {
    LineColumn place = diagnostic.range.start();
    result += std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + diagnostic.message() + " [" +
              std::string(diagnostic.name()) + "]\n";
  }
  return result;
}

} // namespace tkc::lex

#endif // TKC_TEST_UNIT_LEX_LEXTEXT_H
