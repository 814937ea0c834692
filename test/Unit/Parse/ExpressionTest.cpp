// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators, displays, comprehensions, lambda, conditionals.
#include "ParseText.h"

using namespace tkc::parse;

TEST(Expressions, PrecedenceAndAssociativity) {
  EXPECT_EQ(treeOf("a - b - c * d"), "  ExpressionStmt\n"
                                     "    value: BinaryExpr '-'\n"
                                     "      left: BinaryExpr '-'\n"
                                     "        left: NameExpr 'a'\n"
                                     "        right: NameExpr 'b'\n"
                                     "      right: BinaryExpr '*'\n"
                                     "        left: NameExpr 'c'\n"
                                     "        right: NameExpr 'd'\n");
  EXPECT_EQ(treeOf("-a ** -b ** c"), "  ExpressionStmt\n"
                                     "    value: UnaryExpr '-'\n"
                                     "      operand: BinaryExpr '**'\n"
                                     "        left: NameExpr 'a'\n"
                                     "        right: UnaryExpr '-'\n"
                                     "          operand: BinaryExpr '**'\n"
                                     "            left: NameExpr 'b'\n"
                                     "            right: NameExpr 'c'\n");
}

TEST(Expressions, SourceFormIsReadBackAlike) {
  for (const char *text : {"a | b ^ c & d << e + f * -g ** h",
                           "(a + b) * c",
                           "a - (b - c)",
                           "(a ** b) ** c",
                           "a ** b ** c",
                           "(-a) ** b",
                           "not a and b or c",
                           "not (a and b)",
                           "a and (b or c)",
                           "(a < b) == c",
                           "a < b <= c != d",
                           "a is not b",
                           "a not in b",
                           "x if a else y if b else z",
                           "(x if a else y) if b else z",
                           "lambda a, b=1, /, c=2, *d, e, f=3, **g: a",
                           "lambda: 0",
                           "lambda *, a: a",
                           "(lambda: a)()",
                           "(a, b)",
                           "(a,)",
                           "()",
                           "[a, *b]",
                           "{a, *b}",
                           "{a: b, **c}",
                           "{}",
                           "[a for b in c if d if e for f in g]",
                           "{a: b for c in d}",
                           "{a for b in c}",
                           "(a async for b in c)",
                           "f(a, *b, c=d, **e)",
                           "a.b.c[d].e(f)",
                           "a[b:c]",
                           "a[b:c:d]",
                           "a[:]",
                           "a[::b]",
                           "a[b, c:d]",
                           "a[b,]",
                           "a[()]",
                           "(1).real",
                           "1.5.real",
                           "await a ** b",
                           "(a := b)",
                           "...",
                           "None",
                           "'it\\'s'",
                           "b'x'",
                           "2.0j"}) {
    std::string once = exprOf(text);
    EXPECT_EQ(exprOf(once), once) << text;
    if (std::string(text) != "2.0j" && std::string(text) != "(a := b)") {
      EXPECT_EQ(once, text);
    }
  }
}

TEST(Expressions, Literals) {
  EXPECT_EQ(treeOf("None, True, False, ..., 0xFF_FF, 0b1_0, 0o17, 1_000, 1e3, .5, 2j"),
            "  ExpressionStmt\n"
            "    value: TupleExpr\n"
            "      element: NoneExpr\n"
            "      element: BoolExpr True\n"
            "      element: BoolExpr False\n"
            "      element: EllipsisExpr\n"
            "      element: IntExpr 0xFFFF\n"
            "      element: IntExpr 0b10\n"
            "      element: IntExpr 0o17\n"
            "      element: IntExpr 1000\n"
            "      element: FloatExpr 1000\n"
            "      element: FloatExpr 0.5\n"
            "      element: ImaginaryExpr 2\n");
  EXPECT_EQ(exprOf("1e999"), "1e999");
  EXPECT_EQ(exprOf("1e-999"), "0.0");
  EXPECT_EQ(exprOf("123456789012345678901234567890"), "123456789012345678901234567890");
}

TEST(Expressions, Comprehension) {
  EXPECT_EQ(treeOf("{k: v for k, *v in x if a}"), "  ExpressionStmt\n"
                                                  "    value: ComprehensionExpr dict\n"
                                                  "      element: NameExpr 'k'\n"
                                                  "      value: NameExpr 'v'\n"
                                                  "      for\n"
                                                  "        target: TupleExpr\n"
                                                  "          element: NameExpr 'k'\n"
                                                  "          element: StarredExpr\n"
                                                  "            value: NameExpr 'v'\n"
                                                  "        iterable: NameExpr 'x'\n"
                                                  "        condition: NameExpr 'a'\n");
}

