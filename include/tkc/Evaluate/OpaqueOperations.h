// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What operators and builtins mean on opaque values, for those who put such values into compile-time code.
#ifndef TKC_EVALUATE_OPAQUEOPERATIONS_H
#define TKC_EVALUATE_OPAQUEOPERATIONS_H

#include "tkc/AST/Expr.h"
#include "tkc/Evaluate/CallArguments.h"

namespace tkc::evaluate {

/// The evaluator asks these while it runs functions on opaque values (Evaluator::setOpaqueOperations). At least one
/// operand is opaque, none is Unknown. A result of nothing leaves the operation to the evaluator.
class OpaqueOperations {
public:
  virtual ~OpaqueOperations() = default;

  virtual std::optional<Object> unary(ast::UnaryOp op, const Object &operand, SourceRange range) = 0;
  virtual std::optional<Object> binary(ast::BinaryOp op, const Object &left, const Object &right,
                                       SourceRange range) = 0;
  /// Not asked for `is`, `in` and their negations.
  virtual std::optional<Object> compare(ast::CompareOp op, const Object &left, const Object &right,
                                        SourceRange range) = 0;
  /// `left and right`, `left or right`; both are evaluated.
  virtual std::optional<Object> logical(bool isAnd, const Object &left, const Object &right, SourceRange range) = 0;
  /// `whenTrue if condition else whenFalse`; both sides are evaluated.
  virtual std::optional<Object> select(const Object &condition, const Object &whenTrue, const Object &whenFalse,
                                       SourceRange range) = 0;
  virtual std::optional<Object> attribute(const Object &object, std::string_view name, SourceRange range) = 0;
  virtual std::optional<Object> index(const Object &object, const Object &index, SourceRange range) = 0;
  virtual std::optional<Object> callBuiltin(const std::string &name, const CallArguments &arguments,
                                            SourceRange range) = 0;
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_OPAQUEOPERATIONS_H
