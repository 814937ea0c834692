// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elementwise functions of `tl` and `tl.math`, and powers.
#include "MathFunctions.h"

#include "llvm/ADT/StringRef.h"

#include <cmath>

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Operators.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;

static LogicalResult reject(Emitter &emitter, std::string_view function, const DType &type, std::string_view needed) {
  emitter.report(DiagnosticKind::OperandNotSupported) << function << type.name() << needed;
  return failure();
}

/// Both operands as run-time values of the promoted type; numbers count with their own types here.
static FailureOr<std::pair<TypedValue, TypedValue>> promoteValues(Emitter &emitter, Arguments &arguments,
                                                                  const Object &left, const Object &right,
                                                                  bool isDivision = false) {
  Typed leftValue = emitter.toTyped(left), rightValue = emitter.toTyped(right);
  if (failed(leftValue) || failed(rightValue)) {
    return failure();
  }
  return promoteOperands(emitter, arguments.function(), makeObject(*leftValue), makeObject(*rightValue), isDivision);
}

//===----------------------------------------------------------------------===//
// Functions of one float.
//===----------------------------------------------------------------------===//

/// Applies an op in fp32 or fp64; narrower floats go through fp32.
template <typename Op>
static Result callFloatUnary(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  if (failed(value)) {
    return failure();
  }
  const DType &type = value->dtype;
  if (!type.isFloat()) {
    return reject(emitter, arguments.function(), type, "floats");
  }
  TypedValue wide = type.bitWidth() < 32 ? *castTo(emitter, *value, DTypeKind::Float32) : *value;
  TypedValue result = {emitter.make<Op>(wide.value), wide.dtype};
  return makeObject(*castTo(emitter, result, type));
}

static Result callAbs(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  if (failed(value)) {
    return failure();
  }
  const DType &type = value->dtype;
  if (type.isPointer()) {
    return reject(emitter, arguments.function(), type, "integers and floats");
  }
  if (type.isFp8()) {
    TypedValue bits = *bitcastTo(emitter, *value, DTypeKind::UInt8);
    TypedValue mask = emitter.intConstant(DTypeKind::UInt8, 0x7f, value->shape());
    return makeObject(*bitcastTo(emitter, arithmetic(emitter, BinaryOp::BitAnd, bits, mask), type));
  }
  if (type.isFloat()) {
    return makeObject({emitter.make<math::AbsFOp>(value->value), type});
  }
  return makeObject(type.isSignedInteger() ? TypedValue{emitter.make<math::AbsIOp>(value->value), type} : *value);
}

/// The square root, rounded to nearest.
static Result callExactSqrt(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  if (failed(value)) {
    return failure();
  }
  if (value->dtype.is(DTypeKind::Float64)) {
    return makeObject({emitter.make<math::SqrtOp>(value->value), value->dtype});
  }
  if (!value->dtype.is(DTypeKind::Float32)) {
    return reject(emitter, arguments.function(), value->dtype, typeList({DTypeKind::Float32, DTypeKind::Float64}));
  }
  return makeObject({emitter.make<tk::SqrtRnOp>(value->value), value->dtype});
}

//===----------------------------------------------------------------------===//
// Functions of several operands.
//===----------------------------------------------------------------------===//

/// Divides floats, with correct rounding if `isExact`.
static TypedValue divide(Emitter &emitter, const TypedValue &left, const TypedValue &right, bool isExact) {
  if (isExact && left.dtype.is(DTypeKind::Float32)) {
    return {emitter.make<tk::DivRnOp>(left.value, right.value), left.dtype};
  }
  return arithmetic(emitter, BinaryOp::Div, left, right);
}

static Result callExactDivide(Emitter &emitter, Arguments &arguments) {
  auto operands = promoteValues(emitter, arguments, arguments.get("x"), arguments.get("y"));
  if (failed(operands)) {
    return failure();
  }
  const DType &type = operands->first.dtype;
  if (!type.is(DTypeKind::Float32) && !type.is(DTypeKind::Float64)) {
    return reject(emitter, arguments.function(), type, typeList({DTypeKind::Float32, DTypeKind::Float64}));
  }
  return makeObject(divide(emitter, operands->first, operands->second, /*isExact=*/true));
}

static Result callFloatDivide(Emitter &emitter, Arguments &arguments) {
  FailureOr<bool> isExact = arguments.boolean("ieee_rounding");
  auto operands = promoteValues(emitter, arguments, arguments.get("x"), arguments.get("y"), /*isDivision=*/true);
  if (failed(operands) || failed(isExact)) {
    return failure();
  }
  if (!operands->first.dtype.isFloat()) {
    return reject(emitter, arguments.function(), operands->first.dtype, "floats");
  }
  return makeObject(divide(emitter, operands->first, operands->second, *isExact));
}

