// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns grids and heuristics, which are Python functions of a kernel's arguments, into launch expressions over those
// arguments, by running them on symbols.
#ifndef TKC_EVALUATE_LAUNCHTRANSLATION_H
#define TKC_EVALUATE_LAUNCHTRANSLATION_H

#include "tkc/Evaluate/Evaluator.h"
#include "tkc/LaunchExpr/Expression.h"

namespace tkc::evaluate {

/// The arguments of a kernel as far as they are known: constants, and names of what is known at launch.
class LaunchTranslation : private OpaqueOperations {
public:
  explicit LaunchTranslation(Evaluator &evaluator) : evaluator(evaluator) {}

  /// Adds an argument that is known.
  void addConstant(std::string_view name, Object value);
  /// Adds an argument that is known at launch, a multiple of `divisibility`. A pointer has no value in expressions.
  void addArgument(std::string_view name, int64_t divisibility, bool isPointer);

  /// The extents of a grid: a tuple, or a function whose parameter is the dict of arguments or has the name of one.
  /// Free names of a function's body that are arguments mean these. An Unknown in `problem` tells why there is none.
  std::optional<launch::Expression> grid(const Object &grid, SourceRange range, Object &problem);
  /// Calls a function of the arguments' dict. The result is a compile-time value, or one that `expressionOf` knows.
  Object evaluateFunction(const Object &function, SourceRange range);
  /// The expression of an int, a bool, or a value that depends on arguments; nothing for others.
  std::optional<launch::Expression> expressionOf(const Object &value) const;

private:
  std::optional<Object> unary(ast::UnaryOp op, const Object &operand, SourceRange range) override;
  std::optional<Object> binary(ast::BinaryOp op, const Object &left, const Object &right, SourceRange range) override;
  std::optional<Object> compare(ast::CompareOp op, const Object &left, const Object &right, SourceRange range) override;
  std::optional<Object> logical(bool isAnd, const Object &left, const Object &right, SourceRange range) override;
  std::optional<Object> select(const Object &condition, const Object &whenTrue, const Object &whenFalse,
                               SourceRange range) override;
  std::optional<Object> attribute(const Object &object, std::string_view name, SourceRange range) override;
  std::optional<Object> index(const Object &object, const Object &index, SourceRange range) override;
  std::optional<Object> callBuiltin(const std::string &name, const CallArguments &arguments,
                                    SourceRange range) override;

  /// The value of an operator on expressions: a number when it has become one.
  std::optional<Object> apply(launch::Operator op, const std::vector<Object> &operands, bool isTruth = false) const;
  /// A number that divides the expression.
  int64_t divisorOf(const launch::Expression &expression) const;

  Evaluator &evaluator;
  std::vector<NamedObject> arguments;
  std::map<std::string, int64_t, std::less<>> divisibilities;
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_LAUNCHTRANSLATION_H
