// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of formulas.
#include "tkc/Data/FloatFormat.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "Evaluator.h"

namespace tkc::formula {

using namespace ast;

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
static double roundToEven(double x) { return std::nearbyint(x); }

static const std::map<std::string, double (*)(double), std::less<>> &unaryFunctions() {
  static const std::map<std::string, double (*)(double), std::less<>> table = {
      {"exp", [](double x) { return std::exp(x); }},
      {"exp2", [](double x) { return std::exp2(x); }},
      {"log", [](double x) { return std::log(x); }},
      {"log2", [](double x) { return std::log2(x); }},
      {"log1p", [](double x) { return std::log1p(x); }},
      {"sqrt", [](double x) { return std::sqrt(x); }},
      {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
      {"sin", [](double x) { return std::sin(x); }},
      {"cos", [](double x) { return std::cos(x); }},
      {"tanh", [](double x) { return std::tanh(x); }},
      {"erf", [](double x) { return std::erf(x); }},
      {"abs", [](double x) { return std::fabs(x); }},
      {"floor", [](double x) { return std::floor(x); }},
      {"ceil", [](double x) { return std::ceil(x); }},
      {"trunc", [](double x) { return std::trunc(x); }},
      {"round", roundToEven},
      {"sign", [](double x) { return double(x > 0) - double(x < 0); }},
      {"isnan", [](double x) { return double(std::isnan(x)); }},
      {"isinf", [](double x) { return double(std::isinf(x)); }},
      {"sigmoid", sigmoid},
      {"silu", [](double x) { return x * sigmoid(x); }},
      {"relu", [](double x) { return std::max(x, 0.0); }},
      {"gelu", [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }},
      {"gelu_tanh",
       [](double x) { return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); }},
      {"softplus", [](double x) { return std::log1p(std::exp(x)); }},
  };
  return table;
}

static const std::map<std::string, double (*)(double, double), std::less<>> &binaryFunctions() {
  static const std::map<std::string, double (*)(double, double), std::less<>> table = {
      {"maximum", [](double a, double b) { return std::max(a, b); }},
      {"minimum", [](double a, double b) { return std::min(a, b); }},
      {"pow", [](double a, double b) { return std::pow(a, b); }},
      {"atan2", [](double a, double b) { return std::atan2(a, b); }},
      {"fmod", [](double a, double b) { return std::fmod(a, b); }},
      {"cdiv", [](double a, double b) { return std::ceil(a / b); }},
  };
  return table;
}

using Line = std::vector<double>;

static double sumOf(const Line &line) { return std::accumulate(line.begin(), line.end(), 0.0); }

static const std::map<std::string, double (*)(const Line &), std::less<>> &folds() {
  static const std::map<std::string, double (*)(const Line &), std::less<>> table = {
      {"sum", sumOf},
      {"mean", [](const Line &line) { return sumOf(line) / double(line.size()); }},
      {"prod",
       [](const Line &line) { return std::accumulate(line.begin(), line.end(), 1.0, std::multiplies<double>()); }},
      {"max", [](const Line &line) { return *std::max_element(line.begin(), line.end()); }},
      {"min", [](const Line &line) { return *std::min_element(line.begin(), line.end()); }},
      {"argmax", [](const Line &line) { return double(std::max_element(line.begin(), line.end()) - line.begin()); }},
      {"argmin", [](const Line &line) { return double(std::min_element(line.begin(), line.end()) - line.begin()); }},
      {"any",
       [](const Line &line) { return double(std::any_of(line.begin(), line.end(), [](double x) { return x != 0; })); }},
      {"all",
       [](const Line &line) { return double(std::all_of(line.begin(), line.end(), [](double x) { return x != 0; })); }},
      {"var",
       [](const Line &line) {
         double mean = sumOf(line) / double(line.size()), total = 0;
         for (double x : line) {
           total += (x - mean) * (x - mean);
         }
         return total / double(line.size());
       }},
      {"logsumexp",
       [](const Line &line) {
         double most = *std::max_element(line.begin(), line.end()), total = 0;
         for (double x : line) {
           total += std::exp(x - most);
         }
         return most + std::log(total);
       }},
  };
  return table;
}

static void softmax(Line &line) {
  double most = *std::max_element(line.begin(), line.end()), total = 0;
  for (double &x : line) {
    total += x = std::exp(x - most);
  }
  for (double &x : line) {
    x /= total;
  }
}

static const std::map<std::string, void (*)(Line &), std::less<>> &lineFunctions() {
  static const std::map<std::string, void (*)(Line &), std::less<>> table = {
      {"softmax", softmax},
      {"log_softmax",
       [](Line &line) {
         softmax(line);
         std::transform(line.begin(), line.end(), line.begin(), [](double x) { return std::log(x); });
       }},
      {"cumsum", [](Line &line) { std::partial_sum(line.begin(), line.end(), line.begin()); }},
      {"cumprod",
       [](Line &line) { std::partial_sum(line.begin(), line.end(), line.begin(), std::multiplies<double>()); }},
      {"flip", [](Line &line) { std::reverse(line.begin(), line.end()); }},
      {"sort", [](Line &line) { std::sort(line.begin(), line.end()); }},
      {"argsort",
       [](Line &line) {
         std::vector<size_t> places(line.size());
         std::iota(places.begin(), places.end(), size_t(0));
         std::stable_sort(places.begin(), places.end(), [&line](size_t a, size_t b) { return line[a] < line[b]; });
         std::copy(places.begin(), places.end(), line.begin());
       }},
  };
  return table;
}

//===- Arguments -------------------------------------------------------------------------------------------------===//

const Values *Evaluator::Call::get(size_t position, std::string_view keyword) const {
  auto found = keywords.find(keyword);
  return found != keywords.end() ? &found->second : position < values.size() ? &values[position] : nullptr;
}

bool Evaluator::Call::has(size_t position, std::string_view keyword) const { return get(position, keyword) != nullptr; }

int64_t Evaluator::Call::integer(size_t position, std::string_view keyword, int64_t otherwise) const {
  const Values *value = get(position, keyword);
  return value && value->count() == 1 ? int64_t(value->data[0]) : otherwise;
}

static Shape shapeOf(const Values &value) { return {value.data.begin(), value.data.end()}; }

//===- Families --------------------------------------------------------------------------------------------------===//

/// `f(x)` over all elements, `f(x, axis)` over a dimension.
Result<Values> Evaluator::callFold(const Call &call) {
  Values value = call.values[0];
  bool keeps = call.integer(2, "keepdims", 0) != 0;
  auto f = folds().at(call.name);
  if (!call.has(1, "axis")) {
    return Values::number(f(value.data));
  }
  Result<size_t> axis = dimensionOf(value, call.integer(1, "axis", 0));
  return axis ? Result<Values>(fold(value, *axis, keeps, f)) : Result<Values>(axis.takeError());
}

Result<Values> Evaluator::callLine(const Call &call) {
  Result<size_t> axis = dimensionOf(call.values[0], call.integer(1, "axis", -1));
  return axis ? Result<Values>(eachLine(call.values[0], *axis, lineFunctions().at(call.name)))
              : Result<Values>(axis.takeError());
}

static Values triangle(Values value, int64_t diagonal, bool isLower) {
  auto columns = size_t(value.shape.back()), rows = size_t(value.shape[value.rank() - 2]);
  for (size_t i = 0; i < value.count(); ++i) {
    auto row = int64_t(i / columns % rows), column = int64_t(i % columns);
    bool isKept = isLower ? column <= row + diagonal : column >= row + diagonal;
    value.data[i] = isKept ? value.data[i] : 0;
  }
  return value;
}

/// The value as the type would hold it.
static Result<Values> castTo(const Values &value, const std::string &type) {
  static const std::map<std::string, data::FloatFormat, std::less<>> formats = {
      {"fp16", data::float16Format},     {"bf16", data::bfloat16Format},        {"fp32", data::float32Format},
      {"fp8e5", data::float8E5M2Format}, {"fp8e4nv", data::float8E4M3FNFormat}, {"tf32", data::tf32Format}};
  auto format = formats.find(type);
  if (format != formats.end()) {
    return map(value, [&](double x) {
      return data::roundToFormat(format->second, x, data::Rounding::NearestEven,
                                 format->second.bits() == 8 ? data::Overflow::Saturate : data::Overflow::ToInfinity);
    });
  }
  if (type == "int") {
    return map(value, [](double x) { return std::trunc(x); });
  }
  return ErrorMessage{"there is no type `" + type + "`"};
}

Result<Values> Evaluator::callShape(const Call &call) {
  const Values &value = call.values[0];
  if (call.name == "reshape") {
    return reshape(value, shapeOf(call.values[1]));
  }
  if (call.name == "broadcast") {
    return broadcast(value, shapeOf(call.values[1]));
  }
  if (call.name == "permute") {
    return permute(value, shapeOf(call.values[1]));
  }
  if (call.name == "tril" || call.name == "triu") {
    return triangle(value, call.integer(1, "diagonal", 0), call.name == "tril");
  }
  Result<size_t> axis = dimensionOf(value, call.integer(2, "axis", 0));
  if (!axis) {
    return axis.takeError();
  }
  if (call.name == "take") {
    return take(value, shapeOf(call.values[1]), *axis);
  }
  std::vector<int64_t> places; // repeat(x, times, axis)
  int64_t times = call.integer(1, "times", 1);
  for (int64_t i = 0; i < value.shape[*axis] * times; ++i) {
    places.push_back(i / times);
  }
  return take(value, places, *axis);
}

Result<Values> Evaluator::callOther(const Call &call) {
  const std::vector<Values> &values = call.values;
  if (call.name == "where" && values.size() == 3) {
    Result<Values> yes = zip(values[0], values[1], [](double c, double x) { return c != 0 ? x : 0; });
    Result<Values> no = yes ? zip(values[0], values[2], [](double c, double x) { return c == 0 ? x : 0; }) : yes;
    return no ? zip(*yes, *no, std::plus<double>()) : no;
  }
  if (call.name == "clip" && values.size() == 3) {
    Result<Values> above = zip(values[0], values[1], binaryFunctions().at("maximum"));
    return above ? zip(*above, values[2], binaryFunctions().at("minimum")) : above;
  }
  if (call.name == "arange" && values.size() == 1) {
    Values result = Values::filled({call.integer(0, "", 0)}, 0);
    std::iota(result.data.begin(), result.data.end(), 0.0);
    return result;
  }
  if (call.name == "full" && values.size() == 2) {
    return Values::filled(shapeOf(values[0]), values[1].data[0]);
  }
  if (call.name == "put" && values.size() == 3 && values[1].count() != 0) { // rows of x replaced
    Values result = values[0];
    size_t row = result.count() / size_t(result.shape[0]);
    Shape shape = result.shape;
    shape[0] = int64_t(values[1].count());
    Result<Values> rows = broadcast(values[2], shape);
    for (size_t i = 0; rows && i < values[1].count(); ++i) {
      std::copy_n(rows->data.begin() + long(i * row), row, result.data.begin() + long(values[1].data[i]) * long(row));
    }
    return rows ? Result<Values>(result) : rows;
  }
  return ErrorMessage{"there is no `" + call.name + "` with " + std::to_string(values.size()) + " arguments"};
}

Result<Values> Evaluator::callJoin(const std::string &name, const CallExpr &expr) {
  const auto *tuple = llvm::dyn_cast<TupleExpr>(expr.arguments[0].value);
  const auto *list = llvm::dyn_cast<ListExpr>(expr.arguments[0].value);
  int64_t axis = 0;
  if (expr.arguments.size() > 1) {
    Result<Values> given = run(*expr.arguments[1].value);
    axis = given ? int64_t(given->data[0]) : 0;
  }
  std::vector<Values> parts;
  for (const Expr *element : tuple ? tuple->elements : list ? list->elements : List<const Expr *>()) {
    Result<Values> part = run(*element);
    if (!part) {
      return part;
    }
    auto rank = int64_t(part->rank()) + (name == "stack" ? 1 : 0);
    axis += axis < 0 ? rank : 0;
    if (axis < 0 || axis >= rank) {
      return ErrorMessage{"there is no such dimension to join"};
    }
    if (name == "stack") {
      part->shape.insert(part->shape.begin() + long(axis), 1);
    }
    parts.push_back(std::move(*part));
  }
  return parts.empty() ? Result<Values>(ErrorMessage{"nothing to join"}) : concatenate(parts, size_t(axis));
}

Result<Values> Evaluator::runCall(const CallExpr &expr) {
  const auto *name = llvm::dyn_cast<NameExpr>(expr.callee);
  if (!name || expr.arguments.empty()) {
    return ErrorMessage{"only functions with arguments are called"};
  }
  Call call;
  call.name = name->name;
  if (call.name == "concat" || call.name == "stack") {
    return callJoin(call.name, expr);
  }
  for (const Argument &argument : expr.arguments) {
    if (const auto *text = llvm::dyn_cast<StringExpr>(argument.value)) {
      call.text = text->value;
      continue;
    }
    Result<Values> value = run(*argument.value);
    if (!value) {
      return value;
    }
    if (argument.kind == ArgumentKind::Keyword) {
      call.keywords[std::string(argument.name.text)] = *value;
    } else {
      call.values.push_back(*value);
    }
  }
  if (call.values.empty()) {
    return ErrorMessage{"`" + call.name + "` needs an array"};
  }
  if (auto unary = unaryFunctions().find(call.name); unary != unaryFunctions().end()) {
    return map(call.values[0], unary->second);
  }
  auto binary = binaryFunctions().find(call.name);
  if (binary != binaryFunctions().end() && call.values.size() == 2) {
    return zip(call.values[0], call.values[1], binary->second);
  }
  if (folds().count(call.name)) {
    return callFold(call);
  }
  if (lineFunctions().count(call.name)) {
    return callLine(call);
  }
  if (call.name == "cast") {
    return castTo(call.values[0], call.text);
  }
  static constexpr std::string_view shapes[] = {"reshape", "broadcast", "permute", "take", "repeat"};
  bool isShape = std::find(std::begin(shapes), std::end(shapes), call.name) != std::end(shapes);
  if ((isShape && call.values.size() > 1) || call.name == "tril" || call.name == "triu") {
    return callShape(call);
  }
  return callOther(call);
}

} // namespace tkc::formula
