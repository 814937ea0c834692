// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds of integers, from range analysis and from what `tk.assume` promises.
#ifndef TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETRANGES_H
#define TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETRANGES_H

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/Analysis/DataFlowFramework.h"

namespace tkc::tk {

/// What an integer, or each element of a block of integers, lies between; read as signed.
struct Bounds {
  int64_t min, max;
  bool fitsIn(unsigned width) const { return llvm::isIntN(width, min) && llvm::isIntN(width, max); }
};

/// The bounds of all integers below an op, as they are when it is made.
class OffsetRanges {
public:
  explicit OffsetRanges(mlir::Operation *root);

  /// The bounds of `value`; those of its type where nothing else is known. Integers have at most 64 bits.
  Bounds getBounds(mlir::Value value) const;
  /// Whether an `arith.addi`, `subi` or `muli` may leave the width of its type.
  bool mayWrap(mlir::Operation *op) const;

private:
  /// The bounds of an `arith.addi`, `subi` or `muli` as if it did not wrap; nothing where they leave 64 bits.
  std::optional<Bounds> getExactBounds(mlir::Operation *op) const;

  mlir::DataFlowSolver solver;
  llvm::DenseMap<mlir::Value, mlir::ConstantIntRanges> assumptions;
};

} // namespace tkc::tk

#endif // TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETRANGES_H
