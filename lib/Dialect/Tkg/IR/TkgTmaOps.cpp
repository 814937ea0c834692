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

/// What loads and stores ask of a buffer, and of the coordinates of the tile.
static LogicalResult verifyTile(Operation *op, StringRef role, MemDescType buffer, size_t rank) {
  if (!isa<NvmmaSharedAttr>(buffer.getEncoding()) || buffer.getSlots() != 1) {
    return op->emitOpError() << "expects a " << role << " in one slot of `nvmma_shared`, got " << buffer;
  }
  constexpr size_t maxRank = 5;
  if (rank < 2 || rank > maxRank) {
    return op->emitOpError() << "expects 2 to " << maxRank << " coordinates, got " << rank;
  }
  return success();
}

LogicalResult TmaLoadOp::verify() {
  if (failed(verifyTile(*this, "target", getTarget().getType(), getCoordinates().size()))) {
    return failure();
  }
  return verifyBarrier(*this, getBarrier().getType(), /*mayBeRing=*/false);
}

LogicalResult TmaStoreOp::verify() {
  if (getReduce() == tk::AtomicKind::Xchg) {
    return emitOpError() << "expects a reduction, got an exchange";
  }
  return verifyTile(*this, "source", getSource().getType(), getCoordinates().size());
}
