// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The questions that readers of the tree ask most.
#include "tkc/AST/Module.h"

#include <algorithm>
#include <charconv>

namespace tkc::ast {

std::string_view nodeKindName(NodeKind kind) {
  static constexpr std::string_view names[] = {
#define TKC_AST_EXPR(Name) #Name "Expr",
#define TKC_AST_STMT(Name) #Name "Stmt",
#define TKC_AST_PATTERN(Name) #Name "Pattern",
#include "tkc/AST/Nodes.def"
  };
  return names[static_cast<size_t>(kind)];
}

std::optional<uint64_t> IntExpr::smallValue() const {
  uint64_t value = 0;
  const char *end = digits.data() + digits.size();
  auto [stop, error] = std::from_chars(digits.data(), end, value, radix);
  return error == std::errc() && stop == end ? std::optional<uint64_t>(value) : std::nullopt;
}

List<const Expr *> SubscriptExpr::indices() const {
  const auto *tuple = llvm::dyn_cast<TupleExpr>(index);
  return tuple ? tuple->elements : List<const Expr *>(&index, 1);
}

const Argument *CallExpr::findKeyword(std::string_view name) const {
  const auto *found = std::find_if(arguments.begin(), arguments.end(), [&](const Argument &argument) {
    return argument.kind == ArgumentKind::Keyword && argument.name.text == name;
  });
  return found == arguments.end() ? nullptr : found;
}

size_t CallExpr::positionalCount() const {
  return static_cast<size_t>(std::count_if(arguments.begin(), arguments.end(), [](const Argument &argument) {
    return argument.kind == ArgumentKind::Positional;
  }));
}

std::string_view spelling(UnaryOp op) {
  switch (op) {
  case UnaryOp::Plus:
    return "+";
  case UnaryOp::Minus:
    return "-";
  case UnaryOp::Invert:
    return "~";
  case UnaryOp::Not:
    return "not";
  }
  return {};
}

std::string_view spelling(BinaryOp op) {
  static constexpr std::string_view spellings[] = {"+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "|", "^", "&"};
  return spellings[static_cast<size_t>(op)];
}

std::string_view spelling(CompareOp op) {
  static constexpr std::string_view spellings[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  return spellings[static_cast<size_t>(op)];
}

std::optional<std::string> dottedName(const Expr *expr) {
  std::string result;
  while (const auto *attribute = llvm::dyn_cast<AttributeExpr>(expr)) {
    result = "." + std::string(attribute->name.text) + result;
    expr = attribute->object;
  }
  const auto *name = llvm::dyn_cast<NameExpr>(expr);
  return name ? std::optional<std::string>(std::string(name->name) + result) : std::nullopt;
}

std::string_view ImportedName::boundName() const {
  return alias.empty() ? name.text.substr(0, name.text.find('.')) : alias.text;
}

const CallExpr *Decorator::call() const { return llvm::dyn_cast<CallExpr>(expr); }

std::optional<std::string> Decorator::name() const {
  const CallExpr *called = call();
  return dottedName(called ? called->callee : expr);
}

const Parameter *FunctionDefStmt::findParameter(std::string_view parameterName) const {
  const auto *found = std::find_if(parameters.begin(), parameters.end(),
                                   [&](const Parameter &parameter) { return parameter.name.text == parameterName; });
  return found == parameters.end() ? nullptr : found;
}

const Decorator *FunctionDefStmt::findDecorator(std::string_view decoratorName) const {
  const auto *found = std::find_if(decorators.begin(), decorators.end(),
                                   [&](const Decorator &decorator) { return decorator.name() == decoratorName; });
  return found == decorators.end() ? nullptr : found;
}

const StringExpr *FunctionDefStmt::docstring() const {
  const auto *first = body.empty() ? nullptr : llvm::dyn_cast<ExpressionStmt>(body.front());
  return first ? llvm::dyn_cast<StringExpr>(first->value) : nullptr;
}

const FunctionDefStmt *Module::findFunction(std::string_view name) const {
  const FunctionDefStmt *found = nullptr;
  for (const Stmt *stmt : body) {
    const auto *function = llvm::dyn_cast<FunctionDefStmt>(stmt);
    found = function && function->name.text == name ? function : found;
  }
  return found;
}

} // namespace tkc::ast
