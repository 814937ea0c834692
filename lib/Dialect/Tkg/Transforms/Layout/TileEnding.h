// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores and reductions that end the work on large blocks, and whether they may happen tile by tile.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_TILEENDING_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_TILEENDING_H

#include "BlockTiles.h"

namespace tkc::tkg {

/// Whether the op makes something of a block, in a loop of its own.
bool isFold(mlir::Operation *op);

/// Ops that end the work on large blocks, with what they need, in one loop.
struct Ending {
  explicit Ending(TilePlan plan) : plan(std::move(plan)) {}

  /// Whether loads and stores may happen tile by tile, at the place of the last op.
  bool canMove() const;
  /// The ops, and the loads and loops that tiles need of their block before and between them, in order.
  llvm::SmallVector<mlir::Operation *> listInOrder() const;
  /// The loads and loops that tiles need and that come from before that block.
  llvm::SmallVector<mlir::Operation *> listEarlier() const;

  llvm::SmallVector<mlir::Operation *> ops;
  /// The dimension along which the operands of each op are cut.
  llvm::SmallVector<unsigned> dims;
  TilePlan plan;
};

} // namespace tkc::tkg

#endif
