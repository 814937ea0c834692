// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source text to tokens: indentation, line joining, numbers, strings, f-strings of Python 3.12.
#ifndef TKC_LEX_LEXER_H
#define TKC_LEX_LEXER_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Lex/Token.h"

#include <string>
#include <vector>

namespace tkc::lex {

/// Lexes a whole buffer. The result ends with EndOfFile; each Indent has its Dedent and each logical line its Newline,
/// whatever the input. Every error is reported and leaves an Error token on its logical line, except errors of
/// indentation, which leave none.
std::vector<Token> tokenize(const SourceBuffer &buffer, DiagnosticEngine &diagnostics);

/// One token a line (range, kind, text), for --emit=tokens.
std::string printTokens(const SourceBuffer &buffer, const std::vector<Token> &tokens);

} // namespace tkc::lex

#endif // TKC_LEX_LEXER_H
