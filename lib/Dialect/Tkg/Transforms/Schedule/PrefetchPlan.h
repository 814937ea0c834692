// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a loop can be issued one iteration ahead.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_PREFETCHPLAN_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_PREFETCHPLAN_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "llvm/ADT/SetVector.h"

#include <string>

namespace tkc::tkg {

struct PrefetchPlan {
  /// The loads to issue ahead, in the order of the loop.
  llvm::SmallVector<tk::LoadOp> loads;
  /// The ops of the body that compute their addresses and masks, in the order of the loop.
  llvm::SmallVector<mlir::Operation *> addressOps;
  /// Loads that these need, issued two iterations ahead, and what computes their operands.
  llvm::SmallVector<tk::LoadOp> indexLoads;
  llvm::SmallVector<mlir::Operation *> indexOps;
  /// The ops of the body that compute what `addressOps` and `indexOps` need in the next iteration, in the order of the
  /// loop.
  llvm::SmallVector<mlir::Operation *> updateOps;
  /// Later stores of carried blocks to shared memory, and what they need, in the order of the loop: done before the
  /// first read, they share its barrier. Empty where that would take too much shared memory.
  llvm::SmallVector<mlir::Operation *> earlyStores;
  /// What the loads ahead go before: the first read of a staged operand, or the body.
  mlir::Operation *place = nullptr;
};

/// The plan for a loop; without loads, and with `reason` where there was something to gain, when none can go ahead. The
/// loop's buffers may take `maxSharedBytes` at once.
PrefetchPlan planPrefetch(mlir::scf::ForOp loop, int64_t maxSharedBytes, std::string &reason);

} // namespace tkc::tkg

#endif
