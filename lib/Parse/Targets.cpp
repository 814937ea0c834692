// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may be assigned to, deleted or annotated. Targets are parsed as expressions and checked here.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

/// One target of `for`, `with` or `del`; a comparison must not swallow the `in`.
const Expr *Parser::parseTarget() { return parseBitOr(); }

/// The target of a `for`: one or several, with stars.
const Expr *Parser::parseTargetList() {
  uint32_t begin = current().begin;
  auto parseElement = [](Parser &parser) {
    return parser.at(TokenKind::Star) ? parser.parseStarExpression() : parser.parseTarget();
  };
  const Expr *target = parseElement(*this);
  if (!isLost && at(TokenKind::Comma)) {
    std::vector<const Expr *> elements{target};
    while (!isLost && accept(TokenKind::Comma) && !at(TokenKind::KwIn)) {
      elements.push_back(parseElement(*this));
    }
    auto *tuple = make<TupleExpr>(begin);
    tuple->elements = arena.copy(elements);
    target = tuple;
  }
  checkTarget(target, TargetUse::Assign);
  return target;
}

std::string_view describeExpr(const Expr *expr) {
  switch (expr->kind) {
  case NodeKind::NoneExpr:
    return "`None`";
  case NodeKind::BoolExpr:
    return llvm::cast<BoolExpr>(expr)->value ? "`True`" : "`False`";
  case NodeKind::EllipsisExpr:
    return "`...`";
  case NodeKind::IntExpr:
  case NodeKind::FloatExpr:
  case NodeKind::ImaginaryExpr:
    return "a number";
  case NodeKind::StringExpr:
  case NodeKind::BytesExpr:
    return "a string";
  case NodeKind::FormatStringExpr:
    return "an f-string";
  case NodeKind::TupleExpr:
    return "a tuple";
  case NodeKind::ListExpr:
    return "a list";
  case NodeKind::SetExpr:
    return "a set";
  case NodeKind::DictExpr:
    return "a dict";
  case NodeKind::ComprehensionExpr:
    return "a comprehension";
  case NodeKind::CallExpr:
    return "a call";
  case NodeKind::CompareExpr:
    return "a comparison";
  case NodeKind::ConditionalExpr:
    return "a conditional expression";
  case NodeKind::LambdaExpr:
    return "a lambda";
  case NodeKind::WalrusExpr:
    return "an assignment expression";
  case NodeKind::StarredExpr:
    return "a starred expression";
  case NodeKind::AwaitExpr:
    return "an await expression";
  case NodeKind::YieldExpr:
  case NodeKind::YieldFromExpr:
    return "a yield expression";
  case NodeKind::NameExpr:
    return "a name";
  case NodeKind::AttributeExpr:
    return "an attribute";
  case NodeKind::SubscriptExpr:
    return "a subscript";
  default:
    return "an expression";
  }
}

bool Parser::checkTargets(List<const Expr *> targets, TargetUse use) {
  return std::all_of(targets.begin(), targets.end(), [&](const Expr *target) { return checkTarget(target, use); });
}

bool Parser::checkTarget(const Expr *target, TargetUse use) {
  bool takesSequence = use == TargetUse::Assign || use == TargetUse::Delete;
  switch (target->kind) {
  case NodeKind::NameExpr:
  case NodeKind::AttributeExpr:
  case NodeKind::SubscriptExpr:
  case NodeKind::ErrorExpr:
    return true;
  case NodeKind::TupleExpr:
    if (takesSequence) {
      return checkTargets(llvm::cast<TupleExpr>(target)->elements, use);
    }
    break;
  case NodeKind::ListExpr:
    if (takesSequence) {
      return checkTargets(llvm::cast<ListExpr>(target)->elements, use);
    }
    break;
  case NodeKind::StarredExpr: {
    const Expr *value = llvm::cast<StarredExpr>(target)->value;
    if (use == TargetUse::Assign && !llvm::isa<StarredExpr>(value)) {
      return checkTarget(value, use);
    }
    break;
  }
  default:
    break;
  }
  DiagnosticKind kind = use == TargetUse::Delete     ? DiagnosticKind::InvalidDeleteTarget
                        : use == TargetUse::Annotate ? DiagnosticKind::InvalidAnnotationTarget
                        : use == TargetUse::Augment  ? DiagnosticKind::InvalidAugmentedTarget
                                                     : DiagnosticKind::InvalidTarget;
  DiagnosticBuilder builder = report(kind, target->range);
  builder << describeExpr(target);
  if (kind == DiagnosticKind::InvalidTarget && (llvm::isa<CallExpr, CompareExpr, BinaryExpr>(target))) {
    builder.hint("to compare write `==`");
  }
  return false;
}

} // namespace tkc::parse
