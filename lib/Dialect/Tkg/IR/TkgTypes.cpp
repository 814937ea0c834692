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

/// Parses `, slots = N`; one slot where there is nothing.
static ParseResult parseSlots(AsmParser &parser, unsigned &slots) {
  slots = 1;
  if (parser.parseOptionalComma()) {
    return success();
  }
  return failure(parser.parseKeyword("slots") || parser.parseEqual() || parser.parseInteger(slots));
}

Type MemDescType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(elementType) ||
      parser.parseComma()) {
    return {};
  }
  Attribute attr;
  unsigned slots = 1;
  if (parser.parseAttribute(attr) || parseSlots(parser, slots) || parser.parseGreater()) {
    return {};
  }
  auto encoding = dyn_cast<SharedLayoutAttrInterface>(attr);
  if (!encoding) {
    parser.emitError(loc) << "expects a shared encoding, got " << attr;
    return {};
  }
  return parser.getChecked<MemDescType>(loc, parser.getContext(), shape, elementType, encoding, slots);
}

void MemDescType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t size : getShape()) {
    printer << size << 'x';
  }
  printer << getElementType() << ", " << Attribute(getEncoding());
  if (getSlots() != 1) {
    printer << ", slots = " << getSlots();
  }
  printer << '>';
}

/// A TMA encoding holds elements of one size in rows of a least length.
static LogicalResult verifyNvmma(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
                                 Type elementType, NvmmaSharedAttr encoding) {
  unsigned bits = elementType.getIntOrFloatBitWidth();
  if (bits != encoding.getElementBits()) {
    return emitError() << "expects elements of " << encoding.getElementBits() << " bits, got " << elementType;
  }
  int64_t rowBytes = shape[encoding.getTransposed() ? 0 : 1] * bits / 8;
  if (rowBytes % encoding.getSwizzle() != 0) {
    return emitError() << "expects rows of a multiple of " << encoding.getSwizzle() << " bytes, got " << rowBytes;
  }
  return success();
}

LogicalResult MemDescType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
                                  Type elementType, SharedLayoutAttrInterface encoding, unsigned slots) {
  if (!elementType.isIntOrFloat() || elementType.getIntOrFloatBitWidth() < 8) {
    return emitError() << "expects integers or floats of at least 8 bits, got " << elementType;
  }
  if (encoding.getRank() != shape.size()) {
    return emitError() << "expects an encoding of rank " << shape.size() << ", got rank " << encoding.getRank();
  }
  if (slots == 0) {
    return emitError() << "expects at least one slot";
  }
  auto nvmma = dyn_cast<NvmmaSharedAttr>(encoding);
  return nvmma ? verifyNvmma(emitError, shape, elementType, nvmma) : success();
}

int64_t MemDescType::getNumElements() const { return ShapedType::getNumElements(getShape()); }

int64_t MemDescType::getSlotBytes() const {
  int64_t bytes = getNumElements() * getElementBytes(getElementType());
  return getSlots() == 1 ? bytes : llvm::alignTo(bytes, getEncoding().getAlignment());
}

int64_t MemDescType::getSizeInBytes() const { return getSlotBytes() * getSlots(); }

MemDescType MemDescType::withSlots(unsigned slots) const {
  return get(getContext(), getShape(), getElementType(), getEncoding(), slots);
}

layout::LinearLayout tkc::tkg::toLinearLayout(RankedTensorType type) {
  return cast<LayoutAttrInterface>(type.getEncoding()).toLinearLayout(type.getShape());
}

layout::LinearLayout tkc::tkg::toLinearLayout(MemDescType type) {
  return type.getEncoding().toLinearLayout(type.getShape());
}

std::optional<unsigned> tkc::tkg::findCutDimension(RankedTensorType block, MemDescType ring) {
  SmallVector<int64_t> shape(ring.getShape());
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    shape[dim] *= ring.getSlots();
    if (llvm::equal(block.getShape(), shape)) {
      return dim;
    }
    shape[dim] = ring.getShape()[dim];
  }
  return std::nullopt;
}

bool tkc::tkg::hasOneOwner(RankedTensorType type) {
  if (!isa_and_nonnull<LayoutAttrInterface>(type.getEncoding())) {
    return false;
  }
  layout::LinearLayout linear = toLinearLayout(type);
  return !linear.hasRepeats() && linear.isInvertible();
}

unsigned tkc::tkg::getElementsPerThread(RankedTensorType type) { return toLinearLayout(type).numRegisters(); }

unsigned tkc::tkg::getElementBytes(Type element) {
  return element.isIntOrFloat() ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8) : 8;
}

int64_t tkc::tkg::getSizeInBytes(ShapedType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

SmallVector<unsigned> tkc::tkg::getMemoryOrder(RankedTensorType type) {
  if (auto blocked = dyn_cast<BlockedAttr>(type.getEncoding())) {
    return SmallVector<unsigned>(blocked.getOrder());
  }
  // The dimension along which a thread holds most neighbours, then the last ones.
  layout::LinearLayout linear = toLinearLayout(type);
  SmallVector<unsigned> order;
  for (unsigned dim = type.getRank(); dim > 0; --dim) {
    order.push_back(dim - 1);
  }
  auto neighbours = [&](unsigned dim) { return linear.numConsecutive(layout::Dim::Register, layout::tensorDim(dim)); };
  auto *fastest = llvm::max_element(order, [&](unsigned a, unsigned b) { return neighbours(a) < neighbours(b); });
  std::rotate(order.begin(), fastest, fastest + 1);
  return order;
}
