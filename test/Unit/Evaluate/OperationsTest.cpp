// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python's operators on compile-time values.
#include "tkc/Evaluate/Operations.h"

#include "llvm/ADT/SmallString.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace tkc::evaluate;
using tkc::ast::BinaryOp;
using tkc::ast::CompareOp;
using tkc::ast::UnaryOp;

static Object i(int64_t value) { return Object::integer(value); }
static Object f(double value) { return Object::real(value); }
static Object s(std::string_view text) { return Object::string(text); }

static std::string binary(BinaryOp op, const Object &a, const Object &b) { return repr(binaryOperation(op, a, b)); }
static std::string compare(CompareOp op, const Object &a, const Object &b) { return repr(compareOperation(op, a, b)); }

static std::string exceptionOf(const Object &object) {
  return object.isUnknown() ? object.asUnknown().exception : "none";
}

TEST(Integers, GrowAsNeeded) {
  Object big = binaryOperation(BinaryOp::Pow, i(2), i(100));
  EXPECT_EQ(repr(big), "1267650600228229401496703205376");
  EXPECT_EQ(binary(BinaryOp::Sub, big, big), "0");
  EXPECT_EQ(binary(BinaryOp::RShift, big, i(98)), "4");
  EXPECT_EQ(binary(BinaryOp::Add, i(std::numeric_limits<int64_t>::max()), i(1)), "9223372036854775808");
  EXPECT_EQ(binary(BinaryOp::Mul, i(std::numeric_limits<int64_t>::min()), i(-1)), "9223372036854775808");
  EXPECT_EQ(binary(BinaryOp::Add, i(std::numeric_limits<int64_t>::min()), i(-1)), "-9223372036854775809");
  EXPECT_EQ(binary(BinaryOp::Sub, i(std::numeric_limits<int64_t>::min()), i(1)), "-9223372036854775809");
  EXPECT_EQ(binary(BinaryOp::Sub, i(-2), i(std::numeric_limits<int64_t>::max())), "-9223372036854775809");
  EXPECT_EQ(binary(BinaryOp::Mul, i(int64_t(1) << 32), i(int64_t(1) << 32)), "18446744073709551616");
  EXPECT_EQ(binary(BinaryOp::Add, big, i(-1)), "1267650600228229401496703205375");
  EXPECT_EQ(repr(unaryOperation(UnaryOp::Minus, i(std::numeric_limits<int64_t>::min()))), "9223372036854775808");
  EXPECT_EQ(Integer::fromUnsigned(~uint64_t(0)).toString(), "18446744073709551615");
  EXPECT_EQ(Integer::parse("ffffffffffffffffffff", 16)->toString(), "1208925819614629174706175");
  EXPECT_FALSE(Integer::parse("12x", 10));
}

/// The text that LLVM makes, a digit at a time.
static std::string plainText(const Integer &value, unsigned radix) {
  llvm::SmallString<64> text;
  value.bits().toString(text, radix, /*Signed=*/true, /*formatAsCLiteral=*/false, /*UpperCase=*/false);
  return std::string(text);
}

TEST(Integers, AreReadAndWrittenInAnyRadix) {
  std::mt19937_64 random(7);
  for (unsigned radix : {2u, 8u, 10u, 16u, 36u}) {
    for (unsigned bits : {0u, 1u, 7u, 63u, 64u, 65u, 127u, 128u, 129u, 640u, 4000u}) {
      Integer value = bits == 0 ? Integer(0) : Integer(1) << (bits - 1);
      for (unsigned low = 0; low + 64 < bits; low += 64) {
        value = value + (Integer::fromUnsigned(random()) << low);
      }
      for (const Integer &each : {value, value - 1, -value, value + 1}) {
        std::string text = each.toString(radix);
        EXPECT_EQ(text, plainText(each, radix));
        EXPECT_EQ(*Integer::parse(each.isNegative() ? text.substr(1) : text, radix), each.isNegative() ? -each : each);
      }
    }
    // Next to a power of the radix there are zeros, or all digits are the largest.
    for (unsigned exponent = 1; exponent < 140; ++exponent) {
      Integer power = Integer::power(radix, exponent);
      EXPECT_EQ(power.toString(radix), "1" + std::string(exponent, '0'));
      EXPECT_EQ((power - 1).toString(radix), std::string(exponent, Integer(radix - 1).toString(radix)[0]));
      EXPECT_EQ(*Integer::parse("1" + std::string(exponent, '0'), radix), power);
      EXPECT_EQ(*Integer::parse("000" + std::string(exponent, Integer(radix - 1).toString(radix)[0]), radix),
                power - 1);
    }
  }
}

