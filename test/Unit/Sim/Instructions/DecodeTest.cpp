// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wrong with an instruction is said while loading, with its line and its spelling.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

struct Case {
  const char *body, *error;
};

class WrongInstruction : public testing::TestWithParam<Case> {};

TEST_P(WrongInstruction, IsAnError) {
  std::string error = errorOf(GetParam().body);
  EXPECT_NE(error.find(GetParam().error), std::string::npos) << GetParam().body << "\n" << error;
}

INSTANTIATE_TEST_SUITE_P(
    Decode, WrongInstruction,
    testing::Values(Case{"frobnicate.u32 %r1;", "unknown instruction `frobnicate.u32`"},
                    Case{"add.u32.foo %r1, %r2, %r3;", "unknown modifier `.foo` of `add.u32.foo`"},
                    Case{"ld.global.foo.b32 %r1, [%rd1];", "`ld.global.foo.b32` has `.foo` where one of"},
                    Case{"add.u32 %r1, %r2;", "has 2 operands, 3 are needed"},
                    Case{"add.u32 %r1, %r2, %rd3;", "needs 32 bits, `%rd3` has 64"},
                    Case{"add.u64 %r1, %rd2, %rd3;", "writes 64 bits, `%r1` has 32"},
                    Case{"add.u32 %r1, %r2, %p1;", "has the predicate `%p1` where a value is needed"},
                    Case{"add.u32 %r1, %r2, nothing;", "names `nothing`, which is not declared"},
                    Case{"add.u32 5, %r2, %r3;", "an operand of the wrong form where a register is written"},
                    Case{"add.u32 %r1, %r2, 0x1ffffffff;", "does not fit into .u32"},
                    Case{"add.u32 %r1, %r2, 0f3F800000;", "a float where a number of type .u32 is needed"},
                    Case{"add.f32 %f1, %f2, 1;", "an integer where a number of type .f32 is needed"},
                    Case{"setp.eq.u32 %r1, %r2, %r3;", "needs a predicate, got `%r1`"},
                    Case{"setp.lt.b32 %p1, %r2, %r3;", "compares numbers of type .b32"},
                    Case{"cvt.f16.f32 %h1, %f1;", "has a rounding that its types do not have, or lacks one"},
                    Case{"ld.global.u32 %h1, [%rd1];", "needs registers of one width"},
                    Case{"ld.global.v4.u64 {%rd1, %rd2, %rd3}, [%rd1];", "has a vector of 3 where 4 are needed"},
                    Case{"ld.u32 %r1, [%r2];", "needs a generic address of 64 bits"},
                    Case{"ld.relaxed.global.u32 %r1, [%rd2];", "needs a scope"},
                    Case{"bra.uni;", "has 0 operands, 1 are needed"},
                    Case{"atom.global.add.b32 %r1, [%rd1], %r2;", "does not exist for .b32"},
                    Case{"fma.f32 %f1, %f1, %f1, %f1;", "needs a rounding"},
                    Case{"redux.sync.max.f32 %f1, %f1, -1;", "does not exist on sm_90a"},
                    Case{"setmaxnreg.inc.sync.aligned.u32 100;", "needs a multiple of 8"},
                    Case{"shl.b32 %r1, %r2, %rd3;", "needs 32 bits"},
                    Case{".reg .b128 %q; mov.b128 %q, 0d3FF0000000000000;", "needs a register of 128 bits"},
                    Case{".local .b8 huge[4000000]; mov.u64 %rd1, huge;", "local memory of `test` takes"},
                    Case{".shared .b8 huge[20000000]; mov.u32 %r1, huge;", "static shared memory of `test` takes"}));

TEST(Decode, ErrorsGiveTheirLines) {
  Simulator simulator;
  std::vector<LoadError> errors = loadKernel(simulator, kernelText("frob.u32 %r1;\nadd.u32 %r1, %r1;\n"));
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[1].line, errors[0].line + 1);
}

