// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offsets and addresses as sums of scalars and blocks.
#ifndef TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETSUM_H
#define TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETSUM_H

#include "OffsetChain.h"

namespace tkc::tk {

/// A summand. A scalar is an i64; a block is of i64, or of i32 and then stands for its sign extension.
struct OffsetTerm {
  mlir::Value value;
  Bounds bounds;
};

/// A block of offsets as the sum of its terms. Blocks have the rank of the whole, and its sizes or 1.
struct OffsetSum {
  llvm::SmallVector<OffsetTerm, 2> scalars;
  llvm::SmallVector<OffsetTerm, 2> blocks;

  void append(const OffsetSum &other);
};

/// A block of addresses: what `offset` adds to the scalar pointer `base`.
struct SplitAddress {
  mlir::Value base;
  OffsetSum offset;
};

/// Reads offsets and addresses as sums; what has to be computed for that, it puts where the builder stands.
///
/// Sums in 64 bits are opened whatever they are, for wrapping sums may be reordered; sums in 32 bits only when no step
/// wraps. Values with hints on contiguity and the like stay whole.
class OffsetSplitter {
public:
  OffsetSplitter(mlir::OpBuilder &builder, const OffsetRanges &ranges, const WrappingChains &chains)
      : builder(builder), ranges(ranges), chains(chains) {}

  /// The terms of a block of integers.
  OffsetSum split(mlir::Value block);
  /// The terms of a block of pointers, if it begins at one scalar pointer.
  std::optional<SplitAddress> splitAddress(mlir::Value pointers);
  /// The sum of two blocks of one shape.
  OffsetTerm add(mlir::Location loc, OffsetTerm left, OffsetTerm right);

private:
  bool isOpen(mlir::Value value) const;
  OffsetSum makeLeaf(mlir::Value block);
  OffsetSum makeScalar(mlir::Value scalar, mlir::Location loc);
  OffsetSum splitOp(mlir::Operation *op, mlir::Value block);
  OffsetSum splitProduct(mlir::arith::MulIOp op);
  OffsetSum negate(const OffsetSum &sum, mlir::Location loc);
  OffsetSum scale(const OffsetSum &sum, OffsetTerm factor, mlir::Location loc);
  OffsetSum applyShape(const OffsetSum &sum, mlir::Operation *shapeStep);
  OffsetTerm addUp(llvm::ArrayRef<OffsetTerm> scalars, mlir::Location loc);

  /// `Op` of two scalars, or of blocks of one shape: in 32 bits if the bounds of the result allow it.
  template <typename Op>
  OffsetTerm combine(mlir::Location loc, OffsetTerm left, OffsetTerm right, std::optional<Bounds> exact);
  /// The low 32 bits.
  mlir::Value narrow(mlir::Value value, mlir::Location loc);
  /// The value in 64 bits.
  mlir::Value widen(mlir::Value value, mlir::Location loc);

  mlir::OpBuilder &builder;
  const OffsetRanges &ranges;
  const WrappingChains &chains;
  llvm::DenseMap<mlir::Value, mlir::Value> narrowed;
};

} // namespace tkc::tk

#endif // TKC_LIB_DIALECT_TK_TRANSFORMS_OFFSETSUM_H
