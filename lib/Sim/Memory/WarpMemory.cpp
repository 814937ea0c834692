// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From addresses to bytes: which region, whether inside, aligned and writable.
#include "RaceCheck.h"
#include "WarpState.h"

namespace tkc::sim {

namespace {

/// Where addresses like the one that was looked up lead.
struct Target {
  Region *region = nullptr;
  /// The address of the first byte (of the lane, for local memory), and how many follow that one access may touch.
  uint64_t base = 0, bytes = 0;
  /// Where the lane's bytes begin in the region.
  uint64_t laneIndex = 0;
  uint64_t laneStride = 0;
  FaultKind miss = FaultKind::OutOfBounds;

  bool holds(uint64_t address, uint32_t size) const {
    return region && size <= bytes && address - base <= bytes - size;
  }
};

/// The space that a generic address lies in, and the address there.
struct Located {
  Space space;
  uint64_t address;
  uint64_t windowBase;
};

} // namespace

static Located locate(uint64_t address) {
  constexpr uint64_t windowSize = uint64_t(1) << 32;
  if (address - sharedWindow < windowSize) {
    return {Space::SharedCluster, address - sharedWindow, sharedWindow};
  }
  if (address - localWindow < windowSize) {
    return {Space::Local, address - localWindow, localWindow};
  }
  if (address - paramWindow < windowSize) {
    return {Space::Param, address - paramWindow, paramWindow};
  }
  if (address - constWindow < paramWindow - constWindow) {
    return {Space::Const, address, 0};
  }
  return {Space::Global, address, 0};
}

WarpMemory::State::State(const Surroundings &around) {
  parameters.isWritable = false;
  if (around.parameters) {
    // Nobody writes through it: the region is read-only.
    parameters.data = const_cast<uint8_t *>(around.parameters->data());
    parameters.sizeInBytes = around.parameters->size();
  }
}

GlobalRegion *WarpMemory::State::findGlobal(GlobalMemory::Contents &memory, uint64_t address) {
  uint32_t version = memory.version.load(std::memory_order_acquire);
  if (version != recentVersion) {
    recent = {};
    recentVersion = version;
  }
  for (GlobalRegion *region : recent) {
    if (region && address - region->allocation.address < region->sizeInBytes) {
      return region;
    }
  }
  GlobalRegion *found = memory.find(address);
  if (found) {
    recent = {found, recent[0]};
  }
  return found;
}

WarpMemory::WarpMemory(Surroundings surroundings)
    : around(std::move(surroundings)), state(std::make_unique<State>(around)) {}
WarpMemory::~WarpMemory() = default;
WarpMemory::WarpMemory(WarpMemory &&) noexcept = default;

static Target targetInShared(const WarpMemory::Surroundings &around, Space space, uint64_t address) {
  uint64_t rank = address >> sharedRankShift;
  if (space == Space::Shared && rank != around.rank && rank < around.shared.size()) {
    return {nullptr, 0, 0, 0, 0, FaultKind::WrongSpace};
  }
  if (rank >= around.shared.size() || !around.shared[rank]) {
    return {};
  }
  SharedMemory::Contents &memory = around.shared[rank]->contents();
  return {&memory, memory.address, memory.sizeInBytes};
}

static Target targetInLocal(const WarpMemory::Surroundings &around, unsigned lane) {
  if (!around.local) {
    return {};
  }
  LocalMemory::Contents &memory = around.local->contents();
  return {&memory, 0, memory.bytesPerThread, uint64_t(lane) * memory.bytesPerThread, memory.bytesPerThread};
}

/// Friend of the state: finds where an address of a space leads.
class AddressSearch {
public:
  template <typename State>
  static Target find(const WarpMemory::Surroundings &around, State &state, Space space, uint64_t address,
                     unsigned lane) {
    switch (space) {
    case Space::Generic: {
      Located located = locate(address);
      Target target = find(around, state, located.space, located.address, lane);
      target.base += located.windowBase;
      return target;
    }
    case Space::Global:
    case Space::Const: {
      if (locate(address).space != space) {
        return {nullptr, 0, 0, 0, 0, FaultKind::WrongSpace};
      }
      GlobalRegion *region = around.global ? state.findGlobal(around.global->contents(), address) : nullptr;
      return region ? Target{region, region->allocation.address, region->sizeInBytes} : Target();
    }
    case Space::Shared:
    case Space::SharedCluster:
      return targetInShared(around, space, address);
    case Space::Local:
      return targetInLocal(around, lane);
    case Space::Param:
      return {&state.parameters, 0, state.parameters.sizeInBytes};
    }
    return {};
  }
};

AccessWindow WarpMemory::open(const Access &access) {
  AccessWindow window(this, access.sizeInBytes, around.checks.definedness);
  uint64_t alignmentMask = around.checks.bounds && access.alignment ? access.alignment - 1 : 0;
  bool isWrite = access.kind != AccessKind::Read;
  Target target;
  bool isOrdered = false;
  for (LaneMask left = access.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    uint64_t address = access.addresses[lane];
    if (target.laneStride || !target.holds(address, access.sizeInBytes)) {
      target = AddressSearch::find(around, *state, access.space, address, lane);
      if (!target.holds(address, access.sizeInBytes)) {
        reportMiss(access, lane, target.miss);
        continue;
      }
    }
    if (address & alignmentMask) {
      reportMiss(access, lane, FaultKind::Misaligned);
      continue;
    }
    if (isWrite && !target.region->isWritable) {
      reportMiss(access, lane, FaultKind::WriteToReadOnly);
      continue;
    }
    uint64_t index = address - target.base + target.laneIndex;
    window.lanes |= 1u << lane;
    window.spots[lane] = {target.region, index};
    window.data[lane] = target.region->data + index;
    isOrdered |= target.region->shadow != nullptr;
  }
  if (window.lanes != allLanes) {
    window.clearOtherLanes();
  }
  window.lockPages();
  if (isOrdered && around.checks.races) {
    RaceCheck(*this, window).check(access);
  }
  return window;
}

AccessWindow WarpMemory::openAsync(const AsyncAccess &access) {
  AccessWindow window(this, access.sizeInBytes, around.checks.definedness);
  unsigned lane = access.thread % warpSize;
  Target target = AddressSearch::find(around, *state, access.space, access.address, lane);
  bool isHeld = target.holds(access.address, access.sizeInBytes);
  if (!isHeld || (access.kind != AccessKind::Read && !target.region->isWritable)) {
    reportMiss(access, isHeld ? FaultKind::WriteToReadOnly : target.miss);
  } else if (around.checks.bounds && access.alignment && access.address % access.alignment != 0) {
    reportMiss(access, FaultKind::Misaligned);
  } else {
    uint64_t index = access.address - target.base + target.laneIndex;
    window.lanes = 1;
    window.spots[0] = {target.region, index};
    window.data[0] = target.region->data + index;
  }
  window.clearOtherLanes();
  window.lockPages();
  if (window.lanes && around.checks.races && target.region->shadow) {
    RaceCheck(*this, window).check(access);
  }
  return window;
}

} // namespace tkc::sim
