// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes are lexed: tokens stay in order and in the buffer, blocks are balanced, and printing works.
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Lex/Lexer.h"

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
  SourceBuffer buffer("input", std::string(reinterpret_cast<const char *>(data), size));
  DiagnosticEngine diagnostics;
  std::vector<lex::Token> tokens = lex::tokenize(buffer, diagnostics);
  int depth = 0;
  for (const lex::Token &token : tokens) {
    require(token.begin <= token.end && token.end <= size);
    depth += token.kind == lex::TokenKind::Indent;
    depth -= token.kind == lex::TokenKind::Dedent;
    require(depth >= 0);
  }
  require(depth == 0 && tokens.back().kind == lex::TokenKind::EndOfFile);
  lex::printTokens(buffer, tokens);
  if (diagnostics.diagnostics().size() <= mostPrinted) {
    renderText(diagnostics);
    renderJson(diagnostics);
  }
  return 0;
}
