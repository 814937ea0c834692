// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dict and set, and their methods.
#include "tkc/Evaluate/Operations.h"

#include "BuiltinTables.h"

namespace tkc::evaluate {

using ast::BinaryOp;
using ast::CompareOp;

static ObjectMap &entries(const BuiltinCall &call) {
  Object self = call.argument(0);
  return self.is(ObjectKind::Dict) ? self.asDict().entries : self.asSet().entries;
}

/// The TypeError of a key, the first argument of a method, that can't be one.
static std::optional<Object> refuseKey(const BuiltinCall &call) {
  Object key = call.argument(1);
  return isHashable(key) ? std::nullopt : std::optional(unhashable(key, call.range));
}

/// Puts the entries of a mapping, or the pairs of an iterable, into a dict; an Unknown when that is not possible.
static Object addAll(const BuiltinCall &call, const Object &dict, const Object &source) {
  if (source.is(ObjectKind::Dict)) {
    for (const ObjectMap::Entry &entry : source.asDict().entries) {
      dict.asDict().entries.set(entry.key, entry.value);
    }
    return Object::none();
  }
  std::optional<std::vector<Object>> pairs = call.evaluator.items(source, call.range);
  if (!pairs) {
    return call.misused("a mapping or pairs");
  }
  for (const Object &pair : *pairs) {
    if (!pair.isSequence() || pair.items().size() != 2) {
      return call.misused("a mapping or pairs");
    }
    Object problem = assignSubscript(dict, pair.items()[0], pair.items()[1], call.range);
    if (problem.isUnknown()) {
      return problem;
    }
  }
  return Object::none();
}

static Object addKeywords(const BuiltinCall &call, const Object &dict) {
  for (const NamedObject &keyword : call.arguments.keywords) {
    dict.asDict().entries.set(keyword.name, keyword.value);
  }
  return dict;
}

static Object callDict(const BuiltinCall &call) {
  Object dict = Object::dict();
  Object problem = call.has(0) ? addAll(call, dict, call.argument(0)) : Object();
  return problem.isUnknown() ? problem : addKeywords(call, dict);
}

static Object callSet(const BuiltinCall &call) {
  Object set = Object::set();
  std::optional<std::vector<Object>> items = call.has(0) ? call.items(0) : std::vector<Object>();
  if (!items) {
    return call.misused("something to iterate over");
  }
  for (const Object &item : *items) {
    if (!isHashable(item)) {
      return unhashable(item, call.range);
    }
    set.asSet().entries.set(item, Object());
  }
  return set;
}

static Object dictGet(const BuiltinCall &call) {
  if (std::optional<Object> problem = refuseKey(call)) {
    return *problem;
  }
  const Object *value = entries(call).find(call.argument(1));
  return value ? *value : call.argument(2);
}

static Object dictKeys(const BuiltinCall &call) { return Object::list(*iterate(call.argument(0))); }

static Object dictValues(const BuiltinCall &call) {
  std::vector<Object> values;
  for (const ObjectMap::Entry &entry : entries(call)) {
    values.push_back(entry.value);
  }
  return Object::list(std::move(values));
}

static Object dictItems(const BuiltinCall &call) {
  std::vector<Object> pairs;
  for (const ObjectMap::Entry &entry : entries(call)) {
    pairs.push_back(Object::tuple({entry.key, entry.value}));
  }
  return Object::list(std::move(pairs));
}

static Object dictUpdate(const BuiltinCall &call) {
  Object problem = call.has(1) ? addAll(call, call.argument(0), call.argument(1)) : Object();
  if (problem.isUnknown()) {
    return problem;
  }
  addKeywords(call, call.argument(0));
  return Object::none();
}

static Object dictPop(const BuiltinCall &call) {
  if (std::optional<Object> problem = refuseKey(call)) {
    return *problem;
  }
  const Object *value = entries(call).find(call.argument(1));
  if (!value) {
    return call.has(2) ? call.argument(2) : call.fail("KeyError", "there is no key " + brief(call.argument(1)));
  }
  Object result = *value;
  entries(call).erase(call.argument(1));
  return result;
}

static Object dictDelItem(const BuiltinCall &call) {
  Object removed = dictPop(call);
  return removed.isUnknown() ? removed : Object::none();
}

static Object dictSetDefault(const BuiltinCall &call) {
  if (std::optional<Object> problem = refuseKey(call)) {
    return *problem;
  }
  if (const Object *value = entries(call).find(call.argument(1))) {
    return *value;
  }
  entries(call).set(call.argument(1), call.argument(2));
  return call.argument(2);
}

static Object dictCopy(const BuiltinCall &call) {
  return binaryOperation(BinaryOp::BitOr, call.argument(0), Object::dict(), call.range);
}

static Object setCopy(const BuiltinCall &call) {
  return binaryOperation(BinaryOp::BitOr, call.argument(0), Object::set(), call.range);
}

static Object mapClear(const BuiltinCall &call) {
  entries(call).clear();
  return Object::none();
}

static Object setAdd(const BuiltinCall &call) {
  if (std::optional<Object> problem = refuseKey(call)) {
    return *problem;
  }
  entries(call).set(call.argument(1), Object());
  return Object::none();
}

static Object setDiscard(const BuiltinCall &call) {
  if (std::optional<Object> problem = refuseKey(call)) {
    return *problem;
  }
  entries(call).erase(call.argument(1));
  return Object::none();
}

static Object setRemove(const BuiltinCall &call) {
  if (std::optional<Object> problem = refuseKey(call)) {
    return *problem;
  }
  return entries(call).erase(call.argument(1)) ? Object::none()
                                               : call.fail("KeyError", "there is no " + brief(call.argument(1)));
}

static Object setUpdate(const BuiltinCall &call) {
  std::optional<std::vector<Object>> items = call.items(1);
  if (!items) {
    return call.misused("something to iterate over");
  }
  for (const Object &item : *items) {
    if (!isHashable(item)) {
      return unhashable(item, call.range);
    }
    entries(call).set(item, Object());
  }
  return Object::none();
}

static Object combine(const BuiltinCall &call, BinaryOp op) {
  Object other = callSet({call.evaluator, call.name, {{call.argument(1)}, {}}, call.range});
  return other.isUnknown() ? other : binaryOperation(op, call.argument(0), other, call.range);
}

static Object setUnion(const BuiltinCall &call) { return combine(call, BinaryOp::BitOr); }
static Object setIntersection(const BuiltinCall &call) { return combine(call, BinaryOp::BitAnd); }
static Object setDifference(const BuiltinCall &call) { return combine(call, BinaryOp::Sub); }

static Object setIsSubset(const BuiltinCall &call) {
  Object other = callSet({call.evaluator, call.name, {{call.argument(1)}, {}}, call.range});
  return other.isUnknown() ? other : compareOperation(CompareOp::LtE, call.argument(0), other, call.range);
}

BuiltinTable mappingBuiltins() {
  return {{"dict", callDict},
          {"set", callSet},
          {"frozenset", callSet},
          {"dict.get", dictGet},
          {"dict.keys", dictKeys},
          {"dict.values", dictValues},
          {"dict.items", dictItems},
          {"dict.update", dictUpdate},
          {"dict.pop", dictPop},
          {"dict.__delitem__", dictDelItem},
          {"dict.setdefault", dictSetDefault},
          {"dict.copy", dictCopy},
          {"dict.clear", mapClear},
          {"set.add", setAdd},
          {"set.discard", setDiscard},
          {"set.remove", setRemove},
          {"set.update", setUpdate},
          {"set.copy", setCopy},
          {"set.clear", mapClear},
          {"set.union", setUnion},
          {"set.intersection", setIntersection},
          {"set.difference", setDifference},
          {"set.issubset", setIsSubset}};
}

} // namespace tkc::evaluate
