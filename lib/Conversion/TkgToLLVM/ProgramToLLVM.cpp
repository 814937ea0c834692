// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels, the program grid, and synchronisation.
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"

#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "Patterns.h"
#include "Registers.h"

using namespace mlir;
using namespace tkc;

namespace {

/// A tensor map lies among the kernel's parameters, where TMA reads it.
void passByValue(Builder &builder, LLVM::LLVMFuncOp function, unsigned index) {
  constexpr unsigned mapBytes = 128;
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), mapBytes);
  function.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(bytes));
  function.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(), builder.getI64IntegerAttr(mapBytes));
  function.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(), builder.getUnitAttr());
}

/// A kernel becomes an NVVM kernel of a fixed number of threads.
struct LowerFunc : ConvertOpToLLVMPattern<func::FuncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(func::FuncOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    bool isKernel = op->hasAttr(tk::kernelAttrName);
    int32_t numThreads = 32 * tkg::getNumWarps(op->getParentOfType<ModuleOp>());
    FailureOr<LLVM::LLVMFuncOp> lowered = convertFuncOpToLLVMFuncOp(op, rewriter, *getTypeConverter());
    if (failed(lowered)) {
      return failure();
    }
    (*lowered)->removeAttr(tk::kernelAttrName);
    for (unsigned i = 0; i < lowered->getNumArguments(); ++i) {
      lowered->removeArgAttr(i, rewriter.getStringAttr(tk::divisibilityAttrName));
      lowered->removeArgAttr(i, rewriter.getStringAttr(tk::noAliasAttrName));
      lowered->removeArgAttr(i, rewriter.getStringAttr(tk::faultReportAttrName));
      if (lowered->removeArgAttr(i, rewriter.getStringAttr(tkg::tensorMapAttrName))) {
        passByValue(rewriter, *lowered, i);
      }
    }
    if (isKernel) {
      (*lowered)->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), rewriter.getUnitAttr());
      (*lowered)->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), rewriter.getDenseI32ArrayAttr({numThreads, 1, 1}));
    } else {
      lowered->setLinkage(LLVM::Linkage::Internal);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

template <typename SourceOp, typename X, typename Y, typename Z>
struct LowerGridQuery : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = rewriter.getI32Type();
    switch (op.getAxis()) {
    case 0:
      rewriter.replaceOpWithNewOp<X>(op, type);
      break;
    case 1:
      rewriter.replaceOpWithNewOp<Y>(op, type);
      break;
    default:
      rewriter.replaceOpWithNewOp<Z>(op, type);
      break;
    }
    return success();
  }
};

template <typename SourceOp>
struct LowerBarrier : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    NVVM::Barrier0Op::create(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

/// Programmatic dependent launch exists from sm_90 on; before, a kernel starts after its predecessors have ended.
template <typename SourceOp, NVVM::GridDepActionKind kind>
struct LowerDependentLaunch : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    std::optional<Target> target = tkg::getTarget(op);
    if (target && target->hasDependentLaunch()) {
      NVVM::GriddepcontrolOp::create(rewriter, op.getLoc(), kind);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerAssume : ConvertOpToLLVMPattern<tk::AssumeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::AssumeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::AssumeOp>(op, adaptor.getCondition());
    return success();
  }
};

} // namespace

void tkc::populateProgramPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerFunc>(converter, /*benefit=*/2);
  patterns.add<LowerGridQuery<tk::ProgramIdOp, NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>,
               LowerGridQuery<tk::NumProgramsOp, NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>,
               LowerBarrier<tkg::BarrierOp>, LowerBarrier<tk::DebugBarrierOp>, LowerAssume>(converter);
  patterns.add<LowerDependentLaunch<tk::GdcWaitOp, NVVM::GridDepActionKind::wait>,
               LowerDependentLaunch<tk::GdcLaunchDependentsOp, NVVM::GridDepActionKind::launch_dependents>>(converter);
}
