// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimal swizzling after the "Linear Layouts" paper.
//
// Offsets split into [vector][bank][segment] bits; 128 bytes of vector and bank bits are one row of all banks. Lanes
// that go together collide where a combination of them changes segment bits alone. So first the vector bits of every
// image are fixed (those of threads are 0 where vectors are to be aligned), which leaves a complement of the vector; in
// it, the segments are a common complement of what either side spreads over.
#include "ScratchSwizzle.h"

#include <algorithm>

#include "BitFields.h"

using namespace tkc::layout;

/// Appends vectors of `from` that are independent of `list` until it has `limit` entries.
static void extend(std::vector<f2::Vector> &list, const std::vector<f2::Vector> &from, size_t limit) {
  f2::Span span(list);
  for (f2::Vector v : from) {
    if (list.size() < limit && span.insert(v)) {
      list.push_back(v);
    }
  }
}

static size_t wordBits(unsigned elementBytes) { return elementBytes < 4 ? log2Exact(4 / elementBytes) : 0; }

//===-- Proposals
//---------------------------------------------------------------------------------------------------===//

/// Directions of `from` that no combination of `threads` and `list` equals, appended up to `limit` entries.
static void extendApart(std::vector<f2::Vector> &list, const std::vector<f2::Vector> &from,
                        const std::vector<f2::Vector> &threads, size_t limit) {
  f2::Span span(threads);
  for (f2::Vector v : list) {
    span.insert(v);
  }
  for (f2::Vector v : from) {
    if (list.size() < limit && span.insert(v)) {
      list.push_back(v);
    }
  }
}

/// The lanes that access memory together: with more than 4 bytes a lane, a half or a quarter of the warp.
static std::vector<f2::Vector> simultaneousLanes(const ScratchSide &side, size_t held, unsigned elementBytes) {
  unsigned bytes = elementBytes << held;
  std::vector<f2::Vector> lanes = side.lanes;
  lanes.resize(std::min<size_t>(lanes.size(), 5 - (bytes <= 4 ? 0 : log2Exact(bytes / 4))));
  return lanes;
}

static void addRules(SwizzleProposal &proposal, const std::vector<f2::Vector> &images, uint64_t zeroBits) {
  for (f2::Vector image : images) {
    proposal.rules.push_back({image, zeroBits});
  }
}

/// Vectors of which the store holds the first `storeHeld` bits in registers and the load the first `loadHeld`.
static SwizzleProposal vectorProposal(const ScratchSide &store, const ScratchSide &load, std::vector<f2::Vector> vector,
                                      size_t storeHeld, size_t loadHeld, unsigned elementBytes) {
  SwizzleProposal proposal;
  proposal.storeSpread = simultaneousLanes(store, storeHeld, elementBytes);
  proposal.loadSpread = simultaneousLanes(load, loadHeld, elementBytes);
  // Lanes that share a word don't collide, so narrow accesses best put lanes of both sides into it.
  size_t word = std::max(wordBits(elementBytes), vector.size());
  extend(vector, f2::intersect(proposal.storeSpread, proposal.loadSpread), word);
  extend(vector, proposal.storeSpread, word);
  extend(vector, proposal.loadSpread, word);
  proposal.storePrefix = std::min(vector.size(), std::max(wordBits(elementBytes), storeHeld));
  proposal.loadPrefix = std::min(vector.size(), std::max(wordBits(elementBytes), loadHeld));
  proposal.vector = std::move(vector);
  bool storeFirst = storeHeld >= loadHeld;
  addRules(proposal, (storeFirst ? store : load).threads, lowMask(std::max(storeHeld, loadHeld)));
  addRules(proposal, (storeFirst ? load : store).threads, lowMask(std::min(storeHeld, loadHeld)));
  return proposal;
}

