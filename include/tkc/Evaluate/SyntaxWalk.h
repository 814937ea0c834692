// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Questions about a piece of syntax that don't need its evaluation: which names it assigns, which it uses.
#ifndef TKC_EVALUATE_SYNTAXWALK_H
#define TKC_EVALUATE_SYNTAXWALK_H

#include "tkc/AST/Definition.h"

#include <functional>
#include <set>
#include <string>

namespace tkc::evaluate {

/// Calls `visit` for each statement of the block and of the control flow in it, not for bodies of functions and
/// classes.
void forEachStatement(const ast::Block &block, const std::function<void(const ast::Stmt &)> &visit);
/// Calls `visit` for an expression and all its parts.
void forEachExpression(const ast::Expr &expr, const std::function<void(const ast::Expr &)> &visit);
/// Calls `visit` for all expressions of the block, also those of functions and classes in it.
void forEachExpression(const ast::Block &block, const std::function<void(const ast::Expr &)> &visit);

/// The names that running the block may bind, or unbind, in its own scope.
std::set<std::string, std::less<>> assignedNames(const ast::Block &block);
/// The names that the block reads, in functions and classes too.
std::set<std::string, std::less<>> usedNames(const ast::Block &block);
/// True if the block may end the function that it is part of.
bool mayLeaveFunction(const ast::Block &block);
/// True if the function returns a value somewhere.
bool returnsValue(const ast::Block &block);
/// True if the body makes its function a generator.
bool hasYield(const ast::Block &block);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_SYNTAXWALK_H
