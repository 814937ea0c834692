// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What follows an atom: attributes, calls and subscripts; and `await` before them.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

const Expr *Parser::parseAwait() {
  uint32_t begin = current().begin;
  if (!accept(TokenKind::KwAwait)) {
    return parsePrimary();
  }
  const Expr *value = parsePrimary();
  auto *await = make<AwaitExpr>(begin);
  await->value = value;
  return await;
}

const Expr *Parser::parsePrimary() {
  uint32_t begin = current().begin;
  const Expr *expr = parseAtom();
  while (!isLost) {
    if (at(TokenKind::Dot)) {
      expr = parseAttribute(begin, expr);
    } else if (at(TokenKind::LParen)) {
      expr = parseCall(begin, expr);
    } else if (at(TokenKind::LBracket)) {
      expr = parseSubscript(begin, expr);
    } else {
      break;
    }
    addLink();
  }
  return expr;
}

const Expr *Parser::parseAttribute(uint32_t begin, const Expr *object) {
  next();
  Identifier name = expectName("a name after the dot");
  auto *attribute = make<AttributeExpr>(begin);
  attribute->object = object;
  attribute->name = name;
  return attribute;
}

// --- subscripts ------------------------------------------------------------------------------------------------------

const Expr *Parser::parseSubscript(uint32_t begin, const Expr *object) {
  next();
  const Expr *index = parseSubscriptIndex();
  if (!isLost) {
    expectCloser(TokenKind::RBracket);
  }
  auto *subscript = make<SubscriptExpr>(begin);
  subscript->object = object;
  subscript->index = index;
  return subscript;
}

/// One slice or expression; a tuple when there is a comma or a star.
const Expr *Parser::parseSubscriptIndex() {
  uint32_t begin = current().begin;
  std::vector<const Expr *> elements;
  bool isTuple = false;
  do {
    isTuple |= at(TokenKind::Star);
    elements.push_back(at(TokenKind::Star) ? parseStarExpression() : parseSlice());
    isTuple |= at(TokenKind::Comma);
  } while (!isLost && accept(TokenKind::Comma) && !at(TokenKind::RBracket));
  if (!isTuple) {
    return elements.front();
  }
  auto *tuple = make<TupleExpr>(begin);
  tuple->elements = arena.copy(elements);
  return tuple;
}

const Expr *Parser::parseSlice() {
  uint32_t begin = current().begin;
  const Expr *lower = at(TokenKind::Colon) ? nullptr : parseNamedExpression();
  if (isLost || !at(TokenKind::Colon)) {
    return lower;
  }
  bool isBareWalrus = lower && llvm::isa<WalrusExpr>(lower) && lower->range.begin == begin;
  if (isBareWalrus) {
    failExpected("`]` after the assignment expression");
    return lower;
  }
  next();
  auto endsPart = [&] { return at(TokenKind::Colon) || at(TokenKind::Comma) || at(TokenKind::RBracket); };
  const Expr *upper = endsPart() ? nullptr : parseExpression();
  const Expr *step = !isLost && accept(TokenKind::Colon) && !endsPart() ? parseExpression() : nullptr;
  auto *slice = make<SliceExpr>(begin);
  slice->lower = lower;
  slice->upper = upper;
  slice->step = step;
  return slice;
}

// --- calls -----------------------------------------------------------------------------------------------------------

const Expr *Parser::parseCall(uint32_t begin, const Expr *callee) {
  List<Argument> arguments = parseArguments(true);
  auto *call = make<CallExpr>(begin);
  call->callee = callee;
  call->arguments = arguments;
  return call;
}

/// From `(` to `)`; of a call or of a class definition.
List<Argument> Parser::parseArguments(bool isCall) {
  uint32_t openParen = current().begin;
  next();
  std::vector<Argument> arguments;
  while (!isLost && !at(TokenKind::RParen)) {
    parseArgument(arguments, openParen, isCall);
    if (isLost || !accept(TokenKind::Comma)) {
      break;
    }
  }
  if (!isLost) {
    expectCloser(TokenKind::RParen);
  }
  if (arguments.size() == 1 && arguments[0].value->range.begin == openParen && !isLost) {
    arguments[0].range.end = lastEnd;
  }
  return arena.copy(arguments);
}

void Parser::parseArgument(std::vector<Argument> &arguments, uint32_t openParen, bool isCall) {
  Argument argument;
  const Token first = current();
  if (accept(TokenKind::Star)) {
    argument.kind = ArgumentKind::Starred;
  } else if (accept(TokenKind::DoubleStar)) {
    argument.kind = ArgumentKind::KeywordUnpacking;
  } else if (at(TokenKind::Name) && peekKind() == TokenKind::Equal) {
    argument.kind = ArgumentKind::Keyword;
    argument.name = identifier(first);
    next();
    next();
  } else {
    parsePositionalArgument(arguments, openParen, isCall);
    return;
  }
  argument.value = parseExpression();
  argument.range = rangeFrom(first.begin);
  checkArgumentOrder(arguments, argument);
  arguments.push_back(argument);
}

void Parser::parsePositionalArgument(std::vector<Argument> &arguments, uint32_t openParen, bool isCall) {
  Argument argument;
  uint32_t begin = current().begin;
  argument.value = parseNamedExpression();
  if (!isLost && atComprehension()) {
    bool isFirst = isCall && arguments.empty();
    argument.value = parseComprehension(begin, ComprehensionKind::Generator, argument.value, nullptr);
    if (!isLost && isFirst && at(TokenKind::RParen)) {
      // The parentheses of the call are those of the generator.
      auto *generator = arena.create<ComprehensionExpr>(*llvm::cast<ComprehensionExpr>(argument.value));
      generator->range = {&buffer, openParen, current().end};
      argument.value = generator;
    } else {
      report(DiagnosticKind::GeneratorNeedsParentheses, argument.value->range);
    }
  }
  argument.range = rangeFrom(begin);
  if (!isLost && at(TokenKind::Equal)) {
    fail(DiagnosticKind::InvalidKeywordArgument, argument.range).hint("to compare write `==`")
        << describeExpr(argument.value);
  }
  checkArgumentOrder(arguments, argument);
  arguments.push_back(argument);
}

void Parser::checkArgumentOrder(const std::vector<Argument> &arguments, const Argument &added) {
  if (added.kind != ArgumentKind::Positional && added.kind != ArgumentKind::Starred) {
    return;
  }
  for (const Argument &before : arguments) {
    bool isClash = before.kind == ArgumentKind::KeywordUnpacking ||
                   (before.kind == ArgumentKind::Keyword && added.kind == ArgumentKind::Positional);
    if (isClash) {
      report(DiagnosticKind::PositionalAfterKeyword, added.range).note(before.range, "the keyword argument is here");
      return;
    }
  }
}

} // namespace tkc::parse
