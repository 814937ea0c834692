// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls and their arguments, subscripts and slices.
#include "ParseText.h"

using namespace tkc::parse;

TEST(Calls, ArgumentsKeepTheirKindAndOrder) {
  EXPECT_EQ(treeOf("f(a, *b, c=1, *d, **e, g=2)"), "  ExpressionStmt\n"
                                                   "    value: CallExpr\n"
                                                   "      callee: NameExpr 'f'\n"
                                                   "      argument: NameExpr 'a'\n"
                                                   "      starred: NameExpr 'b'\n"
                                                   "      keyword 'c': IntExpr 1\n"
                                                   "      starred: NameExpr 'd'\n"
                                                   "      unpacked: NameExpr 'e'\n"
                                                   "      keyword 'g': IntExpr 2\n");
}

TEST(Calls, PositionalArgumentsComeFirst) {
  EXPECT_EQ(errorsOf("f(a=1, b)"), "1:8: a positional argument follows a keyword argument [PositionalAfterKeyword]\n");
  EXPECT_EQ(errorsOf("f(**a, b)"), "1:8: a positional argument follows a keyword argument [PositionalAfterKeyword]\n");
  EXPECT_EQ(errorsOf("f(**a, *b)"), "1:8: a positional argument follows a keyword argument [PositionalAfterKeyword]\n");
}

TEST(Calls, AKeywordIsAPlainName) {
  EXPECT_EQ(errorsOf("f(a.b=1)", true), "1:3: an attribute can't be the name of a keyword argument "
                                        "[InvalidKeywordArgument]\nhint: to compare write `==`\n");
  EXPECT_EQ(errorsOf("f(True=1)"), "1:3: `True` can't be the name of a keyword argument [InvalidKeywordArgument]\n");
  EXPECT_EQ(errorsOf("f((a)=1)"), "1:3: a name can't be the name of a keyword argument [InvalidKeywordArgument]\n");
}

TEST(Calls, ASoleGeneratorNeedsNoParentheses) {
  EXPECT_EQ(treeOf("f(a for a in b)", true), "  ExpressionStmt <1:1-1:16>\n"
                                             "    value: CallExpr <1:1-1:16>\n"
                                             "      callee: NameExpr 'f' <1:1-1:2>\n"
                                             "      argument: ComprehensionExpr generator <1:2-1:16>\n"
                                             "        element: NameExpr 'a' <1:3-1:4>\n"
                                             "        for <1:5-1:15>\n"
                                             "          target: NameExpr 'a' <1:9-1:10>\n"
                                             "          iterable: NameExpr 'b' <1:14-1:15>\n");
  std::string error = "a generator expression needs parentheses here [GeneratorNeedsParentheses]\n";
  EXPECT_EQ(errorsOf("f(a for a in b, c)"), "1:3: " + error);
  EXPECT_EQ(errorsOf("f(a for a in b,)"), "1:3: " + error);
  EXPECT_EQ(errorsOf("f(c, a for a in b)"), "1:6: " + error);
  EXPECT_EQ(errorsOf("class C(a for a in b): pass"), "1:9: " + error);
}

TEST(Calls, EmptyPlacesAreErrors) {
  EXPECT_EQ(errorsOf("f(,)"), "1:3: expected an expression, found `,` [ExpectedExpression]\n");
  EXPECT_EQ(errorsOf("f(a,,b)"), "1:5: expected an expression, found `,` [ExpectedExpression]\n");
  EXPECT_EQ(errorsOf("f(a b)"), "1:5: expected `,` or `)`, found `b` [MissingComma]\n");
  EXPECT_EQ(errorsOf("a[]"), "1:3: expected an expression, found `]` [ExpectedExpression]\n");
}

TEST(Subscripts, OneIndexOrATupleOfThem) {
  EXPECT_EQ(treeOf("x[None, :, 1:n:2]"), "  ExpressionStmt\n"
                                         "    value: SubscriptExpr\n"
                                         "      object: NameExpr 'x'\n"
                                         "      index: TupleExpr\n"
                                         "        element: NoneExpr\n"
                                         "        element: SliceExpr\n"
                                         "        element: SliceExpr\n"
                                         "          lower: IntExpr 1\n"
                                         "          upper: NameExpr 'n'\n"
                                         "          step: IntExpr 2\n");
  EXPECT_EQ(treeOf("x[*a]"), "  ExpressionStmt\n"
                             "    value: SubscriptExpr\n"
                             "      object: NameExpr 'x'\n"
                             "      index: TupleExpr\n"
                             "        element: StarredExpr\n"
                             "          value: NameExpr 'a'\n");
}
