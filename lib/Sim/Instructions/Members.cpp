// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes with one mask form a group; it is ready when all of the mask that have not ended are here.
#include "tkc/Sim/Instructions/Members.h"

#include "tkc/Sim/Instructions/Uniform.h"

#include <cstdio>

namespace tkc::sim {

static std::string maskText(LaneMask mask) {
  char text[16];
  std::snprintf(text, sizeof(text), "0x%08x", mask);
  return text;
}

MemberGroups gatherMembers(Warp &warp, const Instruction &instruction, Place place, LaneMask lanes) {
  warp.requireDefined(FaultKind::UndefinedOperand, instruction, place, 4, lanes, "the member mask");
  const uint32_t *masks = warp.read<uint32_t>(place);
  MemberGroups groups;
  LaneMask missing = 0;
  for (LaneMask rest = lanes; rest != 0;) {
    LaneMask mask = masks[firstLane(rest)], same = lanesLikeFirst(masks, rest);
    rest &= ~same;
    if ((same & ~mask) != 0) {
      warp.fault(FaultKind::IllegalOperand, instruction, firstLane(same & ~mask),
                 describeLanes(same & ~mask) + " execute it with the member mask " + maskText(mask) +
                     ", which leaves them out");
      mask |= same;
    }
    if ((mask & warp.live() & ~same) != 0) {
      missing |= mask & warp.live();
      continue;
    }
    groups.ready |= same;
    for (LaneMask others = same; others != 0; others &= others - 1) {
      groups.group[firstLane(others)] = same;
    }
  }
  if (groups.ready == 0) {
    warp.waitForLanes(missing);
  } else if (groups.ready != lanes) {
    warp.leaveBehind(lanes & ~groups.ready, missing);
  }
  return groups;
}

} // namespace tkc::sim
