// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it costs to move a block to another layout, and to compute it again in one.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_CONVERSIONCOST_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_CONVERSIONCOST_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "llvm/ADT/DenseMap.h"

namespace tkc::tkg {

/// Costs in bytes that threads read and write in shared memory, replicas counted; an arithmetic instruction of a thread
/// counts as one byte. What runs in a loop counts eight times per level of nesting.
class ConversionCost {
public:
  explicit ConversionCost(unsigned numWarps) : numThreads(numWarps * lanesPerWarp) {}

  /// The cost of giving a block of type `from` the encoding `to`, at the depth of `block`.
  int64_t ofConversion(mlir::RankedTensorType from, mlir::Attribute to, mlir::Block *block);
  /// The cost of computing `op` with results in `encoding`.
  int64_t ofComputation(mlir::Operation *op, mlir::Attribute encoding);
  /// Whether the two encodings put each element of the block in the same place.
  bool areSame(mlir::RankedTensorType type, mlir::Attribute other);

private:
  int64_t getHeldElements(mlir::RankedTensorType type);

  int64_t numThreads;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, bool> sameness;
  llvm::DenseMap<mlir::Type, unsigned> elementsPerThread;
};

} // namespace tkc::tkg

#endif
