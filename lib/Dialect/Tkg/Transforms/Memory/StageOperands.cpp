// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves operands of tensor-core dots through swizzled shared memory.
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h"
#include "tkc/Layout/Conversion.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

#include "OperandSwizzle.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_STAGEOPERANDS
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Whether the conversion brings an operand to the tensor cores from other threads.
static bool isStaged(ConvertLayoutOp conversion) {
  auto source = cast<RankedTensorType>(conversion.getSource().getType());
  auto target = cast<RankedTensorType>(conversion.getType());
  auto operand = dyn_cast<DotOperandAttr>(target.getEncoding());
  Type element = source.getElementType();
  if (!operand || !isa<MmaAttr>(operand.getParent()) || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 8) {
    return false;
  }
  layout::ConversionKind kind = layout::classifyConversion(toLinearLayout(source), toLinearLayout(target));
  return kind == layout::ConversionKind::LaneShuffles || kind == layout::ConversionKind::SharedMemory;
}

/// The first op of the conversion's block that uses its result, or that has such a use inside.
static Operation *getFirstUser(ConvertLayoutOp conversion) {
  Operation *first = conversion->getBlock()->getTerminator();
  for (Operation *user : conversion->getUsers()) {
    Operation *ancestor = conversion->getBlock()->findAncestorOpInBlock(*user);
    // A loop reads its operands anew in each iteration; the block is read once, before it.
    first = ancestor->isBeforeInBlock(first) ? ancestor : first;
  }
  return first;
}

namespace {
/// Replaces conversions; remembers the swizzle of each pair of types.
class OperandStager {
public:
  explicit OperandStager(bool hasLdMatrix) : hasLdMatrix(hasLdMatrix) {}

  void stage(ConvertLayoutOp conversion) {
    auto source = cast<RankedTensorType>(conversion.getSource().getType());
    auto target = cast<RankedTensorType>(conversion.getType());
    SwizzledSharedAttr &shared = swizzles[{source, target}];
    if (!shared) {
      shared = chooseSwizzle(source, target, hasLdMatrix);
    }
    unsigned wavefronts = countWavefronts(source, target, shared, hasLdMatrix);
    remark::passed(conversion.getLoc(), remark::RemarkOpts::name("OperandStaged").category("tkg-stage-operands"))
        << remark::add("vectors of {0} elements in {1} phases, {2} wavefronts a warp", shared.getVec(),
                       shared.getMaxPhase(), wavefronts);
    OpBuilder builder(conversion);
    auto type = MemDescType::get(conversion.getContext(), source.getShape(), source.getElementType(), shared);
    Value buffer = LocalAllocOp::create(builder, conversion.getLoc(), type, conversion.getSource());
    // Read where the block is needed: stores of several operands then share a barrier.
    builder.setInsertionPoint(getFirstUser(conversion));
    Value block = LocalLoadOp::create(builder, conversion.getLoc(), target, buffer, /*own=*/false);
    conversion.getResult().replaceAllUsesWith(block);
    conversion.erase();
  }

private:
  bool hasLdMatrix;
  llvm::DenseMap<std::pair<Type, Type>, SwizzledSharedAttr> swizzles;
};

struct StageOperands : tkc::tkg::impl::StageOperandsBase<StageOperands> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<Target> target = getTarget(module);
    OperandStager stager(target && target->hasLdMatrix());
    SmallVector<ConvertLayoutOp> conversions;
    module.walk([&](ConvertLayoutOp conversion) {
      if (isStaged(conversion)) {
        conversions.push_back(conversion);
      }
    });
    for (ConvertLayoutOp conversion : conversions) {
      stager.stage(conversion);
    }
    numStaged += conversions.size();
  }
};
} // namespace
