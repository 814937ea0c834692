// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op identity: which source ops an op computes, kept through every rewrite.
#ifndef TKC_DIALECT_TK_IR_IDENTITY_H
#define TKC_DIALECT_TK_IR_IDENTITY_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

namespace tkc::tk {

/// The sorted ids of `loc`; empty when it has none.
llvm::SmallVector<int32_t> getIds(mlir::Location loc);

/// `source` (a file or call-site location) fused with the ids, in any order; `source` itself when there are none.
mlir::Location makeLocation(mlir::Location source, llvm::ArrayRef<int32_t> ids);

/// The source position of `loc` without its ids.
mlir::Location getSourceLocation(mlir::Location loc);

/// The location of an op that computes what both `first` and `second` computed: `first`'s source position with the
/// ids of both.
mlir::Location mergeLocations(mlir::Location first, mlir::Location second);

/// Adds the ids of `from` to `op`.
void mergeIds(mlir::Operation *op, mlir::Location from);

/// True for ops that need no ids: constants, terminators, modules and functions.
bool isExemptFromIds(mlir::Operation *op);

/// Gives every op below `root` that has lost its ids those of a user or, failing that, of the op around it.
/// Returns how many were repaired.
unsigned normaliseIds(mlir::Operation *root);

/// The first op below `root` that must have ids and has none, or null.
mlir::Operation *findOpWithoutIds(mlir::Operation *root);

/// A rewrite listener that merges the ids of a replaced op into the ops that replace it.
class IdentityListener : public mlir::RewriterBase::Listener {
public:
  void notifyOperationReplaced(mlir::Operation *op, mlir::Operation *replacement) override;
  void notifyOperationReplaced(mlir::Operation *op, mlir::ValueRange replacement) override;
};

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_IDENTITY_H
