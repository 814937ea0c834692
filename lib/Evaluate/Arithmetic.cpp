// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic, bitwise and comparison operators of Python on compile-time values.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tkc::evaluate {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

static std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

static Object unsupported(std::string_view op, const Object &left, const Object &right, SourceRange range) {
  return Object::unknown("unsupported operand types for `" + std::string(op) + "`: " + quoted(typeName(left)) +
                             " and " + quoted(typeName(right)),
                         range, "TypeError");
}

static Object tooLarge(SourceRange range) { return Object::unknown("the result is too large", range, "OverflowError"); }

static Object divisionByZero(SourceRange range) {
  return Object::unknown("division by zero", range, "ZeroDivisionError");
}

Object unaryOperation(UnaryOp op, const Object &operand, SourceRange range) {
  if (operand.isUnknown()) {
    return operand;
  }
  if (op == UnaryOp::Not) {
    std::optional<bool> truth = truthOf(operand);
    return truth ? Object::boolean(!*truth)
                 : Object::unknown("the truth of " + typeName(operand) + " is not known", range);
  }
  std::optional<Integer> integer = operand.toInteger();
  if (op == UnaryOp::Invert && integer) {
    return Object::integer(~*integer);
  }
  if (op != UnaryOp::Invert && integer) {
    return Object::integer(op == UnaryOp::Minus ? -*integer : *integer);
  }
  if (op != UnaryOp::Invert && operand.isFloat()) {
    return Object::real(op == UnaryOp::Minus ? -operand.asFloat() : operand.asFloat());
  }
  return Object::unknown("bad operand type for unary `" + std::string(spelling(op)) + "`: " + quoted(typeName(operand)),
                         range, "TypeError");
}

//===- Numbers ---------------------------------------------------------------------------------------------------===//

static double floorModulo(double a, double b) {
  double remainder = std::fmod(a, b);
  if (remainder != 0 && (remainder < 0) != (b < 0)) {
    remainder += b;
  }
  return remainder == 0 ? std::copysign(0.0, b) : remainder;
}

/// As Python's: what the remainder leaves is a multiple of `b` but for rounding.
static double floorQuotient(double a, double b) {
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0 && (remainder < 0) != (b < 0)) {
    quotient -= 1;
  }
  if (quotient == 0) {
    return std::copysign(0.0, a / b);
  }
  double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

static Object realOperation(BinaryOp op, double a, double b, SourceRange range) {
  switch (op) {
  case BinaryOp::Add:
    return Object::real(a + b);
  case BinaryOp::Sub:
    return Object::real(a - b);
  case BinaryOp::Mul:
    return Object::real(a * b);
  case BinaryOp::Div:
    return b == 0 ? divisionByZero(range) : Object::real(a / b);
  case BinaryOp::FloorDiv:
    return b == 0 ? divisionByZero(range) : Object::real(floorQuotient(a, b));
  case BinaryOp::Mod:
    return b == 0 ? divisionByZero(range) : Object::real(floorModulo(a, b));
  case BinaryOp::Pow:
    if (a == 0 && b < 0) {
      return divisionByZero(range);
    }
    if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::trunc(b)) {
      return Object::unknown("a negative number to a fractional power is complex", range, "ValueError");
    }
    if (std::isinf(std::pow(a, b)) && std::isfinite(a) && std::isfinite(b)) {
      return Object::unknown("the power is too large for a float", range, "OverflowError");
    }
    return Object::real(std::pow(a, b));
  default:
    return Object::unknown("unsupported operand types for `" + std::string(spelling(op)) + "`: 'float'", range,
                           "TypeError");
  }
}

static Object integerPower(const Integer &base, const Integer &exponent, SourceRange range) {
  if (exponent.isNegative()) {
    return base.isZero() ? divisionByZero(range)
                         : realOperation(BinaryOp::Pow, base.toDouble(), exponent.toDouble(), range);
  }
  if (base.bitLength() <= 1) {
    bool isOdd = exponent.bits()[0];
    bool isPlusOne = exponent.isZero() || (base.isNegative() && !isOdd);
    return Object::integer(isPlusOne ? Integer(1) : base);
  }
  std::optional<int64_t> count = exponent.asInt64();
  if (!count || *count > maximalIntegerBits / base.bitLength()) {
    return tooLarge(range);
  }
  return Object::integer(Integer::power(base, static_cast<uint64_t>(*count)));
}