/// `%0` is the body of the kernel `other`; `test` calls nothing, or the function `callee`.
std::string twoKernels(const std::string &other, const std::string &callee, bool calls) {
  return ".version 9.0\n.target sm_90a\n.address_size 64\n"
         ".func callee()\n{\n.reg .b32 %r<4>;\n" +
         callee +
         "\nret;\n}\n"
         ".entry other()\n{\n.reg .b32 %r<4>;\n" +
         other +
         "\nret;\n}\n"
         ".entry test(.param .u64 buffer_parameter)\n{\n" +
         (calls ? "call callee;\n" : "") + "ret;\n}\n";
}

TEST(Decode, OneKernelDoesNotRefuseAnother) {
  Simulator simulator;
  EXPECT_TRUE(simulator.load(twoKernels("frob.u32 %r1;", "", false)).empty());
  EXPECT_EQ(simulator.kernels(), std::vector<std::string>{"test"});
  EXPECT_EQ(simulator.refusedKernels(), std::vector<std::string>{"other"});
  EXPECT_EQ(simulator.kernel("other"), nullptr);
  EXPECT_TRUE(simulator.errorsOf("test").empty());
  EXPECT_TRUE(simulator.signature("other"));
  ASSERT_EQ(simulator.errorsOf("other").size(), 1u);
  EXPECT_EQ(simulator.errorsOf("other")[0].line, 13u);
  LaunchRequest request;
  request.kernel = "other";
  Result<LaunchResult> result = simulator.launch(request);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), "line 13 of the PTX: unknown instruction `frob.u32`");
}

TEST(Decode, WhatACalleeCannotDoRefusesItsCallers) {
  Simulator uncalled, called;
  EXPECT_TRUE(uncalled.load(twoKernels("", "frob.u32 %r1;", false)).empty());
  EXPECT_EQ(uncalled.kernels(), (std::vector<std::string>{"other", "test"}));
  EXPECT_TRUE(called.load(twoKernels("", "frob.u32 %r1;", true)).empty());
  EXPECT_EQ(called.kernels(), std::vector<std::string>{"other"});
  EXPECT_EQ(called.refusedKernels(), std::vector<std::string>{"test"});
}

TEST(Decode, TargetsLackInstructions) {
  EXPECT_NE(errorOf("elect.sync %r1|%p1, -1;", "sm_80").find("needs sm_90"), std::string::npos);
  EXPECT_NE(errorOf("barrier.cluster.arrive;", "sm_80").find("needs sm_90"), std::string::npos);
  EXPECT_EQ(errorOf("barrier.cluster.arrive;\nbarrier.cluster.wait;", "sm_90a"), "");
}

TEST(Decode, SomeInstructionsNeedTheSuffix) {
  EXPECT_NE(errorOf("wgmma.fence.sync.aligned;", "sm_90").find("needs sm_90a, the text is for sm_90"),
            std::string::npos);
  EXPECT_NE(errorOf("setmaxnreg.dec.sync.aligned.u32 40;", "sm_90").find("needs sm_90a"), std::string::npos);
  EXPECT_EQ(errorOf("wgmma.fence.sync.aligned;", "sm_90a"), "");
  EXPECT_EQ(errorOf("elect.sync %r1|%p1, -1;", "sm_90"), "");
}

/// The version that ptxas wants, and the one before.
TEST(Decode, VersionsLackInstructions) {
  struct Row {
    const char *body, *target, *version, *before;
  };
  for (const Row &row : {Row{"elect.sync %r1|%p1, -1;", "sm_90", "8.0", "7.8"},
                         {"st.async.mbarrier::complete_tx::bytes.b32 [%r0], %r1, [%r2];", "sm_90", "8.1", "8.0"},
                         {"lop3.or.b32 %r0|%p1, %r1, %r2, %r3, 0x96, %p2;", "sm_80", "8.2", "8.1"},
                         {"bmsk.clamp.b32 %r1, %r2, %r3;", "sm_80", "7.6", "7.5"},
                         {"ld.global.L2::128B.u32 %r1, [%rd1];", "sm_80", "7.4", "7.3"},
                         {"mbarrier.arrive.relaxed.cta.shared.b64 %rd0, [%r1];", "sm_90", "8.6", "8.5"},
                         {"movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;", "sm_80", "7.8", "7.7"},
                         {"st.shared::cta.u32 [%r2], %r1;", "sm_80", "7.8", "7.7"}}) {
    auto load = [&](const char *version) {
      std::string text = kernelText(row.body, "", row.target);
      text.replace(text.find("9.0"), 3, version);
      Simulator simulator;
      std::vector<LoadError> errors = loadKernel(simulator, text);
      return errors.empty() ? "" : errors[0].message;
    };
    EXPECT_EQ(load(row.version), "") << row.body;
    EXPECT_NE(load(row.before).find("needs .version " + std::string(row.version)), std::string::npos) << row.body;
  }
}

