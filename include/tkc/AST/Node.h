// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all syntax tree nodes share: a kind and a source range. Use llvm::isa / cast / dyn_cast on them.
#ifndef TKC_AST_NODE_H
#define TKC_AST_NODE_H

#include "tkc/AST/Arena.h"
#include "tkc/Source/Source.h"

#include "llvm/Support/Casting.h"

#include <cstdint>
#include <string_view>

namespace tkc::ast {

enum class NodeKind : uint8_t {
#define TKC_AST_EXPR(Name) Name##Expr,
#define TKC_AST_STMT(Name) Name##Stmt,
#define TKC_AST_PATTERN(Name) Name##Pattern,
#include "tkc/AST/Nodes.def"
};

/// The class name, for example "CallExpr".
std::string_view nodeKindName(NodeKind kind);

/// Base of expressions, statements and patterns. The range covers the whole construct; that of a decorated definition
/// starts at its keyword, that of a parenthesised expression leaves the parentheses out (a tuple's keeps them).
struct Node {
  const NodeKind kind;
  SourceRange range;

protected:
  explicit Node(NodeKind kind) : kind(kind) {}
};

struct Expr : Node {
  static bool classof(const Node *node) { return node->kind <= NodeKind::ErrorExpr; }

protected:
  using Node::Node;
};

struct Stmt : Node {
  static bool classof(const Node *node) {
    return node->kind > NodeKind::ErrorExpr && node->kind <= NodeKind::ClassDefStmt;
  }

protected:
  using Node::Node;
};

struct Pattern : Node {
  static bool classof(const Node *node) { return node->kind > NodeKind::ClassDefStmt; }

protected:
  using Node::Node;
};

/// Gives a node class its kind and its `classof`.
template <typename Base, NodeKind Kind>
struct NodeOf : Base {
  static constexpr NodeKind nodeKind = Kind;
  NodeOf() : Base(Kind) {}
  static bool classof(const Node *node) { return node->kind == Kind; }
};

/// A name in the source where it is not an expression by itself: of an attribute, a function, a keyword argument.
struct Identifier {
  std::string_view text;
  SourceRange range;

  bool empty() const { return text.empty(); }
};

} // namespace tkc::ast

#endif // TKC_AST_NODE_H
