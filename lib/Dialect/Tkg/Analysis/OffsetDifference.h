// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far apart the elements of two accesses lie.
#ifndef TKC_LIB_DIALECT_TKG_ANALYSIS_OFFSETDIFFERENCE_H
#define TKC_LIB_DIALECT_TKG_ANALYSIS_OFFSETDIFFERENCE_H

#include "llvm/ADT/MapVector.h"

#include <memory>

#include "BlockIndex.h"

namespace tkc::tkg {

/// How two blocks of pointers into one array lie to one another.
enum class Overlap {
  /// They share no element.
  None,
  /// They share no element, or place for place all.
  Aligned,
  /// Nothing is known.
  Unknown
};

/// The offsets along one stride: a start, and how far the block reaches from there.
struct StrideOffsets {
  LinearSum start;
  int64_t extent = 1;
};

/// The offsets of a block of pointers by stride; the null value stands for the stride 1, which constant strides are
/// multiples of. Strides that are not known at compile time are taken for those of an array.
class BlockOffsets {
public:
  /// Those of the pointers of `op`, from `base` on; null where they are not understood, or places of the block may
  /// share an element.
  static std::shared_ptr<const BlockOffsets> read(mlir::Operation *op, mlir::Value pointer, mlir::Value base);

  /// Compares blocks as if they started from one address; `loop` is the outermost loop of which they run in different
  /// iterations, or null.
  Overlap compare(const BlockOffsets &later, mlir::Operation *loop) const;

  /// These offsets, if both are in one array: its rows have one stride. A stride that only these have takes the place
  /// of the one that only `other` has.
  BlockOffsets withStridesOf(const BlockOffsets &other) const;

  llvm::SmallMapVector<mlir::Value, StrideOffsets, 2> byStride;
};

} // namespace tkc::tkg

#endif
