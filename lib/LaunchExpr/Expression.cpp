// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Building, printing, evaluating and folding launch expressions.
#include "tkc/LaunchExpr/Expression.h"

#include <algorithm>
#include <limits>

#include "OperatorTable.h"

namespace tkc::launch {

Expression Expression::integer(int64_t value) {
  Expression expression;
  expression.value = value;
  return expression;
}

Expression Expression::reference(std::string name) {
  Expression expression;
  expression.op = Operator::Name;
  expression.name = std::move(name);
  return expression;
}

Expression Expression::apply(Operator op, std::vector<Expression> operands) {
  Expression expression;
  expression.op = op;
  expression.operands = std::move(operands);
  return expression;
}

bool Expression::operator==(const Expression &other) const {
  return op == other.op && value == other.value && name == other.name && operands == other.operands;
}

/// Puts the operand into parentheses when it binds less tightly than its place needs.
static std::string formatAt(const Expression &operand, int needed) {
  std::string text = formatExpression(operand);
  bool isNegative = operand.op == Operator::Integer && operand.value < 0;
  int precedence = isNegative ? rowOf(Operator::Negate).precedence : rowOf(operand.op).precedence;
  return precedence < needed ? "(" + text + ")" : text;
}

static std::string formatList(const std::vector<Expression> &items) {
  std::string text;
  for (const Expression &item : items) {
    text += (text.empty() ? "" : ", ") + formatExpression(item);
  }
  return text;
}

static std::string formatPrefix(const Expression &expression, const OperatorRow &row) {
  bool isNot = expression.op == Operator::Not;
  const Expression &operand = expression.operands[0];
  // `-3` reads back as an integer, so a negated integer keeps its parentheses.
  int needed = operand.op == Operator::Integer && !isNot ? leafPrecedence + 1 : row.precedence;
  return (isNot ? "not " : "-") + formatAt(operand, needed);
}

std::string formatExpression(const Expression &expression) {
  const OperatorRow &row = rowOf(expression.op);
  const std::vector<Expression> &operands = expression.operands;
  switch (row.form) {
  case Form::Leaf:
    return expression.op == Operator::Name ? expression.name : std::to_string(expression.value);
  case Form::Tuple:
    return "(" + formatList(operands) + (operands.size() == 1 ? ",)" : ")");
  case Form::Select:
    return formatAt(operands[1], row.precedence + 1) + " if " + formatAt(operands[0], row.precedence + 1) + " else " +
           formatAt(operands[2], row.precedence);
  case Form::Infix: {
    // Comparisons chain, so one inside another needs parentheses on both sides.
    int left = row.precedence == comparisonPrecedence ? row.precedence + 1 : row.precedence;
    return formatAt(operands[0], left) + " " + std::string(row.spelling) + " " +
           formatAt(operands[1], row.precedence + 1);
  }
  case Form::Prefix:
    return formatPrefix(expression, row);
  case Form::Call:
    return std::string(row.spelling) + "(" + formatList(operands) + ")";
  }
  return "";
}

static ErrorMessage errorIn(const Expression &expression, const std::string &what) {
  return ErrorMessage{what + " in `" + formatExpression(expression) + "`"};
}

static bool overflows(Operator op, int64_t left, int64_t right, int64_t &value) {
  switch (op) {
  case Operator::Add:
    return __builtin_add_overflow(left, right, &value);
  case Operator::Subtract:
    return __builtin_sub_overflow(left, right, &value);
  default:
    return __builtin_mul_overflow(left, right, &value);
  }
}

static Result<int64_t> divide(const Expression &expression, int64_t left, int64_t right) {
  if (right == 0) {
    return errorIn(expression, "division by zero");
  }
  if (expression.op == Operator::CeilDivide && right < 0) {
    return errorIn(expression, "cdiv by a negative number");
  }
  if (right == -1) {
    int64_t negated = 0;
    if (expression.op == Operator::FloorDivide && __builtin_sub_overflow(int64_t(0), left, &negated)) {
      return errorIn(expression, "overflow of 64 bits");
    }
    return negated;
  }
  int64_t quotient = left / right;
  int64_t rest = left % right;
  bool roundsDown = rest != 0 && (rest < 0) != (right < 0);
  if (expression.op == Operator::Modulo) {
    return rest + (roundsDown ? right : 0);
  }
  if (expression.op == Operator::FloorDivide) {
    return quotient - (roundsDown ? 1 : 0);
  }
  return quotient + (rest > 0 ? 1 : 0);
}

static Result<int64_t> nextPowerOfTwo(const Expression &expression, int64_t value) {
  if (value > int64_t(1) << 62) {
    return errorIn(expression, "overflow of 64 bits");
  }
  int64_t power = value <= 0 ? 0 : 1;
  while (power < value) {
    power *= 2;
  }
  return power;
}

/// Applies an operator that looks at all its operands.
static Result<int64_t> applyTo(const Expression &expression, const std::vector<int64_t> &operands) {
  int64_t left = operands[0];
  int64_t right = operands.back();
  switch (expression.op) {
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply: {
    int64_t value;
    if (overflows(expression.op, left, right, value)) {
      return errorIn(expression, "overflow of 64 bits");
    }
    return value;
  }
  case Operator::Negate: {
    int64_t value;
    if (overflows(Operator::Subtract, 0, left, value)) {
      return errorIn(expression, "overflow of 64 bits");
    }
    return value;
  }
  case Operator::FloorDivide:
  case Operator::Modulo:
  case Operator::CeilDivide:
    return divide(expression, left, right);
  case Operator::Less:
    return int64_t(left < right);
  case Operator::LessEqual:
    return int64_t(left <= right);
  case Operator::Greater:
    return int64_t(left > right);
  case Operator::GreaterEqual:
    return int64_t(left >= right);
  case Operator::Equal:
    return int64_t(left == right);
  case Operator::NotEqual:
    return int64_t(left != right);
  case Operator::Not:
    return int64_t(left == 0);
  case Operator::Minimum:
    return *std::min_element(operands.begin(), operands.end());
  case Operator::Maximum:
    return *std::max_element(operands.begin(), operands.end());
  case Operator::NextPowerOfTwo:
    return nextPowerOfTwo(expression, left);
  case Operator::Integer:
  case Operator::Name:
  case Operator::Tuple:
  case Operator::And:
  case Operator::Or:
  case Operator::Select:
    break;
  }
  return errorIn(expression, "expects one number, got several");
}

/// `and`, `or` and `if` evaluate only what they need; as in Python, `and` and `or` give one of their operands.
static Result<int64_t> evaluateLazily(const Expression &expression, const Environment &environment) {
  Result<int64_t> first = evaluate(expression.operands[0], environment);
  if (!first) {
    return first;
  }
  if (expression.op == Operator::Select) {
    return evaluate(expression.operands[*first != 0 ? 1 : 2], environment);
  }
  bool decided = (*first != 0) == (expression.op == Operator::Or);
  return decided ? first : evaluate(expression.operands[1], environment);
}

static bool isLazy(Operator op) { return op == Operator::And || op == Operator::Or || op == Operator::Select; }

Result<int64_t> evaluate(const Expression &expression, const Environment &environment) {
  if (expression.op == Operator::Integer) {
    return expression.value;
  }
  if (expression.op == Operator::Name) {
    auto found = environment.find(expression.name);
    if (found == environment.end()) {
      return ErrorMessage{"unknown name `" + expression.name + "`"};
    }
    return found->second;
  }
  if (isLazy(expression.op)) {
    return evaluateLazily(expression, environment);
  }
  if (expression.op == Operator::Tuple) {
    return errorIn(expression, "expects one number, got a tuple");
  }
  std::vector<int64_t> operands;
  for (const Expression &operand : expression.operands) {
    Result<int64_t> value = evaluate(operand, environment);
    if (!value) {
      return value;
    }
    operands.push_back(*value);
  }
  return applyTo(expression, operands);
}

Result<std::vector<int64_t>> evaluateTuple(const Expression &expression, const Environment &environment) {
  if (expression.op == Operator::Select) {
    Result<int64_t> condition = evaluate(expression.operands[0], environment);
    if (!condition) {
      return condition.takeError();
    }
    return evaluateTuple(expression.operands[*condition != 0 ? 1 : 2], environment);
  }
  std::vector<int64_t> values;
  bool isTuple = expression.op == Operator::Tuple;
  size_t count = isTuple ? expression.operands.size() : 1;
  for (size_t i = 0; i < count; ++i) {
    Result<int64_t> value = evaluate(isTuple ? expression.operands[i] : expression, environment);
    if (!value) {
      return value.takeError();
    }
    values.push_back(*value);
  }
  return values;
}

Expression substitute(const Expression &expression, const Environment &environment) {
  if (expression.op == Operator::Integer) {
    return expression;
  }
  if (expression.op == Operator::Name) {
    auto found = environment.find(expression.name);
    return found == environment.end() ? expression : Expression::integer(found->second);
  }
  Expression result = Expression::apply(expression.op, {});
  for (const Expression &operand : expression.operands) {
    result.operands.push_back(substitute(operand, environment));
  }
  bool choosesNow = isLazy(result.op) && result.operands[0].op == Operator::Integer;
  if (choosesNow) {
    bool isTrue = result.operands[0].value != 0;
    if (result.op == Operator::Select) {
      return result.operands[isTrue ? 1 : 2];
    }
    return result.operands[isTrue == (result.op == Operator::Or) ? 0 : 1];
  }
  bool isConstant = std::all_of(result.operands.begin(), result.operands.end(),
                                [](const Expression &operand) { return operand.op == Operator::Integer; });
  if (isConstant && result.op != Operator::Tuple) {
    if (Result<int64_t> value = evaluate(result, environment)) {
      return Expression::integer(*value);
    }
  }
  return result;
}

static void collectNames(const Expression &expression, std::vector<std::string> &names) {
  if (expression.op == Operator::Name && std::find(names.begin(), names.end(), expression.name) == names.end()) {
    names.push_back(expression.name);
  }
  for (const Expression &operand : expression.operands) {
    collectNames(operand, names);
  }
}

std::vector<std::string> namesIn(const Expression &expression) {
  std::vector<std::string> names;
  collectNames(expression, names);
  return names;
}

} // namespace tkc::launch
