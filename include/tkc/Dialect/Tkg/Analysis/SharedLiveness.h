// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the buffers and scratch areas of a function are in use.
#ifndef TKC_DIALECT_TKG_ANALYSIS_SHAREDLIVENESS_H
#define TKC_DIALECT_TKG_ANALYSIS_SHAREDLIVENESS_H

#include "tkc/Arch/Target.h"
#include "tkc/Dialect/Tkg/Analysis/BufferPlacement.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tkc::tkg {

/// An op that needs shared memory of its own.
struct SharedBuffer {
  mlir::Operation *op;
  BufferRequest request;
};

/// How long buffers live that TMA stores from.
enum class StoreLife {
  /// Until the copy begins; who writes there next waits for it.
  UntilStart,
  /// As long as the loops around, or the function: the copy goes on beside the next iteration.
  WholeLoop
};

/// How long the scratch memory of an op lives.
enum class ScratchLife {
  /// As long as the op runs; who writes there next waits until all threads have read.
  Op,
  /// Little scratch memory, as long as the loops around, or the function: threads meet once in each reduction, not
  /// again before the next one.
  WholeLoop
};

struct BufferLives {
  StoreLife store = StoreLife::UntilStart;
  ScratchLife scratch = ScratchLife::Op;
};

/// The buffers of a function, in its order. A buffer from outside a loop that is used in it lives as long as the loop.
/// Calls need what `calleeBytes` says, from offset 0.
std::vector<SharedBuffer> collectSharedBuffers(mlir::func::FuncOp function,
                                               llvm::function_ref<int64_t(mlir::func::CallOp)> calleeBytes,
                                               BufferLives lives = {});

/// The bytes of shared memory that are needed at once while `op` runs, those of calls and of the ops in `except` aside.
int64_t countSharedBytesDuring(mlir::Operation *op, const llvm::SmallPtrSetImpl<mlir::Operation *> &except);

/// How many CTAs of so much shared memory fit on a multiprocessor, registers aside.
int64_t countCtas(const Target &target, unsigned numWarps, int64_t sharedBytes);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_SHAREDLIVENESS_H
