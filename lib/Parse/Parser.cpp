// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walking over the tokens, and what happens at an error.
#include "Parser.h"

#include "tkc/Parse/Parse.h"

namespace tkc::parse {

using namespace ast;

/// Recursion of the parser; brackets are limited by the lexer before this.
static constexpr uint32_t deepestRecursion = 300;
/// Operators on one path of an expression, so that later stages may recurse over the tree.
static constexpr uint32_t longestPath = 1000;

std::unique_ptr<Module> parseModule(const SourceBuffer &buffer, DiagnosticEngine &diagnostics) {
  auto module = std::make_unique<Module>(buffer);
  size_t firstDiagnostic = diagnostics.diagnostics().size();
  module->body = Parser(buffer, module->arena, diagnostics).parseFile();
  diagnostics.sortFrom(firstDiagnostic);
  return module;
}

const Expr *parseExpression(const SourceBuffer &buffer, Arena &arena, DiagnosticEngine &diagnostics) {
  size_t errorsBefore = diagnostics.errorCount();
  const Expr *expr = Parser(buffer, arena, diagnostics).parseSingleExpression();
  return diagnostics.errorCount() == errorsBefore ? expr : nullptr;
}

Parser::Parser(const SourceBuffer &buffer, Arena &arena, DiagnosticEngine &diagnostics)
    : buffer(buffer), source(buffer.text()), arena(arena), diagnostics(diagnostics),
      tokens(lex::tokenize(buffer, diagnostics)) {}

Block Parser::parseFile() { return parseStatements(TokenKind::EndOfFile); }

const Expr *Parser::parseSingleExpression() {
  accept(TokenKind::Indent);
  const Expr *expr = parseStarExpressions();
  if (!isLost && !at(TokenKind::Newline)) {
    failExpected("the end of the expression");
  }
  while (accept(TokenKind::Newline) || accept(TokenKind::Dedent)) {
  }
  if (!isLost && !at(TokenKind::EndOfFile)) {
    failExpected("the end of the expression");
  }
  return expr;
}

Parser::Nesting::Nesting(Parser &parser) : parser(parser) {
  if (++parser.depth > deepestRecursion) {
    parser.fail(DiagnosticKind::NestingTooDeep, parser.rangeOf(parser.current())) << deepestRecursion;
  }
}

void Parser::next() {
  if (!lex::isLayout(current().kind)) {
    lastEnd = current().end;
  }
  index += index + 1 < tokens.size();
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) {
    return false;
  }
  next();
  return true;
}

std::string Parser::describeCurrent() const {
  const Token &token = current();
  return token.kind == TokenKind::Name ? "`" + std::string(text(token)) + "`" : lex::describe(token.kind);
}

bool Parser::expect(TokenKind kind, std::string_view where) {
  if (accept(kind)) {
    return true;
  }
  failExpected(lex::describe(kind) + " " + std::string(where));
  return false;
}

Identifier Parser::expectName(std::string_view what) {
  if (!at(TokenKind::Name)) {
    bool isKeyword = lex::isKeyword(current().kind);
    DiagnosticBuilder builder = failExpected(what);
    if (isKeyword) {
      builder.hint("keywords can't be used as names");
    }
    return {};
  }
  Identifier name = identifier(current());
  next();
  return name;
}

bool Parser::expectCloser(TokenKind kind) {
  if (accept(kind)) {
    return true;
  }
  if (startsExpression() && !lex::isLayout(current().kind)) {
    std::string found = describeCurrent();
    fail(DiagnosticKind::MissingComma, rangeOf(current())).hint("perhaps a comma is missing before it")
        << lex::describe(kind) << found;
  } else {
    failExpected("`,` or " + lex::describe(kind));
  }
  return false;
}

/// Nothing more is said while lost, nor on a line about which the lexer has complained.
bool Parser::isSilent() const {
  if (isLost || isSpeculating) {
    return true;
  }
  size_t i = index;
  while (!lex::isLayout(tokens[i].kind)) {
    if (tokens[i++].kind == TokenKind::Error) {
      return true;
    }
  }
  return false;
}

DiagnosticBuilder Parser::report(DiagnosticKind kind, SourceRange range) {
  hasSpeculationFailed = true;
  if (isSilent()) {
    discarded.clear();
    return discarded.report(kind, range);
  }
  return diagnostics.report(kind, range);
}

DiagnosticBuilder Parser::fail(DiagnosticKind kind, SourceRange range) {
  DiagnosticBuilder builder = report(kind, range);
  getLost();
  return builder;
}

void Parser::getLost() {
  isLost = true;
  while (!lex::isLayout(current().kind)) {
    ++index;
  }
}

DiagnosticBuilder Parser::failExpected(std::string_view what) {
  std::string found = describeCurrent();
  DiagnosticBuilder builder = fail(DiagnosticKind::ExpectedToken, rangeOf(current()));
  builder << what << found;
  return builder;
}

bool Parser::speculate(const std::function<void()> &parse) {
  size_t startIndex = index;
  uint32_t startEnd = lastEnd;
  isSpeculating = true;
  hasSpeculationFailed = false;
  parse();
  isSpeculating = false;
  bool isGood = !isLost && !hasSpeculationFailed;
  if (!isGood) {
    index = startIndex;
    lastEnd = startEnd;
    isLost = false;
  }
  return isGood;
}

/// The index of the token that closes the bracket at `opener`, or that of the line's end when there is none.
size_t Parser::findCloser(size_t opener) const {
  size_t open = 0;
  size_t i = opener;
  for (; !lex::isLayout(tokens[i].kind); ++i) {
    TokenKind kind = tokens[i].kind;
    bool opens = kind == TokenKind::LParen || kind == TokenKind::LBracket || kind == TokenKind::LBrace;
    bool closes = kind == TokenKind::RParen || kind == TokenKind::RBracket || kind == TokenKind::RBrace;
    open += opens;
    open -= closes;
    if (open == 0) {
      return i;
    }
  }
  return i;
}

void Parser::addLink() {
  if (++height > longestPath) {
    fail(DiagnosticKind::ExpressionTooLong, rangeOf(current())) << longestPath;
  }
}

} // namespace tkc::parse