/// Makes `side` an ldmatrix or stmatrix: a row is `row`, of which `registerBits` are in registers and the others in
/// lanes from `firstLane` on.
static SwizzleProposal matrixProposal(const ScratchSide &side, const ScratchSide &other, bool isStore,
                                      const std::vector<f2::Vector> &row, size_t registerBits, unsigned firstLane,
                                      const std::vector<f2::Vector> &spread, unsigned elementBytes) {
  f2::Span ofOther(other.registers);
  size_t held = 0;
  while (held < row.size() && ofOther.contains(row[held])) {
    ++held;
  }
  SwizzleProposal proposal;
  proposal.vector = row;
  size_t otherPrefix = std::min(row.size(), std::max(wordBits(elementBytes), held));
  std::vector<f2::Vector> otherSpread = simultaneousLanes(other, held, elementBytes);
  proposal.storePrefix = isStore ? row.size() : otherPrefix;
  proposal.loadPrefix = isStore ? otherPrefix : row.size();
  proposal.storeSpread = isStore ? spread : otherSpread;
  proposal.loadSpread = isStore ? otherSpread : spread;
  for (size_t i = 0; i < side.threads.size(); ++i) {
    bool isInRow = i >= firstLane && i < firstLane + row.size() - registerBits;
    if (!isInRow) {
      proposal.rules.push_back({side.threads[i], lowMask(row.size())});
    }
  }
  addRules(proposal, side.registers, lowMask(row.size()) & ~lowMask(registerBits));
  addRules(proposal, other.threads, lowMask(held));
  return proposal;
}

static void proposeMatrix(std::vector<SwizzleProposal> &result, const ScratchSide &side, const ScratchSide &other,
                          bool isStore, bool transposed, unsigned elementBytes) {
  if (side.lanes.size() != 5 || elementBytes > (transposed ? 2u : 4u)) {
    return;
  }
  size_t registerBits = log2Exact((transposed ? 2 : 4) / elementBytes);
  std::vector<f2::Vector> row;
  extend(row, f2::intersect(side.registers, other.registers), registerBits);
  extend(row, side.registers, registerBits);
  if (row.size() != registerBits) {
    return;
  }
  unsigned firstLane = transposed ? 2 : 0;
  row.insert(row.end(), side.lanes.begin() + firstLane, side.lanes.begin() + (transposed ? 5 : 2));
  std::vector<f2::Vector> spread(side.lanes.begin() + (transposed ? 0 : 2), side.lanes.begin() + (transposed ? 2 : 5));
  if (f2::rank(row) != row.size()) {
    return;
  }
  if (!transposed) {
    result.push_back(matrixProposal(side, other, isStore, row, registerBits, firstLane, spread, elementBytes));
    return;
  }
  // One register steps between the halves of a 32-bit register, which are neighbouring rows.
  f2::Span used(row);
  for (f2::Vector v : spread) {
    used.insert(v);
  }
  for (f2::Vector half : side.registers) {
    if (!used.contains(half)) {
      spread.push_back(half);
      result.push_back(matrixProposal(side, other, isStore, row, registerBits, firstLane, spread, elementBytes));
      return;
    }
  }
}

std::vector<SwizzleProposal> tkc::layout::proposeSwizzles(const ScratchSide &store, const ScratchSide &load,
                                                          unsigned elementBytes) {
  size_t limit = log2Exact(16 / elementBytes);
  std::vector<f2::Vector> threads = store.threads;
  threads.insert(threads.end(), load.threads.begin(), load.threads.end());
  std::vector<f2::Vector> common;
  extendApart(common, f2::intersect(store.registers, load.registers), threads, limit);
  std::vector<SwizzleProposal> result;
  result.push_back(vectorProposal(store, load, common, common.size(), common.size(), elementBytes));
  for (bool isStore : {true, false}) {
    const ScratchSide &side = isStore ? store : load;
    const ScratchSide &other = isStore ? load : store;
    for (size_t size = common.size() + 1; size <= limit; ++size) {
      std::vector<f2::Vector> vector = common;
      extendApart(vector, side.registers, side.threads, size);
      if (vector.size() == size) {
        result.push_back(vectorProposal(store, load, vector, isStore ? size : common.size(),
                                        isStore ? common.size() : size, elementBytes));
      }
    }
    proposeMatrix(result, side, other, isStore, /*transposed=*/false, elementBytes);
    proposeMatrix(result, side, other, isStore, /*transposed=*/true, elementBytes);
  }
  return result;
}

//===-- Swizzle
//-----------------------------------------------------------------------------------------------------===//

namespace {
/// Fixes the vector bits of images one by one; those left free are used to tell lanes apart.
class VectorBits {
public:
  VectorBits(const SwizzleProposal &proposal, unsigned elementBytes)
      : allBits(lowMask(proposal.vector.size())), wordMask(lowMask(wordBits(elementBytes))) {
    for (size_t i = 0; i < proposal.vector.size(); ++i) {
      known.insert(proposal.vector[i], f2::Vector(1) << i);
    }
  }

