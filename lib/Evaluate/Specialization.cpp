// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts together what a kernel is compiled for.
#include "tkc/Evaluate/Specialization.h"

#include "tkc/Evaluate/LaunchTranslation.h"
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

#include "ParameterSources.h"

namespace tkc::evaluate {

using namespace ast;
using Kind = SpecializedParameter::Kind;

namespace {

/// Works through the sources of values in the order of their precedence.
class Specializer {
public:
  Specializer(Evaluator &evaluator, const Object &kernelObject, const SpecializationRequest &request,
              DiagnosticEngine &diagnostics)
      : evaluator(evaluator), kernelObject(kernelObject), kernel(kernelObject.asFunction()), request(request),
        diagnostics(diagnostics), sources(evaluator, kernel, diagnostics) {}

  std::optional<Specialization> run();

private:
  void reportIgnoredDecorators();
  void chooseConfig();
  std::vector<std::shared_ptr<ConfigObject>> fittingConfigs();
  std::vector<std::shared_ptr<ConfigObject>> prune(std::vector<std::shared_ptr<ConfigObject>> configs);
  bool agreesWithRequest(const ConfigObject &config) const;
  bool fitsTarget(const ConfigObject &config) const;
  void chooseOptions(const ConfigObject *config);
  int64_t checkedOption(std::string_view name, int64_t value, int64_t largest, bool isPowerOfTwo);
  void takeDefaultsAndAnnotations();
  void takeOptionParameters();
  void evaluateHeuristics();
  bool takeOptionHeuristic(std::string_view name, const Object &value);
  void takeHeuristic(const NamedObject &heuristic, const LaunchTranslation &translation, const Object &value);
  LaunchTranslation makeTranslation() const;
  void takeSuggestions();
  const SpecializedParameter *fallbackOf(std::string_view name) const;
  void takeFallbacks();
  void reportMissing();
  void translateGrid();
  std::optional<size_t> indexOf(std::string_view name) const;

