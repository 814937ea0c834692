// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names, keywords, operators, comments and the joining of lines.
#include "LexText.h"

using namespace tkc;
using namespace tkc::lex;

TEST(Lexer, AnEmptyFileHasOnlyItsEnd) {
  EXPECT_EQ(tokensOf(""), "EndOfFile");
  EXPECT_EQ(tokensOf("\n  \n# c\n\t# d"), "EndOfFile");
}

TEST(Lexer, EachLogicalLineEndsWithANewline) {
  EXPECT_EQ(tokensOf("a\nb"), "Name(a) Newline Name(b) Newline EndOfFile");
  EXPECT_EQ(tokensOf("a # c\r\n\r\nb\r"), "Name(a) Newline Name(b) Newline EndOfFile");
}

TEST(Lexer, TellsKeywordsFromNames) {
  EXPECT_EQ(tokensOf("def define None none async"), "KwDef Name(define) KwNone Name(none) KwAsync Newline EndOfFile");
}

TEST(Lexer, SoftKeywordsAreNames) {
  EXPECT_EQ(tokensOf("match case type _"), "Name(match) Name(case) Name(type) Name(_) Newline EndOfFile");
}

TEST(Lexer, NamesMayHaveLettersOfAllScripts) {
  EXPECT_EQ(tokensOf("größe Ωx x² 变量"), "Name(größe) Name(Ωx) Name(x) Error(²) Name(变量) Newline EndOfFile");
}

TEST(Lexer, OperatorsAreAsLongAsPossible) {
  EXPECT_EQ(
      tokensOf("**= ** * //= // / >>= >> >= > ... . -> - := : != =="),
      "DoubleStarEqual DoubleStar Star DoubleSlashEqual DoubleSlash Slash RightShiftEqual RightShift GreaterEqual "
      "Greater Ellipsis Dot Arrow Minus ColonEqual Colon NotEqual EqualEqual Newline EndOfFile");
  EXPECT_EQ(tokensOf("a<-b"), "Name(a) Less Minus Name(b) Newline EndOfFile");
}

TEST(Lexer, LinesInBracketsAreJoined) {
  EXPECT_EQ(tokensOf("f(a, # c\n\n    b)\nc"),
            "Name(f) LParen Name(a) Comma Name(b) RParen Newline Name(c) Newline EndOfFile");
}

TEST(Lexer, ABackslashJoinsLines) {
  EXPECT_EQ(tokensOf("a + \\\n  b"), "Name(a) Plus Name(b) Newline EndOfFile");
  EXPECT_EQ(tokensOf("a + \\\r\n  b"), "Name(a) Plus Name(b) Newline EndOfFile");
}

TEST(Lexer, SkipsAByteOrderMark) { EXPECT_EQ(tokensOf("\xEF\xBB\xBFx"), "Name(x) Newline EndOfFile"); }

TEST(Lexer, TokensKnowTheirPlace) {
  SourceBuffer buffer("t", "if x:\n  'a\\\n'\n");
  DiagnosticEngine diagnostics;
  EXPECT_EQ(printTokens(buffer, tokenize(buffer, diagnostics)), "1:1-1:3 KwIf 'if'\n"
                                                                "1:4-1:5 Name 'x'\n"
                                                                "1:5-1:6 Colon ':'\n"
                                                                "1:6-2:1 Newline\n"
                                                                "2:3-2:3 Indent\n"
                                                                "2:3-3:2 String ''a\\\\\\n''\n"
                                                                "3:2-4:1 Newline\n"
                                                                "4:1-4:1 Dedent\n"
                                                                "4:1-4:1 EndOfFile\n");
}

TEST(Token, DescribesKinds) {
  EXPECT_EQ(describe(TokenKind::Name), "a name");
  EXPECT_EQ(describe(TokenKind::KwDef), "`def`");
  EXPECT_EQ(describe(TokenKind::LParen), "`(`");
  EXPECT_EQ(classifyName("nonlocal"), TokenKind::KwNonlocal);
  EXPECT_EQ(classifyName("nonlocals"), TokenKind::Name);
  EXPECT_TRUE(isKeyword(TokenKind::KwFalse));
  EXPECT_TRUE(isKeyword(TokenKind::KwYield));
  EXPECT_FALSE(isKeyword(TokenKind::LParen));
}
