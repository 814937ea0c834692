// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of a function: a loop over statements, whatever scopes they stand in, so that nesting takes no stack.
#include "Constant.h"
#include "FunctionReader.h"

namespace tkc::sim::ptx {

/// Directives that only stand outside of functions: a body that meets one has lost its `}`.
static bool beginsModuleItem(const Token &token) {
  return token.isDirective(".entry") || token.isDirective(".func") || token.isDirective(".visible") ||
         token.isDirective(".extern") || token.isDirective(".weak") || token.isDirective(".version") ||
         token.isDirective(".section") || token.isDirective(".alias");
}

void FunctionReader::readBody() {
  Token brace = tokens.advance();
  while (readBodyPart()) {
  }
  if (state.errors.isFull()) {
    return;
  }
  if (!tokens.accept(TokenKind::RightBrace)) {
    tokens.fail(brace, "found " + describe(tokens.current()) + " before the `}` that closes the body of " +
                           quote(function.name));
  }
  labels.resolve(function);
}

/// False at what ends the body.
bool FunctionReader::readBodyPart() {
  const Token &token = tokens.current();
  if (token.is(TokenKind::End) || beginsModuleItem(token)) {
    return false;
  }
  if (token.is(TokenKind::LeftBrace)) {
    return openScope();
  }
  if (token.is(TokenKind::RightBrace)) {
    if (!scopes.close()) {
      return false;
    }
    tokens.advance();
    return true;
  }
  Token start = token;
  if (!readStatement()) {
    tokens.skipStatement(start);
  }
  return true;
}

bool FunctionReader::openScope() {
  if (!scopes.open()) {
    return tokens.abandon(tokens.current(),
                          "found scopes that nest deeper than " + std::to_string(NameScopes::deepest));
  }
  tokens.advance();
  return true;
}

bool FunctionReader::readStatement() {
  const Token &token = tokens.current();
  if (token.is(TokenKind::Directive)) {
    return readDirective();
  }
  if (token.is(TokenKind::Identifier) && tokens.following().is(TokenKind::Colon)) {
    return readLabel();
  }
  return tokens.accept(TokenKind::Semicolon) || readInstruction();
}

bool FunctionReader::readInstruction() {
  Instruction instruction;
  if (!function.locations.empty()) {
    instruction.location = static_cast<uint32_t>(function.locations.size() - 1);
  }
  if (!instructions.read(instruction, function.instructions.size())) {
    return false;
  }
  function.instructions.push_back(std::move(instruction));
  return true;
}

bool FunctionReader::readDirective() {
  const Token &word = tokens.current();
  if (word.text == ".loc") {
    return readLocation();
  }
  if (word.text == ".reg") {
    return readRegisterDeclaration();
  }
  if (findSpace(word.text)) {
    return readVariableDeclaration();
  }
  if (word.text == ".pragma") {
    tokens.advance();
    return readPragma(tokens);
  }
  return tokens.fail(word,
                     "found the unknown directive " + quote(word.text) + " in the body of " + quote(function.name));
}

bool FunctionReader::declare(const Token &name, uint32_t count, std::string_view &known) {
  std::optional<std::string_view> declared = scopes.declare(name.text, count);
  if (!declared) {
    return tokens.fail(name, "found a second declaration of " + describe(name) + " in one scope");
  }
  known = *declared;
  return true;
}

/// Each name that is fine is kept when another one is not, so that an error has no followers.
bool FunctionReader::readRegisterDeclaration() {
  std::vector<NamedRegister> registers;
  bool isGood = readRegisters(state, registers);
  for (NamedRegister &named : registers) {
    if (declare(named.name, named.declaration.count, named.declaration.name)) {
      function.registers.push_back(named.declaration);
    }
  }
  return isGood;
}

bool FunctionReader::readVariableDeclaration() {
  std::vector<NamedVariable> variables;
  bool isGood = readVariables(state, Linkage::Internal, variables);
  for (NamedVariable &named : variables) {
    if (declare(named.name, 0, named.variable.name)) {
      function.variables.push_back(std::move(named.variable));
    }
  }
  return isGood;
}

bool FunctionReader::readLabel() {
  Token name = tokens.advance();
  tokens.advance();
  bool isTable = tokens.atDirective(".branchtargets") || tokens.atDirective(".calltargets") ||
                 tokens.atDirective(".callprototype");
  if (isTable) {
    return readTable(name);
  }
  Label label;
  if (labels.define(name, false, label.name)) {
    label.instruction = static_cast<uint32_t>(function.instructions.size());
    label.line = name.line;
    function.labels.push_back(label);
  }
  return true;
}

bool FunctionReader::readTable(const Token &label) {
  TargetTable table;
  table.line = label.line;
  std::string_view word = tokens.advance().text;
  table.kind = word == ".branchtargets" ? TargetTable::Kind::Branches
               : word == ".calltargets" ? TargetTable::Kind::Calls
                                        : TargetTable::Kind::Prototype;
  bool isGood = table.kind == TargetTable::Kind::Prototype ? readPrototype(table) : readTargets(table);
  // The table is kept whatever its name is: its targets have been noted under its index.
  labels.define(label, true, table.name);
  function.tables.push_back(std::move(table));
  return isGood && tokens.expect(TokenKind::Semicolon, "`;` behind " + quote(word));
}

bool FunctionReader::readTargets(TargetTable &table) {
  do {
    Token target = tokens.current();
    std::string_view name;
    if (!tokens.expectIdentifier("the name of a target", name)) {
      return false;
    }
    if (table.kind == TargetTable::Kind::Branches) {
      labels.useTarget(target, function.tables.size(), table.targets.size());
    }
    table.targets.push_back(name);
  } while (tokens.accept(TokenKind::Comma));
  return true;
}

bool FunctionReader::readPrototype(TargetTable &table) {
  auto read = [&](std::vector<Variable> &parameters) {
    std::vector<NamedVariable> named;
    bool isGood = readParameters(state, named);
    for (NamedVariable &parameter : named) {
      parameters.push_back(std::move(parameter.variable));
    }
    return isGood;
  };
  if (tokens.at(TokenKind::LeftParenthesis) && !read(table.results)) {
    return false;
  }
  std::string_view name;
  if (!tokens.expectIdentifier("`_` in a prototype", name) ||
      (tokens.at(TokenKind::LeftParenthesis) && !read(table.parameters))) {
    return false;
  }
  while (tokens.at(TokenKind::Directive)) {
    Token word = tokens.advance();
    uint32_t ignored = 0;
    if (word.text == ".noreturn") {
      table.isNoReturn = true;
    } else if (word.text != ".abi_preserve" && word.text != ".abi_preserve_control") {
      return tokens.fail(word, "found the unknown directive " + quote(word.text) + " in a prototype");
    } else if (!readNumber(ignored)) {
      return false;
    }
  }
  return true;
}

/// `.loc 1 20 13, function_name label+4, inlined_at 1 30 5`, which no `;` ends.
bool FunctionReader::readLocation() {
  tokens.advance();
  Location location;
  if (!readNumber(location.file) || !readNumber(location.line) || !readNumber(location.column)) {
    return false;
  }
  if (tokens.accept(TokenKind::Comma) && !readInlining(location)) {
    return false;
  }
  function.locations.push_back(location);
  return true;
}

bool FunctionReader::readInlining(Location &location) {
  const Token &word = tokens.current();
  if (!word.is(TokenKind::Identifier) || word.text != "function_name") {
    return tokens.failHere("`function_name` and a label");
  }
  tokens.advance();
  if (!tokens.expectIdentifier("the label of a function's name", location.function)) {
    return false;
  }
  if (tokens.accept(TokenKind::Plus) && !readNumber(location.functionOffset)) {
    return false;
  }
  if (!tokens.expect(TokenKind::Comma, "`,` and `inlined_at`")) {
    return false;
  }
  if (tokens.current().text != "inlined_at") {
    return tokens.failHere("`inlined_at` and a place");
  }
  tokens.advance();
  location.isInlined = true;
  return readNumber(location.inlinedFile) && readNumber(location.inlinedLine) && readNumber(location.inlinedColumn);
}

} // namespace tkc::sim::ptx
