// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses to shared memory that need a barrier before them.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDHAZARDS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDHAZARDS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include <set>

namespace tkc::tkg {

/// An access to the bytes from `begin` to `end` (not included).
struct SharedAccessRange {
  int64_t begin = 0, end = 0;
  bool isWrite = false;

  bool operator<(const SharedAccessRange &other) const {
    return std::tie(begin, end, isWrite) < std::tie(other.begin, other.end, other.isWrite);
  }
  bool operator==(const SharedAccessRange &other) const {
    return begin == other.begin && end == other.end && isWrite == other.isWrite;
  }
  /// Whether the two must not be reordered.
  bool conflictsWith(const SharedAccessRange &other) const {
    return begin < other.end && other.begin < end && (isWrite || other.isWrite);
  }
};

/// The accesses since the last barrier, on any path.
using PendingAccesses = std::set<SharedAccessRange>;

/// Walks code in the order of execution, and inserts a barrier wherever an access meets a pending one.
class HazardResolver {
public:
  /// Follows `region` from `pending` on; what is pending at its end.
  PendingAccesses visit(mlir::Region &region, PendingAccesses pending);

  unsigned numBarriers = 0;

private:
  PendingAccesses visit(mlir::Operation *op, PendingAccesses pending);
  PendingAccesses visitLoop(mlir::Operation *op, const PendingAccesses &pending);
  void visitAccess(mlir::Operation *op, PendingAccesses &pending);
};

} // namespace tkc::tkg

#endif
