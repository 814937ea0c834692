// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mlir-opt for the tk dialect: it knows tk and the upstream dialects that tk uses, nothing below.
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<tkc::tk::TkDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect,
                  mlir::scf::SCFDialect, mlir::ub::UBDialect>();
  mlir::registerTransformsPasses();
  tkc::tk::registerTkTransformsPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "tk optimiser\n", registry));
}
