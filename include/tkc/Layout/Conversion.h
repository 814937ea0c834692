// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a tensor changes from one distributed layout to another: by renaming registers, lane shuffles or shared memory.
#ifndef TKC_LAYOUT_CONVERSION_H
#define TKC_LAYOUT_CONVERSION_H

#include "tkc/Layout/LinearLayout.h"
#include "tkc/Layout/SharedAccess.h"

namespace tkc::layout {

enum class ConversionKind : uint8_t {
  /// Every register of every thread stays as it is.
  None,
  /// Each thread has all that it needs, in registers that do not depend on the thread.
  RegisterPermutation,
  /// Data stays within its warp.
  LaneShuffles,
  /// Data moves between warps of a CTA.
  SharedMemory,
  /// Data moves between CTAs of a cluster, which read each other's shared memory.
  ClusterMemory,
};

/// One exchange among the lanes of a warp (shfl.sync.idx), see ShufflePlan.
struct ShuffleRound {
  uint32_t sendRegister = 0;
  uint32_t sourceLane = 0;
  uint32_t receiveRegister = 0;
  uint32_t acceptKey = 0;
};

/// A conversion within warps. In each round, thread t
///   offers source register  sendRegister(t) ^ round.sendRegister,
///   reads from lane         sourceLane(t) ^ round.sourceLane, and, if acceptKey(t) == round.acceptKey,
///   keeps it as result register  receiveRegister(t) ^ round.receiveRegister.
/// Each round moves one element per combination of `packs`: with a combination's registers exclusive-or'ed to the two
/// register numbers above. Packed elements share one 32-bit word. Result register r is then a copy of canonical[r].
struct ShufflePlan {
  /// (lane, warp, block) -> register.
  LinearLayout sendRegister;
  /// (lane, warp, block) -> lane.
  LinearLayout sourceLane;
  /// (lane, warp, block) -> register.
  LinearLayout receiveRegister;
  /// (lane, warp, block) -> repetition: which of several rounds for the same result register a thread listens to.
  LinearLayout acceptKey;
  /// Pairs of source and result registers.
  std::vector<std::pair<uint32_t, uint32_t>> packs;
  std::vector<ShuffleRound> rounds;
  std::vector<uint32_t> canonical;

  unsigned packedElements() const { return 1u << packs.size(); }
  /// Whether a round reads the thread's own lane, so that no shuffle is needed.
  bool isLocal(const ShuffleRound &round) const;
  unsigned numShuffles() const;
  /// How many select instructions register numbers that depend on the thread cost, by conditional swaps.
  unsigned numSelects() const;
};

/// A conversion through a scratch buffer in shared memory. For each repetition: barrier (but for the first), store,
/// barrier, load.
struct SharedPlan {
  /// (offset, repetition, block) -> tensor dimensions: which element an offset of the buffer holds in a repetition.
  LinearLayout shared;
  VectorAccess store;
  VectorAccess load;
  /// Matrix accesses that can replace the vector accesses and cost less, where the options permit them.
  std::optional<MatrixAccess> storeMatrix;
  std::optional<MatrixAccess> loadMatrix;
  uint64_t scratchElements = 0;

  uint64_t numRepetitions() const { return shared.inSize(Dim::Repetition); }
  /// Wavefronts and instructions of one warp.
  unsigned cost() const;
};

struct ConversionOptions {
  /// 1, 2, 4 or 8; a narrower element is stored as a byte.
  unsigned elementBytes = 4;
  /// Beyond this, the conversion is split into repetitions as far as the layouts permit.
  uint64_t maxScratchBytes = UINT64_MAX;
  bool hasLdMatrix = false;
  bool hasStMatrix = false;
  /// What two barriers and a round trip cost, in shuffles: below that many more, shuffles are preferred.
  unsigned sharedOverhead = 32;
};

/// A plan for one atom of the tensor; it is carried out for each of `numAtoms` atoms, on registers
/// [atom * registers per atom, ...).
struct Conversion {
  ConversionKind kind = ConversionKind::None;
  uint64_t numAtoms = 1;
  /// RegisterPermutation: the source register of each result register.
  std::vector<uint32_t> sourceRegisters;
  /// LaneShuffles.
  std::optional<ShufflePlan> shuffle;
  /// SharedMemory and ClusterMemory.
  std::optional<SharedPlan> shared;
};

/// The cheapest kind of conversion that is possible, without a plan. Both layouts map (register, lane, warp, block) to
/// the same tensor, with as many lanes, warps and blocks (a missing dimension counts 1), and `src` holds every element.
/// LaneShuffles means that they would be possible.
ConversionKind classifyConversion(const LinearLayout &src, const LinearLayout &dst);

/// Plans the conversion. Shared memory is chosen over lane shuffles where it costs less.
Conversion planConversion(const LinearLayout &src, const LinearLayout &dst, const ConversionOptions &options);

/// The plan by lane shuffles; the kind must be LaneShuffles (or simpler).
ShufflePlan planShuffles(const LinearLayout &src, const LinearLayout &dst, unsigned elementBytes);

/// The plan through shared memory, for any two layouts over one tensor.
SharedPlan planShared(const LinearLayout &src, const LinearLayout &dst, const ConversionOptions &options);

} // namespace tkc::layout

#endif
