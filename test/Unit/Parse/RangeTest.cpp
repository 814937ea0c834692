// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source ranges of nodes and of the names in them.
#include "ParseText.h"

using namespace tkc;
using namespace tkc::parse;

TEST(Ranges, OfOperatorsStartAtTheirFirstToken) {
  EXPECT_EQ(treeOf("x = (a) + b", true), "  AssignStmt <1:1-1:12>\n"
                                         "    target: NameExpr 'x' <1:1-1:2>\n"
                                         "    value: BinaryExpr '+' <1:5-1:12>\n"
                                         "      left: NameExpr 'a' <1:6-1:7>\n"
                                         "      right: NameExpr 'b' <1:11-1:12>\n");
}

TEST(Ranges, OfTuplesHaveTheirParenthesesAndTrailingComma) {
  EXPECT_EQ(treeOf("(a, b)\nc,", true), "  ExpressionStmt <1:1-1:7>\n"
                                        "    value: TupleExpr <1:1-1:7>\n"
                                        "      element: NameExpr 'a' <1:2-1:3>\n"
                                        "      element: NameExpr 'b' <1:5-1:6>\n"
                                        "  ExpressionStmt <2:1-2:3>\n"
                                        "    value: TupleExpr <2:1-2:3>\n"
                                        "      element: NameExpr 'c' <2:1-2:2>\n");
}

TEST(Ranges, OfBlocksEndWithTheirLastStatement) {
  EXPECT_EQ(treeOf("@d\ndef f():\n  pass\n\n\nx", true), "  FunctionDefStmt 'f' <2:1-3:7>\n"
                                                         "    decorator: NameExpr 'd' <1:2-1:3>\n"
                                                         "    body:\n"
                                                         "      PassStmt <3:3-3:7>\n"
                                                         "  ExpressionStmt <6:1-6:2>\n"
                                                         "    value: NameExpr 'x' <6:1-6:2>\n");
}

TEST(Ranges, OfNamesInsideNodes) {
  SourceBuffer buffer("t", "def f(a: int = 1, *b):\n  return x.dot(y, acc=z) + 1\n");
  DiagnosticEngine diagnostics;
  std::unique_ptr<ast::Module> module = parseModule(buffer, diagnostics);
  const ast::FunctionDefStmt *function = module->findFunction("f");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function->name.range.text(), "f");
  EXPECT_EQ(function->parameters[0].name.range.text(), "a");
  EXPECT_EQ(function->parameters[0].range.text(), "a: int = 1");
  EXPECT_EQ(function->parameters[1].range.text(), "*b");
  const auto *sum = llvm::cast<ast::BinaryExpr>(llvm::cast<ast::ReturnStmt>(function->body[0])->value);
  EXPECT_EQ(sum->opRange.text(), "+");
  const auto *call = llvm::cast<ast::CallExpr>(sum->left);
  EXPECT_EQ(llvm::cast<ast::AttributeExpr>(call->callee)->name.range.text(), "dot");
  EXPECT_EQ(call->arguments[1].range.text(), "acc=z");
  EXPECT_EQ(call->arguments[1].name.range.text(), "acc");
}

TEST(Ranges, OfTwoWordOperators) {
  SourceBuffer buffer("t", "a not  in b");
  DiagnosticEngine diagnostics;
  std::unique_ptr<ast::Module> module = parseModule(buffer, diagnostics);
  const auto *compare = llvm::cast<ast::CompareExpr>(llvm::cast<ast::ExpressionStmt>(module->body[0])->value);
  EXPECT_EQ(compare->comparisons[0].opRange.text(), "not  in");
}
