// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes loops over K of dots that fused multiply-adds carry out; unrolled, ptxas would take minutes for them.
#include "tkc/Arch/Target.h"
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

static int64_t getBytes(RankedTensorType type) {
  return type.getNumElements() * type.getElementType().getIntOrFloatBitWidth() / 8;
}

/// The number of chunks, 1 for a dot that stays as it is.
static int64_t chooseNumChunks(tk::DotOp dot, const Target &target) {
  RankedTensorType left = getType(dot.getA()), right = getType(dot.getB()), sum = getType(dot.getResult());
  if (!isa<BlockedAttr>(sum.getEncoding()) || toLinearLayout(sum).hasRepeats() || !isCuttable(left) ||
      !isCuttable(right) || getBytes(left) + getBytes(right) > int64_t(target.maxSharedBytesPerCta)) {
    return 1;
  }
  int64_t sizeK = left.getShape().back();
  int64_t perStep = getElementsPerThread(sum);
  int64_t chunk = std::max<int64_t>(1, maxStraightLength / perStep);
  return std::max<int64_t>(1, sizeK / chunk);
}

namespace {
/// Replaces one dot by a loop.
class DotLoop {
public:
  DotLoop(tk::DotOp dot, int64_t numChunks) : builder(dot), loc(dot.getLoc()), dot(dot), numChunks(numChunks) {}

  void emit() {
    auto type = getType(dot.getResult());
    bool isNarrow = type.getElementType().isF16() || type.getElementType().isBF16();
    Value sum = dot.getC();
    if (isNarrow) {
      sum = arith::ExtFOp::create(builder, loc, tk::withElementType(type, builder.getF32Type()), sum);
    }
    Value left = store(dot.getA(), getType(dot.getA()).getRank() - 1);
    Value right = store(dot.getB(), getType(dot.getB()).getRank() - 2);
    // All stores are behind it; nothing in the loop writes.
    BarrierOp::create(builder, loc);
    Value result = emitLoop(left, right, sum);
    if (isNarrow) {
      result = arith::TruncFOp::create(builder, loc, type, result);
    }
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
    shape[dim] /= numChunks;
    return RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  }

  /// The operand in a ring of its chunks along `dim`. Its rows run as they do where it comes from.
  Value store(Value operand, unsigned dim) {
    auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
    Value source = conversion ? conversion.getSource() : operand;
    SmallVector<unsigned> order = getMemoryOrder(getType(source));
    auto shared = SwizzledSharedAttr::get(builder.getContext(), 1, 1, 1, order);
    RankedTensorType chunk = getChunkType(getType(operand), dim);
    auto ring = MemDescType::get(builder.getContext(), chunk.getShape(), chunk.getElementType(), shared, numChunks);
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
    Value begin = constant(0), end = constant(numChunks), step = constant(1);
    auto loop = scf::ForOp::create(builder, loc, begin, end, step, sum,
                                   [&](OpBuilder &body, Location, Value index, ValueRange carried) {
                                     Value a = load(body, left, index, dot.getA(), getType(dot.getA()).getRank() - 1);
                                     Value b = load(body, right, index, dot.getB(), getType(dot.getB()).getRank() - 2);
                                     Value next = tk::DotOp::create(body, loc, carried[0].getType(), a, b, carried[0],
                                                                    dot.getPrecision(), dot.getMaxNumImpreciseAcc());
                                     scf::YieldOp::create(body, loc, next);
                                   });
    return loop.getResult(0);
  }

  OpBuilder builder;
  Location loc;
  tk::DotOp dot;
  int64_t numChunks;
};

struct ChunkDots : tkc::tkg::impl::ChunkDotsBase<ChunkDots> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<Target> target = parseTarget(getTargetName(module).str());
    if (!target) {
      return;
    }
    SmallVector<std::pair<tk::DotOp, int64_t>> dots;
    module.walk([&](tk::DotOp dot) {
      int64_t numChunks = chooseNumChunks(dot, *target);
      if (numChunks > 1) {
        dots.push_back({dot, numChunks});
      }
    });
    for (auto [dot, numChunks] : dots) {
      DotLoop(dot, numChunks).emit();
    }
    numChunked += dots.size();
  }
};
} // namespace
