// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands before the body of a function.
#include "Constant.h"
#include "FunctionReader.h"

namespace tkc::sim::ptx {

bool FunctionReader::read(Token &name) {
  function.line = tokens.current().line;
  function.isEntry = tokens.advance().text == ".entry";
  if (!readHeader(name) || !readHeaderDirectives()) {
    return false;
  }
  if (tokens.accept(TokenKind::Semicolon)) {
    function.isExternal = true;
    return true;
  }
  if (!tokens.at(TokenKind::LeftBrace)) {
    return tokens.failHere("`{` and the body of " + quote(function.name) + ", or `;`");
  }
  readBody();
  return true;
}

bool FunctionReader::readHeader(Token &name) {
  while (tokens.acceptDirective(".attribute")) {
    if (!tokens.at(TokenKind::LeftParenthesis)) {
      return tokens.failHere("`(` behind `.attribute`");
    }
    if (!tokens.skipBalanced(TokenKind::LeftParenthesis, TokenKind::RightParenthesis)) {
      return false;
    }
  }
  if (!function.isEntry && tokens.at(TokenKind::LeftParenthesis) && !readParameterList(function.results)) {
    return false;
  }
  name = tokens.current();
  if (!tokens.expectIdentifier("the name of a function", function.name)) {
    return false;
  }
  return !tokens.at(TokenKind::LeftParenthesis) || readParameterList(function.parameters);
}

bool FunctionReader::readParameterList(std::vector<Variable> &parameters) {
  std::vector<NamedVariable> named;
  if (!readParameters(state, named)) {
    return false;
  }
  for (NamedVariable &parameter : named) {
    if (parameter.variable.name != "_" && !declare(parameter.name, 0, parameter.variable.name)) {
      return false;
    }
    parameters.push_back(std::move(parameter.variable));
  }
  return true;
}

bool FunctionReader::readHeaderDirectives() {
  while (tokens.at(TokenKind::Directive)) {
    Token word = tokens.advance();
    if (!readHeaderDirective(word)) {
      return false;
    }
  }
  return true;
}

bool FunctionReader::readHeaderDirective(const Token &word) {
  LaunchBounds &bounds = function.bounds;
  std::string_view text = word.text;
  uint32_t ignored = 0;
  if (text == ".noreturn") {
    return function.isNoReturn = true;
  }
  if (text == ".explicitcluster") {
    return bounds.hasExplicitCluster = true;
  }
  if (text == ".blocksareclusters") {
    return bounds.countsClusters = true;
  }
  if (text == ".maxntid") {
    return readBounds(bounds.maxThreads);
  }
  if (text == ".reqntid") {
    return readBounds(bounds.requiredThreads);
  }
  if (text == ".reqnctapercluster") {
    return readBounds(bounds.requiredCluster);
  }
  if (text == ".maxclusterrank") {
    return readNumber(bounds.maxClusterRank);
  }
  if (text == ".minnctapersm") {
    return readNumber(bounds.minCtasPerSm);
  }
  if (text == ".maxnreg") {
    return readNumber(bounds.maxRegisters);
  }
  if (text == ".maxnctapersm" || text == ".abi_preserve" || text == ".abi_preserve_control") {
    return readNumber(ignored);
  }
  if (text == ".pragma") {
    return readPragma(tokens);
  }
  return tokens.fail(word,
                     "found the unknown directive " + quote(text) + " before the body of " + quote(function.name));
}

bool FunctionReader::readBounds(uint32_t (&bounds)[3]) {
  bounds[1] = bounds[2] = 1;
  for (size_t index = 0; index < 3; ++index) {
    if (!readNumber(bounds[index])) {
      return false;
    }
    if (index == 2 || !tokens.accept(TokenKind::Comma)) {
      return true;
    }
  }
  return true;
}

bool FunctionReader::readNumber(uint32_t &number) { return readInteger(tokens, "a number", number); }

} // namespace tkc::sim::ptx
