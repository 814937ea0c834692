// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f-strings as tokens (PEP 701).
#include "LexText.h"

using namespace tkc::lex;

TEST(FormatStrings, TextAndFields) {
  EXPECT_EQ(tokensOf("f'a{x}b'"),
            "FStringStart(f') FStringMiddle(a) LBrace Name(x) RBrace FStringMiddle(b) FStringEnd(') Newline EndOfFile");
  EXPECT_EQ(tokensOf("rF\"\""), "FStringStart(rF\") FStringEnd(\") Newline EndOfFile");
}

TEST(FormatStrings, DoubledBracesAreText) {
  EXPECT_EQ(tokensOf("f'{{}}'"), "FStringStart(f') FStringMiddle({{}}) FStringEnd(') Newline EndOfFile");
}

TEST(FormatStrings, ConversionAndSpecification) {
  EXPECT_EQ(tokensOf("f'{x!r:>{w}.2}'"),
            "FStringStart(f') LBrace Name(x) Exclamation Name(r) Colon FStringMiddle(>) LBrace Name(w) RBrace "
            "FStringMiddle(.2) RBrace FStringEnd(') Newline EndOfFile");
  EXPECT_EQ(tokensOf("f'{x != y}'"),
            "FStringStart(f') LBrace Name(x) NotEqual Name(y) RBrace FStringEnd(') Newline EndOfFile");
}

TEST(FormatStrings, AColonInBracketsIsNoSpecification) {
  EXPECT_EQ(tokensOf("f'{a[1:2]:3}'"), "FStringStart(f') LBrace Name(a) LBracket Int(1) Colon Int(2) RBracket Colon "
                                       "FStringMiddle(3) RBrace FStringEnd(') Newline EndOfFile");
  EXPECT_EQ(tokensOf("f'{x:=5}'"),
            "FStringStart(f') LBrace Name(x) Colon FStringMiddle(=5) RBrace FStringEnd(') Newline EndOfFile");
}

TEST(FormatStrings, TheSameQuotesMayStandInAField) {
  EXPECT_EQ(tokensOf("f'{d['k']}'"), "FStringStart(f') LBrace Name(d) LBracket String('k') RBracket RBrace "
                                     "FStringEnd(') Newline EndOfFile");
  EXPECT_EQ(tokensOf("f'{f'{1}'}'"),
            "FStringStart(f') LBrace FStringStart(f') LBrace Int(1) RBrace FStringEnd(') RBrace "
            "FStringEnd(') Newline EndOfFile");
}

TEST(FormatStrings, FieldsMaySpanLinesAndHaveComments) {
  EXPECT_EQ(tokensOf("f'{x # c\n}'"), "FStringStart(f') LBrace Name(x) RBrace FStringEnd(') Newline EndOfFile");
}

TEST(FormatStrings, EscapesInText) {
  EXPECT_EQ(tokensOf("f'\\'\\N{DIGIT ONE}{x}'"),
            "FStringStart(f') FStringMiddle(\\'\\N{DIGIT ONE}) LBrace Name(x) RBrace FStringEnd(') Newline EndOfFile");
  EXPECT_EQ(tokensOf("f'\\{x}'"),
            "FStringStart(f') FStringMiddle(\\) LBrace Name(x) RBrace FStringEnd(') Newline EndOfFile");
  EXPECT_EQ(tokensOf("rf'\\N{x}'"),
            "FStringStart(rf') FStringMiddle(\\N) LBrace Name(x) RBrace FStringEnd(') Newline EndOfFile");
}

TEST(FormatStrings, TripleQuotedTextSpansLines) {
  EXPECT_EQ(tokensOf("f'''a\n'{x}'''"),
            "FStringStart(f''') FStringMiddle(a\n') LBrace Name(x) RBrace FStringEnd(''') Newline EndOfFile");
}

TEST(FormatStrings, WithoutAnEnd) {
  EXPECT_EQ(errorsOf("f'abc\nx"), "1:1: this string has no end on its line [UnterminatedString]\n");
  EXPECT_EQ(errorsOf("f'''abc\nx"), "1:1: this string has no end [UnterminatedTripleString]\n");
  EXPECT_EQ(errorsOf("f'{x'\ny"), "1:3: this replacement field of an f-string has no `}` [UnclosedField]\n");
  EXPECT_EQ(errorsOf("f'{x:3'\ny"), "1:3: this replacement field of an f-string has no `}` [UnclosedField]\n");
  EXPECT_EQ(errorsOf("f'{x"), "1:3: this replacement field of an f-string has no `}` [UnclosedField]\n");
  EXPECT_EQ(tokensOf("f'{x'\ny"),
            "FStringStart(f') LBrace Name(x) Error({x) FStringEnd(') Newline Name(y) Newline EndOfFile");
}

TEST(FormatStrings, ASingleClosingBraceIsAnError) {
  EXPECT_EQ(errorsOf("f'a}b'"), "1:4: a single `}` in the text of an f-string [SingleClosingBrace]\n");
}
