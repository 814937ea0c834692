// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins over iterables, and the methods of lists and tuples.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

#include "BuiltinTables.h"

namespace tkc::evaluate {

using ast::BinaryOp;
using ast::CompareOp;

using Items = std::optional<std::vector<Object>>;

static Object needsIterable(const BuiltinCall &call) { return call.misused("something to iterate over"); }

static Object callList(const BuiltinCall &call) {
  Items items = call.has(0) ? call.items(0) : Items(std::vector<Object>());
  return items ? Object::list(std::move(*items)) : needsIterable(call);
}

static Object callTuple(const BuiltinCall &call) {
  Items items = call.has(0) ? call.items(0) : Items(std::vector<Object>());
  return items ? Object::tuple(std::move(*items)) : needsIterable(call);
}

static Object callSum(const BuiltinCall &call) {
  Items items = call.items(0);
  if (!items) {
    return needsIterable(call);
  }
  Object total = call.has(1, "start") ? call.argument(1, "start") : Object::integer(0);
  for (const Object &item : *items) {
    total = call.evaluator.binary(BinaryOp::Add, total, item, call.range);
  }
  return total;
}

/// `key(item)`, or the item when there is no key.
static Object keyOf(const BuiltinCall &call, const Object &key, const Object &item) {
  return key.isNone() ? item : call.evaluator.call(key, {{item}, {}}, call.range);
}

static Object extremum(const BuiltinCall &call, CompareOp better) {
  Items items = call.count() == 1 ? call.items(0) : Items(call.arguments.positional);
  if (!items) {
    return needsIterable(call);
  }
  if (items->empty()) {
    const Object *otherwise = call.arguments.keyword("default");
    return otherwise ? *otherwise : call.fail("ValueError", "`" + call.name + "` of nothing");
  }
  const Object *keyArgument = call.arguments.keyword("key");
  Object key = keyArgument ? *keyArgument : Object();
  Object best = items->front();
  Object bestKey = keyOf(call, key, best);
  for (size_t i = 1; i < items->size(); ++i) {
    Object candidate = keyOf(call, key, (*items)[i]);
    Object isBetter = call.evaluator.compare(better, candidate, bestKey, call.range);
    std::optional<bool> isTrue = call.evaluator.truth(isBetter);
    if (!isTrue) {
      return isBetter.isUnknown() ? isBetter : call.misused("values that have an order");
    }
    best = *isTrue ? (*items)[i] : best;
    bestKey = *isTrue ? candidate : bestKey;
  }
  return best;
}

static Object callMin(const BuiltinCall &call) { return extremum(call, CompareOp::Lt); }
static Object callMax(const BuiltinCall &call) { return extremum(call, CompareOp::Gt); }

namespace {

struct KeyedItem {
  Object key;
  Object item;
};

} // namespace

/// Merges sorted halves until all is sorted. Safe for any `isBefore`, also for one that contradicts itself.
template <typename IsBefore>
static void mergeSort(std::vector<KeyedItem> &items, IsBefore isBefore) {
  std::vector<KeyedItem> merged(items.size());
  for (size_t width = 1; width < items.size(); width *= 2) {
    for (size_t begin = 0; begin < items.size(); begin += 2 * width) {
      size_t middle = std::min(begin + width, items.size());
      size_t end = std::min(begin + 2 * width, items.size());
      size_t left = begin;
      size_t right = middle;
      for (size_t place = begin; place < end; ++place) {
        bool takesRight = right < end && (left == middle || isBefore(items[right].key, items[left].key));
        merged[place] = items[takesRight ? right++ : left++];
      }
    }
    items.swap(merged);
  }
}

/// Sorts stably; an Unknown when two items have no order.
static Object sortItems(const BuiltinCall &call, std::vector<Object> &items) {
  const Object *key = call.arguments.keyword("key");
  const Object *reverse = call.arguments.keyword("reverse");
  CompareOp op = reverse && call.evaluator.truth(*reverse) == true ? CompareOp::Gt : CompareOp::Lt;
  std::vector<KeyedItem> keyed;
  for (const Object &item : items) {
    keyed.push_back({keyOf(call, key ? *key : Object(), item), item});
  }
  Object problem;
  mergeSort(keyed, [&](const Object &a, const Object &b) {
    Object result = problem.isUnknown() ? problem : call.evaluator.compare(op, a, b, call.range);
    std::optional<bool> isTrue = call.evaluator.truth(result);
    if (!isTrue && !problem.isUnknown()) {
      problem = result.isUnknown() ? result : Object::unknown("the order of the items is not known", call.range);
    }
    return isTrue == true;
  });
  for (size_t i = 0; i < items.size(); ++i) {
    items[i] = keyed[i].item;
  }
  return problem;
}

static Object callSorted(const BuiltinCall &call) {
  Items items = call.items(0);
  if (!items) {
    return needsIterable(call);
  }
  Object problem = sortItems(call, *items);
  return problem.isUnknown() ? problem : Object::list(std::move(*items));
}

static Object callReversed(const BuiltinCall &call) {
  Items items = call.items(0);
  if (!items) {
    return needsIterable(call);
  }
  std::reverse(items->begin(), items->end());
  return Object::list(std::move(*items));
}

static Object callZip(const BuiltinCall &call) {
  std::vector<std::vector<Object>> columns;
  size_t length = call.count() == 0 ? 0 : SIZE_MAX;
  for (size_t i = 0; i < call.count(); ++i) {
    Items items = call.items(i);
    if (!items) {
      return needsIterable(call);
    }
    length = std::min(length, items->size());
    columns.push_back(std::move(*items));
  }
  std::vector<Object> rows;
  for (size_t row = 0; row < length; ++row) {
    std::vector<Object> values;
    for (const std::vector<Object> &column : columns) {
      values.push_back(column[row]);
    }
    rows.push_back(Object::tuple(std::move(values)));
  }
  return Object::list(std::move(rows));
}

static Object callEnumerate(const BuiltinCall &call) {
  Items items = call.items(0);
  if (!items) {
    return needsIterable(call);
  }
  Integer number = call.argument(1, "start").toInteger().value_or(Integer(0));
  std::vector<Object> rows;
  for (const Object &item : *items) {
    rows.push_back(Object::tuple({Object::integer(number), item}));
    number = number + 1;
  }
  return Object::list(std::move(rows));
}

static Object callMap(const BuiltinCall &call) {
  std::vector<Object> iterables(call.arguments.positional.begin() + std::min<size_t>(1, call.count()),
                                call.arguments.positional.end());
  Object rows = callZip({call.evaluator, call.name, {iterables, {}}, call.range});
  if (!rows.isList()) {
    return rows;
  }
  std::vector<Object> results;
  for (const Object &row : rows.items()) {
    results.push_back(call.evaluator.call(call.argument(0), {row.items(), {}}, call.range));
  }
  return Object::list(std::move(results));
}

static Object callFilter(const BuiltinCall &call) {
  Items items = call.items(1);
  if (!items) {
    return needsIterable(call);
  }
  std::vector<Object> kept;
  for (const Object &item : *items) {
    Object verdict = keyOf(call, call.argument(0), item);
    std::optional<bool> isKept = call.evaluator.truth(verdict);
    if (!isKept) {
      return verdict.isUnknown() ? verdict : call.misused("a filter that is known");
    }
    if (*isKept) {
      kept.push_back(item);
    }
  }
  return Object::list(std::move(kept));
}

/// `any` finds a true item, `all` a false one.
static Object search(const BuiltinCall &call, bool wanted) {
  Items items = call.items(0);
  if (!items) {
    return needsIterable(call);
  }
  Object undecided;
  for (const Object &item : *items) {
    std::optional<bool> isTrue = call.evaluator.truth(item);
    if (isTrue == wanted) {
      return Object::boolean(wanted);
    }
    undecided = isTrue ? undecided : item;
  }
  return undecided.isNone() ? Object::boolean(!wanted)
                            : Object::unknown("an item of `" + call.name + "` is not known", call.range);
}

static Object callAny(const BuiltinCall &call) { return search(call, true); }
static Object callAll(const BuiltinCall &call) { return search(call, false); }

static Object callNext(const BuiltinCall &call) {
  Object iterator = call.argument(0);
  if (!iterator.isList()) {
    return call.misused("an iterator");
  }
  std::vector<Object> &items = iterator.asList().items;
  if (items.empty()) {
    return call.has(1) ? call.argument(1) : call.fail("StopIteration", "there is no next item");
  }
  Object first = items.front();
  items.erase(items.begin());
  return first;
}

//===- Methods ---------------------------------------------------------------------------------------------------===//

static std::vector<Object> &self(const BuiltinCall &call) { return call.argument(0).asList().items; }

static Object listAppend(const BuiltinCall &call) {
  self(call).push_back(call.argument(1));
  return Object::none();
}

static Object listExtend(const BuiltinCall &call) {
  Items items = call.items(1);
  if (!items) {
    return needsIterable(call);
  }
  if (self(call).size() + items->size() > maximalSequenceLength) {
    return call.fail("OverflowError", "the list is too long");
  }
  self(call).insert(self(call).end(), items->begin(), items->end());
  return Object::none();
}

static Object listInsert(const BuiltinCall &call) {
  std::optional<int64_t> index = call.argument(1).toInt64();
  if (!index) {
    return call.misused("an index and a value");
  }
  int64_t size = self(call).size();
  int64_t place = std::clamp<int64_t>(*index < 0 ? *index + size : *index, 0, size);
  self(call).insert(self(call).begin() + place, call.argument(2));
  return Object::none();
}

/// The place that an index names; -1 when there is none.
static int64_t placeOf(const BuiltinCall &call, const Object &index) {
  int64_t size = call.argument(0).items().size();
  std::optional<int64_t> place = index.toInt64();
  bool isInside = place && *place >= -size && *place < size;
  return isInside ? (*place + size) % size : -1;
}

static Object listPop(const BuiltinCall &call) {
  int64_t place = placeOf(call, call.has(1) ? call.argument(1) : Object::integer(-1));
  if (place < 0) {
    return call.fail("IndexError", "there is nothing to take from the list");
  }
  Object item = self(call)[place];
  self(call).erase(self(call).begin() + place);
  return item;
}

static Object listDelItem(const BuiltinCall &call) {
  Object item = listPop(call);
  return item.isUnknown() ? item : Object::none();
}

static Object listReverse(const BuiltinCall &call) {
  std::reverse(self(call).begin(), self(call).end());
  return Object::none();
}

/// As in Python, the list is empty while keys and comparisons run.
static Object listSort(const BuiltinCall &call) {
  std::vector<Object> items;
  items.swap(self(call));
  Object problem = sortItems(call, items);
  bool isChanged = !self(call).empty();
  self(call) = std::move(items);
  return isChanged && !problem.isUnknown() ? call.fail("ValueError", "list modified during sort") : problem;
}

static Object listCopy(const BuiltinCall &call) { return Object::list(call.argument(0).items()); }

static Object listClear(const BuiltinCall &call) {
  self(call).clear();
  return Object::none();
}

static Object sequenceIndex(const BuiltinCall &call) {
  const std::vector<Object> &items = call.argument(0).items();
  for (size_t i = 0; i < items.size(); ++i) {
    std::optional<bool> isEqual = compareEqual(items[i], call.argument(1));
    if (isEqual != false) {
      return isEqual ? Object::integer(i) : undecidedEquality(call.range);
    }
  }
  return call.fail("ValueError", brief(call.argument(1)) + " is not in the " + typeName(call.argument(0)));
}

static Object sequenceCount(const BuiltinCall &call) {
  int64_t count = 0;
  for (const Object &item : call.argument(0).items()) {
    std::optional<bool> isEqual = compareEqual(item, call.argument(1));
    if (!isEqual) {
      return undecidedEquality(call.range);
    }
    count += *isEqual ? 1 : 0;
  }
  return Object::integer(count);
}

static Object listRemove(const BuiltinCall &call) {
  Object place = sequenceIndex(call);
  if (place.isUnknown()) {
    return place;
  }
  self(call).erase(self(call).begin() + *place.toInt64());
  return Object::none();
}

static Object namedTupleReplace(const BuiltinCall &call) {
  const TupleObject &tuple = call.argument(0).asTuple();
  std::vector<Object> items = tuple.items;
  for (const NamedObject &keyword : call.arguments.keywords) {
    std::optional<size_t> field = tuple.type ? tuple.type->fieldIndex(keyword.name) : std::nullopt;
    if (!field) {
      return call.fail("ValueError", "the named tuple has no field `" + keyword.name + "`");
    }
    items[*field] = keyword.value;
  }
  return Object::namedTuple(tuple.type, std::move(items));
}

static Object namedTupleAsDict(const BuiltinCall &call) {
  const TupleObject &tuple = call.argument(0).asTuple();
  Object dict = Object::dict();
  for (size_t i = 0; tuple.type && i < tuple.items.size(); ++i) {
    dict.asDict().entries.set(tuple.type->fields[i].name, tuple.items[i]);
  }
  return dict;
}

BuiltinTable sequenceBuiltins() {
  return {{"list", callList},
          {"tuple", callTuple},
          {"iter", callList},
          {"next", callNext},
          {"sum", callSum},
          {"min", callMin},
          {"max", callMax},
          {"sorted", callSorted},
          {"reversed", callReversed},
          {"zip", callZip},
          {"enumerate", callEnumerate},
          {"map", callMap},
          {"filter", callFilter},
          {"any", callAny},
          {"all", callAll},
          {"list.append", listAppend},
          {"list.extend", listExtend},
          {"list.insert", listInsert},
          {"list.pop", listPop},
          {"list.__delitem__", listDelItem},
          {"list.reverse", listReverse},
          {"list.sort", listSort},
          {"list.copy", listCopy},
          {"list.clear", listClear},
          {"list.index", sequenceIndex},
          {"list.count", sequenceCount},
          {"list.remove", listRemove},
          {"tuple.index", sequenceIndex},
          {"tuple.count", sequenceCount},
          {"tuple._replace", namedTupleReplace},
          {"tuple._asdict", namedTupleAsDict}};
}

} // namespace tkc::evaluate
