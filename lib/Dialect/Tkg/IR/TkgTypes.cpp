// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Syntax and verification of shared-memory descriptors; layouts of types.
#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

#define GET_TYPEDEF_CLASSES
#include "tkc/Dialect/Tkg/IR/TkgTypes.cpp.inc"

void TkgDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tkc/Dialect/Tkg/IR/TkgTypes.cpp.inc"
      >();
}

Type MemDescType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SharedLayoutAttrInterface encoding;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(elementType) ||
      parser.parseComma()) {
    return {};
  }
  Attribute attr;
  if (parser.parseAttribute(attr) || parser.parseGreater()) {
    return {};
  }
  encoding = dyn_cast<SharedLayoutAttrInterface>(attr);
  if (!encoding) {
    parser.emitError(loc) << "expects a shared encoding, got " << attr;
    return {};
  }
  return parser.getChecked<MemDescType>(loc, parser.getContext(), shape, elementType, encoding);
}

void MemDescType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t size : getShape()) {
    printer << size << 'x';
  }
  printer << getElementType() << ", " << Attribute(getEncoding()) << '>';
}

LogicalResult MemDescType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
                                  Type elementType, SharedLayoutAttrInterface encoding) {
  if (!elementType.isIntOrFloat() || elementType.getIntOrFloatBitWidth() < 8) {
    return emitError() << "expects integers or floats of at least 8 bits, got " << elementType;
  }
  if (encoding.getRank() != shape.size()) {
    return emitError() << "expects an encoding of rank " << shape.size() << ", got rank " << encoding.getRank();
  }
  return success();
}

int64_t MemDescType::getNumElements() const { return ShapedType::getNumElements(getShape()); }

int64_t MemDescType::getSizeInBytes() const { return getNumElements() * getElementType().getIntOrFloatBitWidth() / 8; }

layout::LinearLayout tkc::tkg::toLinearLayout(RankedTensorType type) {
  return cast<LayoutAttrInterface>(type.getEncoding()).toLinearLayout(type.getShape());
}

layout::LinearLayout tkc::tkg::toLinearLayout(MemDescType type) {
  return type.getEncoding().toLinearLayout(type.getShape());
}

unsigned tkc::tkg::getElementsPerThread(RankedTensorType type) { return toLinearLayout(type).numRegisters(); }
