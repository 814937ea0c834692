// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Suites and lines, recovery between statements, and the statements that start with an expression.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

/// Statements up to `end` or the end of the file. An indent that nobody asked for is passed over with its dedent.
Block Parser::parseStatements(TokenKind end) {
  std::vector<const Stmt *> statements;
  size_t strayIndents = 0;
  bool isGood = true;
  while (!at(TokenKind::EndOfFile)) {
    if (at(TokenKind::Indent)) {
      if (isGood) {
        const Token &first = tokens[index + 1];
        report(DiagnosticKind::UnexpectedIndent, rangeOf(first)).hint("align it with the line before");
      }
      ++strayIndents;
      next();
    } else if (at(TokenKind::Dedent) && strayIndents > 0) {
      --strayIndents;
      next();
    } else if (at(end)) {
      break;
    } else {
      isGood = parseStatement(statements);
      continue;
    }
    isGood = true;
  }
  return arena.copy(statements);
}

/// Returns false when the line was broken, so that a block below it belongs to nothing.
bool Parser::parseStatement(std::vector<const Stmt *> &statements) {
  const Stmt *stmt = parseCompound();
  if (!stmt && !isLost) {
    parseSimpleLine(statements);
  } else if (!isLost) {
    statements.push_back(stmt);
  }
  if (!isLost) {
    return true;
  }
  isLost = false;
  accept(TokenKind::Newline);
  return false;
}

/// A compound statement, or null when none starts here.
const Stmt *Parser::parseCompound() {
  uint32_t begin = current().begin;
  switch (current().kind) {
  case TokenKind::KwIf:
    return parseIf();
  case TokenKind::KwWhile:
    return parseWhile();
  case TokenKind::KwFor:
    return parseFor(begin, false);
  case TokenKind::KwWith:
    return parseWith(begin, false);
  case TokenKind::KwTry:
    return parseTry();
  case TokenKind::KwDef:
    return parseFunction(begin, {}, false);
  case TokenKind::KwClass:
    return parseClass({});
  case TokenKind::KwAsync:
    return parseAsync();
  case TokenKind::At:
    return parseDecorated();
  default:
    return atMatchStatement() ? parseMatch() : nullptr;
  }
}

void Parser::parseSimpleLine(std::vector<const Stmt *> &statements) {
  do {
    const Stmt *stmt = parseSimple();
    if (isLost) {
      return;
    }
    statements.push_back(stmt);
  } while (accept(TokenKind::Semicolon) && !at(TokenKind::Newline));
  if (!accept(TokenKind::Newline)) {
    statements.pop_back();
    failStatementEnd();
  }
}

const Stmt *Parser::parseSimple() {
  uint32_t begin = current().begin;
  switch (current().kind) {
  case TokenKind::KwPass:
    next();
    return make<PassStmt>(begin);
  case TokenKind::KwBreak:
    next();
    return make<BreakStmt>(begin);
  case TokenKind::KwContinue:
    next();
    return make<ContinueStmt>(begin);
  case TokenKind::KwReturn:
    return parseReturn();
  case TokenKind::KwRaise:
    return parseRaise();
  case TokenKind::KwAssert:
    return parseAssert();
  case TokenKind::KwDel:
    return parseDelete();
  case TokenKind::KwGlobal:
    return parseGlobal();
  case TokenKind::KwNonlocal:
    return parseNonlocal();
  case TokenKind::KwImport:
    return parseImport();
  case TokenKind::KwFrom:
    return parseImportFrom();
  case TokenKind::KwElse:
  case TokenKind::KwElif:
  case TokenKind::KwExcept:
  case TokenKind::KwFinally:
    return failStrayClause();
  default:
    return atTypeAlias() ? parseTypeAlias() : parseExpressionStatement();
  }
}

/// A clause whose statement is not open at this depth.
const Stmt *Parser::failStrayClause() {
  std::string clause = describeCurrent();
  fail(DiagnosticKind::StrayClause, rangeOf(current())).hint("align it with the statement that it belongs to")
      << clause;
  return nullptr;
}

/// The statement is complete, but the line goes on.
void Parser::failStatementEnd() {
  std::string found = describeCurrent();
  const Token &before = tokens[index - 1];
  std::string_view word = text(before);
  bool isOldPrint = before.kind == TokenKind::Name && (word == "print" || word == "exec") && startsExpression();
  bool isWalrus = at(TokenKind::ColonEqual);
  bool isJuxtaposed = startsExpression();
  DiagnosticBuilder builder = fail(DiagnosticKind::ExpectedStatementEnd, rangeOf(current()));
  builder << found;
  if (isOldPrint) {
    builder.hint("call it with parentheses: `" + std::string(word) + "(…)`");
  } else if (isWalrus) {
    builder.hint("put the assignment in parentheses, or write `=`");
  } else if (isJuxtaposed) {
    builder.hint("perhaps an operator or a comma is missing before it");
  }
}

// --- blocks ----------------------------------------------------------------------------------------------------------

/// `:` and the suite of a compound statement that starts with `keyword`.
Block Parser::parseBlock(std::string_view construct, const Token &keyword) {
  if (isLost) {
    return parseBlockOfBrokenHeader();
  }
  if (!accept(TokenKind::Colon)) {
    failMissingColon(construct);
    return parseBlockOfBrokenHeader();
  }
  if (accept(TokenKind::Newline)) {
    return parseIndented(construct, keyword);
  }
  std::vector<const Stmt *> statements;
  parseSimpleLine(statements);
  return isLost ? parseBlockOfBrokenHeader() : arena.copy(statements);
}

