// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of any size with Python's operators: what `int` is at compile time.
#ifndef TKC_EVALUATE_INTEGER_H
#define TKC_EVALUATE_INTEGER_H

#include "llvm/ADT/APInt.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tkc::evaluate {

/// A signed integer of any size. It is kept in the fewest whole 64-bit words, so small ones never allocate.
class Integer {
public:
  Integer() : value(64, 0) {}
  Integer(int64_t number) : value(64, static_cast<uint64_t>(number), /*isSigned=*/true) {}
  static Integer fromUnsigned(uint64_t number);
  /// `bits` is taken as a signed number.
  static Integer fromSigned(const llvm::APInt &bits);
  /// Digits of a literal without prefix and underscores; nothing when they don't fit the radix.
  static std::optional<Integer> parse(std::string_view digits, unsigned radix);
  /// The whole part of a finite number.
  static Integer truncate(double number);

  /// The two's complement form; at least 64 bits wide.
  const llvm::APInt &bits() const { return value; }
  std::optional<int64_t> asInt64() const;
  std::optional<uint64_t> asUInt64() const;
  /// The nearest double; infinite when there is none.
  double toDouble() const;
  std::string toString(unsigned radix = 10) const;
  /// Whether `toString` is quick: CPython, too, writes no more than 4300 decimal digits (`sys.set_int_max_str_digits`).
  bool hasDecimalText() const;
  size_t hash() const;

  bool isZero() const { return value.isZero(); }
  bool isNegative() const { return value.isNegative(); }
  /// How many words it is kept in.
  uint64_t words() const { return value.getBitWidth() / 64; }
  /// How many bits the absolute value has; 0 for 0.
  unsigned bitLength() const;

  Integer operator-() const;
  Integer operator~() const;
  friend Integer operator+(const Integer &a, const Integer &b);
  friend Integer operator-(const Integer &a, const Integer &b);
  friend Integer operator*(const Integer &a, const Integer &b);
  friend Integer operator&(const Integer &a, const Integer &b);
  friend Integer operator|(const Integer &a, const Integer &b);
  friend Integer operator^(const Integer &a, const Integer &b);
  Integer operator<<(unsigned amount) const;
  Integer operator>>(unsigned amount) const;

  /// Rounds toward minus infinity; `b` is not zero.
  static Integer floorDivide(const Integer &a, const Integer &b);
  /// The remainder with the divisor's sign; `b` is not zero.
  static Integer floorModulo(const Integer &a, const Integer &b);
  static Integer power(Integer base, uint64_t exponent);

  /// Negative, zero or positive.
  static int compare(const Integer &a, const Integer &b);
  friend bool operator==(const Integer &a, const Integer &b) { return compare(a, b) == 0; }
  friend bool operator!=(const Integer &a, const Integer &b) { return compare(a, b) != 0; }
  friend bool operator<(const Integer &a, const Integer &b) { return compare(a, b) < 0; }
  friend bool operator<=(const Integer &a, const Integer &b) { return compare(a, b) <= 0; }
  friend bool operator>(const Integer &a, const Integer &b) { return compare(a, b) > 0; }
  friend bool operator>=(const Integer &a, const Integer &b) { return compare(a, b) >= 0; }

private:
  llvm::APInt value;
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_INTEGER_H
