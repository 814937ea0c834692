// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packing arguments and evaluating launch data.
#include "tkc/Runtime/Arguments.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tkc::runtime {

using data::ElementType;

Arguments &Arguments::pointer(std::string name, uint64_t address) {
  ArgumentValue value;
  value.kind = ArgumentValue::Kind::Pointer;
  value.bits = address;
  values[std::move(name)] = value;
  return *this;
}

Arguments &Arguments::array(std::string name, uint64_t address, uint64_t sizeInBytes) {
  ArgumentValue value;
  value.kind = ArgumentValue::Kind::Pointer;
  value.bits = address;
  value.sizeInBytes = sizeInBytes;
  values[std::move(name)] = value;
  return *this;
}

Arguments &Arguments::descriptor(std::string name, uint64_t address, const std::vector<int64_t> &shape,
                                 const std::vector<int64_t> &strides) {
  for (size_t i = 0; i < shape.size(); ++i) {
    integer(name + ".shape[" + std::to_string(i) + "]", shape[i]);
  }
  for (size_t i = 0; i < strides.size(); ++i) {
    integer(name + ".strides[" + std::to_string(i) + "]", strides[i]);
  }
  return pointer(std::move(name), address);
}

Arguments &Arguments::integer(std::string name, int64_t number) {
  ArgumentValue value;
  value.bits = uint64_t(number);
  value.real = double(number);
  values[std::move(name)] = value;
  return *this;
}

Arguments &Arguments::real(std::string name, double number) {
  ArgumentValue value;
  value.kind = ArgumentValue::Kind::Real;
  value.real = number;
  values[std::move(name)] = value;
  return *this;
}

Arguments &Arguments::scalar(std::string name, const data::Array &array) {
  if (data::isFloat(array.type)) {
    return real(std::move(name), array.getDouble(0));
  }
  ArgumentValue value;
  value.bits = uint64_t(array.getInteger(0));
  value.real = array.getDouble(0);
  value.exceedsSigned = array.type == ElementType::U64 && int64_t(value.bits) < 0;
  values[std::move(name)] = value;
  return *this;
}

const ArgumentValue *Arguments::find(std::string_view name) const {
  auto found = values.find(name);
  return found == values.end() ? nullptr : &found->second;
}

static std::string show(const ArgumentValue &value) {
  if (value.kind == ArgumentValue::Kind::Real) {
    return std::to_string(value.real);
  }
  bool isUnsigned = value.kind == ArgumentValue::Kind::Pointer || value.exceedsSigned;
  return isUnsigned ? std::to_string(value.bits) : std::to_string(int64_t(value.bits));
}

static ErrorMessage argumentError(const Parameter &parameter, const std::string &what) {
  return ErrorMessage{"argument `" + parameter.name + "`: " + what};
}

/// Whether the element type can hold the number: storing it and reading it back gives the same.
static bool fits(ElementType type, const ArgumentValue &value) {
  uint64_t stored = 0;
  data::storeInteger(type, int64_t(value.bits), &stored);
  bool comesBack = uint64_t(data::loadInteger(type, &stored)) == value.bits;
  bool isNegative = int64_t(value.bits) < 0 && !value.exceedsSigned;
  bool signsAgree = type == ElementType::U64 ? !isNegative : !value.exceedsSigned;
  return comesBack && signsAgree;
}

static Status packScalar(const Parameter &parameter, const ArgumentValue &value, uint8_t *target) {
  if (value.kind == ArgumentValue::Kind::Pointer) {
    return argumentError(parameter, "expects a number of type " + parameter.typeName() + ", got an array");
  }
  if (data::isFloat(parameter.type)) {
    data::storeDouble(parameter.type, value.real, target);
    return {};
  }
  if (value.kind != ArgumentValue::Kind::Integer || !fits(parameter.type, value)) {
    return argumentError(parameter, "the value " + show(value) + " does not fit into " + parameter.typeName());
  }
  data::storeInteger(parameter.type, int64_t(value.bits), target);
  return {};
}

static Status packOne(const Parameter &parameter, const ArgumentValue &value, uint8_t *target) {
  if (parameter.kind == ParameterKind::Pointer) {
    if (value.kind != ArgumentValue::Kind::Pointer) {
      return argumentError(parameter, "expects an array of " + std::string(data::elementTypeName(parameter.type)) +
                                          ", got a number");
    }
    std::memcpy(target, &value.bits, sizeof value.bits);
  } else if (Status status = packScalar(parameter, value, target); !status) {
    return status;
  }
  bool isMultiple = value.kind == ArgumentValue::Kind::Real || value.bits % uint64_t(parameter.divisibility) == 0;
  if (!isMultiple) {
    return argumentError(parameter, "the kernel was compiled for multiples of " +
                                        std::to_string(parameter.divisibility) + ", got " + show(value));
  }
  return {};
}

