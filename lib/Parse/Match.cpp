// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `match` statements. `match` and `case` are keywords only where such a statement can stand.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

/// `match` starts a statement when a subject follows that could not follow a name, or when the line ends with a colon
/// and a `case` comes in the block below.
bool Parser::atMatchStatement() const {
  if (!atSoftKeyword("match")) {
    return false;
  }
  TokenKind after = peekKind();
  bool cannotFollowName = after == TokenKind::Name || after == TokenKind::Int || after == TokenKind::Float ||
                          after == TokenKind::String || after == TokenKind::FStringStart ||
                          after == TokenKind::LBrace || after == TokenKind::KwNone || after == TokenKind::KwTrue ||
                          after == TokenKind::KwFalse;
  if (cannotFollowName) {
    return true;
  }
  size_t i = index + 1;
  while (tokens[i].kind != TokenKind::Newline && tokens[i].kind != TokenKind::EndOfFile) {
    ++i;
  }
  return i > index + 2 && tokens[i - 1].kind == TokenKind::Colon && i + 2 < tokens.size() &&
         tokens[i + 1].kind == TokenKind::Indent && text(tokens[i + 2]) == "case";
}

const Expr *Parser::parseSubject() {
  uint32_t begin = current().begin;
  const Expr *first = parseStarNamedExpression();
  if (!isLost && llvm::isa<StarredExpr>(first) && !at(TokenKind::Comma)) {
    report(DiagnosticKind::MisplacedStar, first->range).hint("for a tuple add a comma behind it");
  }
  return parseTupleRest(begin, first, &Parser::parseStarNamedExpression);
}

const Stmt *Parser::parseMatch() {
  const Token keyword = current();
  next();
  const Expr *subject = parseSubject();
  if (!isLost && !accept(TokenKind::Colon)) {
    failMissingColon("`match`");
  }
  bool isBroken = std::exchange(isLost, false);
  if (!accept(TokenKind::Newline) && !isBroken) {
    failExpected("the end of the line after `match …:`");
    return nullptr;
  }
  std::vector<MatchCase> cases;
  if (!accept(TokenKind::Indent)) {
    report(DiagnosticKind::ExpectedBlock, rangeOf(current())).note(rangeOf(keyword), "the block belongs to this line")
        << "`match`";
    isLost = true;
    return nullptr;
  }
  while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) {
    if (atSoftKeyword("case")) {
      cases.push_back(parseCase());
      continue;
    }
    failExpected("`case`");
    parseBlockOfBrokenHeader();
    isBroken = true;
  }
  accept(TokenKind::Dedent);
  isLost = isBroken;
  auto *stmt = make<MatchStmt>(keyword.begin);
  stmt->subject = subject;
  stmt->cases = arena.copy(cases);
  return stmt;
}

MatchCase Parser::parseCase() {
  const Token keyword = current();
  next();
  MatchCase matchCase;
  matchCase.pattern = parseOpenPattern();
  if (!isLost && accept(TokenKind::KwIf)) {
    matchCase.guard = parseNamedExpression();
  }
  matchCase.body = parseBlock("`case`", keyword);
  matchCase.range = rangeFrom(keyword.begin);
  return matchCase;
}

} // namespace tkc::parse
