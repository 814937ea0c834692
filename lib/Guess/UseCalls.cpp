// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: arguments, functions of the source, methods.
#include "tkc/Evaluate/Operations.h"

#include "UseWalker.h"

namespace tkc::guess {

using namespace ast;
using evaluate::ObjectKind;
using Kind = UseValue::Kind;

const UseValue *UseWalker::Call::get(size_t position, std::string_view name) const {
  for (const auto &[keyword, value] : keywords) {
    if (keyword == name) {
      return &value;
    }
  }
  return position < positional.size() ? &positional[position] : nullptr;
}

UseValue UseWalker::Call::at(size_t position, std::string_view name) const {
  const UseValue *value = get(position, name);
  return value ? *value : UseValue();
}

UseValue UseWalker::evaluateCall(const CallExpr &expr) {
  // The kind of a loop may be chosen: `(tl.static_range if SHORT else tl.range)(…)`.
  const auto *choice = llvm::dyn_cast<ConditionalExpr>(expr.callee);
  UseValue callee = evaluate(choice ? *choice->thenValue : *expr.callee);
  if (choice) {
    test(evaluate(*choice->condition));
  }
  Call arguments;
  arguments.range = expr.range;
  for (const Argument &argument : expr.arguments) {
    UseValue value = evaluate(*argument.value);
    if (argument.kind == ArgumentKind::Keyword) {
      arguments.keywords.emplace_back(argument.name.text, std::move(value));
    } else if (argument.kind == ArgumentKind::Starred && value.isTuple) {
      arguments.positional.insert(arguments.positional.end(), value.items.begin(), value.items.end());
    } else if (argument.kind == ArgumentKind::Positional) {
      arguments.positional.push_back(std::move(value));
    }
  }
  return call(callee, std::move(arguments));
}

/// The name of a builtin, of those that are written in the language itself too; empty for other objects.
static std::string builtinNameOf(const Object &object) {
  if (object.isBuiltin()) {
    return object.builtinName();
  }
  bool isEmbedded = object.isFunction() && object.asFunction().module && object.asFunction().module->path[0] == '<' &&
                    object.asFunction().module->path != "<stdin>.tk";
  return isEmbedded ? "tl." + object.asFunction().name : "";
}

UseValue UseWalker::call(const UseValue &callee, Call arguments) {
  if (callee.isMethod()) {
    return callMethod(callee, std::move(arguments));
  }
  if (!callee.known) {
    facts.noteExact(callee, Use::Called);
    return {};
  }
  const Object &object = *callee.known;
  std::string name = builtinNameOf(object);
  if (!name.empty()) {
    return callBuiltin(std::move(name), arguments);
  }
  switch (object.kind()) {
  case ObjectKind::Function:
    return callFunction(object, std::move(arguments));
  case ObjectKind::BoundMethod:
    arguments.positional.insert(arguments.positional.begin(), UseValue::ofObject(object.asBoundMethod().self));
    return call(UseValue::ofObject(object.asBoundMethod().function), std::move(arguments));
  case ObjectKind::Partial: {
    const evaluate::PartialObject &partial = object.asPartial();
    std::vector<UseValue> first;
    for (const Object &argument : partial.arguments) {
      first.push_back(UseValue::ofObject(argument));
    }
    arguments.positional.insert(arguments.positional.begin(), first.begin(), first.end());
    for (const evaluate::NamedObject &keyword : partial.keywords) {
      if (!arguments.keyword(keyword.name)) {
        arguments.keywords.emplace_back(keyword.name, UseValue::ofObject(keyword.value));
      }
    }
    return call(UseValue::ofObject(partial.callee), std::move(arguments));
  }
  case ObjectKind::DType:
    return cast(arguments.at(0), callee, /*isBitcast=*/false);
  default:
    return {};
  }
}

UseValue UseWalker::callFunction(const Object &callee, Call arguments) {
  const evaluate::FunctionObject &function = callee.asFunction();
  std::vector<UseValue> values;
  bool isKnown = true;
  for (size_t i = 0; i < function.parameters().size(); ++i) {
    const Parameter &parameter = function.parameters()[i];
    const UseValue *given = arguments.get(i, parameter.name.text);
    if (parameter.kind == ParameterKind::VarPositional) {
      std::vector<UseValue> rest;
      for (size_t j = i; j < arguments.positional.size(); ++j) {
        rest.push_back(arguments.positional[j]);
      }
      values.push_back(UseValue::ofTuple(std::move(rest)));
      continue;
    }
    bool hasDefault = i < function.defaults.size() && function.defaults[i];
    values.push_back(given ? *given : hasDefault ? UseValue::ofObject(*function.defaults[i]) : UseValue());
    isKnown &= values.back().known.has_value();
  }
  if (function.flavor != evaluate::FunctionFlavor::Jit && isKnown) {
    evaluate::CallArguments constants;
    for (UseValue &value : values) {
      constants.positional.push_back(*value.known);
    }
    Object result = evaluator.call(callee, constants, arguments.range);
    return result.isUnknown() ? UseValue() : UseValue::ofObject(result);
  }
  return function.flavor == evaluate::FunctionFlavor::Constexpr ? UseValue() : runFunction(function, std::move(values));
}

/// A descriptor: `load([row, column])` and its kin take lists of offsets.
/// The parameters in the sizes of a block go before those in its offsets.
void UseWalker::noteBlockShape(const UseValue &descriptor, const UseValue &shape) {
  if (!descriptor.exact) {
    return;
  }
  Evidence &evidence = facts.variables.of(*descriptor.exact);
  evidence.offsets.resize(std::max(evidence.offsets.size(), shape.items.size()));
  for (size_t i = 0; i < shape.items.size(); ++i) {
    merge(evidence.offsets[i], shape.items[i].parts);
  }
}

UseValue UseWalker::callDescriptor(const UseValue &descriptor, const std::string &method, const Call &arguments) {
  bool isGathered = method == "gather" || method == "scatter";
  bool storesFirst = method == "scatter" || method.rfind("atomic", 0) == 0;
  const UseValue offsets = arguments.at(storesFirst && arguments.positional.size() > 2 ? 1 : 0, "offsets");
  facts.noteInteger(offsets);
  if (descriptor.pointee) {
    return load(descriptor);
  }
  if (!descriptor.exact) {
    return {};
  }
  facts.noteExact(descriptor, Use::Descriptor);
  Evidence &evidence = facts.variables.of(*descriptor.exact);
  evidence.descriptorRank = std::max(evidence.descriptorRank, isGathered ? 2 : offsets.items.size());
  evidence.offsets.resize(evidence.descriptorRank);
  for (size_t i = 0; !isGathered && i < offsets.items.size(); ++i) {
    merge(evidence.offsets[i], offsets.items[i].parts);
  }
  return UseValue::ofVariable(facts.variables.pointee(*descriptor.exact));
}

UseValue UseWalker::callMethod(const UseValue &callee, Call arguments) {
  const UseValue &self = callee.items[0];
  const std::string &method = callee.method;
  if (self.isMethod() || self.isType) {
    return UseValue::ofKind(Kind::Boolean); // `x.dtype.is_fp16()`
  }
  bool isAccess = method == "load" || method == "store" || method == "gather" || method == "scatter" ||
                  method.rfind("atomic_", 0) == 0;
  bool takesOffsets = arguments.at(0, "offsets").isTuple || method == "scatter";
  if (isAccess && (takesOffsets || (self.pointee && method != "gather"))) {
    return callDescriptor(self, method, arguments);
  }
  arguments.positional.insert(arguments.positional.begin(), self);
  return callBuiltin("tl." + method, arguments);
}

UseValue::Kind UseWalker::kindOfType(const UseValue &type) {
  std::optional<Object> known = type.known;
  if (!known && type.exact && !type.isType) {
    facts.noteExact(type, Use::Type);
    known = facts.variables.of(*type.exact).given;
  }
  if (!known || !known->isDType()) {
    return Kind::Any;
  }
  const DType &dtype = known->asDType();
  if (dtype.isBool()) {
    return Kind::Boolean;
  }
  return dtype.isInteger() ? Kind::Integer : dtype.is(DTypeKind::Float32) ? Kind::Single : Kind::Float;
}

UseValue UseWalker::cast(const UseValue &value, const UseValue &type, bool isBitcast) {
  if (type.known && type.known->isDType() && type.known->asDType().isPointer()) {
    UseValue pointer;
    if (value.exact) {
      facts.noteExact(value, Use::Address);
      pointer.bases = {{*value.exact}};
      pointer.parts = {*value.exact};
    }
    pointer.pointee = facts.variables.add();
    facts.variables.note(*pointer.pointee, Use::Element);
    return pointer;
  }
  UseValue result;
  if (value.isTuple || value.isType) {
    return result;
  }
  result.kind = kindOfType(type);
  bool isTyped = type.known && type.known->isDType();
  if (isBitcast && isTyped && value.exact) {
    Evidence &evidence = facts.variables.of(*value.exact);
    bool isPointer = type.known->asDType().bitWidth() == 64 && !evidence.has(Use::Element);
    evidence.bitWidth = std::max(evidence.bitWidth, type.known->asDType().bitWidth());
    if (isPointer) {
      facts.noteExact(value, Use::Pointer);
    }
    return result;
  }
  if (result.kind == Kind::Integer && value.exact) {
    result.parts = value.parts;
  }
  result.dotOperands = value.dotOperands;
  if (value.exact && !facts.variables.has(*value.exact, Use::Element)) {
    facts.noteExact(value, Use::Number);
  }
  return result;
}

UseValue UseWalker::load(const UseValue &pointer) { return UseValue::ofVariable(facts.dereference(pointer)); }

void UseWalker::noteShape(const UseValue &shape) {
  for (const UseValue &item : shape.items) {
    noteShape(item);
  }
  for (Variable part : shape.parts) {
    facts.variables.note(part, Use::Shape);
    facts.variables.note(part, Use::Integer);
  }
}

} // namespace tkc::guess
