// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Depth and length are limited by diagnostics, not by the stack.
#include "ParseText.h"

using namespace tkc::parse;

static std::string repeat(const std::string &text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i) {
    result += text;
  }
  return result;
}

static bool reports(const std::string &text, const char *name) {
  return errorsOf(text).find(name) != std::string::npos;
}

TEST(Limits, OrdinaryDepthIsFine) {
  EXPECT_EQ(errorsOf(repeat("(", 150) + "x" + repeat(")", 150)), "");
  EXPECT_EQ(errorsOf("x" + repeat(" + x", 900)), "");
  EXPECT_EQ(errorsOf(repeat("x if y else ", 250) + "z"), "");
  EXPECT_EQ(errorsOf("if a: b\n" + repeat("elif a: b\n", 900)), "");
}

TEST(Limits, LongListsAndComparisonsHaveNoLimit) {
  EXPECT_EQ(errorsOf("[" + repeat("a.b, ", 50000) + "]"), "");
  EXPECT_EQ(errorsOf("a" + repeat(" < a", 50000)), "");
  EXPECT_EQ(errorsOf("a" + repeat(" and a", 50000)), "");
  EXPECT_EQ(errorsOf(repeat("'a' f'{b}' ", 20000)), "");
}

TEST(Limits, DeepNesting) {
  EXPECT_TRUE(reports(repeat("lambda: ", 100000) + "x", "[NestingTooDeep]"));
  EXPECT_TRUE(reports(repeat("x if y else ", 100000) + "z", "[NestingTooDeep]"));
  EXPECT_TRUE(reports("x" + repeat(" ** x", 100000), "[NestingTooDeep]"));
  EXPECT_TRUE(reports("if a: b\n" + repeat("elif a: b\n", 20000), "[NestingTooDeep]"));
  EXPECT_TRUE(reports(repeat("(", 100000), "[BracketsTooDeep]"));
  EXPECT_TRUE(reports("match x:\n  case " + repeat("[", 100000) + ": pass", "[BracketsTooDeep]"));
  EXPECT_TRUE(reports(repeat("f'{", 100000), "[BracketsTooDeep]"));
}

TEST(Limits, LongChains) {
  for (const char *link : {" + x", ".x", "()", "[0]"}) {
    EXPECT_TRUE(reports("x" + repeat(link, 100000), "[ExpressionTooLong]")) << link;
  }
  EXPECT_TRUE(reports(repeat("not ", 100000) + "x", "[ExpressionTooLong]"));
  EXPECT_TRUE(reports(repeat("-", 100000) + "x", "[ExpressionTooLong]"));
}

TEST(Limits, ChainsInBracketsAddUp) {
  std::string text = "x";
  for (int i = 0; i < 100; ++i) {
    text = "(" + text + repeat(" + x", 50) + ")";
  }
  EXPECT_TRUE(reports(text, "[ExpressionTooLong]"));
}
