// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings as one token each, and f-strings as tokens of their text and of the fields between (PEP 701).
#include <utility>

#include "SourceLexer.h"

namespace tkc::lex {

namespace {

struct Prefix {
  uint32_t length = 0;
  bool isRaw = false;
  bool isBytes = false;
  bool isFormat = false;
  bool isUnicode = false;
};

} // namespace

static bool addPrefixLetter(Prefix &prefix, char letter) {
  switch (letter | 0x20) {
  case 'r':
    return !prefix.isUnicode && !std::exchange(prefix.isRaw, true);
  case 'b':
    return !prefix.isUnicode && !prefix.isFormat && !std::exchange(prefix.isBytes, true);
  case 'f':
    return !prefix.isUnicode && !prefix.isBytes && !std::exchange(prefix.isFormat, true);
  case 'u':
    return prefix.length == 0 && !std::exchange(prefix.isUnicode, true);
  default:
    return false;
  }
}

bool SourceLexer::lexString() {
  Prefix prefix;
  while (prefix.length < 2 && addPrefixLetter(prefix, peek(prefix.length))) {
    ++prefix.length;
  }
  char quote = peek(prefix.length);
  if (quote != '"' && quote != '\'') {
    return false;
  }
  uint32_t begin = at;
  at += prefix.length;
  if (prefix.isFormat) {
    startFormatString(begin, prefix.isRaw);
  } else {
    lexPlainString(begin, prefix.isBytes);
  }
  return true;
}

void SourceLexer::skipToLineEnd() {
  while (!isAtEnd() && !isNewlineAt(at)) {
    ++at;
  }
}

void SourceLexer::lexPlainString(uint32_t begin, bool isBytes) {
  char quote = peek();
  bool isTriple = peek(1) == quote && peek(2) == quote;
  uint32_t quoteBegin = at;
  at += isTriple ? 3 : 1;
  while (!isAtEnd()) {
    char c = peek();
    if (c == quote && (!isTriple || (peek(1) == quote && peek(2) == quote))) {
      at += isTriple ? 3 : 1;
      push(isBytes ? TokenKind::Bytes : TokenKind::String, begin);
      return;
    }
    if (isNewlineAt(at) && !isTriple) {
      break;
    }
    at += c == '\\' && at + 1 < text.size() ? 1 + (isNewlineAt(at + 1) ? newlineLength(at + 1) : 1) : 1;
  }
  if (!isTriple && begin == quoteBegin && closesBrokenField(quote)) {
    at = begin;
    reportUnterminatedFormat();
    return;
  }
  error(isTriple ? DiagnosticKind::UnterminatedTripleString : DiagnosticKind::UnterminatedString, begin,
        isTriple ? quoteBegin + 3 : at)
      .hint(isTriple ? "end it with three quotes" : std::string("end it with `") + quote + "`");
}

// --- f-strings -------------------------------------------------------------------------------------------------------

bool SourceLexer::isInFormatText() const {
  if (formatStrings.empty()) {
    return false;
  }
  return brackets.size() == formatStrings.back().outerBrackets || (brackets.back().isField && brackets.back().inSpec);
}

void SourceLexer::startFormatString(uint32_t begin, bool isRaw) {
  char quote = peek();
  bool isTriple = peek(1) == quote && peek(2) == quote;
  at += isTriple ? 3 : 1;
  formatStrings.push_back({begin, quote, static_cast<uint8_t>(isTriple ? 3 : 1), isRaw, brackets.size()});
  push(TokenKind::FStringStart, begin);
}

bool SourceLexer::isAtClosingQuote() const {
  const FormatString &current = formatStrings.back();
  bool isFirst = peek() == current.quote;
  return current.quoteLength == 1 ? isFirst : isFirst && peek(1) == current.quote && peek(2) == current.quote;
}

/// Text up to the next field, the end of the field whose specification this is, or the end of the f-string.
void SourceLexer::lexFormatText() {
  uint32_t begin = at;
  while (!isAtEnd()) {
    if (isAtClosingQuote() || (isNewlineAt(at) && formatStrings.back().quoteLength == 1) ||
        ((peek() == '{' || peek() == '}') && lexFormatDelimiter())) {
      break;
    }
    if (peek() == '\\') {
      skipFormatEscape();
    } else {
      ++at;
    }
  }
  endFormatText(begin);
}

/// At a brace: passes over a doubled one; returns true when the text ends here.
bool SourceLexer::lexFormatDelimiter() {
  bool isInSpec = brackets.size() > formatStrings.back().outerBrackets;
  if (!isInSpec && peek(1) == peek()) {
    at += 1;
    return false;
  }
  if (peek() == '}' && !isInSpec) {
    error(DiagnosticKind::SingleClosingBrace, at, at + 1).hint("write `}}` for a brace in the text");
    return false;
  }
  return true;
}

/// A backslash keeps the next character from being special, except for braces; `\N{…}` is taken whole.
void SourceLexer::skipFormatEscape() {
  bool isRaw = formatStrings.back().isRaw;
  ++at;
  if (isAtEnd() || peek() == '{' || peek() == '}') {
    return;
  }
  if (!isRaw && peek() == 'N' && peek(1) == '{') {
    while (!isAtEnd() && peek() != '}' && !isNewlineAt(at) && peek() != formatStrings.back().quote) {
      ++at;
    }
    at += peek() == '}';
    return;
  }
  at += isNewlineAt(at) ? newlineLength(at) : 1;
}

void SourceLexer::endFormatText(uint32_t begin) {
  if (at > begin) {
    push(TokenKind::FStringMiddle, begin);
  }
  if (isAtEnd()) {
    return;
  }
  bool isInSpec = brackets.size() > formatStrings.back().outerBrackets;
  if (peek() == '{') {
    openField();
  } else if (peek() == '}' && isInSpec) {
    closeBracket(TokenKind::RBrace);
  } else if (isAtClosingQuote() && !isInSpec) {
    endFormatString(formatStrings.back().quoteLength);
  } else {
    reportUnterminatedFormat();
  }
}

void SourceLexer::openField() {
  uint32_t begin = at;
  openBracket(TokenKind::LBrace);
  brackets.back() = {'{', begin, true, false};
}

void SourceLexer::endFormatString(uint32_t length) {
  uint32_t begin = at;
  at += length;
  push(TokenKind::FStringEnd, begin);
  brackets.resize(formatStrings.back().outerBrackets);
  formatStrings.pop_back();
}

/// The f-string stops where the line or the file does, or at its quote inside a field.
void SourceLexer::reportUnterminatedFormat() {
  FormatString current = formatStrings.back();
  if (brackets.size() > current.outerBrackets) {
    uint32_t field = brackets[current.outerBrackets].offset;
    error(DiagnosticKind::UnclosedField, field, field + 1);
  } else {
    error(current.quoteLength == 3 ? DiagnosticKind::UnterminatedTripleString : DiagnosticKind::UnterminatedString,
          current.begin, current.quoteLength == 3 ? identifierEnd(current.begin) + 3 : at)
        .hint(current.quoteLength == 3 ? "end it with three quotes"
                                       : std::string("end it with `") + current.quote + "`");
  }
  endFormatString(!isAtEnd() && isAtClosingQuote() ? current.quoteLength : 0);
}

/// A quote in a field that starts no complete string ends the f-string around it.
bool SourceLexer::closesBrokenField(char quote) const {
  return !formatStrings.empty() && formatStrings.back().quote == quote && formatStrings.back().quoteLength == 1;
}

} // namespace tkc::lex
