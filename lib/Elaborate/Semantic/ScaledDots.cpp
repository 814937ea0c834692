// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `tl.dot_scaled`: operands of few bits with a scale for each group of elements, widened to 16 bits and multiplied.
#include "llvm/ADT/Sequence.h"

#include <limits>

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Operators.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;
using ast::CompareOp;

namespace {
/// One side of the product.
struct ScaledOperand {
  TypedValue elements;
  std::optional<TypedValue> scale;
  std::string format;
  /// The dimension that is summed over.
  unsigned innerAxis = 0;
  /// The dimension along which two elements share a byte.
  unsigned packedAxis = 0;
};
} // namespace

static FailureOr<ScaledOperand> readOperand(Emitter &emitter, Arguments &arguments, bool isLeft) {
  std::string side = isLeft ? "lhs" : "rhs";
  Typed elements = arguments.value(side);
  FailureOr<std::optional<TypedValue>> scale = arguments.optionalValue(side + "_scale");
  FailureOr<std::string> format = arguments.string(side + "_format");
  FailureOr<bool> packsInner = arguments.boolean(side + "_k_pack");
  if (failed(elements) || failed(scale) || failed(format) || failed(packsInner)) {
    return failure();
  }
  if (elements->rank() < 2) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << arguments.function() << elements->typeText() << "blocks of two dimensions or more";
    return failure();
  }
  static constexpr StringRef formats[] = {"e2m1", "e4m3", "e5m2", "bf16", "fp16"};
  if (!llvm::is_contained(formats, StringRef(*format))) {
    return arguments.unknownOption(side + "_format", *format, "e2m1, e4m3, e5m2, bf16, fp16");
  }
  if (!*packsInner && *format != "e2m1") {
    return arguments.unknownOption(side + "_k_pack", "False", "True, for all formats but e2m1");
  }
  unsigned rank = elements->rank();
  unsigned inner = isLeft ? rank - 1 : rank - 2, outer = isLeft ? rank - 2 : rank - 1;
  return ScaledOperand{*elements, *scale, *format, inner, *packsInner ? inner : outer};
}

static TypedValue integerOp(Emitter &emitter, BinaryOp op, const TypedValue &value, int64_t number) {
  return arithmetic(emitter, op, value, emitter.intConstant(value.dtype, number, value.shape()));
}

/// Four bits of e2m1 (sign, two of exponent, one of mantissa) in the low half of a uint16, as a 16-bit float.
static TypedValue widenNibble(Emitter &emitter, const TypedValue &nibble, const DType &type) {
  unsigned mantissa = type.mantissaWidth();
  int64_t half = int64_t(type.exponentBias() - 1) << mantissa; // the bits of 0.5
  TypedValue magnitude = integerOp(emitter, BinaryOp::BitAnd, nibble, 7);
  TypedValue sign = integerOp(emitter, BinaryOp::LShift, integerOp(emitter, BinaryOp::RShift, nibble, 3), 15);
  TypedValue normal =
      integerOp(emitter, BinaryOp::Add, integerOp(emitter, BinaryOp::LShift, magnitude, mantissa - 1), half);
  auto isNumber = [&](int64_t number) {
    return comparison(emitter, CompareOp::Eq, magnitude, emitter.intConstant(nibble.dtype, number, nibble.shape()));
  };
  TypedValue halfBits = emitter.intConstant(nibble.dtype, half, nibble.shape());
  TypedValue zeroBits = emitter.intConstant(nibble.dtype, 0, nibble.shape());
  TypedValue bits = choose(emitter, isNumber(0), zeroBits, choose(emitter, isNumber(1), halfBits, normal));
  return *bitcastTo(emitter, arithmetic(emitter, BinaryOp::BitOr, bits, sign), type);
}

/// The two e2m1 numbers of each byte, the low half first, one after the other along an axis.
static Typed unpack(Emitter &emitter, const TypedValue &bytes, unsigned axis, const DType &type) {
  TypedValue words = *castTo(emitter, bytes, DTypeKind::UInt16);
  TypedValue low = widenNibble(emitter, integerOp(emitter, BinaryOp::BitAnd, words, 15), type);
  TypedValue high = widenNibble(emitter, integerOp(emitter, BinaryOp::RShift, words, 4), type);
  return interleaveAlong(emitter, low, high, axis);
}

/// The elements as 16-bit floats.
static Typed widenElements(Emitter &emitter, Arguments &arguments, const ScaledOperand &operand, const DType &type) {
  const TypedValue &elements = operand.elements;
  DType stored = operand.format == "e4m3"   ? DTypeKind::Float8E4M3FN
                 : operand.format == "e5m2" ? DTypeKind::Float8E5M2
                 : operand.format == "bf16" ? DTypeKind::BFloat16
                 : operand.format == "fp16" ? DTypeKind::Float16
                                            : DTypeKind::UInt8;
  bool isBits = elements.dtype.isInteger() && elements.dtype.bitWidth() == stored.bitWidth();
  if (elements.dtype != stored && !isBits) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << std::string(arguments.function()) + " with format " + operand.format << elements.dtype.name()
        << stored.name() + ", or an integer of its width";
    return failure();
  }
  Typed bits = bitcastTo(emitter, elements, stored); // not every machine has all fp8 types
  if (failed(bits)) {
    return failure();
  }
  if (operand.format == "e2m1") {
    return unpack(emitter, *bits, operand.packedAxis, type);
  }
  return castTo(emitter, *bits, type);
}

