// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses between registers, lane shuffles and shared memory for a gather.
//
// Where an element lies is linear in its coordinates, and these are linear in the position of the result and in the
// place along the axis. So the source's position is a linear map of both, if the positions that are allowed (own
// registers; own warp) reach all coordinates that may be wanted.
#include "tkc/Layout/GatherPlan.h"

#include <algorithm>
#include <set>

#include "BitFields.h"

using namespace tkc::layout;

uint64_t GatherPlan::openRegisterBits() const {
  uint64_t bits = 0;
  for (const DimExtent &extent : source.inDims()) {
    for (unsigned bit = 0; extent.dim != Dim::Register && bit < extent.log2Size; ++bit) {
      bits |= source.hasOutDim(Dim::Register) ? source.basis(extent.dim, bit, Dim::Register) : 0;
    }
  }
  return bits;
}

/// (position of the result, place along the axis) -> coordinates in the source.
static LinearLayout wantedCoordinates(const LinearLayout &source, const LinearLayout &index, Dim along) {
  LinearLayout kept = index.removeOutDim(along);
  std::vector<uint64_t> bases;
  for (uint64_t basis : kept.flatBases()) {
    bases.push_back(moveFields(basis, kept.outDims(), source.outDims()));
  }
  DimList ins = index.inDims();
  ins.push_back({along, uint8_t(source.outLog2(along))});
  for (unsigned bit = 0; bit < source.outLog2(along); ++bit) {
    bases.push_back(uint64_t(1) << (shiftOf(source.outDims(), along) + bit));
  }
  return LinearLayout::fromFlat(ins, source.outDims(), bases);
}

/// The position in the source of what is wanted, for threads that reach only positions which agree with their own in
/// all dimensions but `reached`. Nothing when they don't reach it all.
static std::optional<LinearLayout> findWithin(const LinearLayout &source, const LinearLayout &wanted,
                                              const std::vector<Dim> &reached) {
  // The own position along the other dimensions is no choice: what it contributes is taken off.
  std::vector<uint64_t> bases;
  std::vector<Dim> outs;
  for (const DimExtent &extent : source.outDims()) {
    outs.push_back(extent.dim);
  }
  for (const DimExtent &extent : wanted.inDims()) {
    bool isOwn = source.hasInDim(extent.dim) && std::find(reached.begin(), reached.end(), extent.dim) == reached.end();
    for (unsigned bit = 0; bit < extent.log2Size; ++bit) {
      bool contributes = isOwn && bit < source.inLog2(extent.dim);
      bases.push_back(wanted.basis(extent.dim, bit) ^ (contributes ? source.basis(extent.dim, bit) : 0));
    }
  }
  LinearLayout rest = LinearLayout::fromFlat(wanted.inDims(), wanted.outDims(), bases);
  return rest.invertAndCompose(source.sublayout(reached, outs));
}

static LinearLayout toRowMajor(const LinearLayout &layout) {
  std::vector<Dim> lastFirst;
  for (const DimExtent &extent : layout.outDims()) {
    lastFirst.push_back(extent.dim);
  }
  std::sort(lastFirst.rbegin(), lastFirst.rend());
  return layout.transposeOuts(lastFirst).flattenOuts(Dim::Offset);
}

/// What a gather within a warp costs for so many registers of the result, in shuffles; a select is half of one.
static unsigned costWithinWarp(const GatherPlan &plan, unsigned numResults, unsigned words) {
  unsigned candidates = 1u << __builtin_popcountll(plan.openRegisterBits());
  unsigned shuffles = plan.kind == GatherKind::LaneShuffles ? candidates : 0;
  return numResults * words * (2 * shuffles + candidates - 1) / 2;
}

/// What it costs through shared memory: barriers and latency, as for a conversion, the stores, and loads that meet in
/// banks by chance.
static unsigned costThroughShared(const GatherPlan &plan, unsigned numResults, unsigned words) {
  constexpr unsigned overhead = 32, wavefrontsPerLoad = 2;
  return overhead + plan.store.numInstructions() * plan.store.wavefrontsPerInstruction +
         numResults * words * wavefrontsPerLoad;
}

GatherPlan tkc::layout::planGather(const LinearLayout &source, const LinearLayout &index, unsigned axis,
                                   unsigned elementBytes) {
  LinearLayout wanted = wantedCoordinates(source, index, tensorDim(axis));
  std::vector<uint32_t> canonical = canonicalRegisters(index);
  unsigned numResults = std::set<uint32_t>(canonical.begin(), canonical.end()).size();
  unsigned words = std::max(4u, elementBytes) / 4;

  GatherPlan shared;
  shared.source = toRowMajor(wanted);
  shared.store = planVectorAccess(toRowMajor(source), elementBytes);
  unsigned limit = costThroughShared(shared, numResults, words);
  const std::pair<GatherKind, std::vector<Dim>> reaches[] = {{GatherKind::Registers, {Dim::Register}},
                                                             {GatherKind::LaneShuffles, {Dim::Register, Dim::Lane}}};
  for (const auto &[kind, reached] : reaches) {
    if (std::optional<LinearLayout> position = findWithin(source, wanted, reached)) {
      GatherPlan plan;
      plan.kind = kind;
      plan.source = *position;
      if (costWithinWarp(plan, numResults, words) <= limit) {
        return plan;
      }
    }
  }
  return shared;
}
