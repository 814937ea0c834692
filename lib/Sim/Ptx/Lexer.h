// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits PTX text into words, one at a time.
#ifndef TKC_LIB_SIM_PTX_LEXER_H
#define TKC_LIB_SIM_PTX_LEXER_H

#include "ErrorList.h"
#include "Token.h"

namespace tkc::sim::ptx {

class Lexer {
public:
  /// The text must be followed by a NUL.
  Lexer(std::string_view text, ErrorList &errors) : text(text), errors(errors) {}

  /// The next token; End for ever at the end of the text, and once the list of errors is full.
  Token next();

  /// Goes on from a place that was passed before. What was wrong between there and here is not reported again.
  void restart(uint32_t offset, uint32_t line);

private:
  void skipBlanks();
  void skipLineComment();
  bool skipBlockComment();
  Token scan();
  Token scanIdentifier();
  Token scanDirective();
  Token scanNumber();
  uint32_t endOfWord(uint32_t from) const;
  uint32_t endOfNumber(uint32_t from) const;
  Token scanString();
  Token scanOperator();
  Token make(TokenKind kind, uint32_t end);
  bool isPlainFraction() const;
  bool fail(uint32_t offset, std::string message);
  char at(uint32_t offset) const { return offset < text.size() ? text[offset] : '\0'; }

  std::string_view text;
  ErrorList &errors;
  uint32_t offset = 0;
  uint32_t line = 1;
  /// Errors before here have been reported.
  uint32_t reported = 0;
};

/// Letters, digits, `_` and `$`, which may stand in a name behind its first character.
bool isNameCharacter(char character);
bool isDigit(char character);

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_LEXER_H
