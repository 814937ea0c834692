// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of literals: decimal, octal, hexadecimal and binary integers, floats by value or by their bits.
#include <charconv>
#include <cstring>

#include "Constant.h"

namespace tkc::sim::ptx {

bool Constant::isTrue() const { return isInteger() ? bits != 0 : asDouble() != 0; }

double Constant::asDouble() const {
  if (kind == Kind::Signed) {
    return static_cast<double>(static_cast<int64_t>(bits));
  }
  if (kind == Kind::Unsigned) {
    return static_cast<double>(bits);
  }
  if (kind == Kind::Float32) {
    float value;
    uint32_t narrow = static_cast<uint32_t>(bits);
    std::memcpy(&value, &narrow, sizeof(value));
    return value;
  }
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

Constant Constant::makeDouble(double value) {
  Constant constant;
  constant.kind = Kind::Float64;
  std::memcpy(&constant.bits, &value, sizeof(value));
  return constant;
}

static std::optional<Constant> floatOfBits(std::string_view word, std::string &reason) {
  bool isDouble = (word[1] | 0x20) == 'd';
  std::string_view digits = word.substr(2);
  uint64_t bits = 0;
  auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  size_t needed = isDouble ? 16 : 8;
  if (digits.size() != needed || status != std::errc() || end != digits.data() + digits.size()) {
    reason = "found " + quote(word) + ", needs " + std::to_string(needed) + " hexadecimal digits behind `" +
             std::string(word.substr(0, 2)) + "`";
    return std::nullopt;
  }
  return Constant{isDouble ? Constant::Kind::Float64 : Constant::Kind::Float32, bits};
}

static std::optional<Constant> floatOfDigits(std::string_view word, std::string &reason) {
  double value = 0;
  auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (status == std::errc::result_out_of_range) {
    reason = "found " + quote(word) + ", which is outside the range of a double";
    return std::nullopt;
  }
  if (status != std::errc() || end != word.data() + word.size()) {
    reason = "found " + quote(word) + ", which is no number";
    return std::nullopt;
  }
  return Constant::makeDouble(value);
}

static std::optional<Constant> valueOfInteger(std::string_view word, std::string &reason) {
  std::string_view digits = word;
  bool isUnsigned = digits.back() == 'U' || digits.back() == 'u';
  digits.remove_suffix(isUnsigned ? 1 : 0);
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    char letter = static_cast<char>(digits[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    digits.remove_prefix(base == 8 ? 1 : 2);
  }
  uint64_t bits = 0;
  auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, base);
  if (status == std::errc::result_out_of_range) {
    reason = "found " + quote(word) + ", which does not fit into 64 bits";
    return std::nullopt;
  }
  if (status != std::errc() || end != digits.data() + digits.size()) {
    reason = "found " + quote(word) + ", which is no number";
    return std::nullopt;
  }
  isUnsigned |= bits > static_cast<uint64_t>(INT64_MAX);
  return Constant{isUnsigned ? Constant::Kind::Unsigned : Constant::Kind::Signed, bits};
}

std::optional<Constant> valueOf(const Token &token, std::string &reason) {
  std::string_view word = token.text;
  if (token.is(TokenKind::Integer)) {
    return valueOfInteger(word, reason);
  }
  bool isGivenByBits = word.size() > 1 && word[0] == '0' && ((word[1] | 0x20) == 'f' || (word[1] | 0x20) == 'd');
  return isGivenByBits ? floatOfBits(word, reason) : floatOfDigits(word, reason);
}

} // namespace tkc::sim::ptx
