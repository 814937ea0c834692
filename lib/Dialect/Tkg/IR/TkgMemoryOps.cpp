// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers, effects and folders of layout conversions and shared-memory ops.
#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Layout/GatherPlan.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Parses `buffer`, or `block to buffer`.
static ParseResult parseAllocTypes(OpAsmParser &parser, Type &source, Type &result) {
  if (parser.parseType(result)) {
    return failure();
  }
  if (parser.parseOptionalKeyword("to")) {
    return success();
  }
  source = result;
  return parser.parseType(result);
}

static void printAllocTypes(OpAsmPrinter &printer, Operation *, Type source, Type result) {
  if (source) {
    printer << source << " to ";
  }
  printer << result;
}

#define GET_OP_CLASSES
#include "tkc/Dialect/Tkg/IR/TkgOps.cpp.inc"

//===--- convert_layout --------------------------------------------------===//

LogicalResult ConvertLayoutOp::verify() {
  for (Type type : {getSource().getType(), getType()}) {
    Attribute encoding = cast<RankedTensorType>(type).getEncoding();
    if (!isa_and_nonnull<LayoutAttrInterface>(encoding)) {
      return emitOpError() << "expects blocks with a layout encoding, got " << type;
    }
  }
  return success();
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType()) {
    return getSource();
  }
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSource())) {
    return dense.reshape(cast<ShapedType>(getType()));
  }
  return {};
}

namespace {
/// A conversion of a conversion is one conversion.
struct MergeConversions : OpRewritePattern<ConvertLayoutOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConvertLayoutOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<ConvertLayoutOp>();
    if (!inner) {
      return rewriter.notifyMatchFailure(op, "source is no conversion");
    }
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(inner.getSource()); });
    return success();
  }
};

/// A converted splat or range is made in the wanted layout at once.
template <typename SourceOp>
struct ConvertAtSource : OpRewritePattern<ConvertLayoutOp> {
  using OpRewritePattern<ConvertLayoutOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ConvertLayoutOp op, PatternRewriter &rewriter) const override {
    auto source = op.getSource().template getDefiningOp<SourceOp>();
    if (!source) {
      return rewriter.notifyMatchFailure(op, "source needs data of other threads");
    }
    Operation *clone = rewriter.clone(*source);
    rewriter.modifyOpInPlace(clone, [&] { clone->getResult(0).setType(op.getType()); });
    rewriter.replaceOp(op, clone->getResults());
    return success();
  }
};

/// Shared memory can be read in any layout, so what reads it and has one use does so in the layout it is converted to.
template <typename ReadOp>
struct ConvertAtRead : OpRewritePattern<ConvertLayoutOp> {
  using OpRewritePattern<ConvertLayoutOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ConvertLayoutOp op, PatternRewriter &rewriter) const override {
    auto read = op.getSource().template getDefiningOp<ReadOp>();
    if (!read || !read->hasOneUse() || isForOwnThreads(read)) {
      return rewriter.notifyMatchFailure(op,
                                         "source is not read from shared memory, has other uses, or a fixed layout");
    }
    rewriter.modifyOpInPlace(read, [&] { read.getResult().setType(cast<RankedTensorType>(op.getType())); });
    rewriter.replaceOp(op, read.getResult());
    return success();
  }

private:
  static bool isForOwnThreads(LocalLoadOp load) { return load.getOwn(); }
  static bool isForOwnThreads(tk::HistogramOp) { return false; }
};

/// A gather that goes through shared memory in any case does not mind how its source lies.
struct GatherFromConverted : OpRewritePattern<tk::GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tk::GatherOp op, PatternRewriter &rewriter) const override {
    auto conversion = op.getSource().getDefiningOp<ConvertLayoutOp>();
    if (!conversion || (isWithinWarps(op, op.getSource()) && !isWithinWarps(op, conversion.getSource()))) {
      return rewriter.notifyMatchFailure(op, "source is not converted, or for good reason");
    }
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(conversion.getSource()); });
    return success();
  }

private:
  static bool isWithinWarps(tk::GatherOp op, Value source) {
    auto type = cast<RankedTensorType>(source.getType());
    layout::LinearLayout from = toLinearLayout(type), to = toLinearLayout(op.getType());
    if (from.hasRepeats() || to.hasRepeats()) {
      return false;
    }
    unsigned bytes = getElementBytes(type.getElementType());
    return layout::planGather(from, to, op.getAxis(), bytes).kind != layout::GatherKind::SharedMemory;
  }
};
} // namespace

void ConvertLayoutOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergeConversions, ConvertAtSource<tk::SplatOp>, ConvertAtSource<tk::MakeRangeOp>,
               ConvertAtRead<LocalLoadOp>, ConvertAtRead<tk::HistogramOp>, GatherFromConverted>(context);
}

//===--- local memory ----------------------------------------------------===//

/// Checks that a block and the buffer it goes to or comes from agree.
static LogicalResult verifySameContents(Operation *op, Value block, MemDescType buffer) {
  auto type = cast<RankedTensorType>(block.getType());
  if (type.getShape() != buffer.getShape() || type.getElementType() != buffer.getElementType() ||
      buffer.getSlots() != 1) {
    return op->emitOpError() << "expects a block and a buffer of one shape and element type, got " << type << " and "
                             << buffer;
  }
  return success();
}

/// Whether the slots of the ring, put one after the other along some dimension, have the shape of the block, and lie
/// without gaps.
static bool isCutIntoSlots(RankedTensorType block, MemDescType ring) {
  int64_t bytes = ring.getNumElements() * getElementBytes(ring.getElementType());
  return block.getElementType() == ring.getElementType() && findCutDimension(block, ring) &&
         ring.getSlotBytes() == bytes;
}

LogicalResult LocalAllocOp::verify() {
  if (!getSource() || getType().getSlots() == 1) {
    return getSource() ? verifySameContents(*this, getSource(), getType()) : success();
  }
  auto block = cast<RankedTensorType>(getSource().getType());
  return isCutIntoSlots(block, getType()) ? success()
                                          : emitOpError()
                                                << "expects a block that the slots cut along one dimension, got "
                                                << block << " and " << getType();
}

void LocalAllocOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(), getOperation()->getOpResult(0), SharedMemory::get());
  if (getSource()) {
    effects.emplace_back(MemoryEffects::Write::get(), getOperation()->getOpResult(0), SharedMemory::get());
  }
}

/// The same for an access that each thread may make to its `own` elements alone.
static LogicalResult verifyAccess(Operation *op, Value block, Value buffer, bool own) {
  auto type = cast<RankedTensorType>(block.getType());
  if (failed(verifySameContents(op, block, cast<MemDescType>(buffer.getType())))) {
    return failure();
  }
  return !own || hasOneOwner(type)
             ? success()
             : op->emitOpError() << "expects a block each element of which one thread holds, got " << type;
}

LogicalResult LocalLoadOp::verify() { return verifyAccess(*this, getResult(), getSource(), getOwn()); }

LogicalResult LocalStoreOp::verify() { return verifyAccess(*this, getValue(), getTarget(), getOwn()); }
