// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computing blocks, and what they are computed from, tile by tile.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_TILEBUILDER_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_TILEBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

#include "BlockTiles.h"

namespace tkc::tkg {

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
  /// Builds a value, and before it what it needs.
  void buildAll(NeededValue needed);
  bool isBuilt(const NeededValue &needed) const;
  NeededValues listNeeds(const NeededValue &needed) const;
  NeededValues listNeedsOfLoop(mlir::scf::ForOp loop) const;
  // These find built what they need, but for what is inside of a loop.
  void buildCut(mlir::Value block, unsigned dim);
  void buildUncut(mlir::Value value);
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
