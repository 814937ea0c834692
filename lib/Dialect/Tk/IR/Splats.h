// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folds of ops that only move elements: of a block of equal elements they make another such block.
#ifndef TKC_LIB_DIALECT_TK_IR_SPLATS_H
#define TKC_LIB_DIALECT_TK_IR_SPLATS_H

#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/IR/PatternMatch.h"

namespace tkc::tk {

/// The constant of the type that a splat constant is moved to; nothing for other sources.
mlir::OpFoldResult foldSplat(mlir::Attribute source, mlir::Type type);

/// An op that moves the elements of a splat is a splat of its own type.
template <typename MoveOp>
struct MoveSplat : mlir::OpRewritePattern<MoveOp> {
  using mlir::OpRewritePattern<MoveOp>::OpRewritePattern;
  mlir::LogicalResult matchAndRewrite(MoveOp op, mlir::PatternRewriter &rewriter) const override {
    auto splat = op.getSource().template getDefiningOp<SplatOp>();
    if (!splat) {
      return rewriter.notifyMatchFailure(op, "source is no splat");
    }
    mlir::Location loc = mergeLocations(op.getLoc(), splat.getLoc());
    rewriter.replaceOp(op, SplatOp::create(rewriter, loc, op.getType(), splat.getSource()));
    return mlir::success();
  }
};

} // namespace tkc::tk

#endif // TKC_LIB_DIALECT_TK_IR_SPLATS_H
