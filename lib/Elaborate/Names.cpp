// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a name means: a binding of the function, of the functions around it, of its module, or a builtin.
#include "Elaborator.h"

namespace tkc::elaborate {

Object Elaborator::evaluateName(const ast::NameExpr &expr) {
  if (const Binding *binding = env().find(expr.name)) {
    return useBinding(env(), expr.name, *binding, expr.range);
  }
  evaluate::Scope *scope = frame().function->scope;
  while (scope && scope->kind != evaluate::Scope::Kind::Module) {
    if (std::optional<Object> found = findInScope(*scope, expr)) {
      return *found;
    }
    scope = scope->parent;
  }
  if (!scope && frame().function->module) {
    scope = frame().function->module->globals.get();
  }
  if (!scope) {
    report(DiagnosticKind::NameNotDefined, expr.range) << expr.name;
    return poison();
  }
  Object value = evaluator.readName(expr, *scope);
  if (value.isUnknown() && value.asUnknown().exception == "NameError") {
    report(DiagnosticKind::NameNotDefined, expr.range) << expr.name;
    return poison();
  }
  return known(std::move(value), expr.range);
}

std::optional<Object> Elaborator::findInScope(evaluate::Scope &scope, const ast::NameExpr &expr) {
  if (scope.kind == evaluate::Scope::Kind::Class) {
    return std::nullopt;
  }
  if (Frame *owner = frameOf(&scope)) {
    const Binding *binding = owner->env.find(expr.name);
    return binding ? std::optional<Object>(useBinding(owner->env, expr.name, *binding, expr.range)) : std::nullopt;
  }
  const Object *found = scope.names.find(expr.name);
  return found ? std::optional<Object>(known(*found, expr.range)) : std::nullopt;
}

Object Elaborator::useBinding(Environment &owner, llvm::StringRef name, const Binding &binding, SourceRange range) {
  if (binding.isBound()) {
    return known(binding.value, range);
  }
  if (binding.state == Binding::State::Partial) {
    (report(DiagnosticKind::NameNotAlwaysDefined, range) << std::string_view(name))
        .note(binding.definition, "it is defined here")
        .note(binding.other, "but not on every path through this");
  } else {
    (report(DiagnosticKind::NameTypesDiffer, range)
     << std::string_view(name) << binding.firstType << binding.secondType)
        .note(binding.definition, "here it is of type " + binding.firstType)
        .note(binding.other, "here it is of type " + binding.secondType);
  }
  // One error is enough.
  owner.bind(name, poison(), binding.definition);
  return poison();
}

Frame *Elaborator::frameOf(const evaluate::Scope *scope) {
  for (const std::unique_ptr<Frame> &each : llvm::reverse(frames)) {
    if (each->scope == scope) {
      return each.get();
    }
  }
  return nullptr;
}

/// The value that functions made in the frame read.
static Object publishedValue(llvm::StringRef name, const Binding &binding) {
  if (binding.isBound()) {
    return binding.value;
  }
  bool isPartial = binding.state == Binding::State::Partial;
  return Object::unknown("`" + name.str() +
                             (isPartial ? "` is not defined on every path to here" : "` is of several types here"),
                         binding.definition);
}

static void publishBindings(Frame &frame) {
  if (!frame.scope) {
    return;
  }
  evaluate::NameTable &published = frame.scope->names;
  // A name that has no value here must not keep what it had elsewhere, on another path or in an attempt at a loop that
  // was given up; as for the function itself, it may be one of the module then.
  std::vector<std::string> stale;
  llvm::copy_if(published.names(), std::back_inserter(stale),
                [&](const std::string &name) { return !frame.env.find(name); });
  for (const std::string &name : stale) {
    published.erase(name);
  }
  for (const auto &[name, binding] : frame.env.names) {
    published.set(name, publishedValue(name, binding));
  }
}

void Elaborator::publishScopes() {
  for (const std::unique_ptr<Frame> &each : frames) {
    publishBindings(*each);
  }
}

evaluate::Scope &Elaborator::scopeOfFrame() {
  if (!frame().scope) {
    const evaluate::FunctionObject &function = *frame().function;
    frame().scope = &evaluator.newScope(evaluate::Scope::Kind::Function, function.scope, function.module);
    frame().scope->isMirror = true;
  }
  publishBindings(frame());
  return *frame().scope;
}

} // namespace tkc::elaborate
