// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel metadata to JSON text.
#include "tkc/LaunchExpr/Json.h"
#include "tkc/Runtime/Metadata.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace tkc::runtime {

using nlohmann::ordered_json;

static ordered_json toJson(const ConstantValue &value) {
  switch (value.kind) {
  case ConstantValue::Kind::None:
    return nullptr;
  case ConstantValue::Kind::Bool:
    return value.integer != 0;
  case ConstantValue::Kind::Integer:
    return value.integer;
  case ConstantValue::Kind::Text:
    return value.text;
  case ConstantValue::Kind::Real:
    break;
  }
  if (std::isfinite(value.real)) {
    return value.real;
  }
  // JSON has no spelling for these.
  return {{"float", std::isnan(value.real) ? "nan" : value.real > 0 ? "inf" : "-inf"}};
}

static const char *kindName(ParameterKind kind) {
  switch (kind) {
  case ParameterKind::Pointer:
    return "pointer";
  case ParameterKind::Scalar:
    return "scalar";
  case ParameterKind::Constexpr:
    return "constexpr";
  }
  return "";
}

static ordered_json toJson(const Parameter &parameter) {
  ordered_json json = {{"name", parameter.name}, {"kind", kindName(parameter.kind)}};
  if (parameter.kind != ParameterKind::Constexpr) {
    json["type"] = parameter.typeName();
  }
  if (parameter.kind == ParameterKind::Pointer) {
    json["const"] = parameter.isConst;
    if (parameter.isNoAlias) {
      json["noalias"] = true;
    }
  }
  if (!parameter.isPassed()) {
    json["value"] = toJson(parameter.value.value_or(ConstantValue()));
    return json;
  }
  json["c_type"] = parameter.cTypeName();
  json["divisibility"] = parameter.divisibility;
  json["offset"] = parameter.offsetInBytes;
  json["size"] = parameter.sizeInBytes;
  return json;
}

static ordered_json toJson(const std::vector<launch::Expression> &expressions) {
  ordered_json json = ordered_json::array();
  for (const launch::Expression &expression : expressions) {
    json.push_back(launch::toJson(expression));
  }
  return json;
}

static ordered_json toJson(const HiddenParameter &hidden) {
  if (hidden.kind == HiddenKind::TensorMap) {
    const TensorMapParameter &map = hidden.tensorMap;
    return {{"kind", "tensor_map"},
            {"offset", hidden.offsetInBytes},
            {"size", hidden.sizeInBytes},
            {"pointer", map.pointer},
            {"type", data::elementTypeName(map.type)},
            {"dims", toJson(map.dimensions)},
            {"strides", toJson(map.stridesInBytes)},
            {"box", map.box},
            {"swizzle", map.swizzleBytes}};
  }
  if (hidden.kind == HiddenKind::FaultReport) {
    ordered_json sites = ordered_json::array();
    for (const AccessSite &site : hidden.faultReport.sites) {
      sites.push_back({site.operation, site.access, site.elementBytes, site.array});
    }
    return {{"kind", "fault_report"},
            {"offset", hidden.offsetInBytes},
            {"size", hidden.sizeInBytes},
            {"arrays", hidden.faultReport.arrays},
            {"sites", sites}};
  }
  return {{"kind", "global_scratch"},
          {"offset", hidden.offsetInBytes},
          {"size", hidden.sizeInBytes},
          {"bytes_per_program", launch::toJson(hidden.bytesPerProgram)},
          {"alignment", hidden.alignment}};
}

static ordered_json toJson(const OperationId &id) {
  ordered_json callers = ordered_json::array();
  for (const SourcePlace &caller : id.callers) {
    callers.push_back({caller.file, caller.line, caller.column});
  }
  return {id.id, id.begin.file, id.begin.line, id.begin.column, id.endLine, id.endColumn, callers};
}

template <typename T>
static ordered_json listToJson(const std::vector<T> &items) {
  ordered_json json = ordered_json::array();
  for (const T &item : items) {
    json.push_back(toJson(item));
  }
  return json;
}

static ordered_json toJson(const KernelMetadata &kernel) {
  ordered_json heuristics = ordered_json::object();
  for (const auto &[name, expression] : kernel.heuristics) {
    heuristics[name] = launch::toJson(expression);
  }
  ordered_json config = ordered_json::object();
  for (const auto &[name, value] : kernel.config) {
    config[name] = toJson(value);
  }
  return {{"name", kernel.name},
          {"symbol", kernel.symbol},
          {"params", listToJson(kernel.parameters)},
          {"hidden_params", listToJson(kernel.hiddenParameters)},
          {"param_bytes", kernel.parameterBytes},
          {"num_warps", kernel.numWarps},
          {"num_stages", kernel.numStages},
          {"num_ctas", kernel.numCtas},
          {"shared_bytes", kernel.sharedBytes},
          {"registers", kernel.registers},
          {"spill_bytes", kernel.spillBytes},
          {"stack_bytes", kernel.stackBytes},
          {"grid", kernel.grid ? launch::toJson(*kernel.grid) : ordered_json(nullptr)},
          {"heuristics", heuristics},
          {"config", config},
          {"ids", listToJson(kernel.operationIds)}};
}

static bool holdsObject(const ordered_json &json) {
  return json.is_object() || (json.is_array() && std::any_of(json.begin(), json.end(), [](const ordered_json &item) {
                                return holdsObject(item);
                              }));
}

/// Whether a value is printed over several lines: objects with nested values, and lists that are long or hold objects.
static bool isTall(const ordered_json &json) {
  if (json.empty() || !json.is_structured()) {
    return false;
  }
  if (json.is_object()) {
    return std::any_of(json.begin(), json.end(), [](const ordered_json &item) { return item.is_structured(); });
  }
  return holdsObject(json) || (json[0].is_array() && json[0].size() > 3);
}

static void print(const ordered_json &json, const std::string &indent, std::string &text) {
  if (!json.is_structured()) {
    text += json.dump();
    return;
  }
  bool tall = isTall(json);
  std::string inner = indent + "  ";
  text += json.is_object() ? "{" : "[";
  bool isFirst = true;
  for (const auto &item : json.items()) {
    text += isFirst ? "" : tall ? "," : ", ";
    isFirst = false;
    text += tall ? "\n" + inner : "";
    if (json.is_object()) {
      text += ordered_json(item.key()).dump() + ": ";
    }
    print(item.value(), inner, text);
  }
  text += tall ? "\n" + indent : "";
  text += json.is_object() ? "}" : "]";
}

std::string writeMetadata(const Metadata &metadata) {
  ordered_json json = {{"version", metadataVersion},
                       {"tkc", metadata.tkcVersion},
                       {"target", metadata.target},
                       {"files", metadata.files},
                       {"kernels", listToJson(metadata.kernels)}};
  std::string text;
  print(json, "", text);
  return text + "\n";
}

} // namespace tkc::runtime
