// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is inside the compile-time values that don't fit into an Object: containers, modules, functions, classes.
#ifndef TKC_EVALUATE_PAYLOAD_H
#define TKC_EVALUATE_PAYLOAD_H

#include "tkc/Evaluate/Object.h"

#include <map>
#include <unordered_map>

namespace tkc::ast {
struct Module;
struct Expr;
struct LambdaExpr;
struct FunctionDefStmt;
struct ClassDefStmt;
struct Parameter;
template <typename T>
class List;
} // namespace tkc::ast

namespace tkc::evaluate {

/// Destroys values and all that only they own, without recursion.
void drain(std::vector<Object> values);

/// A mapping that remembers the order of insertion, with Python's notion of equal keys (1, 1.0 and True are one key).
class ObjectMap {
public:
  struct Entry {
    Object key;
    Object value;
  };

  /// The value of a key, or null.
  Object *find(const Object &key);
  const Object *find(const Object &key) const;
  const Object *find(std::string_view key) const;
  bool contains(const Object &key) const { return find(key) != nullptr; }
  /// Inserts or replaces; a replaced key keeps its place.
  void set(const Object &key, Object value);
  void set(std::string_view key, Object value) { set(Object::string(key), std::move(value)); }
  bool erase(const Object &key);
  void clear();
  /// Moves keys and values to `values` and leaves nothing.
  void release(std::vector<Object> &values);
  size_t size() const { return entries.size(); }
  bool empty() const { return entries.empty(); }
  std::vector<Entry>::const_iterator begin() const { return entries.begin(); }
  std::vector<Entry>::const_iterator end() const { return entries.end(); }

private:
  std::vector<Entry> entries;
  std::unordered_multimap<size_t, size_t> index;
};

/// Names and their values in the order of first binding: the globals of a module, the attributes of a class.
class NameTable {
public:
  Object *find(std::string_view name);
  const Object *find(std::string_view name) const { return const_cast<NameTable *>(this)->find(name); }
  void set(std::string_view name, Object value);
  bool erase(std::string_view name);
  void release(std::vector<Object> &values);
  /// Names in the order of first binding.
  const std::vector<std::string> &names() const { return order; }
  bool empty() const { return order.empty(); }

private:
  std::vector<std::string> order;
  std::map<std::string, Object, std::less<>> values;
};

struct TupleObject : ObjectData {
  ~TupleObject() override;
  void release(std::vector<Object> &values) override;

  std::vector<Object> items;
  std::shared_ptr<ClassObject> type; // of a named tuple, else null
};

struct ListObject : ObjectData {
  ~ListObject() override;
  void release(std::vector<Object> &values) override;

  std::vector<Object> items;
};

struct DictObject : ObjectData {
  ~DictObject() override;
  void release(std::vector<Object> &values) override;

  ObjectMap entries;
  Object defaultFactory; // of a defaultdict, else None
};

struct SetObject : ObjectData {
  ~SetObject() override;
  void release(std::vector<Object> &values) override;

  ObjectMap entries; // values are None
};

struct SliceObject : ObjectData {
  ~SliceObject() override;
  void release(std::vector<Object> &values) override;

  Object start, stop, step;
};

struct RangeObject : ObjectData {
  Integer start, stop, step;

  /// How many numbers it has.
  Integer length() const;
};

struct Scope;

/// A module: a source file that was evaluated, a module that the compiler provides, or one that can't be found.
struct ModuleObject : ObjectData {
  std::string name;
  std::string path;                    // of the file; empty for other modules
  const ast::Module *syntax = nullptr; // null for modules without source
  std::shared_ptr<Scope> globals;      // null for modules without source
  /// Stands for a module of the host program that tkc doesn't have (torch); its attributes are host builtins.
  bool isHost = false;
  bool isPackage = false;
};

/// Where names are looked up while code is evaluated. The evaluator keeps scopes that closures point to alive;
/// functions name their scope without owning it, since the scope may own them.
struct Scope {
  enum class Kind : uint8_t { Module, Function, Class, Comprehension };

  Scope() = default;
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

  Birth birth = Birth::now();
  Kind kind = Kind::Module;
  /// Its names are set from elsewhere: by elaboration, which does not see what is assigned here.
  bool isMirror = false;
  Scope *parent = nullptr; // the enclosing scope of names; null for a module
  ModuleObject *module = nullptr;
  NameTable names;
  std::vector<std::string> globalNames;   // declared `global`
  std::vector<std::string> nonlocalNames; // declared `nonlocal`
  bool isCaptured = false;                // a function made here outlives the call

