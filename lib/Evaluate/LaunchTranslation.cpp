// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs grids and heuristics on symbols that stand for launch arguments.
#include "tkc/Evaluate/LaunchTranslation.h"

#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <numeric>

namespace tkc::evaluate {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;
using launch::Expression;
using launch::Operator;

namespace {

/// A value that is known at launch.
class SymbolObject final : public OpaqueObject {
public:
  explicit SymbolObject(Expression expression) : expression(std::move(expression)) {}

  std::string kindName() const override { return "a value that is known at launch"; }
  const void *family() const override { return familyTag(); }
  static const void *familyTag() {
    static const char tag = 0;
    return &tag;
  }

  Expression expression;
  /// The value is that of `expression / divisor`, not rounded yet.
  std::optional<Expression> divisor;
  /// Only its attributes have values.
  bool isPointer = false;
};

} // namespace

static const SymbolObject *asSymbol(const Object &object) {
  bool isSymbol = object.isOpaque() && object.asOpaque().family() == SymbolObject::familyTag();
  return isSymbol ? static_cast<const SymbolObject *>(&object.asOpaque()) : nullptr;
}

static Object symbol(Expression expression) {
  return Object::opaque(std::make_shared<SymbolObject>(std::move(expression)));
}

void LaunchTranslation::addConstant(std::string_view name, Object value) {
  arguments.push_back({std::string(name), std::move(value)});
}

void LaunchTranslation::addArgument(std::string_view name, int64_t divisibility, bool isPointer) {
  auto data = std::make_shared<SymbolObject>(Expression::reference(std::string(name)));
  data->isPointer = isPointer;
  arguments.push_back({std::string(name), Object::opaque(data)});
  if (!isPointer) {
    divisibilities[std::string(name)] = divisibility;
  }
}

std::optional<Expression> LaunchTranslation::expressionOf(const Object &value) const {
  if (const SymbolObject *known = asSymbol(value)) {
    return known->divisor || known->isPointer ? std::nullopt : std::optional(known->expression);
  }
  std::optional<int64_t> number = value.toInt64();
  return number ? std::optional(Expression::integer(*number)) : std::nullopt;
}

//===- Operators -------------------------------------------------------------------------------------------------===//

int64_t LaunchTranslation::divisorOf(const Expression &expression) const {
  constexpr int64_t largest = int64_t(1) << 30;
  switch (expression.op) {
  case Operator::Integer:
    return expression.value == 0 ? largest : std::min(std::abs(expression.value), largest);
  case Operator::Name: {
    auto place = divisibilities.find(expression.name);
    return place == divisibilities.end() ? 1 : place->second;
  }
  case Operator::Multiply:
    return std::min(divisorOf(expression.operands[0]) * divisorOf(expression.operands[1]), largest);
  case Operator::Add:
  case Operator::Subtract:
    return std::gcd(divisorOf(expression.operands[0]), divisorOf(expression.operands[1]));
  default:
    return 1;
  }
}

std::optional<Object> LaunchTranslation::apply(Operator op, const std::vector<Object> &operands, bool isTruth) const {
  std::vector<Expression> expressions;
  for (const Object &operand : operands) {
    std::optional<Expression> expression = expressionOf(operand);
    if (!expression) {
      return std::nullopt;
    }
    expressions.push_back(std::move(*expression));
  }
  bool isModulo = op == Operator::Modulo && expressions[1].op == Operator::Integer && expressions[1].value != 0;
  if (isModulo && divisorOf(expressions[0]) % expressions[1].value == 0) {
    return Object::integer(0);
  }
  Expression result = launch::substitute(Expression::apply(op, std::move(expressions)), {});
  if (result.op != Operator::Integer) {
    return symbol(std::move(result));
  }
  return isTruth ? Object::boolean(result.value != 0) : Object::integer(result.value);
}

std::optional<Object> LaunchTranslation::unary(UnaryOp op, const Object &operand, SourceRange) {
  switch (op) {
  case UnaryOp::Minus:
    return apply(Operator::Negate, {operand});
  case UnaryOp::Not:
    return apply(Operator::Not, {operand}, /*isTruth=*/true);
  case UnaryOp::Plus:
    return operand;
  case UnaryOp::Invert:
    break;
  }
  return std::nullopt;
}

/// True for expressions that are 0 or 1.
static bool isTruthExpression(const std::optional<Expression> &expression) {
  return expression && expression->op >= Operator::Less && expression->op <= Operator::Not;
}

std::optional<Object> LaunchTranslation::binary(BinaryOp op, const Object &left, const Object &right, SourceRange) {
  std::optional<int64_t> amount = right.toInt64();
  bool isShift = amount && *amount >= 0 && *amount < 62;
  switch (op) {
  case BinaryOp::Add:
    return apply(Operator::Add, {left, right});
  case BinaryOp::Sub:
    return apply(Operator::Subtract, {left, right});
  case BinaryOp::Mul:
    return apply(Operator::Multiply, {left, right});
  case BinaryOp::FloorDiv:
    return apply(Operator::FloorDivide, {left, right});
  case BinaryOp::Mod:
    return apply(Operator::Modulo, {left, right});
  case BinaryOp::LShift:
    return isShift ? apply(Operator::Multiply, {left, Object::integer(int64_t(1) << *amount)}) : std::nullopt;
  case BinaryOp::RShift:
    return isShift ? apply(Operator::FloorDivide, {left, Object::integer(int64_t(1) << *amount)}) : std::nullopt;
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr: {
    bool areTruths = (left.isBool() || isTruthExpression(expressionOf(left))) &&
                     (right.isBool() || isTruthExpression(expressionOf(right)));
    return areTruths ? apply(op == BinaryOp::BitAnd ? Operator::And : Operator::Or, {left, right}, /*isTruth=*/true)
                     : std::nullopt;
  }
  case BinaryOp::Div: {
    // What follows is rounded by math.ceil or int.
    std::optional<Expression> numerator = expressionOf(left);
    std::optional<Expression> denominator = expressionOf(right);
    if (!numerator || !denominator) {
      return std::nullopt;
    }
    auto quotient = std::make_shared<SymbolObject>(*numerator);
    quotient->divisor = denominator;
    return Object::opaque(quotient);
  }
  case BinaryOp::MatMul:
  case BinaryOp::Pow:
  case BinaryOp::BitXor:
    break;
  }
  return std::nullopt;
}

std::optional<Object> LaunchTranslation::compare(CompareOp op, const Object &left, const Object &right, SourceRange) {
  // A pointer that is passed is not None.
  bool isNoneTest = left.isNone() || right.isNone();
  if (isNoneTest && (op == CompareOp::Eq || op == CompareOp::NotEq)) {
    return Object::boolean(op == CompareOp::NotEq);
  }
  switch (op) {
  case CompareOp::Eq:
    return apply(Operator::Equal, {left, right}, /*isTruth=*/true);
  case CompareOp::NotEq:
    return apply(Operator::NotEqual, {left, right}, /*isTruth=*/true);
  case CompareOp::Lt:
    return apply(Operator::Less, {left, right}, /*isTruth=*/true);
  case CompareOp::LtE:
    return apply(Operator::LessEqual, {left, right}, /*isTruth=*/true);
  case CompareOp::Gt:
    return apply(Operator::Greater, {left, right}, /*isTruth=*/true);
  case CompareOp::GtE:
    return apply(Operator::GreaterEqual, {left, right}, /*isTruth=*/true);
  default:
    return std::nullopt;
  }
}

std::optional<Object> LaunchTranslation::logical(bool isAnd, const Object &left, const Object &right, SourceRange) {
  std::optional<bool> isTrue = truthOf(right);
  if (isTrue) {
    return *isTrue == isAnd ? left : Object::boolean(*isTrue);
  }
  return apply(isAnd ? Operator::And : Operator::Or, {left, right}, /*isTruth=*/true);
}

std::optional<Object> LaunchTranslation::select(const Object &condition, const Object &whenTrue,
                                                const Object &whenFalse, SourceRange) {
  return apply(Operator::Select, {condition, whenTrue, whenFalse});
}

std::optional<Object> LaunchTranslation::attribute(const Object &object, std::string_view name, SourceRange) {
  const SymbolObject *known = asSymbol(object);
  bool isArray = known && known->isPointer && known->expression.op == Operator::Name;
  if (!isArray || (name != "shape" && name != "numel" && name != "nbytes")) {
    return std::nullopt;
  }
  auto data = std::make_shared<SymbolObject>(Expression::reference(known->expression.name + "." + std::string(name)));
  data->isPointer = name == "shape";
  return Object::opaque(data);
}

std::optional<Object> LaunchTranslation::index(const Object &object, const Object &index, SourceRange) {
  const SymbolObject *known = asSymbol(object);
  std::optional<int64_t> position = index.toInt64();
  if (!known || !known->isPointer || !position || *position < 0) {
    return std::nullopt;
  }
  return symbol(Expression::reference(known->expression.name + "[" + std::to_string(*position) + "]"));
}

std::optional<Object> LaunchTranslation::callBuiltin(const std::string &name, const CallArguments &arguments,
                                                     SourceRange) {
  const std::vector<Object> &given = arguments.positional;
  const SymbolObject *first = asSymbol(given[0]);
  bool isQuotient = first && first->divisor;
  if (isQuotient && (name == "math.ceil" || name == "math.floor" || name == "int")) {
    std::vector<Object> parts = {symbol(first->expression), symbol(*first->divisor)};
    return apply(name == "math.ceil" ? Operator::CeilDivide : Operator::FloorDivide, parts);
  }
  if (name == "int" || name == "math.ceil" || name == "math.floor" || name == "tl.constexpr") {
    return given[0];
  }
  if (name == "bool") {
    return apply(Operator::NotEqual, {given[0], Object::integer(0)}, /*isTruth=*/true);
  }
  bool isCdiv = name == "triton.cdiv" || name == "tl.cdiv" || name == "tkc.cdiv";
  if (isCdiv && given.size() == 2) {
    return apply(Operator::CeilDivide, given);
  }
  if (name == "triton.next_power_of_2" || name == "tkc.next_power_of_2") {
    return apply(Operator::NextPowerOfTwo, {given[0]});
  }
  if ((name == "min" || name == "max") && given.size() > 1 && arguments.keywords.empty()) {
    return apply(name == "min" ? Operator::Minimum : Operator::Maximum, given);
  }
  return std::nullopt;
}

//===- Functions -------------------------------------------------------------------------------------------------===//

Object LaunchTranslation::evaluateFunction(const Object &function, SourceRange range) {
  Object dict = Object::dict();
  for (const NamedObject &argument : arguments) {
    dict.asDict().entries.set(argument.name, argument.value);
  }
  OpaqueOperations *before = evaluator.setOpaqueOperations(this);
  Object result;
  if (function.isFunction()) {
    // The body sees the kernel's arguments as free names.
    FunctionObject copy = function.asFunction();
    Scope &scope = evaluator.newScope(Scope::Kind::Function, copy.scope, copy.module);
    CallArguments call;
    for (const NamedObject &argument : arguments) {
      scope.names.set(argument.name, argument.value);
    }
    for (const ast::Parameter &parameter : copy.parameters()) {
      const Object *named = dict.asDict().entries.find(parameter.name.text);
      if (parameter.kind <= ast::ParameterKind::Regular && !parameter.defaultValue) {
        call.positional.push_back(named ? *named : dict);
      }
    }
    copy.scope = &scope;
    result = evaluator.callFunction(copy, call, range);
  } else {
    result = evaluator.call(function, {{dict}, {}}, range);
  }
  evaluator.setOpaqueOperations(before);
  return result;
}

std::optional<Expression> LaunchTranslation::grid(const Object &grid, SourceRange range, Object &problem) {
  Object value = grid.isSequence() || grid.toInteger() ? grid : evaluateFunction(grid, range);
  std::vector<Object> extents = value.isSequence() ? value.items() : std::vector<Object>{value};
  if (extents.empty() || extents.size() > 3) {
    problem = Object::unknown("it has " + std::to_string(extents.size()) + " extents, expected 1 to 3", range);
    return std::nullopt;
  }
  std::vector<Expression> expressions;
  for (const Object &extent : extents) {
    std::optional<Expression> expression = expressionOf(extent);
    if (!expression) {
      problem = extent.isUnknown() ? extent
                                   : Object::unknown("an extent is '" + typeName(extent) + "', expected an int", range);
      return std::nullopt;
    }
    expressions.push_back(std::move(*expression));
  }
  return Expression::apply(Operator::Tuple, std::move(expressions));
}

} // namespace tkc::evaluate
