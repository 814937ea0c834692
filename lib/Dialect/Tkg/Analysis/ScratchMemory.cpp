// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scratch memory of ops.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"

using namespace mlir;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace tkc::tkg {

layout::Conversion planLayoutConversion(ConvertLayoutOp op) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  layout::ConversionOptions options;
  options.elementBytes = getElementBytes(source.getElementType());
  std::optional<Target> target = getTarget(op);
  options.hasLdMatrix = target && target->hasLdMatrix();
  options.hasStMatrix = target && target->hasStMatrix();
  return layout::planConversion(toLinearLayout(source), toLinearLayout(cast<RankedTensorType>(op.getType())), options);
}

AxisPlan planAxis(RankedTensorType type, unsigned axis) {
  AxisPlan plan;
  plan.layout = toLinearLayout(type);
  plan.axis = axis;
  Dim dim = layout::tensorDim(axis);
  auto collect = [&](Dim in, llvm::SmallVector<unsigned> &bits) {
    for (unsigned bit = 0; bit < plan.layout.inLog2(in); ++bit) {
      if (plan.layout.basis(in, bit, dim) != 0) {
        bits.push_back(bit);
      }
    }
  };
  collect(Dim::Lane, plan.laneBits);
  collect(Dim::Warp, plan.warpBits);
  plan.numKept = type.getNumElements() / type.getDimSize(axis);
  return plan;
}

llvm::SmallVector<int64_t> getPartOffsets(tk::ReduceOp op, const AxisPlan &plan) {
  constexpr int64_t widestAccess = 16;
  llvm::SmallVector<int64_t> offsets = {0};
  for (Value operand : op.getOperands()) {
    int64_t bytes = (plan.numKept << plan.warpBits.size()) * getElementBytes(getElementTypeOrSelf(operand.getType()));
    offsets.push_back(llvm::alignTo(offsets.back() + bytes, widestAccess));
  }
  return offsets;
}

layout::GatherPlan planGather(tk::GatherOp op) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  return layout::planGather(toLinearLayout(source), toLinearLayout(op.getType()), op.getAxis(),
                            getElementBytes(source.getElementType()));
}

/// Room for the whole source of a gather that goes through shared memory.
static int64_t getGatherScratchBytes(tk::GatherOp op) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  bool isShared = planGather(op).kind == layout::GatherKind::SharedMemory;
  return isShared ? getSizeInBytes(source) : 0;
}

static int64_t getLargestElementBytes(ValueRange operands) {
  int64_t bytes = 0;
  for (Value operand : operands) {
    bytes = std::max<int64_t>(bytes, getElementBytes(getElementTypeOrSelf(operand.getType())));
  }
  return bytes;
}

/// Of the threads that hold an element one acts and tells the others what it got.
static int64_t getReplicaScratchBytes(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type) {
    return getElementBytes(op->getResult(0).getType());
  }
  LinearLayout layout = toLinearLayout(type);
  if (!hasReplicas(layout)) {
    return 0;
  }
  int64_t numThreads = lanesPerWarp * getNumWarps(op->getParentOfType<ModuleOp>());
  return numThreads * layout.inSize(Dim::Register) * getElementBytes(type.getElementType());
}

bool hasReplicas(const LinearLayout &layout) {
  return layout.freeVariableMask(Dim::Lane) != 0 || layout.freeVariableMask(Dim::Warp) != 0;
}

int64_t getScratchBytes(Operation *op) {
  if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
    layout::Conversion plan = planLayoutConversion(convert);
    int64_t bytes = getElementBytes(getElementTypeOrSelf(convert.getType()));
    return plan.shared ? plan.shared->scratchElements * bytes : 0;
  }
  if (auto reduce = dyn_cast<tk::ReduceOp>(op)) {
    AxisPlan plan = planAxis(cast<RankedTensorType>(reduce.getOperands()[0].getType()), reduce.getAxis());
    return plan.crossesWarps() ? getPartOffsets(reduce, plan).back() : 0;
  }
  if (auto scan = dyn_cast<tk::ScanOp>(op)) {
    AxisPlan plan = planAxis(cast<RankedTensorType>(scan.getOperands()[0].getType()), scan.getAxis());
    // One place a thread, used for one value after the other.
    int64_t numThreads = lanesPerWarp * getNumWarps(op->getParentOfType<ModuleOp>());
    return plan.crossesWarps() ? numThreads * getLargestElementBytes(scan.getOperands()) : 0;
  }
  if (auto gather = dyn_cast<tk::GatherOp>(op)) {
    return getGatherScratchBytes(gather);
  }
  if (auto histogram = dyn_cast<tk::HistogramOp>(op)) {
    return getSizeInBytes(histogram.getType());
  }
  auto load = dyn_cast<tk::LoadOp>(op);
  bool seesOthers = load && (load.getIsVolatile() || load.getCache() == tk::CacheModifier::CV);
  if ((seesOthers || isa<tk::AtomicRmwOp, tk::AtomicCasOp>(op)) && !op->getResult(0).use_empty()) {
    return getReplicaScratchBytes(op);
  }
  return 0;
}

} // namespace tkc::tkg
