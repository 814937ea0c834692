// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lexer's main loop, names, line ends, and what happens at the end of the file.
#include "SourceLexer.h"

#include "tkc/Support/Unicode.h"

namespace tkc::lex {

std::vector<Token> tokenize(const SourceBuffer &buffer, DiagnosticEngine &diagnostics) {
  return SourceLexer(buffer, diagnostics).run();
}

SourceLexer::SourceLexer(const SourceBuffer &buffer, DiagnosticEngine &diagnostics)
    : buffer(buffer), text(buffer.text()), diagnostics(diagnostics), indents(1) {
  tokens.reserve(text.size() / 3 + 8);
}

std::vector<Token> SourceLexer::run() {
  reportInvalidUtf8();
  at = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
  startLine();
  while (!isAtEnd()) {
    lexToken();
  }
  finish();
  return std::move(tokens);
}

DiagnosticBuilder SourceLexer::error(DiagnosticKind kind, uint32_t begin, uint32_t end) {
  markBroken(begin);
  return diagnostics.report(kind, range(begin, end));
}

/// One Error token is enough for the parser to leave the line alone.
void SourceLexer::markBroken(uint32_t begin) {
  if (tokens.empty() || tokens.back().kind != TokenKind::Error) {
    push(TokenKind::Error, begin);
  }
}

/// Reports the first bad byte of each run; the lexer then passes over such bytes in silence.
void SourceLexer::reportInvalidUtf8() {
  uint32_t lastLine = 0;
  for (size_t offset = findInvalidUtf8(text); offset < text.size();) {
    auto begin = static_cast<uint32_t>(offset);
    if (uint32_t line = buffer.lineColumn(begin).line; line != lastLine) {
      static constexpr char digits[] = "0123456789abcdef";
      auto byte = static_cast<unsigned char>(text[offset]);
      std::string shown = {'0', 'x', digits[byte >> 4], digits[byte & 15]};
      diagnostics.report(DiagnosticKind::InvalidUtf8, range(begin, begin + 1)) << shown;
      lastLine = line;
    }
    offset = offset + 1 + findInvalidUtf8(text.substr(offset + 1));
  }
}

bool SourceLexer::isNewlineAt(uint32_t offset) const {
  return offset < text.size() && (text[offset] == '\n' || text[offset] == '\r');
}

uint32_t SourceLexer::newlineLength(uint32_t offset) const {
  bool isPair = text[offset] == '\r' && offset + 1 < text.size() && text[offset + 1] == '\n';
  return isPair ? 2 : 1;
}

static bool isAsciiIdentifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool SourceLexer::startsIdentifierAt(uint32_t offset) const {
  if (offset >= text.size()) {
    return false;
  }
  char c = text[offset];
  if (static_cast<unsigned char>(c) < 0x80) {
    return isAsciiIdentifier(c) && !(c >= '0' && c <= '9');
  }
  DecodedCodePoint point = decodeUtf8(text.substr(offset));
  return point.length != 0 && isIdentifierStart(point.value);
}

uint32_t SourceLexer::identifierEnd(uint32_t offset) const {
  while (offset < text.size()) {
    if (isAsciiIdentifier(text[offset])) {
      ++offset;
      continue;
    }
    if (static_cast<unsigned char>(text[offset]) < 0x80) {
      break;
    }
    DecodedCodePoint point = decodeUtf8(text.substr(offset));
    if (point.length == 0 || !isIdentifierContinue(point.value)) {
      break;
    }
    offset += point.length;
  }
  return offset;
}

void SourceLexer::lexToken() {
  if (isInFormatText()) {
    lexFormatText();
    return;
  }
  char c = peek();
  if (c == ' ' || c == '\t' || c == '\f') {
    ++at;
  } else if (c == '#') {
    skipToLineEnd();
  } else if (isNewlineAt(at)) {
    lexNewline();
  } else if (c == '\\') {
    lexContinuation();
  } else if (lexString()) {
    isFirstOfLine = false;
  } else if (startsIdentifierAt(at)) {
    lexName();
  } else if ((c >= '0' && c <= '9') || (c == '.' && peek(1) >= '0' && peek(1) <= '9')) {
    lexNumber();
    isFirstOfLine = false;
  } else if (lexOperator()) {
    isFirstOfLine = false;
  } else {
    lexUnexpected();
  }
}

void SourceLexer::lexName() {
  uint32_t begin = at;
  uint32_t end = identifierEnd(at);
  TokenKind kind = classifyName(text.substr(begin, end - begin));
  if (closeBracketsBeforeStatement(begin, kind)) {
    return;
  }
  at = end;
  push(kind, begin);
  isFirstOfLine = false;
}

/// Keywords that can't stand inside brackets, so one that starts a line proves that a bracket was left open.
static bool startsStatementOnly(TokenKind kind) {
  switch (kind) {
  case TokenKind::KwAssert:
  case TokenKind::KwBreak:
  case TokenKind::KwClass:
  case TokenKind::KwContinue:
  case TokenKind::KwDef:
  case TokenKind::KwDel:
  case TokenKind::KwElif:
  case TokenKind::KwExcept:
  case TokenKind::KwFinally:
  case TokenKind::KwGlobal:
  case TokenKind::KwImport:
  case TokenKind::KwNonlocal:
  case TokenKind::KwPass:
  case TokenKind::KwRaise:
  case TokenKind::KwReturn:
  case TokenKind::KwTry:
  case TokenKind::KwWhile:
  case TokenKind::KwWith:
    return true;
  default:
    return false;
  }
}

bool SourceLexer::closeBracketsBeforeStatement(uint32_t nameBegin, TokenKind kind) {
  if (!isFirstOfLine || brackets.empty() || !formatStrings.empty() || !startsStatementOnly(kind)) {
    return false;
  }
  closeAllBrackets();
  tokens.push_back({TokenKind::Newline, nameBegin, nameBegin});
  at = buffer.offsetAt({buffer.lineColumn(nameBegin).line, 1});
  startLine();
  return true;
}

/// The text of one character for a message.
static std::string showCharacter(DecodedCodePoint point, std::string_view text) {
  bool isPlain = point.value > 0x20 && point.value != 0x7F && !(point.value >= 0x80 && point.value < 0xA1);
  if (isPlain) {
    return std::string(text.substr(0, point.length));
  }
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string shown = "U+";
  for (int shift = point.value > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4) {
    shown += digits[(point.value >> shift) & 15];
  }
  return shown;
}

/// A plain character for one that looks alike, as word processors and web pages put it in.
static std::string_view lookalike(uint32_t codePoint) {
  switch (codePoint) {
  case 0x2018:
  case 0x2019:
    return "'";
  case 0x201C:
  case 0x201D:
    return "\"";
  case 0x2013:
  case 0x2014:
  case 0x2212:
    return "-";
  case 0xD7:
    return "*";
  case 0xA0:
  case 0x2003:
  case 0x3000:
    return "a blank";
  default:
    return {};
  }
}

void SourceLexer::lexUnexpected() {
  uint32_t begin = at;
  isFirstOfLine = false;
  DecodedCodePoint point = decodeUtf8(text.substr(at));
  at += point.length == 0 ? 1 : point.length;
  if (point.length == 0) {
    markBroken(begin);
    return;
  }
  DiagnosticBuilder report = error(DiagnosticKind::UnexpectedCharacter, begin, at);
  report << showCharacter(point, text.substr(begin));
  std::string_view plain = lookalike(point.value);
  if (!plain.empty()) {
    report.hint(plain.size() == 1 ? "write `" + std::string(plain) + "`" : "write " + std::string(plain));
  } else if (point.value == '!') {
    report.hint("write `not`");
  }
}

void SourceLexer::lexContinuation() {
  uint32_t begin = at++;
  if (!isNewlineAt(at)) {
    error(DiagnosticKind::StrayBackslash, begin, begin + 1);
    return;
  }
  at += newlineLength(at);
  if (isAtEnd()) {
    error(DiagnosticKind::StrayBackslash, begin, begin + 1);
  }
}

void SourceLexer::lexNewline() {
  uint32_t begin = at;
  at += newlineLength(at);
  if (!brackets.empty()) {
    isFirstOfLine = true;
    return;
  }
  push(TokenKind::Newline, begin);
  startLine();
}

static bool endsLine(TokenKind kind) {
  return kind == TokenKind::Newline || kind == TokenKind::Indent || kind == TokenKind::Dedent;
}

void SourceLexer::finish() {
  if (!formatStrings.empty()) {
    reportUnterminatedFormat();
    formatStrings.clear();
    brackets.clear();
  }
  closeAllBrackets();
  if (!tokens.empty() && !endsLine(tokens.back().kind)) {
    push(TokenKind::Newline, at);
  }
  for (; indents.size() > 1; indents.pop_back()) {
    push(TokenKind::Dedent, at);
  }
  push(TokenKind::EndOfFile, at);
}

} // namespace tkc::lex
