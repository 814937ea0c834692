// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over expressions; each kind of expression has one function.
#include "tkc/Evaluate/ExpressionEvaluator.h"

#include "tkc/AST/Visitor.h"
#include "tkc/Evaluate/Operations.h"

namespace tkc::evaluate {

using namespace ast;

/// Deeper nesting than this is refused, so that the evaluator can't run out of stack.
constexpr unsigned maximalDepth = 2500;

bool ExpressionEvaluator::Nesting::isTooDeep() const { return evaluator.depth > maximalDepth; }

static Object marked(Object result, bool mark) {
  return mark && !result.isUnknown() ? result.withConstexprMark() : result;
}

//===- Walk ------------------------------------------------------------------------------------------------------===//

struct ExpressionEvaluator::Walk : ExprVisitor<Walk, Object> {
  Walk(ExpressionEvaluator &host, Scope &scope) : host(host), scope(scope) {}

  Object evaluate(const Expr *expr) { return expr ? host.evaluate(*expr, scope) : Object(); }

  Object visitNameExpr(const NameExpr &expr) { return host.readName(expr, scope); }
  Object visitNoneExpr(const NoneExpr &) { return Object::none(); }
  Object visitBoolExpr(const BoolExpr &expr) { return Object::boolean(expr.value); }
  Object visitEllipsisExpr(const EllipsisExpr &) { return Object::ellipsis(); }
  Object visitFloatExpr(const FloatExpr &expr) { return Object::real(expr.value); }
  Object visitStringExpr(const StringExpr &expr) { return Object::string(expr.value); }
  Object visitBytesExpr(const BytesExpr &expr) { return Object::unknown("bytes have no meaning here", expr.range); }
  Object visitErrorExpr(const ErrorExpr &expr) { return Object::unknown("the source is broken here", expr.range); }

  Object visitIntExpr(const IntExpr &expr) {
    constexpr size_t maximalDigits = 10000;
    std::optional<Integer> value =
        expr.digits.size() <= maximalDigits ? Integer::parse(expr.digits, expr.radix) : std::nullopt;
    return value ? Object::integer(*value) : Object::unknown("the number is too large", expr.range, "ValueError");
  }

  Object visitImaginaryExpr(const ImaginaryExpr &expr) {
    return Object::unknown("complex numbers have no meaning here", expr.range);
  }

  Object visitFormatStringExpr(const FormatStringExpr &expr) {
    std::string text;
    for (const FormatPart &part : expr.parts) {
      if (!part.isField()) {
        text += part.text;
        continue;
      }
      Object field = formatField(part);
      if (!field.isString()) {
        return field;
      }
      text += part.debugText;
      text += field.asString();
      if (text.size() > maximalSequenceLength) {
        return tooLongText(part.range);
      }
    }
    return Object::string(text);
  }

  Object formatField(const FormatPart &part) {
    Object value = evaluate(part.value);
    if (value.isUnknown()) {
      return value;
    }
    bool isDebugRepr = !part.debugText.empty() && part.conversion == FormatConversion::None && !part.formatSpec;
    if (part.conversion == FormatConversion::Repr || part.conversion == FormatConversion::Ascii || isDebugRepr) {
      value = host.text(value, /*isRepr=*/true, part.range);
    } else if (part.conversion == FormatConversion::Str) {
      value = host.text(value, /*isRepr=*/false, part.range);
    }
    Object spec = part.formatSpec ? visitFormatStringExpr(*part.formatSpec) : Object::string("");
    Object text = spec.isString() ? host.format(value, spec.asString(), part.range) : spec;
    host.charge(text);
    return text;
  }

  /// The values of a display, with starred ones unpacked. An Unknown in `error` when one can't be.
  std::vector<Object> displayItems(const List<const Expr *> &elements, Object &error) {
    std::vector<Object> values;
    for (const Expr *element : elements) {
      const auto *starred = llvm::dyn_cast<StarredExpr>(element);
      if (!starred) {
        values.push_back(evaluate(element));
        continue;
      }
      Object packed = evaluate(starred->value);
      std::optional<std::vector<Object>> unpacked = host.items(packed, starred->range);
      if (!unpacked) {
        error = notIterable(packed, starred->range);
        continue;
      }
      values.insert(values.end(), unpacked->begin(), unpacked->end());
    }
    return values;
  }