static bool equals(const ConstantValue &constant, const ArgumentValue &value) {
  switch (constant.kind) {
  case ConstantValue::Kind::Bool:
  case ConstantValue::Kind::Integer:
    return value.kind == ArgumentValue::Kind::Integer && int64_t(value.bits) == constant.integer &&
           !value.exceedsSigned;
  case ConstantValue::Kind::Real:
    return value.kind != ArgumentValue::Kind::Pointer && value.real == constant.real;
  case ConstantValue::Kind::None:
    return value.kind == ArgumentValue::Kind::Pointer && value.bits == 0;
  case ConstantValue::Kind::Text:
    return false;
  }
  return false;
}

static std::string show(const ConstantValue &constant) {
  switch (constant.kind) {
  case ConstantValue::Kind::Bool:
    return constant.integer != 0 ? "True" : "False";
  case ConstantValue::Kind::Integer:
    return std::to_string(constant.integer);
  case ConstantValue::Kind::Real:
    return std::to_string(constant.real);
  case ConstantValue::Kind::None:
    return "None";
  case ConstantValue::Kind::Text:
    return constant.text;
  }
  return "";
}

/// Whether both are passed the same address, which is not null, and one of them may be written through.
static bool shareArray(const Parameter &first, const Parameter &second, const Arguments &arguments) {
  auto addressOf = [&](const Parameter &parameter) {
    const ArgumentValue *value = parameter.isPassed() ? arguments.find(parameter.name) : nullptr;
    return value && value->kind == ArgumentValue::Kind::Pointer ? value->bits : 0;
  };
  return addressOf(first) != 0 && addressOf(first) == addressOf(second) && !(first.isConst && second.isConst);
}

/// Arrays that begin at one address alias; where others end is not known here.
static Status checkAliases(const KernelMetadata &kernel, const Arguments &arguments) {
  for (const Parameter &parameter : kernel.parameters) {
    for (const Parameter &other : kernel.parameters) {
      if (parameter.isNoAlias && &parameter != &other && shareArray(parameter, other, arguments)) {
        return argumentError(parameter,
                             "the kernel was compiled for an array of its own, got that of `" + other.name + "`");
      }
    }
  }
  return {};
}

Result<std::vector<uint8_t>> packArguments(const KernelMetadata &kernel, const Arguments &arguments) {
  for (const auto &[name, value] : arguments.all()) {
    if (!kernel.findParameter(name)) {
      return ErrorMessage{"kernel `" + kernel.name + "` has no parameter `" + name + "`"};
    }
  }
  std::vector<uint8_t> buffer(size_t(kernel.parameterBytes), 0);
  for (const Parameter &parameter : kernel.parameters) {
    const ArgumentValue *value = arguments.find(parameter.name);
    if (!parameter.isPassed()) {
      if (value && !equals(parameter.value.value_or(ConstantValue()), *value)) {
        return argumentError(parameter, "the kernel was compiled for " +
                                            show(parameter.value.value_or(ConstantValue())) + ", got " + show(*value));
      }
      continue;
    }
    if (!value) {
      return argumentError(parameter, "is missing (" + parameter.typeName() + ")");
    }
    if (Status status = packOne(parameter, *value, buffer.data() + parameter.offsetInBytes); !status) {
      return status.takeError();
    }
  }
  if (Status status = checkAliases(kernel, arguments); !status) {
    return status.takeError();
  }
  return buffer;
}

static void addConstant(launch::Environment &environment, const std::string &name, const ConstantValue &value) {
  if (value.kind == ConstantValue::Kind::Bool || value.kind == ConstantValue::Kind::Integer) {
    environment[name] = value.integer;
  }
}

launch::Environment launchEnvironment(const KernelMetadata &kernel, const Arguments &arguments) {
  launch::Environment environment;
  for (const auto &[name, value] : kernel.config) {
    addConstant(environment, name, value);
  }
  for (const Parameter &parameter : kernel.parameters) {
    if (parameter.value) {
      addConstant(environment, parameter.name, *parameter.value);
    }
  }
  for (const auto &[name, value] : arguments.all()) {
    if (value.kind == ArgumentValue::Kind::Integer && !value.exceedsSigned) {
      environment[name] = int64_t(value.bits);
    }
  }
  return environment;
}

