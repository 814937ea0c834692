// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `tl.dot`: which operands it takes, in which type it accumulates, and how precisely.
#include "llvm/ADT/StringRef.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

namespace {
struct DotOperands {
  TypedValue left, right;
  /// The accumulator as the user gave it.
  std::optional<TypedValue> sum;
  SmallVector<int64_t> resultShape;
  DType resultType;
};
} // namespace

static LogicalResult checkRanks(Emitter &emitter, const DotOperands &operands) {
  unsigned leftRank = operands.left.rank(), rightRank = operands.right.rank();
  if (leftRank == rightRank && leftRank >= 2) {
    return success();
  }
  emitter.report(DiagnosticKind::DotRankMismatch) << operands.left.typeText() << operands.right.typeText();
  return failure();
}

static LogicalResult checkShapes(Emitter &emitter, const DotOperands &operands) {
  Shape left = operands.left.shape(), right = operands.right.shape();
  unsigned rank = left.size();
  if (left[rank - 1] != right[rank - 2]) {
    emitter.report(DiagnosticKind::DotShapeMismatch) << left[rank - 1] << right[rank - 2];
    return failure();
  }
  if (left.drop_back(2) != right.drop_back(2)) {
    emitter.report(DiagnosticKind::DotBatchMismatch) << shapeText(left.drop_back(2)) << shapeText(right.drop_back(2));
    return failure();
  }
  return success();
}

/// Tensor cores sum at least this many products at once.
static LogicalResult checkInnerSize(Emitter &emitter, const DotOperands &operands) {
  int64_t inner = operands.left.shape().back();
  unsigned width = operands.left.dtype.bitWidth();
  int64_t least = width == 8 ? 32 : width == 16 ? 16 : width == 32 ? 8 : 4;
  if (inner >= least) {
    return success();
  }
  emitter.report(DiagnosticKind::DotTooSmall).hint("widen the block, or multiply and `tl.sum` by hand")
      << inner << operands.left.dtype.name() << least;
  return failure();
}

static LogicalResult checkTypes(Emitter &emitter, const DotOperands &operands) {
  const DType &left = operands.left.dtype, &right = operands.right.dtype;
  bool isKnown = left.isFloat() || left.is(DTypeKind::Int8);
  if (!isKnown || left.isPointer()) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << "tl.dot" << left.name() << "int8, fp8, fp16, bf16, fp32, fp64";
    return failure();
  }
  if (left != right && !(left.isFp8() && right.isFp8())) {
    emitter.report(DiagnosticKind::OperandTypesDoNotMix).hint("cast one operand to the type of the other")
        << "tl.dot" << left.name() << right.name();
    return failure();
  }
  return success();
}

/// The type that the products are summed in: what `out_dtype` says, else the accumulator's, where there is a choice.
static LogicalResult chooseResultType(Emitter &emitter, Arguments &arguments, DotOperands &operands) {
  const DType &element = operands.left.dtype;
  std::optional<DType> wanted;
  if (!arguments.isNone("out_dtype")) {
    FailureOr<DType> given = arguments.dtype("out_dtype");
    if (failed(given)) {
      return failure();
    }
    wanted = *given;
  }
  bool hasChoice = element.is(DTypeKind::Float16) || element.isFp8();
  if (element.isInteger()) {
    operands.resultType = DTypeKind::Int32;
  } else if (element.is(DTypeKind::Float64)) {
    operands.resultType = DTypeKind::Float64;
  } else if (hasChoice && wanted) {
    operands.resultType = *wanted;
  } else if (hasChoice && operands.sum && operands.sum->dtype.is(DTypeKind::Float16)) {
    operands.resultType = DTypeKind::Float16;
  } else {
    operands.resultType = DTypeKind::Float32;
  }
  bool isKnown = !hasChoice || operands.resultType.is(DTypeKind::Float16) || operands.resultType.is(DTypeKind::Float32);
  if (wanted && (!isKnown || wanted->is(DTypeKind::BFloat16))) {
    emitter.report(DiagnosticKind::DotResultTypeInvalid) << wanted->name() << element.name();
    return failure();
  }
  return success();
}

static FailureOr<DotOperands> readOperands(Emitter &emitter, Arguments &arguments) {
  DotOperands operands;
  Typed left = arguments.value("input"), right = arguments.value("other");
  FailureOr<std::optional<TypedValue>> sum = arguments.optionalValue("acc");
  FailureOr<bool> transposesLeft = arguments.boolean("trans_a"), transposesRight = arguments.boolean("trans_b");
  if (failed(left) || failed(right) || failed(sum) || failed(transposesLeft) || failed(transposesRight)) {
    return failure();
  }
  operands.left = *left;
  operands.right = *right;
  operands.sum = *sum;
  if (failed(checkRanks(emitter, operands)) || failed(checkTypes(emitter, operands))) {
    return failure();
  }
  if (*transposesLeft) {
    operands.left = transposeLast(emitter, *left);
  }
  if (*transposesRight) {
    operands.right = transposeLast(emitter, *right);
  }
  if (failed(checkShapes(emitter, operands)) || failed(checkInnerSize(emitter, operands)) ||
      failed(chooseResultType(emitter, arguments, operands))) {
    return failure();
  }
  operands.resultShape.assign(operands.left.shape().begin(), operands.left.shape().end());
  operands.resultShape.back() = operands.right.shape().back();
  if (failed(checkBlockSize(emitter, operands.resultShape))) {
    return failure();
  }
  return operands;
}

