// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands outside of functions, and how the reading goes on behind an error.
#include "tkc/Sim/Ptx/Reader.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "Constant.h"
#include "FunctionReader.h"

namespace tkc::sim::ptx {

namespace {

class ModuleReader {
public:
  explicit ModuleReader(ReaderState &state)
      : state(state), tokens(state.tokens), module(state.module), variableIndices(state.variableIndices),
        functionIndices(state.functionIndices) {}

  void read();

private:
  bool readItem();
  bool readVersion();
  bool readTarget();
  bool readAddressSize();
  bool readFile();
  bool readSection();
  bool readPragmaItem() { return readPragma(tokens); }
  bool readAlias();
  bool readSymbol();
  bool readVariableItem(Linkage linkage);
  bool readFunctionItem(Linkage linkage);
  bool keepVariable(NamedVariable named);
  bool keepFunction(Function function, const Token &name);
  void skipItem(const Token &start);

  ReaderState &state;
  TokenStream &tokens;
  Module &module;
  NameIndices &variableIndices, &functionIndices;
};

} // namespace

void ModuleReader::read() {
  while (!tokens.at(TokenKind::End)) {
    Token start = tokens.current();
    if (!readItem()) {
      skipItem(start);
    }
  }
  module.functions.erase(std::remove_if(module.functions.begin(), module.functions.end(),
                                        [](const Function &function) { return function.name.empty(); }),
                         module.functions.end());
  if (module.versionMajor == 0 && state.errors.isEmpty()) {
    tokens.fail(Token(), "found a text without `.version`");
  } else if (module.target.empty() && state.errors.isEmpty()) {
    tokens.fail(Token(), "found a text without `.target`");
  }
}

bool ModuleReader::readItem() {
  const Token &word = tokens.current();
  struct Rule {
    std::string_view word;
    bool (ModuleReader::*read)();
  };
  static constexpr Rule rules[] = {
      {".version", &ModuleReader::readVersion},   {".target", &ModuleReader::readTarget},
      {".file", &ModuleReader::readFile},         {".address_size", &ModuleReader::readAddressSize},
      {".alias", &ModuleReader::readAlias},       {".section", &ModuleReader::readSection},
      {".pragma", &ModuleReader::readPragmaItem},
  };
  if (!word.is(TokenKind::Directive)) {
    return tokens.accept(TokenKind::Semicolon) || tokens.failHere("a directive such as `.entry` or `.global`");
  }
  for (const Rule &rule : rules) {
    if (rule.word == word.text) {
      tokens.advance();
      return (this->*rule.read)();
    }
  }
  return readSymbol();
}

/// True for what begins an item wherever it stands outside of brackets.
static bool beginsItem(const Token &token) {
  constexpr std::string_view words[] = {".entry",  ".func",    ".visible",      ".extern", ".weak",
                                        ".common", ".version", ".address_size", ".file",   ".section",
                                        ".alias",  ".target",  ".global",       ".const"};
  for (std::string_view word : words) {
    if (token.isDirective(word)) {
      return true;
    }
  }
  return false;
}

/// Skips what begins with the token: to behind a `;` or a body in braces, or to the next item behind the error. What
/// begins like no item ends where the next one begins.
void ModuleReader::skipItem(const Token &start) {
  uint32_t failed = tokens.current().offset;
  bool isStray = failed == start.offset;
  tokens.restart(start);
  int64_t depth = 0;
  do {
    Token token = tokens.advance();
    depth += token.is(TokenKind::LeftBrace) || token.is(TokenKind::LeftParenthesis);
    depth -= token.is(TokenKind::RightBrace) || token.is(TokenKind::RightParenthesis);
    bool isEnd = token.is(TokenKind::Semicolon) || token.is(TokenKind::RightBrace);
    if (depth <= 0 && isEnd && !isStray) {
      return;
    }
  } while (!tokens.at(TokenKind::End) &&
           (depth > 0 || tokens.current().offset < failed || !beginsItem(tokens.current())));
}

static bool parseNumber(std::string_view text, uint32_t &number) {
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc() && end == text.data() + text.size();
}

bool ModuleReader::readVersion() {
  Token token = tokens.current();
  size_t dot = token.text.find('.');
  bool isVersion = token.is(TokenKind::Float) && dot != std::string_view::npos &&
                   parseNumber(token.text.substr(0, dot), module.versionMajor) &&
                   parseNumber(token.text.substr(dot + 1), module.versionMinor);
  if (!isVersion) {
    return tokens.failHere("a version such as `8.0`");
  }
  if (module.versionMajor < 6 || module.versionMajor > 9) {
    return tokens.fail(token, "found PTX version " + std::string(token.text) + ", needs 6.0 to 9.x");
  }
  tokens.advance();
  return true;
}

bool ModuleReader::readTarget() {
  do {
    std::string_view word;
    if (!tokens.expectIdentifier("a target such as `sm_90a`", word)) {
      return false;
    }
    if (module.target.empty()) {
      module.target = word;
    } else {
      module.targetOptions.push_back(word);
    }
  } while (tokens.accept(TokenKind::Comma));
  return true;
}

bool ModuleReader::readAddressSize() {
  Token token = tokens.current();
  if (!readInteger(tokens, "the size of addresses", module.addressBits)) {
    return false;
  }
  if (module.addressBits != 32 && module.addressBits != 64) {
    return tokens.fail(token, "found addresses of " + std::string(token.text) + " bits, needs 32 or 64");
  }
  return true;
}

bool ModuleReader::readFile() {
  File file;
  if (!readInteger(tokens, "the index of a file", file.index)) {
    return false;
  }
  if (!tokens.at(TokenKind::String)) {
    return tokens.failHere("the name of a file in quotes");
  }
  std::string_view quoted = tokens.advance().text;
  file.name = quoted.substr(1, quoted.size() - 2);
  module.files.push_back(std::move(file));
  for (int part = 0; part < 2 && tokens.accept(TokenKind::Comma); ++part) {
    if (!tokens.at(TokenKind::Integer)) {
      return tokens.failHere("the time or size of a file");
    }
    tokens.advance();
  }
  return true;
}

/// Debug data: nothing that runs depends on it.
bool ModuleReader::readSection() {
  Token name = tokens.current();
  if (!name.is(TokenKind::Directive) && !name.is(TokenKind::Identifier)) {
    return tokens.failHere("the name of a section");
  }
  tokens.advance();
  if (!tokens.at(TokenKind::LeftBrace)) {
    return tokens.failHere("`{` and what is in the section " + quote(name.text));
  }
  return tokens.skipBalanced(TokenKind::LeftBrace, TokenKind::RightBrace);
}

bool ModuleReader::readAlias() {
  Alias alias;
  if (!tokens.expectIdentifier("the name of an alias", alias.name) ||
      !tokens.expect(TokenKind::Comma, "`,` and what the alias stands for")) {
    return false;
  }
  if (!tokens.expectIdentifier("the function that the alias stands for", alias.target)) {
    return false;
  }
  module.aliases.push_back(alias);
  return tokens.expect(TokenKind::Semicolon, "`;` behind `.alias`");
}

static std::optional<Linkage> findLinkage(std::string_view directive) {
  constexpr std::pair<std::string_view, Linkage> linkages[] = {{".visible", Linkage::Visible},
                                                               {".extern", Linkage::Extern},
                                                               {".weak", Linkage::Weak},
                                                               {".common", Linkage::Common}};
  for (const auto &[word, linkage] : linkages) {
    if (word == directive) {
      return linkage;
    }
  }
  return std::nullopt;
}

bool ModuleReader::readSymbol() {
  std::optional<Linkage> linkage = findLinkage(tokens.current().text);
  if (linkage) {
    tokens.advance();
  }
  const Token &word = tokens.current();
  if (word.isDirective(".entry") || word.isDirective(".func")) {
    return readFunctionItem(linkage.value_or(Linkage::Internal));
  }
  if (word.is(TokenKind::Directive) && findSpace(word.text)) {
    return readVariableItem(linkage.value_or(Linkage::Internal));
  }
  return linkage ? tokens.failHere("`.entry`, `.func` or the space of a variable")
                 : tokens.fail(word, "found the unknown directive " + quote(word.text));
}

bool ModuleReader::readVariableItem(Linkage linkage) {
  Token space = tokens.current();
  if (space.text == ".param" || space.text == ".local") {
    return tokens.fail(space, "found a " + quote(space.text) + " variable outside of functions");
  }
  std::vector<NamedVariable> variables;
  bool isGood = readVariables(state, linkage, variables);
  for (NamedVariable &named : variables) {
    keepVariable(std::move(named));
  }
  return isGood;
}

/// A definition takes the place of declarations.
bool ModuleReader::keepVariable(NamedVariable named) {
  Variable &variable = named.variable;
  auto [entry, isNew] = variableIndices.try_emplace(variable.name, module.variables.size());
  if (functionIndices.count(variable.name)) {
    return tokens.fail(named.name, "found a variable " + describe(named.name) + ", which is a function too");
  }
  if (isNew) {
    module.variables.push_back(std::move(variable));
    return true;
  }
  Variable &known = module.variables[entry->second];
  if (!known.isExternal && !variable.isExternal) {
    return tokens.fail(named.name, "found a second variable " + describe(named.name) + ", the first one is in line " +
                                       std::to_string(known.line));
  }
  if (known.isExternal) {
    known = std::move(variable);
  }
  return true;
}

bool ModuleReader::readFunctionItem(Linkage linkage) {
  Function function;
  function.linkage = linkage;
  Token name;
  if (!FunctionReader(state, function).read(name)) {
    return false;
  }
  keepFunction(std::move(function), name);
  return true;
}

/// A definition stands where it is; declarations before it lose their name, and go in the end.
bool ModuleReader::keepFunction(Function function, const Token &name) {
  auto [entry, isNew] = functionIndices.try_emplace(function.name, module.functions.size());
  if (variableIndices.count(function.name)) {
    return tokens.fail(name, "found a function " + describe(name) + ", which is a variable too");
  }
  if (isNew) {
    module.functions.push_back(std::move(function));
    return true;
  }
  Function &known = module.functions[entry->second];
  if (!known.isExternal && !function.isExternal) {
    return tokens.fail(name, "found a second function " + describe(name) + ", the first one is in line " +
                                 std::to_string(known.line));
  }
  if (known.isExternal && !function.isExternal) {
    known.name = {};
    entry->second = module.functions.size();
    module.functions.push_back(std::move(function));
  }
  return true;
}

ReadOutcome readModule(std::string text) {
  ReadOutcome outcome;
  if (text.size() >= std::numeric_limits<uint32_t>::max()) {
    outcome.errors.push_back({1, 1, "found a text of 4 GiB or more, needs a smaller one"});
    return outcome;
  }
  auto module = std::make_unique<Module>();
  module->text = std::move(text);
  ErrorList errors(module->text);
  ReaderState state(*module, errors);
  ModuleReader(state).read();
  outcome.errors = errors.take();
  if (outcome.errors.empty()) {
    outcome.module = std::move(module);
  }
  return outcome;
}

} // namespace tkc::sim::ptx
