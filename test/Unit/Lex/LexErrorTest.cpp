// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Broken input: brackets, characters, encoding; and that lexing goes on behind it.
#include "LexText.h"

using namespace tkc;
using namespace tkc::lex;

TEST(LexErrors, AnUnclosedBracketIsFoundAtTheNextStatement) {
  EXPECT_EQ(errorsOf("x = f(1,\ndef g(): pass\ny = [2\n"), "1:6: this `(` is never closed [UnclosedBracket]\n"
                                                           "3:5: this `[` is never closed [UnclosedBracket]\n");
  EXPECT_EQ(tokensOf("(a\nreturn"), "LParen Name(a) Error Newline KwReturn Newline EndOfFile");
  EXPECT_EQ(tokensOf("if f(:\n  return"),
            "KwIf Name(f) LParen Colon Error Newline Indent KwReturn Newline Dedent EndOfFile");
}

TEST(LexErrors, KeywordsOfExpressionsDoNotCloseBrackets) {
  EXPECT_EQ(errorsOf("x = [a\nfor a in b\nif a\nelse c]"), "");
}

TEST(LexErrors, AClosingBracketThatClosesNothing) {
  EXPECT_EQ(errorsOf("a)\nb"), "1:2: this `)` closes nothing [UnmatchedBracket]\n");
}

TEST(LexErrors, MismatchedBracketsCloseTheNearestRightOne) {
  EXPECT_EQ(errorsOf("(a[1)\nb"), "1:5: this `)` does not close `[` [MismatchedBracket]\n");
  EXPECT_EQ(errorsOf("(a]b)\nc"), "1:3: this `]` does not close `(` [MismatchedBracket]\n");
  SourceBuffer buffer("t", "(a]");
  DiagnosticEngine diagnostics;
  tokenize(buffer, diagnostics);
  EXPECT_EQ(diagnostics.diagnostics()[0].notes[0].range.begin, 0u);
}

TEST(LexErrors, BracketDepthIsLimited) {
  EXPECT_EQ(errorsOf(std::string(200, '(') + std::string(200, ')')), "");
  EXPECT_EQ(errorsOf(std::string(300, '(') + std::string(300, ')')),
            "1:201: brackets are nested more than 200 deep [BracketsTooDeep]\n");
}

TEST(LexErrors, UnexpectedCharacters) {
  EXPECT_EQ(errorsOf("a $ b ? c"), "1:3: unexpected character `$` [UnexpectedCharacter]\n"
                                   "1:7: unexpected character `?` [UnexpectedCharacter]\n");
  EXPECT_EQ(errorsOf("x = €"), "1:5: unexpected character `€` [UnexpectedCharacter]\n");
  EXPECT_EQ(errorsOf(std::string("a\0b", 3)), "1:2: unexpected character `U+0000` [UnexpectedCharacter]\n");
  EXPECT_EQ(errorsOf("!x"), "1:1: unexpected character `!` [UnexpectedCharacter]\n");
}

TEST(LexErrors, LookalikesGetAHint) {
  SourceBuffer buffer("t", "x = “a”\u00A0!b");
  DiagnosticEngine diagnostics;
  tokenize(buffer, diagnostics);
  ASSERT_EQ(diagnostics.diagnostics().size(), 4u);
  EXPECT_EQ(diagnostics.diagnostics()[0].hint, "write `\"`");
  EXPECT_EQ(diagnostics.diagnostics()[2].hint, "write a blank");
  EXPECT_EQ(diagnostics.diagnostics()[3].hint, "write `not`");
}

TEST(LexErrors, BytesThatAreNotUtf8AreReportedOnceALine) {
  EXPECT_EQ(errorsOf("x = '\xff\xfe'\ny = \xc3("), "1:6: the byte 0xff is not valid UTF-8 [InvalidUtf8]\n"
                                                   "2:5: the byte 0xc3 is not valid UTF-8 [InvalidUtf8]\n"
                                                   "2:6: this `(` is never closed [UnclosedBracket]\n");
}

TEST(LexErrors, AStrayBackslash) {
  std::string_view text =
      "a backslash must be the last character of its line, with a line behind it [StrayBackslash]\n";
  EXPECT_EQ(errorsOf("a \\ b"), "1:3: " + std::string(text));
  EXPECT_EQ(errorsOf("a \\"), "1:3: " + std::string(text));
  EXPECT_EQ(errorsOf("a \\\n"), "1:3: " + std::string(text));
}
