// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers: integers of four radixes, floats, imaginary numbers, underscores between digits.
#include "SourceLexer.h"

namespace tkc::lex {

static bool isDecimal(char c) { return c >= '0' && c <= '9'; }
static bool isBinary(char c) { return c == '0' || c == '1'; }
static bool isOctal(char c) { return c >= '0' && c <= '7'; }
static bool isHex(char c) { return isDecimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

void SourceLexer::lexNumber() {
  uint32_t begin = at;
  if (peek() == '0' && lexRadixNumber()) {
    return;
  }
  bool isValid = true;
  TokenKind kind = skipDecimal(isValid);
  std::string_view literal = kind == TokenKind::Int ? "decimal" : kind == TokenKind::Float ? "float" : "imaginary";
  if (!isValid) {
    reportInvalidNumber(begin, literal);
  } else if (checkNumberEnd(begin, literal) && checkLeadingZero(begin, kind)) {
    push(kind, begin);
  }
}

/// Takes the rest of the word into the message.
void SourceLexer::reportInvalidNumber(uint32_t begin, std::string_view literal) {
  at = identifierEnd(at);
  error(DiagnosticKind::InvalidNumber, begin, at) << literal << text.substr(begin, at - begin);
}

/// Digits with single underscores between them; false where an underscore is misplaced.
bool SourceLexer::skipDigits(bool (*isDigit)(char)) {
  while (isDigit(peek())) {
    ++at;
    if (peek() == '_') {
      ++at;
      if (!isDigit(peek())) {
        return false;
      }
    }
  }
  return true;
}

bool SourceLexer::lexRadixNumber() {
  uint32_t begin = at;
  char letter = static_cast<char>(peek(1) | 0x20);
  if (letter != 'x' && letter != 'o' && letter != 'b') {
    return false;
  }
  auto *isDigit = letter == 'x' ? isHex : letter == 'o' ? isOctal : isBinary;
  std::string_view literal = letter == 'x' ? "hexadecimal" : letter == 'o' ? "octal" : "binary";
  at += 2;
  at += peek() == '_';
  if (!isDigit(peek()) || !skipDigits(isDigit) || isDecimal(peek())) {
    reportInvalidNumber(begin, literal);
  } else if (checkNumberEnd(begin, literal)) {
    push(TokenKind::Int, begin);
  }
  return true;
}

TokenKind SourceLexer::skipDecimal(bool &isValid) {
  TokenKind kind = TokenKind::Int;
  isValid = skipDigits(isDecimal);
  if (isValid && peek() == '.') {
    ++at;
    kind = TokenKind::Float;
    isValid = skipDigits(isDecimal);
  }
  if (isValid && (peek() == 'e' || peek() == 'E')) {
    uint32_t sign = peek(1) == '+' || peek(1) == '-';
    if (isDecimal(peek(1 + sign))) {
      at += 1 + sign;
      kind = TokenKind::Float;
      isValid = skipDigits(isDecimal);
    }
  }
  if (isValid && (peek() == 'j' || peek() == 'J')) {
    ++at;
    return TokenKind::Imaginary;
  }
  return kind;
}

/// A letter may follow a number only where it starts a keyword such as `1if x else y`, as in Python.
bool SourceLexer::checkNumberEnd(uint32_t begin, std::string_view literal) {
  if (isAtEnd() || identifierEnd(at) == at) {
    return true;
  }
  for (std::string_view word : {"and", "else", "for", "if", "in", "is", "or", "not"}) {
    if (text.substr(at, word.size()) == word) {
      return true;
    }
  }
  reportInvalidNumber(begin, literal);
  return false;
}

bool SourceLexer::checkLeadingZero(uint32_t begin, TokenKind kind) {
  std::string_view digits = text.substr(begin, at - begin);
  size_t firstNonZero = digits.find_first_not_of("0_");
  if (kind != TokenKind::Int || digits[0] != '0' || firstNonZero == std::string_view::npos) {
    return true;
  }
  error(DiagnosticKind::LeadingZero, begin, at)
          .hint("for an octal number write `0o" + std::string(digits.substr(firstNonZero)) + "`")
      << digits;
  return false;
}

} // namespace tkc::lex
