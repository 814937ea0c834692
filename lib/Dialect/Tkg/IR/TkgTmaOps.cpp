// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers of TMA copies and mbarriers.
#include "tkc/Dialect/Tkg/IR/Tkg.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static LogicalResult verifyBarrier(Operation *op, MemDescType type, bool mayBeRing) {
  bool isBarrier = type.getShape() == ArrayRef<int64_t>{1} && type.getElementType().isInteger(64);
  if (!isBarrier || (!mayBeRing && type.getSlots() != 1)) {
    return op->emitOpError() << "expects " << (mayBeRing ? "a ring of one i64 a slot" : "one i64") << ", got " << type;
  }
  return success();
}

LogicalResult MbarrierInitOp::verify() {
  if (int32_t(getCount()) < 1) {
    return emitOpError() << "expects a count of 1 or more, got " << int32_t(getCount());
  }
  return verifyBarrier(*this, getRing().getType(), /*mayBeRing=*/true);
}

LogicalResult MbarrierInvalOp::verify() { return verifyBarrier(*this, getRing().getType(), /*mayBeRing=*/true); }

LogicalResult MbarrierExpectOp::verify() {
  constexpr int32_t limit = 1 << 20;
  int32_t bytes = getBytes();
  if (bytes < 0 || bytes >= limit) {
    return emitOpError() << "expects 0 to " << limit - 1 << " bytes, got " << bytes;
  }
  return verifyBarrier(*this, getBarrier().getType(), /*mayBeRing=*/false);
}

LogicalResult MbarrierWaitOp::verify() { return verifyBarrier(*this, getBarrier().getType(), /*mayBeRing=*/false); }

LogicalResult TmaLoadOp::verify() {
  MemDescType target = getTarget().getType();
  if (!isa<NvmmaSharedAttr>(target.getEncoding()) || target.getSlots() != 1) {
    return emitOpError() << "expects a target in one slot of `nvmma_shared`, got " << target;
  }
  constexpr size_t maxRank = 5;
  if (getCoordinates().size() < 2 || getCoordinates().size() > maxRank) {
    return emitOpError() << "expects 2 to " << maxRank << " coordinates, got " << getCoordinates().size();
  }
  return verifyBarrier(*this, getBarrier().getType(), /*mayBeRing=*/false);
}