TEST(Expressions, WalrusStandsOnlyWhereItMay) {
  EXPECT_EQ(errorsOf("f(a := 1); b[c := 2]; {d := 3}; [e := 4]; (g := 5)"), "");
  EXPECT_EQ(errorsOf("a := 1", true), "1:3: expected the end of the statement, found `:=` [ExpectedStatementEnd]\n"
                                      "hint: put the assignment in parentheses, or write `=`\n");
  EXPECT_EQ(errorsOf("(a.b := 1)", true), "1:2: can't assign to an attribute [InvalidTarget]\n"
                                          "hint: `:=` assigns to plain names only\n");
  EXPECT_EQ(errorsOf("a[b := 1:2]"), "1:9: expected `]` after the assignment expression, found `:` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("{a := 1: 2}"), "1:8: expected `,` or `}`, found `:` [ExpectedToken]\n");
}

TEST(Expressions, StarsStandOnlyWhereTheyMay) {
  EXPECT_EQ(errorsOf("*a, b; [*a]; {*a}; (*a,); f(*a); x[*a]"), "");
  EXPECT_EQ(errorsOf("(*a)", true), "1:2: a starred expression can't stand alone here [MisplacedStar]\n"
                                    "hint: for a tuple add a comma behind it\n");
  EXPECT_EQ(errorsOf("[*a for a in b]"), "1:2: a comprehension can't unpack its element [UnpackingInComprehension]\n");
  EXPECT_EQ(errorsOf("{**a for a in b}"), "1:4: a comprehension can't unpack its element [UnpackingInComprehension]\n");
}

TEST(Expressions, MissingOperands) {
  EXPECT_EQ(errorsOf("x = 1 +"), "1:8: expected an expression, found the end of the line [ExpectedExpression]\n");
  EXPECT_EQ(errorsOf("x = * 2 3"), "1:9: expected the end of the statement, found a number [ExpectedStatementEnd]\n");
  EXPECT_EQ(errorsOf("x = (1 + )"), "1:10: expected an expression, found `)` [ExpectedExpression]\n");
  EXPECT_EQ(errorsOf("x = a not b"), "1:7: expected the end of the statement, found `not` [ExpectedStatementEnd]\n");
  EXPECT_EQ(errorsOf("x = 1 if y", true),
            "1:11: expected `else` and a value, found the end of the line [ExpectedToken]\n"
            "hint: a conditional expression needs both values\n");
  EXPECT_EQ(errorsOf("x = a."), "1:7: expected a name after the dot, found the end of the line [ExpectedToken]\n");
}

TEST(Expressions, OperatorsOfOtherLanguagesGetAHint) {
  EXPECT_EQ(errorsOf("a && b", true),
            "1:4: expected an expression, found `&` [ExpectedExpression]\nhint: write `and`\n");
  EXPECT_EQ(errorsOf("a || b", true),
            "1:4: expected an expression, found `|` [ExpectedExpression]\nhint: write `or`\n");
  EXPECT_EQ(errorsOf("a <> b", true),
            "1:4: expected an expression, found `>` [ExpectedExpression]\nhint: write `!=`\n");
  EXPECT_EQ(errorsOf("a++", true),
            "1:4: expected an expression, found the end of the line [ExpectedExpression]\nhint: write `+= 1`\n");
  EXPECT_EQ(errorsOf("a--", true),
            "1:4: expected an expression, found the end of the line [ExpectedExpression]\nhint: write `-= 1`\n");
}

TEST(Expressions, OperatorsAndCommentsOfCGetAHint) {
  EXPECT_EQ(errorsOf("a === b", true),
            "1:5: expected an expression, found `=` [ExpectedExpression]\nhint: write `==`\n");
  EXPECT_EQ(errorsOf("a !== b", true),
            "1:5: expected an expression, found `=` [ExpectedExpression]\nhint: write `!=`\n");
  EXPECT_EQ(errorsOf("a\n// b", true),
            "2:1: expected an expression, found `//` [ExpectedExpression]\nhint: comments start with `#`\n");
  EXPECT_EQ(errorsOf("/* b */", true),
            "1:1: expected an expression, found `/` [ExpectedExpression]\nhint: comments start with `#`\n");
}

TEST(Expressions, BracketsOfElementsWithoutComma) {
  EXPECT_EQ(errorsOf("[a b]", true), "1:4: expected `,` or `]`, found `b` [MissingComma]\n"
                                     "hint: perhaps a comma is missing before it\n");
  EXPECT_EQ(errorsOf("{1: 2, 3}"), "1:9: expected `:` after the key of the dict, found `}` [ExpectedToken]\n");
}

TEST(Expressions, SingleExpressionText) {
  EXPECT_EQ(exprOf("  tl.constexpr\n"), "tl.constexpr");
  EXPECT_EQ(exprOf("a, b"), "(a, b)");
  EXPECT_NE(exprOf("a; b").find("[ExpectedToken]"), std::string::npos);
  EXPECT_NE(exprOf("a\nb").find("[ExpectedToken]"), std::string::npos);
  EXPECT_NE(exprOf("").find("[ExpectedExpression]"), std::string::npos);
}
