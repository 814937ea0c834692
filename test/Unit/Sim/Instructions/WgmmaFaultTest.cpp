// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wrong around wgmma: each fault, with a twin that is right.
#include "WgmmaKernel.h"

namespace tkc::sim::test {
namespace {

using Names = std::vector<std::string>;

/// The text of the first fault of a kernel.
std::string reportOf(const WgmmaKernel &kernel) { return kernel.run().problems(); }

bool says(const std::string &report, const std::string &part) {
  bool isThere = report.find(part) != std::string::npos;
  EXPECT_TRUE(isThere) << "no `" << part << "` in\n" << report;
  return isThere;
}

TEST(WgmmaFaults, TheKernelOfTheTestsIsClean) { EXPECT_EQ(WgmmaKernel().faults(), Names{}); }

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

TEST(WgmmaFaults, TheFirstNeedsAFence) {
  WgmmaKernel kernel;
  kernel.fence = "";
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
  says(reportOf(kernel), "the first wgmma of the warp needs a wgmma.fence before");
}

TEST(WgmmaFaults, AccumulatorsAreWrittenBeforeTheFence) {
  WgmmaKernel kernel;
  kernel.fence += "\nmov.b32 %r43, 0;";
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
  says(reportOf(kernel), "register %r43 was written since the last wgmma.fence");
  kernel.fence += "\nwgmma.fence.sync.aligned;";
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, AccumulatorsAreReadBeforeTheNextFence) {
  WgmmaKernel kernel;
  std::string rest = kernel.multiply + "\n" + kernel.commit + "\n" + kernel.wait;
  kernel.afterWait = "mov.b32 %r50, %r40;\n" + rest;
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
  kernel.afterWait = "mov.b32 %r50, %r40;\n" + kernel.fence + "\n" + rest;
  EXPECT_EQ(kernel.faults(), Names{});
  kernel.afterWait = rest;
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, NobodyTouchesAccumulatorsInFlight) {
  for (const char *touch : {"mov.b32 %r50, %r41;", "mov.b32 %r41, 0;", "add.u32 %r47, %r47, 1;",
                            "st.global.v2.b32 [%rd3], {%r50, %r44};"}) {
    WgmmaKernel kernel;
    kernel.initialize += "mov.b32 %r50, 0;\n";
    kernel.afterIssue = touch;
    EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"}) << touch;
    kernel.afterIssue = "";
    kernel.afterCommit = touch;
    EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"}) << touch;
    kernel.afterCommit = "";
    kernel.afterWait = touch;
    EXPECT_EQ(kernel.faults(), Names{}) << touch;
  }
}

TEST(WgmmaFaults, AHazardNamesBothInstructions) {
  WgmmaKernel kernel;
  kernel.afterCommit = "mov.b32 %r50, %r41;";
  Outcome outcome = kernel.run();
  ASSERT_EQ(outcome.result.faults.size(), 1u);
  const ReportedFault &fault = outcome.result.faults[0];
  EXPECT_EQ(fault.origin.ptxText.substr(0, 16), "mov.b32 %r50, %r") << fault.origin.ptxText;
  ASSERT_EQ(fault.earlierOrigins.size(), 1u);
  EXPECT_EQ(fault.earlierOrigins[0].ptxText.substr(0, 15), "wgmma.mma_async");
  EXPECT_EQ(fault.fault.detail, "reads register %r41 of a wgmma in flight: needs wgmma.wait_group before");
}

TEST(WgmmaFaults, ArgumentsAndResultsOfCallsAreTouched) {
  std::string twice = std::string(WgmmaKernel::tiles) + R"(
.func (.param .b32 back) twice(.param .b32 argument)
{
.reg .b32 %q;
ld.param.b32 %q, [argument];
add.u32 %q, %q, %q;
st.param.b32 [back], %q;
ret;
})";
  auto faultsOf = [&](const std::string &call) {
    WgmmaKernel kernel;
    kernel.initialize += "mov.b32 %r50, 0;\n";
    kernel.afterCommit = call;
    Outcome outcome = runBody(kernel.body(), kernel.setting, twice);
    EXPECT_TRUE(outcome.loadErrors.empty()) << outcome.problems();
    return outcome.faults();
  };
  EXPECT_EQ(faultsOf("call.uni (%r51), twice, (%r50);"), Names{});
  EXPECT_EQ(faultsOf("call.uni (%r51), twice, (%r40);"), Names{"WgmmaRegisterHazard"});
  EXPECT_EQ(faultsOf("call.uni (%r40), twice, (%r50);"), Names{"WgmmaRegisterHazard"});
}

TEST(WgmmaFaults, AGuardThatLetsNobodyTouchIsFine) {
  WgmmaKernel kernel;
  kernel.afterCommit = "@!%p2 mov.b32 %r41, 0;";
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, RegistersOfAStayUntilTheWait) {
  WgmmaKernel kernel;
  kernel.initialize += "mov.b32 %r20, 0; mov.b32 %r21, 0; mov.b32 %r22, 0; mov.b32 %r23, 0;\n";
  kernel.multiply = WgmmaKernel::product("m64n16k16.f32.f16.f16", ", 1, 1, 0", 8, "{%r20, %r21, %r22, %r23}");
  EXPECT_EQ(kernel.faults(), Names{});
  kernel.afterCommit = "mov.b32 %r22, 1;";
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
  kernel.afterCommit = "";
  kernel.afterWait = "mov.b32 %r22, 1;";
  EXPECT_EQ(kernel.faults(), Names{});
  kernel.afterWait = "";
  kernel.fence += "mov.b32 %r22, 1;";
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
}

TEST(WgmmaFaults, TwoMayReadTheSameRegistersOfA) {
  WgmmaKernel kernel;
  kernel.initialize += "mov.b32 %r20, 0; mov.b32 %r21, 0; mov.b32 %r22, 0; mov.b32 %r23, 0;\n"
                       "mov.b32 %r30, 0; mov.b32 %r31, 0; mov.b32 %r32, 0; mov.b32 %r33, 0;\n";
  kernel.multiply = WgmmaKernel::product("m64n16k16.f32.f16.f16", ", 1, 1, 0", 8, "{%r20, %r21, %r22, %r23}");
  std::string other = kernel.multiply;
  other.replace(other.find("{%r40"), WgmmaKernel::accumulators().size(), "{%r30, %r31, %r32, %r33}");
  other.replace(other.find("n16"), 3, "n8");
  kernel.multiply += "\n" + other;
  EXPECT_EQ(kernel.faults(), Names{});
  // A of the second one is what the first one writes.
  size_t place = kernel.multiply.rfind("{%r20");
  kernel.multiply.replace(place, 24, "{%r40, %r41, %r42, %r43}");
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
}

TEST(WgmmaFaults, AnotherShapeNeedsAWaitAndAFence) {
  WgmmaKernel kernel;
  std::string other = WgmmaKernel::product("m64n8k16.f32.f16.f16", ", 1, 1, 0, 0", 4);
  std::string end = "\n" + kernel.commit + "\n" + kernel.wait;
  kernel.afterIssue = other;
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
  kernel.afterIssue = kernel.fence + "\n" + other;
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
  kernel.afterIssue = "";
  kernel.afterWait = other + end;
  EXPECT_EQ(kernel.faults(), Names{"WgmmaRegisterHazard"});
  kernel.afterWait = kernel.fence + "\n" + other + end;
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, TheWaitMustCoverTheGroup) {
  WgmmaKernel kernel;
  kernel.wait = "wgmma.wait_group.sync.aligned 1;";
  EXPECT_EQ(kernel.faults(), (Names{"CopyInFlightAtExit", "WgmmaRegisterHazard", "WgmmaRegisterHazard"}));
  kernel.wait = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;";
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, WhatIsNotCommittedIsNotWaitedFor) {
  WgmmaKernel kernel;
  kernel.commit = "";
  EXPECT_EQ(kernel.faults(), (Names{"CopyInFlightAtExit", "WgmmaRegisterHazard", "WgmmaRegisterHazard"}));
}

TEST(WgmmaFaults, AWarpWaitsBeforeItEnds) {
  WgmmaKernel kernel;
  kernel.wait = kernel.store = "";
  EXPECT_EQ(kernel.faults(), Names{"CopyInFlightAtExit"});
  says(reportOf(kernel), "the warp ends without having waited for its wgmma");
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

TEST(WgmmaFaults, GenericWritesNeedAProxyFence) {
  WgmmaKernel kernel;
  kernel.proxyFence = "";
  EXPECT_EQ(kernel.faults(), Names{"MissingProxyFence"});
}

TEST(WgmmaFaults, OtherThreadsWritesNeedABarrier) {
  WgmmaKernel kernel;
  kernel.barrier = "";
  EXPECT_EQ(kernel.faults(), Names{"DataRace"});
}

TEST(WgmmaFaults, EachOfTheFourWarpsMustKnowOfTheWrites) {
  // Only the first warp waits for the others.
  WgmmaKernel kernel;
  kernel.barrier = "setp.lt.u32 %p6, %thread, 32;\n@%p6 bra MEET;\nbar.arrive 1, 128;\nbra.uni MET;\n"
                   "MEET:\nbar.sync 1, 128;\nMET:";
  EXPECT_EQ(kernel.faults(), Names{"DataRace"});
  kernel.barrier = "bar.sync 1, 128;";
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, WgmmaFenceDoesNotOrderSharedMemory) {
  WgmmaKernel kernel;
  kernel.barrier = "wgmma.fence.sync.aligned;";
  EXPECT_EQ(kernel.faults(), Names{"DataRace"});
}

TEST(WgmmaFaults, TilesStayUntilTheWait) {
  WgmmaKernel kernel;
  kernel.afterCommit = "@%p1 st.shared.b32 [%r4], 0;";
  for (const char *schedule : {"roundrobin", "random:1", "random:2", "adversarial:1", "adversarial:2"}) {
    EXPECT_EQ(kernel.run(schedule).faults(), Names{"DataRace"}) << schedule;
  }
  // B is read by all four warps: one warp's wait is enough, since the product is one.
  kernel.afterCommit = "";
  kernel.afterWait = "@%p1 st.shared.b32 [%r4], 0;";
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, ReadingATileInFlightIsFine) {
  WgmmaKernel kernel;
  kernel.afterCommit = "ld.shared.b32 %r50, [%r3];";
  EXPECT_EQ(kernel.faults(), Names{});
}

TEST(WgmmaFaults, TilesLieInsideSharedMemory) {
  WgmmaKernel kernel;
  kernel.barrier += "\nadd.u64 %rd11, %rd11, 0x8;";
  EXPECT_EQ(kernel.faults(), (Names{"OutOfBounds", "UndefinedValueStored", "UndefinedValueStored"}));
}

TEST(WgmmaFaults, UndefinedTilesMakeUndefinedResults) {
  WgmmaKernel kernel;
  // Nobody fills row 13 of A, which warp 0 holds in its lanes 20 to 23 as registers 2, 3, 6 and 7.
  kernel.fill.replace(kernel.fill.find("st.shared"), 0, "setp.ne.u32 %p5, %thread, 21;\n@%p5 ");
  kernel.store = "st.global.v2.b32 [%rd3], {%r40, %r41};\nst.global.v2.b32 [%rd3], {%r44, %r45};\n";
  EXPECT_EQ(kernel.faults(), Names{});
  kernel.store = "st.global.v2.b32 [%rd3], {%r42, %r43};\n";
  EXPECT_EQ(kernel.faults(), Names{"UndefinedValueStored"});
  std::string report = reportOf(kernel);
  says(report, "undefined in lanes 20-23");
  says(report, "shared memory at ");
}

TEST(WgmmaFaults, UndefinedAccumulatorsCountUnlessTheyAreReplaced) {
  WgmmaKernel kernel;
  kernel.initialize = kernel.initialize.substr(kernel.initialize.find(';') + 1);
  EXPECT_EQ(kernel.faults(), Names{"UndefinedValueStored"});
  kernel.initialize += "setp.ne.u32 %p2, 0, 0;\n";
  EXPECT_EQ(kernel.faults(), Names{});
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

TEST(WgmmaFaults, DescriptorsAreTheSameInAllWarps) {
  WgmmaKernel kernel;
  kernel.barrier += "\nshr.u32 %r50, %thread, 5;\nand.b32 %r50, %r50, 1;\ncvt.u64.u32 %rd20, %r50;\n"
                    "add.u64 %rd10, %rd10, %rd20;";
  EXPECT_EQ(kernel.run().faults(), Names{"IllegalOperand"});
  says(reportOf(kernel), "a descriptor differs among the warps of the group");
}

TEST(WgmmaFaults, DescriptorsAreTheSameInAllLanes) {
  WgmmaKernel kernel;
  kernel.barrier += "\ncvt.u64.u32 %rd20, %thread;\nand.b64 %rd20, %rd20, 1;\nadd.u64 %rd11, %rd11, %rd20;";
  EXPECT_EQ(kernel.run().faults(), Names{"IllegalOperand"});
}

TEST(WgmmaFaults, DescriptorsAreDefined) {
  WgmmaKernel kernel;
  kernel.multiply.replace(kernel.multiply.find("%rd11"), 5, "%rd30");
  kernel.store = "";
  EXPECT_EQ(kernel.faults(), Names{"UndefinedOperand"});
}

TEST(WgmmaFaults, ReservedBitsOfDescriptorsAreZero) {
  WgmmaKernel kernel;
  kernel.barrier += "\nor.b64 %rd11, %rd11, 0x8000;";
  kernel.store = "";
  EXPECT_EQ(kernel.faults(), Names{"IllegalOperand"});
}

TEST(WgmmaFaults, ScaleIsDefinedAndTheSameForAll) {
  WgmmaKernel kernel;
  kernel.barrier += "\nsetp.lt.u32 %p2, %thread, 64;";
  EXPECT_EQ(kernel.run().faults(), Names{"IllegalOperand"});
  kernel.barrier = "bar.sync 0;";
  kernel.multiply.replace(kernel.multiply.find("%p2"), 3, "%p7");
  kernel.store = "";
  EXPECT_EQ(kernel.faults(), Names{"UndefinedPredicate"});
}

//===----------------------------------------------------------------------===//
// Groups of warps
//===----------------------------------------------------------------------===//

TEST(WgmmaFaults, AGroupHasFourWarps) {
  WgmmaKernel kernel;
  kernel.setting.shape.block = {96, 1, 1};
  EXPECT_EQ(kernel.run().faults(), Names{"DivergentInstruction"});
}

TEST(WgmmaFaults, AllFourWarpsCome) {
  WgmmaKernel kernel;
  kernel.barrier += "\nsetp.ge.u32 %p6, %thread, 96;\n@%p6 ret;";
  Outcome outcome = kernel.run();
  EXPECT_EQ(outcome.faults(), Names{"Deadlock"});
  says(outcome.problems(), "wgmma 1 of the warp group, which only warps 0, 1, 2 have come to");
}

TEST(WgmmaFaults, AllFourWarpsExecuteTheSame) {
  WgmmaKernel kernel;
  kernel.multiply = "setp.lt.u32 %p6, %thread, 64;\n@%p6 bra OTHER;\n" + kernel.multiply + "\nbra.uni DONE;\nOTHER:\n" +
                    kernel.multiply + "\nDONE:\n";
  EXPECT_EQ(kernel.run().faults(), Names{"DivergentInstruction"});
}

TEST(WgmmaFaults, AllFourWarpsCommitTheSameGroups) {
  WgmmaKernel kernel;
  kernel.fence += "\nsetp.ge.u32 %p6, %thread, 96;\n@%p6 wgmma.commit_group.sync.aligned;";
  Outcome outcome = kernel.run();
  EXPECT_EQ(outcome.faults(), Names{"DivergentInstruction"});
  says(outcome.problems(), "groups before");
}

TEST(WgmmaFaults, AllLanesOfAWarpExecuteIt) {
  WgmmaKernel kernel;
  kernel.multiply = "setp.ne.u32 %p6, %thread, 5;\n@%p6 " + kernel.multiply;
  EXPECT_EQ(kernel.run().faults(), Names{"DivergentInstruction"});
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

TEST(WgmmaFaults, WrongTextsAreErrors) {
  auto errorOf = [](const std::string &multiply, const std::string &target = "sm_90a") {
    WgmmaKernel kernel;
    kernel.multiply = multiply;
    return runText(kernelText(kernel.body(), WgmmaKernel::tiles, target), kernel.setting).problems();
  };
  auto product = [](const std::string &types, const std::string &immediates, unsigned registers = 8,
                    const std::string &a = "%rd10") { return WgmmaKernel::product(types, immediates, registers, a); };
  std::string good = product("m64n16k16.f32.f16.f16", ", 1, 1, 0, 0");
  EXPECT_EQ(errorOf(good), "");
  says(errorOf(good, "sm_80"), "needs sm_90a");
  says(errorOf(product("m64n16k8.f32.f16.f16", ", 1, 1, 0, 0")), "these types need m64 and k16");
  says(errorOf(product("m64n12k16.f32.f16.f16", ", 1, 1, 0, 0")), "n from 8 to 256 in steps of 8");
  says(errorOf(product("m64n40k32.s32.s8.s8", "", 20)), "in steps of 16, or 8 or 24");
  says(errorOf(product("m64n16k16.f16.bf16.bf16", ", 1, 1, 0, 0")), "types that wgmma cannot multiply");
  says(errorOf(product("m64n16k16.f32.f16.bf16", ", 1, 1, 0, 0")), "types that wgmma cannot multiply");
  says(errorOf(product("m64n16k32.f32.e4m3.e4m3", ", 1, 1, 0, 0")), "operands");
  says(errorOf(product("m64n16k16.f32.f16.f16", ", 1, 2, 0, 0")), "number from -1 to 1");
  says(errorOf(product("m64n16k16.f32.f16.f16", ", 1, 0, 0, 0")), "scale of 0");
  says(errorOf(product("m64n16k16.f32.f16.f16", ", 1, 1, 0, 0", 4)), "4 registers for D, needs 8");
  says(errorOf(product("m64n16k16.f32.f16.f16", ", 1, 1, 0", 8, "{%r20, %r21}")), "2 registers for A, needs 4");
  says(errorOf(product("m64n16k16.satfinite.f32.f16.f16", ", 1, 1, 0, 0")), "only integers of 8 bits");
}

} // namespace
} // namespace tkc::sim::test
