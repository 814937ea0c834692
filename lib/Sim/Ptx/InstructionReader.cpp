// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The grammar of operands is the same for all opcodes, but for the lists of `call` and the labels of branches.
#include "InstructionReader.h"

#include "Constant.h"

namespace tkc::sim::ptx {

/// The special registers that have `.x`, `.y` and `.z`, which belong to their names.
static bool isSpecialVector(std::string_view name) {
  constexpr std::string_view names[] = {"%tid",           "%ntid",           "%ctaid",     "%nctaid",
                                        "%cluster_ctaid", "%cluster_nctaid", "%clusterid", "%nclusterid"};
  for (std::string_view special : names) {
    if (special == name) {
      return true;
    }
  }
  return false;
}

bool InstructionReader::read(Instruction &instruction, size_t index) {
  instruction.line = tokens.current().line;
  if (tokens.accept(TokenKind::At) && !readGuard(instruction)) {
    return false;
  }
  if (!tokens.at(TokenKind::Identifier) || tokens.current().text[0] == '%') {
    return tokens.failHere("an instruction");
  }
  instruction.opcode = tokens.advance().text;
  instruction.modifiers.reserve(4);
  while (tokens.at(TokenKind::Directive)) {
    instruction.modifiers.push_back(tokens.advance().text.substr(1));
  }
  if (!tokens.at(TokenKind::Semicolon) && !readOperands(instruction)) {
    return false;
  }
  if (!tokens.expect(TokenKind::Semicolon, "`,` or `;` behind an operand")) {
    return false;
  }
  noteLabels(instruction, index);
  return true;
}

bool InstructionReader::readGuard(Instruction &instruction) {
  instruction.isGuardNegated = tokens.accept(TokenKind::Exclamation);
  std::string_view name;
  if (!tokens.expectIdentifier("the predicate of a guard", name)) {
    return false;
  }
  instruction.guard = scopes.resolve(name);
  return true;
}

bool InstructionReader::readOperands(Instruction &instruction) {
  bool isCall = instruction.opcode == "call";
  instruction.operands.reserve(4);
  operandTokens.clear();
  do {
    operandTokens.push_back(tokens.current());
    Operand &operand = instruction.operands.emplace_back();
    bool isList = isCall && tokens.at(TokenKind::LeftParenthesis);
    if (!(isList ? readList(operand) : readOperand(operand))) {
      return false;
    }
    if (instruction.operands.size() == 1 && tokens.accept(TokenKind::Pipe) &&
        !readScalar(instruction.secondResult.emplace())) {
      return false;
    }
  } while (tokens.accept(TokenKind::Comma));
  return true;
}

bool InstructionReader::readOperand(Operand &operand) {
  switch (tokens.current().kind) {
  case TokenKind::LeftBrace:
    return readVector(operand);
  case TokenKind::LeftBracket:
    return readAddress(operand);
  default:
    return readScalar(operand);
  }
}

bool InstructionReader::readScalar(Operand &operand) {
  const Token &token = tokens.current();
  if (token.is(TokenKind::Exclamation) || token.is(TokenKind::Minus)) {
    const Token &next = tokens.following();
    bool isName = next.is(TokenKind::Identifier) && next.text != "WARP_SZ";
    return isName ? readNegated(operand) : readConstantOperand(operand);
  }
  if (token.is(TokenKind::Identifier) && token.text != "WARP_SZ") {
    return readName(operand);
  }
  return beginsConstant(token) ? readConstantOperand(operand) : tokens.failHere("an operand");
}

bool InstructionReader::readNegated(Operand &operand) {
  tokens.advance();
  operand.isNegated = true;
  return readName(operand);
}

bool InstructionReader::readName(Operand &operand) {
  Token name = tokens.advance();
  if (name.text == "_") {
    operand.kind = Operand::Kind::Sink;
    return true;
  }
  operand.kind = Operand::Kind::Name;
  operand.name = scopes.resolve(name.text);
  if (tokens.at(TokenKind::Directive)) {
    return readComponent(name, operand);
  }
  if (tokens.at(TokenKind::LeftBracket)) {
    return tokens.failHere("the offset of an element in bytes, as in `[" + std::string(name.text) + "+4]`");
  }
  return readAddend(tokens, operand.bits);
}

/// `.b0`, `.h1`, `.b3210`: the parts of a register that a video instruction takes.
static bool isSelector(std::string_view text) {
  bool isGood = text.size() >= 3 && text.size() <= 6 && (text[1] == 'b' || text[1] == 'h');
  for (char digit : text.substr(isGood ? 2 : text.size())) {
    isGood = isGood && digit >= '0' && digit <= '7';
  }
  return isGood;
}

bool InstructionReader::readComponent(const Token &name, Operand &operand) {
  Token component = tokens.advance();
  if (isSelector(component.text)) {
    operand.selector = component.text.substr(1);
    return true;
  }
  size_t index = component.text.size() == 2 ? std::string_view("xyzwrgba").find(component.text[1]) : std::string::npos;
  if (index == std::string_view::npos) {
    return tokens.fail(component, "found the component " + describe(component) + ", needs `.x`, `.y`, `.z` or `.w`");
  }
  if (!isSpecialVector(name.text)) {
    operand.component = static_cast<int8_t>(index % 4);
    return true;
  }
  bool isGlued = component.offset == name.end();
  operand.name = isGlued ? std::string_view(state.module.text).substr(name.offset, name.text.size() + 2)
                         : state.module.names.emplace_back(std::string(name.text) + std::string(component.text));
  return true;
}

bool InstructionReader::readConstantOperand(Operand &operand) {
  Constant value;
  if (!readConstant(tokens, value)) {
    return false;
  }
  operand.bits = value.bits;
  operand.kind = value.isInteger()                       ? Operand::Kind::Integer
                 : value.kind == Constant::Kind::Float32 ? Operand::Kind::Float32
                                                         : Operand::Kind::Float64;
  return true;
}

bool InstructionReader::readVector(Operand &operand) {
  tokens.advance();
  operand.kind = Operand::Kind::Vector;
  operand.elements.reserve(4);
  do {
    if (!readScalar(operand.elements.emplace_back())) {
      return false;
    }
  } while (tokens.accept(TokenKind::Comma));
  return tokens.expect(TokenKind::RightBrace, "`,` or `}` behind an element");
}

bool InstructionReader::readAddress(Operand &operand) {
  tokens.advance();
  operand.kind = Operand::Kind::Address;
  const Token &base = tokens.current();
  if (base.is(TokenKind::Identifier) && base.text != "WARP_SZ") {
    operand.name = scopes.resolve(tokens.advance().text);
    if (!readAddend(tokens, operand.bits)) {
      return false;
    }
  } else {
    Token start = base;
    Constant value;
    if (!readConstant(tokens, value)) {
      return false;
    }
    if (!value.isInteger()) {
      return tokens.fail(start, "found a float as an address, needs an integer or a name");
    }
    operand.bits = value.bits;
  }
  if (tokens.accept(TokenKind::Comma) && !readCoordinates(operand)) {
    return false;
  }
  return tokens.expect(TokenKind::RightBracket, "`]` behind an address");
}

/// What follows the comma in `[%rd1, {%r1, %r2}]` or `[%rd1, %r2]`.
bool InstructionReader::readCoordinates(Operand &operand) {
  if (!tokens.at(TokenKind::LeftBrace)) {
    return readScalar(operand.elements.emplace_back());
  }
  Operand vector;
  if (!readVector(vector)) {
    return false;
  }
  operand.elements = std::move(vector.elements);
  return true;
}

bool InstructionReader::readList(Operand &operand) {
  tokens.advance();
  operand.kind = Operand::Kind::List;
  if (tokens.accept(TokenKind::RightParenthesis)) {
    return true;
  }
  do {
    if (!readScalar(operand.elements.emplace_back())) {
      return false;
    }
  } while (tokens.accept(TokenKind::Comma));
  return tokens.expect(TokenKind::RightParenthesis, "`,` or `)` behind an argument");
}

void InstructionReader::noteLabel(const Instruction &instruction, size_t index, size_t operand,
                                  LabelTable::Needed needed) {
  if (operand < instruction.operands.size() && instruction.operands[operand].kind == Operand::Kind::Name) {
    labels.useOperand(operandTokens[operand], needed, index, operand);
  }
}

void InstructionReader::noteLabels(const Instruction &instruction, size_t index) {
  if (instruction.opcode == "bra") {
    noteLabel(instruction, index, 0, LabelTable::Needed::Label);
  } else if (instruction.opcode == "brx") {
    noteLabel(instruction, index, 1, LabelTable::Needed::BranchTable);
  } else if (instruction.opcode == "call" && !instruction.operands.empty()) {
    size_t callee = instruction.operands[0].kind == Operand::Kind::List ? 1 : 0;
    if (instruction.operands.size() > callee + 1) {
      noteLabel(instruction, index, instruction.operands.size() - 1, LabelTable::Needed::CallTable);
    }
  }
}

} // namespace tkc::sim::ptx
