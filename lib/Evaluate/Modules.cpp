// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `import` finds: source modules, modules that the compiler provides, modules of the host program; and what is in
// them.
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cmath>

#include "BuiltinTables.h"

namespace tkc::evaluate {

/// Modules that the compiler provides; a file of that name on the search path does not shadow them.
static constexpr std::string_view providedModuleNames[] = {
    "triton",
    "triton.language",
    "triton.language.core",
    "triton.language.standard",
    "triton.language.random",
    "triton.language.semantic",
    "triton.language.math",
    "triton.language.extra",
    "triton.language.extra.cuda",
    "triton.language.extra.cuda.libdevice",
    "triton.language.extra.libdevice",
    "triton.language.libdevice",
    "triton.language.target_info",
    "triton.runtime",
    "triton.runtime.driver",
    "triton.runtime.driver.active",
    "triton.runtime.jit",
    "triton.runtime.autotuner",
    "triton.testing",
    "triton.tools",
    "triton.tools.tensor_descriptor",
    "triton.compiler",
    "triton.compiler.compiler",
    "triton.knobs",
    "tkc",
    "math",
    "os",
    "os.path",
    "functools",
    "itertools",
    "collections",
    "collections.abc",
    "enum",
    "dataclasses",
    "typing",
    "typing_extensions",
    "operator",
    "copy",
    "__future__",
};

/// Modules of the host program that a Triton file may expect; the first part of the name counts.
static constexpr std::string_view hostModuleNames[] = {
    "torch",    "numpy",     "sys",        "warnings",  "logging",  "random",     "time",     "contextlib",
    "json",     "re",        "pathlib",    "abc",       "inspect",  "types",      "platform", "string",
    "numbers",  "argparse",  "subprocess", "threading", "triton",   "math",       "datetime", "hashlib",
    "textwrap", "traceback", "tempfile",   "pytest",    "unittest", "statistics", "packaging"};

static bool contains(const std::string_view *begin, const std::string_view *end, std::string_view name) {
  return std::find(begin, end, name) != end;
}

static bool isProvided(std::string_view name) {
  return contains(std::begin(providedModuleNames), std::end(providedModuleNames), name);
}

bool Evaluator::isKnownHostModule(std::string_view name) {
  return contains(std::begin(hostModuleNames), std::end(hostModuleNames), name.substr(0, name.find('.')));
}

Object Evaluator::missingModule(std::string_view name, SourceRange range) {
  return Object::unknown("there is no module `" + std::string(name) + "`", range, "ModuleNotFoundError");
}

static Object makeModule(std::string_view name, bool isHost) {
  auto module = std::make_shared<ModuleObject>();
  module->name = name;
  module->isHost = isHost;
  return Object::module(module);
}

/// Why the names of a module with a broken source are unknown.
static Object brokenModule(const SourceModule &source, SourceRange range) {
  std::string text = "the module `" + source.name + "` (" + source.path + ") has errors";
  for (const Diagnostic &diagnostic : source.diagnostics.diagnostics()) {
    if (diagnostic.severity == Severity::Error) {
      text += ", the first in line " + std::to_string(diagnostic.range.start().line) + ": " + diagnostic.message();
      break;
    }
  }
  return Object::unknown(text, range, "SyntaxError");
}

Object Evaluator::importModule(std::string_view name, unsigned level, const SourceModule *importer, SourceRange range) {
  if (level == 0) {
    auto place = providedModules.find(name);
    if (place != providedModules.end()) {
      return place->second;
    }
    if (isProvided(name)) {
      return providedModules.emplace(std::string(name), makeModule(name, /*isHost=*/false)).first->second;
    }
  }
  const SourceModule *source = loader.find(name, level, importer);
  if (source) {
    return source->diagnostics.hasErrors() ? brokenModule(*source, range) : Object::module(evaluateModule(*source));
  }
  return makeModule(level == 0 ? std::string(name) : std::string(level, '.') + std::string(name), /*isHost=*/true);
}

//===- Language modules ------------------------------------------------------------------------------------------===//

/// The names of the functions that a text defines at its top level, without those that start with an underscore. The
/// text is parsed only when one of them is used.
static std::vector<std::string_view> topLevelFunctions(std::string_view text) {
  constexpr std::string_view start = "def ";
  std::vector<std::string_view> names;
  for (size_t line = 0; line < text.size(); line = std::min(text.find('\n', line), text.size() - 1) + 1) {
    if (text.substr(line, start.size()) != start) {
      continue;
    }
    std::string_view rest = text.substr(line + start.size());
    std::string_view name = rest.substr(0, rest.find('('));
    if (!name.empty() && name.front() != '_') {
      names.push_back(name);
    }
  }
  return names;
}

void Evaluator::addLanguageModule(std::string moduleName, std::string_view text) {
  loader.addEmbedded(moduleName, text);
  // Other modules are only there to be imported.
  if (moduleName.rfind("tkc.stdlib.", 0) == 0) {
    for (std::string_view name : topLevelFunctions(text)) {
      languageFunctions.emplace(name, moduleName);
    }
  }
}

std::optional<Object> Evaluator::languageFunction(std::string_view name) {
  auto place = languageFunctions.find(name);
  if (place == languageFunctions.end()) {
    return std::nullopt;
  }
  Object module = importModule(place->second, 0, nullptr, {});
  Object *found = module.is(ObjectKind::Module) ? module.asModule().globals->names.find(name) : nullptr;
  // The module itself may be what is being run, and stand above the definition.
  return found ? *found : module.isUnknown() ? module : hoistDefinition(module.asModule(), name);
}

static std::optional<Object> languageConstant(std::string_view name) {
  if (std::optional<DTypeKind> kind = scalarDTypeNamed(name)) {
    return Object::dtype(*kind);
  }
  if (name == "pi32_t") {
    return Object::dtype(DType::pointer(DTypeKind::Int32));
  }
  if (name == "TRITON_MAX_TENSOR_NUMEL") {
    return Object::integer(1048576);
  }
  if (name == "CONSTEXPR_0") {
    return Object::integer(0).withConstexprMark();
  }
  return std::nullopt;
}

static std::optional<Object> languageAttribute(Evaluator &evaluator, std::string_view name) {
  if (std::optional<Object> constant = languageConstant(name)) {
    return constant;
  }
  for (std::string_view inner :
       {"math", "extra", "core", "standard", "random", "semantic", "target_info", "libdevice"}) {
    if (name == inner) {
      return evaluator.importModule("triton.language." + std::string(name), 0, nullptr, {});
    }
  }
  if (std::optional<Object> function = evaluator.languageFunction(name)) {
    return function;
  }
  return isLanguageName(name) ? std::optional(Object::builtin("tl." + std::string(name))) : std::nullopt;
}

static std::optional<Object> mathAttribute(std::string_view name) {
  if (name == "pi") {
    return Object::real(M_PI);
  }
  if (name == "e") {
    return Object::real(M_E);
  }
  if (name == "tau") {
    return Object::real(2 * M_PI);
  }
  if (name == "inf" || name == "nan") {
    return Object::real(name == "inf" ? HUGE_VAL : std::nan(""));
  }
  return std::nullopt;
}

/// Names that several modules give to the same function.
static std::optional<Object> exactAttribute(const std::string &qualified) {
  if (qualified == "typing.TYPE_CHECKING") {
    return Object::boolean(false);
  }
  if (qualified == "triton.__version__") {
    return Object::string("3.6.0");
  }
  if (qualified == "os.sep") {
    return Object::string("/");
  }
  return std::nullopt;
}

/// An attribute of a module that the compiler provides, or nothing.
static std::optional<Object> providedAttribute(Evaluator &evaluator, const std::string &module, std::string_view name) {
  static constexpr std::string_view sameAsTl[] = {"triton.language", "triton.language.core", "triton.language.standard",
                                                  "triton.language.random", "triton.language.semantic"};
  if (contains(std::begin(sameAsTl), std::end(sameAsTl), module)) {
    return languageAttribute(evaluator, name);
  }
  std::string qualified = module + "." + std::string(name);
  if (isProvided(qualified)) {
    return evaluator.importModule(qualified, 0, nullptr, {});
  }
  if (std::optional<Object> exact = exactAttribute(qualified)) {
    return exact;
  }
  std::optional<Object> constant = module == "math" ? mathAttribute(name) : std::nullopt;
  if (constant) {
    return constant;
  }
  if (module == "triton.language.math") {
    return Object::builtin("tl.math." + std::string(name));
  }
  bool isLibdevice = module.size() >= 9 && module.substr(module.size() - 9) == "libdevice";
  if (isLibdevice) {
    return Object::builtin("libdevice." + std::string(name));
  }
  if (module == "triton.language.extra" || module == "triton.language.extra.cuda" ||
      module == "triton.language.target_info") {
    return Object::builtin("tl." + qualified.substr(std::string_view("triton.language.").size()));
  }
  return findBuiltin(qualified) ? std::optional(Object::builtin(qualified)) : std::nullopt;
}

/// Modules whose further names are the host program's.
static bool hasHostNames(std::string_view module) {
  return module != "math" && module != "functools" && module != "itertools" && module != "operator" &&
         module != "triton.language" && module != "tkc";
}

Object Evaluator::moduleAttribute(const Object &object, std::string_view name, SourceRange range) {
  ModuleObject &module = object.asModule();
  if (module.globals) {
    if (Object *value = module.globals->names.find(name)) {
      return *value;
    }
    if (std::optional<Object> hoisted = hoistDefinition(module, name)) {
      return *hoisted;
    }
    const SourceModule *submodule = loader.findSubmodule(*sourceOf(&module), name);
    if (submodule) {
      return submodule->diagnostics.hasErrors() ? brokenModule(*submodule, range)
                                                : Object::module(evaluateModule(*submodule));
    }
  } else if (!module.isHost) {
    if (std::optional<Object> value = providedAttribute(*this, module.name, name)) {
      return *value;
    }
  }
  if (name == "__name__") {
    return Object::string(module.name);
  }
  bool isHostName = module.isHost || (!module.globals && hasHostNames(module.name));
  if (isHostName) {
    // `from .. import name` is about `..name`.
    bool isFolder = !module.name.empty() && module.name.back() == '.';
    std::string qualified = module.name + (isFolder ? "" : ".") + std::string(name);
    std::optional<Object> known = hostConstant(*this, qualified);
    return known ? *known : hostBuiltin(qualified);
  }
  return Object::unknown("the module `" + module.name + "` has no `" + std::string(name) + "`", range,
                         "AttributeError");
}

std::vector<NamedObject> Evaluator::publicNames(const Object &module) {
  std::vector<NamedObject> result;
  if (!module.is(ObjectKind::Module)) {
    return result;
  }
  const ModuleObject &data = module.asModule();
  if (!data.globals) {
    for (std::string_view name : providedNames(data.name)) {
      result.push_back({std::string(name), moduleAttribute(module, name, {})});
    }
    return result;
  }
  const Object *all = data.globals->names.find("__all__");
  if (all && all->isSequence()) {
    for (const Object &name : all->items()) {
      result.push_back({nameText(name), moduleAttribute(module, nameText(name), {})});
    }
    return result;
  }
  for (const std::string &name : data.globals->names.names()) {
    if (name.front() != '_' && name.front() != '#') {
      result.push_back({name, *data.globals->names.find(name)});
    }
  }
  return result;
}

} // namespace tkc::evaluate