  static Object notIterable(const Object &value, SourceRange range) {
    return value.isUnknown() ? value
                             : Object::unknown("'" + typeName(value) + "' can't be iterated over", range, "TypeError");
  }

  Object visitTupleExpr(const TupleExpr &expr) {
    Object error;
    std::vector<Object> values = displayItems(expr.elements, error);
    return error.isUnknown() ? error : Object::tuple(std::move(values));
  }

  Object visitListExpr(const ListExpr &expr) {
    Object error;
    std::vector<Object> values = displayItems(expr.elements, error);
    return error.isUnknown() ? error : Object::list(std::move(values));
  }

  Object visitSetExpr(const SetExpr &expr) {
    Object error;
    std::vector<Object> values = displayItems(expr.elements, error);
    Object result = Object::set();
    for (const Object &value : values) {
      Object problem = addToSet(result, value, expr.range);
      error = problem.isUnknown() ? problem : error;
    }
    return error.isUnknown() ? error : result;
  }

  static Object addToSet(const Object &set, const Object &value, SourceRange range) {
    if (value.isUnknown() || !isHashable(value)) {
      return value.isUnknown() ? value : unhashable(value, range);
    }
    set.asSet().entries.set(value, Object());
    return Object();
  }

  Object visitDictExpr(const DictExpr &expr) {
    Object result = Object::dict();
    for (const DictItem &item : expr.items) {
      Object problem = item.isUnpacking()
                           ? mergeInto(result, evaluate(item.value), item.value->range)
                           : assignSubscript(result, evaluate(item.key), evaluate(item.value), expr.range);
      if (problem.isUnknown()) {
        return problem;
      }
    }
    return result;
  }

  static Object mergeInto(const Object &dict, const Object &other, SourceRange range) {
    if (!other.is(ObjectKind::Dict)) {
      return other.isUnknown() ? other : Object::unknown("'" + typeName(other) + "' is no mapping", range, "TypeError");
    }
    for (const ObjectMap::Entry &entry : other.asDict().entries) {
      dict.asDict().entries.set(entry.key, entry.value);
    }
    return Object();
  }

  Object visitComprehensionExpr(const ComprehensionExpr &expr);
  Object runClauses(const ComprehensionExpr &expr, size_t clause, const Object &result);
  Object addElement(const ComprehensionExpr &expr, const Object &result);

  Object visitAttributeExpr(const AttributeExpr &expr) {
    return host.attribute(evaluate(expr.object), expr.name.text, expr.range);
  }

  Object visitSubscriptExpr(const SubscriptExpr &expr) {
    Object object = evaluate(expr.object);
    return host.index(object, evaluate(expr.index), expr.range);
  }

  Object visitSliceExpr(const SliceExpr &expr) {
    Object lower = evaluate(expr.lower);
    Object upper = evaluate(expr.upper);
    return Object::slice(lower, upper, evaluate(expr.step));
  }

  Object visitCallExpr(const CallExpr &expr) {
    Object callee = evaluate(expr.callee);
    Object error;
    CallArguments arguments = host.evaluateArguments(expr.arguments, scope, error);
    return error.isUnknown() ? error : host.call(callee, arguments, expr.range);
  }

  Object visitUnaryExpr(const UnaryExpr &expr) {
    Object operand = evaluate(expr.operand);
    return marked(host.unary(expr.op, operand, expr.range), operand.isMarkedConstexpr());
  }

  Object visitBinaryExpr(const BinaryExpr &expr) {
    Object left = evaluate(expr.left);
    Object right = evaluate(expr.right);
    return marked(host.binary(expr.op, left, right, expr.range), left.isMarkedConstexpr() || right.isMarkedConstexpr());
  }

  Object visitBoolOpExpr(const BoolOpExpr &expr) {
    Object value = evaluate(expr.operands[0]);
    for (size_t i = 1; i < expr.operands.size(); ++i) {
      std::optional<bool> isTrue = host.truth(value);
      if (!isTrue) {
        value = host.undecidedBoolOp(expr.isAnd, value, *expr.operands[i], scope);
      } else if (*isTrue == expr.isAnd) {
        value = evaluate(expr.operands[i]);
      } else {
        return value;
      }
    }
    return value;
  }

