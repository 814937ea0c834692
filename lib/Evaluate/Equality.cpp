// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Truth, equality, hashes, lengths and iteration of compile-time values.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tkc::evaluate {

std::optional<bool> truthOf(const Object &object) {
  switch (object.kind()) {
  case ObjectKind::None:
    return false;
  case ObjectKind::Bool:
    return object.asBool();
  case ObjectKind::Int:
    return !object.asInteger().isZero();
  case ObjectKind::Float:
    return object.asFloat() != 0;
  case ObjectKind::Unknown:
  case ObjectKind::Opaque:
    return std::nullopt;
  default:
    break;
  }
  std::optional<int64_t> length = lengthOf(object);
  return !length || *length != 0;
}

std::optional<int64_t> lengthOf(const Object &object) {
  switch (object.kind()) {
  case ObjectKind::Str: {
    const std::string &text = object.asString();
    return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
  }
  case ObjectKind::Tuple:
  case ObjectKind::List:
    return object.items().size();
  case ObjectKind::Dict:
    return object.asDict().entries.size();
  case ObjectKind::Set:
    return object.asSet().entries.size();
  case ObjectKind::Range:
    return object.asRange().length().asInt64();
  default:
    return std::nullopt;
  }
}

/// Containers nested deeper than this, perhaps in themselves, are compared by identity.
constexpr unsigned deepestComparison = 64;

static bool areEqualAt(const Object &a, const Object &b, unsigned depth);

static bool areEqualNumbers(const Object &a, const Object &b) {
  if (a.isFloat() && b.isFloat()) {
    return a.asFloat() == b.asFloat();
  }
  if (!a.isFloat() && !b.isFloat()) {
    return *a.toInteger() == *b.toInteger();
  }
  double real = a.isFloat() ? a.asFloat() : b.asFloat();
  Integer whole = a.isFloat() ? *b.toInteger() : *a.toInteger();
  return std::isfinite(real) && std::trunc(real) == real && Integer::truncate(real) == whole;
}

static bool areEqualItems(const std::vector<Object> &a, const std::vector<Object> &b, unsigned depth) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const Object &x, const Object &y) { return areEqualAt(x, y, depth + 1); });
}

static bool areEqualMaps(const ObjectMap &a, const ObjectMap &b, unsigned depth) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const ObjectMap::Entry &entry) {
           const Object *other = b.find(entry.key);
           return other && areEqualAt(entry.value, *other, depth + 1);
         });
}

static bool areEqualNamed(const std::vector<NamedObject> &a, const std::vector<NamedObject> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const NamedObject &x, const NamedObject &y) {
    return x.name == y.name && areEqual(x.value, y.value);
  });
}

static bool areEqualConfigs(const ConfigObject &a, const ConfigObject &b) {
  return areEqualNamed(a.kwargs, b.kwargs) && a.numWarps == b.numWarps && a.numStages == b.numStages &&
         a.numCtas == b.numCtas && a.maxnreg == b.maxnreg;
}

static bool areEqualInstances(const InstanceObject &a, const InstanceObject &b, unsigned depth) {
  bool comparesFields = a.type == b.type && a.type->flavor == ClassFlavor::Dataclass;
  if (&a == &b || !comparesFields) {
    return &a == &b;
  }
  return std::all_of(a.type->fields.begin(), a.type->fields.end(), [&](const ClassObject::Field &field) {
    const Object *x = a.attributes.find(field.name);
    const Object *y = b.attributes.find(field.name);
    return x && y && areEqualAt(*x, *y, depth + 1);
  });
}

static bool areEqualRanges(const RangeObject &a, const RangeObject &b) {
  Integer length = a.length();
  return length == b.length() &&
         (length.isZero() || (a.start == b.start && (length == Integer(1) || a.step == b.step)));
}

/// Both are of the same kind, and are no numbers.
static bool areEqualPayloads(const Object &a, const Object &b, unsigned depth) {
  switch (a.kind()) {
  case ObjectKind::Tuple:
  case ObjectKind::List:
    return areEqualItems(a.items(), b.items(), depth);
  case ObjectKind::Dict:
    return areEqualMaps(a.asDict().entries, b.asDict().entries, depth);
  case ObjectKind::Set:
    return areEqualMaps(a.asSet().entries, b.asSet().entries, depth);
  case ObjectKind::Slice:
    return areEqualAt(a.asSlice().start, b.asSlice().start, depth + 1) &&
           areEqualAt(a.asSlice().stop, b.asSlice().stop, depth + 1) &&
           areEqualAt(a.asSlice().step, b.asSlice().step, depth + 1);
  case ObjectKind::Range:
    return areEqualRanges(a.asRange(), b.asRange());
  case ObjectKind::BoundMethod:
    return a.asBoundMethod().self.isSame(b.asBoundMethod().self) &&
           a.asBoundMethod().function.isSame(b.asBoundMethod().function);
  case ObjectKind::Instance:
    return areEqualInstances(a.asInstance(), b.asInstance(), depth);
  case ObjectKind::Config:
    return areEqualConfigs(a.asConfig(), b.asConfig());
  default:
    return a.isSame(b);
  }
}

static bool areEqualAt(const Object &a, const Object &b, unsigned depth) {
  if (a.isNumber() && b.isNumber()) {
    return areEqualNumbers(a, b);
  }
  bool isDeep = depth > deepestComparison || (a.data() && a.data() == b.data());
  return a.kind() == b.kind() && (isDeep ? a.isSame(b) : areEqualPayloads(a, b, depth));
}

