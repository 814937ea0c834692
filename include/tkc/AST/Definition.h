// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function and class definitions.
#ifndef TKC_AST_DEFINITION_H
#define TKC_AST_DEFINITION_H

#include "tkc/AST/Stmt.h"

namespace tkc::ast {

struct Decorator {
  const Expr *expr = nullptr;
  SourceRange range; // with the `@`

  /// What the decorator names, without the arguments of a call: "triton.autotune".
  std::optional<std::string> name() const;
  /// The call of `@f(…)`, or null for a bare decorator.
  const CallExpr *call() const;
};

struct FunctionDefStmt : NodeOf<Stmt, NodeKind::FunctionDefStmt> {
  List<Decorator> decorators; // outermost first
  Identifier name;
  List<TypeParameter> typeParameters;
  List<Parameter> parameters;
  const Expr *returnType = nullptr; // null when there is none
  Block body;
  bool isAsync = false;

  const Parameter *findParameter(std::string_view parameterName) const;
  /// The decorator with that dotted name, or null.
  const Decorator *findDecorator(std::string_view decoratorName) const;
  /// The string that the body starts with, or null.
  const StringExpr *docstring() const;
};

struct ClassDefStmt : NodeOf<Stmt, NodeKind::ClassDefStmt> {
  List<Decorator> decorators; // outermost first
  Identifier name;
  List<TypeParameter> typeParameters;
  List<Argument> arguments; // bases and keywords, in source order
  Block body;
};

} // namespace tkc::ast

#endif // TKC_AST_DEFINITION_H
