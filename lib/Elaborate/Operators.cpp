// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators: compile-time operands follow Python, the rest the typing rules.
#include "tkc/Evaluate/Operations.h"

#include "Elaborator.h"

namespace tkc::elaborate {

Object Elaborator::evaluateUnary(const ast::UnaryExpr &expr) {
  Object operand = evaluate(*expr.operand);
  if (isPoison(operand)) {
    return operand;
  }
  if (expr.op == ast::UnaryOp::Not) {
    return logicalNot(operand, expr.range);
  }
  if (asRunTime(operand)) {
    return orPoison(at(expr.range).unary(expr.op, operand));
  }
  return known(evaluator.unary(expr.op, operand, expr.range), expr.range);
}

Object Elaborator::logicalNot(const Object &operand, SourceRange range) {
  if (std::optional<bool> truth = truthOf(operand, range)) {
    return Object::boolean(!*truth);
  }
  return orPoison(at(range).unary(ast::UnaryOp::Not, operand));
}

Object Elaborator::evaluateBinary(const ast::BinaryExpr &expr) {
  Object left = evaluate(*expr.left);
  Object right = evaluate(*expr.right);
  return binary(expr.op, left, right, expr.range);
}

static const char *methodOf(ast::BinaryOp op) {
  switch (op) {
  case ast::BinaryOp::Add:
    return "add__";
  case ast::BinaryOp::Sub:
    return "sub__";
  case ast::BinaryOp::Mul:
    return "mul__";
  case ast::BinaryOp::MatMul:
    return "matmul__";
  case ast::BinaryOp::Div:
    return "truediv__";
  case ast::BinaryOp::FloorDiv:
    return "floordiv__";
  case ast::BinaryOp::Mod:
    return "mod__";
  case ast::BinaryOp::Pow:
    return "pow__";
  case ast::BinaryOp::LShift:
    return "lshift__";
  case ast::BinaryOp::RShift:
    return "rshift__";
  case ast::BinaryOp::BitOr:
    return "or__";
  case ast::BinaryOp::BitXor:
    return "xor__";
  case ast::BinaryOp::BitAnd:
    return "and__";
  }
  return "";
}

std::optional<Object> Elaborator::callOperatorMethod(std::string_view name, const Object &self,
                                                     std::vector<Object> arguments, SourceRange range) {
  if (!self.is(evaluate::ObjectKind::Instance) || !self.asInstance().type->find(name)) {
    return std::nullopt;
  }
  Object method = attribute(self, name, range);
  Object result = call(method, {std::move(arguments), {}}, range);
  return result.is(evaluate::ObjectKind::NotImplemented) ? std::nullopt : std::optional<Object>(std::move(result));
}

Object Elaborator::binary(ast::BinaryOp op, const Object &left, const Object &right, SourceRange range) {
  if (isPoison(left) || isPoison(right)) {
    return poison();
  }
  if (std::optional<Object> result = callOperatorMethod(std::string("__") + methodOf(op), left, {right}, range)) {
    return *result;
  }
  if (std::optional<Object> result = callOperatorMethod(std::string("__r") + methodOf(op), right, {left}, range)) {
    return *result;
  }
  if (asRunTime(left) || asRunTime(right)) {
    return orPoison(at(range).binary(op, left, right));
  }
  return known(evaluator.binary(op, left, right, range), range);
}

Object Elaborator::evaluateBoolOp(const ast::BoolOpExpr &expr) {
  Object result = evaluate(*expr.operands[0]);
  for (size_t i = 1; i < expr.operands.size(); ++i) {
    if (isPoison(result)) {
      return result;
    }
    if (std::optional<bool> truth = truthOf(result, expr.operands[i - 1]->range)) {
      if (*truth != expr.isAnd) {
        return result;
      }
      result = evaluate(*expr.operands[i]);
      continue;
    }
    Object next = evaluate(*expr.operands[i]);
    if (isPoison(next)) {
      return next;
    }
    SourceRange range = join(expr.operands[0]->range, expr.operands[i]->range);
    result = orPoison(at(range).logical(expr.isAnd, result, next));
  }
  return result;
}

Object Elaborator::evaluateCompare(const ast::CompareExpr &expr) {
  Object left = evaluate(*expr.first);
  SourceRange leftRange = expr.first->range;
  std::optional<Object> result;
  for (const ast::Comparison &comparison : expr.comparisons) {
    Object right = evaluate(*comparison.operand);
    Object link = compare(comparison.op, left, right, join(leftRange, comparison.operand->range));
    if (isPoison(link)) {
      return link;
    }
    std::optional<bool> truth = truthOf(link, expr.range);
    if (truth && !*truth) {
      return link;
    }
    std::optional<bool> before = result ? truthOf(*result, expr.range) : std::optional<bool>(true);
    result = before && *before ? link : truth ? *result : orPoison(at(expr.range).logical(true, *result, link));
    left = std::move(right);
    leftRange = comparison.operand->range;
  }
  return *result;
}

static const char *methodOf(ast::CompareOp op) {
  switch (op) {
  case ast::CompareOp::Eq:
    return "__eq__";
  case ast::CompareOp::NotEq:
    return "__ne__";
  case ast::CompareOp::Lt:
    return "__lt__";
  case ast::CompareOp::LtE:
    return "__le__";
  case ast::CompareOp::Gt:
    return "__gt__";
  case ast::CompareOp::GtE:
    return "__ge__";
  case ast::CompareOp::Is:
  case ast::CompareOp::IsNot:
  case ast::CompareOp::In:
  case ast::CompareOp::NotIn:
    return "";
  }
  return "";
}

Object Elaborator::compare(ast::CompareOp op, const Object &left, const Object &right, SourceRange range) {
  if (hasPoison(left) || hasPoison(right)) {
    return poison();
  }
  bool isIdentity = op == ast::CompareOp::Is || op == ast::CompareOp::IsNot;
  if (isIdentity && (asRunTime(left) || asRunTime(right))) {
    return Object::boolean(isIdentical(left, right) == (op == ast::CompareOp::Is));
  }
  if (!isIdentity && (op == ast::CompareOp::In || op == ast::CompareOp::NotIn)) {
    return contains(op, left, right, range);
  }
  if (std::optional<Object> result = callOperatorMethod(methodOf(op), left, {right}, range)) {
    return *result;
  }
  bool isEquality = op == ast::CompareOp::Eq || op == ast::CompareOp::NotEq;
  if (isEquality && left.isSequence() && right.isSequence() && (holdsRunTime(left) || holdsRunTime(right))) {
    return compareItems(op, left, right, range);
  }
  bool hasRunTimeOperand = asRunTime(left) || asRunTime(right);
  if (hasRunTimeOperand && isEquality && (left.isNone() || right.isNone())) {
    return Object::boolean(op == ast::CompareOp::NotEq);
  }
  if (hasRunTimeOperand) {
    return orPoison(at(range).compare(op, left, right));
  }
  return known(evaluator.compare(op, left, right, range), range);
}

Object Elaborator::conjunction(bool isAnd, const Object &left, const Object &right, SourceRange range) {
  if (std::optional<bool> truth = truthOf(left, range)) {
    return *truth == isAnd ? right : left;
  }
  return truthOf(right, range) == isAnd ? left : orPoison(at(range).logical(isAnd, left, right));
}

Object Elaborator::compareItems(ast::CompareOp op, const Object &left, const Object &right, SourceRange range) {
  bool isEqual = op == ast::CompareOp::Eq;
  if (left.items().size() != right.items().size()) {
    return Object::boolean(!isEqual);
  }
  Object result = Object::boolean(isEqual);
  for (auto [a, b] : llvm::zip_equal(left.items(), right.items())) {
    Object link = compare(op, a, b, range);
    if (isPoison(link)) {
      return link;
    }
    result = conjunction(isEqual, result, link, range);
  }
  return result;
}

Object Elaborator::contains(ast::CompareOp op, const Object &item, const Object &container, SourceRange range) {
  if (!holdsRunTime(item) && !holdsRunTime(container)) {
    return known(evaluator.compare(op, item, container, range), range);
  }
  std::optional<std::vector<Object>> items = itemsOf(container, range);
  if (!items) {
    return poison();
  }
  Object result = Object::boolean(false);
  for (const Object &each : *items) {
    Object link = compare(ast::CompareOp::Eq, item, each, range);
    if (isPoison(link)) {
      return link;
    }
    result = conjunction(false, result, link, range);
  }
  return op == ast::CompareOp::In ? result : logicalNot(result, range);
}

Object Elaborator::evaluateConditional(const ast::ConditionalExpr &expr) {
  Object condition = evaluate(*expr.condition);
  if (isPoison(condition)) {
    return condition;
  }
  if (std::optional<bool> truth = truthOf(condition, expr.condition->range)) {
    return evaluate(*truth ? *expr.thenValue : *expr.elseValue);
  }
  mlir::FailureOr<mlir::Value> test = at(expr.condition->range).condition(condition);
  if (mlir::failed(test)) {
    return poison();
  }
  if (std::optional<bool> truth = constantTruth(*test)) {
    return evaluate(*truth ? *expr.thenValue : *expr.elseValue);
  }
  static constexpr llvm::StringLiteral valueName = "$value";
  Needed needed;
  NameSet reads;
  needed.names.insert(valueName);
  collectUses(expr, reads, needed.names);
  auto branch = [&](const ast::Expr &value) {
    return runBranch(env(), [&] { env().bind(valueName, evaluate(value), value.range); });
  };
  Branch thenBranch = branch(*expr.thenValue);
  Branch elseBranch = branch(*expr.elseValue);
  merge(*test, std::move(thenBranch), std::move(elseBranch), needed, expr.range);
  Binding binding = env().names.lookup(valueName);
  env().names.erase(valueName);
  if (binding.state != Binding::State::Conflict) {
    return binding.value;
  }
  report(DiagnosticKind::ConditionalTypesDiffer, expr.range) << binding.firstType << binding.secondType;
  return poison();
}

} // namespace tkc::elaborate
