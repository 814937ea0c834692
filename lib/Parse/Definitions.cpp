// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and classes with their decorators.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

const Stmt *Parser::parseDecorated() {
  std::vector<Decorator> decorators;
  while (at(TokenKind::At)) {
    uint32_t begin = current().begin;
    next();
    Decorator decorator;
    decorator.expr = parseNamedExpression();
    decorator.range = rangeFrom(begin);
    decorators.push_back(decorator);
    if (!isLost && !at(TokenKind::Newline)) {
      failStatementEnd();
    }
    isLost = false;
    accept(TokenKind::Newline);
  }
  uint32_t begin = current().begin;
  List<Decorator> list = arena.copy(decorators);
  if (at(TokenKind::KwClass)) {
    return parseClass(list);
  }
  bool isAsync = at(TokenKind::KwAsync) && peekKind() == TokenKind::KwDef;
  if (isAsync) {
    next();
  }
  if (at(TokenKind::KwDef)) {
    return parseFunction(begin, list, isAsync);
  }
  failExpected("`def` or `class` after the decorator");
  return nullptr;
}

const Stmt *Parser::parseFunction(uint32_t begin, List<Decorator> decorators, bool isAsync) {
  const Token keyword = current();
  next();
  Identifier name = expectName("the name of the function");
  List<TypeParameter> typeParameters = parseTypeParameters();
  List<Parameter> parameters;
  if (!isLost && expect(TokenKind::LParen, "and the parameters")) {
    parameters = parseParameters(TokenKind::RParen, true);
    if (!isLost) {
      expectCloser(TokenKind::RParen);
    }
  }
  const Expr *returnType = !isLost && accept(TokenKind::Arrow) ? parseExpression() : nullptr;
  Block body = parseBlock("the function header", keyword);
  auto *stmt = make<FunctionDefStmt>(begin);
  stmt->decorators = decorators;
  stmt->name = name;
  stmt->typeParameters = typeParameters;
  stmt->parameters = parameters;
  stmt->returnType = returnType;
  stmt->body = body;
  stmt->isAsync = isAsync;
  return stmt;
}

const Stmt *Parser::parseClass(List<Decorator> decorators) {
  const Token keyword = current();
  next();
  Identifier name = expectName("the name of the class");
  List<TypeParameter> typeParameters = parseTypeParameters();
  List<Argument> arguments;
  if (!isLost && at(TokenKind::LParen)) {
    arguments = parseArguments(false);
  }
  Block body = parseBlock("the class header", keyword);
  auto *stmt = make<ClassDefStmt>(keyword.begin);
  stmt->decorators = decorators;
  stmt->name = name;
  stmt->typeParameters = typeParameters;
  stmt->arguments = arguments;
  stmt->body = body;
  return stmt;
}

} // namespace tkc::parse
