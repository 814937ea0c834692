// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The patterns of `case`.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

const Pattern *Parser::failPattern() {
  std::string found = describeCurrent();
  uint32_t begin = current().begin;
  fail(DiagnosticKind::ExpectedPattern, rangeOf(current())) << found;
  return make<WildcardPattern>(begin);
}

static const Pattern *makeSequence(Arena &arena, const std::vector<const Pattern *> &elements, SourceRange range) {
  auto *sequence = arena.create<SequencePattern>();
  sequence->elements = arena.copy(elements);
  sequence->range = range;
  return sequence;
}

/// The pattern of a case; several with commas are a sequence.
const Pattern *Parser::parseOpenPattern() {
  uint32_t begin = current().begin;
  bool hasComma = false;
  std::vector<const Pattern *> elements = parsePatternsUntil(TokenKind::Colon, hasComma);
  if (isLost) {
    return make<WildcardPattern>(begin);
  }
  if (elements.empty()) {
    return failPattern();
  }
  if (hasComma) {
    return makeSequence(arena, elements, rangeFrom(begin));
  }
  if (llvm::isa<StarPattern>(elements[0])) {
    report(DiagnosticKind::MisplacedStar, elements[0]->range).hint("for a sequence add a comma behind it");
  }
  return elements[0];
}

std::vector<const Pattern *> Parser::parsePatternsUntil(TokenKind closer, bool &hasComma) {
  std::vector<const Pattern *> patterns;
  bool hasStar = false;
  while (!isLost && !at(closer) && !(closer == TokenKind::Colon && at(TokenKind::KwIf))) {
    patterns.push_back(parseMaybeStarPattern());
    bool isStar = !isLost && llvm::isa<StarPattern>(patterns.back());
    if (isStar && hasStar) {
      report(DiagnosticKind::SeveralStars, patterns.back()->range);
      patterns.pop_back();
    }
    hasStar |= isStar;
    if (isLost || !accept(TokenKind::Comma)) {
      break;
    }
    hasComma = true;
  }
  return patterns;
}

const Pattern *Parser::parseMaybeStarPattern() {
  uint32_t begin = current().begin;
  if (!accept(TokenKind::Star)) {
    return parsePattern();
  }
  Identifier name = atSoftKeyword("_") ? Identifier{} : parseCaptureName();
  if (name.empty()) {
    accept(TokenKind::Name);
  }
  auto *star = make<StarPattern>(begin);
  star->name = name;
  return star;
}

/// A name that a pattern binds; `_` and dotted names are not.
Identifier Parser::parseCaptureName() {
  if (atSoftKeyword("_")) {
    fail(DiagnosticKind::ExpectedToken, rangeOf(current())) << "a name to bind" << "`_`";
    return {};
  }
  return expectName("a name to bind");
}

const Pattern *Parser::parsePattern() {
  Nesting nesting(*this);
  uint32_t begin = current().begin;
  const Pattern *pattern = isLost ? make<WildcardPattern>(begin) : parseOrPattern();
  if (isLost || !accept(TokenKind::KwAs)) {
    return pattern;
  }
  Identifier name = parseCaptureName();
  auto *as = make<AsPattern>(begin);
  as->pattern = pattern;
  as->name = name;
  return as;
}

const Pattern *Parser::parseOrPattern() {
  uint32_t begin = current().begin;
  std::vector<const Pattern *> alternatives{parseClosedPattern()};
  while (!isLost && accept(TokenKind::Pipe)) {
    alternatives.push_back(parseClosedPattern());
  }
  if (alternatives.size() == 1) {
    return alternatives[0];
  }
  auto *either = make<OrPattern>(begin);
  either->alternatives = arena.copy(alternatives);
  return either;
}

const Pattern *Parser::parseClosedPattern() {
  switch (current().kind) {
  case TokenKind::Int:
  case TokenKind::Float:
  case TokenKind::Imaginary:
  case TokenKind::Minus:
    return parseNumberPattern();
  case TokenKind::String:
  case TokenKind::Bytes:
  case TokenKind::FStringStart:
  case TokenKind::KwNone:
  case TokenKind::KwTrue:
  case TokenKind::KwFalse:
    return parseLiteralPattern();
  case TokenKind::Name:
    return parseNamePattern();
  case TokenKind::LParen:
    return parseGroupPattern();
  case TokenKind::LBracket:
    return parseSequencePattern();
  case TokenKind::LBrace:
    return parseMappingPattern();
  default:
    return failPattern();
  }
}

// --- values ----------------------------------------------------------------------------------------------------------

static const Pattern *makeValue(Arena &arena, const Expr *value) {
  auto *pattern = arena.create<ValuePattern>();
  pattern->value = value;
  pattern->range = value->range;
  return pattern;
}

/// `-1`, or `-1 + 2j`.
const Expr *Parser::parseSignedNumber() {
  uint32_t begin = current().begin;
  SourceRange minus = rangeOf(current());
  bool isNegative = accept(TokenKind::Minus);
  if (!at(TokenKind::Int) && !at(TokenKind::Float) && !at(TokenKind::Imaginary)) {
    failExpected("a number");
    return error();
  }
  const Expr *number = parseNumber();
  if (!isNegative) {
    return number;
  }
  auto *negation = make<UnaryExpr>(begin);
  negation->op = UnaryOp::Minus;
  negation->opRange = minus;
  negation->operand = number;
  return negation;
}