Result<Grid> evaluateGrid(const launch::Expression &grid, const launch::Environment &environment) {
  Result<std::vector<int64_t>> extents = launch::evaluateTuple(grid, environment);
  if (!extents) {
    return ErrorMessage{"grid: " + extents.error()};
  }
  if (extents->empty() || extents->size() > 3) {
    return ErrorMessage{"grid: expects one to three extents, got " + std::to_string(extents->size())};
  }
  constexpr int64_t limits[] = {std::numeric_limits<int32_t>::max(), 65535, 65535};
  for (size_t i = 0; i < extents->size(); ++i) {
    int64_t extent = (*extents)[i];
    if (extent < 0 || extent > limits[i]) {
      return ErrorMessage{"grid: extent " + std::string(1, "xyz"[i]) + " is " + std::to_string(extent) +
                          ", expects 0 to " + std::to_string(limits[i])};
    }
  }
  extents->resize(3, 1);
  return Grid{(*extents)[0], (*extents)[1], (*extents)[2]};
}

Status checkHeuristics(const KernelMetadata &kernel, const launch::Environment &environment) {
  for (const auto &[name, expression] : kernel.heuristics) {
    const Parameter *parameter = kernel.findParameter(name);
    bool isComparable =
        parameter && parameter->value &&
        (parameter->value->kind == ConstantValue::Kind::Bool || parameter->value->kind == ConstantValue::Kind::Integer);
    if (!isComparable) {
      continue;
    }
    Result<int64_t> value = launch::evaluate(expression, environment);
    if (!value) {
      return ErrorMessage{"heuristic `" + name + "`: " + value.error()};
    }
    if (*value != parameter->value->integer) {
      return ErrorMessage{"heuristic `" + name + "`: the kernel was compiled for " + show(*parameter->value) +
                          ", these arguments give " + std::to_string(*value)};
    }
  }
  return {};
}

static data::TensorMapType getMapType(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return data::TensorMapType::F16;
  case ElementType::BF16:
    return data::TensorMapType::BF16;
  case ElementType::F32:
    return data::TensorMapType::F32;
  case ElementType::F64:
    return data::TensorMapType::F64;
  case ElementType::I32:
    return data::TensorMapType::S32;
  case ElementType::U32:
    return data::TensorMapType::U32;
  case ElementType::I64:
    return data::TensorMapType::S64;
  case ElementType::U64:
    return data::TensorMapType::U64;
  case ElementType::I16:
  case ElementType::U16:
    return data::TensorMapType::U16;
  default:
    // Bytes are copied as they are.
    return data::TensorMapType::U8;
  }
}

static data::TensorMapSwizzle getSwizzle(int64_t bytes) {
  return bytes == 128  ? data::TensorMapSwizzle::Bytes128
         : bytes == 64 ? data::TensorMapSwizzle::Bytes64
         : bytes == 32 ? data::TensorMapSwizzle::Bytes32
                       : data::TensorMapSwizzle::None;
}

/// What addresses and strides of tensor maps are multiples of, in bytes, and what strides are below.
static constexpr int64_t mapAlignment = 16, mapStrideEnd = int64_t(1) << 40;

static ErrorMessage mapError(const TensorMapParameter &map, const std::string &what, int64_t value) {
  return ErrorMessage{"argument `" + map.pointer + "`: " + what +
                      (value % mapAlignment != 0 ? ", no multiple of 16," : "") +
                      " can't be copied by TMA; compile with --opt promote-tma=off"};
}

Result<data::TensorMapDescription> describeTensorMap(const KernelMetadata &kernel, const HiddenParameter &hidden,
                                                     const std::vector<uint8_t> &buffer,
                                                     const launch::Environment &environment) {
  const TensorMapParameter &map = hidden.tensorMap;
  data::TensorMapDescription description;
  description.type = getMapType(map.type);
  description.swizzle = getSwizzle(map.swizzleBytes);
  description.promotion = data::TensorMapPromotion::Bytes128;
  if (const Parameter *pointer = kernel.findParameter(map.pointer)) {
    std::memcpy(&description.address, buffer.data() + pointer->offsetInBytes, sizeof description.address);
  }
  if (description.address % mapAlignment != 0) {
    return mapError(map, "the address " + std::to_string(description.address), int64_t(description.address));
  }
  for (const launch::Expression &extent : map.dimensions) {
    Result<int64_t> value = launch::evaluate(extent, environment);
    if (!value) {
      return ErrorMessage{"tensor map of `" + map.pointer + "`: " + value.error()};
    }
    description.dimensions.push_back(uint64_t(std::max<int64_t>(*value, 1)));
  }
  for (const launch::Expression &stride : map.stridesInBytes) {
    Result<int64_t> value = launch::evaluate(stride, environment);
    if (!value) {
      return ErrorMessage{"tensor map of `" + map.pointer + "`: " + value.error()};
    }
    if (*value < 0 || *value % mapAlignment != 0 || *value >= mapStrideEnd) {
      return mapError(map, "a stride of " + std::to_string(*value) + " bytes", *value);
    }
    description.stridesInBytes.push_back(uint64_t(*value));
  }
  description.box.assign(map.box.begin(), map.box.end());
  description.elementStrides.assign(map.box.size(), 1);
  return description;
}

} // namespace tkc::runtime
