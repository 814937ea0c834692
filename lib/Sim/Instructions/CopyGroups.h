// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of asynchronous copies that a thread commits and waits for: those of cp.async, and those of cp.async.bulk.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_COPYGROUPS_H
#define TKC_LIB_SIM_INSTRUCTIONS_COPYGROUPS_H

#include "tkc/Sim/Machine/Cluster.h"

#include <vector>

namespace tkc::sim {

/// The groups of one thread. Groups have numbers from 1 on, which are the clocks of the agent that does their copies.
class CopyGroups {
public:
  /// The group that copies join now.
  uint32_t open() const { return current; }
  void commit() {
    ends.push_back(current);
    ++current;
  }
  /// Ends the piece of a group that something else than a commit waits for.
  uint32_t cut() { return current++; }
  /// The last group that a wait for all but `most` committed ones covers; 0 for none.
  uint32_t coveredBy(uint32_t most) const { return ends.size() > most ? ends[ends.size() - 1 - most] : covered; }
  /// Forgets the groups that a wait has covered.
  void forget(uint32_t group) {
    covered = group > covered ? group : covered;
    size_t count = 0;
    while (count < ends.size() && ends[count] <= group) {
      ++count;
    }
    ends.erase(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(count));
  }

private:
  uint32_t current = 1, covered = 0;
  std::vector<uint32_t> ends;
};

/// A copy that its thread has not waited for.
struct GroupedCopy {
  AsyncTicket ticket = 0;
  uint32_t group = 0;
  InstructionIndex instruction = noInstruction;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_COPYGROUPS_H
