// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of triton, triton.language and tkc has a value at compile time.
#include "tkc/Evaluate/Operations.h"

#include "BuiltinTables.h"

namespace tkc::evaluate {

using ast::BinaryOp;

static bool anyMarked(const BuiltinCall &call) {
  for (const Object &argument : call.arguments.positional) {
    if (argument.isMarkedConstexpr()) {
      return true;
    }
  }
  return false;
}

static Object callConstexpr(const BuiltinCall &call) {
  Object value = call.argument(0, "value");
  return value.isUnknown() ? value : value.withConstexprMark();
}

static Object callCdiv(const BuiltinCall &call) {
  std::optional<Integer> x = call.argument(0, "x").toInteger();
  std::optional<Integer> y = call.argument(1, "y").toInteger();
  if (!x || !y) {
    return call.misused("two ints");
  }
  if (y->isZero()) {
    return call.fail("ZeroDivisionError", "division by zero");
  }
  return Object::integer(-Integer::floorDivide(-*x, *y)).withConstexprMark(anyMarked(call));
}

static Object callNextPowerOf2(const BuiltinCall &call) {
  std::optional<Integer> n = call.argument(0, "n").toInteger();
  if (!n) {
    return call.misused("an int");
  }
  bool isSmall = *n <= Integer(1);
  Integer result = n->isZero() ? Integer(0) : isSmall ? Integer(1) : Integer(1) << (*n - 1).bitLength();
  return Object::integer(result).withConstexprMark(anyMarked(call));
}

static Object callLog2(const BuiltinCall &call) {
  std::optional<Integer> n = call.argument(0, "i").toInteger();
  bool isPositive = n && *n >= Integer(1);
  return isPositive ? Object::integer(int64_t(n->bitLength()) - 1).withConstexprMark(anyMarked(call))
                    : call.misused("a positive int");
}

//===- Config ----------------------------------------------------------------------------------------------------===//

/// Reads an option of a config that is an int; false when it is given and is none.
static bool readOption(const BuiltinCall &call, size_t position, std::string_view name, int64_t &value, bool &isGiven) {
  const Object *given = call.get(position, name);
  isGiven = given && !given->isNone();
  std::optional<int64_t> number = isGiven ? given->toInt64() : std::nullopt;
  value = number.value_or(value);
  return !isGiven || number;
}

static Object callConfig(const BuiltinCall &call) {
  Object kwargs = call.argument(0, "kwargs");
  if (!kwargs.is(ObjectKind::Dict)) {
    return call.misused("a dict of the tuned parameters");
  }
  auto config = std::make_shared<ConfigObject>();
  for (const ObjectMap::Entry &entry : kwargs.asDict().entries) {
    config->kwargs.push_back({nameText(entry.key), entry.value});
  }
  int64_t maxnreg = 0;
  bool hasMaxnreg = false;
  bool isRight = readOption(call, 1, "num_warps", config->numWarps, config->hasNumWarps) &&
                 readOption(call, 2, "num_stages", config->numStages, config->hasNumStages) &&
                 readOption(call, 3, "num_ctas", config->numCtas, config->hasNumCtas) &&
                 readOption(call, 4, "maxnreg", maxnreg, hasMaxnreg);
  if (!isRight) {
    return call.misused("ints as launch options");
  }
  config->maxnreg = hasMaxnreg ? std::optional(maxnreg) : std::nullopt;
  config->preHook = call.argument(5, "pre_hook");
  config->range = call.range;
  return Object::config(config);
}

static Object callAllKwargs(const BuiltinCall &call) {
  Object config = call.argument(0);
  if (!config.is(ObjectKind::Config)) {
    return call.misused("a config");
  }
  Object kwargs = call.evaluator.attribute(config, "kwargs", call.range);
  for (std::string_view name : {"num_warps", "num_ctas", "num_stages"}) {
    kwargs.asDict().entries.set(name, call.evaluator.attribute(config, name, call.range));
  }
  return kwargs;
}

//===- Types -----------------------------------------------------------------------------------------------------===//

static Object callDType(const BuiltinCall &call) {
  Object name = call.argument(0, "name");
  std::optional<DType> type = name.isString() ? DType::parse(name.asString()) : std::nullopt;
  return type ? Object::dtype(*type) : call.misused("the name of a data type");
}

/// A type that others can have inside: types nest no deeper than their names are long.
static bool isElementType(const Object &element) {
  constexpr size_t longestName = 1000;
  return element.isDType() && element.asDType().name().size() <= longestName;
}

static Object callPointerType(const BuiltinCall &call) {
  Object element = call.argument(0, "element_ty");
  if (!isElementType(element)) {
    return call.misused("a data type");
  }
  std::optional<int64_t> space = call.has(1, "address_space") ? call.argument(1, "address_space").toInt64() : 1;
  // LLVM has 24 bits for the number of an address space.
  if (!space || *space < 0 || *space >= 1 << 24) {
    return call.misused("the number of an address space");
  }
  Object isConst = call.argument(2, "const");
  return Object::dtype(DType::pointer(element.asDType(), static_cast<unsigned>(*space), truthOf(isConst) == true));
}

static Object callBlockType(const BuiltinCall &call) {
  Object element = call.argument(0, "element_ty");
  Object shape = call.argument(1, "shape");
  std::vector<int64_t> extents;
  for (const Object &extent : shape.isSequence() ? shape.items() : std::vector<Object>()) {
    extents.push_back(extent.toInt64().value_or(0));
  }
  bool isRight = isElementType(element) && !extents.empty() &&
                 std::all_of(extents.begin(), extents.end(), [](int64_t extent) { return extent > 0; });
  return isRight ? Object::dtype(DType::block(element.asDType(), extents)) : call.misused("a data type and a shape");
}

static Object callIntDType(const BuiltinCall &call) {
  std::optional<int64_t> bits = call.argument(0, "bitwidth").toInt64();
  std::optional<bool> isSigned = truthOf(call.argument(1, "signed"));
  std::string name = isSigned == true ? "int" : "uint";
  std::optional<DType> type = bits ? DType::parse(*bits == 1 ? "int1" : name + std::to_string(*bits)) : std::nullopt;
  return type ? Object::dtype(*type) : call.misused("a width of 1, 8, 16, 32 or 64 bits and whether it is signed");
}

static Object callLanguageTuple(const BuiltinCall &call) {
  return *call.evaluator.callBuiltin("tuple", {call.arguments.positional, {}}, call.range);
}

static Object callStaticAssert(const BuiltinCall &call) {
  std::optional<bool> isTrue = call.evaluator.truth(call.argument(0, "cond"));
  if (!isTrue) {
    return call.misused("a condition that is known");
  }
  Object message = call.argument(1, "msg");
  std::string text = message.isString() && !message.asString().empty() ? ": " + message.asString() : "";
  return *isTrue ? Object::none() : call.fail("AssertionError", "the assertion does not hold" + text);
}

//===- Target ----------------------------------------------------------------------------------------------------===//

static Object callTrue(const BuiltinCall &) { return Object::boolean(true); }
static Object callFalse(const BuiltinCall &) { return Object::boolean(false); }
static Object callNone(const BuiltinCall &) { return Object::none(); }
static Object callZero(const BuiltinCall &) { return Object::integer(0); }

static Object callCapabilityGeq(const BuiltinCall &call) {
  std::optional<int64_t> major = call.argument(0, "major").toInt64();
  std::optional<int64_t> minor = call.has(1, "minor") ? call.argument(1, "minor").toInt64() : 0;
  return major && minor ? Object::boolean(int64_t(call.evaluator.options().computeCapability) >= *major * 10 + *minor)
                        : call.misused("a major and a minor number");
}

static Object callCurrentTarget(const BuiltinCall &call) {
  int64_t capability = call.evaluator.options().computeCapability;
  return call.evaluator.record(
      "GPUTarget",
      {{"backend", Object::string("cuda")}, {"arch", Object::integer(capability)}, {"warp_size", Object::integer(32)}});
}

/// `set_allocator` and the like: for the host program.
static BuiltinTable targetRows() {
  return {{"tl.target_info.is_cuda", callTrue},
          {"tl.target_info.is_hip", callFalse},
          {"tl.target_info.is_hip_cdna3", callFalse},
          {"tl.target_info.is_hip_cdna4", callFalse},
          {"tl.target_info.is_hip_gfx1250", callFalse},
          {"tl.target_info.cuda_capability_geq", callCapabilityGeq},
          {"tl.target_info.current_target", callCurrentTarget},
          {"triton.runtime.driver.active.get_current_target", callCurrentTarget},
          {"triton.runtime.driver.active.get_current_device", callZero},
          {"triton.set_allocator", callNone}};
}

BuiltinTable tritonBuiltins() {
  BuiltinTable table = {{"tl.constexpr", callConstexpr},
                        {"tl._log2", callLog2},
                        {"tl.cdiv", callCdiv},
                        {"triton.cdiv", callCdiv},
                        {"tkc.cdiv", callCdiv},
                        {"triton.next_power_of_2", callNextPowerOf2},
                        {"tkc.next_power_of_2", callNextPowerOf2},
                        {"triton.Config", callConfig},
                        {"triton.runtime.autotuner.Config", callConfig},
                        {"tkc.Config", callConfig},
                        {"Config.all_kwargs", callAllKwargs},
                        {"tl.dtype", callDType},
                        {"tl.pointer_type", callPointerType},
                        {"tl.block_type", callBlockType},
                        {"tl.get_int_dtype", callIntDType},
                        {"tl.tuple", callLanguageTuple},
                        {"tl.static_assert", callStaticAssert},
                        {"tl.static_print", callNone}};
  BuiltinTable target = targetRows();
  table.insert(table.end(), target.begin(), target.end());
  return table;
}

//===- Methods of data types -------------------------------------------------------------------------------------===//

static std::optional<bool> dtypeTest(const DType &type, std::string_view test) {
  bool isTest = false;
  for (DTypeKind kind : scalarDTypeKinds()) {
    if (test == "is_" + DType(kind).name()) {
      return type.is(kind);
    }
  }
  struct Row {
    std::string_view name;
    bool answer;
  };
  const Row rows[] = {{"is_fp8", type.isFp8()},
                      {"is_floating", type.isFloat()},
                      {"is_standard_floating", type.isStandardFloat()},
                      {"is_int", type.isInteger()},
                      {"is_int_signed", type.isSignedInteger()},
                      {"is_int_unsigned", type.isUnsignedInteger()},
                      {"is_bool", type.isBool()},
                      {"is_ptr", type.isPointer()},
                      {"is_block", type.isBlock()},
                      {"is_const", type.isConst()}};
  for (const Row &row : rows) {
    isTest = row.name == test ? row.answer : isTest;
  }
  return isTest;
}

static Object callDTypeTest(const BuiltinCall &call) {
  std::string test = call.name.substr(std::string_view("dtype.").size());
  return Object::boolean(*dtypeTest(call.argument(0).asDType(), test));
}

/// The place among bool, int and float that decides promotion.
static Object callDTypeKind(const BuiltinCall &call) {
  const DType &type = call.argument(0).asDType();
  return Object::integer(type.isBool() ? 0 : type.isInteger() ? 1 : 2);
}

static Object callIntLimit(const BuiltinCall &call) {
  const DType &type = call.argument(0).asDType();
  if (!type.isInteger()) {
    return call.misused("an integer type");
  }
  bool isSigned = type.isSignedInteger();
  unsigned bits = type.bitWidth() - (isSigned ? 1 : 0);
  bool isMax = call.name == "dtype.get_int_max_value";
  Integer limit = Integer(1) << bits;
  return Object::integer(isMax ? limit - 1 : isSigned ? -limit : Integer(0));
}

static Object callBlockShapes(const BuiltinCall &call) {
  const DType &type = call.argument(0).asDType();
  if (!type.isBlock()) {
    return call.misused("the type of a block");
  }
  std::vector<Object> sizes;
  for (int64_t size : type.shape()) {
    sizes.push_back(Object::integer(size));
  }
  return Object::tuple(std::move(sizes));
}

BuiltinTable dtypeBuiltins() {
  BuiltinTable table = {{"dtype.kind", callDTypeKind},
                        {"dtype.get_block_shapes", callBlockShapes},
                        {"dtype.get_int_max_value", callIntLimit},
                        {"dtype.get_int_min_value", callIntLimit}};
  for (std::string_view name : {"dtype.is_fp8",      "dtype.is_floating",   "dtype.is_standard_floating",
                                "dtype.is_int",      "dtype.is_int_signed", "dtype.is_int_unsigned",
                                "dtype.is_bool",     "dtype.is_ptr",        "dtype.is_block",
                                "dtype.is_const",    "dtype.is_fp8e4nv",    "dtype.is_fp8e5",
                                "dtype.is_fp8e4b15", "dtype.is_fp8e4b8",    "dtype.is_fp8e5b16",
                                "dtype.is_fp16",     "dtype.is_bf16",       "dtype.is_fp32",
                                "dtype.is_fp64",     "dtype.is_int1",       "dtype.is_int8",
                                "dtype.is_int16",    "dtype.is_int32",      "dtype.is_int64",
                                "dtype.is_uint8",    "dtype.is_uint16",     "dtype.is_uint32",
                                "dtype.is_uint64",   "dtype.is_void"}) {
    table.push_back({name, callDTypeTest});
  }
  return table;
}

} // namespace tkc::evaluate
