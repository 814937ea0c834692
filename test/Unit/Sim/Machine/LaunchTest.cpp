// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that the driver would refuse, and what is said of them: what was given, and what is permitted.
#include "Simulation.h"

namespace tkc::sim::test {
namespace {

using Extents = std::array<uint32_t, 3>;

/// What is said of launching a kernel with these directives.
std::string errorOf(const Extents &grid, const Extents &block, const Extents &cluster = {1, 1, 1},
                    const std::string &directives = "", const std::string &target = "sm_90a") {
  Setting setting;
  setting.shape.grid = grid;
  setting.shape.block = block;
  setting.shape.cluster = cluster;
  std::string text = ".version 9.0\n.target " + target +
                     "\n.address_size 64\n.visible .entry test(.param .u64 buffer)" + directives + "\n{\nret;\n}\n";
  Outcome outcome = runText(text, setting);
  EXPECT_TRUE(outcome.loadErrors.empty()) << outcome.problems();
  return outcome.launchError;
}

TEST(Launch, ImpossibleBlocksSayWhatIsPermitted) {
  EXPECT_EQ(errorOf({1, 1, 1}, {32, 0, 1}), "a block of 32x0x1 threads is impossible: it has none");
  EXPECT_EQ(errorOf({1, 1, 1}, {1025, 1, 1}),
            "a block of 1025x1x1 threads is impossible: sm_90a has at most 1024 threads a block, 64 of them along z");
  EXPECT_EQ(errorOf({1, 1, 1}, {1, 1, 65}),
            "a block of 1x1x65 threads is impossible: sm_90a has at most 1024 threads a block, 64 of them along z");
  EXPECT_EQ(errorOf({1, 1, 1}, {1, 1, 64}), "");
  EXPECT_EQ(errorOf({1, 1, 1}, {1024, 1, 1}), "");
}

TEST(Launch, ImpossibleGridsSayWhatIsPermitted) {
  for (const Extents &grid : {Extents{0, 1, 1}, Extents{1u << 31, 1, 1}, Extents{1, 65536, 1}, Extents{1, 1, 0}}) {
    EXPECT_NE(
        errorOf(grid, {32, 1, 1}).find(" CTAs is impossible: it has 1 to 2147483647 along x, 1 to 65535 along y and z"),
        std::string::npos);
  }
}

TEST(Launch, ImpossibleClustersSayWhatIsPermitted) {
  EXPECT_EQ(errorOf({32, 1, 1}, {32, 1, 1}, {32, 1, 1}),
            "a cluster of 32x1x1 CTAs is impossible: it has 32, 1 to 16 are permitted");
  EXPECT_EQ(errorOf({2, 1, 1}, {32, 1, 1}, {2, 0, 1}),
            "a cluster of 2x0x1 CTAs is impossible: it has 0, 1 to 16 are permitted");
  EXPECT_EQ(errorOf({2, 1, 1}, {32, 1, 1}, {2, 1, 1}, "", "sm_80"),
            "a cluster of 2x1x1 CTAs is impossible: sm_80 has no clusters");
  EXPECT_EQ(errorOf({3, 1, 1}, {32, 1, 1}, {2, 1, 1}), "the grid of 3x1x1 is not a multiple of the cluster of 2x1x1");
  EXPECT_EQ(errorOf({4, 2, 1}, {32, 1, 1}, {2, 2, 1}), "");
}

TEST(Launch, WhatTheTextRequiresIsNamed) {
  EXPECT_EQ(errorOf({1, 1, 1}, {32, 1, 1}, {1, 1, 1}, ".reqntid 64, 2"),
            "`test` requires a block of 64x2x1 threads, got 32x1x1");
  EXPECT_EQ(errorOf({1, 1, 1}, {128, 1, 1}, {1, 1, 1}, ".maxntid 64"), "`test` permits 64 threads a block, got 128");
  EXPECT_EQ(errorOf({4, 1, 1}, {32, 1, 1}, {4, 1, 1}, ".reqnctapercluster 2"),
            "`test` requires a cluster of 2x1x1 CTAs, got 4x1x1");
  EXPECT_EQ(errorOf({4, 1, 1}, {32, 1, 1}, {4, 1, 1}, ".explicitcluster .maxclusterrank 2"),
            "`test` permits 2 CTAs a cluster, got 4");
}

TEST(Launch, ArgumentsMustFitTheParameters) {
  Simulator simulator;
  ASSERT_TRUE(loadKernel(simulator, kernelText("")).empty());
  LaunchRequest request;
  request.kernel = "test";
  request.shape.block = {32, 1, 1};
  EXPECT_EQ(simulator.launch(request).error(), "`test` has 1 parameters, got 0 arguments");
  request.arguments = {std::vector<uint8_t>(4)};
  EXPECT_EQ(simulator.launch(request).error(), "parameter 0 of `test` has 8 bytes, got 4");
  request.kernel = "other";
  EXPECT_NE(simulator.launch(request).error().find("other"), std::string::npos);
}

} // namespace
} // namespace tkc::sim::test
