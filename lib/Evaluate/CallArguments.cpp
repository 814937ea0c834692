// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distributes the arguments of a call over the parameters of a function.
#include "tkc/Evaluate/CallArguments.h"

#include "tkc/AST/Definition.h"

#include <algorithm>

namespace tkc::evaluate {

using ast::ParameterKind;

const Object *CallArguments::keyword(std::string_view name) const {
  for (const NamedObject &argument : keywords) {
    if (argument.name == name) {
      return &argument.value;
    }
  }
  return nullptr;
}

const Object *CallArguments::get(size_t position, std::string_view name) const {
  return position < positional.size() ? &positional[position] : keyword(name);
}

namespace {

class ArgumentBinder {
public:
  ArgumentBinder(const FunctionObject &function, const CallArguments &arguments, SourceRange range)
      : function(function), parameters(function.parameters()), arguments(arguments), range(range),
        slots(parameters.size()) {}

  BoundArguments run() {
    bindPositional();
    for (const NamedObject &argument : arguments.keywords) {
      bindKeyword(argument);
    }
    bindRest();
    BoundArguments result;
    result.error = error;
    for (std::optional<Object> &slot : slots) {
      result.values.push_back(slot ? std::move(*slot) : Object());
    }
    return result;
  }

private:
  void fail(const std::string &reason) {
    if (error.isNone()) {
      error = Object::unknown("`" + function.name + "` " + reason, range, "TypeError");
    }
  }

  void bindPositional() {
    size_t next = 0;
    size_t place = 0;
    for (; place < parameters.size() && parameters[place].kind <= ParameterKind::Regular; ++place) {
      if (next < arguments.positional.size()) {
        slots[place] = arguments.positional[next++];
      }
    }
    std::vector<Object> rest(arguments.positional.begin() + next, arguments.positional.end());
    if (place < parameters.size() && parameters[place].kind == ParameterKind::VarPositional) {
      slots[place] = Object::tuple(std::move(rest));
    } else if (!rest.empty()) {
      fail("takes " + std::to_string(place) + " positional arguments, got " +
           std::to_string(arguments.positional.size()));
    }
  }

  void bindKeyword(const NamedObject &argument) {
    for (size_t i = 0; i < parameters.size(); ++i) {
      ParameterKind kind = parameters[i].kind;
      bool isNamed = kind == ParameterKind::Regular || kind == ParameterKind::KeywordOnly;
      if (!isNamed || parameters[i].name.text != argument.name) {
        continue;
      }
      if (slots[i]) {
        fail("got two values for the parameter `" + argument.name + "`");
      }
      slots[i] = argument.value;
      return;
    }
    size_t last = parameters.size() - 1;
    if (parameters.empty() || parameters[last].kind != ParameterKind::VarKeyword) {
      fail("has no parameter `" + argument.name + "`");
      return;
    }
    slots[last] = slots[last] ? *slots[last] : Object::dict();
    slots[last]->asDict().entries.set(argument.name, argument.value);
  }

  void bindRest() {
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (slots[i]) {
        continue;
      }
      if (parameters[i].kind == ParameterKind::VarKeyword) {
        slots[i] = Object::dict();
      } else if (i < function.defaults.size() && function.defaults[i]) {
        slots[i] = *function.defaults[i];
      } else {
        fail("lacks an argument for the parameter `" + std::string(parameters[i].name.text) + "`");
      }
    }
  }

  const FunctionObject &function;
  const ast::List<ast::Parameter> &parameters;
  const CallArguments &arguments;
  SourceRange range;
  std::vector<std::optional<Object>> slots;
  Object error;
};

} // namespace

BoundArguments bindArguments(const FunctionObject &function, const CallArguments &arguments, SourceRange range) {
  return ArgumentBinder(function, arguments, range).run();
}

} // namespace tkc::evaluate
