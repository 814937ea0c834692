// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of parameters and the layout of the parameter buffer.
#include "tkc/Runtime/Metadata.h"

#include <algorithm>

namespace tkc::runtime {

ConstantValue ConstantValue::ofBool(bool value) {
  ConstantValue constant;
  constant.kind = Kind::Bool;
  constant.integer = value;
  return constant;
}

ConstantValue ConstantValue::ofInteger(int64_t value) {
  ConstantValue constant;
  constant.kind = Kind::Integer;
  constant.integer = value;
  return constant;
}

ConstantValue ConstantValue::ofReal(double value) {
  ConstantValue constant;
  constant.kind = Kind::Real;
  constant.real = value;
  return constant;
}

ConstantValue ConstantValue::ofText(std::string value) {
  ConstantValue constant;
  constant.kind = Kind::Text;
  constant.text = std::move(value);
  return constant;
}

bool ConstantValue::operator==(const ConstantValue &other) const {
  return kind == other.kind && integer == other.integer && real == other.real && text == other.text;
}

std::string Parameter::typeName() const {
  if (kind == ParameterKind::Constexpr) {
    return "constexpr";
  }
  return (kind == ParameterKind::Pointer ? "*" : "") + std::string(data::elementTypeName(type));
}

static const char *scalarTypeInC(data::ElementType type) {
  using data::ElementType;
  switch (type) {
  case ElementType::I8:
    return "int8_t";
  case ElementType::I1:
  case ElementType::U8:
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
    return "uint8_t";
  case ElementType::I16:
    return "int16_t";
  case ElementType::U16:
  case ElementType::F16:
  case ElementType::BF16:
    return "uint16_t";
  case ElementType::I32:
    return "int32_t";
  case ElementType::U32:
    return "uint32_t";
  case ElementType::I64:
    return "int64_t";
  case ElementType::U64:
    return "uint64_t";
  case ElementType::F32:
    return "float";
  case ElementType::F64:
    return "double";
  }
  return "";
}

std::string Parameter::cTypeName() const {
  switch (kind) {
  case ParameterKind::Pointer:
    return "CUdeviceptr";
  case ParameterKind::Scalar:
    return scalarTypeInC(type);
  case ParameterKind::Constexpr:
    return "";
  }
  return "";
}

const Parameter *KernelMetadata::findParameter(std::string_view name) const {
  auto found = std::find_if(parameters.begin(), parameters.end(),
                            [name](const Parameter &parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

const KernelMetadata *Metadata::findKernel(std::string_view name) const {
  auto found = std::find_if(kernels.begin(), kernels.end(),
                            [name](const KernelMetadata &kernel) { return kernel.name == name; });
  return found == kernels.end() ? nullptr : &*found;
}

void layOutParameters(KernelMetadata &kernel) {
  int64_t end = 0;
  auto place = [&end](int64_t size) {
    int64_t offset = (end + size - 1) / size * size;
    end = offset + size;
    return offset;
  };
  for (Parameter &parameter : kernel.parameters) {
    bool isPointer = parameter.kind == ParameterKind::Pointer;
    parameter.sizeInBytes = !parameter.isPassed() ? 0 : isPointer ? 8 : data::sizeInBytes(parameter.type);
    parameter.offsetInBytes = parameter.isPassed() ? place(parameter.sizeInBytes) : 0;
  }
  for (HiddenParameter &hidden : kernel.hiddenParameters) {
    hidden.sizeInBytes = hidden.kind == HiddenKind::TensorMap ? data::tensorMapBytes : 8;
    hidden.offsetInBytes = place(hidden.sizeInBytes);
  }
  kernel.parameterBytes = end;
}

} // namespace tkc::runtime
