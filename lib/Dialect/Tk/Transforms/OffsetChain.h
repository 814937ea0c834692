// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chain of + - * that leads to a pointer's offset, and where it may leave 32 bits.
#ifndef TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETCHAIN_H
#define TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETCHAIN_H

#include "OffsetRanges.h"

namespace tkc::tk {

/// Whether `op` computes: + - *.
bool isArithmeticStep(mlir::Operation *op);
/// Whether `op` makes a block of, or rearranges, the elements of its operand.
bool isShapeStep(mlir::Operation *op);

/// Whether `op` extends 32 bits to 64 because the typing rules say so, not the source.
bool isImplicitExtension(mlir::Operation *op);

/// The values from which chain steps make `value`: operands of + - *, of a choice, of a change of shape and of an
/// implicit extension, and what loops carry and conditionals give. Empty for a leaf.
llvm::SmallVector<mlir::Value, 2> getChainSources(mlir::Value value);

/// The integers of 32 or 64 bits below an op that differ from what their chain gives when its 32-bit steps are done in
/// 64 bits, as far as nothing proves that they do not.
class WrappingChains {
public:
  WrappingChains(mlir::Operation *root, const OffsetRanges &ranges);

  bool contains(mlir::Value value) const { return causes.contains(value); }
  /// The step that may wrap, for a value that is contained.
  mlir::Operation *getCause(mlir::Value value) const { return causes.lookup(value); }
  /// Notes that `value` stands for a value with this cause.
  void add(mlir::Value value, mlir::Operation *cause) { causes[value] = cause; }
  /// Forgets a value that is about to go; the cause that it had, or null.
  mlir::Operation *take(mlir::Value value);

private:
  llvm::DenseMap<mlir::Value, mlir::Operation *> causes;
};

} // namespace tkc::tk

#endif // TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETCHAIN_H
