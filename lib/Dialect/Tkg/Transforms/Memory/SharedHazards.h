// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses to shared memory that need a barrier before them.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDHAZARDS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDHAZARDS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include <set>

namespace tkc::tkg {

/// How a piece of shared memory is used. What is in flight goes on beside the threads until they wait for it; then it
/// counts as done by them, and the other threads see that behind a barrier.
enum class AccessKind : uint8_t { Read, Write, ReadInFlight, WriteInFlight, TmaInFlight, Unfenced };

/// An access to the bytes from `begin` to `end` (not included). `Unfenced` says that threads wrote there what the
/// asynchronous proxy has not been shown; `TmaInFlight` is a write by that proxy, of which all threads that wait for
/// its barrier see all.
struct SharedAccessRange {
  int64_t begin = 0, end = 0;
  AccessKind kind = AccessKind::Read;

  bool operator<(const SharedAccessRange &other) const {
    return std::tie(begin, end, kind) < std::tie(other.begin, other.end, other.kind);
  }
  bool operator==(const SharedAccessRange &other) const {
    return begin == other.begin && end == other.end && kind == other.kind;
  }
  /// Whether `later` must not begin before a barrier behind this one. Accesses in flight keep apart from others by the
  /// slots of a ring that their schedule gives them, which a range does not tell.
  bool conflictsWith(const SharedAccessRange &later) const;
};

/// The accesses since the last barrier, and those in flight, on any path.
using PendingAccesses = std::set<SharedAccessRange>;

/// Walks code in the order of execution, and inserts a barrier wherever an access meets a pending one; before it a
/// proxy fence, in functions that read shared memory by the asynchronous proxy.
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
  void insertBarrier(mlir::Operation *op, PendingAccesses &pending);

  bool needsFences = false;
};

} // namespace tkc::tkg

#endif
