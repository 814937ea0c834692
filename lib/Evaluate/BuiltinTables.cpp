// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the builtins by name.
#include "BuiltinTables.h"

#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tkc::evaluate {

using BuiltinIndex = std::unordered_map<std::string_view, BuiltinFunction>;

static BuiltinIndex makeIndex() {
  BuiltinIndex index;
  for (const BuiltinTable &table :
       {coreBuiltins(), sequenceBuiltins(), mappingBuiltins(), stringBuiltins(), stringPartBuiltins(), mathBuiltins(),
        libraryBuiltins(), tritonBuiltins(), decoratorBuiltins(), hostBuiltins(), dtypeBuiltins()}) {
    for (const BuiltinRow &row : table) {
      index.emplace(row.name, row.function);
    }
  }
  return index;
}

static const BuiltinIndex &builtinIndex() {
  static const BuiltinIndex index = makeIndex();
  return index;
}

BuiltinFunction findBuiltin(std::string_view name) {
  auto place = builtinIndex().find(name);
  // Host packages hand on the class of `packaging` under their own names.
  std::string_view last = name.substr(name.rfind('.') + 1);
  if (place == builtinIndex().end() && last == "Version") {
    place = builtinIndex().find("packaging.version.Version");
  }
  return place == builtinIndex().end() ? nullptr : place->second;
}

/// False for a method of a builtin type that is called with no value of that type, such as `list.append(3)`.
static bool hasItsReceiver(const BuiltinCall &call) {
  constexpr std::string_view types[] = {"list", "tuple", "dict", "set", "str", "int", "float", "dtype"};
  size_t dot = call.name.find('.');
  std::string_view type = std::string_view(call.name).substr(0, dot);
  if (dot == std::string::npos || std::find(std::begin(types), std::end(types), type) == std::end(types)) {
    return true;
  }
  const Object *receiver = call.get(0);
  return receiver && methodFamily(*receiver) == type;
}

/// Whether the builtin takes as long as its first argument is; those that iterate over it are charged for that.
static bool looksAtAll(const BuiltinCall &call) {
  const Object &receiver = *call.get(0);
  std::string_view name = call.name;
  if (receiver.isString()) {
    return true;
  }
  if (receiver.isSequence()) {
    bool isAtEnd = name == "list.append" || (name == "list.pop" && !call.has(1));
    bool isMethod = name.substr(0, 5) == "list." || name.substr(0, 6) == "tuple.";
    return name == "next" || (isMethod && !isAtEnd);
  }
  constexpr std::string_view erasing[] = {"dict.pop",   "dict.popitem", "dict.__delitem__",
                                          "set.remove", "set.discard",  "set.pop"};
  return std::find(std::begin(erasing), std::end(erasing), name) != std::end(erasing);
}

/// True for what changes its first argument, unless there is nothing to change.
static bool isMutator(std::string_view name) {
  constexpr std::string_view changing[] = {"add",    "append",     "clear",   "discard",    "extend",
                                           "insert", "pop",        "popitem", "remove",     "reverse",
                                           "sort",   "setdefault", "update",  "__delitem__"};
  size_t dot = name.find('.');
  std::string_view family = name.substr(0, dot);
  if (dot == std::string_view::npos || (family != "list" && family != "dict" && family != "set")) {
    return name == "next";
  }
  return std::find(std::begin(changing), std::end(changing), name.substr(dot + 1)) != std::end(changing);
}

/// True if the call is about to change its first argument.
static bool changesReceiver(const BuiltinCall &call) {
  const Object *receiver = call.get(0);
  if (!receiver || !isMutator(call.name)) {
    return false;
  }
  std::string_view method = std::string_view(call.name).substr(call.name.find('.') + 1);
  auto isOneOf = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), method) != names.end();
  };
  if (lengthOf(*receiver) == 0 && !isOneOf({"add", "append", "extend", "insert", "setdefault", "update"})) {
    return false;
  }
  bool isKeyed = receiver->is(ObjectKind::Dict) || receiver->is(ObjectKind::Set);
  bool adds = isOneOf({"add", "setdefault"});
  bool removes = isOneOf({"discard", "remove", "__delitem__"}) || call.name == "dict.pop";
  if (!isKeyed || (!adds && !removes)) {
    return true;
  }
  Object key = call.argument(1);
  const ObjectMap &entries = receiver->is(ObjectKind::Dict) ? receiver->asDict().entries : receiver->asSet().entries;
  return !isHashable(key) || entries.contains(key) != adds;
}

