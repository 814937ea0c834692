// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assignments and what may stand on their left.
#include "ParseText.h"

using namespace tkc::parse;

TEST(Assignments, SeveralTargets) {
  EXPECT_EQ(treeOf("a = b.c = d[0], *e = x"), "  AssignStmt\n"
                                              "    target: NameExpr 'a'\n"
                                              "    target: AttributeExpr 'c'\n"
                                              "      object: NameExpr 'b'\n"
                                              "    target: TupleExpr\n"
                                              "      element: SubscriptExpr\n"
                                              "        object: NameExpr 'd'\n"
                                              "        index: IntExpr 0\n"
                                              "      element: StarredExpr\n"
                                              "        value: NameExpr 'e'\n"
                                              "    value: NameExpr 'x'\n");
}

TEST(Assignments, AllAugmentedOperators) {
  for (const char *op : {"+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "|", "^", "&"}) {
    EXPECT_EQ(treeOf(std::string("a ") + op + "= b"), std::string("  AugAssignStmt '") + op +
                                                          "='\n"
                                                          "    target: NameExpr 'a'\n"
                                                          "    value: NameExpr 'b'\n");
  }
}

TEST(Assignments, Annotated) {
  EXPECT_EQ(treeOf("a: int = 1"), "  AnnAssignStmt\n"
                                  "    target: NameExpr 'a'\n"
                                  "    annotation: NameExpr 'int'\n"
                                  "    value: IntExpr 1\n");
  EXPECT_EQ(treeOf("(a): int"), "  AnnAssignStmt complex\n"
                                "    target: NameExpr 'a'\n"
                                "    annotation: NameExpr 'int'\n");
  EXPECT_EQ(treeOf("a.b: int").substr(0, 23), "  AnnAssignStmt complex");
}

TEST(Assignments, YieldMayBeTheValue) {
  EXPECT_EQ(errorsOf("a = yield; a += yield b; a: b = yield; a = yield from c"), "");
  EXPECT_EQ(errorsOf("a = yield = 1"), "1:5: can't assign to a yield expression [InvalidTarget]\n");
}

TEST(Assignments, TargetsThatCannotBe) {
  EXPECT_EQ(errorsOf("f() = 1", true), "1:1: can't assign to a call [InvalidTarget]\nhint: to compare write `==`\n");
  EXPECT_EQ(errorsOf("None = 1"), "1:1: can't assign to `None` [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("True = 1"), "1:1: can't assign to `True` [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("1 = a"), "1:1: can't assign to a number [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("'a' = 1"), "1:1: can't assign to a string [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("f'a' = 1"), "1:1: can't assign to an f-string [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("... = 1"), "1:1: can't assign to `...` [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("a + b = 1"), "1:1: can't assign to an expression [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("a < b = 1"), "1:1: can't assign to a comparison [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("a if b else c = 1"), "1:1: can't assign to a conditional expression [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("(a := 1) = 2"), "1:2: can't assign to an assignment expression [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("{a} = {b: c} = 1"), "1:1: can't assign to a set [InvalidTarget]\n"
                                          "1:7: can't assign to a dict [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("[a, f()] = 1"), "1:5: can't assign to a call [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("(lambda: 1) = 2"), "1:2: can't assign to a lambda [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("[x for x in y] = 1"), "1:1: can't assign to a comprehension [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("for f() in x: pass"), "1:5: can't assign to a call [InvalidTarget]\n");
  EXPECT_EQ(errorsOf("with a as 1: pass"), "1:11: can't assign to a number [InvalidTarget]\n");
}

TEST(Assignments, AugmentedAndAnnotatedTargetsAreSingle) {
  EXPECT_EQ(errorsOf("a, b += 1"), "1:1: can't assign to a tuple with an operator [InvalidAugmentedTarget]\n");
  EXPECT_EQ(errorsOf("[a]: int"), "1:1: a list can't have a type annotation [InvalidAnnotationTarget]\n");
  EXPECT_EQ(errorsOf("x > 3:\n  y"), "1:1: a comparison can't have a type annotation [InvalidAnnotationTarget]\n");
}

TEST(Assignments, DeleteTargets) {
  EXPECT_EQ(errorsOf("del a, b.c, d[0], (e, [f]), ()"), "");
  EXPECT_EQ(errorsOf("del f()"), "1:5: can't delete a call [InvalidDeleteTarget]\n");
  EXPECT_EQ(errorsOf("del (a, 1)"), "1:9: can't delete a number [InvalidDeleteTarget]\n");
}
