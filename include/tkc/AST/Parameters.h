// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of functions and lambdas, and type parameters of `def f[T]`, `class C[T]` and `type A[T]`.
#ifndef TKC_AST_PARAMETERS_H
#define TKC_AST_PARAMETERS_H

#include "tkc/AST/Node.h"

namespace tkc::ast {

enum class ParameterKind : uint8_t {
  PositionalOnly, // before `/`
  Regular,        // by position or by name
  VarPositional,  // *args
  KeywordOnly,    // after `*` or `*args`
  VarKeyword,     // **kwargs
};

struct Parameter {
  ParameterKind kind = ParameterKind::Regular;
  Identifier name;
  const Expr *annotation = nullptr;   // null when there is none
  const Expr *defaultValue = nullptr; // null when there is none
  SourceRange range;                  // from the name (or star) to the end of annotation or default
};

enum class TypeParameterKind : uint8_t { TypeVar, TypeVarTuple, ParamSpec };

struct TypeParameter {
  TypeParameterKind kind = TypeParameterKind::TypeVar;
  Identifier name;
  const Expr *bound = nullptr; // null when there is none
  SourceRange range;
};

} // namespace tkc::ast

#endif // TKC_AST_PARAMETERS_H