  Object visitCompareExpr(const CompareExpr &expr) {
    Object left = evaluate(expr.first);
    Object result;
    for (size_t i = 0; i < expr.comparisons.size(); ++i) {
      const Comparison &comparison = expr.comparisons[i];
      Object right = evaluate(comparison.operand);
      bool isMarked = left.isMarkedConstexpr() || right.isMarkedConstexpr();
      SourceRange range =
          join(i == 0 ? expr.first->range : expr.comparisons[i - 1].operand->range, comparison.operand->range);
      Object step = marked(host.compare(comparison.op, left, right, range), isMarked);
      result = i == 0 ? step : host.binary(BinaryOp::BitAnd, result, step, expr.range);
      if (host.truth(step) == false) {
        return step;
      }
      left = right;
    }
    return result;
  }

  Object visitConditionalExpr(const ConditionalExpr &expr) {
    Object condition = evaluate(expr.condition);
    std::optional<bool> isTrue = host.truth(condition);
    if (!isTrue) {
      return host.undecidedConditional(expr, condition, scope);
    }
    return evaluate(*isTrue ? expr.thenValue : expr.elseValue);
  }

  Object visitLambdaExpr(const LambdaExpr &expr) { return host.makeLambda(expr, scope); }

  Object visitWalrusExpr(const WalrusExpr &expr) {
    Object value = evaluate(expr.value);
    Scope *target = &scope;
    while (target->kind == Scope::Kind::Comprehension && target->parent) {
      target = target->parent;
    }
    Object problem = host.bindName(*expr.target, value, *target);
    return problem.isUnknown() ? problem : value;
  }

  Object visitStarredExpr(const StarredExpr &expr) { return evaluate(expr.value); }

  Object visitAwaitExpr(const AwaitExpr &expr) { return Object::unknown("`await` has no meaning here", expr.range); }

  Object visitYieldExpr(const YieldExpr &expr) { return host.yielded(evaluate(expr.value), expr.range); }

  Object visitYieldFromExpr(const YieldFromExpr &expr) {
    Object iterable = evaluate(expr.value);
    std::optional<std::vector<Object>> values = host.items(iterable, expr.range);
    if (!values) {
      return notIterable(iterable, expr.range);
    }
    for (const Object &value : *values) {
      host.yielded(value, expr.range);
    }
    return Object::none();
  }

