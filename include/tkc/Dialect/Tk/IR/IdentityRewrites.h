// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewriting by patterns that keeps the identity of ops.
#ifndef TKC_DIALECT_TK_IR_IDENTITYREWRITES_H
#define TKC_DIALECT_TK_IR_IDENTITYREWRITES_H

#include "tkc/Dialect/Tk/IR/Identity.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tkc::tk {

/// Applies the patterns below `root` until none does or the rewrite limit is reached, which leaves correct code.
inline void applyKeepingIdentity(mlir::Operation *root, const mlir::FrozenRewritePatternSet &patterns) {
  IdentityListener listener;
  mlir::GreedyRewriteConfig config;
  config.setListener(&listener);
  (void)mlir::applyPatternsGreedily(root, patterns, config);
}

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_IDENTITYREWRITES_H
