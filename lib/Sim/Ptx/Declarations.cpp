// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations: words in almost any order before the name, then dimensions and an initial value.
#include "Declarations.h"

#include "Constant.h"

namespace tkc::sim::ptx {

std::optional<Space> findSpace(std::string_view directive) {
  constexpr std::pair<std::string_view, Space> spaces[] = {{".param", Space::Param},
                                                           {".shared", Space::Shared},
                                                           {".local", Space::Local},
                                                           {".global", Space::Global},
                                                           {".const", Space::Const}};
  for (const auto &[word, space] : spaces) {
    if (word == directive) {
      return space;
    }
  }
  return std::nullopt;
}

uint64_t sizeOfElement(const Variable &variable) { return uint64_t(variable.type.bits / 8) * variable.lanes; }

namespace {

/// Reads one declaration.
class DeclarationReader {
public:
  DeclarationReader(ReaderState &state, Variable &variable) : state(state), tokens(state.tokens), variable(variable) {}

  /// All before the name.
  bool readWords();
  /// Name, dimensions and initial value.
  bool readDeclarator(Token &name);

private:
  bool readWord();
  bool readAlignment(uint32_t &alignment);
  bool readShape(ArrayShape &shape);
  bool setSize(const ArrayShape &shape, const Token &name);
  bool setType(Type type);

  ReaderState &state;
  TokenStream &tokens;
  Variable &variable;
  bool hasType = false, hasAlignment = false, isBehindPointer = false;
};

} // namespace

bool DeclarationReader::readWords() {
  while (tokens.at(TokenKind::Directive)) {
    if (!readWord()) {
      return false;
    }
  }
  if (!hasType) {
    return tokens.failHere("a type such as `.b32`");
  }
  if (!hasAlignment) {
    variable.alignment = static_cast<uint32_t>(sizeOfElement(variable));
  }
  return true;
}

bool DeclarationReader::readWord() {
  Token word = tokens.advance();
  if (word.text == ".align") {
    hasAlignment |= !isBehindPointer;
    return readAlignment(isBehindPointer ? variable.pointeeAlignment : variable.alignment);
  }
  if (word.text == ".ptr") {
    variable.isPointer = isBehindPointer = true;
    return true;
  }
  if (word.text == ".attribute") {
    if (!tokens.at(TokenKind::LeftParenthesis)) {
      return tokens.failHere("`(` behind `.attribute`");
    }
    return tokens.skipBalanced(TokenKind::LeftParenthesis, TokenKind::RightParenthesis);
  }
  if (word.text == ".v2" || word.text == ".v4" || word.text == ".v8") {
    variable.lanes = static_cast<uint8_t>(word.text[2] - '0');
    return true;
  }
  std::optional<Space> space = findSpace(word.text);
  if (space && isBehindPointer) {
    variable.pointeeSpace = space;
    return true;
  }
  if (std::optional<Type> type = findType(word.text.substr(1))) {
    return !hasType ? setType(*type)
                    : tokens.fail(word, "found a second type, " + quote(word.text) + ", behind " +
                                            quote("." + std::string(variable.type.name)));
  }
  return tokens.fail(word, "found the unknown word " + quote(word.text) +
                               " in a declaration, needs a type, `.align`, "
                               "`.v2`, `.v4`, `.ptr` or a name");
}

bool DeclarationReader::setType(Type type) {
  variable.type = type;
  hasType = true;
  return true;
}

bool DeclarationReader::readAlignment(uint32_t &alignment) {
  Token token = tokens.current();
  if (!readInteger(tokens, "an alignment in bytes", alignment)) {
    return false;
  }
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return tokens.fail(token, "found the alignment " + describe(token) + ", needs a power of two");
  }
  return true;
}

bool DeclarationReader::readShape(ArrayShape &shape) {
  while (tokens.accept(TokenKind::LeftBracket)) {
    uint64_t dimension = 0;
    if (tokens.at(TokenKind::RightBracket) && shape.dimensions.empty()) {
      shape.isOpen = true;
    } else if (!readCount(tokens, "the size of an array", dimension)) {
      return false;
    }
    shape.dimensions.push_back(dimension);
    if (!tokens.expect(TokenKind::RightBracket, "`]` behind the size of an array")) {
      return false;
    }
  }
  return true;
}

bool DeclarationReader::setSize(const ArrayShape &shape, const Token &name) {
  uint64_t size = sizeOfElement(variable);
  for (size_t index = shape.isOpen ? 1 : 0; index < shape.dimensions.size(); ++index) {
    if (__builtin_mul_overflow(size, shape.dimensions[index], &size)) {
      return tokens.fail(name, "found " + describe(name) + " with a size that does not fit into 64 bits");
    }
  }
  variable.sizeInBytes = shape.isOpen ? 0 : size;
  variable.isUnsized = shape.isOpen;
  return true;
}

