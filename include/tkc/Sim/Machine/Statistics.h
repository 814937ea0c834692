// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch did, counted by instruction and by class.
#ifndef TKC_SIM_MACHINE_STATISTICS_H
#define TKC_SIM_MACHINE_STATISTICS_H

#include <cstdint>
#include <vector>

namespace tkc::sim {

/// Of one instruction, over all warps.
struct InstructionCounts {
  /// How often a warp issued it, and for how many lanes in all.
  uint64_t issued = 0, lanes = 0;
  /// Global memory: requests, and 32-byte sectors that they touched.
  uint64_t requests = 0, sectors = 0;
  /// Shared memory: passes that bank conflicts added.
  uint64_t conflicts = 0;
  /// Bytes that copies moved; matrix instructions that were executed.
  uint64_t bytes = 0, matrices = 0;

  InstructionCounts &operator+=(const InstructionCounts &other) {
    issued += other.issued;
    lanes += other.lanes;
    requests += other.requests;
    sectors += other.sectors;
    conflicts += other.conflicts;
    bytes += other.bytes;
    matrices += other.matrices;
    return *this;
  }
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_STATISTICS_H
