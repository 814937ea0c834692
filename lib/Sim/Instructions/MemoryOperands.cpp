// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modifiers and addresses of memory instructions; sectors and bank conflicts.
#include "tkc/Sim/Instructions/MemoryOperands.h"

#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Machine/Cluster.h"

#include <algorithm>

namespace tkc::sim {

Space takeSpace(DecodeContext &context) {
  int number = context.takeOneOf(
      {"global", "shared", "shared::cta", "shared::cluster", "local", "const", "param", "param::entry", "param::func"});
  static constexpr Space spaces[] = {Space::Global, Space::Shared, Space::Shared, Space::SharedCluster, Space::Local,
                                     Space::Const,  Space::Param,  Space::Param,  Space::Param};
  return number < 0 ? Space::Generic : spaces[number];
}

bool takeCacheHints(DecodeContext &context, std::initializer_list<std::string_view> cacheOperators) {
  bool hasPolicy = false;
  for (;;) {
    if (context.takeOneOf(cacheOperators) >= 0) {
      continue;
    }
    if (context.take("L2::cache_hint")) {
      hasPolicy = true;
      continue;
    }
    int number = context.takeOneOf({"L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last",
                                    "L1::no_allocate", "L2::evict_normal", "L2::evict_first", "L2::evict_last",
                                    "L2::64B", "L2::128B", "L2::256B"});
    if (number < 0) {
      return hasPolicy;
    }
  }
}

void takePolicy(DecodeContext &context, unsigned index) { context.source(index, typeNamed("b64")); }

AddressDetail addressDetail(DecodeContext &context, const ptx::Operand &operand, Space space, Place &base) {
  AddressOperand address = context.address(operand);
  base = address.base;
  if (space == Space::Generic && !address.is64) {
    context.error("`" + context.spelling() + "` needs a generic address of 64 bits");
  }
  return {space, address.is64, address.offset};
}

/// Reports lanes that reach into the shared memory of another CTA of the cluster after its end.
static void checkPeers(Warp &warp, const Instruction &instruction, Space space, LaneMask lanes,
                       const LaneAddresses &addresses) {
  Cluster &cluster = warp.cta().cluster();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    uint64_t rank = (addresses[lane] - (space == Space::Generic ? sharedWindow : 0)) >> sharedRankShift;
    if (isSharedAddress(space, addresses[lane]) && rank < cluster.size() && rank != warp.cta().rank() &&
        cluster.cta(static_cast<uint32_t>(rank)).isFinished()) {
      warp.fault(FaultKind::ClusterExit, instruction, lane,
                 "CTA " + std::to_string(rank) + " of the cluster has ended");
    }
  }
}

LaneMask computeAddresses(Warp &warp, const Instruction &instruction, const AddressDetail &detail, Place base,
                          LaneMask lanes, LaneAddresses &addresses) {
  uint64_t offset = static_cast<uint64_t>(detail.offset);
  if (detail.is64) {
    const uint64_t *bases = warp.read<uint64_t>(base);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      addresses[lane] = bases[lane] + offset;
    }
  } else {
    const uint32_t *bases = warp.read<uint32_t>(base);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      addresses[lane] = static_cast<uint32_t>(bases[lane] + offset);
    }
  }
  lanes =
      warp.requireDefined(FaultKind::UndefinedAddress, instruction, base, detail.is64 ? 8 : 4, lanes, "the address");
  if (warp.cta().cluster().size() != 1 && (detail.space == Space::SharedCluster || detail.space == Space::Generic)) {
    checkPeers(warp, instruction, detail.space, lanes, addresses);
  }
  return lanes;
}

/// Sectors of 32 bytes that the lanes touch together.
static uint64_t countSectors(const LaneAddresses &addresses, LaneMask lanes, uint32_t size) {
  std::array<uint64_t, warpSize * 3> sectors;
  size_t count = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    uint64_t address = addresses[firstLane(rest)];
    for (uint64_t sector = address / 32; sector <= (address + size - 1) / 32 && count < sectors.size(); ++sector) {
      sectors[count++] = sector;
    }
  }
  std::sort(sectors.begin(), sectors.begin() + count);
  return static_cast<uint64_t>(std::unique(sectors.begin(), sectors.begin() + count) - sectors.begin());
}

/// Passes beyond the first: in each pass a bank of 4 bytes serves one word. Accesses of 8 bytes take half a warp at a
/// time, of 16 bytes a quarter.
static uint64_t countConflicts(const LaneAddresses &addresses, LaneMask lanes, uint32_t size) {
  uint64_t conflicts = 0;
  unsigned lanesPerPass = size >= 16 ? 8 : size == 8 ? 16 : 32;
  uint64_t wordsPerLane = std::max<uint32_t>(1, size / 4);
  for (unsigned begin = 0; begin < warpSize; begin += lanesPerPass) {
    std::array<std::array<uint64_t, warpSize>, 32> words;
    std::array<unsigned, 32> used = {};
    unsigned most = 0;
    for (unsigned lane = begin; lane < begin + lanesPerPass; ++lane) {
      for (uint64_t word = 0; (lanes >> lane) & 1 && word < std::min<uint64_t>(wordsPerLane, 4); ++word) {
        uint64_t number = addresses[lane] / 4 + word, bank = number % 32;
        auto end = words[bank].begin() + used[bank];
        if (std::find(words[bank].begin(), end, number) == end && used[bank] < warpSize) {
          words[bank][used[bank]++] = number;
          most = std::max(most, used[bank]);
        }
      }
    }
    conflicts += most > 1 ? most - 1 : 0;
  }
  return conflicts;
}

void countAccess(Warp &warp, const Instruction &instruction, Space space, const LaneAddresses &addresses,
                 LaneMask lanes, uint32_t sizeInBytes) {
  InstructionCounts *counts = warp.countsOf(instruction);
  if (!counts || lanes == 0) {
    return;
  }
  uint64_t first = addresses[firstLane(lanes)];
  if (isGlobalAddress(space, first)) {
    ++counts->requests;
    counts->sectors += countSectors(addresses, lanes, sizeInBytes);
  } else if (isSharedAddress(space, first)) {
    counts->conflicts += countConflicts(addresses, lanes, sizeInBytes);
  }
}

InstructionClass classOfLoad(Space space) {
  switch (space) {
  case Space::Generic:
  case Space::Global:
    return InstructionClass::LoadGlobal;
  case Space::Shared:
  case Space::SharedCluster:
    return InstructionClass::LoadShared;
  case Space::Local:
    return InstructionClass::LocalMemory;
  case Space::Const:
  case Space::Param:
    return InstructionClass::OtherMemory;
  }
  return InstructionClass::OtherMemory;
}

InstructionClass classOfStore(Space space) {
  InstructionClass load = classOfLoad(space);
  return load == InstructionClass::LoadGlobal   ? InstructionClass::StoreGlobal
         : load == InstructionClass::LoadShared ? InstructionClass::StoreShared
                                                : load;
}

} // namespace tkc::sim
