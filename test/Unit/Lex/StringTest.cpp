// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// String and bytes literals.
#include "LexText.h"

using namespace tkc::lex;

TEST(Strings, AllPrefixes) {
  for (std::string text : {"''", "\"a\"", "r'\\'", "R'x'", "u'x'", "U\"x\""}) {
    EXPECT_EQ(tokensOf(text == "r'\\'" ? "r'\\\\'" : text).substr(0, 7), "String(");
  }
  for (std::string text : {"b'x'", "B'x'", "rb'x'", "bR'x'", "Br\"x\""}) {
    EXPECT_EQ(tokensOf(text), "Bytes(" + text + ") Newline EndOfFile");
  }
  EXPECT_EQ(tokensOf("ur'x'"), "Name(ur) String('x') Newline EndOfFile");
  EXPECT_EQ(tokensOf("bb'x'"), "Name(bb) String('x') Newline EndOfFile");
}

TEST(Strings, QuotesInside) {
  EXPECT_EQ(tokensOf("'a\\'b' \"'\""), "String('a\\'b') String(\"'\") Newline EndOfFile");
  EXPECT_EQ(tokensOf("'''a'b''c'''"), "String('''a'b''c''') Newline EndOfFile");
  EXPECT_EQ(tokensOf("'''\\''''"), "String('''\\'''') Newline EndOfFile");
}

TEST(Strings, LinesInside) {
  EXPECT_EQ(tokensOf("'''a\nb'''"), "String('''a\nb''') Newline EndOfFile");
  EXPECT_EQ(tokensOf("'a\\\nb'"), "String('a\\\nb') Newline EndOfFile");
  EXPECT_EQ(tokensOf("'a\\\r\nb'"), "String('a\\\r\nb') Newline EndOfFile");
}

TEST(Strings, WithoutAnEnd) {
  EXPECT_EQ(errorsOf("x = 'abc\ny = 1"), "1:5: this string has no end on its line [UnterminatedString]\n");
  EXPECT_EQ(tokensOf("'abc\ny"), "Error('abc) Newline Name(y) Newline EndOfFile");
  EXPECT_EQ(errorsOf("x = '''abc\ny = 1"), "1:5: this string has no end [UnterminatedTripleString]\n");
  EXPECT_EQ(errorsOf("'\\"), "1:1: this string has no end on its line [UnterminatedString]\n");
}
