// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose copies go on, ahead of it, through the iterations of the loop around it.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPNEST_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPNEST_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/IR/IRMapping.h"

#include <string>

namespace tkc::tkg {

struct PipelinePlan;

/// The attribute of an outer loop that asks for this.
inline constexpr llvm::StringLiteral flattenAttrName = "tk.flatten";

/// Two loops as one sequence of copies: those of one iteration of the outer loop follow those of the one before.
///
/// The next copy is named by its place: the induction variables of both loops, the copies that are left in this
/// iteration of the outer loop, and the values of the outer loop's body that coordinates need. Only iterations that
/// exist are computed.
class LoopNest {
public:
  /// The nest of `inner`, whose copies are planned, and the loop around it, where that asks for it; the reason where it
  /// can't be.
  static std::optional<LoopNest> find(mlir::scf::ForOp inner, const PipelinePlan &plan, std::string &reason);

  mlir::scf::ForOp getOuter() const { return outer; }

  /// The number of all copies, an i64, before the outer loop.
  mlir::Value countAll(mlir::OpBuilder &builder);
  /// The place of the first copy, before the outer loop; where there is none, anything.
  llvm::SmallVector<mlir::Value> begin(mlir::OpBuilder &builder, mlir::Value hasAny);
  /// The place behind this one; where there is none, anything.
  llvm::SmallVector<mlir::Value> advance(mlir::OpBuilder &builder, mlir::ValueRange place, mlir::Value hasNext);
  /// Maps what coordinates need to its values at the place.
  void map(mlir::IRMapping &mapping, mlir::ValueRange place);
  /// Has the outer loop carry what `loop`, the inner one, carries from position `first` on.
  void carry(mlir::scf::ForOp loop, unsigned first);

private:
  llvm::SmallVector<mlir::Value> enter(mlir::OpBuilder &builder, mlir::Value outerIndex);
  mlir::Value findFirstWithCopies(mlir::OpBuilder &builder, mlir::Value outerIndex);
  std::pair<mlir::Value, mlir::Value> emitBounds(mlir::OpBuilder &builder, mlir::Value outerIndex);

  mlir::scf::ForOp inner, outer;
  /// The iterations of the inner loop, where its bounds are the same each time; null where they follow from the outer
  /// loop's index by `boundOps`.
  mlir::Value innerIterations;
  bool hasFixedBounds = true;
  llvm::SmallVector<mlir::Operation *> boundOps;
  /// What coordinates need of the outer loop's body, and the ops that compute it.
  llvm::SmallVector<mlir::Value> needed;
  llvm::SmallVector<mlir::Operation *> ops;
};

} // namespace tkc::tkg

#endif
