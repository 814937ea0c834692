// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts of every pair of types, and the functions that ask for them.
#include "Casts.h"

#include "Arguments.h"
#include "Families.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

bool isNarrowing(const DType &from, const DType &to) {
  return from.isFloat() && to.isFloat() && from.bitWidth() > to.bitWidth();
}

/// Emits one op that changes the element type only.
template <typename Op>
static TypedValue convert(Emitter &emitter, const TypedValue &value, const DType &type) {
  return {emitter.make<Op>(emitter.typeOf(type, value.shape()), value.value), type};
}

/// Brings a float into the finite range of an fp8 type; NaN stays.
static Value clampToRange(Emitter &emitter, const TypedValue &value, const DType &type) {
  auto fp8 = cast<FloatType>(emitter.elementType(type));
  double largest = llvm::APFloat::getLargest(fp8.getFloatSemantics()).convertToDouble();
  Value high = emitter.constant(value.dtype, largest, value.shape()).value;
  Value low = emitter.constant(value.dtype, -largest, value.shape()).value;
  Value atMost = emitter.make<arith::MinimumFOp>(value.value, high);
  return emitter.make<arith::MaximumFOp>(atMost, low);
}

static TypedValue truncateFloat(Emitter &emitter, const TypedValue &value, const DType &type, Rounding rounding) {
  Value source = type.isFp8() ? clampToRange(emitter, value, type) : value.value;
  auto op = emitter.create<arith::TruncFOp>(emitter.typeOf(type, value.shape()), source);
  if (rounding == Rounding::TowardZero) {
    op.setRoundingmode(arith::RoundingMode::toward_zero);
  }
  return {op, type};
}

static Typed castFloatToFloat(Emitter &emitter, const TypedValue &value, const DType &type, Rounding rounding) {
  const DType &from = value.dtype;
  if (from.bitWidth() == type.bitWidth() || (from.isFp8() && type.is(DTypeKind::Float64)) ||
      (from.is(DTypeKind::Float64) && type.isFp8())) {
    // fp16 holds every fp8 number, fp32 every 16-bit one.
    DType middle = from.isFp8() && type.isFp8() ? DTypeKind::Float16 : DTypeKind::Float32;
    Typed widened = castFloatToFloat(emitter, value, middle, rounding);
    return castFloatToFloat(emitter, *widened, type, rounding);
  }
  if (from.bitWidth() < type.bitWidth()) {
    return convert<arith::ExtFOp>(emitter, value, type);
  }
  return truncateFloat(emitter, value, type, rounding);
}

/// value != 0, as int1.
static TypedValue isNonZero(Emitter &emitter, const TypedValue &value) {
  DType boolean = DTypeKind::Int1;
  if (value.dtype.isFloat()) {
    Value zero = emitter.constant(value.dtype, 0.0, value.shape()).value;
    return {emitter.make<arith::CmpFOp>(arith::CmpFPredicate::UNE, value.value, zero), boolean};
  }
  Value zero = emitter.intConstant(value.dtype, 0, value.shape()).value;
  return {emitter.make<arith::CmpIOp>(arith::CmpIPredicate::ne, value.value, zero), boolean};
}

static TypedValue castIntToInt(Emitter &emitter, const TypedValue &value, const DType &type) {
  if (type.isBool()) {
    return isNonZero(emitter, value);
  }
  unsigned from = value.dtype.bitWidth(), to = type.bitWidth();
  if (from == to) {
    return {value.value, type};
  }
  if (from > to) {
    return convert<arith::TruncIOp>(emitter, value, type);
  }
  return value.dtype.isSignedInteger() ? convert<arith::ExtSIOp>(emitter, value, type)
                                       : convert<arith::ExtUIOp>(emitter, value, type);
}

static Typed castFloatToInt(Emitter &emitter, const TypedValue &value, const DType &type) {
  TypedValue source = value;
  if (value.dtype.bitWidth() < 32) {
    source = *castFloatToFloat(emitter, value, DTypeKind::Float32, Rounding::NearestEven);
  }
  if (type.isBool()) {
    return isNonZero(emitter, source);
  }
  return type.isSignedInteger() ? convert<arith::FPToSIOp>(emitter, source, type)
                                : convert<arith::FPToUIOp>(emitter, source, type);
}

static Typed castIntToFloat(Emitter &emitter, const TypedValue &value, const DType &type, Rounding rounding) {
  DType reached = type.bitWidth() < 32 ? DType(DTypeKind::Float32) : type;
  TypedValue converted = value.dtype.isSignedInteger() ? convert<arith::SIToFPOp>(emitter, value, reached)
                                                       : convert<arith::UIToFPOp>(emitter, value, reached);
  return reached == type ? converted : castFloatToFloat(emitter, converted, type, rounding);
}

