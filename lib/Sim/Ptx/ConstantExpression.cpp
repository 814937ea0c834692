// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant expressions, evaluated while they are read. Integers are signed unless an operand is unsigned.
#include "Constant.h"

namespace tkc::sim::ptx {

namespace {

class ExpressionReader {
public:
  explicit ExpressionReader(TokenStream &tokens) : tokens(tokens) {}

  bool readConditional(Constant &result);
  bool readBinary(int lowest, Constant &result);

private:
  static constexpr int deepest = 200;

  bool enter();
  bool readUnary(Constant &result);
  bool readUnaryUnchecked(Constant &result);
  bool readParenthesis(Constant &result);
  bool readLiteral(Constant &result);
  bool applyUnary(const Token &sign, Constant &value);
  bool applyBinary(const Token &sign, Constant &left, const Constant &right);
  bool applyToFloats(const Token &sign, Constant &left, const Constant &right);
  bool divide(const Token &sign, Constant &left, const Constant &right);

  TokenStream &tokens;
  int depth = 0;
};

} // namespace

/// How tightly a binary operator binds; 0 for other tokens.
static int precedenceOf(TokenKind kind) {
  constexpr TokenKind levels[][4] = {
      {TokenKind::OrOr},
      {TokenKind::AndAnd},
      {TokenKind::Pipe},
      {TokenKind::Caret},
      {TokenKind::Ampersand},
      {TokenKind::EqualEqual, TokenKind::NotEqual},
      {TokenKind::Less, TokenKind::LessEqual, TokenKind::Greater, TokenKind::GreaterEqual},
      {TokenKind::ShiftLeft, TokenKind::ShiftRight},
      {TokenKind::Plus, TokenKind::Minus},
      {TokenKind::Star, TokenKind::Slash, TokenKind::Percent},
  };
  int precedence = 0;
  for (const TokenKind(&level)[4] : levels) {
    ++precedence;
    for (TokenKind candidate : level) {
      if (candidate == kind && kind != TokenKind::End) {
        return precedence;
      }
    }
  }
  return 0;
}

static constexpr int multiplicative = 10;

bool ExpressionReader::enter() {
  if (++depth > deepest) {
    return tokens.abandon(tokens.current(), "found a constant expression that nests deeper than 200");
  }
  return true;
}

bool ExpressionReader::readConditional(Constant &result) {
  if (!enter() || !readBinary(1, result)) {
    return false;
  }
  if (tokens.accept(TokenKind::Question)) {
    Constant first, second;
    if (!readConditional(first) || !tokens.expect(TokenKind::Colon, "`:` and the other value of `?`") ||
        !readConditional(second)) {
      return false;
    }
    result = result.isTrue() ? first : second;
  }
  --depth;
  return true;
}

bool ExpressionReader::readBinary(int lowest, Constant &result) {
  if (!readUnary(result)) {
    return false;
  }
  while (true) {
    const Token &next = tokens.current();
    if (next.is(TokenKind::Identifier) && next.text.size() > 1 && next.text[0] == '%' && isDigit(next.text[1])) {
      tokens.splitPercent();
    }
    int precedence = precedenceOf(tokens.current().kind);
    if (precedence == 0 || precedence < lowest) {
      return true;
    }
    Token sign = tokens.advance();
    Constant right;
    if (!readBinary(precedence + 1, right) || !applyBinary(sign, result, right)) {
      return false;
    }
  }
}

bool ExpressionReader::readUnary(Constant &result) {
  if (!enter() || !readUnaryUnchecked(result)) {
    return false;
  }
  --depth;
  return true;
}

bool ExpressionReader::readUnaryUnchecked(Constant &result) {
  switch (tokens.current().kind) {
  case TokenKind::Plus:
  case TokenKind::Minus:
  case TokenKind::Tilde:
  case TokenKind::Exclamation: {
    Token sign = tokens.advance();
    return readUnary(result) && applyUnary(sign, result);
  }
  case TokenKind::LeftParenthesis:
    return readParenthesis(result);
  default:
    return readLiteral(result);
  }
}

/// `(expression)`, or a cast: `(.s64) expression`.
bool ExpressionReader::readParenthesis(Constant &result) {
  tokens.advance();
  bool toSigned = tokens.atDirective(".s64");
  if (!toSigned && !tokens.atDirective(".u64")) {
    return readConditional(result) && tokens.expect(TokenKind::RightParenthesis, "`)`");
  }
  Token type = tokens.advance();
  if (!tokens.expect(TokenKind::RightParenthesis, "`)`") || !readUnary(result)) {
    return false;
  }
  if (!result.isInteger()) {
    return tokens.fail(type, "found a cast of a float to " + quote(type.text) + ", needs an integer");
  }
  result.kind = toSigned ? Constant::Kind::Signed : Constant::Kind::Unsigned;
  return true;
}

bool ExpressionReader::readLiteral(Constant &result) {
  const Token &token = tokens.current();
  if (token.is(TokenKind::Identifier) && token.text == "WARP_SZ") {
    result = Constant::makeSigned(32);
    tokens.advance();
    return true;
  }
  if (!token.is(TokenKind::Integer) && !token.is(TokenKind::Float)) {
    return tokens.failHere("a constant");
  }
  std::string reason;
  std::optional<Constant> value = valueOf(token, reason);
  if (!value) {
    return tokens.fail(token, std::move(reason));
  }
  result = *value;
  tokens.advance();
  return true;
}

bool ExpressionReader::applyUnary(const Token &sign, Constant &value) {
  if (sign.is(TokenKind::Exclamation)) {
    value = Constant::makeSigned(!value.isTrue());
    return true;
  }
  if (value.isInteger()) {
    value.bits = sign.is(TokenKind::Minus) ? 0 - value.bits : sign.is(TokenKind::Tilde) ? ~value.bits : value.bits;
    return true;
  }
  if (sign.is(TokenKind::Tilde)) {
    return tokens.fail(sign, "found `~` before a float, needs an integer");
  }
  if (sign.is(TokenKind::Minus)) {
    value.bits ^= value.kind == Constant::Kind::Float32 ? uint64_t(1) << 31 : uint64_t(1) << 63;
  }
  return true;
}

bool ExpressionReader::divide(const Token &sign, Constant &left, const Constant &right) {
  if (right.bits == 0) {
    return tokens.fail(sign, "found a division by zero in a constant expression");
  }
  bool isDivision = sign.is(TokenKind::Slash);
  if (left.kind == Constant::Kind::Unsigned) {
    left.bits = isDivision ? left.bits / right.bits : left.bits % right.bits;
    return true;
  }
  int64_t dividend = static_cast<int64_t>(left.bits), divisor = static_cast<int64_t>(right.bits);
  if (divisor == -1) {
    left.bits = isDivision ? 0 - left.bits : 0;
    return true;
  }
  left.bits = static_cast<uint64_t>(isDivision ? dividend / divisor : dividend % divisor);
  return true;
}

static uint64_t shift(TokenKind kind, const Constant &value, uint64_t amount) {
  if (kind == TokenKind::ShiftLeft) {
    return amount < 64 ? value.bits << amount : 0;
  }
  if (value.kind == Constant::Kind::Unsigned) {
    return amount < 64 ? value.bits >> amount : 0;
  }
  return static_cast<uint64_t>(static_cast<int64_t>(value.bits) >> (amount < 64 ? amount : 63));
}

template <typename T>
static bool compare(TokenKind kind, T left, T right) {
  switch (kind) {
  case TokenKind::EqualEqual:
    return left == right;
  case TokenKind::NotEqual:
    return left != right;
  case TokenKind::Less:
    return left < right;
  case TokenKind::LessEqual:
    return left <= right;
  case TokenKind::Greater:
    return left > right;
  default:
    return left >= right;
  }
}

static bool isComparison(TokenKind kind) {
  int precedence = precedenceOf(kind);
  return precedence == precedenceOf(TokenKind::EqualEqual) || precedence == precedenceOf(TokenKind::Less);
}

static uint64_t combine(TokenKind kind, uint64_t left, uint64_t right) {
  switch (kind) {
  case TokenKind::Pipe:
    return left | right;
  case TokenKind::Caret:
    return left ^ right;
  case TokenKind::Ampersand:
    return left & right;
  case TokenKind::Plus:
    return left + right;
  case TokenKind::Minus:
    return left - right;
  default:
    return left * right;
  }
}

bool ExpressionReader::applyBinary(const Token &sign, Constant &left, const Constant &right) {
  if (sign.is(TokenKind::OrOr) || sign.is(TokenKind::AndAnd)) {
    bool value = sign.is(TokenKind::OrOr) ? left.isTrue() || right.isTrue() : left.isTrue() && right.isTrue();
    left = Constant::makeSigned(value);
    return true;
  }
  if (!left.isInteger() || !right.isInteger()) {
    return applyToFloats(sign, left, right);
  }
  if (sign.is(TokenKind::ShiftLeft) || sign.is(TokenKind::ShiftRight)) {
    left.bits = shift(sign.kind, left, right.bits);
    return true;
  }
  if (right.kind == Constant::Kind::Unsigned) {
    left.kind = Constant::Kind::Unsigned;
  }
  if (isComparison(sign.kind)) {
    bool value = left.kind == Constant::Kind::Unsigned
                     ? compare(sign.kind, left.bits, right.bits)
                     : compare(sign.kind, static_cast<int64_t>(left.bits), static_cast<int64_t>(right.bits));
    left = Constant::makeSigned(value);
    return true;
  }
  if (sign.is(TokenKind::Slash) || sign.is(TokenKind::Percent)) {
    return divide(sign, left, right);
  }
  left.bits = combine(sign.kind, left.bits, right.bits);
  return true;
}

bool ExpressionReader::applyToFloats(const Token &sign, Constant &left, const Constant &right) {
  if (left.kind == Constant::Kind::Float32 || right.kind == Constant::Kind::Float32) {
    return tokens.fail(sign, "found " + quote(sign.text) + " at a number with `0f`, which may only stand alone");
  }
  double first = left.asDouble(), second = right.asDouble();
  switch (sign.kind) {
  case TokenKind::Plus:
    left = Constant::makeDouble(first + second);
    return true;
  case TokenKind::Minus:
    left = Constant::makeDouble(first - second);
    return true;
  case TokenKind::Star:
    left = Constant::makeDouble(first * second);
    return true;
  case TokenKind::Slash:
    if (second == 0) {
      return tokens.fail(sign, "found a division by zero in a constant expression");
    }
    left = Constant::makeDouble(first / second);
    return true;
  default:
    break;
  }
  if (!isComparison(sign.kind)) {
    return tokens.fail(sign, "found " + quote(sign.text) + " at a float, needs integers");
  }
  left = Constant::makeSigned(compare(sign.kind, first, second));
  return true;
}

bool readConstant(TokenStream &tokens, Constant &result) { return ExpressionReader(tokens).readConditional(result); }

bool readCount(TokenStream &tokens, std::string_view what, uint64_t &result) {
  Token start = tokens.current();
  Constant value;
  if (!readConstant(tokens, value)) {
    return false;
  }
  bool isNegative = value.kind == Constant::Kind::Signed && static_cast<int64_t>(value.bits) < 0;
  if (!value.isInteger() || isNegative) {
    return tokens.fail(start, "found a " + std::string(value.isInteger() ? "negative number" : "float") + " as " +
                                  std::string(what) + ", needs an integer from 0 on");
  }
  result = value.bits;
  return true;
}

bool readInteger(TokenStream &tokens, std::string_view what, uint32_t &result) {
  const Token &token = tokens.current();
  if (!token.is(TokenKind::Integer)) {
    return tokens.failHere(what);
  }
  std::string reason;
  std::optional<Constant> value = valueOf(token, reason);
  if (!value) {
    return tokens.fail(token, std::move(reason));
  }
  if (value->bits > UINT32_MAX) {
    return tokens.fail(token, "found " + describe(token) + ", needs " + std::string(what) + " of at most 32 bits");
  }
  result = static_cast<uint32_t>(value->bits);
  tokens.advance();
  return true;
}

bool readAddend(TokenStream &tokens, uint64_t &result) {
  result = 0;
  while (tokens.at(TokenKind::Plus) || tokens.at(TokenKind::Minus)) {
    Token sign = tokens.advance();
    Constant value;
    if (!ExpressionReader(tokens).readBinary(multiplicative, value)) {
      return false;
    }
    if (!value.isInteger()) {
      return tokens.fail(sign, "found a float as the offset of an address, needs an integer");
    }
    result += sign.is(TokenKind::Plus) ? value.bits : 0 - value.bits;
  }
  return true;
}

bool beginsConstant(const Token &token) {
  switch (token.kind) {
  case TokenKind::Integer:
  case TokenKind::Float:
  case TokenKind::Plus:
  case TokenKind::Minus:
  case TokenKind::Tilde:
  case TokenKind::Exclamation:
  case TokenKind::LeftParenthesis:
    return true;
  case TokenKind::Identifier:
    return token.text == "WARP_SZ";
  default:
    return false;
  }
}

} // namespace tkc::sim::ptx
