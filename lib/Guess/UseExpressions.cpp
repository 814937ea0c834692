// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions: names, operators, comparisons.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

#include "UseWalker.h"

namespace tkc::guess {

using namespace ast;
using evaluate::ObjectKind;
using Kind = UseValue::Kind;

static constexpr size_t mostNesting = 200;
/// Of a tuple that a loop goes through.
static constexpr size_t mostItems = 16;

UseValue UseWalker::evaluate(const Expr &expr) {
  if (!takeStep() || depth >= mostNesting) {
    return {};
  }
  ++depth;
  UseValue value = evaluateCompound(expr);
  --depth;
  return value;
}

UseValue UseWalker::evaluateCompound(const Expr &expr) {
  switch (expr.kind) {
  case NodeKind::NameExpr:
    return evaluateName(llvm::cast<NameExpr>(expr));
  case NodeKind::AttributeExpr:
    return evaluateAttribute(llvm::cast<AttributeExpr>(expr));
  case NodeKind::SubscriptExpr:
    return evaluateSubscript(llvm::cast<SubscriptExpr>(expr));
  case NodeKind::CallExpr:
    return evaluateCall(llvm::cast<CallExpr>(expr));
  case NodeKind::TupleExpr:
    return evaluateTuple(llvm::cast<TupleExpr>(expr).elements);
  case NodeKind::ListExpr:
    return evaluateTuple(llvm::cast<ListExpr>(expr).elements);
  case NodeKind::UnaryExpr:
    return evaluateUnary(llvm::cast<UnaryExpr>(expr));
  case NodeKind::CompareExpr:
    return evaluateCompare(llvm::cast<CompareExpr>(expr));
  case NodeKind::BinaryExpr: {
    const auto &operation = llvm::cast<BinaryExpr>(expr);
    UseValue left = evaluate(*operation.left);
    return binary(operation.op, left, evaluate(*operation.right), expr.range);
  }
  case NodeKind::BoolOpExpr:
    for (const Expr *operand : llvm::cast<BoolOpExpr>(expr).operands) {
      test(evaluate(*operand));
    }
    return UseValue::ofKind(Kind::Boolean);
  case NodeKind::ConditionalExpr: {
    const auto &conditional = llvm::cast<ConditionalExpr>(expr);
    test(evaluate(*conditional.condition));
    UseValue value = evaluate(*conditional.thenValue);
    return join(value, evaluate(*conditional.elseValue));
  }
  case NodeKind::NoneExpr:
  case NodeKind::BoolExpr:
  case NodeKind::IntExpr:
  case NodeKind::FloatExpr:
  case NodeKind::StringExpr:
    return UseValue::ofObject(evaluator.evaluate(expr, *frames.back()->function->scope));
  default:
    return {};
  }
}

UseValue UseWalker::evaluateName(const NameExpr &expr) {
  auto place = names().find(expr.name);
  if (place != names().end()) {
    return place->second;
  }
  Object value = evaluator.readName(expr, *frames.back()->function->scope);
  return value.isUnknown() ? UseValue() : UseValue::ofObject(value);
}

UseValue UseWalker::evaluateAttribute(const AttributeExpr &expr) {
  UseValue object = evaluate(*expr.object);
  std::string_view name = expr.name.text;
  if (object.known && !object.isType) {
    Object value = evaluator.attribute(*object.known, name, expr.range);
    if (!value.isUnknown()) {
      return UseValue::ofObject(value);
    }
  }
  if (name == "dtype" || name == "type" || (name == "scalar" && object.isType)) {
    object.isType = true;
    object.known.reset();
    return object;
  }
  if (name == "element_ty" && object.isType) {
    bool isAddress = !object.bases.empty() || object.pointee;
    UseValue element = isAddress ? UseValue::ofVariable(facts.dereference(object)) : UseValue();
    element.isType = true;
    return element;
  }
  if (name == "T" || name == "value") {
    return object;
  }
  if (name == "shape" || name == "strides" || name == "block_shape") {
    facts.noteExact(object, name == "block_shape" ? Use::Descriptor : Use::Number);
    return UseValue::ofKind(Kind::Integer);
  }
  UseValue method;
  method.method = name;
  method.items.push_back(std::move(object));
  return method;
}

UseValue UseWalker::evaluateTuple(const List<const Expr *> &elements) {
  std::vector<UseValue> items;
  for (const Expr *element : elements) {
    items.push_back(evaluate(*element));
  }
  return UseValue::ofTuple(std::move(items));
}

UseValue UseWalker::evaluateSubscript(const SubscriptExpr &expr) {
  UseValue object = evaluate(*expr.object);
  UseValue index = evaluate(*expr.index);
  std::optional<int64_t> place = index.known ? index.known->toInt64() : std::nullopt;
  bool isParameter = object.exact && !facts.variables.has(*object.exact, Use::Element);
  if (!place && isParameter && index.kind == Kind::Integer) {
    // A tuple that a loop goes through; it is to be as long as the longest loop that is guessed.
    Variable first = facts.variables.item(*object.exact, 0);
    for (size_t i = 1; i < mostItems; ++i) {
      facts.variables.unify(first, facts.variables.item(*object.exact, i));
    }
    return UseValue::ofVariable(first);
  }
  if (!place) {
    // `x[:, None]` and the like keep what matters.
    bool isLookup = object.known && (object.known->is(ObjectKind::Dict) || object.known->isSequence());
    return isLookup ? UseValue() : object;
  }
  if (object.isTuple) {
    int64_t at = *place < 0 ? *place + int64_t(object.items.size()) : *place;
    return at >= 0 && at < int64_t(object.items.size()) ? object.items[size_t(at)] : UseValue();
  }
  if (isParameter && *place >= 0 && *place < 64) {
    return UseValue::ofVariable(facts.variables.item(*object.exact, size_t(*place)));
  }
  return object;
}

//===- Operators -------------------------------------------------------------------------------------------------===//

static bool isNumber(const UseValue &value) { return value.known && value.known->isNumber(); }

/// The kind of a sum or product.
static Kind combineKinds(const UseValue &a, const UseValue &b) {
  if (a.isFloat() || b.isFloat()) {
    return a.kind == Kind::Single || b.kind == Kind::Single ? Kind::Single : Kind::Float;
  }
  bool isInteger = (a.kind != Kind::Any || isNumber(a)) && (b.kind != Kind::Any || isNumber(b));
  return isInteger ? Kind::Integer : Kind::Any;
}

/// `4 - STAGE`, so that a comparison with a number says something of `STAGE`.
static std::optional<UseValue::Shifted> shift(const UseValue &left, const UseValue &right, bool isDifference) {
  bool isLeftNumber = left.known && left.known->isInt();
  const UseValue &number = isLeftNumber ? left : right;
  const UseValue &other = isLeftNumber ? right : left;
  std::optional<int64_t> amount = number.known ? number.known->toInt64() : std::nullopt;
  if (!amount || !other.exact || (*amount > 4096) || (*amount < -4096)) {
    return std::nullopt;
  }
  bool isNegated = isDifference && isLeftNumber;
  return UseValue::Shifted{*other.exact, isDifference && !isLeftNumber ? -*amount : *amount, isNegated};
}

UseValue UseWalker::sum(const UseValue &left, const UseValue &right, bool isDifference) {
  UseValue result;
  result.kind = combineKinds(left, right);
  result.bases = left.bases;
  for (const std::vector<Variable> &path : isDifference ? std::vector<std::vector<Variable>>() : right.bases) {
    if (left.bases.empty()) {
      result.bases.push_back(path);
    }
    for (std::vector<Variable> &known : result.bases) {
      merge(known, path);
    }
  }
  result.parts = left.parts;
  merge(result.parts, right.parts);
  result.pointee = left.pointee ? left.pointee : right.pointee;
  if (result.pointee) {
    facts.noteInteger(left.pointee ? right : left);
  }
  // The accumulator of a dot of integers is an integer.
  for (auto [dot, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    for (Variable operand : other->kind == Kind::Integer ? dot->dotOperands : std::vector<Variable>()) {
      facts.variables.note(operand, Use::Integer);
      facts.variables.note(operand, Use::Byte);
      result.kind = Kind::Integer;
    }
  }
  return result;
}

UseValue UseWalker::binary(BinaryOp op, const UseValue &left, const UseValue &right, SourceRange range) {
  if (left.known && right.known && !left.known->isNone() && !right.known->isNone()) {
    Object value = evaluator.binary(op, *left.known, *right.known, range);
    return value.isUnknown() ? UseValue() : UseValue::ofObject(value);
  }
  if (left.isTuple && right.isTuple && op == BinaryOp::Add) {
    std::vector<UseValue> items = left.items;
    items.insert(items.end(), right.items.begin(), right.items.end());
    return UseValue::ofTuple(std::move(items));
  }
  UseValue result;
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    facts.mix(left, right);
    result = sum(left, right, op == BinaryOp::Sub);
    result.shifted = shift(left, right, op == BinaryOp::Sub);
    return result;
  case BinaryOp::Mul:
  case BinaryOp::Pow:
  case BinaryOp::MatMul:
  case BinaryOp::Div:
    facts.noteNumber(left);
    facts.noteNumber(right);
    facts.mix(left, right);
    if (op == BinaryOp::Div) {
      return UseValue::ofKind(Kind::Float);
    }
    result.kind = combineKinds(left, right);
    result.parts = left.parts;
    merge(result.parts, right.parts);
    return result;
  case BinaryOp::BitAnd:
    // `FLAGS & 2` asks for a bit.
    if (left.exact && right.known && right.known->isInt()) {
      facts.variables.addComparison(*left.exact, CompareOp::Eq, *right.known);
    }
    [[fallthrough]];
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    if (left.kind == Kind::Boolean || right.kind == Kind::Boolean) {
      noteMask(left);
      noteMask(right);
      return UseValue::ofKind(Kind::Boolean);
    }
    [[fallthrough]];
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod:
  case BinaryOp::LShift:
  case BinaryOp::RShift:
    facts.noteNumber(left);
    facts.noteNumber(right);
    facts.noteInteger(left);
    facts.noteInteger(right);
    return UseValue::ofKind(Kind::Integer);
  }
  return result;
}

UseValue UseWalker::evaluateUnary(const UnaryExpr &expr) {
  UseValue operand = evaluate(*expr.operand);
  if (operand.known && expr.op != UnaryOp::Not) {
    Object value = evaluator.unary(expr.op, *operand.known, expr.range);
    return value.isUnknown() ? UseValue() : UseValue::ofObject(value);
  }
  switch (expr.op) {
  case UnaryOp::Not:
    test(operand);
    return UseValue::ofKind(Kind::Boolean);
  case UnaryOp::Invert:
    if (operand.kind == Kind::Boolean || (operand.exact && operand.kind == Kind::Any)) {
      noteMask(operand);
      return UseValue::ofKind(Kind::Boolean);
    }
    facts.noteInteger(operand);
    return UseValue::ofKind(Kind::Integer);
  case UnaryOp::Plus:
  case UnaryOp::Minus:
    facts.noteNumber(operand);
    operand.exact.reset();
    operand.bases.clear();
    return operand;
  }
  return operand;
}

void UseWalker::test(const UseValue &value) { facts.noteExact(value, Use::Tested); }

void UseWalker::noteMask(const UseValue &mask) {
  if (mask.kind == Kind::Any) {
    facts.noteExact(mask, Use::Mask);
  }
}

void UseWalker::compare(CompareOp op, const UseValue &left, const UseValue &right) {
  for (auto [value, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    bool isConstant = other->known && (other->known->isNumber() || other->known->isString() ||
                                       other->known->isDType() || other->known->isNone());
    if (value->exact && value->isType && other->known && other->known->isDType()) {
      facts.variables.of(*value->exact).types.push_back(other->known->asDType());
    }
    if (value->exact && isConstant && !value->isType) {
      if (other->known->isNone()) {
        facts.noteExact(*value, Use::NoneTested);
      } else {
        facts.variables.addComparison(*value->exact, op, *other->known);
      }
      if (other->known->isDType()) {
        facts.noteExact(*value, Use::Type);
      }
    }
    std::optional<int64_t> number = other->known ? other->known->toInt64() : std::nullopt;
    bool isEquality = op == CompareOp::Eq || op == CompareOp::NotEq;
    if (value->shifted && number && isEquality) {
      int64_t difference = *number - value->shifted->shift;
      facts.variables.addComparison(value->shifted->variable, op,
                                    Object::integer(value->shifted->isNegated ? -difference : difference));
    }
    if (other->kind == Kind::Integer) {
      facts.noteInteger(*value);
    }
  }
  if (op != CompareOp::Eq && op != CompareOp::NotEq && op != CompareOp::Is && op != CompareOp::IsNot) {
    facts.noteNumber(left);
    facts.noteNumber(right);
  }
  facts.mix(left, right);
}

UseValue UseWalker::evaluateCompare(const CompareExpr &expr) {
  UseValue left = evaluate(*expr.first);
  for (const Comparison &comparison : expr.comparisons) {
    UseValue right = evaluate(*comparison.operand);
    if ((comparison.op == CompareOp::In || comparison.op == CompareOp::NotIn) && right.isTuple) {
      for (const UseValue &item : right.items) {
        compare(CompareOp::Eq, left, item);
      }
    } else {
      compare(comparison.op, left, right);
    }
    left = std::move(right);
  }
  return UseValue::ofKind(Kind::Boolean);
}

} // namespace tkc::guess
