// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which accesses of a program to global memory may meet at one address in different threads.
#ifndef TKC_DIALECT_TKG_ANALYSIS_GLOBALORDER_H
#define TKC_DIALECT_TKG_ANALYSIS_GLOBALORDER_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace tkc::tkg {

/// Offsets along the strides of an array.
class BlockOffsets;

/// What the threads do to global memory in one op.
struct GlobalAccess {
  /// A pointer or a block of them; null for a tile of TMA.
  mlir::Value pointer;
  int64_t numElements = 1;
  mlir::Type elementType;
  bool writes = false;
  /// One thread does it for each element; otherwise all that hold the element do.
  bool hasOwner = false;
  /// Several threads hold an element of the block of pointers.
  bool hasReplicas = false;
  /// The kernel argument into whose array the pointers point; null where that is not known.
  mlir::BlockArgument array;
  /// The offsets from there; null where they are not known.
  std::shared_ptr<const BlockOffsets> offsets;
};

/// Where two accesses may touch the same element.
enum class Meeting {
  Never,
  /// Only in the same place of their blocks.
  InPlace,
  Anywhere
};

/// Whether the op is an atomic that waits for what other programs wrote.
bool acquires(mlir::Operation *op);
/// Whether the op is an atomic that shows other programs what this one wrote.
bool releases(mlir::Operation *op);

/// Compares accesses of one function.
class GlobalOrder {
public:
  /// The access of `op` that a barrier can order, or null where it has none: loads by TMA are ordered by their
  /// barriers.
  const GlobalAccess *getAccess(mlir::Operation *op);

  /// How the accesses of two ops may meet; `loop` as below.
  Meeting compare(mlir::Operation *first, mlir::Operation *second, mlir::Operation *loop);

  /// Whether the ops, one of which writes, may access an element both. Null accesses meet nothing.
  bool mayMeet(mlir::Operation *earlier, mlir::Operation *later, mlir::Operation *loop);

  /// Whether the write may touch what the load reads if TMA does it: then they are told apart by their arrays alone.
  bool mayMeetByTma(mlir::Operation *write, tk::LoadOp load);

  /// Whether a barrier must part the accesses of `earlier` from those of `later`, which follows it in the order of
  /// execution; `loop` is the outermost loop of which they run in different iterations, or null.
  bool needsBarrier(mlir::Operation *earlier, mlir::Operation *later, mlir::Operation *loop);

  /// Whether nobody writes what `op` reads while the kernel runs: its array is `noalias`, and the kernel only reads it.
  bool readsConstant(mlir::Operation *op);

private:
  const GlobalAccess *find(mlir::Operation *op);

  /// Its elements stay where they are, so that two accesses can be held at once.
  std::unordered_map<mlir::Operation *, std::optional<GlobalAccess>> accesses;
};

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_GLOBALORDER_H
