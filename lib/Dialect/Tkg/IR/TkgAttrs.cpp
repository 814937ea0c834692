// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodings: their checks, and the linear layouts that they are short names for.
#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Layout/Encodings.h"

#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

#include "tkc/Dialect/Tkg/IR/TkgAttrInterfaces.cpp.inc"

namespace tkc::tkg {
/// Checks that `encoding` can describe a block of this shape.
static LogicalResult verifyBlock(LayoutAttrInterface encoding, ArrayRef<int64_t> shape,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (encoding.getRank() != shape.size()) {
    return emitError() << "expects a block of the encoding's rank " << encoding.getRank() << ", got rank "
                       << shape.size();
  }
  return success();
}
} // namespace tkc::tkg

#define GET_ATTRDEF_CLASSES
#include "tkc/Dialect/Tkg/IR/TkgAttrs.cpp.inc"

void TkgDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tkc/Dialect/Tkg/IR/TkgAttrs.cpp.inc"
      >();
}

using EmitError = function_ref<InFlightDiagnostic()>;

static layout::Shape toShape(ArrayRef<int64_t> shape) { return {shape.begin(), shape.end()}; }

static LogicalResult checkEncoding(EmitError emitError, const layout::DistributedEncoding &encoding, unsigned rank) {
  std::string message = layout::verifyEncoding(encoding, rank);
  return message.empty() ? success() : LogicalResult(emitError() << message);
}

//===--- blocked ---------------------------------------------------------===//

static layout::BlockedEncoding makeBlocked(ArrayRef<unsigned> sizePerThread, ArrayRef<unsigned> threadsPerWarp,
                                           ArrayRef<unsigned> warpsPerCta, ArrayRef<unsigned> order) {
  return {sizePerThread.vec(), threadsPerWarp.vec(), warpsPerCta.vec(), order.vec(), {}};
}

static layout::BlockedEncoding makeBlocked(BlockedAttr attr) {
  return makeBlocked(attr.getSizePerThread(), attr.getThreadsPerWarp(), attr.getWarpsPerCta(), attr.getOrder());
}

LogicalResult BlockedAttr::verify(EmitError emitError, ArrayRef<unsigned> sizePerThread,
                                  ArrayRef<unsigned> threadsPerWarp, ArrayRef<unsigned> warpsPerCta,
                                  ArrayRef<unsigned> order) {
  return checkEncoding(emitError, makeBlocked(sizePerThread, threadsPerWarp, warpsPerCta, order), order.size());
}

unsigned BlockedAttr::getRank() const { return getOrder().size(); }

layout::LinearLayout BlockedAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return layout::toLinearLayout(makeBlocked(*this), toShape(shape));
}

//===--- slice -----------------------------------------------------------===//

LogicalResult SliceAttr::verify(EmitError emitError, unsigned dim, LayoutAttrInterface parent) {
  if (dim >= parent.getRank()) {
    return emitError() << "expects a dimension below the parent's rank " << parent.getRank() << ", got " << dim;
  }
  if (parent.getRank() < 2) {
    return emitError() << "expects a parent of rank 2 or more, got rank " << parent.getRank();
  }
  return success();
}

unsigned SliceAttr::getRank() const { return getParent().getRank() - 1; }

layout::LinearLayout SliceAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> parentShape(shape);
  parentShape.insert(parentShape.begin() + getDim(), 1);
  return layout::sliceLayout(getParent().toLinearLayout(parentShape), getDim());
}

//===--- mma -------------------------------------------------------------===//

static layout::MmaEncoding makeMma(unsigned version, ArrayRef<unsigned> warpsPerCta, ArrayRef<unsigned> instrShape) {
  layout::MmaEncoding encoding;
  encoding.version = version;
  encoding.warpsPerCta = warpsPerCta.vec();
  encoding.instrShape = {instrShape[instrShape.size() - 2], instrShape.back()};
  return encoding;
}

static layout::MmaEncoding makeMma(MmaAttr attr) {
  return makeMma(attr.getVersion(), attr.getWarpsPerCta(), attr.getInstrShape());
}

LogicalResult MmaAttr::verify(EmitError emitError, unsigned version, ArrayRef<unsigned> warpsPerCta,
                              ArrayRef<unsigned> instrShape) {
  size_t rank = warpsPerCta.size();
  if (instrShape.size() != rank || (rank != 2 && rank != 3)) {
    return emitError() << "expects warpsPerCta and instrShape of one rank, 2 or 3, got " << rank << " and "
                       << instrShape.size();
  }
  return checkEncoding(emitError, makeMma(version, warpsPerCta, instrShape), rank);
}

unsigned MmaAttr::getRank() const { return getWarpsPerCta().size(); }

