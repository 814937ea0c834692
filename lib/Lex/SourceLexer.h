// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lexer's state. One pass over the buffer; the stack of open brackets also tells where in an f-string it stands.
#ifndef TKC_LIB_LEX_SOURCELEXER_H
#define TKC_LIB_LEX_SOURCELEXER_H

#include "tkc/Lex/Lexer.h"

namespace tkc::lex {

class SourceLexer {
public:
  SourceLexer(const SourceBuffer &buffer, DiagnosticEngine &diagnostics);
  std::vector<Token> run();

private:
  /// An open bracket. `{` of a replacement field ends with `}` back in the text of its f-string.
  struct Bracket {
    char opener;
    uint32_t offset;
    bool isField = false;
    bool inSpec = false; // behind the colon of a field
  };

  struct FormatString {
    uint32_t begin;
    char quote;
    uint8_t quoteLength;
    bool isRaw;
    size_t outerBrackets; // brackets that were open before it
  };

  enum class IndentChange : uint8_t { Same, Deeper, Shallower };

  struct Indentation {
    uint32_t column = 0;    // tabs advance to multiples of 8
    uint32_t altColumn = 0; // tabs count one; the two must order lines alike
  };

  // Characters.
  char peek(uint32_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  bool isAtEnd() const { return at >= text.size(); }
  bool isNewlineAt(uint32_t offset) const;
  uint32_t newlineLength(uint32_t offset) const;
  bool startsIdentifierAt(uint32_t offset) const;
  uint32_t identifierEnd(uint32_t offset) const;

  // Results.
  void push(TokenKind kind, uint32_t begin) { tokens.push_back({kind, begin, at}); }
  SourceRange range(uint32_t begin, uint32_t end) const { return {&buffer, begin, end}; }
  DiagnosticBuilder error(DiagnosticKind kind, uint32_t begin, uint32_t end);
  void markBroken(uint32_t begin);

  // SourceLexer.cpp
  void reportInvalidUtf8();
  void lexToken();
  void lexName();
  void lexUnexpected();
  void lexContinuation();
  void lexNewline();
  void finish();
  bool closeBracketsBeforeStatement(uint32_t nameBegin, TokenKind kind);

  // Indentation.cpp
  void startLine();
  Indentation measureIndentation();
  IndentChange compareIndentation(Indentation line);
  void indent(Indentation line);
  void dedent(Indentation line);

  // Operators.cpp
  bool lexOperator();
  TokenKind matchOperator(uint32_t &length) const;
  void openBracket(TokenKind kind);
  void closeBracket(TokenKind kind);
  void reportUnclosed(const Bracket &bracket);
  void closeAllBrackets();

  // Numbers.cpp
  void lexNumber();
  bool lexRadixNumber();
  bool skipDigits(bool (*isDigit)(char));
  void reportInvalidNumber(uint32_t begin, std::string_view literal);
  TokenKind skipDecimal(bool &isValid);
  bool checkNumberEnd(uint32_t begin, std::string_view literal);
  bool checkLeadingZero(uint32_t begin, TokenKind kind);

  // Strings.cpp
  bool lexString();
  void lexPlainString(uint32_t begin, bool isBytes);
  void skipToLineEnd();
  bool isInFormatText() const;
  void startFormatString(uint32_t begin, bool isRaw);
  void lexFormatText();
  bool lexFormatDelimiter();
  void skipFormatEscape();
  void endFormatText(uint32_t begin);
  void endFormatString(uint32_t length);
  void reportUnterminatedFormat();
  void openField();
  bool isAtClosingQuote() const;
  bool closesBrokenField(char quote) const;

  const SourceBuffer &buffer;
  std::string_view text;
  DiagnosticEngine &diagnostics;
  std::vector<Token> tokens;
  std::vector<Bracket> brackets;
  std::vector<FormatString> formatStrings;
  std::vector<Indentation> indents;
  uint32_t at = 0;
  bool isDepthReported = false;
  bool isFirstOfLine = false; // the next token is the first of its physical line
};

} // namespace tkc::lex

#endif // TKC_LIB_LEX_SOURCELEXER_H
