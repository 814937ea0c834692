// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What must be cut of blocks, and of what they are computed from, for tiles along a dimension.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_BLOCKTILES_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_BLOCKTILES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include "TiledScans.h"

namespace tkc::tkg {

/// A block and the dimension along which it is cut; all are cut into the same number of tiles.
using CutBlock = std::pair<mlir::Value, unsigned>;

/// A value that is needed: cut along the dimension, or as it is.
struct NeededValue {
  mlir::Value value;
  std::optional<unsigned> dim;
};
using NeededValues = llvm::SmallVector<NeededValue>;

/// The operands of `op` that must be cut, and where, for result blocks of it to be cut along `dim`; nothing when they
/// can't be. Operands that stay whole are not listed.
std::optional<llvm::SmallVector<CutBlock>> cutOperands(mlir::Operation *op, unsigned dim);

/// All operands of `op` that are blocks, cut along one dimension.
llvm::SmallVector<CutBlock> cutAll(mlir::Operation *op, unsigned dim);

/// The values from outside that the op needs, for itself and for its regions.
llvm::SmallVector<mlir::Value> listOperands(mlir::Operation *op);

void appendBounds(mlir::scf::ForOp loop, NeededValues &needs);

/// A loop of which each tile is computed by a loop of its own.
struct CutLoop {
  /// The carried values that are cut, and along which dimension; one may be cut along several.
  llvm::SetVector<std::pair<unsigned, unsigned>> cuts;
  /// The carried values that are needed whole.
  llvm::SetVector<unsigned> wholes;
};

/// What must be cut so that some blocks can be.
class TilePlan {
public:
  /// For tiles that are computed at `place`, where no whole block has more than `mostElements`.
  TilePlan(mlir::Operation *place, int64_t mostElements) : place(place), mostElements(mostElements) {}

  /// Adds a block; false when it, or something that it is computed from, can't be cut.
  bool add(mlir::Value block, unsigned dim);

  /// The smallest extent of a cut dimension, and the elements of the largest cut block.
  int64_t smallestExtent = std::numeric_limits<int64_t>::max();
  int64_t largestBlock = 1;
  /// The loads whose blocks are cut, and along which dimension; nothing for one that is cut along several.
  llvm::MapVector<mlir::Operation *, std::optional<unsigned>> loads;
  /// The loops that carry cut blocks.
  llvm::MapVector<mlir::Operation *, CutLoop> loops;
  /// Whether tiles go through dots, which work on larger ones.
  bool hasDots = false;
  /// The scans that are cut along their axis.
  llvm::SetVector<mlir::Operation *> scans;
  /// Whether tiles come in the order of scans from the end.
  bool isReversed() const { return !scans.empty() && mlir::cast<tk::ScanOp>(scans[0]).getReverse(); }
  /// Whether the value belongs to a loop that each tile has anew.
  bool isInLoop(mlir::Value value) const;
  /// Whether the block is cut along the dimension.
  bool isCut(mlir::Value block, unsigned dim) const { return seen.contains({block, dim}); }
  /// Whether a value of such a loop is needed as it is.
  bool isWhole(mlir::Value value) const { return seenWhole.contains(value); }

private:
  // Each adds one thing, and to `needs` what that needs in turn; chains may be as long as the program.
  bool addCut(mlir::Value block, unsigned dim, NeededValues &needs);
  bool addWhole(mlir::Value value, NeededValues &needs);
  bool addOp(mlir::Operation *op, unsigned dim, NeededValues &needs);
  bool addCarried(mlir::scf::ForOp loop, unsigned index, unsigned dim, NeededValues &needs);
  bool addScan(tk::ScanOp scan);

  mlir::Operation *place;
  int64_t mostElements;
  llvm::DenseSet<CutBlock> seen;
  llvm::DenseSet<mlir::Value> seenWhole;
};

} // namespace tkc::tkg

#endif
