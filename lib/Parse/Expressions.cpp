// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions from the outside: lists with stars, assignment expressions, conditionals, lambda, yield.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

const Expr *Parser::error() { return make<ErrorExpr>(current().begin); }

bool Parser::startsExpression() const {
  switch (current().kind) {
  case TokenKind::Name:
  case TokenKind::Int:
  case TokenKind::Float:
  case TokenKind::Imaginary:
  case TokenKind::String:
  case TokenKind::Bytes:
  case TokenKind::FStringStart:
  case TokenKind::KwFalse:
  case TokenKind::KwNone:
  case TokenKind::KwTrue:
  case TokenKind::KwAwait:
  case TokenKind::KwLambda:
  case TokenKind::KwNot:
  case TokenKind::Ellipsis:
  case TokenKind::LParen:
  case TokenKind::LBracket:
  case TokenKind::LBrace:
  case TokenKind::Minus:
  case TokenKind::Plus:
  case TokenKind::Tilde:
    return true;
  default:
    return false;
  }
}

/// What people of other languages mean by two operators side by side.
static std::string_view hintForPair(TokenKind first, TokenKind second) {
  if (first == TokenKind::Ampersand && second == TokenKind::Ampersand) {
    return "write `and`";
  }
  if (first == TokenKind::Pipe && second == TokenKind::Pipe) {
    return "write `or`";
  }
  if (first == TokenKind::Less && second == TokenKind::Greater) {
    return "write `!=`";
  }
  if (second == TokenKind::Equal && (first == TokenKind::EqualEqual || first == TokenKind::NotEqual)) {
    return first == TokenKind::EqualEqual ? "write `==`" : "write `!=`";
  }
  if (first == TokenKind::Plus && second == TokenKind::Plus) {
    return "write `+= 1`";
  }
  if (first == TokenKind::Minus && second == TokenKind::Minus) {
    return "write `-= 1`";
  }
  return {};
}

/// The hint for the current token where an expression is missing; empty when there is none.
std::string_view Parser::hintForMissingExpression() const {
  bool isFirst = index == 0 || lex::isLayout(tokens[index - 1].kind);
  bool isComment = at(TokenKind::DoubleSlash) || (at(TokenKind::Slash) && peekKind() == TokenKind::Star);
  if (isFirst) {
    return isComment ? "comments start with `#`" : std::string_view();
  }
  std::string_view hint = hintForPair(tokens[index - 1].kind, current().kind);
  bool isAtEnd = index > 1 && at(TokenKind::Newline);
  return hint.empty() && isAtEnd ? hintForPair(tokens[index - 2].kind, tokens[index - 1].kind) : hint;
}

const Expr *Parser::failExpression() {
  std::string found = describeCurrent();
  std::string_view hint = hintForMissingExpression();
  uint32_t begin = current().begin;
  DiagnosticBuilder builder = fail(DiagnosticKind::ExpectedExpression, rangeOf(current()));
  builder << found;
  if (!hint.empty()) {
    builder.hint(std::string(hint));
  }
  return make<ErrorExpr>(begin);
}

/// The other elements of an unparenthesised tuple, when a comma follows the first one.
const Expr *Parser::parseTupleRest(uint32_t begin, const Expr *first, const Expr *(Parser::*parseElement)()) {
  if (isLost || !at(TokenKind::Comma)) {
    return first;
  }
  std::vector<const Expr *> elements{first};
  while (!isLost && accept(TokenKind::Comma) && (startsExpression() || at(TokenKind::Star))) {
    elements.push_back((this->*parseElement)());
  }
  auto *tuple = make<TupleExpr>(begin);
  tuple->elements = arena.copy(elements);
  return tuple;
}

const Expr *Parser::parseStarExpressions() {
  uint32_t begin = current().begin;
  const Expr *first = parseStarExpression();
  return parseTupleRest(begin, first, &Parser::parseStarExpression);
}

const Expr *Parser::parseStarExpression() {
  uint32_t begin = current().begin;
  if (!accept(TokenKind::Star)) {
    return parseExpression();
  }
  const Expr *value = parseBitOr();
  auto *starred = make<StarredExpr>(begin);
  starred->value = value;
  return starred;
}

const Expr *Parser::parseStarNamedExpression() {
  return at(TokenKind::Star) ? parseStarExpression() : parseNamedExpression();
}

const Expr *Parser::parseNamedExpression() {
  const Token first = current();
  if (first.kind != TokenKind::Name || peekKind() != TokenKind::ColonEqual) {
    const Expr *expr = parseExpression();
    if (!isLost && at(TokenKind::ColonEqual)) {
      fail(DiagnosticKind::InvalidTarget, expr->range).hint("`:=` assigns to plain names only") << describeExpr(expr);
    }
    return expr;
  }
  next();
  auto *target = make<NameExpr>(first.begin);
  target->name = text(first);
  next();
  const Expr *value = parseExpression();
  auto *walrus = make<WalrusExpr>(first.begin);
  walrus->target = target;
  walrus->value = value;
  return walrus;
}

const Expr *Parser::parseExpression() {
  Nesting nesting(*this);
  ExpressionScope scope(*this);
  if (isLost) {
    return error();
  }
  uint32_t begin = current().begin;
  if (at(TokenKind::KwLambda)) {
    return parseLambda();
  }
  const Expr *value = parseDisjunction();
  if (isLost || !accept(TokenKind::KwIf)) {
    return value;
  }
  const Expr *condition = parseDisjunction();
  if (!isLost && !at(TokenKind::KwElse)) {
    failExpected("`else` and a value").hint("a conditional expression needs both values");
  }
  accept(TokenKind::KwElse);
  const Expr *elseValue = parseExpression();
  auto *conditional = make<ConditionalExpr>(begin);
  conditional->condition = condition;
  conditional->thenValue = value;
  conditional->elseValue = elseValue;
  return conditional;
}

const Expr *Parser::parseLambda() {
  uint32_t begin = current().begin;
  next();
  List<Parameter> parameters = parseParameters(TokenKind::Colon, false);
  if (!isLost) {
    expect(TokenKind::Colon, "and the value of the lambda");
  }
  if (at(TokenKind::FStringMiddle) || at(TokenKind::RBrace)) {
    std::string found = describeCurrent();
    fail(DiagnosticKind::ExpectedExpression, rangeOf(current())).hint("put a lambda of an f-string in parentheses")
        << found;
  }
  const Expr *body = parseExpression();
  auto *lambda = make<LambdaExpr>(begin);
  lambda->parameters = parameters;
  lambda->body = body;
  return lambda;
}

const Expr *Parser::parseYield() {
  uint32_t begin = current().begin;
  next();
  if (accept(TokenKind::KwFrom)) {
    const Expr *value = parseExpression();
    auto *yieldFrom = make<YieldFromExpr>(begin);
    yieldFrom->value = value;
    return yieldFrom;
  }
  const Expr *value = startsExpression() || at(TokenKind::Star) ? parseStarExpressions() : nullptr;
  auto *yield = make<YieldExpr>(begin);
  yield->value = value;
  return yield;
}

} // namespace tkc::parse
