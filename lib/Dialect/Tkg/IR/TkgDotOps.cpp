// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers of warp-group dots.
#include "tkc/Dialect/Tkg/IR/Tkg.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static LogicalResult verifyShared(WarpGroupDotOp op, Value operand, unsigned kDim) {
  auto type = dyn_cast<MemDescType>(operand.getType());
  auto encoding = type ? dyn_cast<NvmmaSharedAttr>(type.getEncoding()) : NvmmaSharedAttr();
  if (!encoding || type.getSlots() != 1) {
    return op.emitOpError() << "expects operands in one slot of `nvmma_shared`, got " << operand.getType();
  }
  bool isContiguousAlongK = encoding.getTransposed() == (kDim == 0);
  if (encoding.getElementBits() != 16 && !isContiguousAlongK) {
    return op.emitOpError() << "expects operands of " << encoding.getElementBits()
                            << " bits to be contiguous along k, got " << type;
  }
  return success();
}

LogicalResult WarpGroupDotOp::verify() {
  auto result = cast<RankedTensorType>(getType());
  auto mma = dyn_cast_or_null<MmaAttr>(result.getEncoding());
  if (!mma || mma.getVersion() != 3) {
    return emitOpError() << "expects an accumulator in `mma` of version 3, got " << result;
  }
  if (getMaxImprecise() % 32 != 0) {
    return emitOpError() << "expects maxImprecise to be a multiple of 32, got " << getMaxImprecise();
  }
  auto shapeOf = [](Value operand) {
    auto memory = dyn_cast<MemDescType>(operand.getType());
    return memory ? memory.getShape() : cast<RankedTensorType>(operand.getType()).getShape();
  };
  ArrayRef<int64_t> a = shapeOf(getA()), b = shapeOf(getB()), c = result.getShape();
  if (a.size() != 2 || b.size() != 2 || c.size() != 2 || a[0] != c[0] || b[1] != c[1] || a[1] != b[0]) {
    return emitOpError() << "expects m x k by k x n to m x n, got " << getA().getType() << ", " << getB().getType()
                         << " and " << result;
  }
  if (failed(verifyShared(*this, getB(), /*kDim=*/0))) {
    return failure();
  }
  auto inRegisters = dyn_cast<RankedTensorType>(getA().getType());
  if (!inRegisters) {
    return verifyShared(*this, getA(), /*kDim=*/1);
  }
  auto operand = dyn_cast_or_null<DotOperandAttr>(inRegisters.getEncoding());
  if (!operand || operand.getOpIdx() != 0 || operand.getParent() != mma) {
    return emitOpError() << "expects a encoded as left operand of " << mma << ", got " << inRegisters;
  }
  return success();
}

LogicalResult WarpGroupDotWaitOp::verify() {
  int32_t pending = getPending();
  if (pending < 0) {
    return emitOpError() << "expects a count of 0 or more, got " << pending;
  }
  if (pending > 0 && !getValues().empty()) {
    return emitOpError() << "expects no values while " << pending << " dots may be unfinished";
  }
  if (getValues().getTypes() != getResults().getTypes()) {
    return emitOpError() << "expects results of the values' types";
  }
  return success();
}