TEST(Integers, DivideTowardMinusInfinity) {
  EXPECT_EQ(binary(BinaryOp::FloorDiv, i(-7), i(2)), "-4");
  EXPECT_EQ(binary(BinaryOp::FloorDiv, i(7), i(-2)), "-4");
  EXPECT_EQ(binary(BinaryOp::Mod, i(-7), i(3)), "2");
  EXPECT_EQ(binary(BinaryOp::Mod, i(7), i(-3)), "-2");
  EXPECT_EQ(binary(BinaryOp::Div, i(7), i(2)), "3.5");
  EXPECT_EQ(exceptionOf(binaryOperation(BinaryOp::FloorDiv, i(1), i(0))), "ZeroDivisionError");
}

TEST(Integers, HaveBitwiseOperators) {
  EXPECT_EQ(binary(BinaryOp::BitAnd, i(-1), i(0xF0)), "240");
  EXPECT_EQ(binary(BinaryOp::BitXor, i(5), i(1)), "4");
  EXPECT_EQ(binary(BinaryOp::LShift, i(1), i(70)), "1180591620717411303424");
  EXPECT_EQ(binary(BinaryOp::RShift, i(-1), i(70)), "-1");
  EXPECT_EQ(repr(unaryOperation(UnaryOp::Invert, i(7))), "-8");
  EXPECT_EQ(binary(BinaryOp::BitOr, Object::boolean(true), Object::boolean(false)), "True");
  EXPECT_EQ(exceptionOf(binaryOperation(BinaryOp::LShift, i(1), i(-1))), "ValueError");
}

TEST(Integers, RefuseResultsThatEatTheMachine) {
  EXPECT_EQ(exceptionOf(binaryOperation(BinaryOp::Pow, i(10), i(100000000))), "OverflowError");
  EXPECT_EQ(exceptionOf(binaryOperation(BinaryOp::LShift, i(1), i(int64_t(1) << 40))), "OverflowError");
  EXPECT_EQ(exceptionOf(binaryOperation(BinaryOp::Mul, s("x"), i(int64_t(1) << 40))), "OverflowError");
}

TEST(Integers, TakeNegativePowersAsFloats) {
  EXPECT_EQ(binary(BinaryOp::Pow, i(2), i(-2)), "0.25");
  EXPECT_EQ(binary(BinaryOp::Pow, i(-1), i(3)), "-1");
  EXPECT_EQ(binary(BinaryOp::Pow, i(0), i(0)), "1");
  EXPECT_EQ(binary(BinaryOp::Pow, i(0), i(5)), "0");
}

