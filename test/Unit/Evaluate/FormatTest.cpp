// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Format specifications and `%`: what CPython 3.11 prints, case by case.
#include "ModuleFixture.h"

namespace tkc::evaluate {

namespace {

/// A value, and what a format makes of it: the text, or `!` and the exception.
struct Formatted {
  const char *value;
  std::vector<std::pair<const char *, const char *>> results;
};

} // namespace

static void expectResult(const std::string &expression, std::string_view expected) {
  TestModule module("x = " + expression);
  Object value = module.get("x");
  std::string result = value.isString() ? value.asString() : "!" + value.asUnknown().exception;
  EXPECT_EQ(result, expected) << expression;
}

static void expectResults(const std::vector<Formatted> &cases) {
  for (const Formatted &each : cases) {
    for (auto [spec, expected] : each.results) {
      std::string arguments = std::string(each.value) + ", '" + spec + "')";
      expectResult("format(" + arguments, expected);
      expectResult(std::string("f'{") + each.value + (*spec ? ":" : "") + spec + "}'", expected);
    }
  }
}

TEST(Formatting, OfIntegersIsThatOfCPython) {
  expectResults({
      {"12",
       {{"", "12"},
        {"08", "00000012"},
        {"+", "+12"},
        {"^+9", "   +12   "},
        {"*<6", "12****"},
        {"08,", "0,000,012"},
        {"012,", "0,000,000,012"},
        {",", "12"},
        {"#x", "0xc"},
        {"#010x", "0x0000000c"},
        {"_b", "1100"},
        {"X", "C"},
        {"c", "\x0c"},
        {"n", "12"},
        {"e", "1.200000e+01"},
        {".1f", "12.0"},
        {"%", "1200.000000%"},
        {"=+8", "+     12"},
        {".3", "!ValueError"},
        {",x", "!ValueError"},
        {"s", "!ValueError"},
        {"z", "!ValueError"},
        {"#c", "!ValueError"}}},
      {"-1234567",
       {{"_", "-1_234_567"},
        {"012,", "-001,234,567"},
        {"=12", "-    1234567"},
        {"015_x", "-0000_0012_d687"},
        {"#_b", "-0b1_0010_1101_0110_1000_0111"},
        {".2e", "-1.23e+06"}}},
  });
}

TEST(Formatting, OfFloatsIsThatOfCPython) {
  expectResults({
      {"0.5",
       {{"", "0.5"},
        {".0f", "0"},
        {".3", "0.5"},
        {"#.0f", "0."},
        {"z.0f", "0"},
        {"6.2%", "50.00%"},
        {"E", "5.000000E-01"},
        {"#g", "0.500000"},
        {"s", "!ValueError"},
        {"_.1f", "0.5"},
        {"08.3f", "0000.500"},
        {"x", "!ValueError"}}},
      {"-0.0", {{"", "-0.0"}, {"z.1f", "0.0"}, {"+", "-0.0"}, {"08", "-00000.0"}, {"z", "0.0"}}},
      {"1234567.891",
       {{",.2f", "1,234,567.89"},
        {"016,.1f", "00,001,234,567.9"},
        {".3", "1.23e+06"},
        {".10", "1234567.891"},
        {"e", "1.234568e+06"},
        {".3g", "1.23e+06"},
        {"#.10g", "1234567.891"},
        {"n", "1.23457e+06"},
        {"^+16.2F", "  +1234567.89   "}}},
      {"10.0", {{".3", "10.0"}, {".2", "1e+01"}, {".1", "1e+01"}}},
      {"1e22", {{"", "1e+22"}, {"#", "1.e+22"}, {".3", "1e+22"}, {",f", "10,000,000,000,000,000,000,000.000000"}}},
      {"float('-inf')", {{"", "-inf"}, {"08", "-0000inf"}, {"F", "-INF"}, {"%", "-inf%"}, {"012,", "-00000000inf"}}},
      {"float('nan')", {{"+", "+nan"}, {"G", "NAN"}}},
  });
}

TEST(Formatting, OfOtherValuesIsThatOfCPython) {
  expectResults({
      {"'abc'",
       {{"", "abc"},
        {".2", "ab"},
        {">6", "   abc"},
        {"08", "abc00000"},
        {">08", "00000abc"},
        {"-^7.1s", "---a---"},
        {"=6", "!ValueError"},
        {"+", "!ValueError"},
        {"#", "!ValueError"},
        {"d", "!ValueError"},
        {",", "!ValueError"}}},
      {"True", {{"", "True"}, {"3", "  1"}, {"d", "1"}, {".1f", "1.0"}, {"s", "!ValueError"}}},
      {"None", {{"", "None"}, {"5", "!TypeError"}}},
      {"[1]", {{"", "[1]"}, {">5", "!TypeError"}}},
  });
}

TEST(Formatting, WithPercentIsThatOfCPython) {
  const Formatted cases[] = {
      {"7",
       {{"%d", "7"},
        {"%05d", "00007"},
        {"%-5d|", "7    |"},
        {"%+d", "+7"},
        {"% d", " 7"},
        {"%.3d", "007"},
        {"%8.3d", "     007"},
        {"%#x", "0x7"},
        {"%#05x", "0x007"},
        {"%o", "7"},
        {"%X", "7"},
        {"%e", "7.000000e+00"},
        {"%.1f", "7.0"},
        {"%s", "7"},
        {"%5s", "    7"},
        {"%c", "\x07"},
        {"%i%%", "7%"},
        {"abc", "!TypeError"},
        {"%", "!ValueError"}}},
      {"-7.9",
       {{"%d", "-7"},
        {"%05.1f", "-07.9"},
        {"%-8.1f|", "-7.9    |"},
        {"%s", "-7.9"},
        {"%x", "!TypeError"},
        {"%G", "-7.9"}}},
      {"True", {{"%d", "1"}, {"%s", "True"}, {"%.1f", "1.0"}}},
      {"'ab'",
       {{"%s", "ab"},
        {"%.1s", "a"},
        {"%5s", "   ab"},
        {"%05s", "   ab"},
        {"%-5s|", "ab   |"},
        {"%r", "'ab'"},
        {"%d", "!TypeError"},
        {"%c", "!TypeError"}}},
      {"('x', 3)",
       {{"%s=%d", "x=3"},
        {"%s", "!TypeError"},
        {"%s%s%s", "!TypeError"},
        {"%5s%-5d|", "    x3    |"},
        {"%*d", "!TypeError"}}},
      {"(6, 3)", {{"%*d", "     3"}, {"%-*d|", "3     |"}, {"%.*d", "000003"}}},
      {"(3, 2.718)", {{"%.*f", "2.718"}, {"%d %d", "3 2"}}},
      {"{'k': 3}", {{"%(k)d", "3"}, {"%(k)04d %(k)s", "0003 3"}, {"%(x)d", "!KeyError"}, {"none", "none"}}},
      {"[1]", {{"%s", "[1]"}, {"none", "none"}}},
      {"()", {{"%s", "!TypeError"}, {"none", "none"}, {"%%", "%"}}},
      {"None", {{"%s", "None"}, {"%d", "!TypeError"}}},
  };
  for (const Formatted &each : cases) {
    for (auto [text, expected] : each.results) {
      expectResult(std::string("'") + text + "' % " + each.value, expected);
    }
  }
}

TEST(Formatting, AsksTheMethodsOfInstances) {
  const std::string classes = R"(
import enum
class A:
    def __str__(self): return 'str'
    def __repr__(self): return 'repr'
    def __format__(self, spec): return 'as ' + spec
class B:
    def __repr__(self): return 'B'
class C:
    def __str__(self): return 1
class E(ValueError):
    def __repr__(self): return 'E'
class Color(enum.IntEnum):
    RED = 1
)";
  auto valueIn = [&](const std::string &expression) { return valueOfX(classes + "x = " + expression); };
  EXPECT_EQ(valueIn("f'{A()} {A():5} {A()!s:>5} {A()!r} {A()=}'"), "'as  as 5   str repr A()=repr'");
  EXPECT_EQ(valueIn("'{} {:5} {!s:>5} {!r}'.format(A(), A(), A(), A())"), "'as  as 5   str repr'");
  EXPECT_EQ(valueIn("[str(A()), repr(A()), format(A(), '5'), '%s %r' % (A(), A()), '%s' % A()]"),
            "['str', 'repr', 'as 5', 'str repr', 'str']");
  EXPECT_EQ(valueIn("[str(B()), repr(B()), f'{B()}', '%s' % B()]"), "['B', 'B', 'B', 'B']");
  EXPECT_EQ(valueIn("f'{B():5}'"), "TypeError: the format specification '5' does not fit 'B'");
  EXPECT_EQ(valueIn("f'{C()}'"), "TypeError: __str__ returned a value of type 'int', not a str");
  EXPECT_EQ(valueIn("[str(E('a')), repr(E('a'))]"), "['a', 'E']");
  EXPECT_EQ(valueIn("f'{Color.RED} {Color.RED:>10} {Color.RED:03d}'"), "'Color.RED  Color.RED 001'");
}

TEST(Formatting, IsLimited) {
  EXPECT_EQ(valueOfX("x = '%*d' % (2 ** 40, 1)"), "TypeError: * wants an int that is not too large");
  EXPECT_EQ(valueOfX("x = '%999999d' % 1"), "ValueError: a width or precision of the format string is too large");
  EXPECT_EQ(valueOfX("x = '%.9999f' % 1"), "ValueError: a precision of the format string is too large");
  EXPECT_EQ(valueOfX("x = f'{2 ** 2000:e}'"), "OverflowError: the integer is too large for a float");
  EXPECT_EQ(valueOfX("x = [f'{-2 ** 63:b}', hex(-2 ** 63), str(-2 ** 63)]"),
            "['-1" + std::string(63, '0') + "', '-0x8000000000000000', '-9223372036854775808']");
}

} // namespace tkc::evaluate
