// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bulk groups of threads: copies and reductions out of shared memory that a thread commits and waits for. Reads and
// writes have an agent each, since a thread may wait for the reads alone.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_BULKGROUPS_H
#define TKC_LIB_SIM_INSTRUCTIONS_BULKGROUPS_H

#include <map>

#include "CopyGroups.h"

namespace tkc::sim {

/// Of one thread.
struct ThreadBulkGroups {
  Agent reader, writer;
  CopyGroups groups;
  /// The last group whose reads, and whose writes, the thread has waited for.
  uint32_t readUpTo = 0;
  std::vector<GroupedCopy> copies;
};

class BulkGroups : public MachineState {
public:
  static constexpr char stateKey = 0;

  static ThreadBulkGroups &of(Warp &warp, unsigned lane);
  void lanesEnded(Warp &warp, LaneMask lanes) override;

private:
  std::map<uint32_t, ThreadBulkGroups> threads;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_BULKGROUPS_H
