// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions without operators: constants, attributes, subscripts, f-strings, lambdas.
#include "tkc/Evaluate/Operations.h"

#include "Elaborator.h"

namespace tkc::elaborate {

Object Elaborator::evaluate(const ast::Expr &expr) {
  if (isExhausted || !spend(1, expr.range)) {
    return poison();
  }
  if (expressionDepth >= budget.expressionDepth) {
    isExhausted = true;
    report(DiagnosticKind::ElaborationTooDeep, expr.range);
    return poison();
  }
  ++expressionDepth;
  Object result = refuseNested(evaluateNode(expr), expr.range);
  --expressionDepth;
  return spendEvaluated(expr.range) ? result : poison();
}

Object Elaborator::evaluateNode(const ast::Expr &expr) {
  switch (expr.kind) {
  case ast::NodeKind::NameExpr:
    return evaluateName(llvm::cast<ast::NameExpr>(expr));
  case ast::NodeKind::NoneExpr:
    return Object::none();
  case ast::NodeKind::BoolExpr:
    return Object::boolean(llvm::cast<ast::BoolExpr>(expr).value);
  case ast::NodeKind::EllipsisExpr:
    return Object::ellipsis();
  case ast::NodeKind::IntExpr:
    return evaluateInt(llvm::cast<ast::IntExpr>(expr));
  case ast::NodeKind::FloatExpr:
    return Object::real(llvm::cast<ast::FloatExpr>(expr).value);
  case ast::NodeKind::StringExpr:
    return Object::string(llvm::cast<ast::StringExpr>(expr).value);
  case ast::NodeKind::FormatStringExpr:
    return evaluateFormat(llvm::cast<ast::FormatStringExpr>(expr));
  case ast::NodeKind::TupleExpr:
    return evaluateDisplay(llvm::cast<ast::TupleExpr>(expr).elements);
  case ast::NodeKind::ListExpr:
    return evaluateDisplay(llvm::cast<ast::ListExpr>(expr).elements);
  case ast::NodeKind::SetExpr:
    return evaluateSet(llvm::cast<ast::SetExpr>(expr));
  case ast::NodeKind::DictExpr:
    return evaluateDict(llvm::cast<ast::DictExpr>(expr));
  case ast::NodeKind::ComprehensionExpr:
    return evaluateComprehension(llvm::cast<ast::ComprehensionExpr>(expr));
  case ast::NodeKind::ErrorExpr:
    return poison();
  default:
    return evaluateCompound(expr);
  }
}

Object Elaborator::evaluateCompound(const ast::Expr &expr) {
  switch (expr.kind) {
  case ast::NodeKind::AttributeExpr:
    return evaluateAttribute(llvm::cast<ast::AttributeExpr>(expr));
  case ast::NodeKind::SubscriptExpr:
    return evaluateSubscript(llvm::cast<ast::SubscriptExpr>(expr));
  case ast::NodeKind::SliceExpr:
    return evaluateSlice(llvm::cast<ast::SliceExpr>(expr));
  case ast::NodeKind::CallExpr:
    return evaluateCall(llvm::cast<ast::CallExpr>(expr));
  case ast::NodeKind::UnaryExpr:
    return evaluateUnary(llvm::cast<ast::UnaryExpr>(expr));
  case ast::NodeKind::BinaryExpr:
    return evaluateBinary(llvm::cast<ast::BinaryExpr>(expr));
  case ast::NodeKind::BoolOpExpr:
    return evaluateBoolOp(llvm::cast<ast::BoolOpExpr>(expr));
  case ast::NodeKind::CompareExpr:
    return evaluateCompare(llvm::cast<ast::CompareExpr>(expr));
  case ast::NodeKind::ConditionalExpr:
    return evaluateConditional(llvm::cast<ast::ConditionalExpr>(expr));
  case ast::NodeKind::LambdaExpr:
    return evaluateLambda(llvm::cast<ast::LambdaExpr>(expr));
  case ast::NodeKind::WalrusExpr:
    return evaluateWalrus(llvm::cast<ast::WalrusExpr>(expr));
  default:
    report(DiagnosticKind::ExpressionNotSupported, expr.range) << describe(expr.kind);
    return poison();
  }
}

Object Elaborator::evaluateInt(const ast::IntExpr &expr) {
  std::optional<evaluate::Integer> value = evaluate::Integer::parse(expr.digits, expr.radix);
  return value ? Object::integer(std::move(*value)) : poison();
}

Object Elaborator::evaluateAttribute(const ast::AttributeExpr &expr) {
  Object object = evaluate(*expr.object);
  return attribute(object, expr.name.text, expr.range);
}

Object Elaborator::attribute(const Object &object, std::string_view name, SourceRange range) {
  if (isPoison(object)) {
    return object;
  }
  if (asRunTime(object)) {
    return orPoison(at(range).attribute(object, name));
  }
  bool isPlain = object.isNumber() || object.isString() || object.isNone() || object.isDType() || object.isSequence();
  if (isPlain && name == "value") {
    return object; // a constexpr's `.value`
  }
  if (object.isNumber() && name == "to") {
    return Object::boundMethod(object, Object::builtin("tl.cast"));
  }
  return known(evaluator.attribute(object, name, range), range);
}

Object Elaborator::evaluateSubscript(const ast::SubscriptExpr &expr) {
  Object object = evaluate(*expr.object);
  Object index = evaluate(*expr.index);
  if (isPoison(object) || hasPoison(index)) {
    return poison();
  }
  if (asRunTime(object)) {
    return orPoison(at(expr.range).subscript(object, index));
  }
  if (asRunTime(index) && object.isSequence()) {
    return failed(DiagnosticKind::IndexNotConstexpr, expr.index->range);
  }
  return known(evaluator.index(object, index, expr.range), expr.range);
}

Object Elaborator::evaluateSlice(const ast::SliceExpr &expr) {
  auto part = [&](const ast::Expr *each) { return each ? evaluate(*each) : Object::none(); };
  Object start = part(expr.lower);
  Object stop = part(expr.upper);
  Object step = part(expr.step);
  if (isPoison(start) || isPoison(stop) || isPoison(step)) {
    return poison();
  }
  return Object::slice(std::move(start), std::move(stop), std::move(step));
}

Object Elaborator::evaluateFormat(const ast::FormatStringExpr &expr, std::vector<Object> *runTime) {
  std::string text;
  for (const ast::FormatPart &part : expr.parts) {
    if (!part.isField()) {
      text += part.text;
      continue;
    }
    text += part.debugText;
    Object value = evaluate(*part.value);
    if (hasPoison(value)) {
      return poison();
    }
    if (runTime && asTyped(value) && !part.formatSpec) {
      runTime->push_back(value);
      text += "{}";
      continue;
    }
    if (holdsRunTime(value)) {
      return failed(DiagnosticKind::FormatNotConstexpr, part.value->range);
    }
    bool showsRepr = !part.debugText.empty() && part.conversion == ast::FormatConversion::None && !part.formatSpec;
    if (showsRepr || part.conversion != ast::FormatConversion::None) {
      value = known(evaluator.text(value, part.conversion != ast::FormatConversion::Str, part.range), part.range);
    }
    Object spec = part.formatSpec ? evaluateFormat(*part.formatSpec) : Object::string("");
    if (isPoison(value) || isPoison(spec)) {
      return poison();
    }
    Object formatted = known(evaluator.format(value, spec.asString(), part.range), part.range);
    if (isPoison(formatted)) {
      return formatted;
    }
    text += formatted.asString();
    if (text.size() > evaluate::maximalSequenceLength) {
      return known(evaluate::tooLongText(part.range), part.range);
    }
  }
  return Object::string(text);
}

Object Elaborator::evaluateLambda(const ast::LambdaExpr &expr) { return evaluator.makeLambda(expr, scopeOfFrame()); }

Object Elaborator::evaluateWalrus(const ast::WalrusExpr &expr) {
  Object value = evaluate(*expr.value);
  assignName(*expr.target, value);
  const Binding *binding = env().find(expr.target->name);
  return binding->value;
}

} // namespace tkc::elaborate