static Object shift(BinaryOp op, const Integer &value, const Integer &amount, SourceRange range) {
  if (amount.isNegative()) {
    return Object::unknown("negative shift count", range, "ValueError");
  }
  std::optional<int64_t> count = amount.asInt64();
  bool isHuge = !count || *count > maximalIntegerBits;
  if (op == BinaryOp::LShift) {
    return value.isZero() ? Object::integer(0)
           : isHuge       ? tooLarge(range)
                          : Object::integer(value << static_cast<unsigned>(*count));
  }
  return Object::integer(value >> static_cast<unsigned>(isHuge ? maximalIntegerBits * 2 : *count));
}

static Object integerOperation(BinaryOp op, const Integer &a, const Integer &b, SourceRange range) {
  switch (op) {
  case BinaryOp::Add:
    return Object::integer(a + b);
  case BinaryOp::Sub:
    return Object::integer(a - b);
  case BinaryOp::Mul:
    return a.bitLength() + b.bitLength() > maximalIntegerBits ? tooLarge(range) : Object::integer(a * b);
  case BinaryOp::Div:
    return b.isZero() ? divisionByZero(range) : Object::real(a.toDouble() / b.toDouble());
  case BinaryOp::FloorDiv:
    return b.isZero() ? divisionByZero(range) : Object::integer(Integer::floorDivide(a, b));
  case BinaryOp::Mod:
    return b.isZero() ? divisionByZero(range) : Object::integer(Integer::floorModulo(a, b));
  case BinaryOp::Pow:
    return integerPower(a, b, range);
  case BinaryOp::LShift:
  case BinaryOp::RShift:
    return shift(op, a, b, range);
  case BinaryOp::BitOr:
    return Object::integer(a | b);
  case BinaryOp::BitXor:
    return Object::integer(a ^ b);
  case BinaryOp::BitAnd:
    return Object::integer(a & b);
  case BinaryOp::MatMul:
    return Object::unknown("unsupported operand types for `@`: 'int'", range, "TypeError");
  }
  return Object();
}

static Object numberOperation(BinaryOp op, const Object &left, const Object &right, SourceRange range) {
  if (left.isFloat() || right.isFloat()) {
    return realOperation(op, *left.toDouble(), *right.toDouble(), range);
  }
  bool isBitwise = op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
  Object result = integerOperation(op, *left.toInteger(), *right.toInteger(), range);
  return left.isBool() && right.isBool() && isBitwise ? Object::boolean(*truthOf(result)) : result;
}

//===- Containers ------------------------------------------------------------------------------------------------===//

/// Items of a sequence, bytes of a string.
static int64_t sizeOf(const Object &sequence) {
  return sequence.isString() ? sequence.asString().size() : sequence.items().size();
}

static Object concatenate(const Object &left, const Object &right) {
  if (left.isString()) {
    return Object::string(left.asString() + right.asString());
  }
  std::vector<Object> items = left.items();
  items.insert(items.end(), right.items().begin(), right.items().end());
  return left.isTuple() ? Object::tuple(std::move(items)) : Object::list(std::move(items));
}

static Object repeat(const Object &sequence, const Integer &times, SourceRange range) {
  int64_t count = times.isNegative() ? 0 : times.asInt64().value_or(maximalSequenceLength + 1);
  int64_t length = sizeOf(sequence);
  if (length != 0 && count > maximalSequenceLength / length) {
    return tooLarge(range);
  }
  count = length != 0 ? count : 0;
  if (sequence.isString()) {
    size_t size = length * count;
    std::string text = size != 0 ? sequence.asString() : "";
    text.reserve(size);
    // Doubled, since a short text may be wanted many times.
    while (text.size() < size) {
      text.append(text, 0, std::min(text.size(), size - text.size()));
    }
    return Object::string(std::move(text));
  }
  std::vector<Object> items;
  for (int64_t i = 0; i < count; ++i) {
    items.insert(items.end(), sequence.items().begin(), sequence.items().end());
  }
  return sequence.isTuple() ? Object::tuple(std::move(items)) : Object::list(std::move(items));
}

