// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers, scopes, functions and classes of compile-time values.
#include "tkc/Evaluate/Payload.h"

#include "tkc/AST/Definition.h"
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <iterator>

namespace tkc::evaluate {

//===- Destruction -----------------------------------------------------------------------------------------------===//

void drain(std::vector<Object> values) {
  while (!values.empty()) {
    std::shared_ptr<ObjectData> data = values.back().data();
    values.pop_back();
    if (data.use_count() == 1) {
      data->release(values);
    }
  }
}

static void moveAll(std::vector<Object> &from, std::vector<Object> &to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
  from.clear();
}

static void moveAll(std::vector<NamedObject> &from, std::vector<Object> &to) {
  for (NamedObject &entry : from) {
    to.push_back(std::move(entry.value));
  }
  from.clear();
}

template <typename Data>
static void drainData(Data &data) {
  std::vector<Object> values;
  data.release(values);
  drain(std::move(values));
}

TupleObject::~TupleObject() { drainData(*this); }
ListObject::~ListObject() { drainData(*this); }
DictObject::~DictObject() { drainData(*this); }
SetObject::~SetObject() { drainData(*this); }
SliceObject::~SliceObject() { drainData(*this); }
FunctionObject::~FunctionObject() { drainData(*this); }
BoundMethodObject::~BoundMethodObject() { drainData(*this); }
PartialObject::~PartialObject() { drainData(*this); }
InstanceObject::~InstanceObject() { drainData(*this); }
UnknownObject::~UnknownObject() { drainData(*this); }

void TupleObject::release(std::vector<Object> &values) { moveAll(items, values); }
void ListObject::release(std::vector<Object> &values) { moveAll(items, values); }
void SetObject::release(std::vector<Object> &values) { entries.release(values); }
void InstanceObject::release(std::vector<Object> &values) { attributes.release(values); }
void UnknownObject::release(std::vector<Object> &values) { values.push_back(std::move(exceptionValue)); }

void DictObject::release(std::vector<Object> &values) {
  entries.release(values);
  values.push_back(std::move(defaultFactory));
}

void SliceObject::release(std::vector<Object> &values) {
  for (Object *part : {&start, &stop, &step}) {
    values.push_back(std::move(*part));
  }
}

void BoundMethodObject::release(std::vector<Object> &values) {
  values.push_back(std::move(self));
  values.push_back(std::move(function));
}

void PartialObject::release(std::vector<Object> &values) {
  values.push_back(std::move(callee));
  moveAll(arguments, values);
  moveAll(keywords, values);
}

void FunctionObject::release(std::vector<Object> &values) {
  for (std::optional<Object> &value : defaults) {
    if (value) {
      values.push_back(std::move(*value));
    }
  }
  defaults.clear();
  if (kernel.use_count() == 1) {
    moveAll(kernel->heuristics, values);
    values.push_back(std::move(kernel->grid));
  }
}

//===- Containers ------------------------------------------------------------------------------------------------===//

void ObjectMap::release(std::vector<Object> &values) {
  for (Entry &entry : entries) {
    values.push_back(std::move(entry.key));
    values.push_back(std::move(entry.value));
  }
  clear();
}

void NameTable::release(std::vector<Object> &released) {
  for (auto &[name, value] : values) {
    released.push_back(std::move(value));
  }
  values.clear();
  order.clear();
}

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

using ClassLine = std::vector<const ClassObject *>;

/// The first class of a line that stands behind another in none; null when there is none.
static const ClassObject *findNext(const std::vector<ClassLine> &lines) {
  auto isBehind = [&](const ClassObject *type) {
    return std::any_of(lines.begin(), lines.end(), [&](const ClassLine &line) {
      return !line.empty() && std::find(line.begin() + 1, line.end(), type) != line.end();
    });
  };
  for (const ClassLine &line : lines) {
    if (!line.empty() && !isBehind(line.front())) {
      return line.front();
    }
  }
  return nullptr;
}

bool ClassObject::settleBases() {
  std::vector<ClassLine> lines;
  ClassLine direct;
  for (const std::shared_ptr<ClassObject> &base : bases) {
    lines.push_back(base->line);
    direct.push_back(base.get());
  }
  lines.push_back(direct);
  line = {this};
  while (std::any_of(lines.begin(), lines.end(), [](const ClassLine &each) { return !each.empty(); })) {
    const ClassObject *next = findNext(lines);
    if (!next) {
      return false;
    }
    line.push_back(next);
    for (ClassLine &each : lines) {
      if (!each.empty() && each.front() == next) {
        each.erase(each.begin());
      }
    }
  }
  return true;
}

const Object *ClassObject::find(std::string_view attribute) const {
  for (const ClassObject *type : line) {
    if (const Object *found = type->attributes.find(attribute)) {
      return found;
    }
  }
  return nullptr;
}

bool ClassObject::isSubclassOf(const ClassObject &other) const {
  return std::find(line.begin(), line.end(), &other) != line.end();
}

std::optional<size_t> ClassObject::fieldIndex(std::string_view fieldName) const {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == fieldName) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<MissingImport> findMissingImport(std::string_view qualifiedName) {
  if (qualifiedName.empty() || qualifiedName.front() != '.') {
    return std::nullopt;
  }
  size_t dots = std::min(qualifiedName.find_first_not_of('.'), qualifiedName.size());
  size_t dot = qualifiedName.rfind('.');
  // `from . import name` is about a module of that name.
  std::string_view module = dot < dots ? qualifiedName : qualifiedName.substr(0, dot);
  return MissingImport{std::string(qualifiedName.substr(dot + 1)), std::string(module)};
}

} // namespace tkc::evaluate
