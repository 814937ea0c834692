// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How bulk and tensor copies come into the world and end: on an mbarrier of each CTA that they write to, or in a bulk
// group of the thread.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_BULKISSUE_H
#define TKC_LIB_SIM_INSTRUCTIONS_BULKISSUE_H

#include <functional>

#include "AsyncTransfer.h"
#include "MbarrierAccess.h"

namespace tkc::sim {

/// What one thread issues. The owner says how the bytes move; the class says when, as whom, and who is told.
class BulkIssue {
public:
  BulkIssue(Warp &warp, const Instruction &instruction, unsigned lane)
      : warp(warp), instruction(instruction), lane(lane) {}

  /// Moves the data; for copies to several CTAs once for each, with the target's rank. Gives the bytes that an mbarrier
  /// counts.
  using Move = std::function<uint64_t(const AsyncTransfer &, uint32_t rank)>;

  /// Whether a target and its mbarrier, both shared::cluster addresses, are in one CTA; a fault if not.
  bool areInOneCta(uint32_t target, uint32_t mbarrier) const;
  /// Completes on the mbarrier at that shared::cluster address, or on the ones at the same place of the CTAs in
  /// `ranks`.
  void issueToMbarrier(AsyncTransfer transfer, uint32_t mbarrier, std::optional<uint32_t> ranks, Move move,
                       const std::string &description);
  void issueToGroup(AsyncTransfer transfer, Move move, const std::string &description);

  /// An empty transfer by this thread.
  AsyncTransfer transfer() const;

private:
  bool checkMbarrier(uint32_t address, const AsyncTransfer &transfer);

  Warp &warp;
  const Instruction &instruction;
  unsigned lane;
};

/// The value of a 32- or 64-bit register that is an address, as the detail says.
uint64_t laneAddress(const Warp &warp, const AddressDetail &detail, Place base, unsigned lane);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_BULKISSUE_H
