// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initial values of variables, laid out as bytes. Values that nobody wrote are zeros, stored only between written ones.
#include <cstring>
#include <limits>

#include "Constant.h"
#include "Declarations.h"

namespace tkc::sim::ptx {

namespace {

class InitialiserReader {
public:
  InitialiserReader(ReaderState &state, const ArrayShape &shape, Variable &variable);

  bool read();

private:
  bool readBraced();
  bool openBrace();
  bool readValue();
  bool readSymbol();
  bool readNumber();
  bool placeOf(const Token &token, size_t &place);
  bool encode(const Token &token, const Constant &value, uint64_t &bits);

  ReaderState &state;
  TokenStream &tokens;
  Variable &variable;
  uint64_t valueSize;
  /// What one group inside that many braces holds, in bytes; the last is one value.
  std::vector<uint64_t> groupSizes;
  /// Where each open brace begins and ends.
  struct Group {
    uint64_t begin, end;
  };
  std::vector<Group> open;
  uint64_t offset = 0;
};

} // namespace

InitialiserReader::InitialiserReader(ReaderState &state, const ArrayShape &shape, Variable &variable)
    : state(state), tokens(state.tokens), variable(variable), valueSize(variable.type.bits / 8) {
  uint64_t size = sizeOfElement(variable);
  std::vector<uint64_t> inner = {valueSize};
  if (variable.lanes > 1) {
    inner.push_back(size);
  }
  for (size_t index = shape.dimensions.size(); index-- > 0;) {
    bool isOpen = index == 0 && shape.isOpen;
    size = isOpen ? std::numeric_limits<uint64_t>::max() : size * shape.dimensions[index];
    inner.push_back(size);
  }
  groupSizes.assign(inner.rbegin(), inner.rend());
}

bool InitialiserReader::read() {
  Token start = tokens.current();
  if (!(tokens.at(TokenKind::LeftBrace) ? readBraced() : readValue())) {
    return false;
  }
  if (variable.isUnsized) {
    uint64_t row = groupSizes.size() > 1 ? groupSizes[1] : valueSize;
    uint64_t written = variable.initialBytes.size();
    if (row == 0) {
      return tokens.fail(start, "found an initial value for " + quote(variable.name) + ", whose rows have no elements");
    }
    variable.sizeInBytes = (written + row - 1) / row * row;
    variable.isUnsized = false;
  }
  return true;
}

bool InitialiserReader::readBraced() {
  while (true) {
    while (tokens.at(TokenKind::LeftBrace)) {
      if (!openBrace()) {
        return false;
      }
    }
    if (!tokens.at(TokenKind::RightBrace) && !readValue()) {
      return false;
    }
    while (tokens.accept(TokenKind::RightBrace)) {
      offset = open.size() > 1 ? open.back().end : offset;
      open.pop_back();
      if (open.empty()) {
        return true;
      }
    }
    if (!tokens.expect(TokenKind::Comma, "`,` or `}` behind an initial value")) {
      return false;
    }
  }
}

bool InitialiserReader::openBrace() {
  Token brace = tokens.current();
  size_t depth = open.size();
  bool isScalar = groupSizes.size() == 1;
  if (depth + 1 >= groupSizes.size() && !(isScalar && depth == 0)) {
    return tokens.fail(brace, "found more nested braces than " + quote(variable.name) + " has dimensions");
  }
  uint64_t end = groupSizes[0];
  if (depth > 0) {
    uint64_t size = groupSizes[depth];
    if (size == 0 || (offset - open.back().begin) % size != 0) {
      return tokens.fail(brace, "found braces in the middle of a row of " + quote(variable.name));
    }
    end = offset + size;
    if (end > open.back().end || end < offset) {
      return tokens.fail(brace, "found more initial values than " + quote(variable.name) + " has elements");
    }
  }
  open.push_back({offset, end});
  tokens.advance();
  return true;
}

bool InitialiserReader::readValue() {
  const Token &token = tokens.current();
  bool isSymbol = token.is(TokenKind::Identifier) && token.text != "WARP_SZ";
  return isSymbol ? readSymbol() : readNumber();
}

/// Makes room for the next value.
bool InitialiserReader::placeOf(const Token &token, size_t &place) {
  uint64_t end = open.empty() ? groupSizes[0] : open.back().end;
  if (end - offset < valueSize || offset > end) {
    return tokens.fail(token, "found more initial values than " + quote(variable.name) + " has elements");
  }
  uint64_t gap = offset - variable.initialBytes.size();
  if (gap > state.gapBudget) {
    return tokens.fail(token, "found initial values that leave out " + std::to_string(gap) +
                                  " bytes, needs less than 1 MiB left out in a module");
  }
  state.gapBudget -= gap;
  place = static_cast<size_t>(offset);
  variable.initialBytes.resize(place + valueSize);
  offset += valueSize;
  return true;
}

bool InitialiserReader::readSymbol() {
  Token token = tokens.advance();
  Variable::Relocation relocation;
  relocation.symbol = token.text;
  if (token.text == "generic" && tokens.at(TokenKind::LeftParenthesis)) {
    tokens.advance();
    relocation.isGeneric = true;
    if (!tokens.expectIdentifier("the name of a variable in `generic(...)`", relocation.symbol) ||
        !tokens.expect(TokenKind::RightParenthesis, "`)`")) {
      return false;
    }
  }
  uint64_t addend = 0;
  if (!readAddend(tokens, addend)) {
    return false;
  }
  Type::Kind kind = variable.type.kind;
  bool isInteger = kind == Type::Kind::Bits || kind == Type::Kind::Unsigned || kind == Type::Kind::Signed;
  if (!isInteger || (valueSize != 4 && valueSize != 8)) {
    return tokens.fail(token, "found an address as an initial value of the type " +
                                  quote("." + std::string(variable.type.name)) + ", needs integers of 32 or 64 bits");
  }
  size_t place = 0;
  if (!placeOf(token, place)) {
    return false;
  }
  relocation.offset = place;
  relocation.addend = static_cast<int64_t>(addend);
  variable.relocations.push_back(relocation);
  return true;
}

bool InitialiserReader::readNumber() {
  Token token = tokens.current();
  if (token.is(TokenKind::Integer) && tokens.following().is(TokenKind::LeftParenthesis)) {
    return tokens.fail(token, "found a mask on an address, " + describe(token) + "(...), needs whole addresses");
  }
  Constant value;
  uint64_t bits = 0;
  size_t place = 0;
  if (!readConstant(tokens, value) || !encode(token, value, bits) || !placeOf(token, place)) {
    return false;
  }
  for (size_t index = 0; index < valueSize && index < 8; ++index) {
    variable.initialBytes[place + index] = static_cast<uint8_t>(bits >> (8 * index));
  }
  bool isNegative = value.kind == Constant::Kind::Signed && static_cast<int64_t>(value.bits) < 0;
  for (size_t index = 8; index < valueSize; ++index) {
    variable.initialBytes[place + index] = isNegative ? 0xff : 0;
  }
  return true;
}

static uint64_t bitsOfFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// The bits of the value in the type of the variable.
bool InitialiserReader::encode(const Token &token, const Constant &value, uint64_t &bits) {
  Type type = variable.type;
  bits = value.bits;
  if (type.kind == Type::Kind::Float && type.bits == 64) {
    bits = Constant::makeDouble(value.asDouble()).bits;
    return true;
  }
  if (type.kind == Type::Kind::Float && type.bits == 32) {
    bits = value.kind == Constant::Kind::Float32 ? value.bits : bitsOfFloat(static_cast<float>(value.asDouble()));
    return true;
  }
  unsigned needed = value.kind == Constant::Kind::Float32 ? 32 : 64;
  bool takesBits = type.kind == Type::Kind::Bits && type.bits == needed;
  if (!value.isInteger() && !takesBits) {
    return tokens.fail(token, "found a float as an initial value of the type " + quote("." + std::string(type.name)));
  }
  if (type.bits >= 64 || !value.isInteger()) {
    return true;
  }
  int64_t number = static_cast<int64_t>(value.bits);
  bool isSmall = value.kind == Constant::Kind::Signed && number < 0 ? number >= -(int64_t(1) << (type.bits - 1))
                                                                    : value.bits >> type.bits == 0;
  return isSmall || tokens.fail(token, "found the initial value " + std::to_string(number) +
                                           ", which does not fit into " + quote("." + std::string(type.name)));
}

bool readInitialiser(ReaderState &state, const ArrayShape &shape, Variable &variable) {
  return InitialiserReader(state, shape, variable).read();
}

} // namespace tkc::sim::ptx
