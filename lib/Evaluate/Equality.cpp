// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Truth, equality, hashes, lengths and iteration of compile-time values.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "BuiltinTables.h"

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

static thread_local uint64_t notedLooks = 0;

void noteLooks(uint64_t pieces) { notedLooks += pieces; }

uint64_t takeLooks() { return std::exchange(notedLooks, 0); }

static void noteText(const std::string &text) {
  constexpr size_t bytesALook = 64;
  noteLooks(text.size() / bytesALook);
}

/// Containers nested deeper than this are compared by identity.
constexpr unsigned deepestComparison = 64;

static bool isContainer(const Object &object) {
  switch (object.kind()) {
  case ObjectKind::Tuple:
  case ObjectKind::List:
  case ObjectKind::Dict:
  case ObjectKind::Set:
  case ObjectKind::Slice:
  case ObjectKind::Instance:
  case ObjectKind::Config:
    return true;
  default:
    return false;
  }
}

namespace {

/// What one comparison has come by. A container that stands in many places, perhaps in itself, is looked at once.
struct Comparison {
  unsigned depth = 0;
  /// Two values were taken for different of which that is not known.
  bool isUndecided = false;
  std::set<std::pair<const void *, const void *>> pairs;
};

} // namespace

static bool areEqualAt(const Object &a, const Object &b, Comparison &seen);

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

static bool areEqualItems(const std::vector<Object> &a, const std::vector<Object> &b, Comparison &seen) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const Object &x, const Object &y) { return areEqualAt(x, y, seen); });
}

static bool areEqualMaps(const ObjectMap &a, const ObjectMap &b, Comparison &seen) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const ObjectMap::Entry &entry) {
           const Object *other = b.find(entry.key);
           return other && areEqualAt(entry.value, *other, seen);
         });
}

static bool areEqualNamed(const std::vector<NamedObject> &a, const std::vector<NamedObject> &b, Comparison &seen) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const NamedObject &x, const NamedObject &y) {
    return x.name == y.name && areEqualAt(x.value, y.value, seen);
  });
}

static bool areEqualConfigs(const ConfigObject &a, const ConfigObject &b, Comparison &seen) {
  return areEqualNamed(a.kwargs, b.kwargs, seen) && a.numWarps == b.numWarps && a.numStages == b.numStages &&
         a.numCtas == b.numCtas && a.maxnreg == b.maxnreg;
}

/// Of two that are not the same.
static bool areEqualInstances(const InstanceObject &a, const InstanceObject &b, Comparison &seen) {
  if (a.type != b.type || a.type->flavor != ClassFlavor::Dataclass) {
    return false;
  }
  return std::all_of(a.type->fields.begin(), a.type->fields.end(), [&](const ClassObject::Field &field) {
    const Object *x = a.attributes.find(field.name);
    const Object *y = b.attributes.find(field.name);
    return x && y && areEqualAt(*x, *y, seen);
  });
}

static bool areEqualRanges(const RangeObject &a, const RangeObject &b) {
  Integer length = a.length();
  return length == b.length() &&
         (length.isZero() || (a.start == b.start && (length == Integer(1) || a.step == b.step)));
}

/// Both are of the same kind, and are no numbers.
static bool areEqualPayloads(const Object &a, const Object &b, Comparison &seen) {
  switch (a.kind()) {
  case ObjectKind::Str:
    noteText(a.asString());
    return a.asString() == b.asString();
  case ObjectKind::Tuple:
  case ObjectKind::List:
    return areEqualItems(a.items(), b.items(), seen);
  case ObjectKind::Dict:
    return areEqualMaps(a.asDict().entries, b.asDict().entries, seen);
  case ObjectKind::Set:
    return areEqualMaps(a.asSet().entries, b.asSet().entries, seen);
  case ObjectKind::Slice:
    return areEqualAt(a.asSlice().start, b.asSlice().start, seen) &&
           areEqualAt(a.asSlice().stop, b.asSlice().stop, seen) && areEqualAt(a.asSlice().step, b.asSlice().step, seen);
  case ObjectKind::Range:
    return areEqualRanges(a.asRange(), b.asRange());
  case ObjectKind::BoundMethod:
    return a.asBoundMethod().self.isSame(b.asBoundMethod().self) &&
           a.asBoundMethod().function.isSame(b.asBoundMethod().function);
  case ObjectKind::Instance:
    return areEqualInstances(a.asInstance(), b.asInstance(), seen);
  case ObjectKind::Config:
    return areEqualConfigs(a.asConfig(), b.asConfig(), seen);
  default:
    return a.isSame(b);
  }
}

/// True for different values of which one is not known, where the other may be equal to it. Names of the host program
/// are compared as names.
static bool isUndecidedPair(const Object &a, const Object &b) {
  auto mayEqual = [](const Object &opaque, const Object &other) {
    return opaque.isOpaque() && (other.isNumber() || other.isOpaque());
  };
  bool isOpen = a.isUnknown() || b.isUnknown() || mayEqual(a, b) || mayEqual(b, a);
  return (isOpen && !a.isSame(b)) || isHostBuiltin(a) != isHostBuiltin(b);
}

