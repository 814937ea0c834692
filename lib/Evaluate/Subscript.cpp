// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts of compile-time values: indices, slices and keys.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

namespace tkc::evaluate {

static Object wrongIndex(const Object &object, const Object &index, SourceRange range) {
  return Object::unknown("'" + typeName(object) + "' can't be indexed by '" + typeName(index) + "'", range,
                         "TypeError");
}

static Object outOfRange(const Object &object, const Object &index, int64_t length, SourceRange range) {
  return Object::unknown("index " + brief(index) + " is outside the " + typeName(object) + " of " +
                             std::to_string(length) + " items",
                         range, "IndexError");
}

/// The position that an index names, counting from the end when it is negative.
static std::optional<int64_t> positionOf(const Object &index, int64_t length) {
  std::optional<int64_t> position = index.toInt64();
  if (!position || *position < -length || *position >= length) {
    return std::nullopt;
  }
  return *position < 0 ? *position + length : *position;
}

/// A bound of a slice moved into [lowest, highest]; `otherwise` for None, nothing for what is no int.
static std::optional<int64_t> sliceBound(const Object &bound, int64_t otherwise, int64_t length, int64_t lowest,
                                         int64_t highest) {
  if (bound.isNone()) {
    return otherwise;
  }
  std::optional<Integer> given = bound.toInteger();
  if (!given) {
    return std::nullopt;
  }
  Integer position = given->isNegative() ? *given + Integer(length) : *given;
  if (position < Integer(lowest)) {
    return lowest;
  }
  return position > Integer(highest) ? highest : *position.asInt64();
}

std::optional<std::vector<int64_t>> slicePositions(const SliceObject &slice, int64_t length) {
  std::optional<int64_t> step = slice.step.isNone() ? 1 : slice.step.toInt64();
  if (!step || *step == 0) {
    return std::nullopt;
  }
  bool isUp = *step > 0;
  int64_t lowest = isUp ? 0 : -1;
  int64_t highest = isUp ? length : length - 1;
  std::optional<int64_t> start = sliceBound(slice.start, isUp ? lowest : highest, length, lowest, highest);
  std::optional<int64_t> stop = sliceBound(slice.stop, isUp ? highest : lowest, length, lowest, highest);
  if (!start || !stop) {
    return std::nullopt;
  }
  std::vector<int64_t> positions;
  for (int64_t i = *start; isUp ? i < *stop : i > *stop; i += *step) {
    positions.push_back(i);
    if ((isUp && *step >= length) || (!isUp && *step <= -length)) {
      break;
    }
  }
  return positions;
}

static Object subscriptSequence(const Object &object, const std::vector<Object> &items, const Object &index,
                                SourceRange range) {
  int64_t length = items.size();
  if (index.is(ObjectKind::Slice)) {
    std::optional<std::vector<int64_t>> positions = slicePositions(index.asSlice(), length);
    if (!positions) {
      return Object::unknown("slice indices must be integers or None", range, "TypeError");
    }
    std::vector<Object> picked;
    for (int64_t position : *positions) {
      picked.push_back(items[position]);
    }
    return object.isTuple() ? Object::tuple(std::move(picked)) : Object::list(std::move(picked));
  }
  if (!index.toInteger()) {
    return wrongIndex(object, index, range);
  }
  std::optional<int64_t> position = positionOf(index, length);
  return position ? items[*position] : outOfRange(object, index, length, range);
}

/// Where each character of a text begins, and the end; nothing where each is a byte.
static std::optional<std::vector<size_t>> findCharacters(const std::string &text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; })) {
    return std::nullopt;
  }
  std::vector<size_t> begins;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] & 0xC0) != 0x80) {
      begins.push_back(i);
    }
  }
  begins.push_back(text.size());
  return begins;
}

static Object subscriptString(const Object &object, const Object &index, SourceRange range) {
  const std::string &text = object.asString();
  std::optional<std::vector<size_t>> begins = findCharacters(text);
  int64_t length = begins ? begins->size() - 1 : text.size();
  auto at = [&](int64_t place) {
    return begins ? text.substr((*begins)[place], (*begins)[place + 1] - (*begins)[place]) : text.substr(place, 1);
  };
  if (!index.is(ObjectKind::Slice)) {
    std::optional<int64_t> position = positionOf(index, length);
    if (position) {
      return Object::string(at(*position));
    }
    return index.toInteger() ? outOfRange(object, index, length, range) : wrongIndex(object, index, range);
  }
  std::optional<std::vector<int64_t>> positions = slicePositions(index.asSlice(), length);
  if (!positions) {
    return Object::unknown("slice indices must be integers or None", range, "TypeError");
  }
  std::string picked;
  for (int64_t position : *positions) {
    picked += at(position);
  }
  return Object::string(picked);
}

static Object subscriptDict(const Object &object, const Object &key, SourceRange range) {
  if (!isHashable(key)) {
    return unhashable(key, range);
  }
  const Object *value = object.asDict().entries.find(key);
  return value ? *value : Object::unknown("the dict has no key " + brief(key), range, "KeyError");
}

static Object subscriptRange(const Object &object, const Object &index, SourceRange range) {
  const RangeObject &numbers = object.asRange();
  std::optional<int64_t> length = numbers.length().asInt64();
  std::optional<int64_t> position = length ? positionOf(index, *length) : std::nullopt;
  if (!position) {
    return index.toInteger() ? outOfRange(object, index, length.value_or(0), range) : wrongIndex(object, index, range);
  }
  return Object::integer(numbers.start + numbers.step * Integer(*position));
}

/// `Color["RED"]` of an enum.
static Object subscriptEnum(const Object &object, const Object &index, SourceRange range) {
  const ClassObject &type = object.asClass();
  const Object *member = index.isString() ? type.attributes.find(index.asString()) : nullptr;
  return member ? *member : Object::unknown("`" + type.name + "` has no member " + brief(index), range, "KeyError");
}

Object subscript(const Object &object, const Object &index, SourceRange range) {
  if (object.isUnknown() || index.isUnknown()) {
    return object.isUnknown() ? object : index;
  }
  switch (object.kind()) {
  case ObjectKind::Tuple:
  case ObjectKind::List:
    return subscriptSequence(object, object.items(), index, range);
  case ObjectKind::Str:
    return subscriptString(object, index, range);
  case ObjectKind::Dict:
    return subscriptDict(object, index, range);
  case ObjectKind::Range:
    return subscriptRange(object, index, range);
  case ObjectKind::Class:
    // `list[int]`-like subscripts of classes are the class.
    return object.asClass().flavor == ClassFlavor::Enum ? subscriptEnum(object, index, range) : object;
  default:
    return Object::unknown("'" + typeName(object) + "' can't be indexed", range, "TypeError");
  }
}

Object assignSubscript(const Object &object, const Object &index, Object value, SourceRange range) {
  if (object.isUnknown() || index.isUnknown()) {
    return object.isUnknown() ? object : index;
  }
  if (object.is(ObjectKind::Dict)) {
    if (!isHashable(index)) {
      return unhashable(index, range);
    }
    object.asDict().entries.set(index, std::move(value));
    return Object::none();
  }
  if (!object.isList()) {
    return Object::unknown("items of '" + typeName(object) + "' can't be assigned", range, "TypeError");
  }
  std::vector<Object> &items = object.asList().items;
  std::optional<int64_t> position = positionOf(index, items.size());
  if (!position) {
    return index.toInteger() ? outOfRange(object, index, items.size(), range) : wrongIndex(object, index, range);
  }
  items[*position] = std::move(value);
  return Object::none();
}

} // namespace tkc::evaluate
