// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decorators that tell what a function is: jit, autotune, heuristics, grid, constexpr_function, aggregate.
#include "tkc/AST/Definition.h"
#include "tkc/Evaluate/Operations.h"

#include "BuiltinTables.h"

namespace tkc::evaluate {

/// A decorator with arguments: `apply` is called with them and then the function.
static Object pending(const BuiltinCall &call, std::string_view apply) {
  auto data = std::make_shared<PartialObject>();
  data->callee = Object::builtin(apply);
  data->arguments = call.arguments.positional;
  data->keywords = call.arguments.keywords;
  return Object::make(ObjectKind::Partial, data);
}

/// The function that a pending decorator is applied to: the last positional argument.
static Object target(const BuiltinCall &call) {
  return call.count() == 0 ? Object() : call.arguments.positional.back();
}

/// A copy of the function, so that one function can be decorated in several ways.
static std::shared_ptr<FunctionObject> copyOf(const Object &function) {
  auto copy = std::make_shared<FunctionObject>(function.asFunction());
  copy->kernel = std::make_shared<KernelInfo>(copy->kernel ? *copy->kernel : KernelInfo());
  return copy;
}

/// Names of parameters, given as names or positions.
static std::vector<std::string> parameterNames(const FunctionObject &function, const Object *list) {
  std::vector<std::string> names;
  if (!list || !list->isSequence()) {
    return names;
  }
  for (const Object &item : list->items()) {
    std::optional<int64_t> position = item.toInt64();
    bool isInside = position && *position >= 0 && *position < int64_t(function.parameters().size());
    if (isInside) {
      names.emplace_back(function.parameters()[*position].name.text);
    } else if (item.isString()) {
      names.push_back(item.asString());
    }
  }
  return names;
}

static bool isTrueKeyword(const BuiltinCall &call, std::string_view name) {
  const Object *value = call.arguments.keyword(name);
  return value && call.evaluator.truth(*value) == true;
}

//===- jit -------------------------------------------------------------------------------------------------------===//

static Object applyJit(const BuiltinCall &call) {
  Object function = target(call);
  if (!function.isFunction() || !function.asFunction().definition) {
    return call.misused("a function that is made by `def`");
  }
  std::shared_ptr<FunctionObject> jit = copyOf(function);
  jit->flavor = FunctionFlavor::Jit;
  KernelInfo &info = *jit->kernel;
  info.jitRange = call.range;
  info.isNoInline = isTrueKeyword(call, "noinline");
  info.isDebug = isTrueKeyword(call, "debug");
  const Object *repr = call.arguments.keyword("repr");
  info.repr = repr ? *repr : Object();
  info.doNotSpecialize = parameterNames(*jit, call.arguments.keyword("do_not_specialize"));
  info.doNotSpecializeOnAlignment = parameterNames(*jit, call.arguments.keyword("do_not_specialize_on_alignment"));
  return Object::function(jit);
}

static Object callJit(const BuiltinCall &call) {
  const Object *function = call.get(0, "fn");
  if (function && function->isFunction()) {
    return applyJit({call.evaluator, call.name, {{*function}, call.arguments.keywords}, call.range});
  }
  return call.count() == 0 ? pending(call, "triton.jit.apply") : call.misused("a function");
}

static Object callConstexprFunction(const BuiltinCall &call) {
  Object function = call.argument(0);
  if (function.isBuiltin()) {
    return function;
  }
  if (!function.isFunction()) {
    return call.count() == 0 ? pending(call, "triton.constexpr_function") : call.misused("a function");
  }
  auto copy = std::make_shared<FunctionObject>(function.asFunction());
  copy->flavor = FunctionFlavor::Constexpr;
  return Object::function(copy);
}

//===- autotune --------------------------------------------------------------------------------------------------===//

static void addConfigs(const BuiltinCall &call, const Object *given, AutotuneInfo &info) {
  std::optional<std::vector<Object>> configs = given ? call.evaluator.items(*given, call.range) : std::nullopt;
  if (!configs) {
    info.unknownConfigs = given && given->isUnknown() ? *given : call.misused("a list of configs");
    return;
  }
  for (const Object &config : *configs) {
    if (config.is(ObjectKind::Config)) {
      info.configs.push_back(config.dataAs<ConfigObject>());
    } else if (info.unknownConfigs.isNone()) {
      info.unknownConfigs = config.isUnknown() ? config : call.misused("a list of configs");
    }
  }
  if (!info.configs.empty()) {
    info.unknownConfigs = Object();
  }
}

static Object applyAutotune(const BuiltinCall &call) {
  Object function = target(call);
  if (!function.isFunction()) {
    return call.misused("a function");
  }
  // The function is the last positional argument; those before it are the decorator's own.
  CallArguments own = call.arguments;
  own.positional.pop_back();
  std::shared_ptr<FunctionObject> tuned = copyOf(function);
  AutotuneInfo info;
  info.range = call.range;
  addConfigs(call, own.get(0, "configs"), info);
  info.keys = parameterNames(*tuned, own.get(1, "key"));
  info.resetToZero = parameterNames(*tuned, own.keyword("reset_to_zero"));
  info.restoreValue = parameterNames(*tuned, own.keyword("restore_value"));
  const Object *prune = own.get(2, "prune_configs_by");
  const Object *early =
      prune && prune->is(ObjectKind::Dict) ? prune->asDict().entries.find("early_config_prune") : nullptr;
  info.earlyConfigPrune = early ? *early : Object();
  tuned->kernel->autotune = std::move(info);
  return Object::function(tuned);
}

static Object callAutotune(const BuiltinCall &call) { return pending(call, "triton.autotune.apply"); }

//===- heuristics, grid ------------------------------------------------------------------------------------------===//

static Object applyHeuristics(const BuiltinCall &call) {
  Object function = target(call);
  Object values = call.count() > 1 ? call.argument(0) : Object();
  if (const Object *keyword = call.arguments.keyword("values")) {
    values = *keyword;
  }
  if (!function.isFunction()) {
    return call.misused("a function");
  }
  std::shared_ptr<FunctionObject> result = copyOf(function);
  if (!values.is(ObjectKind::Dict)) {
    result->kernel->unknownHeuristics = values.isUnknown() ? values : call.misused("a dict of functions");
    return Object::function(result);
  }
  std::vector<NamedObject> added;
  for (const ObjectMap::Entry &entry : values.asDict().entries) {
    added.push_back({nameText(entry.key), entry.value});
  }
  // The outermost decorator runs first.
  std::vector<NamedObject> &heuristics = result->kernel->heuristics;
  heuristics.insert(heuristics.begin(), added.begin(), added.end());
  return Object::function(result);
}

static Object callHeuristics(const BuiltinCall &call) { return pending(call, "triton.heuristics.apply"); }

static Object applyGrid(const BuiltinCall &call) {
  Object function = target(call);
  if (!function.isFunction() || call.count() < 2) {
    return call.misused("a grid");
  }
  std::shared_ptr<FunctionObject> result = copyOf(function);
  result->kernel->grid = call.argument(0);
  result->kernel->gridRange = call.range;
  return Object::function(result);
}

static Object callGrid(const BuiltinCall &call) { return pending(call, "tkc.grid.apply"); }

//===- Others ----------------------------------------------------------------------------------------------------===//

Object setFlavor(const BuiltinCall &call, const Object &type, ClassFlavor flavor) {
  if (std::optional<Object> refused = call.evaluator.beginChange(type, call.range)) {
    return *refused;
  }
  type.asClass().flavor = flavor;
  return type;
}

static Object callAggregate(const BuiltinCall &call) {
  Object type = call.argument(0);
  if (!type.is(ObjectKind::Class)) {
    return call.misused("a class");
  }
  return setFlavor(call, type, ClassFlavor::Aggregate);
}

static Object applyMustUseResult(const BuiltinCall &call) {
  Object function = target(call);
  if (!function.isFunction()) {
    return call.misused("a function");
  }
  std::shared_ptr<FunctionObject> result = copyOf(function);
  result->kernel->mustUseResult = call.count() > 1 ? call.argument(0) : Object::boolean(true);
  return Object::function(result);
}

static Object callMustUseResult(const BuiltinCall &call) {
  return call.argument(0).isFunction() ? applyMustUseResult(call) : pending(call, "triton.must_use_result.apply");
}

template <bool FunctionObject::*Flag>
static Object callMethodDecorator(const BuiltinCall &call) {
  if (!call.argument(0).isFunction()) {
    return call.misused("a function");
  }
  auto copy = std::make_shared<FunctionObject>(call.argument(0).asFunction());
  (*copy).*Flag = true;
  return Object::function(copy);
}

BuiltinTable decoratorBuiltins() {
  return {{"triton.jit", callJit},
          {"tkc.jit", callJit},
          {"tkc.kernel", callJit},
          {"triton.runtime.jit.jit", callJit},
          {"triton.runtime.jit", callJit},
          {"triton.jit.apply", applyJit},
          {"triton.constexpr_function", callConstexprFunction},
          {"triton.runtime.jit.constexpr_function", callConstexprFunction},
          {"tl.constexpr_function", callConstexprFunction},
          {"triton.autotune", callAutotune},
          {"tkc.autotune", callAutotune},
          {"triton.autotune.apply", applyAutotune},
          {"triton.heuristics", callHeuristics},
          {"tkc.heuristics", callHeuristics},
          {"triton.heuristics.apply", applyHeuristics},
          {"tkc.grid", callGrid},
          {"tkc.grid.apply", applyGrid},
          {"triton.aggregate", callAggregate},
          {"triton.language.core._aggregate", callAggregate},
          {"triton.must_use_result", callMustUseResult},
          {"tl.must_use_result", callMustUseResult},
          {"triton.must_use_result.apply", applyMustUseResult},
          {"staticmethod", callMethodDecorator<&FunctionObject::isStaticMethod>},
          {"classmethod", callMethodDecorator<&FunctionObject::isClassMethod>},
          {"property", callMethodDecorator<&FunctionObject::isProperty>}};
}

} // namespace tkc::evaluate
