// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python's builtin functions that ask about values and convert them.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_set>

#include "BuiltinTables.h"

namespace tkc::evaluate {

using ast::BinaryOp;

static Object callLen(const BuiltinCall &call) {
  Object object = call.argument(0);
  if (object.is(ObjectKind::Instance) && call.evaluator.hasAttribute(object, "__len__")) {
    return call.evaluator.call(call.evaluator.attribute(object, "__len__", call.range), {}, call.range);
  }
  if (object.is(ObjectKind::Class)) {
    std::optional<std::vector<Object>> members = iterate(object);
    return members ? Object::integer(members->size()) : call.misused("something that has a length");
  }
  std::optional<int64_t> length = lengthOf(object);
  return length ? Object::integer(*length) : call.misused("something that has a length");
}

static Object callRange(const BuiltinCall &call) {
  std::vector<Integer> bounds;
  for (const Object &argument : call.arguments.positional) {
    std::optional<Integer> bound = argument.toInteger();
    if (!bound) {
      return call.misused("ints");
    }
    bounds.push_back(*bound);
  }
  if (bounds.empty() || bounds.size() > 3 || (bounds.size() == 3 && bounds[2].isZero())) {
    return call.fail("ValueError", "`range` needs one to three ints, and a step that is not 0");
  }
  return Object::range(bounds.size() == 1 ? Integer(0) : bounds[0], bounds.size() == 1 ? bounds[0] : bounds[1],
                       bounds.size() == 3 ? bounds[2] : Integer(1));
}

/// What is written of a number, without blanks around it.
static std::string numberText(std::string_view literal) {
  return std::string(stripRight(stripLeft(literal, numberBlanks), numberBlanks));
}

/// Takes out the underscores; false if one does not stand between digits.
static bool removeUnderscores(std::string &text, bool (*isDigit)(char)) {
  for (size_t place = text.find('_'); place != std::string::npos; place = text.find('_', place + 1)) {
    if (place == 0 || place + 1 == text.size() || !isDigit(text[place - 1]) || !isDigit(text[place + 1])) {
      return false;
    }
  }
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  return true;
}

static bool isDecimalDigit(char c) { return c >= '0' && c <= '9'; }
static bool isAnyDigit(char c) { return c != '_'; }

static std::optional<Integer> parseInteger(const std::string &literal, int64_t radix) {
  std::string text = numberText(literal);
  bool isNegative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.erase(0, 1);
  }
  std::string prefix = text.substr(0, 2);
  int64_t prefixRadix = prefix == "0x" || prefix == "0X"   ? 16
                        : prefix == "0b" || prefix == "0B" ? 2
                        : prefix == "0o" || prefix == "0O" ? 8
                                                           : 0;
  if (prefixRadix && (radix == 0 || radix == prefixRadix)) {
    // An underscore may stand behind the prefix.
    text.erase(0, text[2] == '_' ? 3 : 2);
    radix = prefixRadix;
  }
  bool isOctalOfC = radix == 0 && text[0] == '0' && text.find_first_not_of("0_") != std::string::npos;
  radix = radix == 0 ? 10 : radix;
  if (radix < 2 || radix > 36 || text.size() > 10000 || isOctalOfC || !removeUnderscores(text, isAnyDigit)) {
    return std::nullopt;
  }
  std::optional<Integer> value = Integer::parse(text, static_cast<unsigned>(radix));
  return value && isNegative ? std::optional(-*value) : value;
}

static Object callInt(const BuiltinCall &call) {
  Object value = call.has(0) ? call.argument(0) : Object::integer(0);
  if (std::optional<Integer> integer = value.toInteger()) {
    return Object::integer(*integer);
  }
  if (value.isFloat()) {
    if (std::isnan(value.asFloat())) {
      return call.fail("ValueError", "nan is no int");
    }
    return std::isinf(value.asFloat()) ? call.fail("OverflowError", "an infinity is no int")
                                       : Object::integer(Integer::truncate(value.asFloat()));
  }
  if (value.isString()) {
    Object radix = call.has(1, "base") ? call.argument(1, "base") : Object::integer(10);
    std::optional<Integer> integer = parseInteger(value.asString(), radix.toInt64().value_or(-1));
    return integer ? Object::integer(*integer) : call.fail("ValueError", brief(value) + " is no int");
  }
  bool isMember = value.is(ObjectKind::Instance) && value.asInstance().type->flavor == ClassFlavor::Enum;
  if (isMember) {
    return *value.asInstance().attributes.find("value");
  }
  return call.misused("a number or a string");
}

