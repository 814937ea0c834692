// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions and methods that compile-time code may call, by qualified name: "len", "math.sqrt", "str.upper".
#ifndef TKC_EVALUATE_BUILTINTABLES_H
#define TKC_EVALUATE_BUILTINTABLES_H

#include "tkc/Evaluate/Evaluator.h"

#include <algorithm>

namespace tkc::evaluate {

/// One call of a builtin. A method gets its object as the first argument.
struct BuiltinCall {
  Evaluator &evaluator;
  const std::string &name;
  const CallArguments &arguments;
  SourceRange range;

  size_t count() const { return arguments.positional.size(); }
  const Object *get(size_t position, std::string_view keyword = {}) const { return arguments.get(position, keyword); }
  /// The argument, or None.
  Object argument(size_t position, std::string_view keyword = {}) const {
    const Object *given = get(position, keyword);
    return given ? *given : Object();
  }
  bool has(size_t position, std::string_view keyword = {}) const { return get(position, keyword) != nullptr; }
  /// The items of an iterable argument, or nothing.
  std::optional<std::vector<Object>> items(size_t position) const {
    return has(position) ? evaluator.items(*get(position), range) : std::nullopt;
  }
  /// What Python raises.
  Object fail(std::string_view exception, const std::string &reason) const {
    return Object::unknown(reason, range, exception);
  }
  /// The first argument that is unknown, or else a TypeError that says what the function needs.
  Object misused(const std::string &needed) const;
};

using BuiltinFunction = Object (*)(const BuiltinCall &call);

/// The text that a method of str is called on.
inline const std::string &receiverText(const BuiltinCall &call) { return call.get(0)->asString(); }

/// The blanks of ASCII around numbers, and those that the methods of str know.
constexpr std::string_view numberBlanks = " \t\n\v\f\r", textBlanks = " \t\n\v\f\r\x1c\x1d\x1e\x1f";

/// The text without those of the characters that stand at its beginning, or end.
inline std::string_view stripLeft(std::string_view value, std::string_view characters) {
  return value.substr(std::min(value.find_first_not_of(characters), value.size()));
}
inline std::string_view stripRight(std::string_view value, std::string_view characters) {
  return value.substr(0, value.find_last_not_of(characters) + 1);
}

struct BuiltinRow {
  std::string_view name;
  BuiltinFunction function;
};

/// The name that methods of the value have in the tables: "str" of `str.upper`.
std::string methodFamily(const Object &object);
/// The function of a name, or null.
BuiltinFunction findBuiltin(std::string_view name);
/// The rows of one table, for the tables below.
using BuiltinTable = std::vector<BuiltinRow>;
BuiltinTable coreBuiltins();     // len, range, isinstance …
BuiltinTable sequenceBuiltins(); // sorted, zip, sum … and the methods of lists and tuples
BuiltinTable mappingBuiltins();  // methods of dicts and sets
BuiltinTable stringBuiltins();   // methods of str
BuiltinTable stringPartBuiltins();
BuiltinTable mathBuiltins();      // the math module, abs, round …
BuiltinTable libraryBuiltins();   // functools, itertools, os, enum, dataclasses, collections …
BuiltinTable tritonBuiltins();    // triton, tl and tkc
BuiltinTable decoratorBuiltins(); // triton.jit, triton.autotune …
BuiltinTable hostBuiltins();      // what torch and the driver would tell
BuiltinTable dtypeBuiltins();     // methods of data types

/// Makes a class one of another flavor, as class decorators do, and gives it back.
Object setFlavor(const BuiltinCall &call, const Object &type, ClassFlavor flavor);
/// A name of the host program.
Object hostBuiltin(std::string_view qualifiedName);
/// True for a name of the host program: nothing is known of its value.
bool isHostBuiltin(const Object &object);
/// Why nothing is known of what has that name in the host program.
std::string describeHost(std::string_view qualifiedName);
/// What is known of an attribute of the host program's modules, or nothing.
std::optional<Object> hostConstant(Evaluator &evaluator, std::string_view qualifiedName);
/// The names that `from module import *` finds in a module that the compiler provides.
std::vector<std::string_view> providedNames(std::string_view module);
/// `isinstance(value, type)`; nothing when it can't be told.
std::optional<bool> isInstanceOf(const Object &value, const Object &type);
/// True if `tl` has the name as a function or class that elaboration implements.
bool isLanguageName(std::string_view name);
/// True for a member of one of the enumerations of `tl`: "tl.PropagateNan.ALL".
bool isLanguageMember(std::string_view qualifiedName);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_BUILTINTABLES_H