std::optional<Object> Evaluator::callBuiltin(const std::string &name, const CallArguments &arguments,
                                             SourceRange range) {
  auto isOpaque = [](const Object &argument) { return argument.isOpaque(); };
  if (opaqueOperations && std::any_of(arguments.positional.begin(), arguments.positional.end(), isOpaque)) {
    if (std::optional<Object> result = opaqueOperations->callBuiltin(name, arguments, range)) {
      return result;
    }
  }
  BuiltinFunction function = findBuiltin(name);
  if (!function) {
    return std::nullopt;
  }
  BuiltinCall builtinCall = {*this, name, arguments, range};
  if (!hasItsReceiver(builtinCall)) {
    return builtinCall.misused("a value of its type as the first argument");
  }
  if (changesReceiver(builtinCall)) {
    if (std::optional<Object> refused = beginChange(*builtinCall.get(0), range)) {
      return *refused;
    }
  }
  if (builtinCall.get(0) && looksAtAll(builtinCall)) {
    chargeLook(*builtinCall.get(0));
  }
  Object result = function(builtinCall);
  charge(result);
  return result;
}

Object BuiltinCall::misused(const std::string &needed) const {
  for (const Object &argument : arguments.positional) {
    if (argument.isUnknown()) {
      return argument;
    }
  }
  for (const NamedObject &argument : arguments.keywords) {
    if (argument.value.isUnknown()) {
      return argument.value;
    }
  }
  for (const Object &argument : arguments.positional) {
    if (argument.isOpaque() || isHostBuiltin(argument)) {
      return Object::unknown("`" + name + "` needs values that are known when the kernel is compiled", range);
    }
  }
  return fail("TypeError", "`" + name + "` needs " + needed);
}

Object hostBuiltin(std::string_view qualifiedName) {
  auto data = std::make_shared<BuiltinObject>();
  data->name = qualifiedName;
  data->isHost = true;
  return Object::make(ObjectKind::Builtin, data);
}

std::string describeHost(std::string_view qualifiedName) {
  std::optional<MissingImport> import = findMissingImport(qualifiedName);
  return import ? "`" + import->name + "` comes from `" + import->module + "`, which was not found"
                : "`" + std::string(qualifiedName) + "` belongs to the host program";
}

bool isHostBuiltin(const Object &object) { return object.isBuiltin() && object.dataAs<BuiltinObject>()->isHost; }

static constexpr std::string_view languageNames[] = {
#define TKC_LANGUAGE_NAME(Name) #Name,
#include "LanguageNames.def"
};

bool isLanguageName(std::string_view name) {
  static const std::unordered_set<std::string_view> names(std::begin(languageNames), std::end(languageNames));
  return names.count(name) != 0;
}

bool isLanguageMember(std::string_view qualifiedName) {
  return qualifiedName == "tl.PropagateNan.ALL" || qualifiedName == "tl.PropagateNan.NONE";
}

std::vector<std::string_view> providedNames(std::string_view module) {
  std::vector<std::string_view> names;
  if (module == "triton.language") {
    names.assign(std::begin(languageNames), std::end(languageNames));
    for (std::string_view name :
         {"math", "extra", "int1", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
          "bfloat16", "float32", "float64", "float8e5", "float8e4nv"}) {
      names.push_back(name);
    }
    return names;
  }
  std::string prefix = std::string(module) + ".";
  for (const auto &[name, function] : builtinIndex()) {
    if (name.substr(0, prefix.size()) == prefix && name.find('.', prefix.size()) == std::string_view::npos) {
      names.push_back(name.substr(prefix.size()));
    }
  }
  return names;
}

} // namespace tkc::evaluate