static std::optional<double> parseReal(const std::string &literal) {
  std::string text = numberText(literal);
  // What else strtod knows: hexadecimal digits, and what a nan holds.
  bool isOther = text.find_first_of("xX(") != std::string::npos;
  if (text.empty() || isOther || !removeUnderscores(text, isDecimalDigit)) {
    return std::nullopt;
  }
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() ? std::optional(value) : std::nullopt;
}

static Object callFloat(const BuiltinCall &call) {
  Object value = call.has(0) ? call.argument(0) : Object::real(0);
  if (std::optional<double> real = value.toDouble()) {
    return Object::real(*real);
  }
  if (value.isString()) {
    std::optional<double> real = parseReal(value.asString());
    return real ? Object::real(*real) : call.fail("ValueError", brief(value) + " is no float");
  }
  return call.misused("a number or a string");
}

static Object callBool(const BuiltinCall &call) {
  std::optional<bool> isTrue = call.evaluator.truth(call.argument(0));
  return isTrue ? Object::boolean(*isTrue) : call.misused("a value that is known");
}

static Object textOf(const BuiltinCall &call, bool isRepr) {
  Object value = call.argument(0);
  return value.isUnknown() || value.isOpaque() ? call.misused("a value that is known")
                                               : call.evaluator.text(value, isRepr, call.range);
}

static Object callStr(const BuiltinCall &call) {
  return call.has(0) ? textOf(call, /*isRepr=*/false) : Object::string("");
}
static Object callRepr(const BuiltinCall &call) { return textOf(call, /*isRepr=*/true); }

static Object callFormat(const BuiltinCall &call) {
  Object spec = call.has(1) ? call.argument(1) : Object::string("");
  return spec.isString() ? call.evaluator.format(call.argument(0), spec.asString(), call.range)
                         : call.misused("a format specification");
}

//===- Types -----------------------------------------------------------------------------------------------------===//

/// Triton wraps functions in objects; here a function knows itself what its decorators say.
static std::optional<bool> isInstanceOfWrapper(const Object &value, std::string_view type) {
  if (type.substr(0, 7) != "triton.") {
    return std::nullopt;
  }
  std::string_view name = type.substr(type.rfind('.') + 1);
  if (name == "JITFunction" || name == "KernelInterface") {
    return value.isFunction() && value.asFunction().flavor == FunctionFlavor::Jit;
  }
  // `while isinstance(f, Autotuner): f = f.fn` ends at once, since what is inside is the same function.
  return name == "Autotuner" || name == "Heuristics" ? std::optional(false) : std::nullopt;
}

static std::optional<bool> isInstanceOfBuiltin(const Object &value, std::string_view type) {
  if (type == "object" || type == "typing.Any") {
    return true;
  }
  if (type == "tl.constexpr") {
    return value.isMarkedConstexpr();
  }
  if (type == "tl.dtype" || type == "tl.pointer_type" || type == "tl.block_type") {
    return value.isDType() && (type == "tl.dtype" ||
                               (type == "tl.pointer_type" ? value.asDType().isPointer() : value.asDType().isBlock()));
  }
  if (type == "int") {
    return value.isInt() || value.isBool();
  }
  if (type == "tuple" || type == "tl.tuple") {
    return value.isTuple();
  }
  if (type == "triton.Config") {
    return value.is(ObjectKind::Config);
  }
  return typeName(value) == type;
}

