// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ptxas and nvdisasm print, understood.
#include "tkc/Target/Cubin/Cubin.h"

#include "tkc/Target/Cubin/Toolchain.h"

#include <gtest/gtest.h>

using namespace tkc::cubin;

TEST(PtxasLog, resources_and_messages_are_read_per_kernel) {
  AssembleResult result;
  parsePtxasLog("ptxas info    : 0 bytes gmem\n"
                "ptxas info    : Compiling entry function 'first' for 'sm_90a'\n"
                "ptxas info    : Function properties for first\n"
                "    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\n"
                "ptxas info    : Used 32 registers, used 1 barriers, 1024 bytes smem\n"
                "ptxas info    : Compiling entry function 'second' for 'sm_90a'\n"
                "ptxas info    : Used 7 registers\n"
                "ptxas info    : (C7511) Potential Performance Loss: wgmma.mma_async is serialised\n"
                "ptxas /tmp/x.ptx, line 12; error   : Unknown symbol 'foo'\n",
                result);
  ASSERT_EQ(result.resources.size(), 2u);
  EXPECT_EQ(result.resources[0].kernel, "first");
  EXPECT_EQ(result.resources[0].registers, 32u);
  EXPECT_EQ(result.resources[0].barriers, 1u);
  EXPECT_EQ(result.resources[0].stackBytes, 16u);
  EXPECT_EQ(result.resources[0].spillStoreBytes, 8u);
  EXPECT_EQ(result.resources[0].spillLoadBytes, 4u);
  EXPECT_EQ(result.resources[0].staticSharedBytes, 1024u);
  EXPECT_EQ(result.resources[1].registers, 7u);
  ASSERT_EQ(result.messages.size(), 3u);
  EXPECT_EQ(result.messages[1].code, "C7511");
  EXPECT_EQ(result.messages[1].severity, PtxasMessage::Severity::Info);
  EXPECT_EQ(result.messages[2].line, 12u);
  EXPECT_EQ(result.messages[2].severity, PtxasMessage::Severity::Error);
  EXPECT_EQ(result.messages[2].text, "Unknown symbol 'foo'");
}

TEST(Toolchain, ptx_versions_follow_cuda_releases) {
  EXPECT_EQ(getPtxVersionOfCuda(102), 0u);
  EXPECT_EQ(getPtxVersionOfCuda(110), 70u);
  EXPECT_EQ(getPtxVersionOfCuda(118), 78u);
  EXPECT_EQ(getPtxVersionOfCuda(120), 80u);
  EXPECT_EQ(getPtxVersionOfCuda(126), 85u);
  EXPECT_EQ(getPtxVersionOfCuda(128), 87u);
  EXPECT_EQ(getPtxVersionOfCuda(129), 88u);
  EXPECT_EQ(getPtxVersionOfCuda(130), 90u);
}

TEST(Toolchain, an_override_that_cannot_run_is_not_replaced) {
  EXPECT_FALSE(findTool("ptxas", "/nonexistent/ptxas").has_value());
}

TEST(Sass, instructions_are_counted_per_kernel_and_class) {
  auto kernels = summariseSass(".section\t.text.k,\"ax\",@progbits\n"
                               ".text.k:\n"
                               "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
                               "\t//## File \"a.tk\", line 3\n"
                               "        /*0010*/              @!P0 LDG.E.128 R4, desc[UR4][R2.64] ;\n"
                               "        /*0020*/                   EXIT ;\n");
  ASSERT_EQ(kernels.size(), 1u);
  const SassSummary &summary = kernels["k"];
  EXPECT_EQ(summary.instructions, 3u);
  EXPECT_EQ(summary.mapped, 2u);
  EXPECT_EQ(summary.mix.at("LDG"), 1u);
  EXPECT_EQ(summary.mix.at("LDC"), 1u);
}
