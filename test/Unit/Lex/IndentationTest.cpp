// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indents and dedents, tabs, and lines that fit no block.
#include "LexText.h"

using namespace tkc::lex;

TEST(Indentation, BlocksOpenAndClose) {
  EXPECT_EQ(tokensOf("a\n b\n  c\nd"), "Name(a) Newline Indent Name(b) Newline Indent Name(c) Newline Dedent Dedent "
                                       "Name(d) Newline EndOfFile");
}

TEST(Indentation, OpenBlocksCloseAtTheEndOfTheFile) {
  EXPECT_EQ(tokensOf("a\n b"), "Name(a) Newline Indent Name(b) Newline Dedent EndOfFile");
  EXPECT_EQ(tokensOf("a\n b\n   "), "Name(a) Newline Indent Name(b) Newline Dedent EndOfFile");
}

TEST(Indentation, BlankAndCommentLinesDoNotCount) {
  EXPECT_EQ(tokensOf("a\n b\n\n# c\n      # d\n b"),
            "Name(a) Newline Indent Name(b) Newline Name(b) Newline Dedent EndOfFile");
}

TEST(Indentation, ATabReachesTheNextMultipleOfEight) {
  EXPECT_EQ(errorsOf("a\n\tb\n\tc"), "");
  EXPECT_EQ(errorsOf("a\n b\n \tc"), "");
}

TEST(Indentation, AFormFeedStartsTheCountAgain) { EXPECT_EQ(errorsOf("a\n  \f b\n c"), ""); }

TEST(Indentation, ABackslashInTheIndentationKeepsTheFirstDepth) {
  EXPECT_EQ(tokensOf("a\n  \\\n      b\n  c"),
            "Name(a) Newline Indent Name(b) Newline Name(c) Newline Dedent EndOfFile");
}

TEST(Indentation, AmbiguousTabsAreAnError) {
  EXPECT_EQ(errorsOf("if a:\n        b\n\tc"),
            "3:1: tabs and blanks are mixed so that the depth of this line is unclear [InconsistentTabs]\n");
  EXPECT_EQ(errorsOf("if a:\n\tb\n        c"),
            "3:1: tabs and blanks are mixed so that the depth of this line is unclear [InconsistentTabs]\n");
}

TEST(Indentation, ALineBetweenTwoBlocksStaysInTheInnerOne) {
  EXPECT_EQ(errorsOf("a\n    b\n  c\n  d\ne"),
            "3:3: this line is indented by 2 columns, as no open block is [InconsistentDedent]\n");
  EXPECT_EQ(tokensOf("a\n    b\n  c\n  d\ne"), "Name(a) Newline Indent Name(b) Newline Name(c) Newline Name(d) Newline "
                                               "Dedent Name(e) Newline EndOfFile");
}

TEST(Indentation, DepthIsLimited) {
  auto nested = [](size_t depth) {
    std::string text;
    for (size_t i = 0; i < depth; ++i) {
      text += std::string(i, ' ') + "x\n";
    }
    return text;
  };
  EXPECT_EQ(errorsOf(nested(100)), "");
  EXPECT_EQ(errorsOf(nested(120)), "101:101: blocks are nested more than 100 deep [IndentTooDeep]\n");
}