static Result callFma(Emitter &emitter, Arguments &arguments) {
  auto factors = promoteValues(emitter, arguments, arguments.get("x"), arguments.get("y"));
  auto sum =
      failed(factors) ? factors : promoteValues(emitter, arguments, makeObject(factors->first), arguments.get("z"));
  if (failed(sum)) {
    return failure();
  }
  DType type = sum->first.dtype;
  if (!type.isFloat()) {
    return reject(emitter, arguments.function(), type, "floats");
  }
  DType computed = type.isFp8() ? DType(DTypeKind::Float32) : type;
  TypedValue operands[] = {sum->first, factors->second, sum->second};
  for (TypedValue &operand : operands) {
    operand = *castTo(emitter, operand, computed);
  }
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  Value result = emitter.make<math::FmaOp>(operands[0].value, operands[1].value, operands[2].value);
  return makeObject(*castTo(emitter, {result, computed}, type));
}

static Result callUMulHi(Emitter &emitter, Arguments &arguments) {
  auto operands = promoteValues(emitter, arguments, arguments.get("x"), arguments.get("y"));
  if (failed(operands)) {
    return failure();
  }
  const DType &type = operands->first.dtype;
  if (!type.isInteger() || type.bitWidth() < 32) {
    return reject(emitter, arguments.function(), type, "integers of 32 or 64 bits");
  }
  return makeObject({emitter.make<tk::UMulHiOp>(operands->first.value, operands->second.value), type});
}

//===----------------------------------------------------------------------===//
// Extrema.
//===----------------------------------------------------------------------===//

static Value floatExtremum(Emitter &emitter, bool isMax, NanRule rule, Value left, Value right) {
  if (rule == NanRule::Nan) {
    return isMax ? emitter.make<arith::MaximumFOp>(left, right) : emitter.make<arith::MinimumFOp>(left, right);
  }
  return isMax ? emitter.make<arith::MaxNumFOp>(left, right) : emitter.make<arith::MinNumFOp>(left, right);
}

static Value integerExtremum(Emitter &emitter, bool isMax, bool isSigned, Value left, Value right) {
  if (isSigned) {
    return isMax ? emitter.make<arith::MaxSIOp>(left, right) : emitter.make<arith::MinSIOp>(left, right);
  }
  return isMax ? emitter.make<arith::MaxUIOp>(left, right) : emitter.make<arith::MinUIOp>(left, right);
}

TypedValue extremum(Emitter &emitter, bool isMax, NanRule rule, const TypedValue &left, const TypedValue &right) {
  const DType &type = left.dtype;
  if (type.isFp8()) {
    DType wide = DTypeKind::Float32;
    TypedValue result = extremum(emitter, isMax, rule, *castTo(emitter, left, wide), *castTo(emitter, right, wide));
    return *castTo(emitter, result, type);
  }
  if (type.isFloat()) {
    return {floatExtremum(emitter, isMax, rule, left.value, right.value), type};
  }
  return {integerExtremum(emitter, isMax, type.isSignedInteger(), left.value, right.value), type};
}

static FailureOr<NanRule> readNanRule(Arguments &arguments) {
  const Object &found = arguments.get("propagate_nan");
  if (found.isNone()) {
    return NanRule::Number;
  }
  llvm::StringRef name = found.isBuiltin() ? llvm::StringRef(found.builtinName()) : "";
  if (name.ends_with("PropagateNan.ALL")) {
    return NanRule::Nan;
  }
  if (name.ends_with("PropagateNan.NONE")) {
    return NanRule::Number;
  }
  return arguments.wrongKind("propagate_nan", "tl.PropagateNan.NONE or tl.PropagateNan.ALL");
}

/// bf16 is compared in fp32.
static Typed widenBFloat(Emitter &emitter, const Object &object) {
  Typed value = emitter.toTyped(object);
  bool widens = succeeded(value) && value->dtype.is(DTypeKind::BFloat16);
  return widens ? castTo(emitter, *value, DTypeKind::Float32) : value;
}

template <bool isMax>
static Result callExtremum(Emitter &emitter, Arguments &arguments) {
  FailureOr<NanRule> rule = readNanRule(arguments);
  Typed left = widenBFloat(emitter, arguments.get("x")), right = widenBFloat(emitter, arguments.get("y"));
  if (failed(rule) || failed(left) || failed(right)) {
    return failure();
  }
  auto operands = promoteValues(emitter, arguments, makeObject(*left), makeObject(*right));
  if (failed(operands)) {
    return failure();
  }
  return makeObject(extremum(emitter, isMax, *rule, operands->first, operands->second));
}

