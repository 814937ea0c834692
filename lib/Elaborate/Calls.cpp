// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: functions of kernels are elaborated in place, once a call; compile-time functions are evaluated.
#include "tkc/Evaluate/Operations.h"

#include "Elaborator.h"

namespace tkc::elaborate {

using evaluate::CallArguments;

Object Elaborator::evaluateCall(const ast::CallExpr &expr) { return evaluateCallOf(evaluate(*expr.callee), expr); }

bool Elaborator::appendKeywords(const ast::Argument &argument, const Object &value, CallArguments &arguments) {
  if (!value.is(evaluate::ObjectKind::Dict)) {
    if (!isPoison(value)) {
      report(DiagnosticKind::NotIterable, argument.range) << typeText(value);
    }
    return false;
  }
  for (const evaluate::ObjectMap::Entry &entry : value.asDict().entries) {
    if (!entry.key.isString()) {
      report(DiagnosticKind::KeywordNotString, argument.range);
      return false;
    }
    arguments.keywords.push_back({entry.key.asString(), entry.value});
  }
  return true;
}

/// An f-string with run-time values is its text, then the values: `print(f"at {i}")` is `print("at {}", i)`.
void Elaborator::appendPrinted(const ast::Expr &expr, std::vector<Object> &values) {
  const auto *format = llvm::dyn_cast<ast::FormatStringExpr>(&expr);
  std::vector<Object> shown;
  Object text = format ? evaluateFormat(*format, &shown) : evaluate(expr);
  values.push_back(std::move(text));
  values.insert(values.end(), shown.begin(), shown.end());
}

std::optional<CallArguments> Elaborator::evaluateArguments(const ast::List<ast::Argument> &arguments, bool arePrinted) {
  CallArguments result;
  bool isUsable = true;
  for (const ast::Argument &argument : arguments) {
    if (arePrinted && argument.kind == ast::ArgumentKind::Positional) {
      appendPrinted(*argument.value, result.positional);
      continue;
    }
    Object value = evaluate(*argument.value);
    switch (argument.kind) {
    case ast::ArgumentKind::Positional:
      result.positional.push_back(std::move(value));
      break;
    case ast::ArgumentKind::Keyword:
      result.keywords.push_back({std::string(argument.name.text), std::move(value)});
      break;
    case ast::ArgumentKind::Starred: {
      std::optional<std::vector<Object>> items = itemsOf(value, argument.range);
      isUsable = isUsable && items;
      if (items) {
        result.positional.insert(result.positional.end(), items->begin(), items->end());
      }
      break;
    }
    case ast::ArgumentKind::KeywordUnpacking:
      isUsable = appendKeywords(argument, value, result) && isUsable;
      break;
    }
  }
  return isUsable ? std::optional<CallArguments>(std::move(result)) : std::nullopt;
}

bool Elaborator::hasPoison(const CallArguments &arguments) {
  return llvm::any_of(arguments.positional, [&](const Object &value) { return hasPoison(value); }) ||
         llvm::any_of(arguments.keywords, [&](const auto &keyword) { return hasPoison(keyword.value); });
}

bool Elaborator::hasRunTime(const CallArguments &arguments) {
  return llvm::any_of(arguments.positional, [&](const Object &value) { return holdsRunTime(value); }) ||
         llvm::any_of(arguments.keywords, [&](const auto &keyword) { return holdsRunTime(keyword.value); });
}

Object Elaborator::evaluateCallOf(const Object &callee, const ast::CallExpr &expr) {
  bool arePrinted = callee.isBuiltin("print") || callee.isBuiltin("tl.device_print");
  std::optional<CallArguments> arguments = evaluateArguments(expr.arguments, arePrinted);
  if (!arguments || isPoison(callee) || hasPoison(*arguments)) {
    return poison();
  }
  return call(callee, std::move(*arguments), expr.range);
}

/// A call comes through the method of an object, a partial and such to a function. Calls that nest deeper than this for
/// each function reach none: an object can be its own `__call__`.
static constexpr unsigned callsForAFunction = 4;

Object Elaborator::call(const Object &callee, CallArguments arguments, SourceRange range) {
  if (openCalls >= callsForAFunction * budget.callDepth) {
    return refuseCallDepth(range);
  }
  ++openCalls;
  Object result = dispatchCall(callee, std::move(arguments), range);
  --openCalls;
  return result;
}

Object Elaborator::refuseCallDepth(SourceRange call) {
  report(DiagnosticKind::CallsTooDeep, call) << budget.callDepth;
  isExhausted = true;
  return poison();
}

Object Elaborator::dispatchCall(const Object &callee, CallArguments arguments, SourceRange range) {
  switch (callee.kind()) {
  case evaluate::ObjectKind::Builtin:
    return callBuiltin(callee.builtinName(), std::move(arguments), range);
  case evaluate::ObjectKind::Function:
    return callFunction(callee, std::move(arguments), range);
  case evaluate::ObjectKind::BoundMethod:
    return callMethod(callee.asBoundMethod(), std::move(arguments), range);
  case evaluate::ObjectKind::Class:
    return construct(callee, std::move(arguments), range);
  case evaluate::ObjectKind::Partial: {
    const evaluate::PartialObject &partial = callee.asPartial();
    arguments.positional.insert(arguments.positional.begin(), partial.arguments.begin(), partial.arguments.end());
    for (const evaluate::NamedObject &keyword : partial.keywords) {
      if (!arguments.keyword(keyword.name)) {
        arguments.keywords.push_back(keyword);
      }
    }
    return call(partial.callee, std::move(arguments), range);
  }
  case evaluate::ObjectKind::DType:
    if (arguments.positional.size() == 1 && arguments.keywords.empty()) {
      return orPoison(at(range).cast(arguments.positional[0], callee.asDType()));
    }
    break;
  case evaluate::ObjectKind::Instance:
    if (callee.asInstance().type->find("__call__")) {
      return call(attribute(callee, "__call__", range), std::move(arguments), range);
    }
    break;
  default:
    break;
  }
  report(DiagnosticKind::NotCallable, range) << typeText(callee);
  return poison();
}

Object Elaborator::callMethod(const evaluate::BoundMethodObject &method, CallArguments arguments, SourceRange range) {
  if (method.function.isBuiltin() && !asRunTime(method.self) && !semantic.hasBuiltin(method.function.builtinName())) {
    publishScopes();
    return known(evaluator.call(Object::boundMethod(method.self, method.function), arguments, range), range);
  }
  arguments.positional.insert(arguments.positional.begin(), method.self);
  return call(method.function, std::move(arguments), range);
}

/// True for functions that only compile-time evaluation runs.
bool Elaborator::isEvaluated(const evaluate::FunctionObject &function, const CallArguments &arguments) {
  switch (function.flavor) {
  case evaluate::FunctionFlavor::Constexpr:
    return true;
  case evaluate::FunctionFlavor::Jit:
    return false;
  case evaluate::FunctionFlavor::Plain:
    return !frameOf(function.scope) && !hasRunTime(arguments);
  }
  return false;
}

Object Elaborator::callFunction(const Object &callee, CallArguments arguments, SourceRange range) {
  const evaluate::FunctionObject &function = callee.asFunction();
  if (isEvaluated(function, arguments)) {
    publishScopes();
    return known(evaluator.call(callee, arguments, range), range);
  }
  evaluate::BoundArguments bound = evaluate::bindArguments(function, arguments, range);
  if (!bound.error.isNone()) {
    return known(bound.error, range);
  }
  return elaborateBody(function, std::move(bound.values), range);
}

static bool isConstexprParameter(const ast::Parameter &parameter) {
  return parameter.annotation && parameter.annotation->range.text().find("constexpr") != std::string_view::npos;
}

void Elaborator::bindParameters(const evaluate::FunctionObject &function, std::vector<Object> &arguments) {
  for (auto [parameter, value] : llvm::zip(function.parameters(), arguments)) {
    // As in Triton, the annotation says nothing of what a kernel hands to a helper: that is constexpr or not by itself.
    bool isConstexpr = isConstexprParameter(parameter) && !holdsRunTime(value);
    env().bind(parameter.name.text, std::move(value), parameter.name.range);
    env().names[llvm::StringRef(parameter.name.text)].isConstexpr = isConstexpr;
  }
}

Object Elaborator::returnedValue(const evaluate::FunctionObject &function) {
  if (!env().returnValue) {
    return Object::none();
  }
  const Object &value = *env().returnValue;
  if (env().live.isNo() || value.isNone() || hasPoison(value)) {
    return value;
  }
  (report(DiagnosticKind::NotAllPathsReturn, function.definition->name.range) << function.name)
      .note(env().returnRange, "a value of type " + typeText(value) + " is returned here");
  return poison();
}

Object Elaborator::runBody(const evaluate::FunctionObject &function) {
  if (function.lambda) {
    return evaluate(*function.lambda->body);
  }
  frame().readByNested = namesReadByNestedFunctions(statementsOf(function.definition->body));
  runBlock(function.definition->body, {});
  return isExhausted ? poison() : returnedValue(function);
}

Object Elaborator::elaborateBody(const evaluate::FunctionObject &function, std::vector<Object> arguments,
                                 SourceRange call) {
  if (frames.size() >= budget.callDepth) {
    return refuseCallDepth(call);
  }
  size_t firstDiagnostic = diagnostics.diagnostics().size();
  SourceRange place = identity.range();
  bool isInlined = !frames.empty();
  identity.setRange(call);
  auto own = std::make_unique<Frame>();
  own->function = &function;
  frames.push_back(std::move(own));
  bindParameters(function, arguments);
  if (isInlined) {
    identity.pushCall(call);
  }
  Object result = runBody(function);
  if (isInlined) {
    identity.popCall();
  }
  publishScopes();
  frames.pop_back();
  identity.setRange(place);
  if (isInlined) {
    diagnostics.addNoteFrom(firstDiagnostic, call, "called from here");
  }
  return result;
}

Object Elaborator::construct(const Object &callee, CallArguments arguments, SourceRange range) {
  std::shared_ptr<evaluate::ClassObject> type = callee.dataAs<evaluate::ClassObject>();
  const Object *init = type->find("__init__");
  bool isElaborated = init && init->isFunction() &&
                      (hasRunTime(arguments) || init->asFunction().flavor != evaluate::FunctionFlavor::Plain);
  if (!isElaborated) {
    publishScopes();
    return known(evaluator.construct(type, arguments, range), range);
  }
  auto data = std::make_shared<evaluate::InstanceObject>();
  data->type = type;
  Object instance = Object::instance(std::move(data));
  arguments.positional.insert(arguments.positional.begin(), instance);
  Object result = callFunction(*init, std::move(arguments), range);
  return isPoison(result) ? result : instance;
}

} // namespace tkc::elaborate