/// `seen` are the tuples of classes that were looked through.
static std::optional<bool> isInstanceOfAny(const Object &value, const Object &types,
                                           std::unordered_set<const void *> &seen, unsigned depth) {
  constexpr unsigned deepest = 32;
  if (depth > deepest) {
    return std::nullopt;
  }
  std::optional<bool> result = false;
  for (const Object &type : types.items()) {
    if (type.isTuple() && !seen.insert(type.data().get()).second) {
      continue;
    }
    std::optional<bool> one =
        type.isTuple() ? isInstanceOfAny(value, type, seen, depth + 1) : isInstanceOf(value, type);
    if (one == true) {
      return true;
    }
    result = one ? result : one;
  }
  return result;
}

std::optional<bool> isInstanceOf(const Object &value, const Object &type) {
  if (value.isUnknown() || type.isUnknown()) {
    return std::nullopt;
  }
  if (type.isTuple()) {
    std::unordered_set<const void *> seen;
    return isInstanceOfAny(value, type, seen, 0);
  }
  if (type.is(ObjectKind::Class)) {
    const ClassObject *own = value.is(ObjectKind::Instance) ? value.asInstance().type.get()
                             : value.isTuple()              ? value.asTuple().type.get()
                                                            : nullptr;
    return own && own->isSubclassOf(type.asClass());
  }
  if (type.isBuiltin()) {
    if (std::optional<bool> result = isInstanceOfWrapper(value, type.builtinName())) {
      return result;
    }
  }
  if (isHostBuiltin(type)) {
    // A value that is known here is none of the host's classes, but may be meant by an abstract one.
    bool isAbstract = type.builtinName().rfind("typing.", 0) == 0 || type.builtinName().rfind("collections.", 0) == 0;
    return value.isOpaque() || isHostBuiltin(value) || isAbstract ? std::nullopt : std::optional(false);
  }
  return type.isBuiltin() && !value.isOpaque() ? isInstanceOfBuiltin(value, type.builtinName()) : std::nullopt;
}

static Object callIsInstance(const BuiltinCall &call) {
  std::optional<bool> result = isInstanceOf(call.argument(0), call.argument(1));
  return result ? Object::boolean(*result) : call.misused("a value and a class that are known");
}

static Object callIsSubclass(const BuiltinCall &call) {
  Object type = call.argument(0);
  Object base = call.argument(1);
  if (!type.is(ObjectKind::Class) || !base.is(ObjectKind::Class)) {
    return call.misused("two classes");
  }
  return Object::boolean(type.asClass().isSubclassOf(base.asClass()));
}

static Object callType(const BuiltinCall &call) {
  Object value = call.argument(0);
  if (value.is(ObjectKind::Instance)) {
    return Object::classObject(value.asInstance().type);
  }
  if (value.isTuple() && value.asTuple().type) {
    return Object::classObject(value.asTuple().type);
  }
  if (value.isUnknown() || value.isOpaque() || isHostBuiltin(value)) {
    return call.misused("a value that is known");
  }
  return Object::builtin(value.isDType() ? "tl.dtype" : typeName(value));
}

/// What a torch for NVIDIA's GPUs answers when it is asked for the modules of devices; nothing for other names.
static std::optional<bool> hasDeviceModule(const Object &object, const Object &name) {
  bool isTorch = object.is(ObjectKind::Module) && object.asModule().name == "torch";
  if (!isTorch || !name.isString()) {
    return std::nullopt;
  }
  static constexpr std::string_view present[] = {"cuda", "xpu", "mps", "cpu", "accelerator"};
  static constexpr std::string_view absent[] = {"npu", "musa", "mlu", "hpu", "sdaa", "gcu", "maca", "txda", "ptpu"};
  auto holds = [&name](const auto &list) {
    return std::find(std::begin(list), std::end(list), name.asString()) != std::end(list);
  };
  return holds(present) ? std::optional(true) : holds(absent) ? std::optional(false) : std::nullopt;
}

static Object callHasAttr(const BuiltinCall &call) {
  Object object = call.argument(0);
  Object name = call.argument(1);
  if (std::optional<bool> isThere = hasDeviceModule(object, name)) {
    return Object::boolean(*isThere);
  }
  bool isHostModule = object.is(ObjectKind::Module) && object.asModule().isHost;
  if (object.isUnknown() || !name.isString() || isHostBuiltin(object) || isHostModule) {
    return isHostModule ? Object::unknown(describeHost(object.asModule().name), call.range)
                        : call.misused("an object and a name that are known");
  }
  return Object::boolean(call.evaluator.hasAttribute(object, name.asString()));
}

