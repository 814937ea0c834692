// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of a scratch buffer's order of elements, for given accesses.
#ifndef TKC_LIB_LAYOUT_SCRATCHSWIZZLE_H
#define TKC_LIB_LAYOUT_SCRATCHSWIZZLE_H

#include "tkc/Layout/F2.h"

#include <optional>

namespace tkc::layout {

/// One side's access to the scratch buffer: the images of its register bits, of its lane bits, and of all its thread
/// bits, lanes first.
struct ScratchSide {
  std::vector<f2::Vector> registers;
  std::vector<f2::Vector> lanes;
  std::vector<f2::Vector> threads;
};

/// The demand that some of the lowest bits of an image's offset are 0.
struct OffsetRule {
  f2::Vector image = 0;
  uint64_t zeroBits = 0;
};

/// A proposal for the lowest bits of offsets, and for the directions in which simultaneous accesses spread.
struct SwizzleProposal {
  /// Elements at offsets 1, 2, 4, ..., together at most 16 bytes.
  std::vector<f2::Vector> vector;
  std::vector<OffsetRule> rules;
  /// Per side: how many of the vector's bits one access covers (at least a 4-byte word), and the directions that should
  /// reach different banks besides.
  size_t storePrefix = 0;
  size_t loadPrefix = 0;
  std::vector<f2::Vector> storeSpread;
  std::vector<f2::Vector> loadSpread;
};

/// Proposals worth trying for a conversion between the two sides. The first can always be met.
std::vector<SwizzleProposal> proposeSwizzles(const ScratchSide &store, const ScratchSide &load, unsigned elementBytes);

/// The elements at offsets 1, 2, 4, ... of a buffer that holds the span of `space`, or nothing when the rules
/// contradict one another. Directions of spread reach different banks wherever that is possible.
std::optional<std::vector<f2::Vector>> swizzle(const SwizzleProposal &proposal, const std::vector<f2::Vector> &space,
                                               unsigned elementBytes);

} // namespace tkc::layout

#endif