static Object setOperation(BinaryOp op, const ObjectMap &left, const ObjectMap &right) {
  Object result = Object::set();
  ObjectMap &entries = result.asSet().entries;
  for (const ObjectMap::Entry &entry : left) {
    bool isCommon = right.contains(entry.key);
    if (op == BinaryOp::BitOr || isCommon == (op == BinaryOp::BitAnd)) {
      entries.set(entry.key, Object());
    }
  }
  for (const ObjectMap::Entry &entry : right) {
    bool isAdded = op == BinaryOp::BitOr || (op == BinaryOp::BitXor && !left.contains(entry.key));
    if (isAdded) {
      entries.set(entry.key, Object());
    }
  }
  return result;
}

static Object mergeDicts(const ObjectMap &left, const ObjectMap &right) {
  Object result = Object::dict();
  for (const ObjectMap *map : {&left, &right}) {
    for (const ObjectMap::Entry &entry : *map) {
      result.asDict().entries.set(entry.key, entry.value);
    }
  }
  return result;
}

static bool isSequenceLike(const Object &object) { return object.isString() || object.isSequence(); }

static Object containerOperation(BinaryOp op, const Object &left, const Object &right, SourceRange range) {
  if (op == BinaryOp::Add && isSequenceLike(left) && left.kind() == right.kind()) {
    return sizeOf(left) + sizeOf(right) > maximalSequenceLength ? tooLarge(range) : concatenate(left, right);
  }
  if (op == BinaryOp::Mul && isSequenceLike(left) && right.toInteger()) {
    return repeat(left, *right.toInteger(), range);
  }
  if (op == BinaryOp::Mul && isSequenceLike(right) && left.toInteger()) {
    return repeat(right, *left.toInteger(), range);
  }
  if (op == BinaryOp::Mod && left.isString()) {
    auto textOf = [&](const Object &value, bool isRepr) { return makeText(value, isRepr, range); };
    return percentFormat(left.asString(), right, textOf, range);
  }
  bool isSetOperator = op == BinaryOp::BitOr || op == BinaryOp::BitAnd || op == BinaryOp::BitXor || op == BinaryOp::Sub;
  if (isSetOperator && left.is(ObjectKind::Set) && right.is(ObjectKind::Set)) {
    return setOperation(op, left.asSet().entries, right.asSet().entries);
  }
  if (op == BinaryOp::BitOr && left.is(ObjectKind::Dict) && right.is(ObjectKind::Dict)) {
    return mergeDicts(left.asDict().entries, right.asDict().entries);
  }
  return unsupported(spelling(op), left, right, range);
}

Object binaryOperation(BinaryOp op, const Object &left, const Object &right, SourceRange range) {
  if (left.isUnknown() || right.isUnknown()) {
    return left.isUnknown() ? left : right;
  }
  if (left.isNumber() && right.isNumber()) {
    return numberOperation(op, left, right, range);
  }
  return containerOperation(op, left, right, range);
}

//===- Comparisons -----------------------------------------------------------------------------------------------===//

namespace {

enum class Order { Less, Equal, Greater, Unordered };

} // namespace

static Order orderOf(double a, double b) {
  return a < b ? Order::Less : a > b ? Order::Greater : a == b ? Order::Equal : Order::Unordered;
}

static Order orderOf(int sign) { return sign < 0 ? Order::Less : sign > 0 ? Order::Greater : Order::Equal; }

static std::optional<Order> orderOfObjects(const Object &a, const Object &b, unsigned depth);

static std::optional<Order> orderOfItems(const std::vector<Object> &a, const std::vector<Object> &b, unsigned depth) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    std::optional<bool> isEqual = compareEqual(a[i], b[i]);
    if (isEqual != true) {
      return isEqual ? orderOfObjects(a[i], b[i], depth + 1) : std::nullopt;
    }
  }
  return orderOf(static_cast<int>(a.size()) - static_cast<int>(b.size()));
}

