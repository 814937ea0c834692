// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if, while, for, with, try and their async forms.
#include "ParseText.h"

using namespace tkc::parse;

TEST(Compound, IfWithElifAndElse) {
  EXPECT_EQ(treeOf("if a: b\nelif c:\n  d\nelse: e"), "  IfStmt\n"
                                                      "    condition: NameExpr 'a'\n"
                                                      "    then:\n"
                                                      "      ExpressionStmt\n"
                                                      "        value: NameExpr 'b'\n"
                                                      "    else:\n"
                                                      "      IfStmt elif\n"
                                                      "        condition: NameExpr 'c'\n"
                                                      "        then:\n"
                                                      "          ExpressionStmt\n"
                                                      "            value: NameExpr 'd'\n"
                                                      "        else:\n"
                                                      "          ExpressionStmt\n"
                                                      "            value: NameExpr 'e'\n");
}

TEST(Compound, LoopsWithElse) {
  EXPECT_EQ(treeOf("while a: pass\nelse: break\nfor i, in *b, c: pass\nelse: break"), "  WhileStmt\n"
                                                                                      "    condition: NameExpr 'a'\n"
                                                                                      "    body:\n"
                                                                                      "      PassStmt\n"
                                                                                      "    else:\n"
                                                                                      "      BreakStmt\n"
                                                                                      "  ForStmt\n"
                                                                                      "    target: TupleExpr\n"
                                                                                      "      element: NameExpr 'i'\n"
                                                                                      "    iterable: TupleExpr\n"
                                                                                      "      element: StarredExpr\n"
                                                                                      "        value: NameExpr 'b'\n"
                                                                                      "      element: NameExpr 'c'\n"
                                                                                      "    body:\n"
                                                                                      "      PassStmt\n"
                                                                                      "    else:\n"
                                                                                      "      BreakStmt\n");
}

TEST(Compound, AsyncForms) {
  EXPECT_EQ(treeOf("async for a in b: pass\nasync with c: pass\nasync def f(): pass"), "  ForStmt async\n"
                                                                                       "    target: NameExpr 'a'\n"
                                                                                       "    iterable: NameExpr 'b'\n"
                                                                                       "    body:\n"
                                                                                       "      PassStmt\n"
                                                                                       "  WithStmt async\n"
                                                                                       "    context: NameExpr 'c'\n"
                                                                                       "    body:\n"
                                                                                       "      PassStmt\n"
                                                                                       "  FunctionDefStmt 'f' async\n"
                                                                                       "    body:\n"
                                                                                       "      PassStmt\n");
  EXPECT_EQ(errorsOf("async x"), "1:7: expected `def`, `for` or `with` after `async`, found `x` [ExpectedToken]\n");
}

static std::string withItems(const std::string &items) {
  std::string tree = treeOf("with " + items + ": pass");
  size_t begin = tree.find('\n') + 1, end = tree.find("    body:\n");
  return end == std::string::npos ? tree : tree.substr(begin, end - begin);
}

TEST(With, ParenthesesEncloseItemsOrBelongToAnExpression) {
  EXPECT_EQ(withItems("(a as b, c,)"), "    context: NameExpr 'a'\n"
                                       "    target: NameExpr 'b'\n"
                                       "    context: NameExpr 'c'\n");
  EXPECT_EQ(withItems("(a, b)"), "    context: NameExpr 'a'\n    context: NameExpr 'b'\n");
  EXPECT_EQ(withItems("(a, b) as c"), "    context: TupleExpr\n"
                                      "      element: NameExpr 'a'\n"
                                      "      element: NameExpr 'b'\n"
                                      "    target: NameExpr 'c'\n");
  EXPECT_EQ(withItems("(a).b as c, d"), "    context: AttributeExpr 'b'\n"
                                        "      object: NameExpr 'a'\n"
                                        "    target: NameExpr 'c'\n"
                                        "    context: NameExpr 'd'\n");
  EXPECT_EQ(withItems("(a := b)"), "    context: WalrusExpr\n"
                                   "      target: NameExpr 'a'\n"
                                   "      value: NameExpr 'b'\n");
  EXPECT_EQ(withItems("(*a, b)").substr(0, 23), "    context: TupleExpr\n");
  EXPECT_EQ(withItems("()"), "    context: TupleExpr\n");
}

