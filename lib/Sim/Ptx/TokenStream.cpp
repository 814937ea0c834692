// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookahead, expectations and recovery.
#include "TokenStream.h"

namespace tkc::sim::ptx {

const Token &TokenStream::following() {
  if (!ahead) {
    ahead = lexer.next();
  }
  return *ahead;
}

Token TokenStream::advance() {
  Token passed = present;
  if (ahead) {
    present = *ahead;
    ahead.reset();
  } else {
    present = lexer.next();
  }
  return passed;
}

bool TokenStream::accept(TokenKind kind) {
  if (!at(kind)) {
    return false;
  }
  advance();
  return true;
}

bool TokenStream::acceptDirective(std::string_view word) {
  if (!atDirective(word)) {
    return false;
  }
  advance();
  return true;
}

bool TokenStream::expect(TokenKind kind, std::string_view needed) { return accept(kind) || failHere(needed); }

bool TokenStream::expectIdentifier(std::string_view needed, std::string_view &name) {
  if (!at(TokenKind::Identifier)) {
    return failHere(needed);
  }
  name = advance().text;
  return true;
}

bool TokenStream::fail(const Token &token, std::string message) {
  errors.report(token.offset, std::move(message));
  return false;
}

bool TokenStream::failHere(std::string_view needed) {
  return fail(present, "found " + describe(present) + ", needs " + std::string(needed));
}

bool TokenStream::abandon(const Token &token, std::string message) {
  fail(token, std::move(message));
  errors.abandon();
  ahead.reset();
  present = lexer.next();
  return false;
}

void TokenStream::restart(const Token &token) {
  ahead.reset();
  lexer.restart(token.offset, token.line);
  present = lexer.next();
}

void TokenStream::skipStatement(const Token &start) {
  restart(start);
  uint64_t depth = 0;
  while (!at(TokenKind::End)) {
    if (depth == 0 && at(TokenKind::RightBrace)) {
      return;
    }
    depth += at(TokenKind::LeftBrace);
    depth -= at(TokenKind::RightBrace);
    if (advance().is(TokenKind::Semicolon) && depth == 0) {
      return;
    }
  }
}

bool TokenStream::skipBalanced(TokenKind open, TokenKind close) {
  Token start = present;
  uint64_t depth = 0;
  do {
    depth += at(open);
    depth -= at(close);
    if (at(TokenKind::End)) {
      return fail(start, "found " + describe(start) + " that nothing closes");
    }
    advance();
  } while (depth > 0);
  return true;
}

void TokenStream::splitPercent() {
  ahead.reset();
  lexer.restart(present.offset + 1, present.line);
  present.kind = TokenKind::Percent;
  present.text = present.text.substr(0, 1);
}

} // namespace tkc::sim::ptx
