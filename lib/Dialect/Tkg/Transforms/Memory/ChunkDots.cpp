// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes loops over K of dots that fused multiply-adds carry out; unrolled, ptxas would take minutes for them.
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_CHUNKDOTS
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// The most multiply-adds of a thread in straight code.
constexpr int64_t maxStraightLength = 1024;

static RankedTensorType getType(Value block) { return cast<RankedTensorType>(block.getType()); }

/// Whether the operand's layout and elements permit a ring of chunks.
static bool isCuttable(RankedTensorType operand) {
  auto encoding = dyn_cast<DotOperandAttr>(operand.getEncoding());
  Type element = operand.getElementType();
  return encoding && isa<BlockedAttr>(encoding.getParent()) && !toLinearLayout(operand).hasRepeats() &&
         element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8;
}

/// How a dot is cut along K: into parts that are in shared memory one after the other, and these into chunks, one for
/// an iteration. One of each for a dot that stays as it is.
namespace {
struct DotCut {
  int64_t numParts = 1, numChunks = 1;
};
} // namespace

static DotCut chooseCut(tk::DotOp dot, const Target &target) {
  RankedTensorType left = getType(dot.getA()), right = getType(dot.getB()), sum = getType(dot.getResult());
  int64_t room = target.maxSharedBytesPerCta, leftBytes = getSizeInBytes(left), rightBytes = getSizeInBytes(right);
  if (!isa<BlockedAttr>(sum.getEncoding()) || toLinearLayout(sum).hasRepeats() || !isCuttable(left) ||
      !isCuttable(right) || std::max(leftBytes, rightBytes) > room) {
    return {};
  }
  int64_t sizeK = left.getShape().back();
  int64_t perStep = getElementsPerThread(sum);
  int64_t chunk = std::max<int64_t>(1, maxStraightLength / perStep);
  DotCut cut;
  cut.numParts = llvm::PowerOf2Ceil(llvm::divideCeil(leftBytes + rightBytes, room));
  cut.numChunks = sizeK / chunk / cut.numParts;
  return cut.numChunks == 0 ? DotCut() : cut;
}

namespace {
/// Replaces one dot by a loop for each part.
class DotLoop {
public:
  DotLoop(tk::DotOp dot, DotCut cut)
      : builder(dot), loc(dot.getLoc()), dot(dot), cut(cut), leftDim(getType(dot.getA()).getRank() - 1),
        rightDim(getType(dot.getB()).getRank() - 2) {}

  void emit() {
    auto type = getType(dot.getResult());
    bool isNarrow = type.getElementType().isF16() || type.getElementType().isBF16();
    Value sum = dot.getC();
    if (isNarrow) {
      sum = arith::ExtFOp::create(builder, loc, tk::withElementType(type, builder.getF32Type()), sum);
    }
    for (int64_t part = 0; part < cut.numParts; ++part) {
      // What picks a part needs scratch: it comes before the rings.
      Value leftPart = getPart(dot.getA(), leftDim, part), rightPart = getPart(dot.getB(), rightDim, part);
      Value left = store(leftPart, dot.getA(), leftDim), right = store(rightPart, dot.getB(), rightDim);
      // All stores are behind it; nothing in the loop writes.
      BarrierOp::create(builder, loc);
      sum = emitLoop(left, right, sum);
    }
    Value result = isNarrow ? arith::TruncFOp::create(builder, loc, type, sum) : sum;
    dot.getResult().replaceAllUsesWith(result);
    SmallVector<Value> operands = {dot.getA(), dot.getB()};
    dot.erase();
    for (Value operand : operands) {
      auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
      if (conversion && conversion->use_empty()) {
        conversion.erase();
      }
    }
  }

private:
  RankedTensorType getChunkType(RankedTensorType type, unsigned dim) const {
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] /= cut.numParts * cut.numChunks;
    return RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  }

