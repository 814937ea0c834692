// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simple and compound statements; definitions are in Definition.h.
#ifndef TKC_AST_STMT_H
#define TKC_AST_STMT_H

#include "tkc/AST/Pattern.h"

namespace tkc::ast {

/// The statements of a suite, in source order.
using Block = List<const Stmt *>;

struct ExpressionStmt : NodeOf<Stmt, NodeKind::ExpressionStmt> {
  const Expr *value = nullptr;
};

/// `a = b = value`: one target or more.
struct AssignStmt : NodeOf<Stmt, NodeKind::AssignStmt> {
  List<const Expr *> targets;
  const Expr *value = nullptr;
};

/// `target op= value`
struct AugAssignStmt : NodeOf<Stmt, NodeKind::AugAssignStmt> {
  const Expr *target = nullptr;
  BinaryOp op = BinaryOp::Add;
  SourceRange opRange;
  const Expr *value = nullptr;
};

/// `target: annotation = value`
struct AnnAssignStmt : NodeOf<Stmt, NodeKind::AnnAssignStmt> {
  const Expr *target = nullptr;
  const Expr *annotation = nullptr;
  const Expr *value = nullptr; // null when only declared
  bool isPlainName = false;    // false for `(x): int` and for attributes and subscripts
};

/// `type Name[T] = value`
struct TypeAliasStmt : NodeOf<Stmt, NodeKind::TypeAliasStmt> {
  Identifier name;
  List<TypeParameter> typeParameters;
  const Expr *value = nullptr;
};

/// An `elif` is an `if` alone in the else part of the one before, with `isElif` set.
struct IfStmt : NodeOf<Stmt, NodeKind::IfStmt> {
  const Expr *condition = nullptr;
  Block thenBody;
  Block elseBody;
  bool isElif = false;
};

struct WhileStmt : NodeOf<Stmt, NodeKind::WhileStmt> {
  const Expr *condition = nullptr;
  Block body;
  Block elseBody;
};

struct ForStmt : NodeOf<Stmt, NodeKind::ForStmt> {
  const Expr *target = nullptr;
  const Expr *iterable = nullptr;
  Block body;
  Block elseBody;
  bool isAsync = false;
};

/// `context as target`; the target is null when there is none.
struct WithItem {
  const Expr *context = nullptr;
  const Expr *target = nullptr;
};

struct WithStmt : NodeOf<Stmt, NodeKind::WithStmt> {
  List<WithItem> items;
  Block body;
  bool isAsync = false;
};

struct MatchCase {
  const Pattern *pattern = nullptr;
  const Expr *guard = nullptr; // null when there is none
  Block body;
  SourceRange range;
};

struct MatchStmt : NodeOf<Stmt, NodeKind::MatchStmt> {
  const Expr *subject = nullptr;
  List<MatchCase> cases;
};

struct ExceptHandler {
  const Expr *type = nullptr; // null for a bare `except:`
  Identifier name;            // empty when there is none
  Block body;
  SourceRange range;
};

struct TryStmt : NodeOf<Stmt, NodeKind::TryStmt> {
  Block body;
  List<ExceptHandler> handlers;
  Block elseBody;
  Block finallyBody;
  bool isStar = false; // `except*`
};

struct ReturnStmt : NodeOf<Stmt, NodeKind::ReturnStmt> {
  const Expr *value = nullptr; // null for a bare `return`
};

struct RaiseStmt : NodeOf<Stmt, NodeKind::RaiseStmt> {
  const Expr *exception = nullptr; // null for a bare `raise`
  const Expr *cause = nullptr;     // after `from`
};

struct AssertStmt : NodeOf<Stmt, NodeKind::AssertStmt> {
  const Expr *condition = nullptr;
  const Expr *message = nullptr; // null when there is none
};

struct DeleteStmt : NodeOf<Stmt, NodeKind::DeleteStmt> {
  List<const Expr *> targets;
};

/// `name as alias`; a module name is dotted, `*` stands for all names.
struct ImportedName {
  Identifier name;
  Identifier alias; // empty when there is none

  /// The name that the import binds, for `import a.b` the `a`.
  std::string_view boundName() const;
};

struct ImportStmt : NodeOf<Stmt, NodeKind::ImportStmt> {
  List<ImportedName> names;
};

struct ImportFromStmt : NodeOf<Stmt, NodeKind::ImportFromStmt> {
  Identifier module;  // dotted; empty for `from . import x`
  uint32_t level = 0; // leading dots
  List<ImportedName> names;
};

struct GlobalStmt : NodeOf<Stmt, NodeKind::GlobalStmt> {
  List<Identifier> names;
};

struct NonlocalStmt : NodeOf<Stmt, NodeKind::NonlocalStmt> {
  List<Identifier> names;
};

struct PassStmt : NodeOf<Stmt, NodeKind::PassStmt> {};
struct BreakStmt : NodeOf<Stmt, NodeKind::BreakStmt> {};
struct ContinueStmt : NodeOf<Stmt, NodeKind::ContinueStmt> {};

} // namespace tkc::ast

#endif // TKC_AST_STMT_H