  ExpressionEvaluator &host;
  Scope &scope;
};

//===- Comprehensions --------------------------------------------------------------------------------------------===//

Object ExpressionEvaluator::Walk::addElement(const ComprehensionExpr &expr, const Object &result) {
  Object element = evaluate(expr.element);
  switch (expr.comprehensionKind) {
  case ComprehensionKind::List:
  case ComprehensionKind::Generator:
    result.asList().items.push_back(element);
    return Object();
  case ComprehensionKind::Set:
    return addToSet(result, element, expr.range);
  case ComprehensionKind::Dict:
    return assignSubscript(result, element, evaluate(expr.value), expr.range);
  }
  return Object();
}

Object ExpressionEvaluator::Walk::runClauses(const ComprehensionExpr &expr, size_t clause, const Object &result) {
  if (clause == expr.clauses.size()) {
    return addElement(expr, result);
  }
  const ComprehensionClause &current = expr.clauses[clause];
  Object iterable = evaluate(current.iterable);
  std::optional<std::vector<Object>> values = host.items(iterable, current.iterable->range);
  if (!values) {
    return notIterable(iterable, current.iterable->range);
  }
  for (const Object &value : *values) {
    Object problem = host.takeStep() ? host.assign(*current.target, value, scope)
                                     : Object::unknown("evaluation takes too long", expr.range);
    bool isKept = !problem.isUnknown();
    for (size_t i = 0; isKept && i < current.conditions.size(); ++i) {
      Object condition = evaluate(current.conditions[i]);
      std::optional<bool> isTrue = host.truth(condition);
      problem = isTrue                  ? problem
                : condition.isUnknown() ? condition
                                        : Object::unknown("a filter is not known when the kernel is compiled",
                                                          current.conditions[i]->range);
      isKept = isTrue.value_or(false);
    }
    problem = isKept ? runClauses(expr, clause + 1, result) : problem;
    if (problem.isUnknown()) {
      return problem;
    }
  }
  return Object();
}

Object ExpressionEvaluator::Walk::visitComprehensionExpr(const ComprehensionExpr &expr) {
  Object result = expr.comprehensionKind == ComprehensionKind::Set    ? Object::set()
                  : expr.comprehensionKind == ComprehensionKind::Dict ? Object::dict()
                                                                      : Object::list({});
  auto inner = std::make_unique<Scope>();
  inner->kind = Scope::Kind::Comprehension;
  inner->parent = &scope;
  inner->module = scope.module;
  Object problem = Walk(host, *inner).runClauses(expr, 0, result);
  host.retire(std::move(inner));
  return problem.isUnknown() ? problem : result;
}

//===- ExpressionEvaluator ---------------------------------------------------------------------------------------===//

ExpressionEvaluator::~ExpressionEvaluator() = default;

Object ExpressionEvaluator::evaluate(const Expr &expr, Scope &scope) {
  Nesting nesting(*this);
  if (nesting.isTooDeep()) {
    return Object::unknown("the expression is nested too deeply", expr.range, "RecursionError");
  }
  if (!takeStep()) {
    return Object::unknown("evaluation takes too long", expr.range);
  }
  return Walk(*this, scope).visit(expr);
}

CallArguments ExpressionEvaluator::evaluateArguments(const List<Argument> &arguments, Scope &scope, Object &error) {
  CallArguments result;
  for (const Argument &argument : arguments) {
    Object value = evaluate(*argument.value, scope);
    switch (argument.kind) {
    case ArgumentKind::Positional:
      result.positional.push_back(value);
      break;
    case ArgumentKind::Keyword:
      result.keywords.push_back({std::string(argument.name.text), value});
      break;
    case ArgumentKind::Starred:
      if (std::optional<std::vector<Object>> values = items(value, argument.range)) {
        result.positional.insert(result.positional.end(), values->begin(), values->end());
      } else {
        error = Walk::notIterable(value, argument.range);
      }
      break;
    case ArgumentKind::KeywordUnpacking:
      if (!value.is(ObjectKind::Dict)) {
        error = value.isUnknown()
                    ? value
                    : Object::unknown("'" + typeName(value) + "' is no mapping", argument.range, "TypeError");
        break;
      }
      for (const ObjectMap::Entry &entry : value.asDict().entries) {
        if (!entry.key.isString()) {
          error = Object::unknown("keywords must be strings, and " + brief(entry.key) + " is none", argument.range,
                                  "TypeError");
          break;
        }
        result.keywords.push_back({entry.key.asString(), entry.value});
      }
      break;
    }
  }
  return result;
}

/// The number of items that come before a starred target, or all of them.
static size_t starredPlace(const List<const Expr *> &targets) {
  size_t place = 0;
  while (place < targets.size() && !llvm::isa<StarredExpr>(targets[place])) {
    ++place;
  }
  return place;
}

static Object wrongCount(size_t expected, size_t got, bool isAtLeast, SourceRange range) {
  return Object::unknown("there are " + std::to_string(got) + " values to unpack, expected " +
                             (isAtLeast ? "at least " : "") + std::to_string(expected),
                         range, "ValueError");
}

/// Groups values by target: a starred target gets a list.
static Object distribute(const List<const Expr *> &targets, std::vector<Object> values, SourceRange range) {
  size_t star = starredPlace(targets);
  bool hasStar = star < targets.size();
  size_t needed = targets.size() - (hasStar ? 1 : 0);
  if (hasStar ? values.size() < needed : values.size() != needed) {
    return wrongCount(needed, values.size(), hasStar, range);
  }
  if (hasStar) {
    auto first = values.begin() + star;
    auto last = first + (values.size() - needed);
    Object rest = Object::list(std::vector<Object>(first, last));
    values.insert(values.erase(first, last), rest);
  }
  return Object::tuple(std::move(values));
}

Object ExpressionEvaluator::assign(const Expr &target, const Object &value, Scope &scope) {
  if (const auto *name = llvm::dyn_cast<NameExpr>(&target)) {
    return bindName(*name, value, scope);
  }
  if (const auto *starred = llvm::dyn_cast<StarredExpr>(&target)) {
    return assign(*starred->value, value, scope);
  }
  if (const auto *access = llvm::dyn_cast<AttributeExpr>(&target)) {
    return assignAttribute(evaluate(*access->object, scope), access->name.text, value, target.range);
  }
  if (const auto *access = llvm::dyn_cast<SubscriptExpr>(&target)) {
    Object object = evaluate(*access->object, scope);
    return assignIndex(object, evaluate(*access->index, scope), value, target.range);
  }
  const auto *tuple = llvm::dyn_cast<TupleExpr>(&target);
  const auto *list = llvm::dyn_cast<ListExpr>(&target);
  if (!tuple && !list) {
    return Object::unknown("this can't be assigned to", target.range, "SyntaxError");
  }
  const List<const Expr *> &targets = tuple ? tuple->elements : list->elements;
  std::optional<std::vector<Object>> values = items(value, target.range);
  Object groups =
      values ? distribute(targets, std::move(*values), target.range) : Walk::notIterable(value, target.range);
  Object problem = groups.isUnknown() ? groups : Object();
  for (size_t i = 0; i < targets.size(); ++i) {
    Object result = assign(*targets[i], groups.isUnknown() ? groups : groups.items()[i], scope);
    problem = result.isUnknown() ? result : problem;
  }
  return problem;
}

Object ExpressionEvaluator::bindName(const NameExpr &name, const Object &value, Scope &scope) {
  scope.assign(name.name, value);
  return Object::none();
}

Object ExpressionEvaluator::unary(UnaryOp op, const Object &operand, SourceRange range) {
  return unaryOperation(op, operand, range);
}

Object ExpressionEvaluator::binary(BinaryOp op, const Object &left, const Object &right, SourceRange range) {
  return binaryOperation(op, left, right, range);
}

Object ExpressionEvaluator::compare(CompareOp op, const Object &left, const Object &right, SourceRange range) {
  return compareOperation(op, left, right, range);
}

Object ExpressionEvaluator::text(const Object &value, bool isRepr, SourceRange range) {
  return makeText(value, isRepr, range);
}

Object ExpressionEvaluator::format(const Object &value, std::string_view spec, SourceRange range) {
  return evaluate::format(value, spec, range);
}

Object ExpressionEvaluator::index(const Object &object, const Object &index, SourceRange range) {
  return subscript(object, index, range);
}

Object ExpressionEvaluator::assignIndex(const Object &object, const Object &index, const Object &value,
                                        SourceRange range) {
  return assignSubscript(object, index, value, range);
}

Object ExpressionEvaluator::assignAttribute(const Object &object, std::string_view name, const Object &,
                                            SourceRange range) {
  return object.isUnknown() ? object
                            : Object::unknown("the attribute `" + std::string(name) + "` of '" + typeName(object) +
                                                  "' can't be assigned",
                                              range, "AttributeError");
}

std::optional<bool> ExpressionEvaluator::truth(const Object &object) { return truthOf(object); }

Object ExpressionEvaluator::undecidedBoolOp(bool, const Object &left, const Expr &right, Scope &) {
  return left.isUnknown() ? left : Object::unknown("the truth of '" + typeName(left) + "' is not known", right.range);
}

Object ExpressionEvaluator::undecidedConditional(const ConditionalExpr &expr, const Object &condition, Scope &) {
  return condition.isUnknown()
             ? condition
             : Object::unknown("the truth of '" + typeName(condition) + "' is not known", expr.condition->range);
}

std::optional<std::vector<Object>> ExpressionEvaluator::items(const Object &object, SourceRange) {
  return iterate(object);
}

Object ExpressionEvaluator::yielded(const Object &, SourceRange range) {
  return Object::unknown("`yield` has no meaning here", range);
}

bool ExpressionEvaluator::takeStep() { return true; }

void ExpressionEvaluator::capture(Scope &scope) {
  for (Scope *outer = &scope; outer; outer = outer->parent) {
    outer->isCaptured = true;
  }
}

void ExpressionEvaluator::retire(std::unique_ptr<Scope> scope) {
  if (scope->isCaptured) {
    captured.push_back(std::move(scope));
  }
}

} // namespace tkc::evaluate