const Pattern *Parser::parseNumberPattern() {
  uint32_t begin = current().begin;
  const Expr *real = parseSignedNumber();
  bool isSum = at(TokenKind::Plus) || at(TokenKind::Minus);
  if (isLost || !isSum) {
    return makeValue(arena, real);
  }
  SourceRange opRange = rangeOf(current());
  BinaryOp op = at(TokenKind::Plus) ? BinaryOp::Add : BinaryOp::Sub;
  bool isRealImaginary = tokens[index - 1].kind == TokenKind::Imaginary;
  next();
  if (isRealImaginary || !at(TokenKind::Imaginary)) {
    failExpected("a complex number of a real and an imaginary part");
    return makeValue(arena, real);
  }
  const Expr *imaginary = parseNumber();
  auto *sum = make<BinaryExpr>(begin);
  sum->op = op;
  sum->opRange = opRange;
  sum->left = real;
  sum->right = imaginary;
  return makeValue(arena, sum);
}

const Pattern *Parser::parseLiteralPattern() {
  const Expr *value = parseAtom();
  if (!isLost && llvm::isa<FormatStringExpr>(value)) {
    report(DiagnosticKind::FormatStringInPattern, value->range);
  }
  return makeValue(arena, value);
}

/// `a.b.c`
const Expr *Parser::parseDottedReference() {
  uint32_t begin = current().begin;
  const Expr *expr = parseName();
  while (!isLost && at(TokenKind::Dot)) {
    expr = parseAttribute(begin, expr);
    addLink();
  }
  return expr;
}

const Pattern *Parser::parseNamePattern() {
  const Token first = current();
  ExpressionScope scope(*this);
  const Expr *reference = parseDottedReference();
  if (!isLost && at(TokenKind::LParen)) {
    return parseClassPattern(first.begin, reference);
  }
  if (!llvm::isa<NameExpr>(reference)) {
    return makeValue(arena, reference);
  }
  if (text(first) == "_") {
    return make<WildcardPattern>(first.begin);
  }
  auto *capture = make<CapturePattern>(first.begin);
  capture->name = identifier(first);
  return capture;
}

// --- patterns with parts ---------------------------------------------------------------------------------------------

const Pattern *Parser::parseGroupPattern() {
  uint32_t begin = current().begin;
  next();
  bool hasComma = false;
  std::vector<const Pattern *> elements = parsePatternsUntil(TokenKind::RParen, hasComma);
  if (!isLost) {
    expectCloser(TokenKind::RParen);
  }
  bool isGroup = elements.size() == 1 && !hasComma;
  if (isGroup && !isLost && llvm::isa<StarPattern>(elements[0])) {
    report(DiagnosticKind::MisplacedStar, elements[0]->range).hint("for a sequence add a comma behind it");
    return make<WildcardPattern>(begin);
  }
  return isGroup ? elements[0] : makeSequence(arena, elements, rangeFrom(begin));
}

const Pattern *Parser::parseSequencePattern() {
  uint32_t begin = current().begin;
  next();
  bool hasComma = false;
  std::vector<const Pattern *> elements = parsePatternsUntil(TokenKind::RBracket, hasComma);
  if (!isLost) {
    expectCloser(TokenKind::RBracket);
  }
  return makeSequence(arena, elements, rangeFrom(begin));
}

MappingPatternItem Parser::parseMappingItem() {
  MappingPatternItem item;
  const Pattern *key = at(TokenKind::Name) ? nullptr : parseClosedPattern();
  if (!key) {
    item.key = parseDottedReference();
  } else if (const auto *value = llvm::dyn_cast<ValuePattern>(key)) {
    item.key = value->value;
  }
  if (!isLost && (!item.key || llvm::isa<NameExpr>(item.key))) {
    report(DiagnosticKind::InvalidPatternKey, item.key ? item.key->range : key->range);
  }
  if (!item.key) {
    item.key = error();
  }
  if (!isLost) {
    expect(TokenKind::Colon, "after the key of the pattern");
  }
  item.pattern = parsePattern();
  return item;
}

const Pattern *Parser::parseMappingPattern() {
  uint32_t begin = current().begin;
  next();
  std::vector<MappingPatternItem> items;
  Identifier rest;
  while (!isLost && !at(TokenKind::RBrace)) {
    if (accept(TokenKind::DoubleStar)) {
      rest = parseCaptureName();
      accept(TokenKind::Comma);
      break;
    }
    items.push_back(parseMappingItem());
    if (isLost || !accept(TokenKind::Comma)) {
      break;
    }
  }
  if (!isLost) {
    expectCloser(TokenKind::RBrace);
  }
  auto *mapping = make<MappingPattern>(begin);
  mapping->items = arena.copy(items);
  mapping->rest = rest;
  return mapping;
}

const Pattern *Parser::parseClassPattern(uint32_t begin, const Expr *classRef) {
  next();
  std::vector<const Pattern *> positional;
  std::vector<KeywordPattern> keywords;
  while (!isLost && !at(TokenKind::RParen)) {
    if (at(TokenKind::Name) && peekKind() == TokenKind::Equal) {
      KeywordPattern keyword;
      keyword.name = identifier(current());
      next();
      next();
      keyword.pattern = parsePattern();
      keywords.push_back(keyword);
    } else {
      positional.push_back(parsePattern());
      if (!isLost && !keywords.empty()) {
        report(DiagnosticKind::PositionalAfterKeyword, positional.back()->range)
            .note(keywords[0].name.range, "the keyword pattern is here");
      }
    }
    if (isLost || !accept(TokenKind::Comma)) {
      break;
    }
  }
  if (!isLost) {
    expectCloser(TokenKind::RParen);
  }
  auto *pattern = make<ClassPattern>(begin);
  pattern->classRef = classRef;
  pattern->positional = arena.copy(positional);
  pattern->keywords = arena.copy(keywords);
  return pattern;
}

} // namespace tkc::parse
