// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types, constants, and how compile-time numbers become run-time values.
#include "Emitter.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using evaluate::Integer;

bool Emitter::isSupported(const DType &type) const {
  switch (type.kind()) {
  case DTypeKind::Float8E4M3FN:
    return target.computeCapability >= 89;
  case DTypeKind::Float8E4B15:
  case DTypeKind::Float8E4B8:
  case DTypeKind::Float8E5B16:
  case DTypeKind::Void:
    return false;
  default:
    return type.isScalar();
  }
}

/// The MLIR type of a supported scalar that is no pointer.
static Type plainType(DTypeKind kind, MLIRContext *context) {
  switch (kind) {
  case DTypeKind::Float8E4M3FN:
    return Float8E4M3FNType::get(context);
  case DTypeKind::Float8E5M2:
    return Float8E5M2Type::get(context);
  case DTypeKind::Float16:
    return Float16Type::get(context);
  case DTypeKind::BFloat16:
    return BFloat16Type::get(context);
  case DTypeKind::Float32:
    return Float32Type::get(context);
  case DTypeKind::Float64:
    return Float64Type::get(context);
  default:
    return IntegerType::get(context, DType(kind).bitWidth());
  }
}

Type Emitter::elementType(const DType &type) {
  MLIRContext *context = builder.getContext();
  if (type.isPointer()) {
    // Bools live in memory as bytes.
    bool isByte = type.element().isBool() || type.element().isVoid();
    Type pointee = isByte ? IntegerType::get(context, 8) : elementType(type.element());
    return pointee ? tk::PtrType::get(pointee, type.addressSpace()) : Type();
  }
  if (type.isVoid()) {
    report(DiagnosticKind::VoidValue);
    return {};
  }
  if (!isSupported(type)) {
    std::string known = target.computeCapability >= 89 ? "fp8e4nv, fp8e5" : "fp8e5";
    report(DiagnosticKind::TypeNotSupported) << type.name() << target.computeCapability << known;
    return {};
  }
  return plainType(type.kind(), context);
}

/// A block that the op takes or gives; null when it works on scalars.
static RankedTensorType findBlock(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes()))) {
    if (auto block = dyn_cast<RankedTensorType>(type)) {
      return block;
    }
  }
  return {};
}

