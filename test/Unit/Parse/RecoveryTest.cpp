// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several errors in one run, none of them twice, and the good statements kept.
#include "ParseText.h"

using namespace tkc;
using namespace tkc::parse;

TEST(Recovery, EachBrokenLineIsReportedOnce) {
  EXPECT_EQ(errorsOf("x = = 1\ny = 2 3 4 5\nz = )\nok = 1\nw = (1, 2"),
            "1:5: expected an expression, found `=` [ExpectedExpression]\n"
            "2:7: expected the end of the statement, found a number [ExpectedStatementEnd]\n"
            "3:5: this `)` closes nothing [UnmatchedBracket]\n"
            "5:5: this `(` is never closed [UnclosedBracket]\n");
}

TEST(Recovery, ErrorsComeInTheOrderOfTheSource) {
  EXPECT_EQ(errorsOf("a b\n'x\nc d"), "1:3: expected the end of the statement, found `b` [ExpectedStatementEnd]\n"
                                      "2:1: this string has no end on its line [UnterminatedString]\n"
                                      "3:3: expected the end of the statement, found `d` [ExpectedStatementEnd]\n");
}

TEST(Recovery, BlocksOfBrokenHeadersAreStillChecked) {
  EXPECT_EQ(errorsOf("if a b:\n  x y\nelse:\n  z = \nfor in c:\n  pass\ndef f(a b):\n  return +\n"),
            "1:6: expected `:` after `if`, found `b` [ExpectedToken]\n"
            "2:5: expected the end of the statement, found `y` [ExpectedStatementEnd]\n"
            "4:7: expected an expression, found the end of the line [ExpectedExpression]\n"
            "5:5: expected an expression, found `in` [ExpectedExpression]\n"
            "7:9: expected `,` or `)`, found `b` [MissingComma]\n"
            "8:11: expected an expression, found the end of the line [ExpectedExpression]\n");
}

TEST(Recovery, ABlockBelowABrokenStatementIsNoSecondError) {
  EXPECT_EQ(errorsOf("fi a > 1:\n  b\n  c\nd"),
            "1:4: expected the end of the statement, found `a` [ExpectedStatementEnd]\n");
}

TEST(Recovery, AnUnclosedBracketDoesNotSwallowTheNextFunction) {
  EXPECT_EQ(errorsOf("def f():\n  x = g(1,\n\ndef h():\n  y = 1 +\n"),
            "2:8: this `(` is never closed [UnclosedBracket]\n"
            "5:10: expected an expression, found the end of the line [ExpectedExpression]\n");
}

TEST(Recovery, GoodStatementsAreKept) {
  SourceBuffer buffer("t", "a = 1\nb = = 2\ndef f():\n  c d\n  e = 3\n");
  DiagnosticEngine diagnostics;
  std::unique_ptr<ast::Module> module = parseModule(buffer, diagnostics);
  EXPECT_EQ(diagnostics.errorCount(), 2u);
  ast::PrintStyle style;
  style.ranges = false;
  EXPECT_EQ(ast::print(*module, style), "Module\n"
                                        "  AssignStmt\n"
                                        "    target: NameExpr 'a'\n"
                                        "    value: IntExpr 1\n"
                                        "  FunctionDefStmt 'f'\n"
                                        "    body:\n"
                                        "      AssignStmt\n"
                                        "        target: NameExpr 'e'\n"
                                        "        value: IntExpr 3\n");
}

TEST(Recovery, NotesPointAtTheHeaderOfAMissingBlock) {
  SourceBuffer buffer("t", "while x:\ny");
  DiagnosticEngine diagnostics;
  parseModule(buffer, diagnostics);
  EXPECT_EQ(renderText(diagnostics), "t:2:1: error: expected an indented block after `while` [ExpectedBlock]\n"
                                     "    2 | y\n"
                                     "      | ^\n"
                                     "t:1:1: note: the block belongs to this line\n");
}
