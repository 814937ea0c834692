// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lexical grammar of PTX. A table says which characters make up names; numbers are split here and valued later.
#include "Lexer.h"

#include <algorithm>
#include <array>

namespace tkc::sim::ptx {

static constexpr std::array<bool, 256> makeNameTable() {
  std::array<bool, 256> table = {};
  for (int letter = 0; letter < 26; ++letter) {
    table['a' + letter] = table['A' + letter] = true;
  }
  for (int digit = '0'; digit <= '9'; ++digit) {
    table[digit] = true;
  }
  table['_'] = table['$'] = true;
  return table;
}

static constexpr std::array<bool, 256> nameCharacters = makeNameTable();

bool isNameCharacter(char character) { return nameCharacters[static_cast<unsigned char>(character)]; }

bool isDigit(char character) { return character >= '0' && character <= '9'; }

std::string quote(std::string_view word) {
  constexpr size_t longest = 60;
  std::string shown = "`";
  for (char character : word.substr(0, longest)) {
    shown += static_cast<unsigned char>(character) < ' ' ? ' ' : character;
  }
  return shown + (word.size() > longest ? "...`" : "`");
}

std::string describe(const Token &token) {
  return token.kind == TokenKind::End ? "the end of the text" : quote(token.text);
}

bool Lexer::fail(uint32_t place, std::string message) {
  if (place >= reported) {
    errors.report(place, std::move(message));
  }
  return false;
}

void Lexer::restart(uint32_t place, uint32_t placeLine) {
  reported = std::max(reported, offset);
  offset = place;
  line = placeLine;
}

Token Lexer::make(TokenKind kind, uint32_t end) {
  Token token;
  token.kind = kind;
  token.offset = offset;
  token.line = line;
  token.text = text.substr(offset, end - offset);
  offset = end;
  return token;
}

Token Lexer::next() {
  while (!errors.isFull()) {
    skipBlanks();
    if (offset >= text.size()) {
      break;
    }
    Token token = scan();
    if (!token.is(TokenKind::End)) {
      return token;
    }
  }
  return make(TokenKind::End, offset);
}

void Lexer::skipBlanks() {
  while (true) {
    char character = at(offset);
    if (character == '\n') {
      ++line;
      ++offset;
    } else if (character == ' ' || character == '\t' || character == '\r' || character == '\v' || character == '\f') {
      ++offset;
    } else if (character == '/' && at(offset + 1) == '/') {
      skipLineComment();
    } else if (character != '/' || at(offset + 1) != '*' || !skipBlockComment()) {
      return;
    }
  }
}

void Lexer::skipLineComment() {
  size_t end = text.find('\n', offset);
  offset = static_cast<uint32_t>(end == std::string_view::npos ? text.size() : end);
}

bool Lexer::skipBlockComment() {
  size_t end = text.find("*/", offset + 2);
  if (end == std::string_view::npos) {
    fail(offset, "found a comment that no `*/` closes");
    offset = static_cast<uint32_t>(text.size());
    return false;
  }
  for (; offset < end + 2; ++offset) {
    line += text[offset] == '\n';
  }
  return true;
}

/// One token; End when what stands here is none, which has been reported and skipped.
Token Lexer::scan() {
  char character = at(offset);
  if (isDigit(character)) {
    return scanNumber();
  }
  if (isNameCharacter(character) || (character == '%' && isNameCharacter(at(offset + 1)))) {
    return scanIdentifier();
  }
  if (character == '.' && isNameCharacter(at(offset + 1))) {
    return scanDirective();
  }
  return character == '"' ? scanString() : scanOperator();
}

Token Lexer::scanIdentifier() { return make(TokenKind::Identifier, endOfWord(offset + 1)); }

/// `.5` is a number, but not the tail of `name.5`.
bool Lexer::isPlainFraction() const {
  if (offset > 0 && isNameCharacter(text[offset - 1])) {
    return false;
  }
  uint32_t end = offset + 1;
  while (isDigit(at(end))) {
    ++end;
  }
  bool hasExponent = (at(end) == 'e' || at(end) == 'E') &&
                     (isDigit(at(end + 1)) || ((at(end + 1) == '+' || at(end + 1) == '-') && isDigit(at(end + 2))));
  return end > offset + 1 && (hasExponent || !isNameCharacter(at(end)));
}

Token Lexer::scanDirective() {
  if (isPlainFraction()) {
    return scanNumber();
  }
  uint32_t end = offset + 1;
  while (isNameCharacter(at(end)) || (at(end) == ':' && at(end + 1) == ':' && isNameCharacter(at(end + 2)))) {
    end += at(end) == ':' ? 2 : 1;
  }
  return make(TokenKind::Directive, end);
}

uint32_t Lexer::endOfWord(uint32_t from) const {
  while (isNameCharacter(at(from))) {
    ++from;
  }
  return from;
}

/// The end of the letters and digits that begin here, and of an exponent with a sign.
uint32_t Lexer::endOfNumber(uint32_t from) const {
  uint32_t end = endOfWord(from);
  bool isExponent = end > from && (at(end - 1) == 'e' || at(end - 1) == 'E');
  bool hasSign = (at(end) == '+' || at(end) == '-') && isDigit(at(end + 1));
  if (!isExponent || !hasSign) {
    return end;
  }
  bool isDecimal = text.substr(from, end - 1 - from).find_first_not_of("0123456789") == std::string_view::npos;
  return isDecimal ? endOfWord(end + 1) : end;
}

static bool isFloatWord(std::string_view word) {
  if (word.size() > 1 && word[0] == '0') {
    char letter = static_cast<char>(word[1] | 0x20);
    if (letter == 'f' || letter == 'd') {
      return true;
    }
    if (letter == 'x' || letter == 'b') {
      return false;
    }
  }
  return word.find_first_of(".eE") != std::string_view::npos;
}

Token Lexer::scanNumber() {
  uint32_t end = endOfNumber(offset);
  std::string_view whole = text.substr(offset, end - offset);
  bool hasOnlyDigits = whole.find_first_not_of("0123456789") == std::string_view::npos;
  if (hasOnlyDigits && at(end) == '.' && (isDigit(at(end + 1)) || !isNameCharacter(at(end + 1)))) {
    end = endOfNumber(end + 1);
  }
  std::string_view word = text.substr(offset, end - offset);
  return make(isFloatWord(word) ? TokenKind::Float : TokenKind::Integer, end);
}

Token Lexer::scanString() {
  size_t end = text.find_first_of("\"\n", offset + 1);
  if (end == std::string_view::npos || text[end] == '\n') {
    fail(offset, "found a string that no `\"` closes on its line");
    make(TokenKind::String, static_cast<uint32_t>(end == std::string_view::npos ? text.size() : end));
    return Token();
  }
  return make(TokenKind::String, static_cast<uint32_t>(end + 1));
}

namespace {
struct Spelling {
  std::string_view text;
  TokenKind kind;
};
} // namespace

static constexpr Spelling longOperators[] = {
    {"&&", TokenKind::AndAnd},    {"||", TokenKind::OrOr},       {"==", TokenKind::EqualEqual},
    {"!=", TokenKind::NotEqual},  {"<=", TokenKind::LessEqual},  {">=", TokenKind::GreaterEqual},
    {"<<", TokenKind::ShiftLeft}, {">>", TokenKind::ShiftRight},
};

static TokenKind findShortOperator(char character) {
  constexpr std::string_view characters = "{}()[],;:?@=+-*/%~!&|^<>";
  constexpr TokenKind kinds[] = {
      TokenKind::LeftBrace,
      TokenKind::RightBrace,
      TokenKind::LeftParenthesis,
      TokenKind::RightParenthesis,
      TokenKind::LeftBracket,
      TokenKind::RightBracket,
      TokenKind::Comma,
      TokenKind::Semicolon,
      TokenKind::Colon,
      TokenKind::Question,
      TokenKind::At,
      TokenKind::Equals,
      TokenKind::Plus,
      TokenKind::Minus,
      TokenKind::Star,
      TokenKind::Slash,
      TokenKind::Percent,
      TokenKind::Tilde,
      TokenKind::Exclamation,
      TokenKind::Ampersand,
      TokenKind::Pipe,
      TokenKind::Caret,
      TokenKind::Less,
      TokenKind::Greater,
  };
  size_t index = characters.find(character);
  return index == std::string_view::npos ? TokenKind::End : kinds[index];
}

Token Lexer::scanOperator() {
  for (const Spelling &spelling : longOperators) {
    if (text.compare(offset, 2, spelling.text) == 0) {
      return make(spelling.kind, offset + 2);
    }
  }
  TokenKind kind = findShortOperator(at(offset));
  if (kind == TokenKind::End) {
    static constexpr char digits[] = "0123456789abcdef";
    unsigned char byte = static_cast<unsigned char>(at(offset));
    bool isVisible = byte > ' ' && byte < 0x7f;
    std::string shown =
        isVisible ? std::string(1, at(offset)) : std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
    fail(offset, "found the character `" + shown + "`, which PTX has no use for");
    ++offset;
    return Token();
  }
  return make(kind, offset + 1);
}

} // namespace tkc::sim::ptx
