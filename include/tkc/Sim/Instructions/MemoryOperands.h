// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What instructions that access memory share: spaces and orders as modifiers, addresses of lanes, and what statistics
// count of them.
#ifndef TKC_SIM_INSTRUCTIONS_MEMORYOPERANDS_H
#define TKC_SIM_INSTRUCTIONS_MEMORYOPERANDS_H

#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Machine/Warp.h"

#include <array>

namespace tkc::sim {

/// `.weak`, `.relaxed`, `.acquire`, `.release`, `.acq_rel`, `.volatile`, `.mmio`.
struct MemoryOrder {
  bool isStrong = false, isAcquire = false, isRelease = false;
  Scope scope = Scope::Gpu;
};

/// Takes `.global`, `.shared::cluster`, …; generic when there is none.
Space takeSpace(DecodeContext &context);
/// Takes `.L1::evict_last`, `.L2::cache_hint`, `.L2::128B` and cache operators, which change no value; true when a
/// cache policy follows as the last operand.
bool takeCacheHints(DecodeContext &context, std::initializer_list<std::string_view> cacheOperators);
/// Checks the operand of `.L2::cache_hint`, a register of 64 bits.
void takePolicy(DecodeContext &context, unsigned index);

/// The address operand of an instruction, as its detail holds it; the base is among the operands.
struct AddressDetail {
  Space space = Space::Generic;
  bool is64 = true;
  int64_t offset = 0;
};
AddressDetail addressDetail(DecodeContext &context, const ptx::Operand &operand, Space space, Place &base);

using LaneAddresses = std::array<uint64_t, warpSize>;
/// Computes the addresses; undefined ones are reported. Gives the lanes whose address is known.
LaneMask computeAddresses(Warp &warp, const Instruction &instruction, const AddressDetail &detail, Place base,
                          LaneMask lanes, LaneAddresses &addresses);

/// Whether an address lies in memory that hosts and other launches see.
inline bool isGlobalAddress(Space space, uint64_t address) {
  return space == Space::Global || (space == Space::Generic && (address >= globalWindow || address < sharedWindow));
}
inline bool isSharedAddress(Space space, uint64_t address) {
  return space == Space::Shared || space == Space::SharedCluster ||
         (space == Space::Generic && address - sharedWindow < (uint64_t(1) << 32));
}

/// Counts sectors or bank conflicts of an access when the launch has statistics.
void countAccess(Warp &warp, const Instruction &instruction, Space space, const LaneAddresses &addresses,
                 LaneMask lanes, uint32_t sizeInBytes);

InstructionClass classOfLoad(Space space);
InstructionClass classOfStore(Space space);

} // namespace tkc::sim

#endif // TKC_SIM_INSTRUCTIONS_MEMORYOPERANDS_H
