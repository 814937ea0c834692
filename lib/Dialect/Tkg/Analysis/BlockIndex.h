// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of integers that count along one dimension, offsets made of them, and masks that bound them.
#ifndef TKC_LIB_DIALECT_TKG_ANALYSIS_BLOCKINDEX_H
#define TKC_LIB_DIALECT_TKG_ANALYSIS_BLOCKINDEX_H

#include "tkc/Dialect/Tkg/Analysis/TileAccess.h"

namespace tkc::tkg {

/// A block whose element at place i along `dim` is start + i; without `dim`, each element is `start`.
struct BlockIndex {
  std::optional<unsigned> dim;
  LinearSum start;
  /// Elements from here on were brought back below it.
  std::optional<LinearSum> clamp;
};

/// An index, each step of which is `stride` elements.
struct OffsetTerm {
  BlockIndex index;
  TileStride stride;
};

/// Elements of which `index` is below `bound`, or not below zero; all or none where the index has no `dim`.
struct MaskTerm {
  BlockIndex index;
  /// Null for "not below zero".
  std::optional<LinearSum> bound;
};

/// Recognises blocks in the body of a loop (null: outside of loops).
class BlockReader {
public:
  explicit BlockReader(mlir::scf::ForOp loop) : loop(loop) {}

  std::optional<BlockIndex> readIndex(mlir::Value block);
  /// The terms whose sum a block of offsets is.
  std::optional<llvm::SmallVector<OffsetTerm>> readOffsets(mlir::Value block);
  /// The terms that a mask is the conjunction of.
  std::optional<llvm::SmallVector<MaskTerm>> readMask(mlir::Value block);
  /// The scalar pointer that a block of pointers starts from, and the offsets from there.
  std::optional<std::pair<mlir::Value, llvm::SmallVector<OffsetTerm>>> readPointers(mlir::Value block);
  /// Whether an index that was asked for is a block from memory.
  bool hasMetLoad() const { return metLoad; }

private:
  std::optional<BlockIndex> readSum(mlir::Operation *op);
  std::optional<BlockIndex> readClamp(mlir::Operation *op);
  std::optional<MaskTerm> readComparison(mlir::arith::CmpIOp compare);
  /// The terms of a scalar condition.
  static std::optional<llvm::SmallVector<MaskTerm>> readCondition(mlir::Value condition);
  /// What a carried block begins with, and what the loop adds to it in each iteration.
  std::optional<std::pair<mlir::Value, llvm::SmallVector<OffsetTerm>>> readCarried(mlir::Value block);
  /// The number of finished iterations times `factor`.
  std::optional<LinearSum> countIterations(int64_t factor);
  /// The offsets that have come together by adding `step` in each finished iteration.
  std::optional<llvm::SmallVector<OffsetTerm>> multiplyByIterations(llvm::ArrayRef<OffsetTerm> step);

  mlir::scf::ForOp loop;
  bool metLoad = false;
};

} // namespace tkc::tkg

#endif
