// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers, scopes, functions and classes of compile-time values.
#include "tkc/Evaluate/Payload.h"

#include "tkc/AST/Definition.h"
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

namespace tkc::evaluate {

const Object *ObjectMap::find(const Object &key) const {
  auto [first, last] = index.equal_range(hashOf(key));
  for (auto it = first; it != last; ++it) {
    if (areEqual(entries[it->second].key, key)) {
      return &entries[it->second].value;
    }
  }
  return nullptr;
}

Object *ObjectMap::find(const Object &key) {
  return const_cast<Object *>(static_cast<const ObjectMap *>(this)->find(key));
}

const Object *ObjectMap::find(std::string_view key) const { return find(Object::string(key)); }

void ObjectMap::set(const Object &key, Object value) {
  if (Object *present = find(key)) {
    *present = std::move(value);
    return;
  }
  index.emplace(hashOf(key), entries.size());
  entries.push_back({key, std::move(value)});
}

bool ObjectMap::erase(const Object &key) {
  const Object *present = find(key);
  if (!present) {
    return false;
  }
  auto place =
      std::find_if(entries.begin(), entries.end(), [&](const Entry &entry) { return &entry.value == present; });
  entries.erase(place);
  index.clear();
  for (size_t i = 0; i < entries.size(); ++i) {
    index.emplace(hashOf(entries[i].key), i);
  }
  return true;
}

void ObjectMap::clear() {
  entries.clear();
  index.clear();
}

Object *NameTable::find(std::string_view name) {
  auto place = values.find(name);
  return place == values.end() ? nullptr : &place->second;
}

void NameTable::set(std::string_view name, Object value) {
  auto place = values.find(name);
  if (place != values.end()) {
    place->second = std::move(value);
    return;
  }
  order.emplace_back(name);
  values.emplace(std::string(name), std::move(value));
}

bool NameTable::erase(std::string_view name) {
  auto place = values.find(name);
  if (place == values.end()) {
    return false;
  }
  values.erase(place);
  order.erase(std::find(order.begin(), order.end(), name));
  return true;
}

Integer RangeObject::length() const {
  bool isUp = !step.isNegative();
  Integer distance = isUp ? stop - start : start - stop;
  if (distance.isNegative() || distance.isZero()) {
    return 0;
  }
  Integer stride = isUp ? step : -step;
  return Integer::floorDivide(distance - 1, stride) + 1;
}

static bool contains(const std::vector<std::string> &names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Object *Scope::find(std::string_view name) {
  bool skipFunctions = contains(globalNames, name);
  for (Scope *scope = this; scope; scope = scope->parent) {
    bool isVisible = scope == this || scope->kind != Kind::Class;
    bool isSkipped = skipFunctions && scope->kind != Kind::Module;
    if (!isVisible || isSkipped) {
      continue;
    }
    if (Object *value = scope->names.find(name)) {
      return value;
    }
  }
  return nullptr;
}

Scope &Scope::scopeOfAssignment(std::string_view name) {
  if (contains(globalNames, name)) {
    return *module->globals;
  }
  if (contains(nonlocalNames, name)) {
    for (Scope *scope = parent; scope; scope = scope->parent) {
      if (scope->kind == Kind::Function && scope->names.find(name)) {
        return *scope;
      }
    }
  }
  return *this;
}

const ast::List<ast::Parameter> &FunctionObject::parameters() const {
  return definition ? definition->parameters : lambda->parameters;
}

SourceRange FunctionObject::range() const { return definition ? definition->name.range : lambda->range; }

const Object *ClassObject::find(std::string_view attribute) const {
  if (const Object *own = attributes.find(attribute)) {
    return own;
  }
  for (const std::shared_ptr<ClassObject> &base : bases) {
    if (const Object *inherited = base->find(attribute)) {
      return inherited;
    }
  }
  return nullptr;
}

bool ClassObject::isSubclassOf(const ClassObject &other) const {
  if (this == &other) {
    return true;
  }
  return std::any_of(bases.begin(), bases.end(), [&](const auto &base) { return base->isSubclassOf(other); });
}

std::optional<size_t> ClassObject::fieldIndex(std::string_view fieldName) const {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == fieldName) {
      return i;
    }
  }
  return std::nullopt;
}

} // namespace tkc::evaluate
