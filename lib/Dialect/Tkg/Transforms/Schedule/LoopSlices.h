// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop's body computes that can be computed for later iterations, too.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPSLICES_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPSLICES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/SetVector.h"

namespace tkc::tkg {

/// The stages that the loop asks for: `tk.num_stages`, or else the module's `tkg.num_stages`.
int64_t getStages(mlir::scf::ForOp loop);

/// Whether the loop asks for several stages itself.
bool asksForStages(mlir::scf::ForOp loop);

/// Whether the op itself, not what is inside, may write global memory.
bool mayWriteGlobalMemory(mlir::Operation *op);

/// Whether something outside of `op`, a loop or a load, may write global memory before it runs, in its kernel.
bool mayFollowGlobalWrite(mlir::Operation *op);

/// Whether something between two ops of a block may write global memory.
bool writesGlobalMemoryBetween(mlir::Operation *first, mlir::Operation *last);

/// The load as another iteration does it, whose values `mapping` has; it reads nothing unless `condition` holds.
mlir::Value emitLoad(mlir::OpBuilder &builder, tk::LoadOp load, const mlir::IRMapping &mapping, mlir::Value condition);

/// The same for a load that addresses are computed from, whatever the condition: zeros are what it does not read.
mlir::Value emitIndexLoad(mlir::OpBuilder &builder, tk::LoadOp load, const mlir::IRMapping &mapping,
                          mlir::Value condition);

/// Clones a pure op of the body for an iteration, which there is where `exists` holds. Where it does not, no operand
/// leaves the result undefined: divisors are 1 there, and shifts are by 0. What a mask is computed from would otherwise
/// leave it undefined whatever is required besides.
void cloneAhead(mlir::OpBuilder &builder, mlir::Operation *op, mlir::IRMapping &mapping, mlir::Value exists);

/// Collects the ops of the body that a value depends on, as long as `cloneAhead` can run them at any time.
class PureSlice {
public:
  /// `known`: loads whose blocks are there at the start of the body.
  explicit PureSlice(mlir::scf::ForOp loop, llvm::ArrayRef<tk::LoadOp> known = {}) : loop(loop), known(known) {}

  /// Adds what `value` needs; false when that includes an op with effects.
  bool add(mlir::Value value);
  llvm::SmallVector<mlir::Operation *> getInOrder() const;

  /// The arguments of the body that the values depend on.
  llvm::SetVector<mlir::BlockArgument> arguments;
  /// Whether the slice may end at loads of the body, which it collects.
  bool endsAtLoads = false;
  /// Whether loads of the body count as ops, for callers that know what to do where there is no such iteration. Those
  /// of pointers don't: what they would give there is no address.
  bool takesLoads = false;
  llvm::SetVector<mlir::Operation *> loads;

private:
  mlir::scf::ForOp loop;
  llvm::ArrayRef<tk::LoadOp> known;
  llvm::SetVector<mlir::Operation *> ops;
};

/// Why an address can't be computed for a later iteration.
inline constexpr llvm::StringLiteral unreachableAddress =
    "an address depends on a load of the loop whose own address does, or on an effect";

/// The ops that compute values, such as the operands of loads, and those that carry what these need from iteration to
/// iteration.
class AddressSlice {
public:
  /// With `permitsIndices` the values may depend on index loads: loads whose own operands depend on no load.
  explicit AddressSlice(mlir::scf::ForOp loop, bool permitsIndices = false)
      : loop(loop), address(loop), index(loop), update(loop) {
    address.endsAtLoads = permitsIndices;
  }

  /// Adds what `values` need; false when they, now or in some later iteration, depend on an op with effects. Then the
  /// slice is spoilt.
  bool add(mlir::ValueRange values);

  llvm::SmallVector<mlir::Operation *> getAddressOps() const { return address.getInOrder(); }
  llvm::SmallVector<tk::LoadOp> getIndexLoads() const;
  /// The ops that compute the operands of the index loads.
  llvm::SmallVector<mlir::Operation *> getIndexOps() const { return index.getInOrder(); }
  llvm::SmallVector<mlir::Operation *> getUpdateOps() const { return update.getInOrder(); }
  /// Whether the operands may differ from iteration to iteration.
  bool dependsOnIteration() const { return !update.arguments.empty(); }
  /// The carried arguments that addresses, or the updates of such arguments, need.
  llvm::SmallVector<mlir::BlockArgument> getCarried() const;

private:
  mlir::scf::ForOp loop;
  PureSlice address, index, update;
};

} // namespace tkc::tkg

#endif
