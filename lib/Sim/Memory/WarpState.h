// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a warp's memory keeps between accesses, and what a window keeps of lanes that store aside.
#ifndef TKC_LIB_SIM_MEMORY_WARPSTATE_H
#define TKC_LIB_SIM_MEMORY_WARPSTATE_H

#include "Contents.h"

namespace tkc::sim {

/// Lanes whose stores meet others' stores that nothing orders: their values are compared when the window ends.
struct AccessWindow::Aside {
  static constexpr uint32_t largest = 32;

  LaneMask lanes = 0;
  Access access;
  std::array<uint64_t, warpSize> addresses;
  std::array<uint8_t *, warpSize> targets;
  /// The bytes that somebody else stores as well, a bit each, and who.
  std::array<uint32_t, warpSize> contested;
  std::array<Mark, warpSize> earlier;
  alignas(16) uint8_t bytes[warpSize][largest];
};

struct WarpMemory::State {
  explicit State(const Surroundings &around);

  /// The region of an address, without a search when it is that of one of the last accesses.
  GlobalRegion *findGlobal(GlobalMemory::Contents &memory, uint64_t address);

  Region parameters;
  std::array<GlobalRegion *, 2> recent = {};
  uint32_t recentVersion = 0;
  std::unique_ptr<AccessWindow::Aside> spareAside;
  /// Room for the marks of one cell.
  std::vector<Mark> marks;
  /// For strong accesses to memory that nobody else reaches.
  SyncPoint unused;
  /// The places that the open window has made, by lane: most get nothing to hand on, and are forgotten.
  struct NewSyncPoint {
    SyncPoint point;
    ShadowPage *page;
    uint32_t word;
  };
  std::array<NewSyncPoint, warpSize> newSyncPoints;
};

/// `write by generic proxy`.
std::string describeMark(const Mark &mark);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_MEMORY_WARPSTATE_H