  /// The places first, first + 1, … along `dim` in each row of a block of this type.
  Value emitPlaces(RankedTensorType type, unsigned dim, int64_t first) {
    SmallVector<Attribute> encodings = {type.getEncoding()};
    for (unsigned other = type.getRank(); other-- > 0;) {
      if (other != dim) {
        auto parent = cast<LayoutAttrInterface>(encodings.back());
        encodings.push_back(SliceAttr::get(builder.getContext(), other, parent));
      }
    }
    Type i32 = builder.getI32Type();
    int64_t size = type.getDimSize(dim);
    Value places = tk::MakeRangeOp::create(builder, loc, RankedTensorType::get({size}, i32, encodings.pop_back_val()),
                                           first, first + size);
    for (unsigned other = 0; other < type.getRank(); ++other) {
      if (other != dim) {
        SmallVector<int64_t> shape(getType(places).getShape());
        shape.insert(shape.begin() + other, 1);
        places = tk::ExpandDimsOp::create(builder, loc, RankedTensorType::get(shape, i32, encodings.pop_back_val()),
                                          places, other);
      }
    }
    return tk::BroadcastOp::create(builder, loc, type.clone(i32), places);
  }

  /// Part number `part` of the operand along `dim`, in the layout in which it comes where that is blocked.
  Value getPart(Value operand, unsigned dim, int64_t part) {
    auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
    Value source = conversion ? conversion.getSource() : operand;
    if (cut.numParts == 1) {
      return source;
    }
    RankedTensorType whole = getType(source);
    SmallVector<int64_t> shape(whole.getShape());
    shape[dim] /= cut.numParts;
    Attribute encoding = whole.getEncoding();
    if (!isa<BlockedAttr>(encoding)) {
      encoding = getDefaultBlocked(builder.getContext(), shape, getNumWarps(dot->getParentOfType<ModuleOp>()));
    }
    auto type = RankedTensorType::get(shape, whole.getElementType(), encoding);
    return tk::GatherOp::create(builder, loc, type, source, emitPlaces(type, dim, part * shape[dim]), dim);
  }

  /// A part of the operand in a ring of its chunks along `dim`. Its rows run as they do where it comes from.
  Value store(Value source, Value operand, unsigned dim) {
    SmallVector<unsigned> order = getMemoryOrder(getType(source));
    auto shared = SwizzledSharedAttr::get(builder.getContext(), 1, 1, 1, order);
    RankedTensorType chunk = getChunkType(getType(operand), dim);
    auto ring = MemDescType::get(builder.getContext(), chunk.getShape(), chunk.getElementType(), shared, cut.numChunks);
    return LocalAllocOp::create(builder, loc, ring, source);
  }

  Value load(OpBuilder &body, Value ring, Value index, Value operand, unsigned dim) {
    Value slot = LocalSlotOp::create(body, loc, cast<MemDescType>(ring.getType()).withSlots(1), ring, index);
    return LocalLoadOp::create(body, loc, getChunkType(getType(operand), dim), slot, /*own=*/false);
  }

  Value emitLoop(Value left, Value right, Value sum) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(value));
    };
    Value begin = constant(0), end = constant(cut.numChunks), step = constant(1);
    auto loop = scf::ForOp::create(builder, loc, begin, end, step, sum,
                                   [&](OpBuilder &body, Location, Value index, ValueRange carried) {
                                     Value a = load(body, left, index, dot.getA(), leftDim);
                                     Value b = load(body, right, index, dot.getB(), rightDim);
                                     Value next = tk::DotOp::create(body, loc, carried[0].getType(), a, b, carried[0],
                                                                    dot.getPrecision(), dot.getMaxNumImpreciseAcc());
                                     scf::YieldOp::create(body, loc, next);
                                   });
    return loop.getResult(0);
  }

  OpBuilder builder;
  Location loc;
  tk::DotOp dot;
  DotCut cut;
  /// Where K is among the dimensions of the operands.
  unsigned leftDim, rightDim;
};

struct ChunkDots : tkc::tkg::impl::ChunkDotsBase<ChunkDots> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<Target> target = getTarget(module);
    if (!target) {
      return;
    }
    SmallVector<std::pair<tk::DotOp, DotCut>> dots;
    module.walk([&](tk::DotOp dot) {
      DotCut cut = chooseCut(dot, *target);
      if (cut.numParts * cut.numChunks > 1) {
        dots.push_back({dot, cut});
      }
    });
    for (auto [dot, cut] : dots) {
      DotLoop(dot, cut).emit();
    }
    numChunked += dots.size();
  }
};
} // namespace
