// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the functions of the language say of their arguments.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

#include "UseWalker.h"

namespace tkc::guess {

using Kind = UseValue::Kind;

static bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// One name for what several modules have: "load", "exp", "cdiv".
static std::string plainName(std::string_view name) {
  size_t dot = name.rfind('.');
  return std::string(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

UseValue UseWalker::callBuiltin(std::string name, const Call &call) {
  noteOptions(call);
  bool isPlainPython = name.find('.') == std::string::npos;
  std::string plain = plainName(name);
  using Family = std::optional<UseValue> (UseWalker::*)(std::string_view, const Call &);
  static constexpr Family families[] = {&UseWalker::callMemory,    &UseWalker::callArray,      &UseWalker::callCreation,
                                        &UseWalker::callDot,       &UseWalker::callCollective, &UseWalker::callShape,
                                        &UseWalker::callArithmetic};
  if (isPlainPython || name == "tl.static_range" || name == "tl.range" || name == "tl.constexpr" ||
      name == "tl.pointer_type") {
    if (std::optional<UseValue> result = callPython(plain, call)) {
      return *result;
    }
  }
  bool isKnown = !call.positional.empty() && std::all_of(call.positional.begin(), call.positional.end(),
                                                         [](const UseValue &value) { return value.known.has_value(); });
  if (isKnown && call.keywords.empty()) {
    evaluate::CallArguments constants;
    for (const UseValue &value : call.positional) {
      constants.positional.push_back(*value.known);
    }
    std::optional<Object> result = evaluator.callBuiltin(name, constants, call.range);
    if (result && !result->isUnknown()) {
      return UseValue::ofObject(*result);
    }
  }
  for (Family family : families) {
    if (std::optional<UseValue> result = (this->*family)(plain, call)) {
      return *result;
    }
  }
  return {};
}

void UseWalker::noteOption(const UseValue &given, const Object &value) {
  if (given.exact) {
    Evidence &evidence = facts.variables.of(*given.exact);
    evidence.option = evidence.option ? evidence.option : value;
  }
}

/// Options that take strings, numbers or booleans which no other use tells.
void UseWalker::noteOptions(const Call &call) {
  auto note = [&](std::string_view name, const Object &value) {
    if (const UseValue *given = call.keyword(name)) {
      noteOption(*given, value);
    }
  };
  for (std::string_view name : {"cache_modifier", "eviction_policy", "padding_option"}) {
    note(name, Object::string(""));
  }
  note("input_precision", Object::string("ieee"));
  note("num_stages", Object::integer(2));
  note("loop_unroll_factor", Object::integer(1));
  note("max_num_imprecise_acc", Object::integer(0));
  note("sem", Object::string("relaxed"));
  note("scope", Object::string("gpu"));
  for (std::string_view name : {"allow_tf32", "warp_specialize", "flatten", "disallow_acc_multi_buffer"}) {
    const UseValue *given = call.keyword(name);
    if (given) {
      test(*given);
    }
  }
}

//===- Memory ----------------------------------------------------------------------------------------------------===//

std::optional<UseValue> UseWalker::callMemory(std::string_view name, const Call &call) {
  const UseValue pointer = call.at(0, name == "make_block_ptr" ? "base" : "pointer");
  if (name == "load") {
    noteMask(call.at(1, "mask"));
    return load(pointer);
  }
  if (name == "store") {
    Variable pointee = facts.dereference(pointer);
    noteMask(call.at(2, "mask"));
    if (call.at(1, "value").kind == Kind::Integer) {
      facts.variables.note(pointee, Use::StoredInteger);
    }
    return UseValue::ofObject(Object::none());
  }
  if (!startsWith(name, "atomic_")) {
    return std::nullopt;
  }
  UseValue result = load(pointer);
  const UseValue value = call.at(name == "atomic_cas" ? 2 : 1, "val");
  noteMask(name == "atomic_cas" ? UseValue() : call.at(2, "mask"));
  bool isInteger = isOneOf(name, {"atomic_cas", "atomic_and", "atomic_or", "atomic_xor"}) ||
                   value.kind == Kind::Integer || (value.known && value.known->isInt());
  if (isInteger) {
    facts.noteInteger(result);
    facts.noteExact(value, Use::Integer);
  } else {
    facts.noteExact(result, name == "atomic_add" ? Use::Float : Use::Single);
  }
  return result;
}

std::optional<UseValue> UseWalker::callArray(std::string_view name, const Call &call) {
  bool isBlockPointer = name == "make_block_ptr";
  if (isBlockPointer || isOneOf(name, {"make_tensor_descriptor", "_experimental_make_tensor_descriptor"})) {
    UseValue array;
    array.pointee = facts.dereference(call.at(0, "base"));
    facts.noteInteger(call.at(1, "shape"));
    facts.noteInteger(call.at(2, "strides"));
    facts.noteInteger(isBlockPointer ? call.at(3, "offsets") : UseValue());
    noteShape(call.at(isBlockPointer ? 4 : 3, "block_shape"));
    const UseValue order = isBlockPointer ? call.at(5, "order") : UseValue();
    for (size_t i = 0; i < order.items.size(); ++i) {
      noteOption(order.items[i], Object::integer(int64_t(order.items.size() - 1 - i)));
    }
    return array;
  }
  if (name == "advance") {
    facts.noteInteger(call.at(1, "offsets"));
    return call.at(0, "base");
  }
  if (isOneOf(name, {"load_tensor_descriptor", "_experimental_descriptor_load"})) {
    const UseValue *shape = call.get(2, "shape");
    if (shape) {
      noteShape(*shape);
      noteBlockShape(call.at(0, "desc_pointer"), *shape);
    }
    return callDescriptor(call.at(0, shape ? "desc_pointer" : "desc"), "load",
                          {{call.at(1, "offsets")}, {}, call.range});
  }
  if (name == "store_tensor_descriptor") {
    return callDescriptor(call.at(0, "desc"), "store", {{call.at(1, "offsets")}, {}, call.range});
  }
  if (name == "_experimental_descriptor_store") {
    return callDescriptor(call.at(0, "desc_pointer"), "store", {{call.at(2, "offsets")}, {}, call.range});
  }
  return std::nullopt;
}

//===- New values ------------------------------------------------------------------------------------------------===//

std::optional<UseValue> UseWalker::callCreation(std::string_view name, const Call &call) {
  if (name == "arange") {
    noteShape(call.at(0, "start"));
    noteShape(call.at(1, "end"));
    return UseValue::ofKind(Kind::Integer);
  }
  if (isOneOf(name, {"program_id", "num_programs", "num_warps", "num_threads", "randint", "next_power_of_2"})) {
    facts.noteInteger(call.at(0));
    return UseValue::ofKind(Kind::Integer);
  }
  if (name == "zeros" || name == "full") {
    noteShape(call.at(0, "shape"));
    const UseValue *type = call.get(name == "zeros" ? 1 : 2, "dtype");
    if (type && !type->isType) {
      facts.noteExact(*type, Use::Accumulator);
    }
    return UseValue::ofKind(type ? kindOfType(*type) : Kind::Any);
  }
  if (name == "zeros_like") {
    return UseValue::ofKind(call.at(0).kind);
  }
  if (isOneOf(name, {"rand", "randn", "rand4x", "randn4x"})) {
    facts.noteInteger(call.at(0, "seed"));
    facts.noteInteger(call.at(1, "offset"));
    std::vector<UseValue> four(4, UseValue::ofKind(Kind::Single));
    return plainName(name).back() == 'x' ? UseValue::ofTuple(std::move(four)) : four[0];
  }
  if (isOneOf(name, {"philox", "philox_impl", "randint4x"})) {
    for (const UseValue &argument : call.positional) {
      facts.noteInteger(argument);
    }
    return UseValue::ofTuple(std::vector<UseValue>(4, UseValue::ofKind(Kind::Integer)));
  }
  if (name == "inline_asm_elementwise") {
    const UseValue type = call.at(3, "dtype");
    if (type.isTuple) {
      std::vector<UseValue> items;
      for (const UseValue &item : type.items) {
        items.push_back(UseValue::ofKind(kindOfType(item)));
      }
      return UseValue::ofTuple(std::move(items));
    }
    return UseValue::ofKind(kindOfType(type));
  }
  return std::nullopt;
}

//===- Arithmetic ------------------------------------------------------------------------------------------------===//

/// Functions that work on floats alone.
static bool isMathFunction(std::string_view name) {
  return isOneOf(name,
                 {"exp",       "exp2",    "log",    "log2",  "log1p", "expm1", "sqrt",       "rsqrt",   "sin",
                  "cos",       "tan",     "tanh",   "erf",   "erfc",  "ceil",  "floor",      "sigmoid", "softmax",
                  "sqrt_rn",   "div_rn",  "fdiv",   "pow",   "fmod",  "rint",  "round",      "trunc",   "isnan",
                  "isinf",     "asin",    "acos",   "atan",  "atan2", "sinh",  "cosh",       "lgamma",  "fast_expf",
                  "fast_logf", "finitef", "llrint", "log10", "cbrt",  "silu",  "fast_tanhf", "fma",     "nearbyint"});
}

std::optional<UseValue> UseWalker::callArithmetic(std::string_view name, const Call &call) {
  if (isMathFunction(name)) {
    for (const UseValue &argument : call.positional) {
      facts.noteNumber(argument);
      facts.noteExact(argument, Use::Float);
    }
    return UseValue::ofKind(call.at(0).kind == Kind::Single ? Kind::Single : Kind::Float);
  }
  if (isOneOf(name, {"cdiv", "umulhi", "floordiv", "floormod"})) {
    for (const UseValue &argument : call.positional) {
      facts.noteInteger(argument);
    }
    return UseValue::ofKind(Kind::Integer);
  }
  if (isOneOf(name, {"maximum", "minimum", "clamp", "where", "add", "sub", "mul", "min", "max"})) {
    bool isChoice = name == "where";
    if (isChoice) {
      noteMask(call.at(0, "condition"));
    }
    size_t first = isChoice ? 1 : 0;
    UseValue result = call.at(first, isChoice ? "x" : "");
    for (size_t i = first + 1; i < first + 3; ++i) {
      if (const UseValue *other = call.get(i, i == 2 && isChoice ? "y" : "")) {
        facts.mix(result, *other);
        UseValue both = join(result, *other);
        both.kind = result.isFloat() || other->isFloat() ? Kind::Float : both.kind;
        result = std::move(both);
      }
    }
    result.exact.reset();
    result.bases = isChoice ? result.bases : std::vector<std::vector<Variable>>();
    return result;
  }
  return std::nullopt;
}

std::optional<UseValue> UseWalker::callDot(std::string_view name, const Call &call) {
  if (name == "dot") {
    return callDotOf(call.at(0, "input"), call.at(1, "other"), call.get(2, "acc"), call.get(size_t(-1), "out_dtype"));
  }
  if (name != "dot_scaled") {
    return std::nullopt;
  }
  for (size_t i : {size_t(0), size_t(1), size_t(3), size_t(4)}) {
    facts.noteExact(call.at(i), Use::Byte);
  }
  for (size_t i : {size_t(2), size_t(5)}) {
    if (const UseValue format = call.at(i); format.exact) {
      facts.variables.of(*format.exact).option = Object::string("e4m3");
    }
  }
  return UseValue::ofKind(Kind::Single);
}

UseValue UseWalker::callDotOf(const UseValue &left, const UseValue &right, const UseValue *accumulator,
                              const UseValue *type) {
  facts.equate(left, right);
  bool isInteger = (accumulator && accumulator->kind == Kind::Integer) ||
                   (type && kindOfType(*type) == Kind::Integer) ||
                   (left.kind == Kind::Integer && right.kind == Kind::Integer);
  UseValue result = UseValue::ofKind(isInteger ? Kind::Integer : Kind::Single);
  for (const UseValue *operand : {&left, &right}) {
    facts.noteExact(*operand, Use::Operand);
    if (operand->exact && isInteger) {
      facts.noteExact(*operand, Use::Integer);
      facts.noteExact(*operand, Use::Byte);
    } else if (operand->exact) {
      result.dotOperands.push_back(*operand->exact);
    }
  }
  return result;
}

//===- Shapes and collectives ------------------------------------------------------------------------------------===//

std::optional<UseValue> UseWalker::callShape(std::string_view name, const Call &call) {
  if (isOneOf(name, {"cast", "to"})) {
    const UseValue *bitcast = call.get(name == "to" ? 3 : 3, "bitcast");
    return cast(call.at(0, "input"), call.at(1, "dtype"), bitcast != nullptr);
  }
  if (isOneOf(name, {"reshape", "view", "broadcast_to", "expand_dims"})) {
    for (size_t i = 1; i < call.positional.size() && name != "expand_dims"; ++i) {
      noteShape(call.positional[i]);
    }
    noteShape(call.at(size_t(-1), "shape"));
    return call.at(0, "input");
  }
  if (isOneOf(name, {"trans", "permute", "ravel", "flip", "squeeze", "unsqueeze", "multiple_of", "max_contiguous",
                     "max_constancy", "assume", "expect_zero", "to_tensor", "item", "sort", "topk", "bitonic_merge"})) {
    return call.at(0, "input");
  }
  if (isOneOf(name, {"join", "interleave", "cat", "broadcast"})) {
    UseValue both = join(call.at(0), call.at(1));
    return name == "broadcast" ? UseValue::ofTuple({call.at(0), call.at(1)}) : both;
  }
  if (name == "split") {
    return UseValue::ofTuple({call.at(0), call.at(0)});
  }
  if (name == "gather") {
    facts.noteInteger(call.at(1, "index"));
    return call.at(0, "src");
  }
  if (name == "histogram") {
    facts.noteInteger(call.at(0, "input"));
    noteShape(call.at(1, "num_bins"));
    return UseValue::ofKind(Kind::Integer);
  }
  return std::nullopt;
}

std::optional<UseValue> UseWalker::callCollective(std::string_view name, const Call &call) {
  if (isOneOf(name, {"argmax", "argmin"})) {
    return UseValue::ofKind(Kind::Integer);
  }
  bool isReduction = isOneOf(name, {"sum", "cumsum", "cumprod", "xor_sum", "reduce_or", "abs"});
  bool isExtreme = isOneOf(name, {"max", "min"});
  bool isOfNumbers =
      isExtreme && call.positional.size() >= 2 && !call.positional[1].known && !call.get(size_t(-1), "axis");
  if (isReduction || (isExtreme && !isOfNumbers)) {
    UseValue value = call.at(0, "input");
    value.bases.clear();
    if (const UseValue *both = call.keyword("return_indices")) {
      return UseValue::ofTuple({value, UseValue::ofKind(both ? Kind::Integer : Kind::Any)});
    }
    return value;
  }
  if (name == "reduce" || name == "associative_scan") {
    UseValue value = call.at(0, "input");
    std::vector<UseValue> operands = value.isTuple ? value.items : std::vector<UseValue>{value};
    operands.insert(operands.end(), operands.begin(), operands.end());
    this->call(call.at(2, "combine_fn"), {operands, {}, call.range});
    return value;
  }
  return std::nullopt;
}

//===- Python ----------------------------------------------------------------------------------------------------===//

std::optional<UseValue> UseWalker::callPython(std::string_view name, const Call &call) {
  if (name == "pointer_type") {
    kindOfType(call.at(0));
    DType element = call.at(0).known && call.at(0).known->isDType() ? call.at(0).known->asDType() : DType();
    return UseValue::ofObject(Object::dtype(DType::pointer(element)));
  }
  if (name == "range" || name == "static_range") {
    bool isSingle = call.positional.size() == 1;
    for (const UseValue &bound : call.positional) {
      facts.noteNumber(bound);
      facts.noteInteger(bound);
    }
    if (name == "static_range" && call.positional.size() < 3 && !call.keyword("step")) {
      for (Variable part : call.at(isSingle ? 0 : 1).parts) {
        facts.variables.note(part, Use::Unrolled);
      }
    }
    // Steps tell the size of what is read at each turn.
    UseValue item = UseValue::ofKind(Kind::Integer);
    item.parts = call.at(2, "step").parts;
    return item;
  }
  if (name == "constexpr") {
    return call.at(0);
  }
  if (name == "float" || name == "int") {
    bool isConstant = call.at(0).known.has_value();
    return isConstant ? std::nullopt : std::optional(UseValue::ofKind(name == "int" ? Kind::Integer : Kind::Float));
  }
  if ((name == "min" || name == "max") && call.positional.size() > 1) {
    return callArithmetic(name == "min" ? "minimum" : "maximum", call);
  }
  if (name == "len") {
    return UseValue::ofKind(Kind::Integer);
  }
  return std::nullopt;
}

} // namespace tkc::guess