FailureOr<SmallVector<Object>> Emitter::callElementFunction(const Object &function, ArrayRef<Object> elements) {
  // The function's body has places of its own; what follows is about the call again.
  SourceRange callRange = range;
  Location callLocation = location;
  Block *body = builder.getInsertionBlock();
  FailureOr<SmallVector<Object>> results = callFunction(function, elements);
  range = callRange;
  location = callLocation;
  if (failed(results)) {
    return failure();
  }
  RankedTensorType block;
  body->walk([&](Operation *op) {
    block = findBlock(op);
    return block ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (block) {
    report(DiagnosticKind::ElementFunctionUsesBlock) << shapeText(block.getShape());
    return failure();
  }
  return results;
}

Type Emitter::typeOf(const DType &type, Shape shape) {
  // One dimension more is for what is joined and merged again.
  assert(shape.size() <= target.maxBlockRank + 1 && "the rank of a block is checked where it grows");
  assert(llvm::all_of(shape, [&](int64_t size) { return size > 0 && size <= target.maxBlockElements; }) &&
         "the size of a block is checked where it grows");
  Type element = elementType(type);
  return element && !shape.empty() ? RankedTensorType::get(shape, element) : element;
}

/// A constant with `element` in each place of `shape`.
static Value makeConstant(Emitter &emitter, TypedAttr element, Shape shape) {
  if (shape.empty()) {
    return emitter.make<arith::ConstantOp>(element);
  }
  auto type = RankedTensorType::get(shape, element.getType());
  return emitter.make<arith::ConstantOp>(DenseElementsAttr::get(type, ArrayRef<Attribute>(element)));
}

TypedValue Emitter::constant(const DType &type, const llvm::APInt &value, Shape shape) {
  Type element = plainType(type.kind(), builder.getContext());
  if (type.isFp8()) {
    return constant(type, value.roundToDouble(/*isSigned=*/true), shape);
  }
  if (auto floatType = dyn_cast<FloatType>(element)) {
    llvm::APFloat converted(floatType.getFloatSemantics());
    converted.convertFromAPInt(value, /*IsSigned=*/true, llvm::APFloat::rmNearestTiesToEven);
    return {makeConstant(*this, FloatAttr::get(floatType, converted), shape), type};
  }
  llvm::APInt bits = type.isBool() ? llvm::APInt(1, !value.isZero()) : value.sextOrTrunc(type.bitWidth());
  return {makeConstant(*this, IntegerAttr::get(element, bits), shape), type};
}

/// The value rounded to a float type; fp8 types saturate.
static llvm::APFloat roundTo(const llvm::fltSemantics &semantics, double value, bool saturates) {
  llvm::APFloat rounded(value);
  bool losesInfo = false;
  rounded.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  if (saturates && !std::isnan(value) && !rounded.isFinite()) {
    return llvm::APFloat::getLargest(semantics, std::signbit(value));
  }
  return rounded;
}

TypedValue Emitter::constant(const DType &type, double value, Shape shape) {
  Type element = plainType(type.kind(), builder.getContext());
  if (auto floatType = dyn_cast<FloatType>(element)) {
    llvm::APFloat rounded = roundTo(floatType.getFloatSemantics(), value, type.isFp8());
    return {makeConstant(*this, FloatAttr::get(floatType, rounded), shape), type};
  }
  if (type.isBool()) {
    return constant(type, llvm::APInt(64, value != 0), shape);
  }
  llvm::APSInt bits(type.bitWidth(), /*isUnsigned=*/!type.isSignedInteger());
  bool isExact = false;
  llvm::APFloat(value).convertToInteger(bits, llvm::APFloat::rmTowardZero, &isExact);
  return {makeConstant(*this, IntegerAttr::get(element, bits), shape), type};
}

TypedValue Emitter::intConstant(const DType &type, int64_t value, Shape shape) {
  return constant(type, llvm::APInt(64, static_cast<uint64_t>(value), /*isSigned=*/true), shape);
}

Typed Emitter::numberAs(const Object &number, const DType &type, Shape shape) {
  if (type.isPointer()) {
    FailureOr<DType> own = numberType(number);
    Type result = typeOf(type, shape);
    if (failed(own) || !result) {
      return failure();
    }
    if (!own->isInteger()) {
      report(DiagnosticKind::CastNotPossible) << own->name() << type.name();
      return failure();
    }
    TypedValue address = constant(DTypeKind::Int64, number.toInteger()->bits(), shape);
    return TypedValue{make<tk::IntToPtrOp>(result, address.value), type};
  }
  if (!elementType(type)) {
    return failure();
  }
  if (number.isFloat()) {
    return constant(type, number.asFloat(), shape);
  }
  return constant(type, number.toInteger()->bits(), shape);
}

FailureOr<DType> Emitter::numberType(const Object &number) {
  if (number.isBool()) {
    return DType(DTypeKind::Int1);
  }
  if (number.isFloat()) {
    double magnitude = std::fabs(number.asFloat());
    bool fits = magnitude >= std::numeric_limits<float>::min() && magnitude <= std::numeric_limits<float>::max();
    bool isSpecial = magnitude == 0 || !std::isfinite(magnitude);
    return DType(fits || isSpecial ? DTypeKind::Float32 : DTypeKind::Float64);
  }
  if (number.isInt()) {
    for (DTypeKind kind : {DTypeKind::Int32, DTypeKind::UInt32, DTypeKind::Int64, DTypeKind::UInt64}) {
      if (number.asInteger() >= minOf(kind) && number.asInteger() <= maxOf(kind)) {
        return DType(kind);
      }
    }
    report(DiagnosticKind::NumberTooLarge) << numberText(number);
    return failure();
  }
  std::string_view name = number.isBuiltin() ? number.dataAs<evaluate::BuiltinObject>()->name : std::string_view();
  if (std::optional<evaluate::MissingImport> import = evaluate::findMissingImport(name)) {
    report(DiagnosticKind::ImportNotFound) << import->name << import->module;
  } else {
    report(DiagnosticKind::NotARunTimeValue) << typeText(number);
  }
  return failure();
}

Typed Emitter::toTyped(const Object &object) {
  if (const TypedValue *value = asTyped(object)) {
    return *value;
  }
  FailureOr<DType> type = numberType(object);
  if (failed(type)) {
    return failure();
  }
  return numberAs(object, *type);
}

std::string typeList(ArrayRef<DTypeKind> kinds) {
  std::vector<std::string> names;
  for (DTypeKind kind : kinds) {
    names.push_back(DType(kind).name());
  }
  return llvm::join(names, ", ");
}

std::string numberText(const Object &number) {
  if (number.isBool()) {
    return number.asBool() ? "True" : "False";
  }
  if (number.isInt()) {
    const evaluate::Integer &integer = number.asInteger();
    return integer.hasDecimalText() ? integer.toString() : "of " + std::to_string(integer.bitLength()) + " bits";
  }
  SmallString<32> text;
  llvm::APFloat(number.asFloat()).toString(text);
  return std::string(text);
}

DType intType(unsigned bitWidth, bool isSigned) {
  switch (bitWidth) {
  case 1:
    return DTypeKind::Int1;
  case 8:
    return isSigned ? DTypeKind::Int8 : DTypeKind::UInt8;
  case 16:
    return isSigned ? DTypeKind::Int16 : DTypeKind::UInt16;
  case 32:
    return isSigned ? DTypeKind::Int32 : DTypeKind::UInt32;
  default:
    return isSigned ? DTypeKind::Int64 : DTypeKind::UInt64;
  }
}

Integer minOf(const DType &type) {
  return type.isSignedInteger() ? -(Integer(1) << (type.bitWidth() - 1)) : Integer(0);
}

Integer maxOf(const DType &type) {
  unsigned bits = type.isSignedInteger() ? type.bitWidth() - 1 : type.bitWidth();
  return (Integer(1) << bits) - Integer(1);
}

} // namespace tkc::elaborate
