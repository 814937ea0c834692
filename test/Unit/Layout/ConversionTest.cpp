// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries out conversion plans on every element of many random and real layout pairs.
#include "tkc/Layout/Conversion.h"

#include "tkc/Layout/Encodings.h"

#include "RandomLayouts.h"
#include "WarpSimulation.h"

using namespace tkc::layout;
using namespace tkc::layout::test;

namespace {

DimList hardwareDims(unsigned registers, unsigned lanes, unsigned warps, unsigned blocks) {
  return {{Dim::Register, uint8_t(registers)},
          {Dim::Lane, uint8_t(lanes)},
          {Dim::Warp, uint8_t(warps)},
          {Dim::Block, uint8_t(blocks)}};
}

void expectConverts(const LinearLayout &src, const LinearLayout &dst, const ConversionOptions &options) {
  RegisterFile from(src, true);
  RegisterFile wanted(dst, true);
  Conversion conversion = planConversion(src, dst, options);
  switch (conversion.kind) {
  case ConversionKind::None:
    EXPECT_TRUE(from == wanted);
    break;
  case ConversionKind::RegisterPermutation:
    EXPECT_TRUE(runPermutation(conversion.sourceRegisters, from, dst) == wanted);
    break;
  case ConversionKind::LaneShuffles:
    EXPECT_TRUE(runShuffles(*conversion.shuffle, from, dst) == wanted) << src.toString() << dst.toString();
    break;
  case ConversionKind::SharedMemory:
  case ConversionKind::ClusterMemory:
    EXPECT_TRUE(runShared(*conversion.shared, from, dst, options.elementBytes) == wanted)
        << src.toString() << dst.toString();
    break;
  }
}

ConversionOptions randomOptions(Random &random) {
  ConversionOptions options;
  options.elementBytes = 1u << below(random, 4);
  options.maxScratchBytes = below(random, 2) ? UINT64_MAX : uint64_t(64) << below(random, 6);
  options.hasLdMatrix = below(random, 2);
  options.hasStMatrix = below(random, 2);
  options.sharedOverhead = below(random, 2) ? 0 : 1000;
  return options;
}

TEST(Conversion, AnyTwoLayoutsOfATensor) {
  Random random(21);
  std::map<ConversionKind, int> seen;
  for (int i = 0; i < 1500; ++i) {
    unsigned lanes = below(random, 3) == 0 ? below(random, 5) : 5;
    unsigned warps = below(random, 3);
    unsigned blocks = below(random, 4) == 0 ? 1 : 0;
    DimList srcIns = hardwareDims(below(random, 5), lanes, warps, blocks);
    DimList dstIns = hardwareDims(below(random, 5), lanes, warps, blocks);
    unsigned most = std::min(srcIns.log2Size(), dstIns.log2Size());
    unsigned bits = below(random, most + 1);
    uint8_t rows = below(random, bits + 1);
    DimList outs = {{Dim::Dim0, rows}, {Dim::Dim1, uint8_t(bits - rows)}};
    LinearLayout src = randomSurjective(random, srcIns, outs);
    LinearLayout dst = randomSurjective(random, dstIns, outs).transposeOuts({Dim::Dim1, Dim::Dim0});
    // The result is compared in the source's order of dimensions.
    LinearLayout aligned = dst.transposeOuts({Dim::Dim0, Dim::Dim1});
    ++seen[classifyConversion(src, dst)];
    expectConverts(src, aligned, randomOptions(random));
  }
  EXPECT_GT(seen[ConversionKind::SharedMemory], 0);
  EXPECT_GT(seen[ConversionKind::ClusterMemory], 0);
}

/// A random layout whose data lies in the same warp and block of `src`: src after a random linear map of positions.
LinearLayout randomWithinWarp(Random &random, const LinearLayout &src, unsigned registers) {
  DimList ins = hardwareDims(registers, src.inLog2(Dim::Lane), src.inLog2(Dim::Warp), src.inLog2(Dim::Block));
  unsigned warpPosition = src.inLog2(Dim::Register) + src.inLog2(Dim::Lane);
  bool sparse = below(random, 2);
  std::vector<uint64_t> bases;
  for (unsigned bit = 0; bit < ins.log2Size(); ++bit) {
    uint64_t source = below(random, uint64_t(1) << warpPosition);
    if (sparse) {
      source &= below(random, uint64_t(1) << warpPosition) & below(random, uint64_t(1) << warpPosition);
    }
    unsigned first = registers + src.inLog2(Dim::Lane);
    source |= bit >= first ? uint64_t(1) << (warpPosition + bit - first) : 0;
    bases.push_back(src.applyFlat(source));
  }
  return LinearLayout::fromFlat(ins, src.outDims(), bases);
}

TEST(Conversion, ShufflesMoveAnythingWithinWarps) {
  Random random(22);
  int conflicting = 0;
  int packed = 0;
  for (int i = 0; i < 3000; ++i) {
    DimList ins =
        hardwareDims(below(random, 5), below(random, 4) ? 5 : below(random, 5), below(random, 3), below(random, 2));
    uint8_t bits = below(random, ins.log2Size() + 1);
    LinearLayout src = randomSurjective(random, ins, {{Dim::Dim0, bits}});
    LinearLayout dst = randomWithinWarp(random, src, below(random, 5));
    ConversionKind kind = classifyConversion(src, dst);
    ASSERT_TRUE(kind != ConversionKind::SharedMemory && kind != ConversionKind::ClusterMemory);
    ShufflePlan plan = planShuffles(src, dst, 1u << below(random, 4));
    conflicting += plan.acceptKey.numOutBits() != 0;
    packed += !plan.packs.empty();
    ASSERT_TRUE(runShuffles(plan, RegisterFile(src, true), dst) == RegisterFile(dst, true))
        << src.toString() << dst.toString();
  }
  EXPECT_GT(conflicting, 0);
  EXPECT_GT(packed, 0);
}

TEST(Conversion, PermutationOfLanesAndRegistersTakesOneShufflePerRegister) {
  Random random(23);
  for (int i = 0; i < 300; ++i) {
    DimList ins = hardwareDims(3, 5, 0, 0);
    LinearLayout src = randomSurjective(random, ins, {{Dim::Dim0, 8}});
    LinearLayout dst = randomSurjective(random, ins, {{Dim::Dim0, 8}});
    ShufflePlan plan = planShuffles(src, dst, 4);
    EXPECT_EQ(plan.rounds.size(), 8u);
    EXPECT_EQ(plan.acceptKey.numOutBits(), 0u);
  }
}

TEST(Conversion, NarrowElementsTravelTogether) {
  // Registers 2k and 2k + 1 stay together while lanes are permuted.
  LinearLayout pair = LinearLayout::identity1D(2, Dim::Register, Dim::Dim0);
  LinearLayout src = pair * LinearLayout::identity1D(32, Dim::Lane, Dim::Dim0);
  LinearLayout dst =
      pair * LinearLayout::identity1D(32, Dim::Lane, Dim::Dim0).permuteInBits(Dim::Lane, {1, 0, 2, 3, 4});
  EXPECT_EQ(planShuffles(src, dst, 2).rounds.size(), 1u);
  EXPECT_EQ(planShuffles(src, dst, 4).rounds.size(), 2u);
}

TEST(Conversion, ReplicatedSourceIsReadWithoutShuffles) {
  // Every lane holds all 32 elements; afterwards lane i holds element i.
  LinearLayout src =
      LinearLayout::identity1D(32, Dim::Register, Dim::Dim0) * LinearLayout::zeros1D(32, Dim::Lane, Dim::Dim0);
  LinearLayout dst =
      LinearLayout::identity1D(1, Dim::Register, Dim::Dim0) * LinearLayout::identity1D(32, Dim::Lane, Dim::Dim0);
  ShufflePlan plan = planShuffles(src, dst, 4);
  EXPECT_EQ(plan.numShuffles(), 0u);
  EXPECT_EQ(plan.rounds.size(), 1u);
  EXPECT_TRUE(runShuffles(plan, RegisterFile(src, true), dst) == RegisterFile(dst, true));
}

TEST(Conversion, KindsOfRealLayouts) {
  MmaEncoding mma{2, {4, 1}, {16, 8}, {}};
  LinearLayout accumulator = toLinearLayout(mma, {64, 64});
  // A dot's result is the next dot's left operand as it is.
  LinearLayout operand = toLinearLayout(DotOperandEncoding{mma, 0, 2}, {64, 64});
  EXPECT_EQ(classifyConversion(accumulator, operand), ConversionKind::None);
  LinearLayout renamed = accumulator.permuteInBits(Dim::Register, {2, 0, 1, 4, 3});
  EXPECT_EQ(classifyConversion(accumulator, renamed), ConversionKind::RegisterPermutation);
  expectConverts(accumulator, renamed, {});
  // Byte operands need neighbouring lanes' columns.
  LinearLayout bytes = toLinearLayout(DotOperandEncoding{mma, 0, 4}, {64, 64});
  EXPECT_EQ(classifyConversion(accumulator, bytes), ConversionKind::LaneShuffles);
  expectConverts(accumulator, bytes, {1, UINT64_MAX, true, true, 32});
  LinearLayout blocked = toLinearLayout(BlockedEncoding{{1, 8}, {4, 8}, {4, 1}, {1, 0}, {}}, {64, 64});
  EXPECT_EQ(classifyConversion(accumulator, blocked), ConversionKind::SharedMemory);
  LinearLayout alongRows = toLinearLayout(BlockedEncoding{{1, 8}, {8, 4}, {4, 1}, {1, 0}, {}}, {32, 64});
  LinearLayout sameRows = toLinearLayout(BlockedEncoding{{1, 4}, {8, 4}, {4, 1}, {1, 0}, {}}, {32, 64});
  EXPECT_EQ(classifyConversion(alongRows, sameRows), ConversionKind::LaneShuffles);
}

TEST(Conversion, RealPairsAreConflictFreeAndWide) {
  MmaEncoding mma{2, {2, 2}, {16, 8}, {}};
  MmaEncoding wgmma{3, {4, 1}, {16, 128}, {}};
  BlockedEncoding rows{{1, 8}, {4, 8}, {4, 1}, {1, 0}, {}};
  BlockedEncoding columns{{8, 1}, {8, 4}, {1, 4}, {0, 1}, {}};
  Shape shape = {128, 128};
  struct Case {
    DistributedEncoding src, dst;
    unsigned elementBytes, storeBytes, loadBytes;
  };
  // Directions that are registers on both sides make a vector, whether they are neighbours in the tensor or not.
  for (const Case &c : {Case{mma, rows, 4, 16, 16}, Case{mma, rows, 2, 16, 16}, Case{wgmma, rows, 2, 16, 16},
                        Case{rows, DotOperandEncoding{mma, 0, 2}, 2, 16, 16}, Case{rows, columns, 4, 16, 16},
                        Case{rows, rows, 4, 16, 16}}) {
    LinearLayout src = toLinearLayout(c.src, shape);
    LinearLayout dst = toLinearLayout(c.dst, shape);
    SharedPlan plan = planShared(src, dst, {c.elementBytes, UINT64_MAX, false, false, 32});
    EXPECT_EQ(plan.store.vectorElements * c.elementBytes, c.storeBytes);
    EXPECT_EQ(plan.load.vectorElements * c.elementBytes, c.loadBytes);
    EXPECT_EQ(plan.store.wavefrontsPerInstruction, std::max(1u, c.storeBytes / 4));
    EXPECT_EQ(plan.load.wavefrontsPerInstruction, std::max(1u, c.loadBytes / 4));
    EXPECT_TRUE(runShared(plan, RegisterFile(src, true), dst, c.elementBytes) == RegisterFile(dst, true));
  }
}

TEST(Conversion, VectorAccessesOfAnyPairHaveNoConflicts) {
  Random random(24);
  for (int i = 0; i < 300; ++i) {
    unsigned elementBytes = 1u << below(random, 4);
    LinearLayout src = randomSurjective(random, hardwareDims(5, 5, 2, 0), {{Dim::Dim0, 12}});
    LinearLayout dst = randomSurjective(random, hardwareDims(5, 5, 2, 0), {{Dim::Dim0, 12}});
    SharedPlan plan = planShared(src, dst, {elementBytes, UINT64_MAX, false, false, 32});
    EXPECT_TRUE(plan.shared.isInvertible());
    EXPECT_EQ(plan.store.wavefrontsPerInstruction, std::max(1u, plan.store.vectorElements * elementBytes / 4));
    EXPECT_EQ(plan.load.wavefrontsPerInstruction, std::max(1u, plan.load.vectorElements * elementBytes / 4));
  }
}

TEST(Conversion, MatrixAccessesReplaceNarrowOnes) {
  MmaEncoding mma{2, {2, 2}, {16, 8}, {}};
  BlockedEncoding rows{{1, 8}, {4, 8}, {4, 1}, {1, 0}, {}};
  LinearLayout blocked = toLinearLayout(rows, {64, 64});
  LinearLayout accumulator = toLinearLayout(mma, {64, 64});
  ConversionOptions options{2, UINT64_MAX, true, true, 32};
  SharedPlan epilogue = planShared(accumulator, blocked, options);
  ASSERT_TRUE(epilogue.storeMatrix);
  EXPECT_FALSE(epilogue.storeMatrix->transposed);
  EXPECT_EQ(epilogue.storeMatrix->numMatrices, 4u);
  EXPECT_EQ(epilogue.storeMatrix->wavefrontsPerInstruction, 4u);
  EXPECT_EQ(epilogue.load.vectorElements, 8u);
  EXPECT_TRUE(runShared(epilogue, RegisterFile(accumulator, true), blocked, 2) == RegisterFile(blocked, true));
  // The right operand of a row-major matrix is read transposed.
  LinearLayout right = toLinearLayout(DotOperandEncoding{mma, 1, 2}, {64, 64});
  SharedPlan prologue = planShared(blocked, right, options);
  ASSERT_TRUE(prologue.loadMatrix);
  EXPECT_TRUE(prologue.loadMatrix->transposed);
  EXPECT_EQ(prologue.loadMatrix->numMatrices, 4u);
  EXPECT_EQ(prologue.loadMatrix->wavefrontsPerInstruction, 4u);
  EXPECT_EQ(prologue.store.vectorElements, 8u);
  EXPECT_TRUE(runShared(prologue, RegisterFile(blocked, true), right, 2) == RegisterFile(right, true));
}

TEST(Conversion, ScratchLimitSplitsIntoRepetitions) {
  BlockedEncoding rows{{1, 4}, {4, 8}, {4, 1}, {1, 0}, {}};
  BlockedEncoding columns{{4, 1}, {8, 4}, {1, 4}, {0, 1}, {}};
  LinearLayout src = toLinearLayout(rows, {128, 128});
  LinearLayout dst = toLinearLayout(columns, {128, 128});
  SharedPlan whole = planShared(src, dst, {4, UINT64_MAX, false, false, 32});
  EXPECT_EQ(whole.numRepetitions(), 1u);
  EXPECT_EQ(whole.scratchElements, 128u * 128);
  SharedPlan split = planShared(src, dst, {4, 32768, false, false, 32});
  EXPECT_EQ(split.numRepetitions(), 2u);
  EXPECT_EQ(split.scratchElements, 64u * 128);
  EXPECT_TRUE(runShared(split, RegisterFile(src, true), dst, 4) == RegisterFile(dst, true));
}

TEST(Conversion, AtomsOfOddMultiplesConvertAlike) {
  MmaEncoding wgmma{3, {4, 1}, {16, 176}, {}};
  LinearLayout src = toLinearLayout(wgmma, {64, 176});
  LinearLayout dst = toLinearLayout(DotOperandEncoding{wgmma, 0, 2}, {64, 176});
  Conversion conversion = planConversion(src, dst, {2, UINT64_MAX, true, true, 32});
  EXPECT_EQ(conversion.kind, ConversionKind::None);
  EXPECT_EQ(conversion.numAtoms, 11u);
}

} // namespace
