// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dispatch on the kind of a node without a switch at each place.
#ifndef TKC_AST_VISITOR_H
#define TKC_AST_VISITOR_H

#include "tkc/AST/Definition.h"

namespace tkc::ast {

/// Calls `visitCallExpr(const CallExpr &, arguments…)` and so on of `Derived`, which must have one for each kind.
template <typename Derived, typename Result = void>
class ExprVisitor {
public:
  template <typename... Arguments>
  Result visit(const Expr &expr, Arguments &&...arguments) {
    auto &self = static_cast<Derived &>(*this);
    switch (expr.kind) {
#define TKC_AST_EXPR(Name)                                                                                             \
  case NodeKind::Name##Expr:                                                                                           \
    return self.visit##Name##Expr(static_cast<const Name##Expr &>(expr), std::forward<Arguments>(arguments)...);
#include "tkc/AST/Nodes.def"
    default:
      __builtin_unreachable();
    }
  }
};

/// The same for statements.
template <typename Derived, typename Result = void>
class StmtVisitor {
public:
  template <typename... Arguments>
  Result visit(const Stmt &stmt, Arguments &&...arguments) {
    auto &self = static_cast<Derived &>(*this);
    switch (stmt.kind) {
#define TKC_AST_STMT(Name)                                                                                             \
  case NodeKind::Name##Stmt:                                                                                           \
    return self.visit##Name##Stmt(static_cast<const Name##Stmt &>(stmt), std::forward<Arguments>(arguments)...);
#include "tkc/AST/Nodes.def"
    default:
      __builtin_unreachable();
    }
  }
};

/// The same for patterns.
template <typename Derived, typename Result = void>
class PatternVisitor {
public:
  template <typename... Arguments>
  Result visit(const Pattern &pattern, Arguments &&...arguments) {
    auto &self = static_cast<Derived &>(*this);
    switch (pattern.kind) {
#define TKC_AST_PATTERN(Name)                                                                                          \
  case NodeKind::Name##Pattern:                                                                                        \
    return self.visit##Name##Pattern(static_cast<const Name##Pattern &>(pattern),                                      \
                                     std::forward<Arguments>(arguments)...);
#include "tkc/AST/Nodes.def"
    default:
      __builtin_unreachable();
    }
  }
};

} // namespace tkc::ast

#endif // TKC_AST_VISITOR_H
