// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cutting blocks, and what they are computed from, into tiles along a dimension.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_BLOCKTILES_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_BLOCKTILES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include "TiledScans.h"

namespace tkc::tkg {

/// A block and the dimension along which it is cut; all are cut into the same number of tiles.
using CutBlock = std::pair<mlir::Value, unsigned>;

/// The operands of `op` that must be cut, and where, for result blocks of it to be cut along `dim`; nothing when they
/// can't be. Operands that stay whole are not listed.
std::optional<llvm::SmallVector<CutBlock>> cutOperands(mlir::Operation *op, unsigned dim);

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

private:
  bool addOp(mlir::Operation *op, unsigned dim);
  bool addScan(tk::ScanOp scan);
  bool addCarried(mlir::scf::ForOp loop, unsigned index, unsigned dim);
  bool addBounds(mlir::scf::ForOp loop);
  bool addWhole(mlir::Value value);

  mlir::Operation *place;
  int64_t mostElements;
  llvm::DenseSet<CutBlock> seen;
  llvm::DenseSet<mlir::Value> seenWhole;
};

/// Computes tiles at one place.
class TileBuilder {
public:
  /// Tiles number `index` of `numTiles`.
  TileBuilder(mlir::OpBuilder &builder, const TilePlan &plan, mlir::Value index, int64_t numTiles)
      : builder(builder), plan(plan), index(index), numTiles(numTiles) {}

  /// Has scans go on from tiles before these, if there are any: where `isFirst`, which may be null, does not hold.
  void goOnFrom(mlir::ValueRange running, mlir::Value isFirst);
  /// What the scans have come to behind the tiles, which must have been built.
  llvm::SmallVector<mlir::Value> listRunning();

  /// The tile of a block that a plan has.
  mlir::Value build(mlir::Value block, unsigned dim);
  /// The op, for the tiles of its operands, all of which, and its results, are cut along `dim`.
  void cloneForTiles(mlir::Operation *op, unsigned dim);

private:
  void buildLoop(mlir::scf::ForOp loop);
  mlir::Value buildWhole(mlir::Value value);
  void moveOutOfLoops(mlir::Value value);
  mlir::Value buildRange(tk::MakeRangeOp range);
  void buildScan(tk::ScanOp scan);
  mlir::Operation *cloneCut(mlir::Operation *op, llvm::ArrayRef<CutBlock> operands, llvm::ArrayRef<unsigned> dims);
  mlir::RankedTensorType cut(mlir::RankedTensorType type, unsigned dim) const;

  mlir::OpBuilder &builder;
  const TilePlan &plan;
  mlir::Value index;
  int64_t numTiles;
  llvm::DenseMap<CutBlock, mlir::Value> tiles;
  /// What each scan comes to before and behind the tiles.
  llvm::DenseMap<mlir::Operation *, RunningValues> before, behind;
  mlir::Value isFirst;
  /// What stands for whole values of loops that are built, and these with what is built for them, outermost first.
  mlir::IRMapping wholes;
  llvm::SmallVector<std::pair<mlir::scf::ForOp, mlir::scf::ForOp>> building;
};

} // namespace tkc::tkg

#endif
