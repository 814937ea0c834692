// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions through a scratch buffer in shared memory: where each element lies, in how many repetitions, and by which
// accesses.
#include "tkc/Layout/Conversion.h"

#include <algorithm>

#include "BitFields.h"
#include "DistributedMatrix.h"
#include "ScratchSwizzle.h"

using namespace tkc::layout;

template <class Access>
static unsigned accessCost(const Access &access) {
  return access.numInstructions() * (1 + access.wavefrontsPerInstruction);
}

unsigned SharedPlan::cost() const {
  return (storeMatrix ? accessCost(*storeMatrix) : accessCost(store)) +
         (loadMatrix ? accessCost(*loadMatrix) : accessCost(load));
}

namespace {

class ScratchBuilder {
public:
  ScratchBuilder(const LinearLayout &source, const LinearLayout &result, const ConversionOptions &options);
  SharedPlan build();

private:
  void splitByBlock();
  void chooseRepetitions();
  std::vector<f2::Vector> spanOf(const std::vector<std::vector<f2::Vector>> &parts) const;
  std::vector<f2::Vector> projected(const std::vector<f2::Vector> &vectors) const;
  std::optional<SharedPlan> planWith(const SwizzleProposal &proposal) const;
  LinearLayout sharedLayout(const std::vector<f2::Vector> &offsets) const;
  LinearLayout mapToOffsets(const DistributedMatrix &side, const LinearLayout &shared) const;
  std::optional<MatrixAccess> cheapestMatrix(const VectorAccess &access, bool isAvailable) const;

  LinearLayout srcLayout;
  DistributedMatrix src;
  DistributedMatrix dst;
  ConversionOptions options;

  /// What one CTA holds.
  std::vector<f2::Vector> ofBlock;
  /// The result's images moved into its own CTA's part, one per input bit.
  DistributedMatrix dstInBlock;
  /// Directions, in registers only, that separate the repetitions, and a complement that holds all threads' images.
  std::vector<f2::Vector> repetitions;
  std::vector<f2::Vector> ofRepetition;
  /// The projection to that complement, as tags.
  f2::Span projection;
};

} // namespace

ScratchBuilder::ScratchBuilder(const LinearLayout &source, const LinearLayout &result, const ConversionOptions &options)
    : srcLayout(source), src(distributedMatrix(source)), dst(distributedMatrix(result)), options(options) {
  splitByBlock();
  chooseRepetitions();
}

std::vector<f2::Vector> ScratchBuilder::spanOf(const std::vector<std::vector<f2::Vector>> &parts) const {
  f2::Span span;
  std::vector<f2::Vector> result;
  for (const std::vector<f2::Vector> &part : parts) {
    for (f2::Vector v : part) {
      if (span.insert(v)) {
        result.push_back(v);
      }
    }
  }
  return result;
}

/// Every image is the sum of one in the part that a CTA holds and of one that names the CTA, which we prefer to be the
/// reader's own.
void ScratchBuilder::splitByBlock() {
  ofBlock = spanOf({src.range(0, src.registerBits + src.laneBits + src.warpBits)});
  f2::Span own;
  for (f2::Vector v : ofBlock) {
    own.insert(v, v);
  }
  f2::Span all = own;
  for (f2::Vector v : src.blocks()) {
    all.insert(v, 0);
  }
  dstInBlock = dst;
  unsigned firstBlockBit = dst.numBits() - dst.blockBits;
  for (unsigned bit = 0; bit < dst.numBits(); ++bit) {
    f2::Vector ownBlock = bit < firstBlockBit ? 0 : src.columns[src.numBits() - src.blockBits + bit - firstBlockBit];
    f2::Vector v = dst.columns[bit];
    dstInBlock.columns[bit] = own.contains(v ^ ownBlock) ? v ^ ownBlock : *all.solve(v);
  }
}

/// A repetition is a set of registers, the same in each thread and on both sides.
void ScratchBuilder::chooseRepetitions() {
  ofRepetition = spanOf({src.range(src.registerBits, src.laneBits + src.warpBits), dstInBlock.threads()});
  f2::Span threads(ofRepetition);
  std::vector<f2::Vector> movable;
  for (f2::Vector v : f2::intersect(src.registers(), dstInBlock.registers())) {
    if (threads.insert(v)) {
      movable.push_back(v);
    }
  }
  uint64_t bytes = (uint64_t(1) << ofBlock.size()) * options.elementBytes;
  while (bytes > options.maxScratchBytes && !movable.empty()) {
    repetitions.push_back(movable.back());
    movable.pop_back();
    bytes /= 2;
  }
  f2::Span complete;
  for (f2::Vector v : repetitions) {
    complete.insert(v);
  }
  for (f2::Vector v : ofRepetition) {
    complete.insert(v);
  }
  for (f2::Vector v : spanOf({movable, ofBlock})) {
    if (complete.insert(v)) {
      ofRepetition.push_back(v);
    }
  }
  for (f2::Vector v : ofRepetition) {
    projection.insert(v, v);
  }
  for (f2::Vector v : repetitions) {
    projection.insert(v, 0);
  }
}

