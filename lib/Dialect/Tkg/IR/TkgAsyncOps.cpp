// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers of rings, views and asynchronous copies.
#include "tkc/Dialect/Tkg/IR/Tkg.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

LogicalResult LocalSlotOp::verify() {
  MemDescType ring = getRing().getType(), slot = getType();
  if (slot != ring.withSlots(1)) {
    return emitOpError() << "expects a result of type " << ring.withSlots(1) << ", got " << slot;
  }
  return success();
}

/// The encoding of the same bytes with the two dimensions exchanged.
SharedLayoutAttrInterface tkc::tkg::transposeShared(SharedLayoutAttrInterface encoding) {
  if (auto nvmma = dyn_cast<NvmmaSharedAttr>(encoding)) {
    return NvmmaSharedAttr::get(encoding.getContext(), nvmma.getSwizzle(), nvmma.getElementBits(),
                                !nvmma.getTransposed());
  }
  auto swizzled = cast<SwizzledSharedAttr>(encoding);
  SmallVector<unsigned> order(llvm::reverse(swizzled.getOrder()));
  return SwizzledSharedAttr::get(encoding.getContext(), swizzled.getVec(), swizzled.getPerPhase(),
                                 swizzled.getMaxPhase(), order);
}

LogicalResult LocalTransOp::verify() {
  MemDescType source = getSource().getType(), result = getType();
  if (source.getShape().size() != 2 || source.getSlots() != 1) {
    return emitOpError() << "expects a buffer of rank 2 with one slot, got " << source;
  }
  int64_t shape[] = {source.getShape()[1], source.getShape()[0]};
  auto expected = MemDescType::get(getContext(), shape, source.getElementType(), transposeShared(source.getEncoding()));
  return result == expected
             ? success()
             : LogicalResult(emitOpError() << "expects a result of type " << expected << ", got " << result);
}

LogicalResult CopyAsyncOp::verify() {
  auto pointers = cast<RankedTensorType>(getPointer().getType());
  MemDescType target = getTarget().getType();
  auto pointer = dyn_cast<tk::PtrType>(pointers.getElementType());
  if (!pointer || pointer.getPointee() != target.getElementType() || pointers.getShape() != target.getShape() ||
      target.getSlots() != 1) {
    return emitOpError() << "expects pointers to the elements of a target of the same shape and one slot, got "
                         << pointers << " and " << target;
  }
  if (getMask() &&
      cast<RankedTensorType>(getMask().getType()) != tk::withElementType(pointers, IntegerType::get(getContext(), 1))) {
    return emitOpError() << "expects a mask of the pointers' shape and encoding, got " << getMask().getType();
  }
  unsigned bytes = getVectorWidth() * target.getElementType().getIntOrFloatBitWidth() / 8;
  if (bytes != 4 && bytes != 8 && bytes != 16) {
    return emitOpError() << "expects vectors of 4, 8 or 16 bytes, got " << bytes;
  }
  return success();
}

LogicalResult CopyWaitOp::verify() {
  int32_t pending = getPending();
  return pending >= 0 ? success() : LogicalResult(emitOpError() << "expects a count of 0 or more, got " << pending);
}
