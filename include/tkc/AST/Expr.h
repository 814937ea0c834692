// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions with parts: displays, comprehensions, access, calls, operators. Literals are in Literal.h.
#ifndef TKC_AST_EXPR_H
#define TKC_AST_EXPR_H

#include "tkc/AST/Literal.h"
#include "tkc/AST/Parameters.h"

namespace tkc::ast {

struct TupleExpr : NodeOf<Expr, NodeKind::TupleExpr> {
  List<const Expr *> elements;
  bool isParenthesized = false;
};

struct ListExpr : NodeOf<Expr, NodeKind::ListExpr> {
  List<const Expr *> elements;
};

struct SetExpr : NodeOf<Expr, NodeKind::SetExpr> {
  List<const Expr *> elements;
};

/// `key: value`, or `**value` when `key` is null.
struct DictItem {
  const Expr *key = nullptr;
  const Expr *value = nullptr;

  bool isUnpacking() const { return key == nullptr; }
};

struct DictExpr : NodeOf<Expr, NodeKind::DictExpr> {
  List<DictItem> items;
};

enum class ComprehensionKind : uint8_t { List, Set, Dict, Generator };

/// One `for target in iterable if … if …` of a comprehension.
struct ComprehensionClause {
  const Expr *target = nullptr;
  const Expr *iterable = nullptr;
  List<const Expr *> conditions;
  bool isAsync = false;
  SourceRange range;
};

struct ComprehensionExpr : NodeOf<Expr, NodeKind::ComprehensionExpr> {
  ComprehensionKind comprehensionKind = ComprehensionKind::List;
  const Expr *element = nullptr; // the key of a dict comprehension
  const Expr *value = nullptr;   // only of a dict comprehension
  List<ComprehensionClause> clauses;
};

/// `object.name`
struct AttributeExpr : NodeOf<Expr, NodeKind::AttributeExpr> {
  const Expr *object = nullptr;
  Identifier name;
};

/// `object[index]`; several indices are one tuple.
struct SubscriptExpr : NodeOf<Expr, NodeKind::SubscriptExpr> {
  const Expr *object = nullptr;
  const Expr *index = nullptr;

  /// The indices, also when there is just one.
  List<const Expr *> indices() const;
};

/// `lower:upper:step` inside a subscript; absent parts are null.
struct SliceExpr : NodeOf<Expr, NodeKind::SliceExpr> {
  const Expr *lower = nullptr;
  const Expr *upper = nullptr;
  const Expr *step = nullptr;
};

enum class ArgumentKind : uint8_t {
  Positional,       // f(value)
  Starred,          // f(*value)
  Keyword,          // f(name=value)
  KeywordUnpacking, // f(**value)
};

struct Argument {
  ArgumentKind kind = ArgumentKind::Positional;
  Identifier name;             // only of a keyword argument
  const Expr *value = nullptr; // without the stars
  SourceRange range;           // with name and stars
};

/// A call; arguments in source order.
struct CallExpr : NodeOf<Expr, NodeKind::CallExpr> {
  const Expr *callee = nullptr;
  List<Argument> arguments;

  /// The keyword argument of that name, or null.
  const Argument *findKeyword(std::string_view name) const;
  /// How many arguments are plain positional ones.
  size_t positionalCount() const;
};

enum class UnaryOp : uint8_t { Plus, Minus, Invert, Not };

struct UnaryExpr : NodeOf<Expr, NodeKind::UnaryExpr> {
  UnaryOp op = UnaryOp::Plus;
  SourceRange opRange;
  const Expr *operand = nullptr;
};

enum class BinaryOp : uint8_t { Add, Sub, Mul, MatMul, Div, FloorDiv, Mod, Pow, LShift, RShift, BitOr, BitXor, BitAnd };

struct BinaryExpr : NodeOf<Expr, NodeKind::BinaryExpr> {
  BinaryOp op = BinaryOp::Add;
  SourceRange opRange;
  const Expr *left = nullptr;
  const Expr *right = nullptr;
};

/// `a and b and c`, `a or b or c`: two operands or more.
struct BoolOpExpr : NodeOf<Expr, NodeKind::BoolOpExpr> {
  bool isAnd = false;
  List<const Expr *> operands;
};

enum class CompareOp : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

/// One `op operand` of a comparison.
struct Comparison {
  CompareOp op = CompareOp::Eq;
  SourceRange opRange;
  const Expr *operand = nullptr;
};

/// `first op operand op operand …`
struct CompareExpr : NodeOf<Expr, NodeKind::CompareExpr> {
  const Expr *first = nullptr;
  List<Comparison> comparisons;
};

/// `thenValue if condition else elseValue`
struct ConditionalExpr : NodeOf<Expr, NodeKind::ConditionalExpr> {
  const Expr *condition = nullptr;
  const Expr *thenValue = nullptr;
  const Expr *elseValue = nullptr;
};

struct LambdaExpr : NodeOf<Expr, NodeKind::LambdaExpr> {
  List<Parameter> parameters;
  const Expr *body = nullptr;
};

/// `target := value`
struct WalrusExpr : NodeOf<Expr, NodeKind::WalrusExpr> {
  const NameExpr *target = nullptr;
  const Expr *value = nullptr;
};

/// `*value` in a display, a subscript or a target.
struct StarredExpr : NodeOf<Expr, NodeKind::StarredExpr> {
  const Expr *value = nullptr;
};

struct AwaitExpr : NodeOf<Expr, NodeKind::AwaitExpr> {
  const Expr *value = nullptr;
};

struct YieldExpr : NodeOf<Expr, NodeKind::YieldExpr> {
  const Expr *value = nullptr; // null for a bare `yield`
};

struct YieldFromExpr : NodeOf<Expr, NodeKind::YieldFromExpr> {
  const Expr *value = nullptr;
};

/// The operator as it is written, for example "//" or "not in".
std::string_view spelling(UnaryOp op);
std::string_view spelling(BinaryOp op);
std::string_view spelling(CompareOp op);

/// The dotted name that the expression spells ("tl.dot"), or nothing when it is another kind of expression.
std::optional<std::string> dottedName(const Expr *expr);

} // namespace tkc::ast

#endif // TKC_AST_EXPR_H