bool areEqual(const Object &a, const Object &b) { return areEqualAt(a, b, 0); }

static size_t hashAt(const Object &object, unsigned depth);

static size_t mix(size_t seed, size_t hash) { return seed * 1000003 ^ hash; }

static size_t hashOfNumber(const Object &object) {
  if (std::optional<Integer> integer = object.toInteger()) {
    return integer->hash();
  }
  double real = object.asFloat();
  bool isWhole = std::isfinite(real) && std::trunc(real) == real;
  return isWhole ? Integer::truncate(real).hash() : std::hash<double>()(real);
}

static size_t hashOfMap(const ObjectMap &map, unsigned depth) {
  size_t hash = map.size();
  for (const ObjectMap::Entry &entry : map) {
    hash += hashAt(entry.key, depth + 1) * 31;
  }
  return hash;
}

static size_t hashOfInstance(const InstanceObject &instance, unsigned depth) {
  if (instance.type->flavor != ClassFlavor::Dataclass) {
    return std::hash<const void *>()(&instance);
  }
  size_t hash = instance.type->fields.size();
  for (const ClassObject::Field &field : instance.type->fields) {
    const Object *value = instance.attributes.find(field.name);
    hash = mix(hash, value ? hashAt(*value, depth + 1) : 0);
  }
  return hash;
}

static size_t hashAt(const Object &object, unsigned depth) {
  if (depth > deepestComparison) {
    return 0;
  }
  if (object.isNumber()) {
    return hashOfNumber(object);
  }
  switch (object.kind()) {
  case ObjectKind::Str:
    return std::hash<std::string>()(object.asString());
  case ObjectKind::Tuple:
  case ObjectKind::List: {
    size_t hash = object.items().size();
    for (const Object &item : object.items()) {
      hash = mix(hash, hashAt(item, depth + 1));
    }
    return hash;
  }
  case ObjectKind::Dict:
    return hashOfMap(object.asDict().entries, depth);
  case ObjectKind::Set:
    return hashOfMap(object.asSet().entries, depth);
  case ObjectKind::Slice:
    return mix(mix(hashAt(object.asSlice().start, depth + 1), hashAt(object.asSlice().stop, depth + 1)),
               hashAt(object.asSlice().step, depth + 1));
  case ObjectKind::Range:
    return object.asRange().length().hash();
  case ObjectKind::DType:
    return object.asDType().hash();
  case ObjectKind::Builtin:
    return std::hash<std::string>()(object.builtinName());
  case ObjectKind::BoundMethod:
    return hashAt(object.asBoundMethod().function, depth + 1);
  case ObjectKind::Instance:
    return hashOfInstance(object.asInstance(), depth);
  case ObjectKind::Config:
    return object.asConfig().kwargs.size();
  default:
    return std::hash<const void *>()(object.data().get()) + static_cast<size_t>(object.kind());
  }
}

size_t hashOf(const Object &object) { return hashAt(object, 0); }

static bool isHashableAt(const Object &object, unsigned depth) {
  switch (object.kind()) {
  case ObjectKind::List:
  case ObjectKind::Dict:
  case ObjectKind::Set:
    return false;
  case ObjectKind::Tuple:
    return depth <= deepestComparison && std::all_of(object.items().begin(), object.items().end(),
                                                     [&](const Object &item) { return isHashableAt(item, depth + 1); });
  default:
    return true;
  }
}

bool isHashable(const Object &object) { return isHashableAt(object, 0); }

static std::vector<Object> keysOf(const ObjectMap &map) {
  std::vector<Object> keys;
  for (const ObjectMap::Entry &entry : map) {
    keys.push_back(entry.key);
  }
  return keys;
}

static std::vector<Object> charactersOf(const std::string &text) {
  std::vector<Object> characters;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin + 1;
    while (end < text.size() && (text[end] & 0xC0) == 0x80) {
      ++end;
    }
    characters.push_back(Object::string(std::string_view(text).substr(begin, end - begin)));
    begin = end;
  }
  return characters;
}

static std::optional<std::vector<Object>> numbersOf(const RangeObject &range) {
  std::optional<int64_t> length = range.length().asInt64();
  if (!length || *length > maximalSequenceLength) {
    return std::nullopt;
  }
  std::vector<Object> numbers;
  numbers.reserve(*length);
  Integer number = range.start;
  for (int64_t i = 0; i < *length; ++i) {
    numbers.push_back(Object::integer(number));
    number = number + range.step;
  }
  return numbers;
}

/// The members of an enum, in order.
static std::optional<std::vector<Object>> membersOf(const ClassObject &type) {
  if (type.flavor != ClassFlavor::Enum) {
    return std::nullopt;
  }
  std::vector<Object> members;
  for (const std::string &name : type.attributes.names()) {
    const Object &value = *type.attributes.find(name);
    if (value.is(ObjectKind::Instance) && value.asInstance().type.get() == &type) {
      members.push_back(value);
    }
  }
  return members;
}

std::optional<std::vector<Object>> iterate(const Object &object) {
  switch (object.kind()) {
  case ObjectKind::Tuple:
  case ObjectKind::List:
    return object.items();
  case ObjectKind::Dict:
    return keysOf(object.asDict().entries);
  case ObjectKind::Set:
    return keysOf(object.asSet().entries);
  case ObjectKind::Str:
    return charactersOf(object.asString());
  case ObjectKind::Range:
    return numbersOf(object.asRange());
  case ObjectKind::Class:
    return membersOf(object.asClass());
  default:
    return std::nullopt;
  }
}

} // namespace tkc::evaluate
