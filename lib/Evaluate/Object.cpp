// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How compile-time values are made and looked into.
#include "tkc/Evaluate/Object.h"

#include "tkc/Evaluate/Payload.h"

#include <atomic>
#include <utility>

namespace tkc::evaluate {

namespace {

struct StringObject : ObjectData {
  explicit StringObject(std::string_view text) : text(text) {}
  std::string text;
};

struct DTypeObject : ObjectData {
  explicit DTypeObject(DType type) : type(std::move(type)) {}
  DType type;
};

} // namespace

static thread_local bool makesAncient = false;

Birth Birth::now() {
  static std::atomic<uint64_t> births = 0;
  return Birth(makesAncient ? 0 : births.fetch_add(1, std::memory_order_relaxed) + 1);
}

Birth::Ancient::Ancient() : isNested(std::exchange(makesAncient, true)) {}

Birth::Ancient::~Ancient() { makesAncient = isNested; }

ObjectData::~ObjectData() = default;

void ObjectData::release(std::vector<Object> &) {}

template <typename T>
T &Object::payload([[maybe_unused]] ObjectKind expected) const {
  assert(is(expected) && "the object is of another kind");
  return static_cast<T &>(*std::get<std::shared_ptr<ObjectData>>(value));
}

TupleObject &Object::asTuple() const { return payload<TupleObject>(ObjectKind::Tuple); }
ListObject &Object::asList() const { return payload<ListObject>(ObjectKind::List); }
DictObject &Object::asDict() const { return payload<DictObject>(ObjectKind::Dict); }
SetObject &Object::asSet() const { return payload<SetObject>(ObjectKind::Set); }
SliceObject &Object::asSlice() const { return payload<SliceObject>(ObjectKind::Slice); }
RangeObject &Object::asRange() const { return payload<RangeObject>(ObjectKind::Range); }
ModuleObject &Object::asModule() const { return payload<ModuleObject>(ObjectKind::Module); }
FunctionObject &Object::asFunction() const { return payload<FunctionObject>(ObjectKind::Function); }
BoundMethodObject &Object::asBoundMethod() const { return payload<BoundMethodObject>(ObjectKind::BoundMethod); }
PartialObject &Object::asPartial() const { return payload<PartialObject>(ObjectKind::Partial); }
ClassObject &Object::asClass() const { return payload<ClassObject>(ObjectKind::Class); }
InstanceObject &Object::asInstance() const { return payload<InstanceObject>(ObjectKind::Instance); }
ConfigObject &Object::asConfig() const { return payload<ConfigObject>(ObjectKind::Config); }
UnknownObject &Object::asUnknown() const { return payload<UnknownObject>(ObjectKind::Unknown); }
OpaqueObject &Object::asOpaque() const { return payload<OpaqueObject>(ObjectKind::Opaque); }

Object Object::string(std::string_view text) { return Object(ObjectKind::Str, std::make_shared<StringObject>(text)); }

Object Object::tuple(std::vector<Object> items) { return namedTuple(nullptr, std::move(items)); }

Object Object::namedTuple(std::shared_ptr<ClassObject> type, std::vector<Object> items) {
  auto data = std::make_shared<TupleObject>();
  data->items = std::move(items);
  data->type = std::move(type);
  return Object(ObjectKind::Tuple, std::move(data));
}

Object Object::list(std::vector<Object> items) {
  auto data = std::make_shared<ListObject>();
  data->items = std::move(items);
  return Object(ObjectKind::List, std::move(data));
}

Object Object::dict() { return Object(ObjectKind::Dict, std::make_shared<DictObject>()); }

Object Object::set() { return Object(ObjectKind::Set, std::make_shared<SetObject>()); }

Object Object::slice(Object start, Object stop, Object step) {
  auto data = std::make_shared<SliceObject>();
  data->start = std::move(start);
  data->stop = std::move(stop);
  data->step = std::move(step);
  return Object(ObjectKind::Slice, std::move(data));
}

Object Object::range(Integer start, Integer stop, Integer step) {
  auto data = std::make_shared<RangeObject>();
  data->start = std::move(start);
  data->stop = std::move(stop);
  data->step = std::move(step);
  return Object(ObjectKind::Range, std::move(data));
}

Object Object::dtype(DType type) { return Object(ObjectKind::DType, std::make_shared<DTypeObject>(std::move(type))); }

Object Object::module(std::shared_ptr<ModuleObject> data) { return Object(ObjectKind::Module, std::move(data)); }

Object Object::function(std::shared_ptr<FunctionObject> data) { return Object(ObjectKind::Function, std::move(data)); }

Object Object::boundMethod(Object self, Object function) {
  auto data = std::make_shared<BoundMethodObject>();
  data->self = std::move(self);
  data->function = std::move(function);
  return Object(ObjectKind::BoundMethod, std::move(data));
}

Object Object::builtin(std::string_view qualifiedName) {
  auto data = std::make_shared<BuiltinObject>();
  data->name = qualifiedName;
  return Object(ObjectKind::Builtin, std::move(data));
}

Object Object::classObject(std::shared_ptr<ClassObject> data) { return Object(ObjectKind::Class, std::move(data)); }

Object Object::instance(std::shared_ptr<InstanceObject> data) { return Object(ObjectKind::Instance, std::move(data)); }

Object Object::config(std::shared_ptr<ConfigObject> data) { return Object(ObjectKind::Config, std::move(data)); }

Object Object::unknown(std::string_view reason, SourceRange range, std::string_view exception) {
  auto data = std::make_shared<UnknownObject>();
  data->reason = reason;
  data->range = range;
  data->exception = exception;
  return Object(ObjectKind::Unknown, std::move(data));
}

Object Object::opaque(std::shared_ptr<OpaqueObject> data) { return Object(ObjectKind::Opaque, std::move(data)); }

bool Object::isBuiltin(std::string_view qualifiedName) const { return isBuiltin() && builtinName() == qualifiedName; }

const std::string &Object::asString() const { return payload<StringObject>(ObjectKind::Str).text; }

const std::string &Object::builtinName() const { return payload<BuiltinObject>(ObjectKind::Builtin).name; }

const DType &Object::asDType() const { return payload<DTypeObject>(ObjectKind::DType).type; }

const std::vector<Object> &Object::items() const {
  assert(isSequence() && "only tuples and lists have items");
  return isTuple() ? asTuple().items : asList().items;
}

std::optional<Integer> Object::toInteger() const {
  if (isBool()) {
    return Integer(asBool() ? 1 : 0);
  }
  return isInt() ? std::optional<Integer>(asInteger()) : std::nullopt;
}

std::optional<int64_t> Object::toInt64() const {
  if (isBool()) {
    return asBool() ? 1 : 0;
  }
  return isInt() ? asInteger().asInt64() : std::nullopt;
}

std::optional<double> Object::toDouble() const {
  if (isFloat()) {
    return asFloat();
  }
  std::optional<Integer> integer = toInteger();
  return integer ? std::optional<double>(integer->toDouble()) : std::nullopt;
}

std::shared_ptr<ObjectData> Object::data() const {
  const auto *shared = std::get_if<std::shared_ptr<ObjectData>>(&value);
  return shared ? *shared : nullptr;
}

Object Object::withConstexprMark(bool mark) const {
  Object copy = *this;
  copy.marked = mark;
  return copy;
}

bool Object::isSame(const Object &other) const {
  if (objectKind != other.objectKind) {
    return false;
  }
  switch (objectKind) {
  case ObjectKind::None:
  case ObjectKind::NotImplemented:
  case ObjectKind::Ellipsis:
    return true;
  case ObjectKind::Bool:
    return asBool() == other.asBool();
  case ObjectKind::Int:
    return asInteger() == other.asInteger();
  case ObjectKind::Float:
    return asFloat() == other.asFloat();
  case ObjectKind::Str:
    return asString() == other.asString();
  case ObjectKind::DType:
    return asDType() == other.asDType();
  case ObjectKind::Builtin:
    return builtinName() == other.builtinName();
  default:
    return data() == other.data();
  }
}

std::string typeName(const Object &object) {
  switch (object.kind()) {
  case ObjectKind::None:
    return "NoneType";
  case ObjectKind::NotImplemented:
    return "NotImplementedType";
  case ObjectKind::Ellipsis:
    return "ellipsis";
  case ObjectKind::Bool:
    return "bool";
  case ObjectKind::Int:
    return "int";
  case ObjectKind::Float:
    return "float";
  case ObjectKind::Str:
    return "str";
  case ObjectKind::Tuple:
    return object.asTuple().type ? object.asTuple().type->name : "tuple";
  case ObjectKind::List:
    return "list";
  case ObjectKind::Dict:
    return "dict";
  case ObjectKind::Set:
    return "set";
  case ObjectKind::Slice:
    return "slice";
  case ObjectKind::Range:
    return "range";
  case ObjectKind::DType:
    return "dtype";
  case ObjectKind::Module:
    return "module";
  case ObjectKind::Function:
    return "function";
  case ObjectKind::BoundMethod:
    return "method";
  case ObjectKind::Partial:
    return "functools.partial";
  case ObjectKind::Builtin:
    return "builtin_function_or_method";
  case ObjectKind::Class:
    return "type";
  case ObjectKind::Instance:
    return object.asInstance().type->name;
  case ObjectKind::Config:
    return "Config";
  case ObjectKind::Unknown:
    return "unknown";
  case ObjectKind::Opaque:
    return object.asOpaque().kindName();
  }
  return "object";
}

} // namespace tkc::evaluate
