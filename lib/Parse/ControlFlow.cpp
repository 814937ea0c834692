// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if, while, for, with, try and their async forms.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

/// Branches of `if`s that may enclose one another, so that later stages may recurse over them.
static constexpr uint32_t mostBranches = 1000;

const Expr *Parser::parseCondition(std::string_view construct) {
  next();
  const Expr *condition = parseNamedExpression();
  if (!isLost && at(TokenKind::Equal)) {
    failMissingColon(construct);
  }
  return condition;
}

/// An `if` with its `elif`s, read in a loop and nested from the last one outwards.
const Stmt *Parser::parseIf() {
  std::vector<IfBranch> branches;
  uint32_t outerBranches = openBranches;
  do {
    const Token keyword = current();
    std::string_view construct = keyword.kind == TokenKind::KwIf ? "`if`" : "`elif`";
    if (++openBranches == mostBranches) {
      report(DiagnosticKind::NestingTooDeep, rangeOf(keyword)) << mostBranches;
    }
    const Expr *condition = parseCondition(construct);
    Block body = parseBlock(construct, keyword);
    if (branches.empty() || openBranches < mostBranches) {
      branches.push_back({keyword.begin, condition, body});
    }
  } while (at(TokenKind::KwElif));
  openBranches = outerBranches;
  Block elseBody = parseElse();
  return nestBranches(branches, elseBody);
}

const Stmt *Parser::nestBranches(const std::vector<IfBranch> &branches, Block elseBody) {
  const IfStmt *inner = nullptr;
  for (size_t i = branches.size(); i-- > 0;) {
    auto *stmt = make<IfStmt>(branches[i].begin);
    stmt->condition = branches[i].condition;
    stmt->thenBody = branches[i].body;
    stmt->elseBody = inner ? arena.copy(std::vector<const Stmt *>{inner}) : elseBody;
    stmt->isElif = i > 0;
    inner = stmt;
  }
  return inner;
}

Block Parser::parseElse() {
  if (!at(TokenKind::KwElse)) {
    return {};
  }
  const Token keyword = current();
  next();
  return parseBlock("`else`", keyword);
}

const Stmt *Parser::parseWhile() {
  const Token keyword = current();
  const Expr *condition = parseCondition("`while`");
  Block body = parseBlock("`while`", keyword);
  Block elseBody = parseElse();
  auto *stmt = make<WhileStmt>(keyword.begin);
  stmt->condition = condition;
  stmt->body = body;
  stmt->elseBody = elseBody;
  return stmt;
}

const Stmt *Parser::parseFor(uint32_t begin, bool isAsync) {
  const Token keyword = current();
  next();
  const Expr *target = parseTargetList();
  if (!isLost) {
    expect(TokenKind::KwIn, "after the target of `for`");
  }
  const Expr *iterable = parseStarExpressions();
  Block body = parseBlock("`for`", keyword);
  Block elseBody = parseElse();
  auto *stmt = make<ForStmt>(begin);
  stmt->target = target;
  stmt->iterable = iterable;
  stmt->body = body;
  stmt->elseBody = elseBody;
  stmt->isAsync = isAsync;
  return stmt;
}

// --- with ------------------------------------------------------------------------------------------------------------

WithItem Parser::parseWithItem() {
  WithItem item;
  item.context = parseExpression();
  if (!isLost && accept(TokenKind::KwAs)) {
    item.target = at(TokenKind::Star) ? parseStarExpression() : parseTarget();
    checkTarget(item.target, TargetUse::Assign);
  }
  return item;
}

/// `with (a as b, c):` when the parentheses enclose items; they may as well belong to an expression.
bool Parser::parseParenthesizedWithItems(std::vector<WithItem> &items) {
  if (!at(TokenKind::LParen) || tokens[findCloser(index)].kind != TokenKind::RParen ||
      tokens[findCloser(index) + 1].kind != TokenKind::Colon) {
    return false;
  }
  return speculate([&] {
    next();
    do {
      items.push_back(parseWithItem());
    } while (!isLost && accept(TokenKind::Comma) && !at(TokenKind::RParen));
    expectCloser(TokenKind::RParen);
  });
}

const Stmt *Parser::parseWith(uint32_t begin, bool isAsync) {
  const Token keyword = current();
  next();
  std::vector<WithItem> items;
  if (!parseParenthesizedWithItems(items)) {
    items.clear();
    do {
      items.push_back(parseWithItem());
    } while (!isLost && accept(TokenKind::Comma));
  }
  Block body = parseBlock("`with`", keyword);
  auto *stmt = make<WithStmt>(begin);
  stmt->items = arena.copy(items);
  stmt->body = body;
  stmt->isAsync = isAsync;
  return stmt;
}

// --- try -------------------------------------------------------------------------------------------------------------

ExceptHandler Parser::parseHandler(bool &isStar) {
  const Token keyword = current();
  next();
  ExceptHandler handler;
  isStar = accept(TokenKind::Star);
  if (isStar || !at(TokenKind::Colon)) {
    handler.type = parseExpression();
  }
  if (!isLost && at(TokenKind::Comma)) {
    fail(DiagnosticKind::ExpectedToken, rangeOf(current())).hint("put several exception types in parentheses")
        << "`:` after `except`" << "`,`";
  }
  if (!isLost && handler.type && accept(TokenKind::KwAs)) {
    handler.name = expectName("a name after `as`");
  }
  handler.body = parseBlock("`except`", keyword);
  handler.range = rangeFrom(keyword.begin);
  return handler;
}

const Stmt *Parser::parseTry() {
  const Token keyword = current();
  next();
  Block body = parseBlock("`try`", keyword);
  std::vector<ExceptHandler> handlers;
  bool isStar = false;
  while (at(TokenKind::KwExcept)) {
    const Token except = current();
    bool isThisStar = false;
    handlers.push_back(parseHandler(isThisStar));
    if (handlers.size() > 1 && isThisStar != isStar) {
      report(DiagnosticKind::MixedExceptKinds, rangeOf(except));
    }
    isStar = isThisStar;
  }
  Block elseBody = handlers.empty() ? Block() : parseElse();
  Block finallyBody;
  if (at(TokenKind::KwFinally)) {
    const Token finallyKeyword = current();
    next();
    finallyBody = parseBlock("`finally`", finallyKeyword);
  } else if (handlers.empty()) {
    report(DiagnosticKind::TryWithoutHandler, rangeOf(keyword));
  }
  auto *stmt = make<TryStmt>(keyword.begin);
  stmt->body = body;
  stmt->handlers = arena.copy(handlers);
  stmt->elseBody = elseBody;
  stmt->finallyBody = finallyBody;
  stmt->isStar = isStar;
  return stmt;
}

const Stmt *Parser::parseAsync() {
  uint32_t begin = current().begin;
  next();
  switch (current().kind) {
  case TokenKind::KwDef:
    return parseFunction(begin, {}, true);
  case TokenKind::KwFor:
    return parseFor(begin, true);
  case TokenKind::KwWith:
    return parseWith(begin, true);
  default:
    failExpected("`def`, `for` or `with` after `async`");
    return nullptr;
  }
}

} // namespace tkc::parse
