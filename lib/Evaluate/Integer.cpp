// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of any size: every operation works in a width that holds the exact result and then drops the spare words.
#include "tkc/Evaluate/Integer.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace tkc::evaluate {

using llvm::APInt;

static unsigned wholeWords(unsigned bits) { return std::max(64u, (bits + 63) / 64 * 64); }

Integer Integer::fromSigned(const APInt &bits) {
  Integer result;
  result.value = bits.sextOrTrunc(wholeWords(bits.getSignificantBits()));
  return result;
}

Integer Integer::fromUnsigned(uint64_t number) { return fromSigned(APInt(65, number)); }

/// What a letter or digit is worth in a number; more than any radix for all else.
static unsigned worthOf(char digit) {
  return digit >= '0' && digit <= '9'   ? unsigned(digit - '0')
         : digit >= 'a' && digit <= 'z' ? unsigned(digit - 'a' + 10)
         : digit >= 'A' && digit <= 'Z' ? unsigned(digit - 'A' + 10)
                                        : 99u;
}

namespace {
/// As many digits as fit into a word. Numbers are read and written so many at a time, which takes a part of the time of
/// one at a time; both are quadratic.
struct Chunk {
  unsigned digits;
  /// The radix to the power of `digits`.
  uint64_t factor;
};
} // namespace

static Chunk chunkOf(unsigned radix) {
  Chunk chunk = {1, radix};
  while (chunk.factor <= std::numeric_limits<uint64_t>::max() / radix) {
    ++chunk.digits;
    chunk.factor *= radix;
  }
  return chunk;
}

std::optional<Integer> Integer::parse(std::string_view digits, unsigned radix) {
  if (digits.empty() || std::any_of(digits.begin(), digits.end(), [&](char c) { return worthOf(c) >= radix; })) {
    return std::nullopt;
  }
  Chunk chunk = chunkOf(radix);
  APInt result(wholeWords(APInt::getSufficientBitsNeeded(digits, uint8_t(radix)) + 1), 0);
  for (size_t place = 0; place < digits.size();) {
    size_t end = place == 0 ? (digits.size() - 1) % chunk.digits + 1 : place + chunk.digits;
    uint64_t worth = 0;
    for (; place < end; ++place) {
      worth = worth * radix + worthOf(digits[place]);
    }
    result *= chunk.factor;
    result += worth;
  }
  return fromSigned(result);
}

Integer Integer::truncate(double number) {
  llvm::APSInt bits(1100, /*isUnsigned=*/false);
  bool isExact = false;
  llvm::APFloat(number).convertToInteger(bits, llvm::APFloat::rmTowardZero, &isExact);
  return fromSigned(bits);
}

std::optional<int64_t> Integer::asInt64() const {
  return value.getBitWidth() == 64 ? std::optional<int64_t>(value.getSExtValue()) : std::nullopt;
}

std::optional<uint64_t> Integer::asUInt64() const {
  return !isNegative() && value.getActiveBits() <= 64 ? std::optional<uint64_t>(value.getZExtValue()) : std::nullopt;
}

double Integer::toDouble() const {
  llvm::APFloat result(llvm::APFloat::IEEEdouble());
  result.convertFromAPInt(value, /*IsSigned=*/true, llvm::APFloat::rmNearestTiesToEven);
  return result.convertToDouble();
}

/// The digits of a number that is not negative, the least one first; none for 0.
static std::string reversedDigits(APInt rest, unsigned radix) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string reversed;
  if (llvm::isPowerOf2_32(radix)) {
    unsigned bits = llvm::Log2_32(radix);
    for (unsigned place = 0, end = rest.getActiveBits(); place < end; place += bits) {
      reversed += digits[rest.extractBitsAsZExtValue(std::min(bits, rest.getBitWidth() - place), place)];
    }
    return reversed;
  }
  Chunk chunk = chunkOf(radix);
  while (!rest.isZero()) {
    uint64_t worth = 0;
    APInt::udivrem(rest, chunk.factor, rest, worth);
    for (unsigned i = 0; i < chunk.digits && (worth != 0 || !rest.isZero()); ++i, worth /= radix) {
      reversed += digits[worth % radix];
    }
  }
  return reversed;
}

std::string Integer::toString(unsigned radix) const {
  if (std::optional<int64_t> small = asInt64()) {
    char buffer[65];
    return std::string(buffer, std::to_chars(buffer, std::end(buffer), *small, int(radix)).ptr);
  }
  std::string text = isNegative() ? reversedDigits((-*this).value, radix) + '-' : reversedDigits(value, radix);
  return std::string(text.rbegin(), text.rend());
}

