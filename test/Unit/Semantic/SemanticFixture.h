// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with arguments of every type, to which the tests elaborate; they look at its text or at the diagnostics.
#ifndef TKC_TEST_UNIT_SEMANTIC_SEMANTICFIXTURE_H
#define TKC_TEST_UNIT_SEMANTIC_SEMANTICFIXTURE_H

#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Elaborate/Semantic/Semantic.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

namespace tkc::elaborate {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

class SemanticTest : public ::testing::Test {
protected:
  explicit SemanticTest(TargetFacts target = {}) : builder(&context), semantic(builder, diagnostics, target) {
    context.loadDialect<tk::TkDialect, mlir::arith::ArithDialect, mlir::math::MathDialect, mlir::func::FuncDialect>();
    mlir::Location location = mlir::UnknownLoc::get(&context);
    module = mlir::ModuleOp::create(location);
    builder.setInsertionPointToStart(module->getBody());
    function = mlir::func::FuncOp::create(builder, location, "test", builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
    const SourceBuffer &buffer = sources.addBuffer("test.tk", "x\n");
    semantic.setPlace({&buffer, 0, 1}, location);
  }

  /// A new argument of the function.
  Object value(const DType &type, std::vector<int64_t> shape = {}) {
    mlir::Type converted = *semantic.convertType(shape.empty() ? type : DType::block(type, shape));
    mlir::Location location = mlir::UnknownLoc::get(&context);
    return makeObject({function.getBody().front().addArgument(converted, location), type});
  }
  /// The same by a short name: "fp32", "*fp16", "u8".
  Object value(const char *type, std::vector<int64_t> shape = {}) { return value(*DType::parse(type), shape); }
  static Object dtype(const char *name) { return Object::dtype(*DType::parse(name)); }
  static Object number(int n) { return Object::integer(int64_t(n)); }
  static Object number(int64_t n) { return Object::integer(n); }
  static Object number(double n) { return Object::real(n); }
  static Object text(const char *string) { return Object::string(string); }
  static Object yes() { return Object::boolean(true); }
  static Object tuple(std::vector<int64_t> numbers) {
    std::vector<Object> items;
    for (int64_t n : numbers) {
      items.push_back(number(n));
    }
    return Object::tuple(std::move(items));
  }

  mlir::FailureOr<Object> call(std::string_view name, std::vector<Object> positional,
                               std::vector<evaluate::NamedObject> keywords = {}) {
    return semantic.callBuiltin(name, positional, keywords);
  }
  /// The result is a value of this type: "fp32", "int32[16, 64]".
  static std::string typeOf(const mlir::FailureOr<Object> &result) {
    return mlir::failed(result) ? "nothing" : typeText(*result);
  }
  /// The name of the op that makes the result.
  static std::string opOf(const mlir::FailureOr<Object> &result) {
    if (mlir::failed(result)) {
      return "nothing";
    }
    mlir::Operation *op = asTyped(*result)->value.getDefiningOp();
    return op ? op->getName().getStringRef().str() : "argument";
  }

  /// The function's text, after a check that it is well formed.
  std::string ir() {
    mlir::Block &block = function.getBody().front();
    function.setType(builder.getFunctionType(block.getArgumentTypes(), {}));
    if (block.empty() || !block.back().hasTrait<mlir::OpTrait::IsTerminator>()) {
      mlir::OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(&block);
      terminator = mlir::func::ReturnOp::create(builder, mlir::UnknownLoc::get(&context));
    }
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    function->print(stream);
    terminator->erase();
    return printed;
  }
  bool has(const std::string &part) {
    std::string printed = ir();
    bool found = printed.find(part) != std::string::npos;
    if (!found) {
      lastMiss = printed;
    }
    return found;
  }

  /// The diagnostics as people read them.
  std::string messages() const { return renderText(diagnostics); }
  bool says(const std::string &part) const { return messages().find(part) != std::string::npos; }
  void TearDown() override {
    if (HasFailure()) {
      llvm::errs() << lastMiss << messages();
    }
  }

  mlir::MLIRContext context;
  mlir::OpBuilder builder;
  DiagnosticEngine diagnostics;
  SourceManager sources;
  Semantic semantic;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  mlir::Operation *terminator = nullptr;
  std::string lastMiss;
};

} // namespace tkc::elaborate

#endif // TKC_TEST_UNIT_SEMANTIC_SEMANTICFIXTURE_H