static std::optional<Order> orderOfObjects(const Object &a, const Object &b, unsigned depth) {
  constexpr unsigned deepest = 64;
  if (a.isNumber() && b.isNumber()) {
    if (!a.isFloat() && !b.isFloat()) {
      return orderOf(Integer::compare(*a.toInteger(), *b.toInteger()));
    }
    return orderOf(*a.toDouble(), *b.toDouble());
  }
  if (a.isString() && b.isString()) {
    return orderOf(a.asString().compare(b.asString()));
  }
  if (a.isSequence() && a.kind() == b.kind() && depth < deepest) {
    return orderOfItems(a.items(), b.items(), depth);
  }
  return std::nullopt;
}

static bool isSubset(const ObjectMap &a, const ObjectMap &b) {
  return std::all_of(a.begin(), a.end(), [&](const ObjectMap::Entry &entry) { return b.contains(entry.key); });
}

static Object compareSets(CompareOp op, const ObjectMap &a, const ObjectMap &b) {
  switch (op) {
  case CompareOp::Lt:
    return Object::boolean(a.size() < b.size() && isSubset(a, b));
  case CompareOp::LtE:
    return Object::boolean(isSubset(a, b));
  case CompareOp::Gt:
    return Object::boolean(b.size() < a.size() && isSubset(b, a));
  default:
    return Object::boolean(isSubset(b, a));
  }
}

static Object orderingOperation(CompareOp op, const Object &left, const Object &right, SourceRange range) {
  if (left.is(ObjectKind::Set) && right.is(ObjectKind::Set)) {
    return compareSets(op, left.asSet().entries, right.asSet().entries);
  }
  std::optional<Order> order = orderOfObjects(left, right, 0);
  if (!order) {
    return unsupported(spelling(op), left, right, range);
  }
  switch (op) {
  case CompareOp::Lt:
    return Object::boolean(*order == Order::Less);
  case CompareOp::LtE:
    return Object::boolean(*order == Order::Less || *order == Order::Equal);
  case CompareOp::Gt:
    return Object::boolean(*order == Order::Greater);
  default:
    return Object::boolean(*order == Order::Greater || *order == Order::Equal);
  }
}

static Object hasItem(const std::vector<Object> &items, const Object &item, SourceRange range) {
  bool isDecided = true;
  for (const Object &other : items) {
    std::optional<bool> isEqual = compareEqual(item, other);
    if (isEqual == true) {
      return Object::boolean(true);
    }
    isDecided = isDecided && isEqual;
  }
  return isDecided ? Object::boolean(false) : undecidedEquality(range);
}

static Object membershipOperation(const Object &item, const Object &container, SourceRange range) {
  if (container.isString() && item.isString()) {
    return Object::boolean(findText(container.asString(), item.asString(), 0) != std::string::npos);
  }
  if (container.is(ObjectKind::Dict) || container.is(ObjectKind::Set)) {
    bool isDict = container.is(ObjectKind::Dict);
    const ObjectMap &entries = isDict ? container.asDict().entries : container.asSet().entries;
    return isHashable(item) ? Object::boolean(entries.contains(item)) : unhashable(item, range);
  }
  if (container.isSequence()) {
    return hasItem(container.items(), item, range);
  }
  std::optional<std::vector<Object>> items = container.isString() ? std::nullopt : iterate(container);
  return items ? hasItem(*items, item, range)
               : Object::unknown("argument of type " + quoted(typeName(container)) + " is not a container", range,
                                 "TypeError");
}

Object compareOperation(CompareOp op, const Object &left, const Object &right, SourceRange range) {
  if (left.isUnknown() || right.isUnknown()) {
    return left.isUnknown() ? left : right;
  }
  switch (op) {
  case CompareOp::Eq:
  case CompareOp::NotEq: {
    std::optional<bool> isEqual = compareEqual(left, right);
    return isEqual ? Object::boolean(*isEqual == (op == CompareOp::Eq)) : undecidedEquality(range);
  }
  case CompareOp::Is:
    return Object::boolean(left.isSame(right));
  case CompareOp::IsNot:
    return Object::boolean(!left.isSame(right));
  case CompareOp::In:
    return membershipOperation(left, right, range);
  case CompareOp::NotIn:
    return unaryOperation(UnaryOp::Not, membershipOperation(left, right, range), range);
  case CompareOp::Lt:
  case CompareOp::LtE:
  case CompareOp::Gt:
  case CompareOp::GtE:
    return orderingOperation(op, left, right, range);
  }
  return Object();
}

} // namespace tkc::evaluate
