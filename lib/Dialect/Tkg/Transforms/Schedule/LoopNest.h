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
/// iteration of the outer loop (none behind the last copy of all), the values of the outer loop's body that copies
/// need, and what the inner loop carries for them. What only iterations that exist may do is not done beyond them.
class LoopNest {
public:
  /// The nest of `inner`, whose copies are planned, and the loop around it, where that asks for it; the reason where it
  /// can't be.
  static std::optional<LoopNest> find(mlir::scf::ForOp inner, const PipelinePlan &plan, std::string &reason);

  mlir::scf::ForOp getOuter() const { return outer; }

  /// The place of the first copy, before the outer loop.
  llvm::SmallVector<mlir::Value> begin(mlir::OpBuilder &builder);
  /// Whether there is a copy at the place, as i1.
  mlir::Value hasCopy(mlir::OpBuilder &builder, mlir::ValueRange place);
  /// The place behind this one, where `mapping` has its values and what copies computed of them.
  llvm::SmallVector<mlir::Value> advance(mlir::OpBuilder &builder, mlir::ValueRange place,
                                         const mlir::IRMapping &mapping);
  /// Maps what copies need to its values at the place.
  void map(mlir::IRMapping &mapping, mlir::ValueRange place);
  /// Has the outer loop carry what `loop`, the inner one, carries from position `first` on.
  void carry(mlir::scf::ForOp loop, unsigned first);

private:
  /// Where the numbers of a place are.
  enum : unsigned { OuterIndex, InnerIndex, Left, NumIndices };

  std::string addValues(const PipelinePlan &plan);
  std::string checkOrder(const PipelinePlan &plan);
  mlir::Value emitExists(mlir::OpBuilder &builder, mlir::Value outerIndex);
  mlir::Value emitNextOuter(mlir::OpBuilder &builder, mlir::Value outerIndex);
  void cloneOps(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Operation *> ops, mlir::IRMapping &mapping,
                mlir::Value exists);
  llvm::SmallVector<mlir::Value> enter(mlir::OpBuilder &builder, mlir::Value outerIndex);
  mlir::Value findFirstWithCopies(mlir::OpBuilder &builder, mlir::Value outerIndex);
  mlir::Value countCopies(mlir::OpBuilder &builder, const mlir::IRMapping &mapping, mlir::Value exists);

  mlir::scf::ForOp inner, outer;
  /// The iterations of the inner loop, where its bounds are the same each time; null where they follow from the outer
  /// loop's index by `boundOps`.
  mlir::Value innerIterations;
  bool hasFixedBounds = true;
  llvm::SmallVector<mlir::Operation *> boundOps;
  /// The values of the outer loop's body that copies need, the numbers of what the inner loop carries for them, and the
  /// ops that compute it all.
  llvm::SmallVector<mlir::Value> needed;
  llvm::SmallVector<unsigned> carried;
  llvm::SmallVector<mlir::Operation *> ops;
  /// What carries on from one copy to the next in the inner loop.
  llvm::SmallVector<mlir::Operation *> updateOps;
};

} // namespace tkc::tkg

#endif
