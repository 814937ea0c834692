// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers and folders of dots and elementwise math.
#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/Dialect/CommonFolders.h"

using namespace mlir;
using namespace tkc::tk;

//===--- dot -------------------------------------------------------------===//

static LogicalResult verifyDotShapes(DotOp op, ArrayRef<int64_t> a, ArrayRef<int64_t> b, ArrayRef<int64_t> c) {
  size_t rank = c.size();
  if ((rank != 2 && rank != 3) || a.size() != rank || b.size() != rank) {
    return op.emitOpError() << "expects blocks of one rank, 2 or 3, got ranks " << a.size() << ", " << b.size()
                            << " and " << rank;
  }
  if (a[rank - 1] != b[rank - 2]) {
    return op.emitOpError() << "expects as many rows of b as columns of a, got " << b[rank - 2] << " and "
                            << a[rank - 1];
  }
  if (a[rank - 2] != c[rank - 2] || b[rank - 1] != c[rank - 1]) {
    return op.emitOpError() << "expects a result of " << a[rank - 2] << "x" << b[rank - 1] << ", got " << c[rank - 2]
                            << "x" << c[rank - 1];
  }
  if (rank == 3 && (a[0] != c[0] || b[0] != c[0])) {
    return op.emitOpError() << "expects equal batches, got " << a[0] << ", " << b[0] << " and " << c[0];
  }
  return success();
}

LogicalResult DotOp::verify() {
  auto a = cast<RankedTensorType>(getA().getType()), b = cast<RankedTensorType>(getB().getType());
  auto c = cast<RankedTensorType>(getC().getType());
  if (failed(verifyDotShapes(*this, a.getShape(), b.getShape(), c.getShape()))) {
    return failure();
  }
  Type aElement = a.getElementType(), bElement = b.getElementType();
  bool areFp8 = isa<FloatType>(aElement) && isa<FloatType>(bElement) && aElement.getIntOrFloatBitWidth() == 8 &&
                bElement.getIntOrFloatBitWidth() == 8;
  if (aElement != bElement && !areFp8) {
    return emitOpError() << "expects a and b of one element type, got " << aElement << " and " << bElement;
  }
  if (isa<FloatType>(aElement) != isa<FloatType>(c.getElementType())) {
    return emitOpError() << "expects floats to add to floats and integers to integers, got " << aElement << " and "
                         << c.getElementType();
  }
  Attribute encodings[] = {a.getEncoding(), b.getEncoding(), c.getEncoding()};
  if (!encodings[0] && !encodings[1] && !encodings[2]) {
    return success();
  }
  const auto *inference =
      encodings[2] ? encodings[2].getDialect().getRegisteredInterface<LayoutInferenceInterface>() : nullptr;
  if (!inference || !encodings[0] || !encodings[1]) {
    return emitOpError("expects encodings on a, b and c, of a dialect that infers layouts");
  }
  return inference->verifyDot(encodings[0], encodings[1], encodings[2], getLoc());
}

//===--- elementwise -----------------------------------------------------===//

LogicalResult UMulHiOp::verify() {
  unsigned width = getElementTypeOrSelf(getType()).getIntOrFloatBitWidth();
  if (width != 32 && width != 64) {
    return emitOpError() << "expects 32- or 64-bit integers, got " << getElementTypeOrSelf(getType());
  }
  return success();
}

OpFoldResult UMulHiOp::fold(FoldAdaptor adaptor) {
  return constFoldBinaryOp<IntegerAttr>(
      adaptor.getOperands(), [](const APInt &left, const APInt &right) { return llvm::APIntOps::mulhu(left, right); });
}

static LogicalResult verifyF32(Operation *op, Type type) {
  if (!getElementTypeOrSelf(type).isF32()) {
    return op->emitOpError() << "expects f32, got " << getElementTypeOrSelf(type);
  }
  return success();
}
LogicalResult DivRnOp::verify() { return verifyF32(*this, getType()); }
LogicalResult SqrtRnOp::verify() { return verifyF32(*this, getType()); }

//===--- extern_elementwise ----------------------------------------------===//

void ExternElementwiseOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (!getPure()) {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
}

Speculation::Speculatability ExternElementwiseOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}
