// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules by which shapes meet, and the promotion of operand pairs.
#include "Broadcast.h"

#include "mlir/IR/Matchers.h"

#include "Arguments.h"
#include "Casts.h"
#include "Promotion.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

FailureOr<SmallVector<int64_t>> commonShape(Emitter &emitter, ArrayRef<TypedValue> values) {
  SmallVector<int64_t> common;
  for (const TypedValue &value : values) {
    SmallVector<int64_t> shape(value.shape());
    common.insert(common.begin(), shape.size() > common.size() ? shape.size() - common.size() : 0, 1);
    shape.insert(shape.begin(), common.size() - shape.size(), 1);
    for (auto [dimension, sizes] : llvm::enumerate(llvm::zip(common, shape))) {
      auto &[known, size] = sizes;
      if (known != size && known != 1 && size != 1) {
        emitter.report(DiagnosticKind::BlockShapesDoNotMeet)
            << shapeText(common) << shapeText(value.shape()) << dimension << known << size;
        return failure();
      }
      known = std::max<int64_t>(known, size);
    }
  }
  if (failed(checkBlockSize(emitter, common))) {
    return failure();
  }
  return common;
}

Typed broadcastTo(Emitter &emitter, const TypedValue &value, Shape shape) {
  if (value.shape() == shape) {
    return value;
  }
  Type result = emitter.typeOf(value.dtype, shape);
  Attribute constant;
  if (!value.isBlock() && matchPattern(value.value, m_Constant(&constant))) {
    auto elements = DenseElementsAttr::get(cast<ShapedType>(result), constant);
    return TypedValue{emitter.make<arith::ConstantOp>(elements), value.dtype};
  }
  if (!value.isBlock()) {
    return TypedValue{emitter.make<tk::SplatOp>(result, value.value), value.dtype};
  }
  if (value.rank() > shape.size()) {
    emitter.report(DiagnosticKind::BlockRankTooLarge) << shapeText(value.shape()) << shapeText(shape);
    return failure();
  }
  TypedValue padded = value;
  while (padded.rank() < shape.size()) {
    padded = expandDims(emitter, padded, 0);
  }
  for (auto [dimension, sizes] : llvm::enumerate(llvm::zip(padded.shape(), shape))) {
    auto [size, wanted] = sizes;
    if (size != wanted && size != 1) {
      emitter.report(DiagnosticKind::BlockShapesDoNotMeet)
          << shapeText(value.shape()) << shapeText(shape) << dimension << size << wanted;
      return failure();
    }
  }
  if (padded.shape() == shape) {
    return padded;
  }
  return TypedValue{emitter.make<tk::BroadcastOp>(result, padded.value), value.dtype};
}

LogicalResult broadcastTogether(Emitter &emitter, MutableArrayRef<TypedValue> values) {
  FailureOr<SmallVector<int64_t>> shape = commonShape(emitter, values);
  if (failed(shape)) {
    return failure();
  }
  for (TypedValue &value : values) {
    value = *broadcastTo(emitter, value, *shape);
  }
  return success();
}

/// The operand's type; a number is weak.
static FailureOr<PromotionOperand> describe(Emitter &emitter, std::string_view op, const Object &object) {
  if (const TypedValue *value = asTyped(object)) {
    if (value->dtype.isPointer()) {
      emitter.report(DiagnosticKind::OperandNotSupported) << op << value->typeText() << "integers and floats";
      return failure();
    }
    return PromotionOperand{value->dtype, false};
  }
  FailureOr<DType> type = emitter.numberType(object);
  return failed(type) ? FailureOr<PromotionOperand>(failure()) : PromotionOperand{*type, true};
}

/// The operand as a value of the promoted type; numbers must fit, and get the shape of the operand that they meet.
static Typed convertOperand(Emitter &emitter, const Object &object, const DType &type, Shape shape) {
  if (const TypedValue *value = asTyped(object)) {
    return promoteTo(emitter, *value, type);
  }
  if (type.isInteger() && !object.isBool()) {
    const evaluate::Integer &number = object.asInteger();
    if (number.isNegative() && type.isUnsignedInteger()) {
      emitter.report(DiagnosticKind::NegativeNumberWithUnsigned) << numberText(object) << type.name();
      return failure();
    }
    if (number < minOf(type) || number > maxOf(type)) {
      emitter.report(DiagnosticKind::NumberOutOfRange)
          << numberText(object) << type.name() << minOf(type).toString() << maxOf(type).toString();
      return failure();
    }
  }
  return emitter.numberAs(object, type, shape);
}

static Shape shapeOf(const Object &object) {
  const TypedValue *value = asTyped(object);
  return value ? value->shape() : Shape();
}

FailureOr<std::pair<TypedValue, TypedValue>> promoteOperands(Emitter &emitter, std::string_view op, const Object &left,
                                                             const Object &right, bool isDivision) {
  FailureOr<PromotionOperand> leftType = describe(emitter, op, left), rightType = describe(emitter, op, right);
  if (failed(leftType) || failed(rightType)) {
    return failure();
  }
  std::optional<DType> type = promote(*leftType, *rightType, isDivision);
  if (!type) {
    emitter.report(DiagnosticKind::OperandTypesDoNotMix).hint("cast one operand to the type of the other")
        << op << leftType->type.name() << rightType->type.name();
    return failure();
  }
  Typed leftValue = convertOperand(emitter, left, *type, shapeOf(right));
  Typed rightValue = convertOperand(emitter, right, *type, shapeOf(left));
  if (failed(leftValue) || failed(rightValue)) {
    return failure();
  }
  TypedValue operands[] = {*leftValue, *rightValue};
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  return std::make_pair(operands[0], operands[1]);
}

} // namespace tkc::elaborate