layout::LinearLayout MmaAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return layout::toLinearLayout(makeMma(*this), toShape(shape));
}

//===--- dot operand -----------------------------------------------------===//

static layout::DotOperandEncoding makeDotOperand(unsigned opIdx, LayoutAttrInterface parent, unsigned kWidth) {
  layout::DotOperandEncoding encoding;
  if (auto blocked = dyn_cast<BlockedAttr>(parent)) {
    encoding.parent = makeBlocked(blocked);
  } else {
    encoding.parent = makeMma(cast<MmaAttr>(parent));
  }
  encoding.operandIndex = opIdx;
  encoding.kWidth = kWidth;
  return encoding;
}

LogicalResult DotOperandAttr::verify(EmitError emitError, unsigned opIdx, LayoutAttrInterface parent, unsigned kWidth) {
  if (!isa<BlockedAttr, MmaAttr>(parent)) {
    return emitError() << "expects a blocked or mma parent, got " << parent;
  }
  if (opIdx > 1) {
    return emitError() << "expects opIdx 0 or 1, got " << opIdx;
  }
  if (isa<BlockedAttr>(parent) != (kWidth == 0)) {
    return emitError() << "expects kWidth 0 with a blocked parent and above 0 with an mma parent, got " << kWidth;
  }
  return checkEncoding(emitError, makeDotOperand(opIdx, parent, kWidth), parent.getRank());
}

unsigned DotOperandAttr::getRank() const { return getParent().getRank(); }

layout::LinearLayout DotOperandAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return layout::toLinearLayout(makeDotOperand(getOpIdx(), getParent(), getKWidth()), toShape(shape));
}

//===--- linear ----------------------------------------------------------===//

/// The bases of one hardware dimension from their flattened list.
static layout::DimBases makeBases(layout::Dim dim, ArrayRef<int32_t> flat, size_t rank) {
  layout::DimBases bases{dim, {}};
  for (; !flat.empty(); flat = flat.drop_front(rank)) {
    bases.images.emplace_back(flat.begin(), flat.begin() + rank);
  }
  return bases;
}

/// The layout over `shape`, coordinates beyond it wrapped; further registers where `shape` is larger than `ownShape`.
static layout::LinearLayout makeLinear(ArrayRef<int32_t> registers, ArrayRef<int32_t> lanes, ArrayRef<int32_t> warps,
                                       ArrayRef<int64_t> ownShape, ArrayRef<int64_t> shape) {
  size_t rank = ownShape.size();
  std::vector<layout::DimBases> bases = {makeBases(layout::Dim::Register, registers, rank),
                                         makeBases(layout::Dim::Lane, lanes, rank),
                                         makeBases(layout::Dim::Warp, warps, rank),
                                         {layout::Dim::Block, {}}};
  std::vector<layout::Coordinate> sizes;
  for (size_t dim = 0; dim < rank; ++dim) {
    sizes.push_back({layout::tensorDim(dim), uint64_t(shape[dim])});
    for (layout::DimBases &ofDim : bases) {
      for (std::vector<uint64_t> &image : ofDim.images) {
        image[dim] %= uint64_t(std::min(shape[dim], ownShape[dim]));
      }
    }
    for (int64_t step = ownShape[dim]; step < shape[dim]; step *= 2) {
      std::vector<uint64_t> image(rank, 0);
      image[dim] = step;
      bases.front().images.push_back(image);
    }
  }
  return layout::LinearLayout::fromBases(bases, sizes);
}

LogicalResult LinearAttr::verify(EmitError emitError, ArrayRef<int32_t> registerBases, ArrayRef<int32_t> laneBases,
                                 ArrayRef<int32_t> warpBases, ArrayRef<int64_t> shape) {
  size_t rank = shape.size();
  if (rank == 0 || !llvm::all_of(shape, [](int64_t size) { return size > 0 && llvm::isPowerOf2_64(size); })) {
    return emitError() << "expects a shape of powers of two, got [" << shape << "]";
  }
  for (ArrayRef<int32_t> bases : {registerBases, laneBases, warpBases}) {
    if (bases.size() % rank != 0) {
      return emitError() << "expects " << rank << " coordinates a basis, got a list of " << bases.size();
    }
    for (auto [index, coordinate] : llvm::enumerate(bases)) {
      if (coordinate < 0 || coordinate >= shape[index % rank]) {
        return emitError() << "expects coordinates from 0 to " << shape[index % rank] - 1 << " along dimension "
                           << index % rank << ", got " << coordinate;
      }
    }
  }
  if (laneBases.size() != 5 * rank) {
    return emitError() << "expects 5 lane bases, got " << laneBases.size() / rank;
  }
  if (!makeLinear(registerBases, laneBases, warpBases, shape, shape).isSurjective()) {
    return emitError() << "expects each element of the shape to be reached";
  }
  return success();
}

