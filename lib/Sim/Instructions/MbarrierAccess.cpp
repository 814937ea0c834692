// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding the mbarriers of lanes.
#include "MbarrierAccess.h"

#include <cstring>

namespace tkc::sim {

MbarrierAccess::MbarrierAccess(Warp &warp, const Instruction &instruction, const AddressDetail &detail, Place base,
                               LaneMask lanes, AccessKind kind)
    : warp(warp), instruction(instruction) {
  LaneMask known = computeAddresses(warp, instruction, detail, base, lanes, addresses);
  for (LaneMask rest = known; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::optional<uint32_t> place = sharedClusterAddress(detail.space, addresses[lane]);
    shared[lane] = place.value_or(0);
    if (!place) {
      warp.fault(FaultKind::WrongSpace, instruction, lane, "an mbarrier lies in shared memory");
      known &= ~(1u << lane);
    }
  }
  // Operations on mbarriers do not race with one another, and take their own care of initialisations.
  Access access;
  access.kind = kind;
  access.space = detail.space;
  access.isStrong = true;
  access.scope = Scope::Cluster;
  access.sizeInBytes = access.alignment = 8;
  access.lanes = known;
  access.addresses = addresses.data();
  access.instruction = warp.program().indexOf(instruction);
  window.emplace(warp.memory().open(access));
  reachable = window->lanes;
}

Mbarrier *MbarrierAccess::peek(unsigned lane, std::string &problem) {
  return findMbarrier(warp.cta().cluster(), shared[lane], window->data[lane], problem);
}

Mbarrier *MbarrierAccess::find(unsigned lane) {
  std::string problem;
  Mbarrier *barrier = peek(lane, problem);
  if (!barrier) {
    warp.fatal(FaultKind::MbarrierMisuse, instruction, lane, problem);
    return nullptr;
  }
  if (warp.memory().surroundings().checks.races &&
      !barrier->isInitOrdered(warp.cta().clocks(), warp.firstThread() + lane)) {
    warp.fault(FaultKind::DataRace, instruction, lane,
               barrier->name() + ": nothing orders this after the mbarrier's initialisation");
  }
  return barrier;
}

void MbarrierAccess::store(unsigned lane, uint64_t image) {
  std::memcpy(window->data[lane], &image, sizeof(image));
  window->setDefined(lane, 0, 8, 0xff);
}

} // namespace tkc::sim
