// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tkg-to-llvm.
#include "tkc/Conversion/TkgToLLVM/TkgToLLVM.h"

#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"

#include "BranchedLoads.h"
#include "Patterns.h"

using namespace mlir;

namespace tkc {

#define GEN_PASS_DEF_TKGTOLLVM
#include "tkc/Conversion/TkgToLLVM/Passes.h.inc"

namespace {

struct TkgToLLVM : impl::TkgToLLVMBase<TkgToLLVM> {
  void runOnOperation() override {
    fillBranchedLoads(getOperation());
    noteAxisInfo();
    prepareLoops(getOperation());
    if (failed(lowerControlFlow()) || failed(lowerToLLVM())) {
      signalPassFailure();
    }
  }

private:
  void noteAxisInfo();

  /// Structured control flow becomes branches, but not inside the region of a reduction, scan or map, which must stay
  /// one block until it is applied.
  LogicalResult lowerControlFlow() {
    RewritePatternSet patterns(&getContext());
    populateLoopPatterns(patterns);
    populateSCFToControlFlowConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addDynamicallyLegalDialect<scf::SCFDialect>([](Operation *op) {
      return op->getParentOfType<tk::ReduceOp>() || op->getParentOfType<tk::ScanOp>() ||
             op->getParentOfType<tk::MapElementwiseOp>();
    });
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }

  LogicalResult lowerToLLVM() {
    TkgTypeConverter converter(&getContext());
    RewritePatternSet patterns(&getContext());
    populateElementwisePatterns(converter, patterns);
    populateFloatCastPatterns(converter, patterns);
    populateMathPatterns(converter, patterns);
    populateShapePatterns(converter, patterns);
    populateGlobalMemoryPatterns(converter, patterns);
    populateAtomicPatterns(converter, patterns);
    populateSharedMemoryPatterns(converter, patterns);
    populateConvertLayoutPatterns(converter, patterns);
    populateReducePatterns(converter, patterns);
    populateScanPatterns(converter, patterns);
    populateSelectionPatterns(converter, patterns);
    populateAsyncCopyPatterns(converter, patterns);
    populateTmaPatterns(converter, patterns);
    populateDotPatterns(converter, patterns);
    populateWarpGroupDotPatterns(converter, patterns);
    populateDeviceCodePatterns(converter, patterns);
    populateDebugPatterns(converter, patterns);
    populateCheckBoundsPatterns(converter, patterns);
    populateProgramPatterns(converter, patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateLoopPatterns(patterns);
    populateSCFToControlFlowConversionPatterns(patterns);
    LLVMConversionTarget target(getContext());
    target.addLegalDialect<NVVM::NVVMDialect>();
    target.addLegalOp<ModuleOp>();
    if (failed(applyFullConversion(getOperation(), target, std::move(patterns)))) {
      return failure();
    }
    SmallVector<UnrealizedConversionCastOp> casts;
    getOperation().walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
    reconcileUnrealizedCasts(casts);
    return success();
  }
};

/// The most registers in a row for which all elements of the block are one value.
unsigned countRepeats(const tkg::AxisInfoAnalysis &axisInfo, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.getEncoding()) {
    return 1;
  }
  layout::LinearLayout layout = tkg::toLinearLayout(type);
  tkg::AxisInfo info = axisInfo.getInfo(value);
  int64_t most = 1;
  for (auto [dim, constancy] : llvm::enumerate(info.constancy)) {
    int64_t inOrder = layout.numConsecutive(layout::Dim::Register, layout::tensorDim(dim));
    most = std::max(most, std::min(constancy, inOrder));
  }
  return most;
}

/// Facts about addresses and masks are those of tkg; the lowering reads them after the ops around have changed.
void TkgToLLVM::noteAxisInfo() {
  tkg::AxisInfoAnalysis axisInfo(getOperation());
  Builder builder(&getContext());
  getOperation().walk([&](Operation *op) {
    if (auto load = dyn_cast<tk::LoadOp>(op)) {
      unsigned width = axisInfo.getVectorWidth(load.getPointer(), load.getMask());
      op->setAttr(vectorWidthAttrName, builder.getI32IntegerAttr(width));
    } else if (auto store = dyn_cast<tk::StoreOp>(op)) {
      unsigned width = axisInfo.getVectorWidth(store.getPointer(), store.getMask());
      op->setAttr(vectorWidthAttrName, builder.getI32IntegerAttr(width));
    } else if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      if (unsigned repeats = countRepeats(axisInfo, compare.getResult()); repeats > 1) {
        op->setAttr(repeatsAttrName, builder.getI32IntegerAttr(repeats));
      }
    }
  });
}

} // namespace
} // namespace tkc
