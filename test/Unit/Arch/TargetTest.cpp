// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pins the facts of each target: what ptxas 13.0 assembles, and what cuda_occupancy.h computes.
#include "tkc/Arch/Mma.h"
#include "tkc/Arch/Occupancy.h"

#include "gtest/gtest.h"

using namespace tkc;

namespace {

Target target(const std::string &name) {
  std::optional<Target> found = parseTarget(name);
  EXPECT_TRUE(found) << name;
  return found.value_or(Target{});
}

/// For each target, oldest first, whether a predicate holds: "--yyyy".
template <class Predicate>
std::string where(Predicate predicate) {
  std::string result;
  for (const std::string &name : targetNames()) {
    result += predicate(target(name)) ? 'y' : '-';
  }
  return result;
}

TEST(Target, NamesAreRead) {
  EXPECT_EQ(targetNames(), (std::vector<std::string>{"sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_120a"}));
  for (const std::string &name : targetNames()) {
    EXPECT_EQ(target(name).name, name);
    EXPECT_EQ("sm_" + std::to_string(target(name).sm), name.substr(0, name.find('a')));
  }
}

TEST(Target, UnknownNamesGetTheGoodOnes) {
  std::string error;
  EXPECT_FALSE(parseTarget("sm_75", &error));
  EXPECT_EQ(error, "no target `sm_75` (expects one of `sm_80`, `sm_86`, `sm_89`, `sm_90a`, `sm_100a`, `sm_120a`)");
  for (const char *name : {"sm_90", "sm_100", "sm_120"}) {
    EXPECT_FALSE(parseTarget(name, &error));
    EXPECT_NE(error.find("use `" + std::string(name) + "a`"), std::string::npos) << error;
  }
  EXPECT_FALSE(parseTarget(""));
  EXPECT_FALSE(parseTarget("sm_90ab", &error));
}

TEST(Target, FirstPtxVersions) {
  std::vector<unsigned> versions;
  for (const std::string &name : targetNames()) {
    versions.push_back(target(name).minPtxVersion);
  }
  EXPECT_EQ(versions, (std::vector<unsigned>{70, 71, 78, 80, 86, 87}));
  EXPECT_EQ(llvmFeatures(target("sm_90a"), 90), "+ptx90");
}

TEST(Target, SharedMemory) {
  std::vector<uint32_t> perCta;
  for (const std::string &name : targetNames()) {
    perCta.push_back(target(name).maxSharedBytesPerCta / 1024);
    EXPECT_EQ(target(name).maxSharedBytesPerCta + target(name).reservedSharedBytesPerCta,
              target(name).sharedBytesPerSm);
  }
  EXPECT_EQ(perCta, (std::vector<uint32_t>{163, 99, 99, 227, 227, 99}));
}

// The strings are what ptxas 13.0 accepts, target by target.
TEST(Target, InstructionsAreWherePtxasHasThem) {
  EXPECT_EQ(where([](const Target &t) { return t.hasCpAsync(); }), "yyyyyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasLdMatrix(); }), "yyyyyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasStMatrix(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasByteMatrices(); }), "----yy");
  EXPECT_EQ(where([](const Target &t) { return t.hasMbarrier(); }), "yyyyyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasMbarrierTryWait(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasTma(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasClusters(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasElect(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasSetMaxRegisters(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasDependentLaunch(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasWgmma(); }), "---y--");
  EXPECT_EQ(where([](const Target &t) { return t.hasTcgen05(); }), "----y-");
  EXPECT_EQ(where([](const Target &t) { return t.hasFp8Conversion(); }), "--yyyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasFp4Conversion(); }), "----yy");
  EXPECT_EQ(where([](const Target &t) { return t.hasBf16Arithmetic(); }), "---yyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasPackedF32(); }), "----yy");
  EXPECT_EQ(where([](const Target &t) { return t.hasRedux(); }), "yyyyyy");
  EXPECT_EQ(where([](const Target &t) { return t.hasFloatRedux(); }), "----yy");
  EXPECT_EQ(where([](const Target &t) { return t.hasVectorAtomics(); }), "---yyy");
}

TEST(Target, ClustersAndMulticast) {
  EXPECT_EQ(where([](const Target &t) { return t.hasMulticast(); }), "---yy-");
  EXPECT_EQ(target("sm_90a").maxPortableClusterSize(), 8u);
  EXPECT_EQ(target("sm_120a").maxPortableClusterSize(), 1u);
  EXPECT_EQ(target("sm_80").maxPortableClusterSize(), 1u);
}

bool hasShape(const Target &target, MmaOperand operand, MmaAccumulator accumulator, MmaShape shape) {
  for (const MmaShape &candidate : mmaSyncShapes(target, operand, accumulator)) {
    if (candidate == shape) {
      return true;
    }
  }
  return false;
}

TEST(Mma, ShapesAreWherePtxasHasThem) {
  struct Case {
    MmaOperand operand;
    MmaAccumulator accumulator;
    MmaShape shape;
    const char *targets;
  };
  const Case cases[] = {
      {MmaOperand::F16, MmaAccumulator::F32, {16, 8, 16}, "yyyyyy"},
      {MmaOperand::F16, MmaAccumulator::F16, {16, 8, 16}, "yyyyyy"},
      {MmaOperand::F16, MmaAccumulator::F32, {16, 8, 8}, "yyyyyy"},
      {MmaOperand::BF16, MmaAccumulator::F32, {16, 8, 16}, "yyyyyy"},
      {MmaOperand::BF16, MmaAccumulator::F16, {16, 8, 16}, "------"},
      {MmaOperand::TF32, MmaAccumulator::F32, {16, 8, 8}, "yyyyyy"},
      {MmaOperand::TF32, MmaAccumulator::F32, {16, 8, 4}, "yyyyyy"},
      {MmaOperand::F64, MmaAccumulator::F64, {8, 8, 4}, "yyyyyy"},
      {MmaOperand::F64, MmaAccumulator::F64, {16, 8, 16}, "---yyy"},
      {MmaOperand::S8, MmaAccumulator::S32, {16, 8, 32}, "yyyyyy"},
      {MmaOperand::U8, MmaAccumulator::S32, {16, 8, 32}, "yyyyyy"},
      {MmaOperand::E4M3, MmaAccumulator::F32, {16, 8, 32}, "--yyyy"},
      {MmaOperand::E5M2, MmaAccumulator::F16, {16, 8, 32}, "--yyyy"},
      {MmaOperand::S8, MmaAccumulator::F32, {16, 8, 32}, "------"},
  };
  for (const Case &c : cases) {
    EXPECT_EQ(where([&](const Target &t) { return hasShape(t, c.operand, c.accumulator, c.shape); }), c.targets);
  }
  EXPECT_EQ(mmaSyncShapes(target("sm_90a"), MmaOperand::F64, MmaAccumulator::F64).front(), (MmaShape{16, 8, 16}));
}

TEST(Mma, WgmmaShapes) {
  Target hopper = target("sm_90a");
  for (unsigned n : {8u, 40u, 176u, 240u, 256u}) {
    EXPECT_TRUE(hasWgmma(hopper, MmaOperand::F16, MmaAccumulator::F32, n)) << n;
  }
  for (unsigned n : {0u, 4u, 12u, 264u}) {
    EXPECT_FALSE(hasWgmma(hopper, MmaOperand::F16, MmaAccumulator::F32, n)) << n;
  }
  for (unsigned n : {8u, 24u, 32u, 48u, 80u, 256u}) {
    EXPECT_TRUE(hasWgmma(hopper, MmaOperand::S8, MmaAccumulator::S32, n)) << n;
  }
  for (unsigned n : {40u, 56u}) {
    EXPECT_FALSE(hasWgmma(hopper, MmaOperand::S8, MmaAccumulator::S32, n)) << n;
  }
  EXPECT_TRUE(hasWgmma(hopper, MmaOperand::E4M3, MmaAccumulator::F16, 64));
  EXPECT_FALSE(hasWgmma(hopper, MmaOperand::BF16, MmaAccumulator::F16, 64));
  EXPECT_FALSE(hasWgmma(hopper, MmaOperand::F64, MmaAccumulator::F64, 64));
  EXPECT_FALSE(hasWgmma(target("sm_100a"), MmaOperand::F16, MmaAccumulator::F32, 64));
  EXPECT_EQ(wgmmaK(MmaOperand::F16), 16u);
  EXPECT_EQ(wgmmaK(MmaOperand::TF32), 8u);
  EXPECT_EQ(wgmmaK(MmaOperand::E5M2), 32u);
  EXPECT_TRUE(canTransposeWgmma(MmaOperand::BF16));
  EXPECT_FALSE(canTransposeWgmma(MmaOperand::E4M3));
  EXPECT_FALSE(canTransposeWgmma(MmaOperand::TF32));
}

// The numbers are those of cuda_occupancy.h for the same properties.
TEST(Occupancy, EachLimit) {
  struct Case {
    const char *name;
    KernelResources kernel;
    uint32_t ctas;
    OccupancyLimit limit;
  };
  const Case cases[] = {
      {"sm_90a", {32, 0, 1}, 32, OccupancyLimit::Ctas},
      {"sm_86", {32, 0, 1}, 16, OccupancyLimit::Ctas},
      {"sm_90a", {32, 0, 8}, 8, OccupancyLimit::Warps},
      {"sm_120a", {32, 0, 8}, 6, OccupancyLimit::Warps},
      {"sm_80", {128, 0, 4}, 4, OccupancyLimit::Registers},
      {"sm_90a", {168, 0, 12}, 1, OccupancyLimit::Registers},
      {"sm_90a", {255, 0, 5}, 1, OccupancyLimit::Registers},
      {"sm_90a", {176, 0, 12}, 0, OccupancyLimit::Registers},
      {"sm_80", {32, 49152, 4}, 3, OccupancyLimit::SharedMemory},
      {"sm_90a", {32, 227 * 1024, 4}, 1, OccupancyLimit::SharedMemory},
      {"sm_90a", {32, 227 * 1024 + 1, 4}, 0, OccupancyLimit::SharedMemory},
      {"sm_86", {32, 50 * 1024, 4}, 1, OccupancyLimit::SharedMemory},
      {"sm_86", {32, 49 * 1024, 4}, 2, OccupancyLimit::SharedMemory},
  };
  for (const Case &c : cases) {
    Occupancy occupancy = computeOccupancy(target(c.name), c.kernel);
    EXPECT_EQ(occupancy.ctasPerSm, c.ctas) << c.name << " " << c.kernel.registersPerThread;
    EXPECT_EQ(occupancy.limit, c.limit) << c.name << " " << c.kernel.registersPerThread;
    EXPECT_EQ(occupancy.warpsPerSm, c.ctas * c.kernel.numWarps);
  }
}

TEST(Occupancy, WhatCannotLaunchHasNone) {
  EXPECT_EQ(computeOccupancy(target("sm_90a"), {256, 0, 1}).ctasPerSm, 0u);
  EXPECT_EQ(computeOccupancy(target("sm_90a"), {32, 0, 33}).ctasPerSm, 0u);
  EXPECT_EQ(computeOccupancy(target("sm_90a"), {32, 0, 0}).ctasPerSm, 0u);
}

TEST(Occupancy, RegisterBudgets) {
  EXPECT_EQ(registersFor(target("sm_90a"), 12, 1), 168u);
  EXPECT_EQ(registersFor(target("sm_90a"), 16, 1), 128u);
  EXPECT_EQ(registersFor(target("sm_90a"), 8, 2), 128u);
  EXPECT_EQ(registersFor(target("sm_90a"), 4, 1), 248u);
  EXPECT_EQ(registersFor(target("sm_90a"), 32, 3), 0u);
}

} // namespace