/// The block that the products are added to.
static Typed readAccumulator(Emitter &emitter, const DotOperands &operands) {
  if (!operands.sum) {
    return emitter.constant(operands.resultType, llvm::APInt(64, 0), operands.resultShape);
  }
  if (operands.sum->dtype != operands.resultType || operands.sum->shape() != Shape(operands.resultShape)) {
    emitter.report(DiagnosticKind::DotAccumulatorMismatch)
        << operands.sum->typeText() << operands.resultType.name() + shapeText(operands.resultShape);
    return failure();
  }
  return *operands.sum;
}

/// How f32 operands are rounded; other types have no choice.
static FailureOr<tk::InputPrecision> readPrecision(Emitter &emitter, Arguments &arguments, const DType &element) {
  FailureOr<std::string> name = arguments.string("input_precision");
  FailureOr<bool> allowsTf32 = arguments.boolean("allow_tf32");
  if (failed(name) || failed(allowsTf32)) {
    return failure();
  }
  if (!name->empty() && !arguments.isNone("allow_tf32")) {
    emitter.report(DiagnosticKind::DotPrecisionTwice);
    return failure();
  }
  tk::InputPrecision precision = emitter.target.defaultPrecision;
  if (!name->empty()) {
    std::optional<tk::InputPrecision> given = tk::symbolizeInputPrecision(StringRef(*name).lower());
    if (!given) {
      return arguments.unknownOption("input_precision", *name, "tf32, tf32x3, ieee, bf16x3, bf16x6");
    }
    precision = *given;
  } else if (!arguments.isNone("allow_tf32")) {
    precision = *allowsTf32 ? tk::InputPrecision::TF32 : tk::InputPrecision::IEEE;
  }
  return element.is(DTypeKind::Float32) ? precision : tk::InputPrecision::IEEE;
}

/// How many fp8 products may be summed imprecisely.
static FailureOr<int64_t> readImpreciseLimit(Emitter &emitter, Arguments &arguments, const DotOperands &operands) {
  bool isFp8 = operands.left.dtype.isFp8();
  if (arguments.isNone("max_num_imprecise_acc")) {
    return isFp8 && emitter.target.computeCapability == 90 ? int64_t(1) << 30 : int64_t(0);
  }
  FailureOr<int64_t> limit = arguments.integer("max_num_imprecise_acc");
  if (failed(limit) || !isFp8) {
    return failed(limit) ? limit : FailureOr<int64_t>(0);
  }
  int64_t inner = operands.left.shape().back();
  if (*limit < 0 || *limit > inner) {
    emitter.report(DiagnosticKind::DotImpreciseLimitInvalid) << *limit << inner;
    return failure();
  }
  return *limit;
}

/// Merges all leading dimensions into one batch dimension.
static TypedValue flattenBatch(Emitter &emitter, const TypedValue &value) {
  Shape shape = value.shape();
  int64_t batch = 1;
  for (int64_t size : shape.drop_back(2)) {
    batch *= size;
  }
  return reshapeTo(emitter, value, {batch, shape[shape.size() - 2], shape.back()});
}

static Result callDot(Emitter &emitter, Arguments &arguments) {
  FailureOr<DotOperands> operands = readOperands(emitter, arguments);
  if (failed(operands)) {
    return failure();
  }
  Typed sum = readAccumulator(emitter, *operands);
  FailureOr<tk::InputPrecision> precision = readPrecision(emitter, arguments, operands->left.dtype);
  FailureOr<int64_t> limit = readImpreciseLimit(emitter, arguments, *operands);
  if (failed(sum) || failed(precision) || failed(limit)) {
    return failure();
  }
  TypedValue left = operands->left, right = operands->right;
  if (left.rank() > 3) {
    left = flattenBatch(emitter, left);
    right = flattenBatch(emitter, right);
    *sum = flattenBatch(emitter, *sum);
  }
  Value product =
      emitter.make<tk::DotOp>(left.value, right.value, sum->value, *precision, static_cast<uint32_t>(*limit));
  return makeObject(reshapeTo(emitter, {product, operands->resultType}, operands->resultShape));
}

ArrayRef<Builtin> dotBuiltins() {
  static const Builtin table[] = {
      {"tl.dot",
       "input, other, acc=None, input_precision=None, allow_tf32=None, max_num_imprecise_acc=None, out_dtype=None, "
       "trans_a=None, trans_b=None",
       callDot},
  };
  return table;
}

} // namespace tkc::elaborate