bool Integer::hasDecimalText() const {
  // 4300 digits have at most that many bits.
  constexpr unsigned mostBits = 14284;
  return value.getBitWidth() <= mostBits || bitLength() <= mostBits;
}

size_t Integer::hash() const { return llvm::hash_value(value); }

unsigned Integer::bitLength() const { return isNegative() ? (-*this).value.getActiveBits() : value.getActiveBits(); }

Integer Integer::operator-() const { return fromSigned(-value.sext(value.getBitWidth() + 1)); }

Integer Integer::operator~() const { return fromSigned(~value); }

/// Applies `operation` to both numbers in a width of their larger one and `spare` bits more.
template <typename Operation>
static Integer apply(const Integer &a, const Integer &b, unsigned spare, Operation operation) {
  unsigned width = std::max(a.bits().getBitWidth(), b.bits().getBitWidth()) + spare;
  return Integer::fromSigned(operation(a.bits().sext(width), b.bits().sext(width)));
}

/// The result where both numbers and it fit into one word, which needs no wider numbers. `overflows` computes it, and
/// tells when it does not fit.
template <typename Overflows>
static std::optional<Integer> inOneWord(const Integer &a, const Integer &b, Overflows overflows) {
  std::optional<int64_t> x = a.asInt64(), y = b.asInt64();
  int64_t result = 0;
  return x && y && !overflows(*x, *y, result) ? std::optional<Integer>(result) : std::nullopt;
}

Integer operator+(const Integer &a, const Integer &b) {
  if (std::optional<Integer> small = inOneWord(a, b, llvm::AddOverflow<int64_t>)) {
    return *small;
  }
  return apply(a, b, 1, [](const APInt &x, const APInt &y) { return x + y; });
}

Integer operator-(const Integer &a, const Integer &b) {
  if (std::optional<Integer> small = inOneWord(a, b, llvm::SubOverflow<int64_t>)) {
    return *small;
  }
  return apply(a, b, 1, [](const APInt &x, const APInt &y) { return x - y; });
}

Integer operator*(const Integer &a, const Integer &b) {
  if (std::optional<Integer> small = inOneWord(a, b, llvm::MulOverflow<int64_t>)) {
    return *small;
  }
  unsigned spare = std::min(a.value.getBitWidth(), b.value.getBitWidth());
  return apply(a, b, spare, [](const APInt &x, const APInt &y) { return x * y; });
}

Integer operator&(const Integer &a, const Integer &b) {
  return apply(a, b, 0, [](const APInt &x, const APInt &y) { return x & y; });
}

Integer operator|(const Integer &a, const Integer &b) {
  return apply(a, b, 0, [](const APInt &x, const APInt &y) { return x | y; });
}

Integer operator^(const Integer &a, const Integer &b) {
  return apply(a, b, 0, [](const APInt &x, const APInt &y) { return x ^ y; });
}

Integer Integer::operator<<(unsigned amount) const {
  return fromSigned(value.sext(value.getBitWidth() + amount).shl(amount));
}

Integer Integer::operator>>(unsigned amount) const {
  return fromSigned(value.ashr(std::min(amount, value.getBitWidth() - 1)));
}

Integer Integer::floorDivide(const Integer &a, const Integer &b) {
  return apply(a, b, 1, [](const APInt &x, const APInt &y) {
    APInt quotient = x, remainder = x;
    APInt::sdivrem(x, y, quotient, remainder);
    return !remainder.isZero() && x.isNegative() != y.isNegative() ? quotient - 1 : quotient;
  });
}

Integer Integer::floorModulo(const Integer &a, const Integer &b) {
  return apply(a, b, 1, [](const APInt &x, const APInt &y) {
    APInt remainder = x.srem(y);
    return !remainder.isZero() && remainder.isNegative() != y.isNegative() ? remainder + y : remainder;
  });
}

Integer Integer::power(Integer base, uint64_t exponent) {
  Integer result = 1;
  while (exponent != 0) {
    if (exponent & 1) {
      result = result * base;
    }
    exponent >>= 1;
    if (exponent != 0) {
      base = base * base;
    }
  }
  return result;
}

int Integer::compare(const Integer &a, const Integer &b) {
  unsigned width = std::max(a.value.getBitWidth(), b.value.getBitWidth());
  APInt x = a.value.sext(width);
  APInt y = b.value.sext(width);
  return x == y ? 0 : x.slt(y) ? -1 : 1;
}

} // namespace tkc::evaluate
