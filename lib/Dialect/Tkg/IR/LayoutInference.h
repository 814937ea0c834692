// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How tkg answers the questions of layout-polymorphic tk ops.
#ifndef TKC_LIB_DIALECT_TKG_IR_LAYOUTINFERENCE_H
#define TKC_LIB_DIALECT_TKG_IR_LAYOUTINFERENCE_H

#include "tkc/Dialect/Tk/IR/TkInterfaces.h"

namespace tkc::tkg {

/// The layout inference of tkg's encodings: through named encodings where one fits, else through linear layouts.
struct TkgLayoutInference : tk::LayoutInferenceInterface {
  using LayoutInferenceInterface::LayoutInferenceInterface;

  mlir::FailureOr<mlir::Attribute> inferReduce(mlir::Attribute operand, int axis) const final;
  mlir::FailureOr<mlir::Attribute> inferExpandDims(mlir::Attribute operand, int axis,
                                                   std::optional<mlir::Location> loc) const final;
  mlir::FailureOr<mlir::Attribute> inferTranspose(mlir::Attribute operand, llvm::ArrayRef<int64_t> shape,
                                                  llvm::ArrayRef<int32_t> order) const final;
  mlir::FailureOr<mlir::Attribute> inferReshape(mlir::Attribute operand, llvm::ArrayRef<int64_t> shape,
                                                llvm::ArrayRef<int64_t> resultShape) const final;
  mlir::LogicalResult verifyDot(mlir::Attribute a, mlir::Attribute b, mlir::Attribute result,
                                mlir::Location loc) const final;
};

} // namespace tkc::tkg

#endif
