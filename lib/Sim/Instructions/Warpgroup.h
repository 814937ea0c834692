// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four warps that issue wgmma together: each comes to it in its own time, and when the last one has, the product is
// handed to the cluster's engine.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_WARPGROUP_H
#define TKC_LIB_SIM_INSTRUCTIONS_WARPGROUP_H

#include "tkc/Sim/Machine/Cluster.h"

#include <deque>
#include <map>
#include <optional>

#include "Wgmma.h"

namespace tkc::sim {

/// What one warp brings to a wgmma.
struct WgmmaArrival {
  uint64_t descriptorA = 0, descriptorB = 0;
  bool addsToAccumulator = true;
  bool isBroken = false;
  /// Of the warp's 16 rows of a sparse A, those whose metadata have been reported as wrong.
  uint32_t wrongRows = 0;
  /// The open commit group.
  uint32_t group = 1;
};

/// What does not fit what others of the group have brought.
struct WgmmaMismatch {
  FaultKind kind;
  std::string text;
};

class Warpgroup {
public:
  /// The warp comes to its next wgmma.
  std::optional<WgmmaMismatch> arrive(Warp &warp, const Instruction &instruction, const WgmmaArrival &arrival);
  /// How many wgmma all four have come to.
  uint64_t issued() const { return firstMeeting; }
  /// Makes the first `count` of them happen.
  void finish(Cluster &cluster, uint64_t count);
  /// What a thread learns by waiting for the groups up to this one: the product of all four warps is one.
  KnowledgeRef knowledgeOf(uint32_t group) const { return joinEpoch(nullptr, {agent, group}); }
  /// `wgmma 3 of the warp group: warps 0, 2 have come to it`.
  std::string describe(uint64_t number) const;

private:
  friend class Warpgroups;
  /// A wgmma that not all have come to.
  struct Meeting {
    WgmmaWork work;
    WgmmaArrival first;
    unsigned arrived = 0;
  };
  static std::optional<WgmmaMismatch> compare(const Meeting &meeting, const Instruction &instruction,
                                              const WgmmaArrival &arrival);
  void issue(Warp &last, Meeting meeting);

  Agent agent;
  AsyncQueue queue = 0;
  uint32_t firstWarp = 0;
  std::array<uint64_t, warpsPerGroup> arrivals = {};
  std::deque<Meeting> meetings;
  uint64_t firstMeeting = 0;
  /// Of what has been issued from `firstTicket` on.
  std::deque<AsyncTicket> tickets;
  uint64_t firstTicket = 0;
};

/// The groups of a CTA.
class Warpgroups : public MachineState {
public:
  static constexpr char stateKey = 0;
  static Warpgroup &of(Warp &warp);

private:
  std::map<uint32_t, Warpgroup> groups;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_WARPGROUP_H
