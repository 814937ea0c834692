// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The questions that readers of the tree ask.
#include "ParseText.h"

using namespace tkc;
using namespace tkc::parse;

class Accessors : public testing::Test {
protected:
  const ast::Module &parse(const std::string &text) {
    buffer = &sources.addBuffer("t", text);
    module = parseModule(*buffer, diagnostics);
    EXPECT_FALSE(diagnostics.hasErrors()) << renderText(diagnostics);
    return *module;
  }

  const ast::Expr *expr(const std::string &text) { return llvm::cast<ast::ExpressionStmt>(parse(text).body[0])->value; }

  SourceManager sources;
  const SourceBuffer *buffer = nullptr;
  DiagnosticEngine diagnostics;
  std::unique_ptr<ast::Module> module;
};

TEST_F(Accessors, FunctionsAndTheirDecorators) {
  const ast::Module &tree = parse("def f(): pass\n@triton.autotune(configs=[])\n@triton.jit\ndef f(x, y):\n  'doc'\n");
  const ast::FunctionDefStmt *function = tree.findFunction("f");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function->decorators.size(), 2u);
  EXPECT_EQ(function->decorators[0].name(), "triton.autotune");
  EXPECT_NE(function->findDecorator("triton.autotune")->call(), nullptr);
  EXPECT_EQ(function->findDecorator("triton.jit")->call(), nullptr);
  EXPECT_EQ(function->findDecorator("jit"), nullptr);
  EXPECT_EQ(function->findParameter("y"), &function->parameters[1]);
  EXPECT_EQ(function->findParameter("z"), nullptr);
  EXPECT_EQ(function->docstring()->value, "doc");
  EXPECT_EQ(tree.findFunction("g"), nullptr);
}

TEST_F(Accessors, DottedNames) {
  EXPECT_EQ(ast::dottedName(expr("a.b.c")), "a.b.c");
  EXPECT_EQ(ast::dottedName(expr("a().b")), std::nullopt);
}

TEST_F(Accessors, CallArguments) {
  const auto *call = llvm::cast<ast::CallExpr>(expr("f(a, *b, c, key=d, **e)"));
  EXPECT_EQ(call->positionalCount(), 2u);
  EXPECT_EQ(call->findKeyword("key"), &call->arguments[3]);
  EXPECT_EQ(call->findKeyword("a"), nullptr);
}

TEST_F(Accessors, Indices) {
  EXPECT_EQ(llvm::cast<ast::SubscriptExpr>(expr("a[b]"))->indices().size(), 1u);
  EXPECT_EQ(llvm::cast<ast::SubscriptExpr>(expr("a[b, :]"))->indices().size(), 2u);
}

TEST_F(Accessors, SmallIntegers) {
  EXPECT_EQ(llvm::cast<ast::IntExpr>(expr("0xFFFF_FFFF_FFFF_FFFF"))->smallValue(), 18446744073709551615u);
  EXPECT_EQ(llvm::cast<ast::IntExpr>(expr("0b101"))->smallValue(), 5u);
  EXPECT_EQ(llvm::cast<ast::IntExpr>(expr("18446744073709551616"))->smallValue(), std::nullopt);
}

TEST_F(Accessors, BoundNamesOfImports) {
  const auto *import = llvm::cast<ast::ImportStmt>(parse("import a.b, c as d").body[0]);
  EXPECT_EQ(import->names[0].boundName(), "a");
  EXPECT_EQ(import->names[1].boundName(), "d");
}

TEST_F(Accessors, CastingKnowsTheThreeFamilies) {
  const ast::Stmt *stmt = parse("x").body[0];
  EXPECT_TRUE(llvm::isa<ast::Stmt>(static_cast<const ast::Node *>(stmt)));
  EXPECT_FALSE(llvm::isa<ast::Expr>(static_cast<const ast::Node *>(stmt)));
  EXPECT_EQ(ast::nodeKindName(stmt->kind), "ExpressionStmt");
}
