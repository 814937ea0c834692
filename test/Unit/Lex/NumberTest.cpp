// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All forms of numbers.
#include "LexText.h"

using namespace tkc::lex;

TEST(Numbers, Integers) {
  for (std::string text :
       {"0", "00", "0_0", "7", "1_000", "0xFf", "0X_a", "0o17", "0b1_0", "123456789012345678901234567890"}) {
    EXPECT_EQ(tokensOf(text), "Int(" + text + ") Newline EndOfFile");
  }
}

TEST(Numbers, Floats) {
  for (std::string text : {"1.", ".5", "1.5", "1e5", "1E+5", "1_0.0_1e-1_0", "00.5", "09e1", "09.5"}) {
    EXPECT_EQ(tokensOf(text), "Float(" + text + ") Newline EndOfFile");
  }
}

TEST(Numbers, Imaginaries) {
  for (std::string text : {"1j", "1.5J", "1e5j", ".5j", "09j"}) {
    EXPECT_EQ(tokensOf(text), "Imaginary(" + text + ") Newline EndOfFile");
  }
}

TEST(Numbers, MayTouchAKeyword) {
  EXPECT_EQ(tokensOf("1if 2else 3"), "Int(1) KwIf Int(2) KwElse Int(3) Newline EndOfFile");
  EXPECT_EQ(tokensOf("0xfor x"), "Int(0xf) KwOr Name(x) Newline EndOfFile");
}

TEST(Numbers, ADotBehindAFloatIsAnAttribute) {
  EXPECT_EQ(tokensOf("1..real"), "Float(1.) Dot Name(real) Newline EndOfFile");
}

TEST(Numbers, MalformedOnes) {
  EXPECT_EQ(errorsOf("1__0"), "1:1: `1__0` is not a valid decimal number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("1_"), "1:1: `1_` is not a valid decimal number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("0x"), "1:1: `0x` is not a valid hexadecimal number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("0b12"), "1:1: `0b12` is not a valid binary number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("0o8"), "1:1: `0o8` is not a valid octal number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("1abc"), "1:1: `1abc` is not a valid decimal number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("1.5e_1"), "1:1: `1.5e_1` is not a valid float number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("1e"), "1:1: `1e` is not a valid decimal number [InvalidNumber]\n");
  EXPECT_EQ(errorsOf("1jx"), "1:1: `1jx` is not a valid imaginary number [InvalidNumber]\n");
}

TEST(Numbers, LeadingZerosAreNotDecimal) {
  EXPECT_EQ(errorsOf("0123"), "1:1: the decimal number `0123` starts with a zero [LeadingZero]\n");
}
