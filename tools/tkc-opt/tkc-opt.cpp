// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mlir-opt for all layers: the dialects and passes from tk to LLVM, and the compiler's own pass lists as pipelines.
#include "tkc/Conversion/TkToTkg/TkToTkg.h"
#include "tkc/Conversion/TkgToLLVM/TkgToLLVM.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Dialect/Tkg/Transforms/Passes.h"
#include "tkc/Pipeline/Pipeline.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<tkc::tk::TkDialect, tkc::tkg::TkgDialect, mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                  mlir::func::FuncDialect, mlir::math::MathDialect, mlir::scf::SCFDialect, mlir::ub::UBDialect,
                  mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>();
  mlir::registerTransformsPasses();
  tkc::tk::registerTkTransformsPasses();
  tkc::registerTkToTkgPasses();
  tkc::registerTkgToLLVMPasses();
  tkc::tkg::registerTkgPasses();
  tkc::pipeline::registerPipelines();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "tkc optimiser\n", registry));
}