  /// The binding that a reader of the name sees from here, or null; builtins are not among them.
  Object *find(std::string_view name);
  /// The scope that an assignment here binds the name in.
  Scope &scopeOfAssignment(std::string_view name);
  void assign(std::string_view name, Object value) { scopeOfAssignment(name).names.set(name, std::move(value)); }
};

enum class FunctionFlavor : uint8_t {
  Plain,     // undecorated Python
  Jit,       // @triton.jit: compiled when a kernel reaches it
  Constexpr, // @triton.constexpr_function: always evaluated at compile time
};

/// A name and a value, where order matters and names are few.
struct NamedObject {
  std::string name;
  Object value;
};

/// `@triton.autotune(…)`.
struct AutotuneInfo {
  SourceRange range;
  std::vector<std::shared_ptr<ConfigObject>> configs;
  std::vector<std::string> keys;
  std::vector<std::string> resetToZero;
  std::vector<std::string> restoreValue;
  Object earlyConfigPrune; // a function, or None
  /// Why the list of configs is not known; None when it is.
  Object unknownConfigs;
};

/// What the decorators of a jit function say.
struct KernelInfo {
  SourceRange jitRange;
  std::optional<AutotuneInfo> autotune;
  std::vector<NamedObject> heuristics; // parameter name → function of the arguments' dict, in order of use
  Object unknownHeuristics;            // why some heuristics are not known; None when all are
  Object grid;                         // of @tkc.grid; None when there is none
  SourceRange gridRange;
  bool isNoInline = false;
  bool isDebug = false;
  Object repr;
  std::vector<std::string> doNotSpecialize;
  std::vector<std::string> doNotSpecializeOnAlignment;
  Object mustUseResult; // None, True or the reason as a string
};

/// A `def` or `lambda` with what it closes over.
struct FunctionObject : ObjectData {
  FunctionObject() = default;
  FunctionObject(const FunctionObject &) = default;
  ~FunctionObject() override;
  void release(std::vector<Object> &values) override;

  std::string name;
  std::string qualifiedName;                        // with the names of enclosing classes and functions
  const ast::FunctionDefStmt *definition = nullptr; // null for a lambda
  const ast::LambdaExpr *lambda = nullptr;          // null for a def
  ModuleObject *module = nullptr;
  Scope *scope = nullptr;                      // the enclosing scope of names
  std::vector<std::optional<Object>> defaults; // one a parameter
  FunctionFlavor flavor = FunctionFlavor::Plain;
  std::shared_ptr<KernelInfo> kernel; // of jit functions, else null
  bool isStaticMethod = false;
  bool isClassMethod = false;
  bool isProperty = false;
  /// Decorators that have no meaning to tkc, as written.
  std::vector<std::string> ignoredDecorators;

  const ast::List<ast::Parameter> &parameters() const;
  SourceRange range() const;
};

struct BoundMethodObject : ObjectData {
  ~BoundMethodObject() override;
  void release(std::vector<Object> &values) override;

  Object self;
  Object function; // a function or a builtin
};

/// `functools.partial(callee, …)`.
struct PartialObject : ObjectData {
  ~PartialObject() override;
  void release(std::vector<Object> &values) override;

  Object callee;
  std::vector<Object> arguments;
  std::vector<NamedObject> keywords;
};

struct BuiltinObject : ObjectData {
  std::string name;
  /// Belongs to a module of the host program; calling it has no value at compile time.
  bool isHost = false;
};

/// A name of a module beside the source that is not there. Evaluation goes on with it, as a host program may need it.
struct MissingImport {
  std::string name, module;
};

/// What the builtin of that name was imported as; nothing unless that was relative to its source.
std::optional<MissingImport> findMissingImport(std::string_view qualifiedName);

enum class ClassFlavor : uint8_t { Plain, NamedTuple, Enum, Dataclass, Aggregate, Exception };

struct ClassObject : ObjectData {
  /// A field of a named tuple, data class or aggregate.
  struct Field {
    std::string name;
    const ast::Expr *annotation = nullptr;
    std::optional<Object> defaultValue;
    Object defaultFactory; // of dataclasses.field(default_factory=…)
  };

  std::string name;
  ClassFlavor flavor = ClassFlavor::Plain;
  const ast::ClassDefStmt *definition = nullptr; // null for classes made by a call
  ModuleObject *module = nullptr;
  Scope *scope = nullptr; // the scope that the class statement stands in
  std::vector<std::shared_ptr<ClassObject>> bases;
  NameTable attributes;
  std::vector<Field> fields; // with those of the bases
  /// How many classes stand above it in its longest line of bases.
  unsigned depth = 0;

  /// Sets `line` from those of the bases; false when there is no such order.
  bool settleBases();
  /// The class and those above it in the order in which attributes are looked for (Python's: each before its bases, and
  /// these in their order); without those above until the bases are settled.
  std::vector<const ClassObject *> line = {this};
  /// The attribute of the class or of the first base that has it, or null.
  const Object *find(std::string_view attribute) const;
  bool isSubclassOf(const ClassObject &other) const;
  std::optional<size_t> fieldIndex(std::string_view fieldName) const;
};

struct InstanceObject : ObjectData {
  InstanceObject() = default;
  InstanceObject(const InstanceObject &) = default;
  ~InstanceObject() override;
  void release(std::vector<Object> &values) override;

  std::shared_ptr<ClassObject> type;
  NameTable attributes;
};

/// `triton.Config`.
struct ConfigObject : ObjectData {
  std::vector<NamedObject> kwargs;
  int64_t numWarps = 4;
  int64_t numStages = 3;
  int64_t numCtas = 1;
  std::optional<int64_t> maxnreg;
  Object preHook;
  /// The options that the source gives, so that defaults from elsewhere can fill the rest.
  bool hasNumWarps = false;
  bool hasNumStages = false;
  bool hasNumCtas = false;
  SourceRange range;
};

struct UnknownObject : ObjectData {
  ~UnknownObject() override;
  void release(std::vector<Object> &values) override;

  std::string reason;
  SourceRange range;
  std::string exception; // empty when no Python exception was raised
  Object exceptionValue; // the instance that was raised, if there is one
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_PAYLOAD_H
