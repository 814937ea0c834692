// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `object.name` at compile time.
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Operations.h"

#include "BuiltinTables.h"

namespace tkc::evaluate {

static Object noAttribute(const Object &object, std::string_view name, SourceRange range) {
  return Object::unknown("'" + typeName(object) + "' has no attribute `" + std::string(name) + "`", range,
                         "AttributeError");
}

Object Evaluator::bindToInstance(const Object &instance, const Object &found, SourceRange range) {
  if (!found.isFunction()) {
    return found;
  }
  const FunctionObject &function = found.asFunction();
  if (function.isStaticMethod) {
    return found;
  }
  if (function.isProperty) {
    return callFunction(function, {{instance}, {}}, range);
  }
  if (!function.isClassMethod) {
    return Object::boundMethod(instance, found);
  }
  bool isTuple = instance.isTuple();
  return Object::boundMethod(Object::classObject(isTuple ? instance.asTuple().type : instance.asInstance().type),
                             found);
}

Object Evaluator::instanceAttribute(const Object &object, std::string_view name, SourceRange range) {
  const InstanceObject &instance = object.asInstance();
  if (const Object *own = instance.attributes.find(name)) {
    return *own;
  }
  if (const Object *inherited = instance.type->find(name)) {
    return bindToInstance(object, *inherited, range);
  }
  return name == "__class__" ? Object::classObject(instance.type) : noAttribute(object, name, range);
}

static Object classAttribute(const Object &object, std::string_view name, SourceRange range) {
  const ClassObject &type = object.asClass();
  if (const Object *found = type.find(name)) {
    bool isClassMethod = found->isFunction() && found->asFunction().isClassMethod;
    return isClassMethod ? Object::boundMethod(object, *found) : *found;
  }
  if (name == "__name__" || name == "__qualname__") {
    return Object::string(type.name);
  }
  if (name == "__members__" && type.flavor == ClassFlavor::Enum) {
    Object members = Object::dict();
    std::vector<Object> values = *iterate(object);
    for (const Object &member : values) {
      members.asDict().entries.set(*member.asInstance().attributes.find("name"), member);
    }
    return members;
  }
  if (name == "_fields") {
    std::vector<Object> names;
    for (const ClassObject::Field &field : type.fields) {
      names.push_back(Object::string(field.name));
    }
    return Object::tuple(std::move(names));
  }
  return noAttribute(object, name, range);
}

static Object functionAttribute(const Object &object, std::string_view name, SourceRange range) {
  const FunctionObject &function = object.asFunction();
  if (name == "__name__" || name == "__qualname__") {
    return Object::string(name == "__name__" ? function.name : function.qualifiedName);
  }
  if (name == "fn" || name == "__wrapped__") {
    return object;
  }
  if (name == "arg_names") {
    std::vector<Object> names;
    for (const ast::Parameter &parameter : function.parameters()) {
      names.push_back(Object::string(parameter.name.text));
    }
    return Object::list(std::move(names));
  }
  if (name == "configs" && function.kernel && function.kernel->autotune) {
    std::vector<Object> configs;
    for (const std::shared_ptr<ConfigObject> &config : function.kernel->autotune->configs) {
      configs.push_back(Object::config(config));
    }
    return Object::list(std::move(configs));
  }
  if (name == "__module__") {
    return Object::string(function.module->name);
  }
  return noAttribute(object, name, range);
}

static Object configAttribute(const Object &object, std::string_view name, SourceRange range) {
  const ConfigObject &config = object.asConfig();
  if (name == "kwargs") {
    Object kwargs = Object::dict();
    for (const NamedObject &entry : config.kwargs) {
      kwargs.asDict().entries.set(entry.name, entry.value);
    }
    return kwargs;
  }
  if (name == "num_warps") {
    return Object::integer(config.numWarps);
  }
  if (name == "num_stages") {
    return Object::integer(config.numStages);
  }
  if (name == "num_ctas") {
    return Object::integer(config.numCtas);
  }
  if (name == "maxnreg") {
    return config.maxnreg ? Object::integer(*config.maxnreg) : Object();
  }
  if (name == "pre_hook") {
    return config.preHook;
  }
  if (name == "all_kwargs") {
    return Object::boundMethod(object, Object::builtin("Config.all_kwargs"));
  }
  return noAttribute(object, name, range);
}

static std::optional<Object> dtypeValue(const DType &type, std::string_view name) {
  if (name == "name") {
    return Object::string(type.name());
  }
  if (name == "primitive_bitwidth" || name == "int_bitwidth") {
    return Object::integer(type.isBlock() ? type.element().bitWidth() : type.bitWidth());
  }
  if (name == "itemsize") {
    return Object::integer((type.bitWidth() + 7) / 8);
  }
  if (name == "element_ty" && !type.isVoid()) {
    return Object::dtype(type.element());
  }
  if (name == "scalar") {
    return Object::dtype(type.isBlock() ? type.element() : type);
  }
  if (name == "fp_mantissa_width") {
    return Object::integer(type.mantissaWidth());
  }
  if (name == "exponent_bias") {
    return Object::integer(type.exponentBias());
  }
  if (name == "int_signedness") {
    return Object::string(type.isSignedInteger() ? "SIGNED" : "UNSIGNED");
  }
  if (name == "address_space") {
    return Object::integer(type.addressSpace());
  }
  if (name == "shape") {
    std::vector<Object> extents;
    for (int64_t extent : type.shape()) {
      extents.push_back(Object::integer(extent).withConstexprMark());
    }
    return Object::tuple(std::move(extents));
  }
  return std::nullopt;
}

static std::optional<Object> payloadValue(const Object &object, std::string_view name) {
  if (object.is(ObjectKind::Slice)) {
    const SliceObject &slice = object.asSlice();
    return name == "start"  ? std::optional(slice.start)
           : name == "stop" ? std::optional(slice.stop)
           : name == "step" ? std::optional(slice.step)
                            : std::nullopt;
  }
  if (object.is(ObjectKind::Range)) {
    const RangeObject &range = object.asRange();
    return name == "start"  ? std::optional(Object::integer(range.start))
           : name == "stop" ? std::optional(Object::integer(range.stop))
           : name == "step" ? std::optional(Object::integer(range.step))
                            : std::nullopt;
  }
  if (object.isDType()) {
    return dtypeValue(object.asDType(), name);
  }
  if (object.is(ObjectKind::Partial)) {
    return name == "func" ? std::optional(object.asPartial().callee) : std::nullopt;
  }
  if (object.isTuple() && object.asTuple().type) {
    const ClassObject &type = *object.asTuple().type;
    std::optional<size_t> field = type.fieldIndex(name);
    return field ? std::optional(object.items()[*field]) : std::nullopt;
  }
  return std::nullopt;
}

std::string methodFamily(const Object &object) {
  switch (object.kind()) {
  case ObjectKind::Tuple:
    return "tuple";
  case ObjectKind::Bool:
    return "int";
  default:
    return typeName(object);
  }
}

/// The attribute of a name of the host program: another such name.
static Object hostAttribute(const Object &object, std::string_view name) {
  auto data = std::make_shared<BuiltinObject>();
  data->name = object.builtinName() + "." + std::string(name);
  data->isHost = object.dataAs<BuiltinObject>()->isHost;
  return Object::make(ObjectKind::Builtin, data);
}

Object Evaluator::attribute(const Object &object, std::string_view name, SourceRange range) {
  switch (object.kind()) {
  case ObjectKind::Unknown:
    return object;
  case ObjectKind::Module:
    return moduleAttribute(object, name, range);
  case ObjectKind::Instance:
    return instanceAttribute(object, name, range);
  case ObjectKind::Class:
    return classAttribute(object, name, range);
  case ObjectKind::Function:
    return functionAttribute(object, name, range);
  case ObjectKind::Config:
    return configAttribute(object, name, range);
  default:
    break;
  }
  if (opaqueOperations && object.isOpaque()) {
    if (std::optional<Object> value = opaqueOperations->attribute(object, name, range)) {
      return *value;
    }
  }
  if (std::optional<Object> value = payloadValue(object, name)) {
    return *value;
  }
  // `.value` unwraps a constexpr, which is its value here already.
  if (name == "value" && !object.isOpaque() && !object.isBuiltin()) {
    return object;
  }
  bool isNamedTuple = object.isTuple() && object.asTuple().type;
  if (const Object *found = isNamedTuple ? object.asTuple().type->find(name) : nullptr) {
    return bindToInstance(object, *found, range);
  }
  std::string method = methodFamily(object) + "." + std::string(name);
  if (object.isBuiltin()) {
    std::string qualified = object.builtinName() + "." + std::string(name);
    bool isHost = object.dataAs<BuiltinObject>()->isHost;
    std::optional<Object> constant = isHost ? hostConstant(*this, qualified) : std::nullopt;
    if (constant) {
      return *constant;
    }
    bool isKnown = isHost || isLanguageMember(qualified) || findBuiltin(qualified);
    return isKnown ? hostAttribute(object, name) : noAttribute(object, name, range);
  }
  return findBuiltin(method) ? Object::boundMethod(object, Object::builtin(method)) : noAttribute(object, name, range);
}

bool Evaluator::hasAttribute(const Object &object, std::string_view name) {
  Object value = attribute(object, name, {});
  return !value.isUnknown() || value.asUnknown().exception != "AttributeError";
}

Object Evaluator::assignAttribute(const Object &object, std::string_view name, const Object &value, SourceRange range) {
  if (object.is(ObjectKind::Instance) || object.is(ObjectKind::Class)) {
    if (std::optional<Object> refused = beginChange(object, range)) {
      return *refused;
    }
    (object.is(ObjectKind::Class) ? object.asClass().attributes : object.asInstance().attributes).set(name, value);
    return Object::none();
  }
  // Attributes of modules, functions and the host's objects are for the host program.
  bool isHostBusiness = object.is(ObjectKind::Module) || object.isFunction() || object.isBuiltin();
  return isHostBusiness ? Object::none() : ExpressionEvaluator::assignAttribute(object, name, value, range);
}

} // namespace tkc::evaluate
