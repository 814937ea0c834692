// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the kernels of a module and tells entries from helpers.
#include "tkc/Evaluate/Specialization.h"
#include "tkc/Evaluate/SyntaxWalk.h"

#include <algorithm>
#include <map>
#include <set>

namespace tkc::evaluate {

using namespace ast;

namespace {

class KernelFinder {
public:
  KernelFinder(Evaluator &evaluator, const ModuleObject &module) : evaluator(evaluator), module(module) {}

  std::vector<KernelEntry> run() {
    for (const std::string &name : module.globals->names.names()) {
      const Object &value = *module.globals->names.find(name);
      add(value, value.isFunction() ? value.asFunction().name : name);
    }
    std::sort(found.begin(), found.end(), [](const KernelEntry &a, const KernelEntry &b) {
      return a.function.asFunction().range().begin < b.function.asFunction().range().begin;
    });
    addInner();
    markHelpers();
    return std::move(found);
  }

private:
  void add(const Object &value, const std::string &name) {
    bool isOwnKernel =
        value.isFunction() && value.asFunction().flavor == FunctionFlavor::Jit && value.asFunction().module == &module;
    if (isOwnKernel && definitions.insert(value.asFunction().definition).second) {
      found.push_back({name, value, true});
    }
  }

  /// Kernels in classes, and those in bodies of plain functions, whose own parameters are not known.
  void addInner() {
    for (const std::string &name : std::vector<std::string>(module.globals->names.names())) {
      const Object value = *module.globals->names.find(name);
      if (value.is(ObjectKind::Class) && value.asClass().module == &module) {
        for (const std::string &attribute : value.asClass().attributes.names()) {
          add(*value.asClass().attributes.find(attribute), attribute);
        }
      }
      bool isPlain = value.isFunction() && value.asFunction().flavor == FunctionFlavor::Plain &&
                     value.asFunction().module == &module && value.asFunction().definition;
      if (isPlain) {
        addFromBody(value.asFunction());
      }
    }
  }

  static bool looksLikeKernel(const FunctionDefStmt &definition) {
    return std::any_of(definition.decorators.begin(), definition.decorators.end(), [](const Decorator &decorator) {
      std::optional<std::string> name = decorator.name();
      return name && (*name == "jit" || *name == "kernel" || name->find(".jit") != std::string::npos);
    });
  }

  void addFromBody(const FunctionObject &outer) {
    bool hasKernel = false;
    forEachStatement(outer.definition->body, [&](const Stmt &stmt) {
      const auto *inner = llvm::dyn_cast<FunctionDefStmt>(&stmt);
      hasKernel |= inner && looksLikeKernel(*inner);
    });
    if (!hasKernel) {
      return;
    }
    Scope &scope = evaluator.newScope(Scope::Kind::Function, outer.scope, outer.module);
    scope.names.set("#qualified", Object::string(outer.qualifiedName + ".<locals>"));
    for (const Parameter &parameter : outer.parameters()) {
      scope.names.set(parameter.name.text,
                      Object::unknown("`" + std::string(parameter.name.text) +
                                          "` is an argument of the plain function `" + outer.name + "`",
                                      parameter.range));
    }
    evaluator.execute(outer.definition->body, scope);
    for (const std::string &name : scope.names.names()) {
      add(*scope.names.find(name), name);
    }
  }

  void markHelpers() {
    std::map<std::string, size_t> numReaders;
    for (const KernelEntry &entry : found) {
      for (const std::string &name : namesOfModule(entry)) {
        ++numReaders[name];
      }
    }
    for (KernelEntry &entry : found) {
      const FunctionObject &function = entry.function.asFunction();
      const KernelInfo &info = *function.kernel;
      bool isLaunched = info.autotune || !info.heuristics.empty() || !info.grid.isNone();
      size_t numOthers = numReaders[entry.name] - namesOfModule(entry).count(entry.name);
      entry.isEntry = isLaunched || (!returnsValue(function.definition->body) && numOthers == 0);
    }
  }

  /// The module's names that the function reads, which no parameter or variable of its own has.
  static std::set<std::string, std::less<>> namesOfModule(const KernelEntry &entry) {
    const FunctionDefStmt &function = *entry.function.asFunction().definition;
    std::set<std::string, std::less<>> names = usedNames(function.body);
    for (const std::string &own : assignedNames(function.body)) {
      names.erase(own);
    }
    for (const Parameter &parameter : function.parameters) {
      names.erase(std::string(parameter.name.text));
    }
    return names;
  }

  Evaluator &evaluator;
  const ModuleObject &module;
  std::vector<KernelEntry> found;
  std::set<const FunctionDefStmt *> definitions;
};

} // namespace

std::vector<KernelEntry> listKernels(Evaluator &evaluator, const ModuleObject &module) {
  return module.globals ? KernelFinder(evaluator, module).run() : std::vector<KernelEntry>();
}

static std::string joinNames(const std::vector<KernelEntry> &kernels) {
  std::string text;
  for (const KernelEntry &kernel : kernels) {
    text += (text.empty() ? "`" : ", `") + kernel.name + "`";
  }
  return text;
}

std::vector<KernelEntry> selectKernels(Evaluator &evaluator, const ModuleObject &module,
                                       const std::optional<std::string> &name, DiagnosticEngine &diagnostics) {
  std::vector<KernelEntry> all = listKernels(evaluator, module);
  std::vector<KernelEntry> selected;
  for (const KernelEntry &kernel : all) {
    bool isMeant = name ? kernel.name == *name || kernel.function.asFunction().qualifiedName == *name : kernel.isEntry;
    if (isMeant) {
      selected.push_back(kernel);
    }
  }
  if (!selected.empty()) {
    return selected;
  }
  SourceRange start = module.syntax ? SourceRange{&module.syntax->buffer, 0, 0} : SourceRange();
  if (!name) {
    diagnostics.report(DiagnosticKind::NoKernelInFile, start).hint("decorate a function with `@triton.jit`");
    return selected;
  }
  DiagnosticBuilder report = diagnostics.report(DiagnosticKind::KernelUnknown, start) << *name;
  if (!all.empty()) {
    report.hint("the file has " + joinNames(all));
  }
  return selected;
}

} // namespace tkc::evaluate
