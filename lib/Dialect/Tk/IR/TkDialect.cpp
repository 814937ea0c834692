// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the tk dialect, its types, attributes and interfaces.
#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tkc::tk;

#include "tkc/Dialect/Tk/IR/TkDialect.cpp.inc"
#include "tkc/Dialect/Tk/IR/TkEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tkc/Dialect/Tk/IR/TkAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tkc/Dialect/Tk/IR/TkTypes.cpp.inc"

void TkDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tkc/Dialect/Tk/IR/TkAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tkc/Dialect/Tk/IR/TkTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tkc/Dialect/Tk/IR/TkOps.cpp.inc"
      >();
}

Operation *TkDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult IdsAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, ArrayRef<int32_t> ids) {
  if (ids.empty()) {
    return emitError() << "expects at least one id, got 0";
  }
  for (auto [earlier, later] : llvm::zip(ids, ids.drop_front())) {
    if (earlier >= later) {
      return emitError() << "expects ids that are sorted and unique, got " << later << " after " << earlier;
    }
  }
  return success();
}

LogicalResult PtrType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, Type pointee, int addressSpace) {
  bool isScalar = pointee.isSignlessInteger() || isa<FloatType, PtrType>(pointee);
  if (!isScalar) {
    return emitError() << "expects a pointee that is an integer, float or pointer, got " << pointee;
  }
  if (pointee.isInteger(1)) {
    return emitError() << "expects a pointee other than i1, which lives in memory as i8";
  }
  if (addressSpace < 0) {
    return emitError() << "expects an address space of at least 0, got " << addressSpace;
  }
  return success();
}

Type tkc::tk::withElementType(Type type, Type element) {
  if (auto block = dyn_cast<RankedTensorType>(type)) {
    return RankedTensorType::get(block.getShape(), element, block.getEncoding());
  }
  return element;
}

Type tkc::tk::getPointeeLike(Type pointerLike) {
  auto pointer = dyn_cast<PtrType>(getElementTypeOrSelf(pointerLike));
  return pointer ? withElementType(pointerLike, pointer.getPointee()) : Type();
}
