// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What code around kernels uses of functools, itertools, os, collections, enum, dataclasses, operator and copy.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

#include "BuiltinTables.h"

namespace tkc::evaluate {

using ast::BinaryOp;
using Items = std::optional<std::vector<Object>>;

/// A name that only stands for itself: a base class, an annotation.
static Object notCallable(const BuiltinCall &call) { return call.misused("no call at compile time"); }

//===- functools -------------------------------------------------------------------------------------------------===//

static Object makePartial(const Object &callee, std::vector<Object> arguments, std::vector<NamedObject> keywords) {
  auto data = std::make_shared<PartialObject>();
  data->callee = callee;
  data->arguments = std::move(arguments);
  data->keywords = std::move(keywords);
  return Object::make(ObjectKind::Partial, data);
}

static Object callPartial(const BuiltinCall &call) {
  if (call.count() == 0) {
    return call.misused("a function");
  }
  std::vector<Object> rest(call.arguments.positional.begin() + 1, call.arguments.positional.end());
  if (!call.argument(0).is(ObjectKind::Partial)) {
    return makePartial(call.argument(0), std::move(rest), call.arguments.keywords);
  }
  // One of another is one of what that calls.
  const PartialObject &inner = call.argument(0).asPartial();
  rest.insert(rest.begin(), inner.arguments.begin(), inner.arguments.end());
  std::vector<NamedObject> keywords = call.arguments.keywords;
  for (const NamedObject &keyword : inner.keywords) {
    if (!call.arguments.keyword(keyword.name)) {
      keywords.push_back(keyword);
    }
  }
  return makePartial(inner.callee, std::move(rest), std::move(keywords));
}

static Object callReduce(const BuiltinCall &call) {
  Items items = call.items(1);
  if (!items || (items->empty() && !call.has(2))) {
    return call.misused("a function and something to iterate over");
  }
  size_t next = call.has(2) ? 0 : 1;
  Object result = call.has(2) ? call.argument(2) : items->front();
  for (; next < items->size(); ++next) {
    result = call.evaluator.call(call.argument(0), {{result, (*items)[next]}, {}}, call.range);
  }
  return result;
}

/// A decorator that changes nothing at compile time, with or without arguments.
static Object callIdentityDecorator(const BuiltinCall &call) {
  bool isBare = call.count() == 1 && call.arguments.keywords.empty() && call.argument(0).isFunction();
  return isBare && call.name != "functools.wraps" ? call.argument(0)
                                                  : makePartial(Object::builtin("functools.identity"), {}, {});
}

static Object callIdentity(const BuiltinCall &call) { return call.argument(0); }

//===- itertools -------------------------------------------------------------------------------------------------===//

static Object tooMany(const BuiltinCall &call) {
  return call.fail("OverflowError", "`" + call.name + "` gives too much");
}

/// The longest tuple that products and choices give.
static constexpr size_t maximalChoice = 64;

/// Whether that many tuples of that length are more than a sequence may hold.
static bool areTooMany(int64_t rows, size_t length) {
  return length > maximalChoice || rows > maximalSequenceLength / std::max<int64_t>(length, 1);
}

static Object callProduct(const BuiltinCall &call) {
  std::vector<std::vector<Object>> columns;
  int64_t total = 1;
  for (size_t i = 0; i < call.count(); ++i) {
    Items items = call.items(i);
    if (!items) {
      return call.misused("things to iterate over");
    }
    columns.push_back(std::move(*items));
  }
  const Object *repeat = call.arguments.keyword("repeat");
  std::vector<std::vector<Object>> once = columns;
  std::optional<int64_t> given = repeat ? repeat->toInt64() : std::optional<int64_t>(1);
  if (!given) {
    return repeat->toInteger() ? tooMany(call) : call.misused("a number of repetitions");
  }
  int64_t times = *given;
  if (times < 0) {
    return call.fail("ValueError", "repeat argument cannot be negative");
  }
  columns = times > 0 ? columns : std::vector<std::vector<Object>>();
  for (int64_t i = 1; i < times && !once.empty() && columns.size() <= maximalChoice; ++i) {
    columns.insert(columns.end(), once.begin(), once.end());
  }
  if (std::any_of(columns.begin(), columns.end(), [](const std::vector<Object> &column) { return column.empty(); })) {
    return Object::list({});
  }
  for (const std::vector<Object> &column : columns) {
    total *= column.size();
    if (areTooMany(total, columns.size())) {
      return tooMany(call);
    }
  }
  std::vector<std::vector<Object>> rows = {{}};
  for (const std::vector<Object> &column : columns) {
    std::vector<std::vector<Object>> longer;
    for (const std::vector<Object> &row : rows) {
      for (const Object &value : column) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    rows = std::move(longer);
  }
  std::vector<Object> result;
  for (std::vector<Object> &row : rows) {
    result.push_back(Object::tuple(std::move(row)));
  }
  return Object::list(std::move(result));
}

/// Puts the items of all iterables one behind the other.
static Object concatenate(const BuiltinCall &call, const std::vector<Object> &iterables) {
  std::vector<Object> result;
  for (const Object &iterable : iterables) {
    Items items = call.evaluator.items(iterable, call.range);
    if (!items) {
      return call.misused("things to iterate over");
    }
    result.insert(result.end(), items->begin(), items->end());
  }
  return Object::list(std::move(result));
}

static Object callChain(const BuiltinCall &call) { return concatenate(call, call.arguments.positional); }

static Object callChainFromIterable(const BuiltinCall &call) {
  Items items = call.items(0);
  return items ? concatenate(call, *items) : call.misused("something to iterate over");
}

static Object callRepeat(const BuiltinCall &call) {
  std::optional<int64_t> times = call.argument(1, "times").toInt64();
  if (!times || *times > maximalSequenceLength) {
    return call.misused("a value and how often to repeat it");
  }
  return Object::list(std::vector<Object>(std::max<int64_t>(*times, 0), call.argument(0)));
}

/// All choices of `count` positions out of `size`; in every order, or in ascending order only.
static void choose(size_t size, size_t count, bool isOrdered, std::vector<size_t> &picked,
                   const std::function<void(const std::vector<size_t> &)> &visit) {
  if (picked.size() == count) {
    visit(picked);
    return;
  }
  size_t first = isOrdered && !picked.empty() ? picked.back() + 1 : 0;
  // Behind the last of them there must be enough for the rest.
  size_t end = isOrdered ? size - (count - picked.size()) + 1 : size;
  for (size_t i = first; i < end; ++i) {
    if (std::find(picked.begin(), picked.end(), i) == picked.end()) {
      picked.push_back(i);
      choose(size, count, isOrdered, picked, visit);
      picked.pop_back();
    }
  }
}

/// How many choices of `count` out of `size` there are; nothing where they are more than a sequence may hold.
static std::optional<int64_t> countChoices(int64_t size, int64_t count, bool isOrdered) {
  // As many as choices of what is left out.
  int64_t factors = isOrdered ? std::min(count, size - count) : count;
  int64_t rows = 1;
  for (int64_t i = 0; i < factors; ++i) {
    rows *= size - i;
    rows /= isOrdered ? i + 1 : 1;
    if (areTooMany(rows, count)) {
      return std::nullopt;
    }
  }
  return areTooMany(rows, count) ? std::nullopt : std::optional<int64_t>(rows);
}

static Object callChoices(const BuiltinCall &call) {
  Items items = call.items(0);
  if (!items) {
    return call.misused("something to iterate over");
  }
  bool isOrdered = call.name == "itertools.combinations";
  int64_t size = items->size();
  bool isWhole = !call.has(1, "r") || call.argument(1, "r").isNone();
  std::optional<Integer> given = isWhole ? Integer(size) : call.argument(1, "r").toInteger();
  if (!given || given->isNegative()) {
    return given ? call.fail("ValueError", "r must be non-negative") : call.misused("a number of items");
  }
  if (*given > Integer(size)) {
    return Object::list({});
  }
  int64_t count = *given->asInt64();
  if (!countChoices(size, count, isOrdered)) {
    return tooMany(call);
  }
  std::vector<Object> rows;
  std::vector<size_t> picked;
  choose(items->size(), count, isOrdered, picked, [&](const std::vector<size_t> &places) {
    std::vector<Object> row;
    for (size_t place : places) {
      row.push_back((*items)[place]);
    }
    rows.push_back(Object::tuple(std::move(row)));
  });
  return Object::list(std::move(rows));
}

//===- os --------------------------------------------------------------------------------------------------------===//

static std::optional<std::string> environmentVariable(const BuiltinCall &call, const Object &name) {
  const auto &environment = call.evaluator.options().environment;
  return environment && name.isString() ? environment(name.asString()) : std::nullopt;
}

static Object callGetenv(const BuiltinCall &call) {
  std::optional<std::string> value = environmentVariable(call, call.argument(0, "key"));
  return value ? Object::string(*value) : call.argument(1, "default");
}

static Object callEnvironItem(const BuiltinCall &call) {
  std::optional<std::string> value = environmentVariable(call, call.argument(0));
  return value ? Object::string(*value)
               : call.fail("KeyError", "the variable " + brief(call.argument(0)) + " is not set");
}

static Object callEnvironContains(const BuiltinCall &call) {
  return Object::boolean(environmentVariable(call, call.argument(0)).has_value());
}

static Object callPathJoin(const BuiltinCall &call) {
  std::string path;
  for (const Object &part : call.arguments.positional) {
    if (!part.isString()) {
      return call.misused("strings");
    }
    bool isAbsolute = !part.asString().empty() && part.asString()[0] == '/';
    bool needsSlash = !path.empty() && path.back() != '/';
    path = isAbsolute ? part.asString() : path + (needsSlash ? "/" : "") + part.asString();
  }
  return Object::string(path);
}

//===- collections -----------------------------------------------------------------------------------------------===//

static Object callNamedTuple(const BuiltinCall &call) {
  Object name = call.argument(0, "typename");
  Object fields = call.argument(1, "field_names");
  if (fields.isString()) {
    std::string text = fields.asString();
    std::replace(text.begin(), text.end(), ',', ' ');
    fields = *call.evaluator.callBuiltin("str.split", {{Object::string(text)}, {}}, call.range);
  }
  Items names = call.evaluator.items(fields, call.range);
  if (!name.isString() || !names) {
    return call.misused("a name and names of fields");
  }
  auto type = std::make_shared<ClassObject>();
  type->name = name.asString();
  type->flavor = ClassFlavor::NamedTuple;
  const Object *defaults = call.arguments.keyword("defaults");
  size_t defaultCount = defaults && defaults->isSequence() ? defaults->items().size() : 0;
  for (size_t i = 0; i < names->size(); ++i) {
    // `typing.NamedTuple("P", [("x", int)])` has pairs.
    const Object &entry = (*names)[i];
    ClassObject::Field field;
    field.name = nameText(entry.isSequence() && !entry.items().empty() ? entry.items()[0] : entry);
    if (i + defaultCount >= names->size()) {
      field.defaultValue = defaults->items()[i + defaultCount - names->size()];
    }
    type->fields.push_back(std::move(field));
  }
  return Object::classObject(type);
}

static Object callOrderedDict(const BuiltinCall &call) {
  return *call.evaluator.callBuiltin("dict", call.arguments, call.range);
}

static Object callDefaultDict(const BuiltinCall &call) {
  CallArguments rest = call.arguments;
  if (!rest.positional.empty()) {
    rest.positional.erase(rest.positional.begin());
  }
  Object dict = *call.evaluator.callBuiltin("dict", rest, call.range);
  if (dict.is(ObjectKind::Dict)) {
    dict.asDict().defaultFactory = call.argument(0);
  }
  return dict;
}

static Object callDeque(const BuiltinCall &call) {
  return *call.evaluator.callBuiltin("list", {call.arguments.positional, {}}, call.range);
}

//===- enum, dataclasses -----------------------------------------------------------------------------------------===//

static Object callAuto(const BuiltinCall &) { return Object::builtin("enum.auto()"); }

static Object callDataclass(const BuiltinCall &call) {
  if (call.count() == 0) {
    return makePartial(Object::builtin("dataclasses.dataclass"), {}, {});
  }
  Object type = call.argument(0);
  if (!type.is(ObjectKind::Class)) {
    return call.misused("a class");
  }
  return setFlavor(call, type, ClassFlavor::Dataclass);
}

static Object callField(const BuiltinCall &call) {
  if (const Object *value = call.arguments.keyword("default")) {
    return *value;
  }
  const Object *factory = call.arguments.keyword("default_factory");
  return makePartial(Object::builtin("dataclasses.field.value"), {factory ? *factory : Object()}, {});
}

static Object callAsDict(const BuiltinCall &call) {
  Object value = call.argument(0);
  if (!value.is(ObjectKind::Instance)) {
    return call.misused("an instance of a data class");
  }
  Object dict = Object::dict();
  for (const ClassObject::Field &field : value.asInstance().type->fields) {
    dict.asDict().entries.set(field.name, call.evaluator.attribute(value, field.name, call.range));
  }
  return dict;
}

static Object callReplace(const BuiltinCall &call) {
  Object fields = callAsDict(call);
  if (!fields.is(ObjectKind::Dict)) {
    return fields;
  }
  CallArguments arguments;
  for (const ObjectMap::Entry &entry : fields.asDict().entries) {
    const Object *changed = call.arguments.keyword(nameText(entry.key));
    arguments.keywords.push_back({nameText(entry.key), changed ? *changed : entry.value});
  }
  return call.evaluator.construct(call.argument(0).asInstance().type, arguments, call.range);
}

//===- operator, copy, typing ------------------------------------------------------------------------------------===//

template <BinaryOp Op>
static Object callOperator(const BuiltinCall &call) {
  return call.evaluator.binary(Op, call.argument(0), call.argument(1), call.range);
}

static Object callItemGetter(const BuiltinCall &call) {
  return makePartial(Object::builtin("operator.itemgetter.apply"), {Object::tuple(call.arguments.positional)}, {});
}

/// The keys, as a tuple, and what they are looked up in; several give a tuple.
static Object callItemGetterApply(const BuiltinCall &call) {
  Object keys = call.argument(0);
  if (!keys.isTuple() || keys.items().empty()) {
    return call.misused("the keys of items");
  }
  std::vector<Object> found;
  for (const Object &key : keys.items()) {
    found.push_back(call.evaluator.index(call.argument(1), key, call.range));
    if (found.back().isUnknown()) {
      return found.back();
    }
  }
  return found.size() == 1 ? found[0] : Object::tuple(std::move(found));
}

static Object callCopy(const BuiltinCall &call) { return copyOf(call.argument(0), /*isDeep=*/false); }
static Object callDeepCopy(const BuiltinCall &call) { return copyOf(call.argument(0), /*isDeep=*/true); }
static Object callCast(const BuiltinCall &call) { return call.argument(1, "val"); }

/// `packaging.version.parse`: a tuple of numbers, which has the order of versions without suffixes.
static Object callParseVersion(const BuiltinCall &call) {
  if (!call.argument(0).isString()) {
    return call.misused("a version");
  }
  std::shared_ptr<ClassObject> type = call.evaluator.providedClass("Version", [](ClassObject &made) {
    made.flavor = ClassFlavor::NamedTuple;
    for (std::string_view name : {"major", "minor", "micro"}) {
      made.fields.emplace_back();
      made.fields.back().name = name;
    }
  });
  std::vector<Object> parts(3, Object::integer(0));
  const std::string text = call.argument(0).asString();
  size_t place = 0;
  for (size_t part = 0; part < parts.size(); ++part) {
    size_t end = std::min(text.find_first_not_of("0123456789", place), text.size());
    std::optional<Integer> number =
        end - place < 10 ? Integer::parse(text.substr(place, end - place), 10) : std::nullopt;
    parts[part] = number ? Object::integer(*number) : parts[part];
    if (end == text.size() || text[end] != '.') {
      break;
    }
    place = end + 1;
  }
  return Object::namedTuple(type, std::move(parts));
}

static BuiltinTable namesWithoutCall() {
  return {{"os.environ", notCallable},   {"enum.Enum", notCallable},          {"enum.IntEnum", notCallable},
          {"enum.StrEnum", notCallable}, {"enum.Flag", notCallable},          {"enum.IntFlag", notCallable},
          {"enum.auto()", notCallable},  {"itertools.chain", callChain},      {"typing.NamedTuple", callNamedTuple},
          {"enum.unique", callIdentity}, {"functools.identity", callIdentity}};
}

BuiltinTable libraryBuiltins() {
  BuiltinTable table = {{"functools.partial", callPartial},
                        {"functools.reduce", callReduce},
                        {"functools.lru_cache", callIdentityDecorator},
                        {"functools.cache", callIdentityDecorator},
                        {"functools.wraps", callIdentityDecorator},
                        {"itertools.product", callProduct},
                        {"itertools.chain.from_iterable", callChainFromIterable},
                        {"itertools.repeat", callRepeat},
                        {"itertools.permutations", callChoices},
                        {"itertools.combinations", callChoices},
                        {"os.getenv", callGetenv},
                        {"os.environ.get", callGetenv},
                        {"os.environ.__getitem__", callEnvironItem},
                        {"os.environ.__contains__", callEnvironContains},
                        {"os.path.join", callPathJoin},
                        {"collections.namedtuple", callNamedTuple},
                        {"collections.OrderedDict", callOrderedDict},
                        {"collections.defaultdict", callDefaultDict},
                        {"collections.deque", callDeque},
                        {"enum.auto", callAuto},
                        {"dataclasses.dataclass", callDataclass},
                        {"dataclasses.field", callField},
                        {"dataclasses.asdict", callAsDict},
                        {"dataclasses.replace", callReplace},
                        {"operator.add", callOperator<BinaryOp::Add>},
                        {"operator.sub", callOperator<BinaryOp::Sub>},
                        {"operator.mul", callOperator<BinaryOp::Mul>},
                        {"operator.floordiv", callOperator<BinaryOp::FloorDiv>},
                        {"operator.truediv", callOperator<BinaryOp::Div>},
                        {"operator.mod", callOperator<BinaryOp::Mod>},
                        {"operator.itemgetter", callItemGetter},
                        {"operator.itemgetter.apply", callItemGetterApply},
                        {"copy.copy", callCopy},
                        {"copy.deepcopy", callDeepCopy},
                        {"packaging.version.parse", callParseVersion},
                        {"packaging.version.Version", callParseVersion},
                        {"typing.cast", callCast}};
  BuiltinTable others = namesWithoutCall();
  table.insert(table.end(), others.begin(), others.end());
  return table;
}

} // namespace tkc::evaluate