bool DeclarationReader::readDeclarator(Token &name) {
  name = tokens.current();
  variable.line = name.line;
  ArrayShape shape;
  if (!tokens.expectIdentifier("the name of a variable", variable.name) || !readShape(shape)) {
    return false;
  }
  if (variable.type.bits < 8) {
    return tokens.fail(name, "found " + describe(name) + " of the type `.pred`, needs a type with a size in bytes");
  }
  if (!setSize(shape, name)) {
    return false;
  }
  bool hasValue = tokens.at(TokenKind::Equals);
  if (hasValue && variable.space != Space::Global && variable.space != Space::Const) {
    return tokens.fail(name, "found an initial value for " + describe(name) + ", needs `.global` or `.const`");
  }
  if (hasValue) {
    tokens.advance();
    return readInitialiser(state, shape, variable);
  }
  if (variable.isUnsized && !variable.isExternal && variable.space != Space::Param) {
    return tokens.fail(name, "found " + describe(name) + " without a size, needs `.extern` or an initial value");
  }
  return true;
}

bool readVariables(ReaderState &state, Linkage linkage, std::vector<NamedVariable> &variables) {
  Variable common;
  common.space = *findSpace(state.tokens.advance().text);
  common.linkage = linkage;
  common.isExternal = linkage == Linkage::Extern;
  if (!DeclarationReader(state, common).readWords()) {
    return false;
  }
  do {
    NamedVariable &named = variables.emplace_back();
    named.variable = common;
    if (!DeclarationReader(state, named.variable).readDeclarator(named.name)) {
      variables.pop_back();
      return false;
    }
  } while (state.tokens.accept(TokenKind::Comma));
  return state.tokens.expect(TokenKind::Semicolon, "`;` behind a declaration");
}

bool readParameters(ReaderState &state, std::vector<NamedVariable> &parameters) {
  TokenStream &tokens = state.tokens;
  if (!tokens.expect(TokenKind::LeftParenthesis, "`(` before parameters")) {
    return false;
  }
  if (tokens.accept(TokenKind::RightParenthesis)) {
    return true;
  }
  do {
    if (tokens.atDirective(".reg")) {
      return tokens.failHere("`.param`: parameters in registers are not supported");
    }
    if (!tokens.acceptDirective(".param")) {
      return tokens.failHere("`.param` and a parameter");
    }
    NamedVariable &named = parameters.emplace_back();
    named.variable.space = Space::Param;
    DeclarationReader reader(state, named.variable);
    if (!reader.readWords() || !reader.readDeclarator(named.name)) {
      return false;
    }
  } while (tokens.accept(TokenKind::Comma));
  return tokens.expect(TokenKind::RightParenthesis, "`)` behind parameters");
}

bool readPragma(TokenStream &tokens) {
  do {
    if (!tokens.expect(TokenKind::String, "a string behind `.pragma`")) {
      return false;
    }
  } while (tokens.accept(TokenKind::Comma));
  return tokens.expect(TokenKind::Semicolon, "`;` behind `.pragma`");
}

static bool readRegisterCount(TokenStream &tokens, uint32_t &count) {
  Token token = tokens.current();
  if (!readInteger(tokens, "the number of registers", count)) {
    return false;
  }
  if (count == 0) {
    return tokens.fail(token, "found a family of 0 registers, needs at least 1");
  }
  return tokens.expect(TokenKind::Greater, "`>` behind the number of registers");
}

bool readRegisters(ReaderState &state, std::vector<NamedRegister> &registers) {
  TokenStream &tokens = state.tokens;
  tokens.advance();
  RegisterDeclaration common;
  if (tokens.atDirective(".v2") || tokens.atDirective(".v4")) {
    common.lanes = static_cast<uint8_t>(tokens.advance().text[2] - '0');
  }
  std::optional<Type> type = tokens.at(TokenKind::Directive) ? findType(tokens.current().text.substr(1)) : std::nullopt;
  if (!type) {
    return tokens.failHere("the type of registers, such as `.b32`");
  }
  common.type = *type;
  tokens.advance();
  do {
    NamedRegister &named = registers.emplace_back();
    named.declaration = common;
    named.name = tokens.current();
    named.declaration.line = named.name.line;
    if (!tokens.expectIdentifier("the name of a register", named.declaration.name) ||
        (tokens.accept(TokenKind::Less) && !readRegisterCount(tokens, named.declaration.count))) {
      registers.pop_back();
      return false;
    }
  } while (tokens.accept(TokenKind::Comma));
  return tokens.expect(TokenKind::Semicolon, "`;` behind a declaration of registers");
}

} // namespace tkc::sim::ptx
