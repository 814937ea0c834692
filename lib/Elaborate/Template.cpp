// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unification of the values that a name has on two paths.
#include "Template.h"

#include <cmath>
#include <limits>

#include "Environment.h"

namespace tkc::elaborate {

std::optional<std::vector<Object>> partsOf(const Object &object) {
  if (object.isSequence()) {
    return object.items();
  }
  if (!object.is(evaluate::ObjectKind::Instance)) {
    return std::nullopt;
  }
  std::vector<Object> parts;
  const evaluate::NameTable &attributes = object.asInstance().attributes;
  for (const std::string &name : attributes.names()) {
    parts.push_back(*attributes.find(name));
  }
  return parts;
}

bool canConvertNumber(const Object &number, const DType &type) {
  if (number.isBool()) {
    return type.isBool();
  }
  return number.isInt() ? type.isInteger() && !type.isBool() : number.isFloat() && type.isFloat();
}

std::optional<DType> defaultTypeOf(const Object &number) {
  if (number.isBool()) {
    return DType(DTypeKind::Int1);
  }
  if (number.isFloat()) {
    double magnitude = std::abs(number.asFloat());
    bool isWide = std::isfinite(magnitude) && magnitude > std::numeric_limits<float>::max();
    return DType(isWide ? DTypeKind::Float64 : DTypeKind::Float32);
  }
  if (!number.isInt()) {
    return std::nullopt;
  }
  const evaluate::Integer &value = number.asInteger();
  if (std::optional<int64_t> small = value.asInt64()) {
    if (*small >= std::numeric_limits<int32_t>::min() && *small <= std::numeric_limits<int32_t>::max()) {
      return DType(DTypeKind::Int32);
    }
    bool isUnsigned32 = *small >= 0 && *small <= std::numeric_limits<uint32_t>::max();
    return DType(isUnsigned32 ? DTypeKind::UInt32 : DTypeKind::Int64);
  }
  return value.asUInt64() ? std::optional<DType>(DTypeKind::UInt64) : std::nullopt;
}

static Object fillInstance(const Object &like, std::vector<Object> parts) {
  auto data = std::make_shared<evaluate::InstanceObject>();
  data->type = like.asInstance().type;
  size_t next = 0;
  for (const std::string &name : like.asInstance().attributes.names()) {
    data->attributes.set(name, std::move(parts[next++]));
  }
  return Object::instance(std::move(data));
}

Object Template::fill(llvm::ArrayRef<Object> leaves) const {
  if (kind == Kind::Fixed) {
    return fixed;
  }
  if (kind == Kind::Leaf) {
    return leaves[leaf];
  }
  std::vector<Object> filled;
  for (const Template &part : parts) {
    filled.push_back(part.fill(leaves));
  }
  if (kind == Kind::List) {
    return Object::list(std::move(filled));
  }
  if (kind == Kind::Instance) {
    return fillInstance(fixed, std::move(filled));
  }
  std::shared_ptr<evaluate::ClassObject> type = fixed.asTuple().type;
  return type ? Object::namedTuple(std::move(type), std::move(filled)) : Object::tuple(std::move(filled));
}

Template Unifier::addLeaf(Object typed, std::optional<Object> first, std::optional<Object> second) {
  Template result;
  result.kind = Template::Kind::Leaf;
  result.leaf = collected.size();
  collected.push_back({std::move(typed), std::move(first), std::move(second)});
  return result;
}

std::optional<Template> Unifier::unify(const std::optional<Object> &first, const std::optional<Object> &second) {
  size_t before = collected.size();
  std::optional<Template> result =
      first && second ? unifyBoth(*first, *second) : unifyOne(first ? *first : *second, first.has_value());
  if (!result) {
    truncate(before);
  }
  return result;
}

std::optional<Template> Unifier::unifyOne(const Object &only, bool isFirst) {
  if (asRunTime(only)) {
    return isFirst ? addLeaf(only, only, std::nullopt) : addLeaf(only, std::nullopt, only);
  }
  Template result;
  result.fixed = only;
  std::optional<std::vector<Object>> parts = partsOf(only);
  if (!parts) {
    return result;
  }
  result.kind = only.isTuple()  ? Template::Kind::Tuple
                : only.isList() ? Template::Kind::List
                                : Template::Kind::Instance;
  for (const Object &part : *parts) {
    result.parts.push_back(*unifyOne(part, isFirst));
  }
  return result;
}

static bool haveSameStructure(const Object &a, const Object &b) {
  if (a.kind() != b.kind()) {
    return false;
  }
  if (a.isTuple()) {
    return a.asTuple().type == b.asTuple().type && a.items().size() == b.items().size();
  }
  if (a.isList()) {
    return a.items().size() == b.items().size();
  }
  return a.is(evaluate::ObjectKind::Instance) && a.asInstance().type == b.asInstance().type &&
         a.asInstance().attributes.names() == b.asInstance().attributes.names();
}

std::optional<Template> Unifier::unifyBoth(const Object &first, const Object &second) {
  bool isFixed = mode == Mode::Loop ? first.isSame(second) && !isRunTime(first) : isIdentical(first, second);
  if (isFixed && !(mode == Mode::Loop && partsOf(first))) {
    Template result;
    result.fixed = first;
    return result;
  }
  if (haveSameStructure(first, second)) {
    Template::Kind kind = first.isTuple()  ? Template::Kind::Tuple
                          : first.isList() ? Template::Kind::List
                                           : Template::Kind::Instance;
    return unifyParts(first, kind, *partsOf(first), *partsOf(second));
  }
  return unifyScalars(first, second);
}

std::optional<Template> Unifier::unifyParts(const Object &like, Template::Kind kind, llvm::ArrayRef<Object> first,
                                            llvm::ArrayRef<Object> second) {
  Template result;
  result.kind = kind;
  result.fixed = like;
  for (auto [a, b] : llvm::zip_equal(first, second)) {
    std::optional<Template> part = unifyBoth(a, b);
    if (!part) {
      return std::nullopt;
    }
    result.parts.push_back(std::move(*part));
  }
  return result;
}

std::optional<Template> Unifier::unifyScalars(const Object &first, const Object &second) {
  const RunTimeObject *firstRunTime = asRunTime(first);
  const RunTimeObject *secondRunTime = asRunTime(second);
  if (firstRunTime && secondRunTime) {
    return firstRunTime->hasTypeOf(*secondRunTime) ? std::optional<Template>(addLeaf(first, first, second))
                                                   : std::nullopt;
  }
  const TypedValue *typed = firstRunTime ? asTyped(first) : asTyped(second);
  if (typed && !typed->isBlock() && canConvertNumber(firstRunTime ? second : first, typed->dtype)) {
    return mode == Mode::Loop && !firstRunTime
               ? std::nullopt
               : std::optional<Template>(addLeaf(firstRunTime ? first : second, first, second));
  }
  if (mode == Mode::Loop || firstRunTime || secondRunTime || !first.isNumber() || !second.isNumber()) {
    return std::nullopt;
  }
  std::optional<DType> firstType = defaultTypeOf(first);
  std::optional<DType> secondType = defaultTypeOf(second);
  if (!firstType || !secondType || first.kind() != second.kind()) {
    return std::nullopt;
  }
  DType type = firstType->bitWidth() >= secondType->bitWidth() ? *firstType : *secondType;
  if (*firstType != *secondType && firstType->bitWidth() == secondType->bitWidth()) {
    type = DType(DTypeKind::Int64);
  }
  return addLeaf(Object::dtype(type), first, second);
}

} // namespace tkc::elaborate
