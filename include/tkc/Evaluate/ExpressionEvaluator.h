// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over expressions that compile-time evaluation and elaboration share: what an operator, a call or a name
// means is decided by the class that derives from it.
#ifndef TKC_EVALUATE_EXPRESSIONEVALUATOR_H
#define TKC_EVALUATE_EXPRESSIONEVALUATOR_H

#include "tkc/AST/Definition.h"
#include "tkc/Evaluate/CallArguments.h"

#include <functional>

namespace tkc::evaluate {

/// Evaluates expressions in a scope. Operands are evaluated from left to right, and the hooks below get their values;
/// the hooks' defaults know compile-time values only, and give an Unknown for opaque ones. An Unknown operand does not
/// stop the walk: operators pass it on.
class ExpressionEvaluator {
public:
  virtual ~ExpressionEvaluator();

  Object evaluate(const ast::Expr &expr, Scope &scope);
  /// Binds a target of an assignment, a loop or a comprehension: a name, an attribute, a subscript, or a tuple of
  /// these. Gives an Unknown when that is not possible, else None.
  Object assign(const ast::Expr &target, const Object &value, Scope &scope);
  /// Evaluates the arguments of a call, with `*` and `**` unpacked. An argument list that can't be unpacked puts an
  /// Unknown into `error`.
  CallArguments evaluateArguments(const ast::List<ast::Argument> &arguments, Scope &scope, Object &error);

  //===- Hooks ---------------------------------------------------------------------------------------------------===//

  /// The value of a name that is read.
  virtual Object readName(const ast::NameExpr &name, Scope &scope) = 0;
  /// Binds a name.
  virtual Object bindName(const ast::NameExpr &name, const Object &value, Scope &scope);
  virtual Object attribute(const Object &object, std::string_view name, SourceRange range) = 0;
  virtual Object call(const Object &callee, const CallArguments &arguments, SourceRange range) = 0;
  virtual Object makeLambda(const ast::LambdaExpr &lambda, Scope &scope) = 0;
  virtual Object unary(ast::UnaryOp op, const Object &operand, SourceRange range);
  virtual Object binary(ast::BinaryOp op, const Object &left, const Object &right, SourceRange range);
  virtual Object compare(ast::CompareOp op, const Object &left, const Object &right, SourceRange range);
  virtual Object index(const Object &object, const Object &index, SourceRange range);
  /// `repr(value)` or `str(value)`.
  virtual Object text(const Object &value, bool isRepr, SourceRange range);
  /// `format(value, spec)`.
  virtual Object format(const Object &value, std::string_view spec, SourceRange range);
  virtual Object assignIndex(const Object &object, const Object &index, const Object &value, SourceRange range);
  virtual Object assignAttribute(const Object &object, std::string_view name, const Object &value, SourceRange range);
  /// The compile-time truth value; nothing when there is none.
  virtual std::optional<bool> truth(const Object &object);
  /// `left and right`, `left or right` when the truth of `left` is not known; `right` is not evaluated yet.
  virtual Object undecidedBoolOp(bool isAnd, const Object &left, const ast::Expr &right, Scope &scope);
  /// A conditional expression when the truth of its condition is not known; neither side is evaluated yet.
  virtual Object undecidedConditional(const ast::ConditionalExpr &expr, const Object &condition, Scope &scope);
  /// The items of an iterable, in order.
  virtual std::optional<std::vector<Object>> items(const Object &object, SourceRange range);
  virtual Object yielded(const Object &value, SourceRange range);
  /// Called for each expression and each turn of a loop. False stops evaluation: everything is Unknown from then on.
  virtual bool takeStep();
  /// Counts the size of a new value as steps.
  virtual void charge(const Object &) {}

protected:
  /// Counts one level of nesting while it lives, of expressions, statements and calls alike; `isTooDeep` refuses more.
  class Nesting {
  public:
    explicit Nesting(ExpressionEvaluator &evaluator) : evaluator(evaluator) { ++evaluator.depth; }
    ~Nesting() { --evaluator.depth; }
    Nesting(const Nesting &) = delete;
    bool isTooDeep() const;

  private:
    ExpressionEvaluator &evaluator;
  };

  /// Marks the scope and those around it as used by a closure.
  static void capture(Scope &scope);
  /// Keeps a scope alive when a closure needs it; called when the scope is left.
  virtual void retire(std::unique_ptr<Scope> scope);

private:
  struct Walk;

  unsigned depth = 0;
  std::vector<std::unique_ptr<Scope>> captured;
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_EXPRESSIONEVALUATOR_H
