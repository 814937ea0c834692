// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mlir-opt for the tkg layer: it knows tk, tkg and what tkg lowers to, and no frontend.
#include "tkc/Conversion/TkToTkg/TkToTkg.h"
#include "tkc/Conversion/TkgToLLVM/TkgToLLVM.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Dialect/Tkg/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<tkc::tk::TkDialect, tkc::tkg::TkgDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::math::MathDialect, mlir::scf::SCFDialect, mlir::ub::UBDialect, mlir::LLVM::LLVMDialect,
                  mlir::NVVM::NVVMDialect>();
  mlir::registerTransformsPasses();
  tkc::registerTkToTkgPasses();
  tkc::registerTkgToLLVMPasses();
  tkc::tkg::registerTkgPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "tkg optimiser\n", registry));
}
