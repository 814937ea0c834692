// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators by precedence, from `or` down to `**`.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

const Expr *Parser::parseDisjunction() { return parseBoolOp(TokenKind::KwOr, &Parser::parseConjunction); }

const Expr *Parser::parseConjunction() { return parseBoolOp(TokenKind::KwAnd, &Parser::parseInversion); }

const Expr *Parser::parseBoolOp(TokenKind op, const Expr *(Parser::*parseOperand)()) {
  uint32_t begin = current().begin;
  const Expr *first = (this->*parseOperand)();
  if (isLost || !at(op)) {
    return first;
  }
  std::vector<const Expr *> operands{first};
  while (!isLost && accept(op)) {
    operands.push_back((this->*parseOperand)());
  }
  auto *expr = make<BoolOpExpr>(begin);
  expr->isAnd = op == TokenKind::KwAnd;
  expr->operands = arena.copy(operands);
  return expr;
}

const Expr *Parser::parseInversion() {
  size_t first = index;
  while (accept(TokenKind::KwNot)) {
  }
  size_t end = index;
  const Expr *expr = parseComparison();
  for (size_t i = end; i-- > first && !isLost;) {
    auto *inversion = make<UnaryExpr>(tokens[i].begin);
    inversion->op = UnaryOp::Not;
    inversion->opRange = rangeOf(tokens[i]);
    inversion->operand = expr;
    expr = inversion;
    addLink();
  }
  return expr;
}

bool Parser::acceptCompareOp(CompareOp &op) {
  switch (current().kind) {
  case TokenKind::EqualEqual:
    op = CompareOp::Eq;
    break;
  case TokenKind::NotEqual:
    op = CompareOp::NotEq;
    break;
  case TokenKind::Less:
    op = CompareOp::Lt;
    break;
  case TokenKind::LessEqual:
    op = CompareOp::LtE;
    break;
  case TokenKind::Greater:
    op = CompareOp::Gt;
    break;
  case TokenKind::GreaterEqual:
    op = CompareOp::GtE;
    break;
  case TokenKind::KwIn:
    op = CompareOp::In;
    break;
  case TokenKind::KwIs:
    next();
    op = accept(TokenKind::KwNot) ? CompareOp::IsNot : CompareOp::Is;
    return true;
  case TokenKind::KwNot:
    if (peekKind() != TokenKind::KwIn) {
      return false;
    }
    next();
    op = CompareOp::NotIn;
    break;
  default:
    return false;
  }
  next();
  return true;
}

const Expr *Parser::parseComparison() {
  uint32_t begin = current().begin;
  const Expr *first = parseBitOr();
  std::vector<Comparison> comparisons;
  Comparison comparison;
  while (!isLost) {
    uint32_t opBegin = current().begin;
    if (!acceptCompareOp(comparison.op)) {
      break;
    }
    comparison.opRange = rangeFrom(opBegin);
    comparison.operand = parseBitOr();
    comparisons.push_back(comparison);
  }
  if (comparisons.empty()) {
    return first;
  }
  auto *compare = make<CompareExpr>(begin);
  compare->first = first;
  compare->comparisons = arena.copy(comparisons);
  return compare;
}

namespace {

struct BinaryInfo {
  int precedence = 0; // 0: no binary operator
  BinaryOp op = BinaryOp::Add;
};

} // namespace

/// All of these bind to the left; a higher precedence binds tighter.
static BinaryInfo binaryInfo(TokenKind kind) {
  switch (kind) {
  case TokenKind::Pipe:
    return {1, BinaryOp::BitOr};
  case TokenKind::Caret:
    return {2, BinaryOp::BitXor};
  case TokenKind::Ampersand:
    return {3, BinaryOp::BitAnd};
  case TokenKind::LeftShift:
    return {4, BinaryOp::LShift};
  case TokenKind::RightShift:
    return {4, BinaryOp::RShift};
  case TokenKind::Plus:
    return {5, BinaryOp::Add};
  case TokenKind::Minus:
    return {5, BinaryOp::Sub};
  case TokenKind::Star:
    return {6, BinaryOp::Mul};
  case TokenKind::Slash:
    return {6, BinaryOp::Div};
  case TokenKind::DoubleSlash:
    return {6, BinaryOp::FloorDiv};
  case TokenKind::Percent:
    return {6, BinaryOp::Mod};
  case TokenKind::At:
    return {6, BinaryOp::MatMul};
  default:
    return {};
  }
}

const Expr *Parser::parseBinary(int precedence) {
  uint32_t begin = current().begin;
  const Expr *left = parseUnary();
  while (!isLost) {
    BinaryInfo info = binaryInfo(current().kind);
    if (info.precedence == 0 || info.precedence < precedence) {
      break;
    }
    SourceRange opRange = rangeOf(current());
    next();
    const Expr *right = parseBinary(info.precedence + 1);
    auto *binary = make<BinaryExpr>(begin);
    binary->op = info.op;
    binary->opRange = opRange;
    binary->left = left;
    binary->right = right;
    left = binary;
    addLink();
  }
  return left;
}

static bool unaryOp(TokenKind kind, UnaryOp &op) {
  op = kind == TokenKind::Plus ? UnaryOp::Plus : kind == TokenKind::Minus ? UnaryOp::Minus : UnaryOp::Invert;
  return kind == TokenKind::Plus || kind == TokenKind::Minus || kind == TokenKind::Tilde;
}

const Expr *Parser::parseUnary() {
  size_t first = index;
  UnaryOp op;
  while (unaryOp(current().kind, op)) {
    next();
  }
  size_t end = index;
  const Expr *expr = parsePower();
  for (size_t i = end; i-- > first && !isLost;) {
    unaryOp(tokens[i].kind, op);
    auto *unary = make<UnaryExpr>(tokens[i].begin);
    unary->op = op;
    unary->opRange = rangeOf(tokens[i]);
    unary->operand = expr;
    expr = unary;
    addLink();
  }
  return expr;
}

const Expr *Parser::parsePower() {
  uint32_t begin = current().begin;
  const Expr *base = parseAwait();
  if (isLost || !at(TokenKind::DoubleStar)) {
    return base;
  }
  SourceRange opRange = rangeOf(current());
  next();
  Nesting nesting(*this);
  const Expr *exponent = parseUnary();
  auto *power = make<BinaryExpr>(begin);
  power->op = BinaryOp::Pow;
  power->opRange = opRange;
  power->left = base;
  power->right = exponent;
  addLink();
  return power;
}

} // namespace tkc::parse
