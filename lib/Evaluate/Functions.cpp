// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions at compile time: making, decorating and calling them.
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Operations.h"
#include "tkc/Evaluate/SyntaxWalk.h"

#include "BuiltinTables.h"

namespace tkc::evaluate {

using namespace ast;

/// The names of the functions and classes around a scope, with a dot behind each.
static std::string qualifiedPrefix(const Scope &scope) {
  const Object *prefix = scope.names.find("#qualified");
  if (prefix) {
    return prefix->asString() + ".";
  }
  return scope.parent && scope.kind != Scope::Kind::Module ? qualifiedPrefix(*scope.parent) : "";
}

/// The scope in which the body of a function made here looks up free names.
static Scope *closureScope(Scope &scope) {
  return scope.kind == Scope::Kind::Class && scope.parent ? closureScope(*scope.parent) : &scope;
}

static void addDefaults(FunctionObject &function, const List<Parameter> &parameters, Evaluator &evaluator,
                        Scope &scope) {
  for (const Parameter &parameter : parameters) {
    function.defaults.push_back(parameter.defaultValue
                                    ? std::optional<Object>(evaluator.evaluate(*parameter.defaultValue, scope))
                                    : std::nullopt);
  }
}

std::shared_ptr<FunctionObject> Evaluator::makeFunction(const FunctionDefStmt &definition, Scope &scope) {
  auto function = std::make_shared<FunctionObject>();
  function->name = definition.name.text;
  function->qualifiedName = qualifiedPrefix(scope) + function->name;
  function->definition = &definition;
  function->module = scope.module;
  function->scope = closureScope(scope);
  addDefaults(*function, definition.parameters, *this, scope);
  capture(*function->scope);
  return function;
}

Object Evaluator::makeLambda(const LambdaExpr &lambda, Scope &scope) {
  auto function = std::make_shared<FunctionObject>();
  function->name = "<lambda>";
  function->qualifiedName = qualifiedPrefix(scope) + function->name;
  function->lambda = &lambda;
  function->module = scope.module;
  function->scope = closureScope(scope);
  addDefaults(*function, lambda.parameters, *this, scope);
  capture(*function->scope);
  return Object::function(function);
}

/// True for what a definition can be after a decorator; anything else means that the decorator is not understood.
static bool isDefinition(const Object &object) {
  return object.isFunction() || object.is(ObjectKind::Class) || object.is(ObjectKind::BoundMethod) ||
         object.is(ObjectKind::Partial);
}

/// A decorator of somebody else that has a list of configs is taken for autotune.
Object Evaluator::applyLikeAutotune(const Decorator &decorator, const Object &function, Scope &scope) {
  const CallExpr *decoratorCall = decorator.call();
  if (!decoratorCall || !decoratorCall->findKeyword("configs")) {
    return Object();
  }
  Object error;
  CallArguments arguments = evaluateArguments(decoratorCall->arguments, scope, error);
  arguments.positional.push_back(function);
  return *callBuiltin("triton.autotune.apply", arguments, decorator.range);
}

Object Evaluator::defineFunction(const FunctionDefStmt &definition, Scope &scope) {
  Object function = Object::function(makeFunction(definition, scope));
  for (size_t i = definition.decorators.size(); i-- > 0;) {
    const Decorator &decorator = definition.decorators[i];
    Object callee = evaluate(*decorator.expr, scope);
    Object decorated = callee.isUnknown() ? callee : call(callee, {{function}, {}}, decorator.range);
    decorated = isDefinition(decorated) ? decorated : applyLikeAutotune(decorator, function, scope);
    if (isDefinition(decorated)) {
      function = decorated;
    } else if (function.isFunction()) {
      std::string_view text = decorator.expr->range.text();
      function.asFunction().ignoredDecorators.emplace_back(text.substr(0, text.find_first_of("(\n")));
    }
  }
  return function;
}

//===- Calls -----------------------------------------------------------------------------------------------------===//

Object Evaluator::callFunction(const FunctionObject &function, const CallArguments &arguments, SourceRange range) {
  BoundArguments bound = bindArguments(function, arguments, range);
  if (bound.error.isUnknown()) {
    return bound.error;
  }
  if (openFunctions >= evaluatorOptions.maximalCallDepth) {
    return Object::unknown("`" + function.name + "` calls itself too deeply", range, "RecursionError");
  }
  auto scope = std::make_unique<Scope>();
  scope->kind = Scope::Kind::Function;
  scope->parent = function.scope;
  scope->module = function.module;
  for (size_t i = 0; i < bound.values.size(); ++i) {
    scope->names.set(function.parameters()[i].name.text, bound.values[i]);
  }
  scope->names.set("#qualified", Object::string(function.qualifiedName + ".<locals>"));
  ++openFunctions;
  Object result = runBody(function, *scope);
  --openFunctions;
  retire(std::move(scope));
  return result;
}

Object Evaluator::runBody(const FunctionObject &function, Scope &scope) {
  Frame frame;
  frames.push_back(&frame);
  Object result;
  if (function.lambda) {
    result = evaluate(*function.lambda->body, scope);
  } else {
    Completion completion = execute(function.definition->body, scope);
    result = completion.isNormal() ? Object() : completion.value;
    bool isGenerator = frame.hasYielded || (completion.isNormal() && hasYield(function.definition->body));
    result = isGenerator && !result.isUnknown() ? Object::list(std::move(frame.yields)) : result;
  }
  frames.pop_back();
  return result;
}

Object Evaluator::yielded(const Object &value, SourceRange range) {
  if (frames.empty()) {
    return Object::unknown("`yield` stands outside of a function", range, "SyntaxError");
  }
  frames.back()->hasYielded = true;
  frames.back()->yields.push_back(value);
  return Object::none();
}

static CallArguments withSelf(const Object &self, const CallArguments &arguments) {
  CallArguments all = arguments;
  all.positional.insert(all.positional.begin(), self);
  return all;
}

static CallArguments withPartial(const PartialObject &partial, const CallArguments &arguments) {
  CallArguments all;
  all.positional = partial.arguments;
  all.positional.insert(all.positional.end(), arguments.positional.begin(), arguments.positional.end());
  for (const NamedObject &keyword : partial.keywords) {
    if (!arguments.keyword(keyword.name)) {
      all.keywords.push_back(keyword);
    }
  }
  all.keywords.insert(all.keywords.end(), arguments.keywords.begin(), arguments.keywords.end());
  return all;
}

static Object notAtCompileTime(const Object &callee, SourceRange range) {
  const auto builtin = callee.dataAs<BuiltinObject>();
  std::string reason =
      builtin->isHost ? describeHost(builtin->name) : "`" + builtin->name + "` has a value only while the kernel runs";
  return Object::unknown(reason, range);
}

/// Each call of a function comes through so many others: of its method, of a class or object that has the method. An
/// object can also be its own `__call__`, and then there are no functions at all.
static constexpr unsigned callsForAFunction = 4;

Object Evaluator::call(const Object &callee, const CallArguments &arguments, SourceRange range) {
  if (openCalls >= callsForAFunction * evaluatorOptions.maximalCallDepth) {
    return Object::unknown("'" + typeName(callee) + "' calls itself too deeply", range, "RecursionError");
  }
  constexpr size_t argumentsAStep = 8;
  stepsTaken += 1 + arguments.positional.size() / argumentsAStep;
  ++openCalls;
  Object result = dispatchCall(callee, arguments, range);
  --openCalls;
  return result;
}

Object Evaluator::dispatchCall(const Object &callee, const CallArguments &arguments, SourceRange range) {
  switch (callee.kind()) {
  case ObjectKind::Unknown:
    return callee;
  case ObjectKind::Function:
    return callFunction(callee.asFunction(), arguments, range);
  case ObjectKind::BoundMethod:
    return call(callee.asBoundMethod().function, withSelf(callee.asBoundMethod().self, arguments), range);
  case ObjectKind::Partial:
    return call(callee.asPartial().callee, withPartial(callee.asPartial(), arguments), range);
  case ObjectKind::Class:
    return construct(callee.dataAs<ClassObject>(), arguments, range);
  case ObjectKind::Builtin: {
    std::optional<Object> result = callBuiltin(callee.builtinName(), arguments, range);
    return result ? *result : notAtCompileTime(callee, range);
  }
  case ObjectKind::Instance:
    if (const Object *method = callee.asInstance().type->find("__call__")) {
      return call(*method, withSelf(callee, arguments), range);
    }
    break;
  default:
    break;
  }
  return Object::unknown("'" + typeName(callee) + "' can't be called", range, "TypeError");
}

} // namespace tkc::evaluate