TEST(With, BrokenItems) {
  EXPECT_EQ(errorsOf("with a,: pass"), "1:8: expected an expression, found `:` [ExpectedExpression]\n");
  EXPECT_EQ(errorsOf("with (a, b c): pass"), "1:12: expected `,` or `)`, found `c` [MissingComma]\n");
}

TEST(Try, AllParts) {
  EXPECT_EQ(treeOf("try: a\nexcept B: pass\nexcept (C, D) as e: pass\nexcept: pass\nelse: f\nfinally: g"),
            "  TryStmt\n"
            "    body:\n"
            "      ExpressionStmt\n"
            "        value: NameExpr 'a'\n"
            "    except\n"
            "      type: NameExpr 'B'\n"
            "      body:\n"
            "        PassStmt\n"
            "    except 'e'\n"
            "      type: TupleExpr\n"
            "        element: NameExpr 'C'\n"
            "        element: NameExpr 'D'\n"
            "      body:\n"
            "        PassStmt\n"
            "    except\n"
            "      body:\n"
            "        PassStmt\n"
            "    else:\n"
            "      ExpressionStmt\n"
            "        value: NameExpr 'f'\n"
            "    finally:\n"
            "      ExpressionStmt\n"
            "        value: NameExpr 'g'\n");
  EXPECT_EQ(treeOf("try: a\nexcept* B: pass").substr(0, 15), "  TryStmt star\n");
}

TEST(Try, WrongCombinations) {
  EXPECT_EQ(errorsOf("try: a\nb"), "1:1: this `try` has neither `except` nor `finally` [TryWithoutHandler]\n");
  EXPECT_EQ(errorsOf("try: a\nexcept* B: pass\nexcept C: pass"),
            "3:1: one `try` can't have both `except` and `except*` [MixedExceptKinds]\n");
  EXPECT_EQ(errorsOf("try: a\nexcept* : pass"), "2:9: expected an expression, found `:` [ExpectedExpression]\n");
  EXPECT_EQ(errorsOf("try: a\nexcept B, C: pass", true), "2:9: expected `:` after `except`, found `,` [ExpectedToken]\n"
                                                         "hint: put several exception types in parentheses\n");
}

TEST(Blocks, HeadersNeedAColonAndABlock) {
  EXPECT_EQ(errorsOf("if a\n  b\nelse\n  c"), "1:5: expected `:` after `if` [MissingColon]\n"
                                              "3:5: expected `:` after `else` [MissingColon]\n");
  EXPECT_EQ(errorsOf("while a b: c"), "1:9: expected `:` after `while`, found `b` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("if a:\nb"), "2:1: expected an indented block after `if` [ExpectedBlock]\n");
  EXPECT_EQ(errorsOf("for a in b:"), "1:12: expected an indented block after `for` [ExpectedBlock]\n");
  EXPECT_EQ(errorsOf("a\n  b\nc", true), "2:3: this line is indented without a reason [UnexpectedIndent]\n"
                                         "hint: align it with the line before\n");
  EXPECT_EQ(errorsOf("if a: if b: c"), "1:7: expected an expression, found `if` [ExpectedExpression]\n");
}

TEST(Blocks, AssignmentInACondition) {
  std::string error = "a condition can't contain the assignment `=` [AssignmentInCondition]\n"
                      "hint: compare with `==`, or assign with `:=`\n";
  EXPECT_EQ(errorsOf("if a = 1: b", true), "1:6: " + error);
  EXPECT_EQ(errorsOf("while a = 1:\n  b", true), "1:9: " + error);
  EXPECT_EQ(errorsOf("if a: b\nelif c = 1: d", true), "2:8: " + error);
}

TEST(Blocks, ClausesNeedTheirStatement) {
  EXPECT_EQ(errorsOf("if a:\n  b\nc\nelse:\n  d", true), "4:1: `else` belongs to no statement before it [StrayClause]\n"
                                                         "hint: align it with the statement that it belongs to\n");
  EXPECT_EQ(errorsOf("elif a: b\nexcept c: d\nfinally:\n  e"),
            "1:1: `elif` belongs to no statement before it [StrayClause]\n"
            "2:1: `except` belongs to no statement before it [StrayClause]\n"
            "3:1: `finally` belongs to no statement before it [StrayClause]\n");
}

TEST(Blocks, ElseIfGetsAHint) {
  EXPECT_EQ(errorsOf("if a: b\nelse if c: d", true),
            "2:6: expected `:` after `else`, found `if` [ExpectedToken]\nhint: write `elif`\n");
}
