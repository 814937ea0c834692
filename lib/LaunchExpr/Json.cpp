// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launch expressions to and from JSON trees.
#include "tkc/LaunchExpr/Json.h"

#include <nlohmann/json.hpp>

#include "OperatorTable.h"

namespace tkc::launch {

using nlohmann::ordered_json;

ordered_json toJson(const Expression &expression) {
  if (expression.op == Operator::Integer) {
    return expression.value;
  }
  if (expression.op == Operator::Name) {
    return expression.name;
  }
  ordered_json json = ordered_json::array({std::string(rowOf(expression.op).spelling)});
  for (const Expression &operand : expression.operands) {
    json.push_back(toJson(operand));
  }
  return json;
}

static const OperatorRow *findRow(const std::string &spelling) {
  for (const OperatorRow &row : operatorRows) {
    if (row.form != Form::Leaf && row.spelling == spelling) {
      return &row;
    }
  }
  return nullptr;
}

static Result<Expression> readTree(const ordered_json &json, int depth) {
  if (json.is_number_integer() && !(json.is_number_unsigned() && json.get<uint64_t>() > uint64_t(INT64_MAX))) {
    return Expression::integer(json.get<int64_t>());
  }
  if (json.is_string() && !json.get_ref<const std::string &>().empty()) {
    return Expression::reference(json.get<std::string>());
  }
  if (!json.is_array() || json.empty() || !json[0].is_string()) {
    return ErrorMessage{"a launch expression is an integer, a name, or an array that starts with an operator"};
  }
  if (depth > largestDepth) {
    return ErrorMessage{"a launch expression nests too deeply"};
  }
  std::string spelling = json[0].get<std::string>();
  const OperatorRow *row = findRow(spelling);
  if (!row) {
    return ErrorMessage{"unknown operator `" + spelling + "` in a launch expression"};
  }
  size_t count = json.size() - 1;
  if (count < row->fewestOperands || count > row->mostOperands) {
    return ErrorMessage{"operator `" + spelling + "` got " + std::to_string(count) + " operands"};
  }
  std::vector<Expression> operands;
  for (size_t i = 1; i < json.size(); ++i) {
    Result<Expression> operand = readTree(json[i], depth + 1);
    if (!operand) {
      return operand;
    }
    operands.push_back(std::move(*operand));
  }
  return Expression::apply(row->op, std::move(operands));
}

Result<Expression> fromJson(const ordered_json &json) { return readTree(json, 0); }

} // namespace tkc::launch
