// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameter lists of functions and lambdas, and type parameter lists.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

/// Parameters up to the closer, which is left to the caller.
List<Parameter> Parser::parseParameters(TokenKind closer, bool isAnnotated) {
  ParameterList list;
  list.closer = closer;
  list.isAnnotated = isAnnotated;
  while (!isLost && !at(closer)) {
    parseParameter(list);
    if (isLost || !accept(TokenKind::Comma)) {
      break;
    }
  }
  if (!isLost && list.isBareStarOpen) {
    report(DiagnosticKind::NoNameAfterStar, list.starRange);
  }
  return arena.copy(list.parameters);
}

void Parser::parseParameter(ParameterList &list) {
  uint32_t begin = current().begin;
  if (list.hasVarKeyword) {
    fail(DiagnosticKind::ParameterOrder, rangeOf(current())) << "nothing may follow the `**` parameter";
  } else if (at(TokenKind::Slash)) {
    parseSlash(list);
  } else if (at(TokenKind::Star)) {
    parseStar(list);
  } else if (accept(TokenKind::DoubleStar)) {
    if (list.isBareStarOpen) {
      report(DiagnosticKind::NoNameAfterStar, list.starRange);
      list.isBareStarOpen = false;
    }
    list.hasVarKeyword = true;
    parseNamedParameter(list, ParameterKind::VarKeyword, begin);
  } else {
    list.isBareStarOpen = false;
    parseNamedParameter(list, list.hasStar ? ParameterKind::KeywordOnly : ParameterKind::Regular, begin);
  }
}

void Parser::parseSlash(ParameterList &list) {
  std::string_view problem = list.hasStar              ? "`/` must stand before `*`"
                             : list.hasSlash           ? "`/` may stand only once"
                             : list.parameters.empty() ? "a parameter must stand before `/`"
                                                       : "";
  if (!problem.empty()) {
    fail(DiagnosticKind::ParameterOrder, rangeOf(current())) << problem;
    return;
  }
  next();
  list.hasSlash = true;
  for (Parameter &parameter : list.parameters) {
    parameter.kind = ParameterKind::PositionalOnly;
  }
}

void Parser::parseStar(ParameterList &list) {
  const Token star = current();
  if (list.hasStar) {
    fail(DiagnosticKind::ParameterOrder, rangeOf(star)) << "`*` may stand only once";
    return;
  }
  next();
  list.hasStar = true;
  list.starRange = rangeOf(star);
  if (at(TokenKind::Comma) || at(list.closer)) {
    list.isBareStarOpen = true;
    return;
  }
  parseNamedParameter(list, ParameterKind::VarPositional, star.begin);
}

void Parser::parseNamedParameter(ParameterList &list, ParameterKind kind, uint32_t begin) {
  Parameter parameter;
  parameter.kind = kind;
  parameter.name = expectName("the name of a parameter");
  bool isVariadic = kind == ParameterKind::VarPositional || kind == ParameterKind::VarKeyword;
  if (!isLost && list.isAnnotated && accept(TokenKind::Colon)) {
    parameter.annotation = kind == ParameterKind::VarPositional ? parseStarExpression() : parseExpression();
  }
  if (!isLost && at(TokenKind::Equal)) {
    if (isVariadic) {
      fail(DiagnosticKind::ParameterOrder, rangeOf(current())) << "a parameter with a star can't have a default value";
      return;
    }
    next();
    parameter.defaultValue = parseExpression();
  }
  parameter.range = rangeFrom(begin);
  bool lacksDefault = kind == ParameterKind::Regular && !parameter.defaultValue && list.hasDefault;
  if (!isLost && lacksDefault) {
    report(DiagnosticKind::ParameterOrder, parameter.range)
        << "a parameter without a default value follows one that has one";
  }
  list.hasDefault |= kind == ParameterKind::Regular && parameter.defaultValue;
  list.parameters.push_back(parameter);
}

/// `[T, *Ts, **P]` when there is one.
List<TypeParameter> Parser::parseTypeParameters() {
  if (isLost || !accept(TokenKind::LBracket)) {
    return {};
  }
  std::vector<TypeParameter> parameters;
  do {
    parameters.push_back(parseTypeParameter());
  } while (!isLost && accept(TokenKind::Comma) && !at(TokenKind::RBracket));
  if (!isLost) {
    expectCloser(TokenKind::RBracket);
  }
  return arena.copy(parameters);
}

TypeParameter Parser::parseTypeParameter() {
  TypeParameter parameter;
  uint32_t begin = current().begin;
  if (accept(TokenKind::Star)) {
    parameter.kind = TypeParameterKind::TypeVarTuple;
  } else if (accept(TokenKind::DoubleStar)) {
    parameter.kind = TypeParameterKind::ParamSpec;
  }
  parameter.name = expectName("the name of a type parameter");
  if (!isLost && parameter.kind == TypeParameterKind::TypeVar && accept(TokenKind::Colon)) {
    parameter.bound = parseExpression();
  }
  parameter.range = rangeFrom(begin);
  return parameter;
}

} // namespace tkc::parse
