// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers and type inference of reductions and scans.
#include "tkc/Dialect/Tk/IR/Tk.h"

using namespace mlir;
using namespace tkc::tk;

/// Checks that the combine region takes two scalars an operand and yields one.
static LogicalResult verifyCombine(Operation *op, Region &combine, ValueRange operands) {
  SmallVector<Type> elements;
  for (Value operand : operands) {
    elements.push_back(cast<RankedTensorType>(operand.getType()).getElementType());
  }
  SmallVector<Type> expected(elements);
  llvm::append_range(expected, elements);
  if (TypeRange(combine.getArgumentTypes()) != TypeRange(expected)) {
    return op->emitOpError() << "expects a combine region of " << expected.size()
                             << " scalars of the element types, got " << combine.getNumArguments() << " arguments";
  }
  // The region is not verified yet: it may end in anything.
  auto yield = dyn_cast<YieldOp>(combine.front().back());
  if (!yield || TypeRange(yield.getOperandTypes()) != TypeRange(elements)) {
    return op->emitOpError() << "expects the combine region to yield " << elements.size()
                             << " scalars of the element types";
  }
  return success();
}

static LogicalResult verifyAxis(Operation *op, ValueRange operands, int64_t axis) {
  int64_t rank = cast<RankedTensorType>(operands[0].getType()).getRank();
  if (axis < 0 || axis >= rank) {
    return op->emitOpError() << "expects an axis from 0 to " << rank - 1 << ", got " << axis;
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyAxis(*this, getOperands(), int32_t(getAxis())))) {
    return failure();
  }
  return verifyCombine(*this, getCombine(), getOperands());
}

LogicalResult ScanOp::verify() {
  if (failed(verifyAxis(*this, getOperands(), int32_t(getAxis())))) {
    return failure();
  }
  if (getOperandTypes() != getResultTypes()) {
    return emitOpError("expects results of the operands' types");
  }
  return verifyCombine(*this, getCombine(), getOperands());
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands,
                                         DictionaryAttr, OpaqueProperties properties, RegionRange,
                                         SmallVectorImpl<Type> &types) {
  int64_t axis = properties.as<Properties *>()->axis.getInt();
  for (Value operand : operands) {
    auto source = cast<RankedTensorType>(operand.getType());
    if (axis < 0 || axis >= source.getRank()) {
      return emitOptionalError(loc, "expects an axis from 0 to ", source.getRank() - 1, ", got ", axis);
    }
    if (source.getRank() == 1) {
      types.push_back(source.getElementType());
      continue;
    }
    SmallVector<int64_t> shape(source.getShape());
    shape.erase(shape.begin() + axis);
    Attribute encoding = source.getEncoding();
    if (encoding) {
      const auto *inference = encoding.getDialect().getRegisteredInterface<LayoutInferenceInterface>();
      FailureOr<Attribute> inferred = failure();
      if (inference) {
        inferred = inference->inferReduce(encoding, axis);
      }
      if (failed(inferred)) {
        return emitOptionalError(loc, "expects an encoding whose dialect infers layouts, got ", encoding);
      }
      encoding = *inferred;
    }
    types.push_back(RankedTensorType::get(shape, source.getElementType(), encoding));
  }
  return success();
}
