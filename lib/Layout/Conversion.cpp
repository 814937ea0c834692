// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides how far the data of a layout conversion has to travel.
#include "tkc/Layout/Conversion.h"

#include <algorithm>

#include "DistributedMatrix.h"

using namespace tkc::layout;

LinearLayout tkc::layout::normalizeDistributed(const LinearLayout &layout, const LinearLayout &like) {
  LinearLayout result = layout.withoutRepeats();
  std::vector<Dim> ins = {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block};
  for (Dim dim : ins) {
    if (!result.hasInDim(dim)) {
      result *= LinearLayout::fromFlat({{dim, 0}}, {}, {});
    }
  }
  std::vector<Dim> outs;
  for (const DimExtent &extent : like.outDims()) {
    outs.push_back(extent.dim);
    assert(layout.outSize(extent.dim) == extent.atomSize() && "both layouts describe one tensor");
  }
  return result.transposeIns(ins).transposeOuts(outs);
}

DistributedMatrix tkc::layout::distributedMatrix(const LinearLayout &normalized) {
  DistributedMatrix matrix;
  matrix.columns = normalized.flatBases();
  matrix.registerBits = normalized.inLog2(Dim::Register);
  matrix.laneBits = normalized.inLog2(Dim::Lane);
  matrix.warpBits = normalized.inLog2(Dim::Warp);
  matrix.blockBits = normalized.inLog2(Dim::Block);
  matrix.elementBits = normalized.numOutBits();
  return matrix;
}

/// Whether each position of `dst` finds its element in `src` without a change of what is to be kept.
static bool isPossible(const DistributedMatrix &src, const DistributedMatrix &dst, Keep keep) {
  f2::Span available(src.constrained(keep));
  std::vector<f2::Vector> wanted = dst.constrained(keep);
  return std::all_of(wanted.begin(), wanted.end(), [&](f2::Vector v) { return available.contains(v); });
}

static bool isRegisterPermutation(const DistributedMatrix &src, const DistributedMatrix &dst) {
  f2::Span available(src.registers());
  std::vector<f2::Vector> wanted = dst.registers();
  return src.threads() == dst.threads() &&
         std::all_of(wanted.begin(), wanted.end(), [&](f2::Vector v) { return available.contains(v); });
}

static ConversionKind classify(const DistributedMatrix &src, const DistributedMatrix &dst) {
  if (src.columns == dst.columns && src.registerBits == dst.registerBits) {
    return ConversionKind::None;
  }
  if (isRegisterPermutation(src, dst)) {
    return ConversionKind::RegisterPermutation;
  }
  if (isPossible(src, dst, Keep::WarpAndBlock)) {
    return ConversionKind::LaneShuffles;
  }
  return isPossible(src, dst, Keep::Block) ? ConversionKind::SharedMemory : ConversionKind::ClusterMemory;
}

ConversionKind tkc::layout::classifyConversion(const LinearLayout &src, const LinearLayout &dst) {
  DistributedMatrix from = distributedMatrix(normalizeDistributed(src, src));
  DistributedMatrix to = distributedMatrix(normalizeDistributed(dst, src));
  assert(from.laneBits == to.laneBits && from.warpBits == to.warpBits && from.blockBits == to.blockBits &&
         "both layouts are for the same threads");
  assert(isPossible(from, to, Keep::Nothing) && "the source holds every element");
  return classify(from, to);
}

static std::vector<uint32_t> permuteRegisters(const DistributedMatrix &src, const DistributedMatrix &dst) {
  f2::Span available;
  for (unsigned bit = 0; bit < src.registerBits; ++bit) {
    available.insert(src.columns[bit], f2::Vector(1) << bit);
  }
  std::vector<uint32_t> result;
  for (uint32_t reg = 0; reg < uint32_t(1) << dst.registerBits; ++reg) {
    result.push_back(static_cast<uint32_t>(*available.solve(f2::multiply(dst.columns, reg))));
  }
  return result;
}

Conversion tkc::layout::planConversion(const LinearLayout &src, const LinearLayout &dst,
                                       const ConversionOptions &options) {
  Conversion conversion;
  conversion.numAtoms = src.numRepeats();
  conversion.kind = classifyConversion(src, dst);
  switch (conversion.kind) {
  case ConversionKind::None:
    break;
  case ConversionKind::RegisterPermutation:
    conversion.sourceRegisters = permuteRegisters(distributedMatrix(normalizeDistributed(src, src)),
                                                  distributedMatrix(normalizeDistributed(dst, src)));
    break;
  case ConversionKind::LaneShuffles:
    conversion.shuffle = planShuffles(src, dst, options.elementBytes);
    conversion.shared = planShared(src, dst, options);
    if (conversion.shuffle->numShuffles() * std::max(1u, options.elementBytes / 4) + conversion.shuffle->numSelects() <=
        conversion.shared->cost() + options.sharedOverhead) {
      conversion.shared.reset();
    } else {
      conversion.shuffle.reset();
      conversion.kind = ConversionKind::SharedMemory;
    }
    break;
  case ConversionKind::SharedMemory:
  case ConversionKind::ClusterMemory:
    conversion.shared = planShared(src, dst, options);
    break;
  }
  return conversion;
}