TEST(Decode, TextsRunOnTheirGpuAndLaterOnes) {
  auto load = [](const char *text, const char *machine) {
    Simulator simulator;
    std::vector<LoadError> errors = simulator.load(kernelText("", "", text), parseTarget(machine));
    return errors.empty() ? "" : errors[0].message;
  };
  EXPECT_EQ(load("sm_80", "sm_90a"), "");
  EXPECT_EQ(load("sm_90a", "sm_90a"), "");
  EXPECT_EQ(load("sm_90", "sm_100a"), "");
  EXPECT_EQ(load("sm_90a", "sm_80"), "the text is for sm_90a, sm_80 does not run it");
  EXPECT_EQ(load("sm_90a", "sm_100a"), "the text is for sm_90a, sm_100a does not run it");
}

TEST(Decode, WhatIsRefusedHasAReason) {
  EXPECT_NE(errorOf("multimem.ld_reduce.relaxed.sys.global.add.u32 %r0, [%rd1];").find("multicast object"),
            std::string::npos);
  EXPECT_NE(errorOf("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%rd0, {%r1}];").find("objects of the driver"),
            std::string::npos);
  EXPECT_NE(errorOf("tcgen05.wait::ld.sync.aligned;").find("sm_100"), std::string::npos);
}

TEST(Decode, LaunchesAreChecked) {
  Setting setting;
  setting.shape.block = {2048, 1, 1};
  EXPECT_NE(runBody("", setting).launchError.find("a block of 2048x1x1 threads is impossible"), std::string::npos);
  setting.shape.block = {32, 1, 1};
  setting.shape.cluster = {2, 1, 1};
  EXPECT_NE(runBody("", setting).launchError.find("not a multiple of the cluster"), std::string::npos);
  setting.shape.cluster = {1, 1, 1};
  setting.shape.dynamicSharedBytes = 300000;
  EXPECT_EQ(runBody("", setting).faults(), std::vector<std::string>{"SharedMemoryExceeded"});
  setting.shape.dynamicSharedBytes = 0;
  setting.shape.block = {512, 1, 1};
  std::string text = kernelText("");
  text.insert(text.find("{\n.reg .pred"), ".maxnreg 168\n");
  EXPECT_EQ(runText(text, setting).faults(), std::vector<std::string>{"RegistersExceeded"});
  setting.shape.block = {384, 1, 1};
  EXPECT_TRUE(runText(text, setting).isClean());
  setting.shape.block = {32, 1, 1};
  text.replace(text.find("168"), 3, "256");
  EXPECT_EQ(runText(text, setting).faults(), std::vector<std::string>{"RegistersExceeded"});
}

TEST(Decode, ReluStandsBeforeOrBehindThePair) {
  // The halves are -3 and 2, and 5 and -7.
  std::string operands = " %r0, 0x0002fffd, 0xfff90005;";
  EXPECT_EQ(evaluate("min.s16x2.relu" + operands), 0u);
  EXPECT_EQ(evaluate("max.relu.s16x2" + operands), 0x00020005u);
  EXPECT_EQ(evaluate("max.s16x2.relu" + operands), 0x00020005u);
}

} // namespace
} // namespace tkc::sim::test
