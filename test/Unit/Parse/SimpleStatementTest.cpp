// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements of one line.
#include "ParseText.h"

using namespace tkc::parse;

TEST(SimpleStatements, SeveralOnALine) {
  EXPECT_EQ(treeOf("pass; break; continue;"), "  PassStmt\n  BreakStmt\n  ContinueStmt\n");
  EXPECT_EQ(errorsOf("a;; b"), "1:3: expected an expression, found `;` [ExpectedExpression]\n");
}

TEST(SimpleStatements, ReturnRaiseAssertDelete) {
  EXPECT_EQ(treeOf("return\nreturn a, *b\nraise\nraise a from b\nassert a, 'm'\ndel a, b"),
            "  ReturnStmt\n"
            "  ReturnStmt\n"
            "    value: TupleExpr\n"
            "      element: NameExpr 'a'\n"
            "      element: StarredExpr\n"
            "        value: NameExpr 'b'\n"
            "  RaiseStmt\n"
            "  RaiseStmt\n"
            "    exception: NameExpr 'a'\n"
            "    cause: NameExpr 'b'\n"
            "  AssertStmt\n"
            "    condition: NameExpr 'a'\n"
            "    message: StringExpr 'm'\n"
            "  DeleteStmt\n"
            "    target: NameExpr 'a'\n"
            "    target: NameExpr 'b'\n");
}

TEST(SimpleStatements, GlobalAndNonlocal) {
  EXPECT_EQ(treeOf("global a, b\nnonlocal c"), "  GlobalStmt 'a', 'b'\n  NonlocalStmt 'c'\n");
  EXPECT_EQ(errorsOf("global a,"), "1:10: expected a name, found the end of the line [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("global if", true), "1:8: expected a name, found `if` [ExpectedToken]\n"
                                         "hint: keywords can't be used as names\n");
}

TEST(SimpleStatements, Imports) {
  EXPECT_EQ(treeOf("import a.b as c, d . e\nfrom ...x.y import (p as q, r,)\nfrom . import *"),
            "  ImportStmt 'a.b' as 'c', 'd.e'\n"
            "  ImportFromStmt '...x.y' 'p' as 'q', 'r'\n"
            "  ImportFromStmt '.' '*'\n");
  EXPECT_EQ(errorsOf("from a import b,"),
            "1:17: expected a name to import, found the end of the line [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("from a import ()"), "1:16: expected a name to import, found `)` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("from a"), "1:7: expected `import` and the names, found the end of the line [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("import a from b", true), "1:10: expected the end of the statement, found `from` "
                                               "[ExpectedStatementEnd]\nhint: write `from module import name`\n");
}

TEST(SimpleStatements, TypeAliasesAreToldFromNames) {
  EXPECT_EQ(treeOf("type X[T: int, *Ts, **P] = T"), "  TypeAliasStmt 'X'\n"
                                                    "    type parameter 'T'\n"
                                                    "      bound: NameExpr 'int'\n"
                                                    "    type parameter '*Ts'\n"
                                                    "    type parameter '**P'\n"
                                                    "    value: NameExpr 'T'\n");
  EXPECT_EQ(errorsOf("type = 1; type(x); type.y; type in z"), "");
  EXPECT_EQ(errorsOf("type X"), "1:7: expected `=` and the type, found the end of the line [ExpectedToken]\n");
}

TEST(SimpleStatements, OldPrintGetsAHint) {
  EXPECT_EQ(errorsOf("print 'a'", true), "1:7: expected the end of the statement, found a string "
                                         "[ExpectedStatementEnd]\nhint: call it with parentheses: `print(…)`\n");
}

TEST(SimpleStatements, WhatFollowsAStatementIsAnError) {
  EXPECT_EQ(errorsOf("x = a b", true), "1:7: expected the end of the statement, found `b` [ExpectedStatementEnd]\n"
                                       "hint: perhaps an operator or a comma is missing before it\n");
  EXPECT_EQ(errorsOf("assert a = b", true),
            "1:10: a condition can't contain the assignment `=` [AssignmentInCondition]\n"
            "hint: compare with `==`\n");
}
