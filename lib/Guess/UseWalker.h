// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over the code of a kernel and of what it calls, on every path, and notes how values are used.
#ifndef TKC_LIB_GUESS_USEWALKER_H
#define TKC_LIB_GUESS_USEWALKER_H

#include "tkc/Evaluate/Evaluator.h"

#include <map>

#include "UseFacts.h"

namespace tkc::guess {

/// Follows values through names, tuples, branches, loops and calls. It knows nothing of types or shapes: a walk is what
/// gives them.
class UseWalker {
public:
  UseWalker(evaluate::Evaluator &evaluator, UseFacts &facts) : evaluator(evaluator), facts(facts) {}

  /// Walks through a function with one argument a parameter, and gives what it returns.
  UseValue runFunction(const evaluate::FunctionObject &function, std::vector<UseValue> arguments);

private:
  using Names = std::map<std::string, UseValue, std::less<>>;

  struct Frame {
    const evaluate::FunctionObject *function = nullptr;
    Names names;
    std::optional<UseValue> result;
  };

  /// The arguments of one call.
  struct Call {
    std::vector<UseValue> positional;
    std::vector<std::pair<std::string, UseValue>> keywords;
    SourceRange range;

    /// The argument at `position`, or else of that name, or null.
    const UseValue *get(size_t position, std::string_view name) const;
    const UseValue *keyword(std::string_view name) const { return get(size_t(-1), name); }
    UseValue at(size_t position, std::string_view name = "") const;
  };

  Names &names() { return frames.back()->names; }
  bool takeStep();

  // --- Statements (UseStatements.cpp) ---
  void run(const ast::Block &block);
  void run(const ast::Stmt &stmt);
  void runIf(const ast::IfStmt &stmt);
  void runFor(const ast::ForStmt &stmt);
  void runWhile(const ast::WhileStmt &stmt);
  void runAssign(const ast::AssignStmt &stmt);
  void assign(const ast::Expr &target, const UseValue &value);
  void noteCarried(const Names &before);
  UseValue itemOfLoop(const ast::ForStmt &stmt);
  static void joinNames(Names &into, const Names &other);

  // --- Expressions (UseExpressions.cpp) ---
  UseValue evaluate(const ast::Expr &expr);
  UseValue evaluateCompound(const ast::Expr &expr);
  UseValue evaluateName(const ast::NameExpr &expr);
  UseValue evaluateAttribute(const ast::AttributeExpr &expr);
  UseValue evaluateSubscript(const ast::SubscriptExpr &expr);
  UseValue evaluateCompare(const ast::CompareExpr &expr);
  UseValue evaluateUnary(const ast::UnaryExpr &expr);
  UseValue evaluateTuple(const ast::List<const ast::Expr *> &elements);
  UseValue binary(ast::BinaryOp op, const UseValue &left, const UseValue &right, SourceRange range);
  UseValue sum(const UseValue &left, const UseValue &right, bool isDifference);
  void compare(ast::CompareOp op, const UseValue &left, const UseValue &right);
  void test(const UseValue &value);

  // --- Calls (UseCalls.cpp, UseBuiltins.cpp) ---
  UseValue evaluateCall(const ast::CallExpr &expr);
  UseValue call(const UseValue &callee, Call call);
  UseValue callFunction(const Object &callee, Call call);
  UseValue callMethod(const UseValue &callee, Call call);
  void noteBlockShape(const UseValue &descriptor, const UseValue &shape);
  UseValue callDescriptor(const UseValue &descriptor, const std::string &method, const Call &call);
  UseValue callBuiltin(std::string name, const Call &call);
  std::optional<UseValue> callMemory(std::string_view name, const Call &call);
  std::optional<UseValue> callArray(std::string_view name, const Call &call);
  std::optional<UseValue> callCreation(std::string_view name, const Call &call);
  std::optional<UseValue> callArithmetic(std::string_view name, const Call &call);
  std::optional<UseValue> callDot(std::string_view name, const Call &call);
  std::optional<UseValue> callShape(std::string_view name, const Call &call);
  std::optional<UseValue> callCollective(std::string_view name, const Call &call);
  std::optional<UseValue> callPython(std::string_view name, const Call &call);
  UseValue callDotOf(const UseValue &left, const UseValue &right, const UseValue *accumulator, const UseValue *type);
  UseValue cast(const UseValue &value, const UseValue &type, bool isBitcast);
  UseValue::Kind kindOfType(const UseValue &type);
  UseValue load(const UseValue &pointer);
  void noteOption(const UseValue &given, const Object &value);
  void noteOptions(const Call &call);
  void noteShape(const UseValue &shape);
  void noteMask(const UseValue &mask);

  evaluate::Evaluator &evaluator;
  UseFacts &facts;
  std::vector<std::unique_ptr<Frame>> frames;
  /// Turns of loops and calls multiply; a walk that long tells enough.
  size_t stepsLeft = 400000;
  size_t depth = 0;
};

} // namespace tkc::guess

#endif // TKC_LIB_GUESS_USEWALKER_H
