// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of docs/Guessing.md: what a parameter is, given how it is used.
#include "ParameterGuess.h"

#include "tkc/Evaluate/Operations.h"

#include <algorithm>

namespace tkc::guess {

using ast::CompareOp;
using evaluate::SpecializedParameter;
using Kind = SpecializedParameter::Kind;

/// How often a loop is unrolled, and the same when it is also the size of a block (tensor cores need 16).
static constexpr int64_t unrolledSize = 4, unrolledBlockSize = 16;
/// More values of one parameter than these are not tried.
static constexpr size_t mostValues = 6;

static void addValue(std::vector<Object> &values, const Object &value) {
  bool isKnown = std::any_of(values.begin(), values.end(), [&](const Object &known) {
    return known.kind() == value.kind() && evaluate::areEqual(known, value);
  });
  if (!isKnown && values.size() < mostValues) {
    values.push_back(value);
  }
}

//===- Compile-time parameters -----------------------------------------------------------------------------------===//

static bool isUsedAsNumber(const Evidence &evidence) {
  return evidence.has(Use::Number) || evidence.has(Use::Integer) || evidence.has(Use::Shape) ||
         evidence.has(Use::Unrolled);
}

static bool isBoolean(const Evidence &evidence, const std::optional<Object> &given) {
  bool isCompared = std::any_of(evidence.compared.begin(), evidence.compared.end(),
                                [](const ComparedWith &comparison) { return comparison.value.isBool(); });
  bool isOnlyTested = evidence.has(Use::Tested) && !isUsedAsNumber(evidence) && evidence.compared.empty() &&
                      !evidence.has(Use::Called) && !evidence.has(Use::NoneTested) && !evidence.has(Use::Type);
  return given && !given->isNone() ? given->isBool() : isCompared || isOnlyTested;
}

/// Two sizes of a kernel may depend on each other; only their names tell.
int64_t ParameterGuesser::sizeOf(std::string_view name) const {
  auto has = [name](std::string_view word) { return name.find(word) != std::string_view::npos; };
  if (has("HALF") || has("half")) {
    return options.size / 2;
  }
  return has("FACTOR") || has("factor") ? 2 : options.size;
}

Object ParameterGuesser::likeliestValue(std::string_view name, const Evidence &evidence) const {
  if (evidence.option) {
    return *evidence.option;
  }
  if (evidence.has(Use::Called)) {
    return options.function;
  }
  if (evidence.has(Use::Type)) {
    return Object::dtype(evidence.has(Use::Accumulator) ? DType(DTypeKind::Float32) : options.element);
  }
  for (const ComparedWith &comparison : evidence.compared) {
    bool isEquality = comparison.op == CompareOp::Eq || comparison.op == CompareOp::NotEq;
    if (comparison.value.isString() || (isEquality && !isUsedAsNumber(evidence))) {
      return comparison.value;
    }
  }
  if (evidence.has(Use::Unrolled)) {
    return Object::integer(evidence.has(Use::Shape) ? unrolledBlockSize : unrolledSize);
  }
  bool isFloat = evidence.has(Use::Float) && !evidence.has(Use::Integer);
  return isFloat ? Object::real(1.0) : Object::integer(sizeOf(name));
}

/// A number on the other side of the comparison than the usual size.
static std::optional<int64_t> acrossComparison(CompareOp op, int64_t bound, int64_t usualSize) {
  switch (op) {
  case CompareOp::Eq:
  case CompareOp::NotEq:
    return bound;
  case CompareOp::Lt:
    return usualSize < bound ? bound : bound / 2;
  case CompareOp::LtE:
    return usualSize <= bound ? bound * 2 : bound;
  case CompareOp::Gt:
    return usualSize > bound ? bound : bound * 2;
  case CompareOp::GtE:
    return usualSize >= bound ? bound / 2 : bound;
  default:
    return std::nullopt;
  }
}

void ParameterGuesser::addCompared(std::vector<Object> &values, const Evidence &evidence, bool hasDefault) const {
  bool hasStrings = false;
  for (const ComparedWith &comparison : evidence.compared) {
    const Object &value = comparison.value;
    hasStrings |= value.isString();
    if (value.isString() || value.isDType() || value.isBool()) {
      addValue(values, value);
    } else if (std::optional<int64_t> bound = value.toInt64()) {
      std::optional<int64_t> other = acrossComparison(comparison.op, *bound, options.size);
      bool isUsable = other && *other >= (evidence.has(Use::Shape) ? 1 : 0) && *other <= 4096;
      if (isUsable) {
        addValue(values, Object::integer(*other));
      }
    }
  }
  if (hasStrings && !hasDefault) {
    addValue(values, Object::string("other"));
  }
}

std::vector<Object> ParameterGuesser::valuesOf(std::string_view name, Variable variable,
                                               const std::optional<Object> &given) const {
  const Evidence &evidence = variables.of(variable);
  std::vector<Object> values;
  if (given && !given->isUnknown() && !given->isNone()) {
    values.push_back(*given);
  }
  if (isBoolean(evidence, given)) {
    addValue(values, Object::boolean(true));
    addValue(values, Object::boolean(false));
    return values;
  }
  if (values.empty() && !(given && given->isNone() && !isUsedAsNumber(evidence))) {
    values.push_back(likeliestValue(name, evidence));
  }
  addCompared(values, evidence, given.has_value());
  bool canBeNone = evidence.has(Use::NoneTested) || (given && given->isNone());
  if (canBeNone) {
    addValue(values, Object::none());
  }
  if (evidence.has(Use::Tested) && !canBeNone && values.front().isInt()) {
    addValue(values, Object::integer(0));
  }
  return values;
}

bool ParameterGuesser::isCompileTime(Variable variable) const {
  const Evidence &evidence = variables.of(variable);
  bool hasStrings = std::any_of(evidence.compared.begin(), evidence.compared.end(), [](const ComparedWith &comparison) {
    return comparison.value.isString() || comparison.value.isDType();
  });
  bool isData = evidence.has(Use::Pointer) || evidence.has(Use::Descriptor);
  return !isData && (hasStrings || evidence.has(Use::Type) || evidence.has(Use::Called) || evidence.option);
}

//===- Parameters that are passed --------------------------------------------------------------------------------===//

static DType integerOfWidth(unsigned width, bool isSigned) {
  std::optional<DType> type = DType::parse((isSigned ? "i" : "u") + std::to_string(width));
  return type.value_or(DTypeKind::Int32);
}

DType ParameterGuesser::elementOf(Variable pointer) const {
  if (!variables.of(pointer).pointee) {
    return options.element;
  }
  const Evidence &element = variables.of(*variables.of(pointer).pointee);
  if (element.has(Use::Address)) {
    return DTypeKind::Int64;
  }
  if (element.has(Use::Byte)) {
    return element.has(Use::Integer) ? DTypeKind::Int8 : DTypeKind::UInt8;
  }
  bool isTruth = element.has(Use::Mask) || element.has(Use::Tested);
  bool isArithmetic = element.has(Use::Number) || element.has(Use::Float) || element.has(Use::Single);
  bool isMask = isTruth && !isArithmetic && !element.has(Use::Integer);
  if (element.has(Use::Integer) || element.bitWidth != 0) {
    bool isElementWide = element.bitWidth == options.element.bitWidth() && !element.has(Use::Integer);
    return isElementWide ? options.element
                         : integerOfWidth(element.bitWidth ? element.bitWidth : 32, element.bitWidth != 8);
  }
  if (isMask) {
    return DTypeKind::Int1;
  }
  if (element.has(Use::Single)) {
    return DTypeKind::Float32;
  }
  bool isWrittenOnly = element.has(Use::StoredInteger) && !isArithmetic;
  return isWrittenOnly ? DType(DTypeKind::Int32) : options.element;
}

SpecializedParameter ParameterGuesser::typeOf(Variable variable) const {
  const Evidence &evidence = variables.of(variable);
  SpecializedParameter result;
  result.kind = Kind::Scalar;
  if (evidence.has(Use::Descriptor)) {
    result.kind = Kind::Descriptor;
    std::vector<int64_t> shape(std::max<size_t>(evidence.descriptorRank, 1), 1);
    for (size_t i = shape.size() > 2 ? shape.size() - 2 : 0; i < shape.size(); ++i) {
      shape[i] = options.size;
    }
    result.type = DType::tensorDescriptor(elementOf(variable), std::move(shape));
  } else if (!evidence.items.empty()) {
    result.kind = Kind::Tuple;
    for (Variable item : evidence.items) {
      result.items.push_back(typeOf(item));
    }
  } else if (evidence.has(Use::Pointer) || (evidence.has(Use::Address) && !evidence.has(Use::Element))) {
    result.type = DType::pointer(evidence.has(Use::Pointer) ? elementOf(variable) : options.element);
  } else {
    bool isFloat = evidence.has(Use::Float) && !evidence.has(Use::Integer);
    result.type = isFloat ? DTypeKind::Float32 : DTypeKind::Int32;
  }
  return result;
}

/// What else a pointer could point to: types that the code asks for, bytes that are taken as something else, or, where
/// it is used as a number too, nothing.
void ParameterGuesser::addOtherTypes(std::vector<SpecializedParameter> &types, Variable variable) const {
  const Evidence &evidence = variables.of(variable);
  if (!evidence.has(Use::Pointer) || types.empty() || types.front().kind != Kind::Scalar) {
    return;
  }
  std::vector<DType> others;
  if (evidence.pointee) {
    const Evidence &element = variables.of(*evidence.pointee);
    for (const DType &type : element.types) {
      bool isOfOtherChips =
          type.is(DTypeKind::Float8E4B15) || type.is(DTypeKind::Float8E4B8) || type.is(DTypeKind::Float8E5B16);
      if (type.isScalar() && !type.isPointer() && !isOfOtherChips) {
        others.push_back(DType::pointer(type));
      }
    }
    if (element.bitWidth != 0 && element.has(Use::Operand)) {
      others.push_back(DType::pointer(options.element));
    }
  }
  if (evidence.has(Use::Number)) {
    others.push_back(DTypeKind::Int32);
  }
  for (const DType &other : others) {
    bool isKnown = std::any_of(types.begin(), types.end(), [&](const SpecializedParameter &known) {
      return known.kind == Kind::Scalar && known.type == other;
    });
    if (!isKnown && types.size() < mostValues) {
      types.emplace_back().kind = Kind::Scalar;
      types.back().type = other;
    }
  }
}

std::vector<SpecializedParameter> ParameterGuesser::typesOf(Variable variable,
                                                            const std::optional<Object> &given) const {
  const Evidence &evidence = variables.of(variable);
  bool isData = evidence.has(Use::Pointer) || evidence.has(Use::Descriptor) || !evidence.items.empty();
  bool isOptional = evidence.has(Use::NoneTested) || (given && given->isNone());
  std::vector<SpecializedParameter> types;
  if (isData || !(given && given->isNone()) || isUsedAsNumber(evidence)) {
    types.push_back(typeOf(variable));
    addOtherTypes(types, variable);
  }
  if (isOptional || (evidence.has(Use::Pointer) && evidence.has(Use::Tested))) {
    types.emplace_back().constant = Object::none();
  }
  return types;
}

} // namespace tkc::guess
