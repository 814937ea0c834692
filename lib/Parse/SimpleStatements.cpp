// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements of one line that start with a keyword.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

bool Parser::atLineEnd() const { return at(TokenKind::Newline) || at(TokenKind::Semicolon); }

const Stmt *Parser::parseReturn() {
  uint32_t begin = current().begin;
  next();
  const Expr *value = atLineEnd() ? nullptr : parseStarExpressions();
  auto *stmt = make<ReturnStmt>(begin);
  stmt->value = value;
  return stmt;
}

const Stmt *Parser::parseRaise() {
  uint32_t begin = current().begin;
  next();
  const Expr *exception = atLineEnd() ? nullptr : parseExpression();
  const Expr *cause = exception && accept(TokenKind::KwFrom) ? parseExpression() : nullptr;
  auto *stmt = make<RaiseStmt>(begin);
  stmt->exception = exception;
  stmt->cause = cause;
  return stmt;
}

const Stmt *Parser::parseAssert() {
  uint32_t begin = current().begin;
  next();
  const Expr *condition = parseExpression();
  if (at(TokenKind::Equal)) {
    fail(DiagnosticKind::AssignmentInCondition, rangeOf(current())).hint("compare with `==`");
    return nullptr;
  }
  const Expr *message = accept(TokenKind::Comma) ? parseExpression() : nullptr;
  auto *stmt = make<AssertStmt>(begin);
  stmt->condition = condition;
  stmt->message = message;
  return stmt;
}

const Stmt *Parser::parseDelete() {
  uint32_t begin = current().begin;
  next();
  std::vector<const Expr *> targets;
  do {
    targets.push_back(parseTarget());
  } while (accept(TokenKind::Comma) && !atLineEnd());
  auto *stmt = make<DeleteStmt>(begin);
  stmt->targets = arena.copy(targets);
  checkTargets(stmt->targets, TargetUse::Delete);
  return stmt;
}

List<Identifier> Parser::parseScopeNames() {
  next();
  std::vector<Identifier> names;
  do {
    names.push_back(expectName("a name"));
  } while (accept(TokenKind::Comma));
  return arena.copy(names);
}

const Stmt *Parser::parseGlobal() {
  uint32_t begin = current().begin;
  List<Identifier> names = parseScopeNames();
  auto *stmt = make<GlobalStmt>(begin);
  stmt->names = names;
  return stmt;
}

const Stmt *Parser::parseNonlocal() {
  uint32_t begin = current().begin;
  List<Identifier> names = parseScopeNames();
  auto *stmt = make<NonlocalStmt>(begin);
  stmt->names = names;
  return stmt;
}

/// `type` is a keyword only before a name.
bool Parser::atTypeAlias() const { return atSoftKeyword("type") && peekKind() == TokenKind::Name; }

const Stmt *Parser::parseTypeAlias() {
  uint32_t begin = current().begin;
  next();
  Identifier name = expectName("the name of the type");
  List<TypeParameter> typeParameters = parseTypeParameters();
  if (!isLost) {
    expect(TokenKind::Equal, "and the type");
  }
  const Expr *value = parseExpression();
  auto *stmt = make<TypeAliasStmt>(begin);
  stmt->name = name;
  stmt->typeParameters = typeParameters;
  stmt->value = value;
  return stmt;
}

} // namespace tkc::parse
