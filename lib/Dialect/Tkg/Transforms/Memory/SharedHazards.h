// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses to shared and global memory that need a barrier before them.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDHAZARDS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDHAZARDS_H

#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include <set>

namespace tkc::tkg {

/// How a piece of shared memory is used. What is in flight goes on beside the threads until they wait for it; then it
/// counts as done by them, and the other threads see that behind a barrier.
enum class AccessKind : uint8_t { Read, Write, ReadInFlight, WriteInFlight, TmaInFlight, TmaReadInFlight, Unfenced };

/// An access to the bytes from `begin` to `end` (not included). `Unfenced` says that threads wrote there what the
/// asynchronous proxy has not been shown; `TmaInFlight` is a write by that proxy, of which all threads that wait for
/// its barrier see all; `TmaReadInFlight` is a read by it, for which only the thread that started it can wait.
struct SharedAccessRange {
  int64_t begin = 0, end = 0;
  AccessKind kind = AccessKind::Read;
  /// Where each element of a ring's slot is accessed by the thread alone that holds it in a block: the ring, and the
  /// block's encoding; otherwise null. Two such accesses with the same threads need no barrier between them.
  const void *ring = nullptr, *owners = nullptr;

  bool operator<(const SharedAccessRange &other) const { return asTuple() < other.asTuple(); }
  bool operator==(const SharedAccessRange &other) const { return asTuple() == other.asTuple(); }
  std::tuple<int64_t, int64_t, AccessKind, const void *, const void *> asTuple() const {
    return {begin, end, kind, ring, owners};
  }
  /// The same bytes and threads with another kind.
  SharedAccessRange withKind(AccessKind other) const { return {begin, end, other, ring, owners}; }
  /// Whether `later` must not begin before a barrier behind this one. Accesses in flight keep apart from others by the
  /// slots of a ring that their schedule gives them, which a range does not tell.
  bool conflictsWith(const SharedAccessRange &later) const;
};

using SharedAccesses = std::set<SharedAccessRange>;

/// An access to global memory, and the outermost loop that has gone on to another iteration since, or null.
struct GlobalAccessInFlow {
  mlir::Operation *op = nullptr;
  mlir::Operation *loop = nullptr;
  /// Goes on until the threads wait for it.
  bool isInFlight = false;

  bool operator<(const GlobalAccessInFlow &other) const {
    return std::tie(op, loop, isInFlight) < std::tie(other.op, other.loop, other.isInFlight);
  }
  bool operator==(const GlobalAccessInFlow &other) const {
    return op == other.op && loop == other.loop && isInFlight == other.isInFlight;
  }
};

/// The accesses since the last barrier, and those in flight, on any path.
struct PendingAccesses {
  SharedAccesses shared;
  std::set<GlobalAccessInFlow> global;

  bool operator==(const PendingAccesses &other) const { return shared == other.shared && global == other.global; }
};

/// Walks code in the order of execution, and inserts a barrier wherever an access meets a pending one; before it a
/// proxy fence, in functions that read shared memory by the asynchronous proxy. Where an access meets a store by TMA, a
/// wait for it is inserted.
class HazardResolver {
public:
  explicit HazardResolver(mlir::Operation *function);

  /// Follows `region` from `pending` on; what is pending at its end.
  PendingAccesses visit(mlir::Region &region, PendingAccesses pending);

  unsigned numBarriers = 0;

private:
  PendingAccesses visit(mlir::Operation *op, PendingAccesses pending);
  PendingAccesses visitLoop(mlir::Operation *op, const PendingAccesses &pending);
  void visitAccess(mlir::Operation *op, PendingAccesses &pending);
  bool meetsPendingGlobal(mlir::Operation *op, const PendingAccesses &pending);
  void insertBarrier(mlir::Operation *op, PendingAccesses &pending);
  bool meetsStoreInFlight(mlir::Operation *op, const PendingAccesses &pending);
  void waitForTmaStores(mlir::Operation *op, PendingAccesses &pending);

  bool needsFences = false;
  GlobalOrder globalOrder;
};

} // namespace tkc::tkg

#endif
