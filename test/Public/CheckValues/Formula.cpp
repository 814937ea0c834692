// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators, names and indices of formulas.
#include "Formula.h"

#include "tkc/Parse/Parse.h"

#include "llvm/Support/Casting.h"

#include <cmath>

#include "Evaluator.h"

namespace tkc::formula {

using namespace ast;

static double remainder(double a, double b) { return a - std::floor(a / b) * b; }

static Binary operationOf(BinaryOp op) {
  auto integers = [](auto f) { return [f](double a, double b) { return double(f(int64_t(a), int64_t(b))); }; };
  switch (op) {
  case BinaryOp::Add:
    return std::plus<double>();
  case BinaryOp::Sub:
    return std::minus<double>();
  case BinaryOp::Mul:
    return std::multiplies<double>();
  case BinaryOp::Div:
    return std::divides<double>();
  case BinaryOp::FloorDiv:
    return [](double a, double b) { return std::floor(a / b); };
  case BinaryOp::Mod:
    return remainder;
  case BinaryOp::Pow:
    return [](double a, double b) { return std::pow(a, b); };
  case BinaryOp::LShift:
    return integers([](int64_t a, int64_t b) { return a << b; });
  case BinaryOp::RShift:
    return integers([](int64_t a, int64_t b) { return a >> b; });
  case BinaryOp::BitAnd:
    return integers(std::bit_and<int64_t>());
  case BinaryOp::BitOr:
    return integers(std::bit_or<int64_t>());
  case BinaryOp::BitXor:
    return integers(std::bit_xor<int64_t>());
  case BinaryOp::MatMul:
    break;
  }
  return nullptr;
}

static Binary comparisonOf(CompareOp op) {
  switch (op) {
  case CompareOp::Eq:
    return std::equal_to<double>();
  case CompareOp::NotEq:
    return std::not_equal_to<double>();
  case CompareOp::Lt:
    return std::less<double>();
  case CompareOp::LtE:
    return std::less_equal<double>();
  case CompareOp::Gt:
    return std::greater<double>();
  case CompareOp::GtE:
    return std::greater_equal<double>();
  default:
    return nullptr;
  }
}

Result<Values> Evaluator::runBinary(const BinaryExpr &expr) {
  Result<Values> left = run(*expr.left);
  Result<Values> right = left ? run(*expr.right) : left;
  if (!right) {
    return right;
  }
  return expr.op == BinaryOp::MatMul ? multiplyMatrices(*left, *right) : zip(*left, *right, operationOf(expr.op));
}

Result<Values> Evaluator::runCompare(const CompareExpr &expr) {
  Result<Values> left = run(*expr.first);
  Result<Values> result = left ? Values::number(1) : left;
  for (const Comparison &comparison : expr.comparisons) {
    Result<Values> right = result ? run(*comparison.operand) : result;
    Binary f = comparisonOf(comparison.op);
    if (!right || !f) {
      return right ? Result<Values>(ErrorMessage{"this comparison is not known"}) : right;
    }
    Result<Values> holds = zip(*left, *right, f);
    result = holds ? zip(*result, *holds, std::multiplies<double>()) : holds;
    left = std::move(right);
  }
  return result;
}

/// The places that a slice names in a dimension.
static std::vector<int64_t> placesOf(int64_t size, std::optional<int64_t> lower, std::optional<int64_t> upper,
                                     int64_t step) {
  auto wrap = [size](int64_t place) { return place < 0 ? place + size : std::min(place, size); };
  int64_t start = lower ? wrap(*lower) : step > 0 ? 0 : size - 1;
  int64_t stop = upper ? wrap(*upper) : step > 0 ? size : -1;
  std::vector<int64_t> places;
  for (int64_t place = start; step > 0 ? place < stop : place > stop; place += step) {
    places.push_back(place);
  }
  return places;
}

Result<Values> Evaluator::runSubscript(const SubscriptExpr &expr) {
  Result<Values> value = run(*expr.object);
  size_t axis = 0;
  for (const Expr *index : expr.indices()) {
    if (!value) {
      return value;
    }
    if (llvm::isa<NoneExpr>(index)) {
      value->shape.insert(value->shape.begin() + long(axis++), 1);
      continue;
    }
    if (axis >= value->rank()) {
      return ErrorMessage{"there are more indices than dimensions"};
    }
    if (const auto *slice = llvm::dyn_cast<SliceExpr>(index)) {
      auto part = [this](const Expr *each) -> std::optional<int64_t> {
        Result<Values> found = each ? run(*each) : Result<Values>(ErrorMessage{});
        return found ? std::optional<int64_t>(int64_t(found->data[0])) : std::nullopt;
      };
      value = take(*value,
                   placesOf(value->shape[axis], part(slice->lower), part(slice->upper), part(slice->step).value_or(1)),
                   axis);
      ++axis;
      continue;
    }
    Result<Values> place = run(*index);
    if (!place) {
      return place;
    }
    std::vector<int64_t> places(place->data.begin(), place->data.end());
    for (int64_t &each : places) {
      each += each < 0 ? value->shape[axis] : 0;
    }
    value = take(*value, places, axis);
    if (value && place->rank() == 0) {
      value->shape.erase(value->shape.begin() + long(axis));
    } else if (value) {
      value->shape.erase(value->shape.begin() + long(axis));
      value->shape.insert(value->shape.begin() + long(axis), place->shape.begin(), place->shape.end());
      axis += place->rank();
    }
  }
  return value;
}

Result<Values> Evaluator::runTuple(const List<const Expr *> &elements) {
  std::vector<Values> items;
  for (const Expr *element : elements) {
    Result<Values> item = run(*element);
    if (!item) {
      return item;
    }
    item->shape.insert(item->shape.begin(), 1);
    items.push_back(std::move(*item));
  }
  return items.empty() ? Result<Values>(Values{{0}, {}}) : concatenate(items, 0);
}

Result<Values> Evaluator::run(const Expr &expr) {
  if (const auto *name = llvm::dyn_cast<NameExpr>(&expr)) {
    auto found = names.find(name->name);
    if (found == names.end()) {
      return ErrorMessage{"there is no `" + std::string(name->name) + "`"};
    }
    return found->second;
  }
  if (const auto *number = llvm::dyn_cast<IntExpr>(&expr)) {
    return Values::number(double(number->smallValue().value_or(0)));
  }
  if (const auto *number = llvm::dyn_cast<FloatExpr>(&expr)) {
    return Values::number(number->value);
  }
  if (const auto *truth = llvm::dyn_cast<BoolExpr>(&expr)) {
    return Values::number(truth->value);
  }
  if (const auto *unary = llvm::dyn_cast<UnaryExpr>(&expr)) {
    Result<Values> value = run(*unary->operand);
    bool isTruth = unary->op == UnaryOp::Invert || unary->op == UnaryOp::Not;
    return !value || unary->op == UnaryOp::Plus
               ? value
               : map(*value, [isTruth](double x) { return isTruth ? double(x == 0) : -x; });
  }
  switch (expr.kind) {
  case NodeKind::BinaryExpr:
    return runBinary(llvm::cast<BinaryExpr>(expr));
  case NodeKind::CompareExpr:
    return runCompare(llvm::cast<CompareExpr>(expr));
  case NodeKind::SubscriptExpr:
    return runSubscript(llvm::cast<SubscriptExpr>(expr));
  case NodeKind::TupleExpr:
    return runTuple(llvm::cast<TupleExpr>(expr).elements);
  case NodeKind::ListExpr:
    return runTuple(llvm::cast<ListExpr>(expr).elements);
  case NodeKind::CallExpr:
    return runCall(llvm::cast<CallExpr>(expr));
  case NodeKind::AttributeExpr: {
    Result<Values> value = run(*llvm::cast<AttributeExpr>(expr).object);
    bool isTransposed = value && value->rank() >= 2 && llvm::cast<AttributeExpr>(expr).name.text == "T";
    if (!isTransposed) {
      return value ? Result<Values>(ErrorMessage{"the only attribute is `T`, of matrices"}) : value;
    }
    std::vector<int64_t> order;
    for (size_t i = 0; i < value->rank(); ++i) {
      order.push_back(int64_t(i));
    }
    std::swap(order[order.size() - 2], order.back());
    return permute(*value, order);
  }
  default:
    return ErrorMessage{"formulas have no " + std::string(nodeKindName(expr.kind))};
  }
}

Result<Values> evaluate(const std::string &text, const Names &names) {
  SourceManager sources;
  DiagnosticEngine problems;
  Arena arena;
  const Expr *expr = parse::parseExpression(sources.addBuffer("formula", text), arena, problems);
  if (!expr || problems.hasErrors()) {
    return ErrorMessage{"`" + text + "` is no expression"};
  }
  return Evaluator(names).run(*expr);
}

} // namespace tkc::formula
