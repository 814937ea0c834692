// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names, numbers, displays, comprehensions and parenthesised expressions.
#include <charconv>
#include <cstdlib>

#include "Parser.h"

namespace tkc::parse {

using namespace ast;

const Expr *Parser::parseAtom() {
  uint32_t begin = current().begin;
  switch (current().kind) {
  case TokenKind::Name:
    return parseName();
  case TokenKind::Int:
  case TokenKind::Float:
  case TokenKind::Imaginary:
    return parseNumber();
  case TokenKind::String:
  case TokenKind::Bytes:
  case TokenKind::FStringStart:
    return parseStrings();
  case TokenKind::LParen:
    return parseParenthesized();
  case TokenKind::LBracket:
    return parseListDisplay();
  case TokenKind::LBrace:
    return parseBraces();
  case TokenKind::Ellipsis:
    next();
    return make<EllipsisExpr>(begin);
  case TokenKind::KwNone:
    next();
    return make<NoneExpr>(begin);
  case TokenKind::KwTrue:
  case TokenKind::KwFalse: {
    bool value = at(TokenKind::KwTrue);
    next();
    auto *literal = make<BoolExpr>(begin);
    literal->value = value;
    return literal;
  }
  default:
    return failExpression();
  }
}

const Expr *Parser::parseName() {
  const Token token = current();
  next();
  auto *name = make<NameExpr>(token.begin);
  name->name = text(token);
  return name;
}

// --- numbers ---------------------------------------------------------------------------------------------------------

static double toDouble(const std::string &digits) {
  double value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() ? value : std::strtod(digits.c_str(), nullptr); // infinity or zero out of range
}

const Expr *Parser::parseNumber() {
  const Token token = current();
  next();
  std::string_view spelling = text(token);
  std::string digits(spelling);
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  if (token.kind == TokenKind::Float) {
    auto *literal = make<FloatExpr>(token.begin);
    literal->value = toDouble(digits);
    return literal;
  }
  if (token.kind == TokenKind::Imaginary) {
    digits.pop_back();
    auto *literal = make<ImaginaryExpr>(token.begin);
    literal->value = toDouble(digits);
    return literal;
  }
  auto *literal = make<IntExpr>(token.begin);
  char letter = digits.size() > 1 ? static_cast<char>(digits[1] | 0x20) : '0';
  literal->radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
  size_t prefix = literal->radix == 10 ? 0 : 2;
  bool isPlain = digits.size() == spelling.size();
  literal->digits = isPlain ? spelling.substr(prefix) : arena.copy(std::string_view(digits).substr(prefix));
  return literal;
}

// --- comprehensions --------------------------------------------------------------------------------------------------

bool Parser::atComprehension() const {
  return at(TokenKind::KwFor) || (at(TokenKind::KwAsync) && peekKind() == TokenKind::KwFor);
}

ComprehensionClause Parser::parseComprehensionClause() {
  ComprehensionClause clause;
  uint32_t begin = current().begin;
  clause.isAsync = accept(TokenKind::KwAsync);
  next();
  clause.target = parseTargetList();
  if (!isLost) {
    expect(TokenKind::KwIn, "after the target of `for`");
  }
  clause.iterable = parseDisjunction();
  std::vector<const Expr *> conditions;
  while (!isLost && accept(TokenKind::KwIf)) {
    conditions.push_back(parseDisjunction());
  }
  clause.conditions = arena.copy(conditions);
  clause.range = rangeFrom(begin);
  return clause;
}

/// The `for` clauses behind the element; the closing bracket is left to the caller.
const Expr *Parser::parseComprehension(uint32_t begin, ComprehensionKind kind, const Expr *element, const Expr *value) {
  if (llvm::isa<StarredExpr>(element)) {
    report(DiagnosticKind::UnpackingInComprehension, element->range);
  }
  std::vector<ComprehensionClause> clauses;
  while (!isLost && atComprehension()) {
    clauses.push_back(parseComprehensionClause());
  }
  auto *comprehension = make<ComprehensionExpr>(begin);
  comprehension->comprehensionKind = kind;
  comprehension->element = element;
  comprehension->value = value;
  comprehension->clauses = arena.copy(clauses);
  return comprehension;
}

/// Gives a node that was made before its closing bracket its full range.
template <typename NodeType>
static const Expr *withRange(Arena &arena, const Expr *expr, SourceRange range) {
  auto *copy = arena.create<NodeType>(*llvm::cast<NodeType>(expr));
  copy->range = range;
  return copy;
}

// --- displays --------------------------------------------------------------------------------------------------------

const Expr *Parser::parseParenthesized() {
  uint32_t begin = current().begin;
  next();
  std::vector<const Expr *> elements;
  if (at(TokenKind::KwYield)) {
    const Expr *yield = parseYield();
    return isLost || expectCloser(TokenKind::RParen) ? yield : error();
  }
  bool hasComma = false;
  while (!isLost && !at(TokenKind::RParen)) {
    elements.push_back(parseStarNamedExpression());
    if (!isLost && elements.size() == 1 && atComprehension()) {
      const Expr *generator = parseComprehension(begin, ComprehensionKind::Generator, elements[0], nullptr);
      expectCloser(TokenKind::RParen);
      return withRange<ComprehensionExpr>(arena, generator, rangeFrom(begin));
    }
    if (isLost || !accept(TokenKind::Comma)) {
      break;
    }
    hasComma = true;
  }
  if (isLost || !expectCloser(TokenKind::RParen)) {
    return error();
  }
  if (elements.size() == 1 && !hasComma) {
    if (llvm::isa<StarredExpr>(elements[0])) {
      report(DiagnosticKind::MisplacedStar, elements[0]->range).hint("for a tuple add a comma behind it");
    }
    return elements[0];
  }
  auto *tuple = make<TupleExpr>(begin);
  tuple->elements = arena.copy(elements);
  tuple->isParenthesized = true;
  return tuple;
}

const Expr *Parser::parseListDisplay() {
  uint32_t begin = current().begin;
  next();
  std::vector<const Expr *> elements;
  while (!isLost && !at(TokenKind::RBracket)) {
    elements.push_back(parseStarNamedExpression());
    if (!isLost && elements.size() == 1 && atComprehension()) {
      const Expr *comprehension = parseComprehension(begin, ComprehensionKind::List, elements[0], nullptr);
      expectCloser(TokenKind::RBracket);
      return withRange<ComprehensionExpr>(arena, comprehension, rangeFrom(begin));
    }
    if (isLost || !accept(TokenKind::Comma)) {
      break;
    }
  }
  if (!isLost) {
    expectCloser(TokenKind::RBracket);
  }
  auto *list = make<ListExpr>(begin);
  list->elements = arena.copy(elements);
  return list;
}

DictItem Parser::parseDictItem() {
  if (accept(TokenKind::DoubleStar)) {
    return {nullptr, parseBitOr()};
  }
  const Expr *key = parseExpression();
  if (!isLost) {
    expect(TokenKind::Colon, "after the key of the dict");
  }
  return {key, parseExpression()};
}

/// A set or a dict, told apart behind the first element.
const Expr *Parser::parseBraces() {
  uint32_t begin = current().begin;
  next();
  if (at(TokenKind::RBrace) || at(TokenKind::DoubleStar)) {
    return parseDictRest(begin, at(TokenKind::RBrace) ? DictItem{} : parseDictItem());
  }
  const Token firstToken = current();
  const Expr *first = parseStarNamedExpression();
  bool isBareWalrus = firstToken.kind == TokenKind::Name && llvm::isa<WalrusExpr>(first);
  if (!isLost && at(TokenKind::Colon) && !llvm::isa<StarredExpr>(first) && !isBareWalrus) {
    next();
    return parseDictRest(begin, {first, parseExpression()});
  }
  std::vector<const Expr *> elements{first};
  if (!isLost && atComprehension()) {
    const Expr *comprehension = parseComprehension(begin, ComprehensionKind::Set, first, nullptr);
    expectCloser(TokenKind::RBrace);
    return withRange<ComprehensionExpr>(arena, comprehension, rangeFrom(begin));
  }
  while (!isLost && accept(TokenKind::Comma) && !at(TokenKind::RBrace)) {
    elements.push_back(parseStarNamedExpression());
  }
  if (!isLost) {
    expectCloser(TokenKind::RBrace);
  }
  auto *set = make<SetExpr>(begin);
  set->elements = arena.copy(elements);
  return set;
}

/// The dict behind its first item; an item without a value is the empty dict's.
const Expr *Parser::parseDictRest(uint32_t begin, DictItem first) {
  std::vector<DictItem> items;
  if (first.value) {
    items.push_back(first);
  }
  if (!isLost && atComprehension()) {
    if (first.isUnpacking()) {
      report(DiagnosticKind::UnpackingInComprehension, first.value->range);
    }
    const Expr *element = first.key ? first.key : first.value;
    const Expr *comprehension = parseComprehension(begin, ComprehensionKind::Dict, element, first.value);
    expectCloser(TokenKind::RBrace);
    return withRange<ComprehensionExpr>(arena, comprehension, rangeFrom(begin));
  }
  while (!isLost && !items.empty() && accept(TokenKind::Comma) && !at(TokenKind::RBrace)) {
    items.push_back(parseDictItem());
  }
  if (!isLost) {
    expectCloser(TokenKind::RBrace);
  }
  auto *dict = make<DictExpr>(begin);
  dict->items = arena.copy(items);
  return dict;
}

} // namespace tkc::parse
