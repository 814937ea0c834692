// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `copy.copy` and `copy.deepcopy`.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <map>

namespace tkc::evaluate {

namespace {

/// Copies a value: a shallow one keeps what it holds. What stands in many places of a deep one, perhaps in itself, is
/// copied once.
class Copier {
public:
  explicit Copier(bool isDeep) : isDeep(isDeep) {}
  Object copy(const Object &value);

private:
  Object inner(const Object &item) { return isDeep && copies.size() < mostCopies ? copy(item) : item; }
  Object copySequence(const Object &value);

  static constexpr size_t mostCopies = 1 << 20;
  bool isDeep;
  unsigned depth = 0;
  std::map<const void *, Object> copies;
};

} // namespace

Object Copier::copySequence(const Object &value) {
  Object list = Object::list({});
  if (value.isList()) {
    copies.emplace(value.data().get(), list);
  }
  std::vector<Object> items;
  std::transform(value.items().begin(), value.items().end(), std::back_inserter(items),
                 [&](const Object &item) { return inner(item); });
  if (value.isTuple()) {
    return copies.emplace(value.data().get(), Object::namedTuple(value.asTuple().type, std::move(items))).first->second;
  }
  list.asList().items = std::move(items);
  return list;
}

Object Copier::copy(const Object &value) {
  constexpr unsigned deepest = 100;
  constexpr uint64_t looksACopy = 16;
  noteLooks(looksACopy);
  auto known = copies.find(value.data().get());
  if (depth >= deepest || (value.data() && known != copies.end())) {
    return known != copies.end() ? known->second : value;
  }
  ++depth;
  Object result = value;
  if (value.isList() || (value.isTuple() && isDeep)) {
    result = copySequence(value);
  } else if (value.is(ObjectKind::Dict)) {
    result = Object::dict();
    copies.emplace(value.data().get(), result);
    for (const ObjectMap::Entry &entry : value.asDict().entries) {
      result.asDict().entries.set(entry.key, inner(entry.value));
    }
  } else if (value.is(ObjectKind::Config)) {
    result = Object::config(std::make_shared<ConfigObject>(value.asConfig()));
  } else if (value.is(ObjectKind::Instance) && value.asInstance().type->flavor != ClassFlavor::Enum) {
    auto instance = std::make_shared<InstanceObject>(value.asInstance());
    result = Object::instance(instance);
    copies.emplace(value.data().get(), result);
    for (const std::string &name : value.asInstance().attributes.names()) {
      instance->attributes.set(name, inner(*value.asInstance().attributes.find(name)));
    }
  }
  --depth;
  return result;
}

Object copyOf(const Object &value, bool isDeep) { return Copier(isDeep).copy(value); }

} // namespace tkc::evaluate