static Result callClamp(Emitter &emitter, Arguments &arguments) {
  FailureOr<NanRule> rule = readNanRule(arguments);
  Typed value = widenBFloat(emitter, arguments.get("x")), low = widenBFloat(emitter, arguments.get("min")),
        high = widenBFloat(emitter, arguments.get("max"));
  if (failed(rule) || failed(value) || failed(low) || failed(high)) {
    return failure();
  }
  auto lower = promoteValues(emitter, arguments, makeObject(*value), makeObject(*low));
  auto upper = failed(lower) ? lower : promoteValues(emitter, arguments, makeObject(lower->first), makeObject(*high));
  if (failed(upper)) {
    return failure();
  }
  if (!upper->first.dtype.isFloat()) {
    return reject(emitter, arguments.function(), upper->first.dtype, "floats");
  }
  TypedValue operands[] = {upper->first, *castTo(emitter, lower->second, upper->first.dtype), upper->second};
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  TypedValue atLeast = extremum(emitter, /*isMax=*/true, *rule, operands[0], operands[1]);
  return makeObject(extremum(emitter, /*isMax=*/false, *rule, atLeast, operands[2]));
}

//===----------------------------------------------------------------------===//
// Powers.
//===----------------------------------------------------------------------===//

/// base multiplied by itself; exponent > 0.
static TypedValue multiplyOut(Emitter &emitter, TypedValue base, int64_t exponent) {
  std::optional<TypedValue> product;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1) {
      product = product ? arithmetic(emitter, BinaryOp::Mul, *product, base) : base;
    }
    if (exponent > 1) {
      base = arithmetic(emitter, BinaryOp::Mul, base, base);
    }
  }
  return *product;
}

/// base ** exponent for a whole exponent known at compile time.
static Result wholePower(Emitter &emitter, const TypedValue &base, int64_t exponent) {
  const DType &type = base.dtype;
  if (exponent < 0 && !type.isFloat()) {
    emitter.report(DiagnosticKind::OperandNotSupported).hint("cast the base to a float")
        << "** " + std::to_string(exponent) << type.name() << "floats";
    return failure();
  }
  TypedValue one =
      type.isFloat() ? emitter.constant(type, 1.0, base.shape()) : emitter.intConstant(type, 1, base.shape());
  if (exponent == 0) {
    return makeObject(one);
  }
  TypedValue power = multiplyOut(emitter, base, std::abs(exponent));
  return makeObject(exponent < 0 ? arithmetic(emitter, BinaryOp::Div, one, power) : power);
}

Result powerOperator(Emitter &emitter, const Object &base, const Object &exponent) {
  Typed value = emitter.toTyped(base);
  if (failed(value)) {
    return failure();
  }
  if (value->dtype.isPointer()) {
    return reject(emitter, "**", value->dtype, "integers and floats");
  }
  std::optional<double> number = exponent.toDouble();
  constexpr double largest = 1 << 16; // multiplications stay few
  if (number && *number == std::floor(*number) && std::fabs(*number) <= largest &&
      (exponent.isInt() || value->dtype.isFloat())) {
    return wholePower(emitter, *value, static_cast<int64_t>(*number));
  }
  auto operands = promoteOperands(emitter, "**", makeObject(*value), exponent);
  if (failed(operands)) {
    return failure();
  }
  if (!operands->first.dtype.isFloat()) {
    return reject(emitter, "**", operands->first.dtype, "an exponent known at compile time, or floats");
  }
  return callLibdevice(emitter, "pow", {makeObject(operands->first), makeObject(operands->second)});
}

ArrayRef<Builtin> mathBuiltins() {
  static const Builtin table[] = {
      {"tl.exp", "x", callFloatUnary<math::ExpOp>},
      {"tl.exp2", "x", callFloatUnary<math::Exp2Op>},
      {"tl.log", "x", callFloatUnary<math::LogOp>},
      {"tl.log2", "x", callFloatUnary<math::Log2Op>},
      {"tl.sin", "x", callFloatUnary<math::SinOp>},
      {"tl.cos", "x", callFloatUnary<math::CosOp>},
      {"tl.sqrt", "x", callFloatUnary<math::SqrtOp>},
      {"tl.rsqrt", "x", callFloatUnary<math::RsqrtOp>},
      {"tl.erf", "x", callFloatUnary<math::ErfOp>},
      {"tl.floor", "x", callFloatUnary<math::FloorOp>},
      {"tl.ceil", "x", callFloatUnary<math::CeilOp>},
      {"tl.abs", "x", callAbs},
      {"tl.sqrt_rn", "x", callExactSqrt},
      {"tl.div_rn", "x, y", callExactDivide},
      {"tl.fdiv", "x, y, ieee_rounding=False", callFloatDivide},
      {"tl.fma", "x, y, z", callFma},
      {"tl.umulhi", "x, y", callUMulHi},
      {"tl.maximum", "x, y, propagate_nan=None", callExtremum<true>},
      {"tl.minimum", "x, y, propagate_nan=None", callExtremum<false>},
      {"tl.clamp", "x, min, max, propagate_nan=None", callClamp},
  };
  return table;
}

} // namespace tkc::elaborate
