// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tokens of a text with one of lookahead, and what every rule of the grammar asks of them.
#ifndef TKC_LIB_SIM_PTX_TOKENSTREAM_H
#define TKC_LIB_SIM_PTX_TOKENSTREAM_H

#include <optional>

#include "Lexer.h"

namespace tkc::sim::ptx {

/// Functions that return bool give false when they have reported an error.
class TokenStream {
public:
  TokenStream(std::string_view text, ErrorList &errors) : errors(errors), lexer(text, errors) {
    present = lexer.next();
  }

  const Token &current() const { return present; }
  const Token &following();
  /// Returns the token that was current.
  Token advance();

  bool at(TokenKind kind) const { return present.is(kind); }
  bool atDirective(std::string_view word) const { return present.isDirective(word); }
  bool accept(TokenKind kind);
  bool acceptDirective(std::string_view word);
  /// `needed` completes "found X, needs".
  bool expect(TokenKind kind, std::string_view needed);
  bool expectIdentifier(std::string_view needed, std::string_view &name);

  bool fail(const Token &token, std::string message);
  bool failHere(std::string_view needed);
  /// Reports, and ends the reading.
  bool abandon(const Token &token, std::string message);

  /// Goes back to a token that was passed.
  void restart(const Token &token);
  /// Skips to behind the next `;` from `start`, over balanced braces, or to a `}` that closes what is around.
  void skipStatement(const Token &start);
  /// Skips to behind the bracket that closes the current one.
  bool skipBalanced(TokenKind open, TokenKind close);

  /// Makes `%3`, a name by the lexical grammar, two tokens where an operator must stand.
  void splitPercent();

private:
  ErrorList &errors;
  Lexer lexer;
  Token present;
  std::optional<Token> ahead;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_TOKENSTREAM_H