static Object callGetAttr(const BuiltinCall &call) {
  Object name = call.argument(1);
  if (!name.isString()) {
    return call.misused("an object and a name");
  }
  Object value = call.evaluator.attribute(call.argument(0), name.asString(), call.range);
  bool isMissing = value.isUnknown() && value.asUnknown().exception == "AttributeError";
  return isMissing && call.has(2) ? call.argument(2) : value;
}

static Object callSetAttr(const BuiltinCall &call) {
  Object name = call.argument(1);
  return name.isString()
             ? call.evaluator.assignAttribute(call.argument(0), name.asString(), call.argument(2), call.range)
             : call.misused("an object and a name");
}

static Object callCallable(const BuiltinCall &call) {
  Object value = call.argument(0);
  if (value.isUnknown() || isHostBuiltin(value)) {
    return call.misused("a value that is known");
  }
  bool isCallable = value.isFunction() || value.is(ObjectKind::BoundMethod) || value.is(ObjectKind::Partial) ||
                    value.isBuiltin() || value.is(ObjectKind::Class);
  return Object::boolean(isCallable || (value.is(ObjectKind::Instance) && value.asInstance().type->find("__call__")));
}

static Object callPrint(const BuiltinCall &) { return Object::none(); }

static Object callHash(const BuiltinCall &call) {
  Object value = call.argument(0);
  return isHashable(value) ? Object::integer(static_cast<int64_t>(hashOf(value) >> 2))
                           : call.misused("a hashable value");
}

static Object callChr(const BuiltinCall &call) {
  std::optional<int64_t> code = call.argument(0).toInt64();
  return code && *code >= 0 && *code < 128 ? Object::string(std::string(1, static_cast<char>(*code)))
                                           : call.misused("the code of a character");
}

static Object callOrd(const BuiltinCall &call) {
  Object text = call.argument(0);
  return text.isString() && text.asString().size() == 1 ? Object::integer(text.asString()[0])
                                                        : call.misused("one character");
}

static Object inRadix(const BuiltinCall &call, std::string_view spec) {
  return call.argument(0).toInteger() ? format(Object::integer(*call.argument(0).toInteger()), spec, call.range)
                                      : call.misused("an int");
}

static Object callHex(const BuiltinCall &call) { return inRadix(call, "#x"); }
static Object callBin(const BuiltinCall &call) { return inRadix(call, "#b"); }
static Object callOct(const BuiltinCall &call) { return inRadix(call, "#o"); }

static Object callSlice(const BuiltinCall &call) {
  return call.count() == 1 ? Object::slice(Object(), call.argument(0), Object())
                           : Object::slice(call.argument(0), call.argument(1), call.argument(2));
}

static Object callObject(const BuiltinCall &call) { return call.evaluator.record("object", {}); }

static Object callBitLength(const BuiltinCall &call) {
  return Object::integer(static_cast<int64_t>(call.argument(0).toInteger()->bitLength()));
}

static Object callIsInteger(const BuiltinCall &call) {
  double value = call.argument(0).asFloat();
  return Object::boolean(std::isfinite(value) && std::trunc(value) == value);
}

BuiltinTable coreBuiltins() {
  return {{"len", callLen},
          {"range", callRange},
          {"int", callInt},
          {"float", callFloat},
          {"bool", callBool},
          {"str", callStr},
          {"repr", callRepr},
          {"format", callFormat},
          {"isinstance", callIsInstance},
          {"issubclass", callIsSubclass},
          {"type", callType},
          {"hasattr", callHasAttr},
          {"getattr", callGetAttr},
          {"setattr", callSetAttr},
          {"callable", callCallable},
          {"print", callPrint},
          {"hash", callHash},
          {"chr", callChr},
          {"ord", callOrd},
          {"hex", callHex},
          {"bin", callBin},
          {"oct", callOct},
          {"slice", callSlice},
          {"object", callObject},
          {"int.bit_length", callBitLength},
          {"float.is_integer", callIsInteger}};
}

} // namespace tkc::evaluate
