// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads reach mbarriers: the eight bytes of each lane's one, checked like every access to shared memory.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_MBARRIERACCESS_H
#define TKC_LIB_SIM_INSTRUCTIONS_MBARRIERACCESS_H

#include "tkc/Sim/Instructions/MemoryOperands.h"
#include "tkc/Sim/Machine/Warp.h"

#include "Mbarriers.h"

namespace tkc::sim {

inline MbarrierUser userOf(Warp &warp, const Instruction &instruction, unsigned lane) {
  return {warp.program().indexOf(instruction), warp.memory().place(lane)};
}

class MbarrierAccess {
public:
  MbarrierAccess(Warp &warp, const Instruction &instruction, const AddressDetail &detail, Place base, LaneMask lanes,
                 AccessKind kind);

  /// The lanes whose address is one of shared memory.
  LaneMask lanes() const { return reachable; }
  /// The mbarrier's shared::cluster address.
  uint32_t address(unsigned lane) const { return shared[lane]; }
  /// The mbarrier of a lane; null after a fault, also when the lane does not know of its initialisation.
  Mbarrier *find(unsigned lane);
  /// The mbarrier of a lane if there is one, else what is wrong.
  Mbarrier *peek(unsigned lane, std::string &problem);
  /// Puts what an mbarrier is in its place.
  void store(unsigned lane, uint64_t image);

private:
  Warp &warp;
  const Instruction &instruction;
  LaneAddresses addresses;
  std::array<uint32_t, warpSize> shared = {};
  std::optional<AccessWindow> window;
  LaneMask reachable = 0;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_MBARRIERACCESS_H