  Evaluator &evaluator;
  const Object &kernelObject;
  const FunctionObject &kernel;
  const SpecializationRequest &request;
  DiagnosticEngine &diagnostics;
  ParameterSources sources;
  std::vector<std::optional<SpecializedParameter>> slots;
  Specialization result;
};

} // namespace

std::optional<size_t> Specializer::indexOf(std::string_view name) const {
  for (size_t i = 0; i < kernel.parameters().size(); ++i) {
    if (kernel.parameters()[i].name.text == name) {
      return i;
    }
  }
  return std::nullopt;
}

void Specializer::reportIgnoredDecorators() {
  for (const std::string &decorator : kernel.ignoredDecorators) {
    diagnostics.report(DiagnosticKind::DecoratorIgnored, kernel.range()) << decorator << kernel.name;
  }
}

//===- Configurations --------------------------------------------------------------------------------------------===//

bool Specializer::agreesWithRequest(const ConfigObject &config) const {
  return std::all_of(config.kwargs.begin(), config.kwargs.end(), [&](const NamedObject &entry) {
    std::optional<size_t> index = indexOf(entry.name);
    bool isGiven = index && slots[*index] && slots[*index]->kind == Kind::Constant;
    return !isGiven || areEqual(slots[*index]->constant, entry.value);
  });
}

bool Specializer::fitsTarget(const ConfigObject &config) const {
  bool needsClusters = config.numCtas > 1;
  return !needsClusters || evaluator.options().computeCapability >= 90;
}

/// Asks the kernel's `early_config_prune`, as far as it can be run with what is known of the arguments.
std::vector<std::shared_ptr<ConfigObject>> Specializer::prune(std::vector<std::shared_ptr<ConfigObject>> configs) {
  const Object &function = kernel.kernel->autotune->earlyConfigPrune;
  if (function.isNone()) {
    return configs;
  }
  std::vector<Object> list;
  for (const std::shared_ptr<ConfigObject> &config : configs) {
    list.push_back(Object::config(config));
  }
  Object namedArguments = Object::dict();
  CallArguments arguments = {{Object::list(std::move(list)), namedArguments}, {}};
  for (size_t i = 0; i < slots.size(); ++i) {
    std::string name(kernel.parameters()[i].name.text);
    bool isConstant = slots[i] && slots[i]->kind == Kind::Constant;
    Object value = isConstant ? slots[i]->constant : Object::unknown("`" + name + "` is known at launch only");
    namedArguments.asDict().entries.set(name, value);
    if (isConstant) {
      arguments.keywords.push_back({name, value});
    }
  }
  Object kept = evaluator.call(function, arguments, kernel.kernel->autotune->range);
  std::vector<std::shared_ptr<ConfigObject>> pruned;
  for (const Object &config : kept.isSequence() ? kept.items() : std::vector<Object>()) {
    if (config.is(ObjectKind::Config)) {
      pruned.push_back(config.dataAs<ConfigObject>());
    }
  }
  return pruned.empty() ? configs : pruned;
}

std::vector<std::shared_ptr<ConfigObject>> Specializer::fittingConfigs() {
  std::vector<std::shared_ptr<ConfigObject>> fitting;
  for (const std::shared_ptr<ConfigObject> &config : prune(kernel.kernel->autotune->configs)) {
    if (fitsTarget(*config) && agreesWithRequest(*config)) {
      fitting.push_back(config);
    }
  }
  return fitting;
}

void Specializer::chooseConfig() {
  const std::optional<AutotuneInfo> &autotune = kernel.kernel->autotune;
  std::shared_ptr<ConfigObject> config;
  if (autotune) {
    if (autotune->unknownConfigs.isUnknown()) {
      diagnostics.report(DiagnosticKind::AutotuneConfigsUnknown, autotune->range)
          << kernel.name << autotune->unknownConfigs.asUnknown().reason;
    }
    std::vector<std::shared_ptr<ConfigObject>> fitting = fittingConfigs();
    if (fitting.empty() && !autotune->configs.empty()) {
      // Values from outside may fit none of the configs; the first one then gives the rest.
      fitting = {autotune->configs.front()};
    }
    result.configCount = fitting.size();
    result.configIndex = fitting.empty() ? 0 : std::min(request.configIndex, fitting.size() - 1);
    config = fitting.empty() ? nullptr : fitting[result.configIndex];
    result.configRange = config ? config->range : autotune->range;
  }
  chooseOptions(config.get());
  for (const NamedObject &entry : config ? config->kwargs : std::vector<NamedObject>()) {
    std::optional<size_t> index = indexOf(entry.name);
    if (!index || entry.value.isUnknown()) {
      continue;
    }
    if (!slots[*index]) {
      slots[*index].emplace();
      slots[*index]->constant = entry.value;
      slots[*index]->range = config->range;
    }
    bool isConstant = slots[*index]->kind == Kind::Constant;
    result.config.push_back({entry.name, isConstant ? slots[*index]->constant : entry.value});
  }
}

int64_t Specializer::checkedOption(std::string_view name, int64_t value, int64_t largest, bool isPowerOfTwo) {
  bool isRight = value >= 1 && value <= largest && (!isPowerOfTwo || (value & (value - 1)) == 0);
  if (!isRight) {
    diagnostics.report(DiagnosticKind::LaunchOptionInvalid, kernel.range())
        << name << value
        << ((isPowerOfTwo ? "a power of two from 1 to " : "a number from 1 to ") + std::to_string(largest));
  }
  return value;
}

void Specializer::chooseOptions(const ConfigObject *config) {
  ConfigObject defaults;
  const ConfigObject &base = config ? *config : defaults;
  std::optional<int64_t> maxnreg = request.maxnreg ? request.maxnreg : base.maxnreg;
  result.numWarps = checkedOption("num_warps", request.numWarps.value_or(base.numWarps), 32, true);
  result.numStages =
      checkedOption("num_stages", std::max<int64_t>(1, request.numStages.value_or(base.numStages)), 64, false);
  result.numCtas = checkedOption("num_ctas", request.numCtas.value_or(base.numCtas), 16, true);
  result.maxnreg = maxnreg ? std::optional(checkedOption("maxnreg", *maxnreg, 255, false)) : std::nullopt;
  result.isDebug = kernel.kernel->isDebug;
}

//===- Parameters ------------------------------------------------------------------------------------------------===//

/// Launch options that are also compile-time parameters get the chosen values.
void Specializer::takeOptionParameters() {
  const std::pair<std::string_view, int64_t> options[] = {
      {"num_warps", result.numWarps}, {"num_stages", result.numStages}, {"num_ctas", result.numCtas}};
  for (const auto &[name, value] : options) {
    std::optional<size_t> index = indexOf(name);
    if (index && !slots[*index]) {
      slots[*index].emplace();
      slots[*index]->constant = Object::integer(value);
    }
  }
}

static SpecializedParameter constantParameter(Object value, SourceRange range) {
  SpecializedParameter parameter;
  parameter.constant = std::move(value);
  parameter.range = range;
  return parameter;
}

void Specializer::takeDefaultsAndAnnotations() {
  for (size_t i = 0; i < slots.size(); ++i) {
    const Parameter &parameter = kernel.parameters()[i];
    if (slots[i]) {
      continue;
    }
    if (parameter.kind == ParameterKind::VarPositional || parameter.kind == ParameterKind::VarKeyword) {
      bool isTuple = parameter.kind == ParameterKind::VarPositional;
      slots[i] = constantParameter(isTuple ? Object::tuple({}) : Object::dict(), parameter.range);
      continue;
    }
    slots[i] = sources.fromAnnotation(parameter);
    bool isHeuristic = std::any_of(kernel.kernel->heuristics.begin(), kernel.kernel->heuristics.end(),
                                   [&](const NamedObject &entry) { return entry.name == parameter.name.text; });
    bool hasDefault = i < kernel.defaults.size() && kernel.defaults[i];
    if (slots[i] || !hasDefault || isHeuristic) {
      continue;
    }
    const Object &value = *kernel.defaults[i];
    if (value.isUnknown() && fallbackOf(parameter.name.text)) {
      continue;
    }
    if (value.isUnknown()) {
      diagnostics.report(DiagnosticKind::ConstantInvalid, parameter.range)
          << parameter.defaultValue->range.text() << parameter.name.text << value.asUnknown().reason;
    }
    slots[i] = constantParameter(value, parameter.range);
  }
}

LaunchTranslation Specializer::makeTranslation() const {
  LaunchTranslation translation(evaluator);
  for (size_t i = 0; i < slots.size(); ++i) {
    std::string_view name = kernel.parameters()[i].name.text;
    if (slots[i] && slots[i]->kind == Kind::Constant) {
      translation.addConstant(name, slots[i]->constant);
    } else if (slots[i]) {
      bool isNumber = slots[i]->kind == Kind::Scalar && slots[i]->type.isInteger();
      translation.addArgument(name, slots[i]->divisibility, /*isPointer=*/!isNumber);
    }
  }
  const std::pair<std::string_view, int64_t> options[] = {
      {"num_warps", result.numWarps}, {"num_stages", result.numStages}, {"num_ctas", result.numCtas}};
  for (const auto &[name, value] : options) {
    if (!indexOf(name)) {
      translation.addConstant(name, Object::integer(value));
    }
  }
  return translation;
}

/// A heuristic may choose a launch option that is no parameter; false for other names. One that depends on what is
/// known at launch only leaves the option as it is.
bool Specializer::takeOptionHeuristic(std::string_view name, const Object &value) {
  bool isWarps = name == "num_warps";
  if (!isWarps && name != "num_stages") {
    return false;
  }
  int64_t &option = isWarps ? result.numWarps : result.numStages;
  bool isGiven = (isWarps ? request.numWarps : request.numStages).has_value();
  std::optional<int64_t> number = value.toInt64();
  if (number && !isGiven) {
    option = checkedOption(name, *number, isWarps ? 32 : 64, isWarps);
  }
  return true;
}

void Specializer::takeHeuristic(const NamedObject &heuristic, const LaunchTranslation &translation,
                                const Object &value) {
  std::optional<size_t> index = indexOf(heuristic.name);
  if (!index && takeOptionHeuristic(heuristic.name, value)) {
    return;
  }
  if (!index) {
    diagnostics.report(DiagnosticKind::ParameterUnknown, kernel.range()) << kernel.name << heuristic.name;
    return;
  }
  std::optional<launch::Expression> expression = value.isOpaque() ? translation.expressionOf(value) : std::nullopt;
  if (expression) {
    result.heuristics.emplace_back(heuristic.name, *expression);
  }
  if (slots[*index]) {
    return; // given from outside
  }
  if (!value.isUnknown() && !value.isOpaque()) {
    slots[*index] = constantParameter(value, kernel.parameters()[*index].range);
    return;
  }
  if (const SpecializedParameter *fallback = fallbackOf(heuristic.name)) {
    slots[*index] = *fallback;
    return;
  }
  std::string reason = value.isUnknown() ? value.asUnknown().reason
                       : expression      ? "`" + launch::formatExpression(*expression) + "` is known at launch only"
                                         : "it depends on what is known at launch only";
  diagnostics.report(DiagnosticKind::HeuristicNotKnown, kernel.parameters()[*index].range)
          .hint("give its value: `--const " + heuristic.name + "=VALUE`")
      << heuristic.name << reason;
  slots[*index] = constantParameter(value, kernel.parameters()[*index].range);
}

void Specializer::evaluateHeuristics() {
  if (kernel.kernel->unknownHeuristics.isUnknown()) {
    diagnostics.report(DiagnosticKind::HeuristicsUnknown, kernel.range())
        << kernel.name << kernel.kernel->unknownHeuristics.asUnknown().reason;
  }
  for (const NamedObject &heuristic : kernel.kernel->heuristics) {
    LaunchTranslation translation = makeTranslation();
    takeHeuristic(heuristic, translation, translation.evaluateFunction(heuristic.value, kernel.range()));
  }
}

void Specializer::takeSuggestions() {
  for (const SpecializedParameter &suggestion : request.suggestions) {
    std::optional<size_t> index = indexOf(suggestion.name);
    if (index && !slots[*index]) {
      slots[*index] = suggestion;
    }
  }
}

const SpecializedParameter *Specializer::fallbackOf(std::string_view name) const {
  auto place = std::find_if(request.fallbacks.begin(), request.fallbacks.end(),
                            [name](const SpecializedParameter &fallback) { return fallback.name == name; });
  return place == request.fallbacks.end() ? nullptr : &*place;
}

/// Heuristics go before fallbacks, but see those of other parameters.
void Specializer::takeFallbacks() {
  for (size_t i = 0; i < slots.size(); ++i) {
    std::string_view name = kernel.parameters()[i].name.text;
    const std::vector<NamedObject> &heuristics = kernel.kernel->heuristics;
    bool isHeuristic = std::any_of(heuristics.begin(), heuristics.end(),
                                   [name](const NamedObject &entry) { return entry.name == name; });
    const SpecializedParameter *fallback = isHeuristic ? nullptr : fallbackOf(name);
    if (!slots[i] && fallback) {
      slots[i] = *fallback;
    }
  }
}

void Specializer::reportMissing() {
  for (size_t i = 0; i < slots.size(); ++i) {
    const Parameter &parameter = kernel.parameters()[i];
    std::string name(parameter.name.text);
    if (slots[i]) {
      continue;
    }
    if (ParameterSources::isConstexpr(parameter)) {
      diagnostics.report(DiagnosticKind::ConstantMissing, parameter.range)
              .hint("give it by `--const " + name + "=VALUE` or by a default in the source")
          << name << kernel.name;
    } else {
      diagnostics.report(DiagnosticKind::ParameterTypeMissing, parameter.range)
              .hint("annotate it in the source, for example `" + name + ": \"*fp32\"`, or give it by `--signature`")
          << name << kernel.name;
    }
  }
}

void Specializer::translateGrid() {
  const KernelInfo &info = *kernel.kernel;
  if (info.grid.isNone()) {
    return;
  }
  LaunchTranslation translation = makeTranslation();
  Object problem;
  result.grid = translation.grid(info.grid, info.gridRange, problem);
  if (!result.grid) {
    std::string reason = problem.isUnknown() ? problem.asUnknown().reason : "it has no extents";
    diagnostics.report(DiagnosticKind::GridNotTranslated, info.gridRange) << kernel.name << reason;
  }
}

std::optional<Specialization> Specializer::run() {
  size_t errorsBefore = diagnostics.errorCount();
  reportIgnoredDecorators();
  slots = sources.fromRequest(request);
  if (diagnostics.errorCount() != errorsBefore) {
    return std::nullopt;
  }
  takeSuggestions();
  chooseConfig();
  takeOptionParameters();
  takeDefaultsAndAnnotations();
  takeFallbacks();
  evaluateHeuristics();
  reportMissing();
  if (diagnostics.errorCount() != errorsBefore) {
    return std::nullopt;
  }
  translateGrid();
  result.kernel = kernelObject;
  result.name = kernel.name;
  for (size_t i = 0; i < slots.size(); ++i) {
    SpecializedParameter &parameter = *slots[i];
    parameter.name = kernel.parameters()[i].name.text;
    parameter.isConstexpr = ParameterSources::isConstexpr(kernel.parameters()[i]);
    result.parameters.push_back(std::move(parameter));
  }
  return std::move(result);
}

std::optional<Specialization> specialize(Evaluator &evaluator, const Object &kernel,
                                         const SpecializationRequest &request, DiagnosticEngine &diagnostics) {
  return Specializer(evaluator, kernel, request, diagnostics).run();
}

} // namespace tkc::evaluate
