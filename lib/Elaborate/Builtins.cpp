// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins that are part of elaboration: assertions and printing at compile time, Python's functions on run-time
// values.
#include "tkc/Evaluate/Operations.h"

#include "llvm/ADT/StringSwitch.h"

#include "Elaborator.h"

namespace tkc::elaborate {

using evaluate::CallArguments;

namespace {

/// The builtins that need more than a typing rule.
enum class Special : uint8_t {
  None,
  StaticAssert,
  StaticPrint,
  Print,
  DeviceAssert,
  Constexpr,
  IsInstance,
  Minimum,
  Maximum,
  Absolute,
  ToFloat,
  ToInt,
  ToBool,
  Sum,
  CeilDivide,
  GetAttribute,
  HasAttribute,
  Condition,
  Range,
  Slice,
  AggregateReplace,
};

} // namespace

static Special specialOf(llvm::StringRef name) {
  return llvm::StringSwitch<Special>(name)
      .Case("tl.static_assert", Special::StaticAssert)
      .Case("tl.static_print", Special::StaticPrint)
      .Case("print", Special::Print)
      .Case("tl.device_assert", Special::DeviceAssert)
      .Case("tl.constexpr", Special::Constexpr)
      .Case("isinstance", Special::IsInstance)
      .Case("min", Special::Minimum)
      .Case("max", Special::Maximum)
      .Case("abs", Special::Absolute)
      .Case("float", Special::ToFloat)
      .Case("int", Special::ToInt)
      .Case("bool", Special::ToBool)
      .Case("sum", Special::Sum)
      .Cases({"tl.cdiv", "triton.cdiv", "tkc.cdiv"}, Special::CeilDivide)
      .Case("getattr", Special::GetAttribute)
      .Case("hasattr", Special::HasAttribute)
      .Case("tl.condition", Special::Condition)
      .Cases({"tl.range", "tl.static_range"}, Special::Range)
      .Case("tl.slice", Special::Slice)
      .Case("tl.aggregate_replace", Special::AggregateReplace)
      .Default(Special::None);
}

Object Elaborator::callBuiltin(const std::string &name, CallArguments arguments, SourceRange range) {
  if (std::optional<Object> special = callSpecial(name, arguments, range)) {
    return std::move(*special);
  }
  if (semantic.hasBuiltin(name)) {
    return orPoison(at(range).callBuiltin(name, arguments.positional, arguments.keywords));
  }
  publishScopes();
  if (std::optional<Object> value = evaluator.callBuiltin(name, arguments, range)) {
    return known(std::move(*value), range);
  }
  llvm::StringRef plainName = name;
  std::optional<Object> function =
      plainName.consume_front("tl.") ? evaluator.languageFunction(plainName) : std::nullopt;
  if (function && function->isFunction()) {
    return callFunction(*function, std::move(arguments), range);
  }
  if (std::optional<evaluate::MissingImport> import = evaluate::findMissingImport(name)) {
    report(DiagnosticKind::ImportNotFound, range) << import->name << import->module;
  } else {
    report(DiagnosticKind::FunctionNotSupported, range) << name;
  }
  return poison();
}

std::optional<Object> Elaborator::callSpecial(const std::string &name, const CallArguments &arguments,
                                              SourceRange range) {
  switch (specialOf(name)) {
  case Special::None:
    return std::nullopt;
  case Special::StaticAssert:
    return callStaticAssert(arguments, range);
  case Special::StaticPrint:
    return callStaticPrint(arguments, range);
  case Special::Print:
    return callPrint(arguments, range);
  case Special::DeviceAssert:
    return isDebug ? std::nullopt : std::optional<Object>(Object::none());
  case Special::Constexpr:
    return callConstexpr(arguments, range);
  case Special::IsInstance:
    return callIsInstance(arguments);
  case Special::Minimum:
    return foldWith("tl.minimum", arguments, range);
  case Special::Maximum:
    return foldWith("tl.maximum", arguments, range);
  case Special::Absolute:
    return hasRunTime(arguments) ? std::optional<Object>(callBuiltin("tl.abs", arguments, range)) : std::nullopt;
  case Special::ToFloat:
    return castRunTime(arguments, DTypeKind::Float32, range);
  case Special::ToInt:
    return castRunTime(arguments, DTypeKind::Int32, range);
  case Special::ToBool:
    return castRunTime(arguments, DTypeKind::Int1, range);
  case Special::Sum:
    return sumRunTime(arguments, range);
  case Special::CeilDivide:
    return divideRunTime(arguments, range);
  case Special::GetAttribute:
  case Special::HasAttribute:
    return callAttribute(name == "getattr", arguments, range);
  case Special::Range:
    publishScopes();
    return evaluator.callBuiltin("range", {arguments.positional, {}}, range);
  case Special::Slice:
    publishScopes();
    return evaluator.callBuiltin("slice", arguments, range);
  case Special::AggregateReplace:
    return callAggregateReplace(arguments, range);
  case Special::Condition:
    // Its options steer an optimisation that tkc decides by itself.
    return arguments.positional.empty() ? std::nullopt : std::optional<Object>(arguments.positional[0]);
  }
  return std::nullopt;
}

Object Elaborator::callStaticAssert(const CallArguments &arguments, SourceRange range) {
  const Object *condition = arguments.get(0, "cond");
  const Object *message = arguments.get(1, "msg");
  if (!condition) {
    report(DiagnosticKind::ArgumentMissing, range) << "tl.static_assert" << "cond";
    return poison();
  }
  std::optional<bool> truth = truthOf(*condition, range);
  if (!truth) {
    report(DiagnosticKind::ConditionNotConstexpr, range);
    return poison();
  }
  if (!*truth) {
    report(DiagnosticKind::AssertionFails, range)
        << (message ? evaluate::brief(*message, /*isRepr=*/false, evaluate::longestMessage) : std::string());
  }
  return Object::none();
}

Object Elaborator::callStaticPrint(const CallArguments &arguments, SourceRange range) {
  const Object *separator = arguments.keyword("sep");
  std::string text;
  for (const Object &value : arguments.positional) {
    if (&value != &arguments.positional.front()) {
      text += separator && separator->isString() ? separator->asString() : " ";
    }
    Object printed = asRunTime(value) ? Object::string(typeText(value))
                                      : known(evaluator.text(value, /*isRepr=*/false, range), range);
    if (isPoison(printed)) {
      return printed;
    }
    text += printed.asString();
  }
  constexpr uint64_t lettersAStep = 16;
  if (spend(text.size() / lettersAStep, range)) {
    report(DiagnosticKind::StaticPrint, range) << text;
  }
  return Object::none();
}

/// Python's `print` is `tl.device_print`, whose first argument is text.
Object Elaborator::callPrint(const CallArguments &arguments, SourceRange range) {
  CallArguments device;
  device.positional = arguments.positional;
  if (device.positional.empty() || !device.positional.front().isString()) {
    device.positional.insert(device.positional.begin(), Object::string(""));
  }
  if (const Object *hex = arguments.keyword("hex")) {
    device.keywords.push_back({"hex", *hex});
  }
  return callBuiltin("tl.device_print", std::move(device), range);
}

Object Elaborator::callConstexpr(const CallArguments &arguments, SourceRange range) {
  const Object *value = arguments.get(0, "value");
  if (!value) {
    report(DiagnosticKind::ArgumentMissing, range) << "tl.constexpr" << "value";
    return poison();
  }
  if (holdsRunTime(*value)) {
    report(DiagnosticKind::ConstexprOfRunTime, range) << typeText(*value);
    return poison();
  }
  return value->withConstexprMark();
}

static bool isConstexprClass(const Object &type) { return type.isBuiltin("tl.constexpr"); }

std::optional<Object> Elaborator::callIsInstance(const CallArguments &arguments) {
  if (arguments.positional.size() != 2) {
    return std::nullopt;
  }
  const Object &value = arguments.positional[0];
  const Object &type = arguments.positional[1];
  if (asRunTime(value)) {
    return Object::boolean(isInstanceOfRunTime(value, type));
  }
  bool isConstexpr = isConstexprClass(type) || (type.isSequence() && llvm::any_of(type.items(), isConstexprClass));
  return isConstexpr ? std::optional<Object>(Object::boolean(true)) : std::nullopt;
}

std::optional<Object> Elaborator::foldWith(const std::string &name, const CallArguments &arguments, SourceRange range) {
  // Without arguments, or with `key`, evaluation says what is wrong.
  if (!hasRunTime(arguments) || arguments.positional.empty() || arguments.keyword("key")) {
    return std::nullopt;
  }
  std::vector<Object> items = arguments.positional;
  if (items.size() == 1 && items[0].isSequence()) {
    items = items[0].items();
  }
  Object result = items[0];
  for (const Object &item : llvm::drop_begin(items)) {
    result = isPoison(result) ? result : callBuiltin(name, {{result, item}, {}}, range);
  }
  return result;
}

std::optional<Object> Elaborator::castRunTime(const CallArguments &arguments, DTypeKind type, SourceRange range) {
  if (arguments.positional.size() != 1 || !asTyped(arguments.positional[0])) {
    return std::nullopt;
  }
  return orPoison(at(range).cast(arguments.positional[0], DType(type)));
}

std::optional<Object> Elaborator::sumRunTime(const CallArguments &arguments, SourceRange range) {
  if (!hasRunTime(arguments) || arguments.positional.empty() || !arguments.positional[0].isSequence()) {
    return std::nullopt;
  }
  const Object *start = arguments.get(1, "start");
  Object result = start ? *start : Object::integer(0);
  for (const Object &item : arguments.positional[0].items()) {
    result = binary(ast::BinaryOp::Add, result, item, range);
  }
  return result;
}

std::optional<Object> Elaborator::callAttribute(bool isGet, const CallArguments &arguments, SourceRange range) {
  const std::vector<Object> &given = arguments.positional;
  if (given.size() < 2 || !asRunTime(given[0]) || !given[1].isString()) {
    return std::nullopt;
  }
  bool exists = semantic.hasAttribute(given[0], given[1].asString());
  if (!isGet) {
    return Object::boolean(exists);
  }
  return exists || given.size() < 3 ? attribute(given[0], given[1].asString(), range) : given[2];
}

Object Elaborator::callAggregateReplace(const CallArguments &arguments, SourceRange range) {
  const Object *object = arguments.get(0, "obj");
  if (!object || !object->is(evaluate::ObjectKind::Instance)) {
    report(DiagnosticKind::ArgumentWrongKind, range)
        << "obj" << "tl.aggregate_replace" << "an aggregate" << (object ? typeText(*object) : "nothing");
    return poison();
  }
  auto changed = std::make_shared<evaluate::InstanceObject>(object->asInstance());
  for (const evaluate::NamedObject &field : arguments.keywords) {
    if (!changed->type->fieldIndex(field.name)) {
      report(DiagnosticKind::AggregateFieldUnknown, range) << changed->type->name << field.name;
      return poison();
    }
    changed->attributes.set(field.name, field.value);
  }
  return Object::instance(std::move(changed));
}

/// `(x + (y - 1)) // y`
std::optional<Object> Elaborator::divideRunTime(const CallArguments &arguments, SourceRange range) {
  const Object *dividend = arguments.get(0, "x");
  const Object *divisor = arguments.get(1, "div") ? arguments.get(1, "div") : arguments.keyword("y");
  if (!hasRunTime(arguments) || !dividend || !divisor) {
    return std::nullopt;
  }
  Object less = binary(ast::BinaryOp::Sub, *divisor, Object::integer(1), range);
  Object raised = binary(ast::BinaryOp::Add, *dividend, less, range);
  return binary(ast::BinaryOp::FloorDiv, raised, *divisor, range);
}

} // namespace tkc::elaborate
