// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads what a kernel's parameters are without putting a specialisation together.
#include "tkc/Evaluate/DeclaredParameters.h"

#include <algorithm>

#include "ParameterSources.h"

namespace tkc::evaluate {

static bool holds(const std::vector<NamedObject> &objects, std::string_view name) {
  return std::any_of(objects.begin(), objects.end(), [name](const NamedObject &entry) { return entry.name == name; });
}

static bool holds(const std::vector<std::string> &names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether something other than an argument or a default gives the parameter a value.
static bool isChosenByCompiler(const FunctionObject &kernel, size_t index) {
  const ast::Parameter &parameter = kernel.parameters()[index];
  std::string_view name = parameter.name.text;
  bool isVariadic =
      parameter.kind == ast::ParameterKind::VarPositional || parameter.kind == ast::ParameterKind::VarKeyword;
  bool isOption = name == "num_warps" || name == "num_stages" || name == "num_ctas";
  bool isTuned = false;
  if (kernel.kernel->autotune) {
    for (const std::shared_ptr<ConfigObject> &config : kernel.kernel->autotune->configs) {
      isTuned = isTuned || holds(config->kwargs, name);
    }
  }
  return isVariadic || isOption || isTuned || holds(kernel.kernel->heuristics, name);
}

/// A tuple is as many as it has items.
static std::vector<DeclaredParameter> declareParameter(ParameterSources &sources, const FunctionObject &kernel,
                                                       size_t index,
                                                       const std::optional<SpecializedParameter> &requested) {
  const ast::Parameter &parameter = kernel.parameters()[index];
  DeclaredParameter result;
  result.name = parameter.name.text;
  result.range = parameter.range;
  result.isConstexpr = ParameterSources::isConstexpr(parameter);
  result.specializesValue = !holds(kernel.kernel->doNotSpecialize, result.name);
  result.specializesAlignment =
      result.specializesValue && !holds(kernel.kernel->doNotSpecializeOnAlignment, result.name);
  std::optional<SpecializedParameter> known = requested ? requested : sources.fromAnnotation(parameter);
  bool hasDefault = index < kernel.defaults.size() && kernel.defaults[index];
  result.hasValue = isChosenByCompiler(kernel, index);
  if (!known) {
    result.hasValue = result.hasValue || hasDefault;
    return {result};
  }
  // An annotation may say that an argument is 1; it is an argument nevertheless.
  bool fixesConstants = requested || known->kind == SpecializedParameter::Kind::Tuple;
  std::vector<DeclaredParameter> items;
  known->name = result.name;
  for (const SpecializedParameter &item : listItems(*known)) {
    DeclaredParameter &declared = items.emplace_back(result);
    declared.name = item.name;
    declared.isGiven = fixesConstants && item.kind == SpecializedParameter::Kind::Constant;
    if (!declared.isGiven) {
      declared.type = item.type;
    }
    // An annotated parameter is passed even when the source has a default for callers.
    declared.hasValue = declared.hasValue || (hasDefault && !declared.type);
  }
  return items;
}

std::vector<DeclaredParameter> declareParameters(Evaluator &evaluator, const Object &kernel,
                                                 const SpecializationRequest &request, DiagnosticEngine &diagnostics) {
  const FunctionObject &function = kernel.asFunction();
  ParameterSources sources(evaluator, function, diagnostics);
  std::vector<std::optional<SpecializedParameter>> requested = sources.fromRequest(request);
  std::vector<DeclaredParameter> parameters;
  for (size_t i = 0; i < function.parameters().size(); ++i) {
    std::vector<DeclaredParameter> declared = declareParameter(sources, function, i, requested[i]);
    parameters.insert(parameters.end(), declared.begin(), declared.end());
  }
  return parameters;
}

} // namespace tkc::evaluate