TEST(Floats, PrintTheShortestDigits) {
  EXPECT_EQ(floatText(0.1), "0.1");
  EXPECT_EQ(floatText(1.0), "1.0");
  EXPECT_EQ(floatText(1e16), "1e+16");
  EXPECT_EQ(floatText(1e15), "1000000000000000.0");
  EXPECT_EQ(floatText(1.5e-5), "1.5e-05");
  EXPECT_EQ(floatText(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(floatText(std::nan("")), "nan");
}

TEST(Floats, FloorAndTakeTheDivisorsSign) {
  EXPECT_EQ(binary(BinaryOp::FloorDiv, f(-7.5), i(2)), "-4.0");
  EXPECT_EQ(binary(BinaryOp::Mod, f(-7.5), i(2)), "0.5");
  EXPECT_EQ(binary(BinaryOp::Pow, f(2), f(0.5)), floatText(std::sqrt(2.0)));
}

TEST(Containers, ConcatenateAndRepeat) {
  EXPECT_EQ(binary(BinaryOp::Add, s("a"), s("b")), "'ab'");
  EXPECT_EQ(binary(BinaryOp::Mul, Object::tuple({i(1)}), i(3)), "(1, 1, 1)");
  EXPECT_EQ(binary(BinaryOp::Add, Object::list({i(1)}), Object::list({i(2)})), "[1, 2]");
  EXPECT_EQ(exceptionOf(binaryOperation(BinaryOp::Add, Object::list({}), Object::tuple({}))), "TypeError");
}

TEST(Containers, TreatEqualNumbersAsOneKey) {
  Object dict = Object::dict();
  assignSubscript(dict, i(1), s("one"));
  assignSubscript(dict, Object::boolean(true), s("true"));
  assignSubscript(dict, f(1.0), s("float"));
  EXPECT_EQ(repr(dict), "{1: 'float'}");
  EXPECT_EQ(exceptionOf(subscript(dict, i(2))), "KeyError");
  EXPECT_EQ(exceptionOf(assignSubscript(dict, Object::list({}), i(1))), "TypeError");
}

TEST(Containers, EraseKeysAndKeepTheOrder) {
  Object dict = Object::dict();
  for (int64_t key : {3, 1, 2}) {
    assignSubscript(dict, i(key), i(key * key));
  }
  EXPECT_TRUE(dict.asDict().entries.erase(i(1)));
  EXPECT_FALSE(dict.asDict().entries.erase(i(1)));
  assignSubscript(dict, i(1), i(0));
  EXPECT_EQ(repr(dict), "{3: 9, 2: 4, 1: 0}");
}

TEST(Containers, IndexFromBothEndsAndSlice) {
  Object list = Object::list({i(0), i(1), i(2), i(3)});
  auto slice = [](Object a, Object b, Object c) { return Object::slice(a, b, c); };
  Object none;
  EXPECT_EQ(repr(subscript(list, i(-1))), "3");
  EXPECT_EQ(repr(subscript(list, slice(i(1), none, none))), "[1, 2, 3]");
  EXPECT_EQ(repr(subscript(list, slice(none, none, i(-1)))), "[3, 2, 1, 0]");
  EXPECT_EQ(repr(subscript(list, slice(i(-100), i(100), i(2)))), "[0, 2]");
  EXPECT_EQ(repr(subscript(s("hello"), slice(i(1), i(3), none))), "'el'");
  EXPECT_EQ(exceptionOf(subscript(list, i(4))), "IndexError");
  EXPECT_EQ(exceptionOf(subscript(list, s("x"))), "TypeError");
  EXPECT_EQ(exceptionOf(subscript(list, slice(none, none, i(0)))), "TypeError");
}

TEST(Containers, IterateInOrder) {
  EXPECT_EQ(repr(Object::list(*iterate(Object::range(10, 0, -3)))), "[10, 7, 4, 1]");
  EXPECT_EQ(repr(Object::list(*iterate(s("ab")))), "['a', 'b']");
  EXPECT_FALSE(iterate(Object::range(0, int64_t(1) << 40, 1)));
  EXPECT_FALSE(iterate(i(3)));
}

TEST(Comparisons, OrderNumbersStringsAndSequences) {
  EXPECT_EQ(compare(CompareOp::Lt, i(1), f(1.5)), "True");
  EXPECT_EQ(compare(CompareOp::Lt, Object::tuple({i(1), i(2)}), Object::tuple({i(1), i(3)})), "True");
  EXPECT_EQ(compare(CompareOp::Lt, Object::tuple({i(1)}), Object::tuple({i(1), i(0)})), "True");
  EXPECT_EQ(compare(CompareOp::GtE, s("b"), s("a")), "True");
  EXPECT_EQ(exceptionOf(compareOperation(CompareOp::Lt, i(1), s("a"))), "TypeError");
  EXPECT_EQ(compare(CompareOp::Eq, f(std::nan("")), f(std::nan(""))), "False");
}

TEST(Comparisons, KnowIdentityAndMembership) {
  Object list = Object::list({i(1)});
  EXPECT_EQ(compare(CompareOp::Is, list, list), "True");
  EXPECT_EQ(compare(CompareOp::Is, list, Object::list({i(1)})), "False");
  EXPECT_EQ(compare(CompareOp::Is, Object::dtype(DTypeKind::Int64), Object::dtype(DTypeKind::Int64)), "True");
  EXPECT_EQ(compare(CompareOp::In, i(1), list), "True");
  EXPECT_EQ(compare(CompareOp::NotIn, s("x"), s("abc")), "True");
}

TEST(Comparisons, PassUnknownsOn) {
  Object unknown = Object::unknown("it depends on `torch`");
  EXPECT_TRUE(compareOperation(CompareOp::Eq, unknown, i(1)).isUnknown());
  EXPECT_TRUE(binaryOperation(BinaryOp::Add, i(1), unknown).isUnknown());
  EXPECT_FALSE(truthOf(unknown));
}

TEST(Formatting, FollowsTheSpecification) {
  EXPECT_EQ(str(format(f(3.14159), ".2f")), "3.14");
  EXPECT_EQ(str(format(i(42), "08d")), "00000042");
  EXPECT_EQ(str(format(i(-42), "08d")), "-0000042");
  EXPECT_EQ(str(format(i(255), "#x")), "0xff");
  EXPECT_EQ(str(format(i(1234567), ",")), "1,234,567");
  EXPECT_EQ(str(format(s("ab"), "*^6")), "**ab**");
  EXPECT_EQ(str(format(f(0.25), ".0%")), "25%");
  EXPECT_EQ(exceptionOf(format(s("ab"), "d")), "ValueError");
}

TEST(Formatting, HasPercentOperators) {
  EXPECT_EQ(binary(BinaryOp::Mod, s("%d-%s %05.1f%%"), Object::tuple({i(3), s("x"), f(2.25)})), "'3-x 002.2%'");
  EXPECT_EQ(exceptionOf(binaryOperation(BinaryOp::Mod, s("%d"), Object::tuple({}))), "TypeError");
}

TEST(Formatting, QuotesStrings) {
  EXPECT_EQ(repr(s("it's")), "\"it's\"");
  EXPECT_EQ(repr(s("a\n\\")), "'a\\n\\\\'");
  EXPECT_EQ(repr(Object::tuple({i(1)})), "(1,)");
}

TEST(Constexpr, MarksStayWithTheValueOnly) {
  Object marked = i(3).withConstexprMark();
  EXPECT_TRUE(marked.isMarkedConstexpr());
  EXPECT_FALSE(i(3).isMarkedConstexpr());
  EXPECT_TRUE(areEqual(marked, i(3)));
}
