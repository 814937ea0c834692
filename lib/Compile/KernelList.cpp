// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The answer to --list-kernels.
#include "tkc/AST/Printer.h"
#include "tkc/Compile/Compilation.h"
#include "tkc/Evaluate/Operations.h"

#include <nlohmann/json.hpp>

namespace tkc {

using nlohmann::ordered_json;

static ordered_json describeParameter(const evaluate::FunctionObject &function, size_t index) {
  const ast::Parameter &parameter = function.parameters()[index];
  ordered_json entry = {{"name", std::string(parameter.name.text)}};
  std::string annotation = parameter.annotation ? ast::printExpr(*parameter.annotation) : "";
  if (!annotation.empty()) {
    entry["annotation"] = annotation;
  }
  entry["constexpr"] = annotation.find("constexpr") != std::string::npos;
  if (index < function.defaults.size() && function.defaults[index]) {
    entry["default"] = evaluate::repr(*function.defaults[index]);
  }
  return entry;
}

static ordered_json describeConfigs(const evaluate::AutotuneInfo &autotune) {
  auto configs = ordered_json::array();
  for (const auto &config : autotune.configs) {
    configs.push_back(evaluate::repr(evaluate::Object::config(config)));
  }
  return configs;
}

static ordered_json describeKernel(const evaluate::KernelEntry &entry) {
  const evaluate::FunctionObject &function = entry.function.asFunction();
  SourceRange range = function.range();
  ordered_json kernel = {{"name", entry.name}, {"kind", entry.isEntry ? "entry" : "helper"}};
  if (range.isValid()) {
    LineColumn start = range.start();
    kernel["file"] = range.buffer->name();
    kernel["line"] = start.line;
    kernel["column"] = start.column;
  }
  kernel["decorators"] = ordered_json::array();
  for (const ast::Decorator &decorator : function.definition->decorators) {
    kernel["decorators"].push_back(std::string(decorator.expr->range.text()));
  }
  kernel["parameters"] = ordered_json::array();
  for (size_t i = 0; i < function.parameters().size(); ++i) {
    kernel["parameters"].push_back(describeParameter(function, i));
  }
  if (function.kernel && function.kernel->autotune) {
    kernel["configs"] = describeConfigs(*function.kernel->autotune);
    kernel["key"] = function.kernel->autotune->keys;
  }
  if (function.kernel && !function.kernel->heuristics.empty()) {
    kernel["heuristics"] = ordered_json::array();
    for (const evaluate::NamedObject &heuristic : function.kernel->heuristics) {
      kernel["heuristics"].push_back(heuristic.name);
    }
  }
  if (!function.ignoredDecorators.empty()) {
    kernel["ignored_decorators"] = function.ignoredDecorators;
  }
  return kernel;
}

/// `name(a, b: tl.constexpr = 64)` with where it stands.
static std::string formatKernel(const ordered_json &kernel) {
  std::string text = kernel["kind"].get<std::string>() + " " + kernel["name"].get<std::string>() + "(";
  bool isFirst = true;
  for (const ordered_json &parameter : kernel["parameters"]) {
    text += (isFirst ? "" : ", ") + parameter["name"].get<std::string>();
    if (parameter.contains("annotation")) {
      text += ": " + parameter["annotation"].get<std::string>();
    }
    if (parameter.contains("default")) {
      text += " = " + parameter["default"].get<std::string>();
    }
    isFirst = false;
  }
  text += ")";
  if (kernel.contains("configs")) {
    text += " with " + std::to_string(kernel["configs"].size()) + " configs";
  }
  if (kernel.contains("line")) {
    text += " at " + kernel["file"].get<std::string>() + ":" + std::to_string(kernel["line"].get<unsigned>());
  }
  return text + "\n";
}

std::string Compilation::listKernels(bool asJson) {
  auto list = ordered_json::array();
  for (const evaluate::KernelEntry &entry : evaluate::listKernels(*evaluator, *module)) {
    list.push_back(describeKernel(entry));
  }
  if (asJson) {
    return ordered_json({{"kernels", list}}).dump(2) + "\n";
  }
  std::string text;
  for (const ordered_json &kernel : list) {
    text += formatKernel(kernel);
  }
  return text;
}

} // namespace tkc