/// The scales as floats of the type: fp8 numbers, or bytes that are exponents of two; the byte 255 stands for NaN.
static TypedValue widenScale(Emitter &emitter, const TypedValue &scale, const DType &type, bool ignoresNan) {
  if (scale.dtype.isFp8()) {
    return *castTo(emitter, scale, type);
  }
  TypedValue exponent = *castTo(emitter, *bitcastTo(emitter, scale, DTypeKind::UInt8), DTypeKind::UInt32);
  TypedValue power = *bitcastTo(emitter, integerOp(emitter, BinaryOp::LShift, exponent, 23), DType(DTypeKind::Float32));
  if (!ignoresNan) {
    TypedValue all = emitter.intConstant(exponent.dtype, 255, exponent.shape());
    TypedValue nan = emitter.constant(power.dtype, std::numeric_limits<double>::quiet_NaN(), power.shape());
    power = choose(emitter, comparison(emitter, CompareOp::Eq, exponent, all), nan, power);
  }
  return *castTo(emitter, power, type);
}

/// Checks that a scale has one entry for each 16 or 32 elements; its dimensions are those of the operand with the
/// summed one last.
static FailureOr<int64_t> groupSize(Emitter &emitter, const ScaledOperand &operand, Shape elements) {
  Shape scale = operand.scale->shape();
  unsigned rank = elements.size(), outerAxis = operand.innerAxis == rank - 1 ? rank - 2 : rank - 1;
  int64_t inner = elements[operand.innerAxis];
  bool fits =
      scale.size() == rank && scale[rank - 2] == elements[outerAxis] && scale.drop_back(2) == elements.drop_back(2);
  int64_t group = fits ? inner / scale.back() : 0;
  const DType &type = operand.scale->dtype;
  bool isKnown = type.isFp8() || (type.isInteger() && type.bitWidth() == 8);
  if (!isKnown || (group != 16 && group != 32)) {
    emitter.report(DiagnosticKind::DotScaleMismatch) << operand.scale->typeText() << shapeText(elements);
    return failure();
  }
  return group;
}

/// The operand with each group of elements multiplied by its scale.
static Typed applyScale(Emitter &emitter, const ScaledOperand &operand, const TypedValue &elements, bool ignoresNan) {
  if (!operand.scale) {
    return elements;
  }
  FailureOr<int64_t> group = groupSize(emitter, operand, elements.shape());
  if (failed(group)) {
    return failure();
  }
  TypedValue scale = widenScale(emitter, *operand.scale, elements.dtype, ignoresNan);
  SmallVector<int64_t> repeated(scale.shape()), flat(scale.shape());
  repeated.push_back(*group);
  flat.back() *= *group;
  scale = reshapeTo(emitter, *broadcastTo(emitter, expandDims(emitter, scale, scale.rank()), repeated), flat);
  if (operand.innerAxis != elements.rank() - 1) {
    scale = transposeLast(emitter, scale);
  }
  return arithmetic(emitter, BinaryOp::Mul, elements, scale);
}

static Result callDotScaled(Emitter &emitter, Arguments &arguments) {
  FailureOr<ScaledOperand> left = readOperand(emitter, arguments, true), right = readOperand(emitter, arguments, false);
  FailureOr<bool> ignoresNan = arguments.boolean("fast_math");
  if (failed(left) || failed(right) || failed(ignoresNan)) {
    return failure();
  }
  if (!arguments.isNone("out_dtype")) {
    FailureOr<DType> type = arguments.dtype("out_dtype");
    if (failed(type) || !type->is(DTypeKind::Float32)) {
      if (succeeded(type)) {
        emitter.report(DiagnosticKind::DotResultTypeInvalid) << type->name() << left->elements.dtype.name();
      }
      return failure();
    }
  }
  bool isHalf = left->format == "fp16" || right->format == "fp16";
  DType type = isHalf ? DTypeKind::Float16 : DTypeKind::BFloat16;
  std::vector<Object> operands;
  for (const ScaledOperand *operand : {&*left, &*right}) {
    Typed wide = widenElements(emitter, arguments, *operand, type);
    Typed scaled = failed(wide) ? wide : applyScale(emitter, *operand, *wide, *ignoresNan);
    if (failed(scaled)) {
      return failure();
    }
    operands.push_back(makeObject(*scaled));
  }
  operands.push_back(arguments.get("acc"));
  const Builtin &dot = *findBuiltin("tl.dot");
  std::vector<evaluate::NamedObject> options = {{"out_dtype", Object::dtype(DTypeKind::Float32)}};
  FailureOr<Arguments> product = Arguments::bind(emitter, arguments.function(), dot.signature, operands, options);
  return failed(product) ? Result(failure()) : dot.call(emitter, *product);
}

ArrayRef<Builtin> scaledDotBuiltins() {
  static const Builtin table[] = {
      {"tl.dot_scaled",
       "lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc=None, fast_math=False, lhs_k_pack=True, "
       "rhs_k_pack=True, out_dtype=None",
       callDotScaled},
  };
  return table;
}

} // namespace tkc::elaborate