  /// False when the bits of this image are known already and break the rule.
  bool add(const OffsetRule &rule) {
    f2::Vector rest = rule.image;
    f2::Vector bits = 0;
    known.reduce(rest, bits);
    if (rest == 0) {
      told.insert(bits & ~wordMask);
      return (bits & rule.zeroBits) == 0;
    }
    f2::Vector wanted = 0;
    for (uint64_t free = allBits & ~rule.zeroBits & ~wordMask; free != 0 && wanted == 0; free &= free - 1) {
      wanted = told.insert(free & -free) ? free & -free : 0;
    }
    known.insert(rule.image, wanted);
    return true;
  }

  /// The members of `space` with all vector bits 0.
  std::vector<f2::Vector> complement(const std::vector<f2::Vector> &space, const std::vector<f2::Vector> &vector) {
    std::vector<f2::Vector> result;
    f2::Span seen;
    for (f2::Vector v : space) {
      known.insert(v, 0);
      f2::Vector image = v ^ f2::multiply(vector, *known.solve(v));
      if (seen.insert(image)) {
        result.push_back(image);
      }
    }
    return result;
  }

private:
  uint64_t allBits;
  uint64_t wordMask;
  f2::Span known;
  f2::Span told;
};
} // namespace

/// What one side's simultaneous accesses spread over, as far as it lies in `banksAndSegments`, grown or cut to
/// `numBits`.
static std::vector<f2::Vector> spreadOver(const std::vector<f2::Vector> &prefix, const std::vector<f2::Vector> &spread,
                                          const std::vector<f2::Vector> &banksAndSegments, size_t numBits) {
  std::vector<f2::Vector> reached = prefix;
  reached.insert(reached.end(), spread.begin(), spread.end());
  std::vector<f2::Vector> result;
  extend(result, f2::intersect(banksAndSegments, reached), numBits);
  return result;
}

/// A subspace that meets neither of two subspaces of equal dimension and together with each spans `space`.
static std::vector<f2::Vector> commonComplement(const std::vector<f2::Vector> &a, const std::vector<f2::Vector> &b,
                                                const std::vector<f2::Vector> &space) {
  std::vector<f2::Vector> both = f2::intersect(a, b);
  std::vector<f2::Vector> onlyA = both;
  std::vector<f2::Vector> onlyB = both;
  extend(onlyA, a, a.size());
  extend(onlyB, b, b.size());
  std::vector<f2::Vector> result;
  for (size_t i = both.size(); i < onlyA.size(); ++i) {
    result.push_back(onlyA[i] ^ onlyB[i]);
  }
  f2::Span sum(a);
  for (f2::Vector v : b) {
    sum.insert(v);
  }
  for (f2::Vector v : space) {
    if (sum.insert(v)) {
      result.push_back(v);
    }
  }
  return result;
}

std::optional<std::vector<f2::Vector>>
tkc::layout::swizzle(const SwizzleProposal &proposal, const std::vector<f2::Vector> &space, unsigned elementBytes) {
  const std::vector<f2::Vector> &vector = proposal.vector;
  VectorBits bits(proposal, elementBytes);
  for (const OffsetRule &rule : proposal.rules) {
    if (!bits.add(rule)) {
      return std::nullopt;
    }
  }
  std::vector<f2::Vector> banksAndSegments = bits.complement(space, vector);
  size_t numBanks = std::min(banksAndSegments.size(), log2Exact(128 / elementBytes) - vector.size());
  auto prefix = [&](size_t size) { return std::vector<f2::Vector>(vector.begin(), vector.begin() + size); };
  std::vector<f2::Vector> storeRow =
      spreadOver(prefix(proposal.storePrefix), proposal.storeSpread, banksAndSegments, numBanks);
  std::vector<f2::Vector> loadRow =
      spreadOver(prefix(proposal.loadPrefix), proposal.loadSpread, banksAndSegments, numBanks);
  std::vector<f2::Vector> storeOnly = storeRow;
  extend(storeRow, loadRow, numBanks);
  extend(loadRow, storeOnly, numBanks);
  extend(storeRow, banksAndSegments, numBanks);
  extend(loadRow, banksAndSegments, numBanks);
  std::vector<f2::Vector> segments = commonComplement(storeRow, loadRow, banksAndSegments);
  std::vector<f2::Vector> result = vector;
  f2::Span segmentSpan(segments);
  for (f2::Vector v : storeRow) {
    if (segmentSpan.insert(v)) {
      result.push_back(v);
    }
  }
  result.insert(result.end(), segments.begin(), segments.end());
  return result;
}