static Typed castPointer(Emitter &emitter, const TypedValue &value, const DType &type) {
  if (value.dtype.isPointer() && type.isPointer()) {
    Type result = emitter.typeOf(type, value.shape());
    if (result == value.value.getType()) {
      return TypedValue{value.value, type};
    }
    return TypedValue{emitter.make<tk::PtrCastOp>(result, value.value), type};
  }
  if (type.isPointer() && value.dtype.isInteger()) {
    TypedValue address = castIntToInt(emitter, value, DTypeKind::Int64);
    return convert<tk::IntToPtrOp>(emitter, address, type);
  }
  if (value.dtype.isPointer() && type.isInteger() && (type.bitWidth() == 64 || type.isBool())) {
    TypedValue address = convert<tk::PtrToIntOp>(emitter, value, intType(64, !type.isUnsignedInteger()));
    return castIntToInt(emitter, address, type);
  }
  DiagnosticBuilder report = emitter.report(DiagnosticKind::CastNotPossible);
  report << value.dtype.name() << type.name();
  if (value.dtype.isPointer() && type.isInteger()) {
    report.hint("cast the pointer to int64 first");
  }
  return failure();
}

Typed castTo(Emitter &emitter, const TypedValue &value, const DType &type, Rounding rounding) {
  const DType &from = value.dtype;
  if (from == type) {
    return value;
  }
  if (!emitter.elementType(type)) {
    return failure();
  }
  if (from.isPointer() || type.isPointer()) {
    return castPointer(emitter, value, type);
  }
  if (from.isFloat()) {
    return type.isFloat() ? castFloatToFloat(emitter, value, type, rounding) : castFloatToInt(emitter, value, type);
  }
  return type.isFloat() ? castIntToFloat(emitter, value, type, rounding) : Typed(castIntToInt(emitter, value, type));
}

Typed promoteTo(Emitter &emitter, const TypedValue &value, const DType &type) {
  Typed result = castTo(emitter, value, type);
  if (succeeded(result) && result->value != value.value) {
    if (auto extension = result->value.getDefiningOp<arith::ExtSIOp>()) {
      extension->setAttr(tk::implicitAttrName, emitter.builder.getUnitAttr());
    }
  }
  return result;
}

Typed bitcastTo(Emitter &emitter, const TypedValue &value, const DType &type) {
  if (value.dtype == type) {
    return value;
  }
  if (!emitter.elementType(type)) {
    return failure();
  }
  if (value.dtype.bitWidth() != type.bitWidth()) {
    emitter.report(DiagnosticKind::BitcastWidthMismatch)
        << value.dtype.name() << value.dtype.bitWidth() << type.name() << type.bitWidth();
    return failure();
  }
  if (value.dtype.isInteger() && type.isInteger()) {
    return TypedValue{value.value, type};
  }
  if (!value.dtype.isPointer() && !type.isPointer()) {
    return convert<arith::BitcastOp>(emitter, value, type);
  }
  if (value.dtype.isFloat() || type.isFloat()) { // fp64 and a pointer, by way of the address
    Typed address = bitcastTo(emitter, value, DTypeKind::Int64);
    return failed(address) ? Typed(failure()) : bitcastTo(emitter, *address, type);
  }
  return castPointer(emitter, value, type);
}

/// Reads `fp_downcast_rounding`; none means nearest even.
static FailureOr<std::optional<Rounding>> readRounding(Arguments &arguments) {
  FailureOr<std::string> name = arguments.string("fp_downcast_rounding");
  if (failed(name)) {
    return failure();
  }
  if (name->empty()) {
    return std::optional<Rounding>();
  }
  if (*name == "rtne" || *name == "rtz") {
    return std::optional<Rounding>(*name == "rtz" ? Rounding::TowardZero : Rounding::NearestEven);
  }
  return arguments.unknownOption("fp_downcast_rounding", *name, "rtne, rtz");
}

static Result callCast(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("input");
  FailureOr<DType> type = arguments.dtype("dtype");
  FailureOr<bool> bitcast = arguments.boolean("bitcast");
  FailureOr<std::optional<Rounding>> rounding = readRounding(arguments);
  if (failed(value) || failed(type) || failed(bitcast) || failed(rounding)) {
    return failure();
  }
  DType scalar = type->isBlock() ? type->element() : *type;
  if (rounding->has_value() && value->dtype != scalar && !isNarrowing(value->dtype, scalar)) {
    emitter.report(DiagnosticKind::RoundingNotApplicable) << value->dtype.name() << scalar.name();
    return failure();
  }
  Typed result = *bitcast ? bitcastTo(emitter, *value, scalar)
                          : castTo(emitter, *value, scalar, rounding->value_or(Rounding::NearestEven));
  return failed(result) ? Result(failure()) : makeObject(*result);
}

ArrayRef<Builtin> castBuiltins() {
  static const Builtin table[] = {
      {"tl.cast", "input, dtype, fp_downcast_rounding=None, bitcast=False", callCast},
      {"tl.to", "input, dtype, fp_downcast_rounding=None, bitcast=False", callCast},
  };
  return table;
}

} // namespace tkc::elaborate