/// Parses `name = [integers]`.
template <typename Integer>
static ParseResult parseList(AsmParser &parser, StringRef name, SmallVectorImpl<Integer> &list) {
  auto parseElement = [&] { return parser.parseInteger(list.emplace_back()); };
  if (parser.parseKeyword(name) || parser.parseEqual()) {
    return failure();
  }
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseElement);
}

Attribute LinearAttr::parse(AsmParser &parser, Type) {
  SmallVector<int32_t> registers, lanes, warps;
  SmallVector<int64_t> shape;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseList(parser, "register", registers) || parser.parseComma() ||
      parseList(parser, "lane", lanes) || parser.parseComma() || parseList(parser, "warp", warps) ||
      parser.parseComma() || parseList(parser, "shape", shape) || parser.parseGreater()) {
    return {};
  }
  return parser.getChecked<LinearAttr>(loc, parser.getContext(), registers, lanes, warps, shape);
}

void LinearAttr::print(AsmPrinter &printer) const {
  printer << "<register = [" << getRegisterBases() << "], lane = [" << getLaneBases() << "], warp = [" << getWarpBases()
          << "], shape = [" << getShape() << "]>";
}

unsigned LinearAttr::getRank() const { return getShape().size(); }

layout::LinearLayout LinearAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return makeLinear(getRegisterBases(), getLaneBases(), getWarpBases(), getShape(), shape);
}

LinearAttr LinearAttr::get(MLIRContext *context, const layout::LinearLayout &layout, ArrayRef<int64_t> shape) {
  auto flatten = [&](layout::Dim in) {
    SmallVector<int32_t> flat;
    for (unsigned bit = 0; bit < layout.inLog2(in); ++bit) {
      for (size_t dim = 0; dim < shape.size(); ++dim) {
        flat.push_back(layout.basis(in, bit, layout::tensorDim(dim)));
      }
    }
    return flat;
  };
  return get(context, flatten(layout::Dim::Register), flatten(layout::Dim::Lane), flatten(layout::Dim::Warp), shape);
}

//===--- swizzled shared -------------------------------------------------===//

static layout::SwizzledEncoding makeSwizzled(unsigned vec, unsigned perPhase, unsigned maxPhase,
                                             ArrayRef<unsigned> order) {
  return {vec, perPhase, maxPhase, order.vec(), {}};
}

LogicalResult SwizzledSharedAttr::verify(EmitError emitError, unsigned vec, unsigned perPhase, unsigned maxPhase,
                                         ArrayRef<unsigned> order) {
  std::string message =
      layout::verifyEncoding(makeSwizzled(vec, perPhase, maxPhase, order), layout::Shape(order.size(), 1));
  return message.empty() ? success() : LogicalResult(emitError() << message);
}

unsigned SwizzledSharedAttr::getRank() const { return getOrder().size(); }

unsigned SwizzledSharedAttr::getAlignment() const { return 16; }

layout::LinearLayout SwizzledSharedAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return layout::toLinearLayout(makeSwizzled(getVec(), getPerPhase(), getMaxPhase(), getOrder()), toShape(shape));
}

//===--- nvmma shared ----------------------------------------------------===//

static layout::TmaSharedEncoding makeNvmma(unsigned swizzle, unsigned elementBits, bool transposed) {
  layout::TmaSharedEncoding encoding;
  encoding.swizzleBytes = swizzle;
  encoding.elementBits = elementBits;
  encoding.transposed = transposed;
  return encoding;
}

LogicalResult NvmmaSharedAttr::verify(EmitError emitError, unsigned swizzle, unsigned elementBits, bool) {
  if (swizzle != 32 && swizzle != 64 && swizzle != 128) {
    return emitError() << "expects a swizzle of 32, 64 or 128 bytes, got " << swizzle;
  }
  if (elementBits != 8 && elementBits != 16 && elementBits != 32 && elementBits != 64) {
    return emitError() << "expects elements of 8, 16, 32 or 64 bits, got " << elementBits;
  }
  return success();
}

unsigned NvmmaSharedAttr::getRank() const { return 2; }

/// The pattern repeats every eight rows of 128 bytes, or of fewer bytes for narrower swizzles.
unsigned NvmmaSharedAttr::getAlignment() const { return 8 * getSwizzle(); }

layout::LinearLayout NvmmaSharedAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return layout::toLinearLayout(makeNvmma(getSwizzle(), getElementBits(), getTransposed()), toShape(shape));
}