static bool areEqualAt(const Object &a, const Object &b, Comparison &seen) {
  noteLooks(1);
  if (a.isNumber() && b.isNumber()) {
    return areEqualNumbers(a, b);
  }
  if (isUndecidedPair(a, b)) {
    seen.isUndecided = true;
    return false;
  }
  if (a.kind() != b.kind()) {
    return false;
  }
  if (seen.depth > deepestComparison || (a.data() && a.data() == b.data())) {
    return a.isSame(b);
  }
  // Two containers that were compared before are equal, or the whole isn't.
  if (seen.depth > 0 && isContainer(a) && !seen.pairs.emplace(a.data().get(), b.data().get()).second) {
    return true;
  }
  ++seen.depth;
  bool result = areEqualPayloads(a, b, seen);
  --seen.depth;
  return result;
}

std::optional<bool> compareEqual(const Object &a, const Object &b) {
  Comparison seen;
  bool result = areEqualAt(a, b, seen);
  return seen.isUndecided && !result ? std::nullopt : std::optional(result);
}

bool areEqual(const Object &a, const Object &b) { return compareEqual(a, b) == true; }

Object undecidedEquality(SourceRange range) {
  return Object::unknown("whether values of the run time are equal is known only there", range);
}

namespace {

/// The hashes of the containers that one hash has come by.
struct Hashing {
  unsigned depth = 0;
  std::unordered_map<const void *, size_t> hashes;
};

} // namespace

static size_t hashAt(const Object &object, Hashing &seen);

static size_t mix(size_t seed, size_t hash) { return seed * 1000003 ^ hash; }

static size_t hashOfNumber(const Object &object) {
  if (std::optional<Integer> integer = object.toInteger()) {
    return integer->hash();
  }
  double real = object.asFloat();
  bool isWhole = std::isfinite(real) && std::trunc(real) == real;
  return isWhole ? Integer::truncate(real).hash() : std::hash<double>()(real);
}

static size_t hashOfMap(const ObjectMap &map, Hashing &seen) {
  size_t hash = map.size();
  for (const ObjectMap::Entry &entry : map) {
    hash += hashAt(entry.key, seen) * 31;
  }
  return hash;
}

static size_t hashOfInstance(const InstanceObject &instance, Hashing &seen) {
  if (instance.type->flavor != ClassFlavor::Dataclass) {
    return std::hash<const void *>()(&instance);
  }
  size_t hash = instance.type->fields.size();
  for (const ClassObject::Field &field : instance.type->fields) {
    const Object *value = instance.attributes.find(field.name);
    hash = mix(hash, value ? hashAt(*value, seen) : 0);
  }
  return hash;
}

static size_t hashOfPayload(const Object &object, Hashing &seen) {
  switch (object.kind()) {
  case ObjectKind::Str:
    noteText(object.asString());
    return std::hash<std::string>()(object.asString());
  case ObjectKind::Tuple:
  case ObjectKind::List: {
    size_t hash = object.items().size();
    for (const Object &item : object.items()) {
      hash = mix(hash, hashAt(item, seen));
    }
    return hash;
  }
  case ObjectKind::Dict:
    return hashOfMap(object.asDict().entries, seen);
  case ObjectKind::Set:
    return hashOfMap(object.asSet().entries, seen);
  case ObjectKind::Slice:
    return mix(mix(hashAt(object.asSlice().start, seen), hashAt(object.asSlice().stop, seen)),
               hashAt(object.asSlice().step, seen));
  case ObjectKind::Range:
    return object.asRange().length().hash();
  case ObjectKind::DType:
    return object.asDType().hash();
  case ObjectKind::Builtin:
    return std::hash<std::string>()(object.builtinName());
  case ObjectKind::BoundMethod:
    return hashAt(object.asBoundMethod().function, seen);
  case ObjectKind::Instance:
    return hashOfInstance(object.asInstance(), seen);
  case ObjectKind::Config:
    return object.asConfig().kwargs.size();
  default:
    return std::hash<const void *>()(object.data().get()) + static_cast<size_t>(object.kind());
  }
}

static size_t hashAt(const Object &object, Hashing &seen) {
  noteLooks(1);
  if (object.isNumber()) {
    return hashOfNumber(object);
  }
  if (seen.depth > deepestComparison) {
    return 0;
  }
  auto known = isContainer(object) ? seen.hashes.find(object.data().get()) : seen.hashes.end();
  if (known != seen.hashes.end()) {
    return known->second;
  }
  ++seen.depth;
  size_t hash = hashOfPayload(object, seen);
  --seen.depth;
  if (seen.depth > 0 && isContainer(object)) {
    seen.hashes.emplace(object.data().get(), hash);
  }
  return hash;
}

size_t hashOf(const Object &object) {
  Hashing seen;
  return hashAt(object, seen);
}

/// `seen` are the tuples that were looked through.
static bool isHashableAt(const Object &object, std::unordered_set<const void *> &seen, unsigned depth) {
  switch (object.kind()) {
  case ObjectKind::List:
  case ObjectKind::Dict:
  case ObjectKind::Set:
  case ObjectKind::Opaque:
    return false;
  case ObjectKind::Tuple:
    if (depth > 0 && !seen.insert(object.data().get()).second) {
      return true;
    }
    return depth <= deepestComparison &&
           std::all_of(object.items().begin(), object.items().end(),
                       [&](const Object &item) { return isHashableAt(item, seen, depth + 1); });
  default:
    return true;
  }
}

bool isHashable(const Object &object) {
  std::unordered_set<const void *> seen;
  return isHashableAt(object, seen, 0);
}

Object unhashable(const Object &value, SourceRange range) {
  return Object::unknown("unhashable type: '" + typeName(value) + "'", range, "TypeError");
}

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
