// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of compile-time evaluation, shared by the evaluator and by elaboration: what a Python name can be bound to
// while a kernel is compiled.
#ifndef TKC_EVALUATE_OBJECT_H
#define TKC_EVALUATE_OBJECT_H

#include "tkc/Evaluate/DType.h"
#include "tkc/Evaluate/Integer.h"
#include "tkc/Source/Source.h"

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tkc::evaluate {

class Object;

enum class ObjectKind : uint8_t {
  None,
  NotImplemented,
  Ellipsis,
  Bool,
  Int,
  Float,
  Str,
  Tuple, // also named tuples
  List,
  Dict,
  Set,
  Slice,
  Range,
  DType,
  Module,
  Function,
  BoundMethod,
  Partial,
  Builtin,
  Class,
  Instance, // also enum members and aggregates
  Config,
  Unknown,
  Opaque,
};

/// When something was made: later than all that has a smaller number.
class Birth {
public:
  static Birth now();
  bool operator<(const Birth &other) const { return number < other.number; }

  /// While one lives, what the thread makes counts as older than all else: it is the same whoever asks for it first.
  class Ancient {
  public:
    Ancient();
    ~Ancient();
    Ancient(const Ancient &) = delete;
    Ancient &operator=(const Ancient &) = delete;

  private:
    bool isNested;
  };

private:
  explicit Birth(uint64_t number) : number(number) {}

  uint64_t number;
};

/// Base of everything that does not fit into an Object itself.
struct ObjectData {
  Birth birth = Birth::now();

  ObjectData() = default;
  ObjectData(const ObjectData &) {} // a copy is new
  ObjectData &operator=(const ObjectData &) = delete;
  virtual ~ObjectData();
  /// Moves the values inside to `values`, for a destruction without recursion: containers can be nested without end.
  virtual void release(std::vector<Object> &values);
};

struct TupleObject;
struct ListObject;
struct DictObject;
struct SetObject;
struct SliceObject;
struct RangeObject;
struct ModuleObject;
struct FunctionObject;
struct BoundMethodObject;
struct PartialObject;
struct BuiltinObject;
struct ClassObject;
struct InstanceObject;
struct ConfigObject;
struct UnknownObject;
class OpaqueObject;

/// One compile-time value. Copies are cheap and share what is inside, as in Python; the payload structures are in
/// Payload.h.
class Object {
public:
  /// None.
  Object() = default;
  static Object none() { return Object(); }
  static Object notImplemented() { return Object(ObjectKind::NotImplemented, {}); }
  static Object ellipsis() { return Object(ObjectKind::Ellipsis, {}); }
  static Object boolean(bool value) { return Object(ObjectKind::Bool, value); }
  static Object integer(Integer value) { return Object(ObjectKind::Int, std::move(value)); }
  static Object integer(int64_t value) { return Object(ObjectKind::Int, Integer(value)); }
  static Object real(double value) { return Object(ObjectKind::Float, value); }
  static Object string(std::string_view text);
  static Object tuple(std::vector<Object> items);
  /// A tuple whose items have the names that `type` (a class made by namedtuple) gives.
  static Object namedTuple(std::shared_ptr<ClassObject> type, std::vector<Object> items);
  static Object list(std::vector<Object> items);
  static Object dict();
  static Object set();
  static Object slice(Object start, Object stop, Object step);
  static Object range(Integer start, Integer stop, Integer step);
  static Object dtype(DType type);
  static Object module(std::shared_ptr<ModuleObject> data);
  static Object function(std::shared_ptr<FunctionObject> data);
  static Object boundMethod(Object self, Object function);
  /// A function or value that the host language provides, known by its name only ("tl.load", "len", "torch.float16").
  static Object builtin(std::string_view qualifiedName);
  static Object classObject(std::shared_ptr<ClassObject> data);
  static Object instance(std::shared_ptr<InstanceObject> data);
  static Object config(std::shared_ptr<ConfigObject> data);
  /// A value that could not be found out; an error only when something that is compiled needs it. `reason` completes
  /// "because …". `exception` is the Python exception that evaluation raised, empty when evaluation is just not
  /// possible.
  static Object unknown(std::string_view reason, SourceRange range = {}, std::string_view exception = {});
  static Object opaque(std::shared_ptr<OpaqueObject> data);
  /// Any kind with its payload, for kinds that have no function above.
  static Object make(ObjectKind kind, std::shared_ptr<ObjectData> data) { return Object(kind, std::move(data)); }

  ObjectKind kind() const { return objectKind; }
  bool is(ObjectKind other) const { return objectKind == other; }
  bool isNone() const { return is(ObjectKind::None); }
  bool isBool() const { return is(ObjectKind::Bool); }
  bool isInt() const { return is(ObjectKind::Int); }
  bool isFloat() const { return is(ObjectKind::Float); }
  /// bool, int or float.
  bool isNumber() const { return isBool() || isInt() || isFloat(); }
  bool isString() const { return is(ObjectKind::Str); }
  bool isTuple() const { return is(ObjectKind::Tuple); }
  bool isList() const { return is(ObjectKind::List); }
  /// Tuple or list.
  bool isSequence() const { return isTuple() || isList(); }
  bool isDType() const { return is(ObjectKind::DType); }
  bool isUnknown() const { return is(ObjectKind::Unknown); }
  bool isOpaque() const { return is(ObjectKind::Opaque); }
  bool isFunction() const { return is(ObjectKind::Function); }
  bool isBuiltin() const { return is(ObjectKind::Builtin); }
  bool isBuiltin(std::string_view qualifiedName) const;

  bool asBool() const { return std::get<bool>(value); }
  /// Of an int only; see `toInteger`.
  const Integer &asInteger() const { return std::get<Integer>(value); }
  double asFloat() const { return std::get<double>(value); }
  const std::string &asString() const;
  /// The qualified name of a builtin.
  const std::string &builtinName() const;
  const DType &asDType() const;
  /// Items of a tuple or list.
  const std::vector<Object> &items() const;
  /// The value of an int or bool.
  std::optional<Integer> toInteger() const;
  /// The value of an int or bool when it fits.
  std::optional<int64_t> toInt64() const;
  /// The value of an int, bool or float.
  std::optional<double> toDouble() const;

  /// The payloads; Payload.h says what is in them.
  TupleObject &asTuple() const;
  ListObject &asList() const;
  DictObject &asDict() const;
  SetObject &asSet() const;
  SliceObject &asSlice() const;
  RangeObject &asRange() const;
  ModuleObject &asModule() const;
  FunctionObject &asFunction() const;
  BoundMethodObject &asBoundMethod() const;
  PartialObject &asPartial() const;
  ClassObject &asClass() const;
  InstanceObject &asInstance() const;
  ConfigObject &asConfig() const;
  UnknownObject &asUnknown() const;
  OpaqueObject &asOpaque() const;
  /// The shared payload, to keep it alive; null for kinds without one.
  std::shared_ptr<ObjectData> data() const;
  template <typename T>
  std::shared_ptr<T> dataAs() const {
    return std::static_pointer_cast<T>(data());
  }

  /// The value came from `tl.constexpr(…)`: assigning it keeps it a compile-time value.
  bool isMarkedConstexpr() const { return marked; }
  Object withConstexprMark(bool mark = true) const;
  /// The very same value, as `is` sees it: singletons and small immutable values by value, the rest by identity.
  bool isSame(const Object &other) const;

private:
  using Value = std::variant<std::monostate, bool, Integer, double, std::shared_ptr<ObjectData>>;
  Object(ObjectKind kind, Value value) : objectKind(kind), value(std::move(value)) {}

  template <typename T>
  T &payload(ObjectKind expected) const;

  ObjectKind objectKind = ObjectKind::None;
  bool marked = false;
  Value value;
};

/// Base of values that only elaboration knows (run-time tensors, loop iterators). Compile-time evaluation hands them
/// around, puts them into tuples and dicts, compares them by identity, and asks ExpressionEvaluator's hooks for the
/// rest.
class OpaqueObject : public ObjectData {
public:
  /// What it is, for messages: "a run-time tensor".
  virtual std::string kindName() const = 0;
  /// Tells the families of opaque objects apart; the address of a static variable of the family.
  virtual const void *family() const { return nullptr; }
};

/// The Python name of the value's type: "int", "str", "tuple", "dtype", "function".
std::string typeName(const Object &object);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_OBJECT_H
