// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cutting blocks, and what they are computed from, into tiles along a dimension.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_BLOCKTILES_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_BLOCKTILES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/IR/Builders.h"

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

/// What must be cut so that some blocks can be.
class TilePlan {
public:
  /// Adds a block; false when it, or something that it is computed from, can't be cut.
  bool add(mlir::Value block, unsigned dim);

  /// The smallest extent of a cut dimension, and the elements of the largest cut block.
  int64_t smallestExtent = std::numeric_limits<int64_t>::max();
  int64_t largestBlock = 1;
  /// The loads whose blocks are cut, and along which dimension; nothing for one that is cut along several.
  llvm::MapVector<mlir::Operation *, std::optional<unsigned>> loads;
  /// The scans that are cut along their axis.
  llvm::SetVector<mlir::Operation *> scans;
  /// Whether tiles come in the order of scans from the end.
  bool isReversed() const { return !scans.empty() && mlir::cast<tk::ScanOp>(scans[0]).getReverse(); }

private:
  bool addScan(tk::ScanOp scan);

  llvm::DenseSet<CutBlock> seen;
};

/// Computes tiles at one place.
class TileBuilder {
public:
  /// Tiles number `index` of `numTiles`.
  TileBuilder(mlir::OpBuilder &builder, mlir::Value index, int64_t numTiles)
      : builder(builder), index(index), numTiles(numTiles) {}

  /// Has scans go on from tiles before these, if there are any: where `isFirst`, which may be null, does not hold.
  void goOnFrom(const llvm::SetVector<mlir::Operation *> &scans, mlir::ValueRange running, mlir::Value isFirst);
  /// What the scans have come to behind the tiles, which must have been built.
  llvm::SmallVector<mlir::Value> listRunning(const llvm::SetVector<mlir::Operation *> &scans);

  /// The tile of a block that a plan has.
  mlir::Value build(mlir::Value block, unsigned dim);
  /// The op, for the tiles of its operands, all of which, and its results, are cut along `dim`.
  void cloneForTiles(mlir::Operation *op, unsigned dim);

private:
  mlir::Value buildRange(tk::MakeRangeOp range);
  void buildScan(tk::ScanOp scan);
  mlir::Operation *cloneCut(mlir::Operation *op, llvm::ArrayRef<CutBlock> operands, llvm::ArrayRef<unsigned> dims);
  mlir::RankedTensorType cut(mlir::RankedTensorType type, unsigned dim) const;

  mlir::OpBuilder &builder;
  mlir::Value index;
  int64_t numTiles;
  llvm::DenseMap<CutBlock, mlir::Value> tiles;
  /// What each scan comes to before and behind the tiles.
  llvm::DenseMap<mlir::Operation *, RunningValues> before, behind;
  mlir::Value isFirst;
};

} // namespace tkc::tkg

#endif
