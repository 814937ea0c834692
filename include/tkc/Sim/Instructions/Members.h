// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member masks of `.sync` instructions: which lanes execute together, and who waits for whom.
#ifndef TKC_SIM_INSTRUCTIONS_MEMBERS_H
#define TKC_SIM_INSTRUCTIONS_MEMBERS_H

#include "tkc/Sim/Machine/Warp.h"

#include <array>

namespace tkc::sim {

/// The lanes that execute a `.sync` instruction now. Of each lane, `group` is the members of its mask that do, itself
/// included.
struct MemberGroups {
  LaneMask ready = 0;
  std::array<LaneMask, warpSize> group = {};
};

/// Reads the masks, reports bad ones, and lets lanes whose members are not all here wait. With no lane ready the
/// handler returns Step::Wait; else it executes the ready ones.
MemberGroups gatherMembers(Warp &warp, const Instruction &instruction, Place mask, LaneMask lanes);

} // namespace tkc::sim

#endif // TKC_SIM_INSTRUCTIONS_MEMBERS_H