std::vector<f2::Vector> ScratchBuilder::projected(const std::vector<f2::Vector> &vectors) const {
  std::vector<f2::Vector> result;
  for (f2::Vector v : vectors) {
    result.push_back(*projection.solve(v));
  }
  return result;
}

/// (offset, repetition, block) -> dims.
LinearLayout ScratchBuilder::sharedLayout(const std::vector<f2::Vector> &offsets) const {
  DimList ins = {{Dim::Offset, static_cast<uint8_t>(offsets.size())},
                 {Dim::Repetition, static_cast<uint8_t>(repetitions.size())},
                 {Dim::Block, static_cast<uint8_t>(src.blockBits)}};
  std::vector<uint64_t> bases = offsets;
  std::vector<f2::Vector> blocks = src.blocks();
  bases.insert(bases.end(), repetitions.begin(), repetitions.end());
  bases.insert(bases.end(), blocks.begin(), blocks.end());
  return LinearLayout::fromFlat(ins, srcLayout.outDims(), std::move(bases));
}

/// (register, lane, warp, block) -> (offset, repetition, block) for one side, in its own block where possible.
LinearLayout ScratchBuilder::mapToOffsets(const DistributedMatrix &side, const LinearLayout &shared) const {
  f2::Span span;
  for (unsigned bit = 0; bit < shared.numInBits(); ++bit) {
    span.insert(shared.flatBases()[bit], f2::Vector(1) << bit);
  }
  f2::Span own;
  unsigned firstShared = shared.numInBits() - src.blockBits;
  for (unsigned bit = 0; bit < firstShared; ++bit) {
    own.insert(shared.flatBases()[bit], f2::Vector(1) << bit);
  }
  unsigned firstBlockBit = side.numBits() - side.blockBits;
  std::vector<uint64_t> bases;
  for (unsigned bit = 0; bit < side.numBits(); ++bit) {
    f2::Vector block = bit < firstBlockBit ? 0 : f2::Vector(1) << (firstShared + bit - firstBlockBit);
    f2::Vector v = side.columns[bit];
    std::optional<f2::Vector> inOwn = own.solve(v ^ f2::multiply(shared.flatBases(), block));
    bases.push_back(inOwn ? *inOwn | block : *span.solve(v));
  }
  DimList ins = {{Dim::Register, static_cast<uint8_t>(side.registerBits)},
                 {Dim::Lane, static_cast<uint8_t>(side.laneBits)},
                 {Dim::Warp, static_cast<uint8_t>(side.warpBits)},
                 {Dim::Block, static_cast<uint8_t>(side.blockBits)}};
  return LinearLayout::fromFlat(ins, shared.inDims(), std::move(bases));
}

std::optional<MatrixAccess> ScratchBuilder::cheapestMatrix(const VectorAccess &access, bool isAvailable) const {
  std::optional<MatrixAccess> best;
  for (bool transposed : {false, true}) {
    std::optional<MatrixAccess> matrix =
        isAvailable ? planMatrixAccess(access.toOffset, options.elementBytes, transposed) : std::nullopt;
    if (matrix && accessCost(*matrix) < (best ? accessCost(*best) : accessCost(access))) {
      best = std::move(matrix);
    }
  }
  return best;
}

std::optional<SharedPlan> ScratchBuilder::planWith(const SwizzleProposal &proposal) const {
  std::optional<std::vector<f2::Vector>> offsets = swizzle(proposal, ofRepetition, options.elementBytes);
  if (!offsets) {
    return std::nullopt;
  }
  SharedPlan plan;
  plan.shared = sharedLayout(*offsets);
  plan.scratchElements = plan.shared.inSize(Dim::Offset);
  plan.store = planVectorAccess(mapToOffsets(src, plan.shared), options.elementBytes);
  plan.load = planVectorAccess(mapToOffsets(dst, plan.shared), options.elementBytes);
  plan.storeMatrix = cheapestMatrix(plan.store, options.hasStMatrix);
  plan.loadMatrix = cheapestMatrix(plan.load, options.hasLdMatrix);
  return plan;
}

SharedPlan ScratchBuilder::build() {
  ScratchSide store{projected(src.registers()), projected(src.lanes()),
                    projected(src.range(src.registerBits, src.laneBits + src.warpBits))};
  ScratchSide load{projected(dstInBlock.registers()), projected(dstInBlock.lanes()), projected(dstInBlock.threads())};
  std::optional<SharedPlan> best;
  for (const SwizzleProposal &proposal : proposeSwizzles(store, load, options.elementBytes)) {
    std::optional<SharedPlan> plan = planWith(proposal);
    if (plan && (!best || plan->cost() < best->cost())) {
      best = std::move(plan);
    }
  }
  return *best;
}

SharedPlan tkc::layout::planShared(const LinearLayout &src, const LinearLayout &dst, const ConversionOptions &options) {
  return ScratchBuilder(normalizeDistributed(src, src), normalizeDistributed(dst, src), options).build();
}
