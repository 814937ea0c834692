// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spreads the layouts of memory accesses and dots to what is computed from them.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_FORWARDLAYOUTS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_FORWARDLAYOUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include "ConversionCost.h"

namespace tkc::tkg {

/// Gives values the layouts of the accesses and dots that they come from, and converts where operands then differ.
/// Where several layouts meet, a tensor-core one wins, otherwise the one that converts fewer bytes.
class ForwardLayouts {
public:
  ForwardLayouts(mlir::func::FuncOp function, ConversionCost &cost) : function(function), cost(cost) {}
  void run();

private:
  void seed();
  void spread();
  /// Adds a candidate for a value and what must have the same type.
  void add(mlir::Value value, mlir::Attribute encoding);
  void spreadToUse(mlir::OpOperand &use, mlir::Attribute encoding);
  void choose();
  mlir::Attribute chooseFor(mlir::Value value, llvm::ArrayRef<mlir::Attribute> candidates) const;
  void rewrite();
  void convertOperands(mlir::Operation *op);
  /// The encoding that the operand must have, or null where any will do.
  mlir::Attribute getRequired(mlir::OpOperand &operand) const;

  mlir::func::FuncOp function;
  ConversionCost &cost;
  llvm::MapVector<mlir::Value, llvm::SmallSetVector<mlir::Attribute, 2>> candidates;
  llvm::SmallVector<std::pair<mlir::Value, mlir::Attribute>> worklist;
  llvm::DenseMap<mlir::Value, mlir::Attribute> chosen;
  /// The encodings that operands of accesses, dots, calls and returns have and keep.
  llvm::DenseMap<mlir::OpOperand *, mlir::Attribute> fixed;
};

} // namespace tkc::tkg

#endif