Block Parser::parseIndented(std::string_view construct, const Token &keyword) {
  if (!accept(TokenKind::Indent)) {
    report(DiagnosticKind::ExpectedBlock, rangeOf(current())).note(rangeOf(keyword), "the block belongs to this line")
        << construct;
    return {};
  }
  Block block = parseStatements(TokenKind::Dedent);
  accept(TokenKind::Dedent);
  return block;
}

/// The header or one-line body had an error; errors of an indented block below it are still worth reporting.
Block Parser::parseBlockOfBrokenHeader() {
  isLost = false;
  accept(TokenKind::Newline);
  if (!accept(TokenKind::Indent)) {
    return {};
  }
  Block block = parseStatements(TokenKind::Dedent);
  accept(TokenKind::Dedent);
  return block;
}

void Parser::failMissingColon(std::string_view construct) {
  std::string found = describeCurrent();
  if (at(TokenKind::Newline)) {
    fail(DiagnosticKind::MissingColon, {&buffer, lastEnd, lastEnd}) << construct;
    return;
  }
  bool isAssignment = at(TokenKind::Equal);
  bool isElseIf = construct == "`else`" && at(TokenKind::KwIf);
  if (isAssignment && (construct == "`if`" || construct == "`elif`" || construct == "`while`")) {
    fail(DiagnosticKind::AssignmentInCondition, rangeOf(current())).hint("compare with `==`, or assign with `:=`");
    return;
  }
  DiagnosticBuilder builder = fail(DiagnosticKind::ExpectedToken, rangeOf(current()));
  builder << "`:` after " + std::string(construct) << found;
  if (isElseIf) {
    builder.hint("write `elif`");
  }
}

// --- statements that start with an expression ------------------------------------------------------------------------

static bool augmentedOp(TokenKind kind, BinaryOp &op) {
  switch (kind) {
  case TokenKind::PlusEqual:
    return op = BinaryOp::Add, true;
  case TokenKind::MinusEqual:
    return op = BinaryOp::Sub, true;
  case TokenKind::StarEqual:
    return op = BinaryOp::Mul, true;
  case TokenKind::AtEqual:
    return op = BinaryOp::MatMul, true;
  case TokenKind::SlashEqual:
    return op = BinaryOp::Div, true;
  case TokenKind::DoubleSlashEqual:
    return op = BinaryOp::FloorDiv, true;
  case TokenKind::PercentEqual:
    return op = BinaryOp::Mod, true;
  case TokenKind::DoubleStarEqual:
    return op = BinaryOp::Pow, true;
  case TokenKind::LeftShiftEqual:
    return op = BinaryOp::LShift, true;
  case TokenKind::RightShiftEqual:
    return op = BinaryOp::RShift, true;
  case TokenKind::PipeEqual:
    return op = BinaryOp::BitOr, true;
  case TokenKind::CaretEqual:
    return op = BinaryOp::BitXor, true;
  case TokenKind::AmpersandEqual:
    return op = BinaryOp::BitAnd, true;
  default:
    return false;
  }
}

const Expr *Parser::parseAssignedValue() { return at(TokenKind::KwYield) ? parseYield() : parseStarExpressions(); }

const Stmt *Parser::parseExpressionStatement() {
  const Token first = current();
  const Expr *value = parseAssignedValue();
  BinaryOp op;
  if (isLost) {
    return nullptr;
  }
  if (at(TokenKind::Equal)) {
    return parseAssign(first.begin, value);
  }
  if (augmentedOp(current().kind, op)) {
    return parseAugAssign(first.begin, value, op);
  }
  if (at(TokenKind::Colon)) {
    return parseAnnAssign(first, value);
  }
  auto *stmt = make<ExpressionStmt>(first.begin);
  stmt->value = value;
  return stmt;
}

const Stmt *Parser::parseAssign(uint32_t begin, const Expr *first) {
  std::vector<const Expr *> targets;
  const Expr *value = first;
  while (accept(TokenKind::Equal)) {
    targets.push_back(value);
    value = parseAssignedValue();
  }
  for (const Expr *target : targets) {
    checkTarget(target, TargetUse::Assign);
  }
  auto *stmt = make<AssignStmt>(begin);
  stmt->targets = arena.copy(targets);
  stmt->value = value;
  return stmt;
}

const Stmt *Parser::parseAugAssign(uint32_t begin, const Expr *target, BinaryOp op) {
  SourceRange opRange = rangeOf(current());
  next();
  checkTarget(target, TargetUse::Augment);
  const Expr *value = parseAssignedValue();
  auto *stmt = make<AugAssignStmt>(begin);
  stmt->target = target;
  stmt->op = op;
  stmt->opRange = opRange;
  stmt->value = value;
  return stmt;
}

const Stmt *Parser::parseAnnAssign(const Token &first, const Expr *target) {
  if (!checkTarget(target, TargetUse::Annotate)) {
    getLost();
    return nullptr;
  }
  next();
  const Expr *annotation = parseExpression();
  const Expr *value = accept(TokenKind::Equal) ? parseAssignedValue() : nullptr;
  auto *stmt = make<AnnAssignStmt>(first.begin);
  stmt->target = target;
  stmt->annotation = annotation;
  stmt->value = value;
  stmt->isPlainName = llvm::isa<NameExpr>(target) && first.kind == TokenKind::Name;
  return stmt;
}

} // namespace tkc::parse
