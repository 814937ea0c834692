// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches, loops, divergence and reconvergence, and ends.
#include "Simulation.h"

namespace tkc::sim::test {
namespace {

TEST(Control, StoresThreadNumbers) {
  Outcome outcome = runBody("st.global.u32 [%own], %thread;");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t thread = 0; thread < 32; ++thread) {
    EXPECT_EQ(outcome.words[thread], thread);
  }
}

TEST(Control, LanesLoopForTheirOwnCounts) {
  Outcome outcome = runBody(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    LOOP:
    add.u32 %r1, %r1, %r2;
    add.u32 %r2, %r2, 1;
    setp.le.u32 %p1, %r2, %thread;
    @%p1 bra LOOP;
    st.global.u32 [%own], %r1;)");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t thread = 0; thread < 32; ++thread) {
    EXPECT_EQ(outcome.words[thread], thread * (thread + 1) / 2);
  }
}

TEST(Control, BothSidesOfABranchMeetAgain) {
  Setting setting;
  setting.options.statistics = true;
  Outcome outcome = runBody(R"(
    and.b32 %r1, %thread, 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra EVEN;
    add.u32 %r2, %thread, 100;
    bra JOIN;
    EVEN:
    add.u32 %r2, %thread, 200;
    JOIN:
    st.global.u32 [%own], %r2;)",
                            setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t thread = 0; thread < 32; ++thread) {
    EXPECT_EQ(outcome.words[thread], thread + (thread % 2 == 0 ? 200 : 100));
  }
  EXPECT_EQ(outcome.result.statistics.classes[unsigned(InstructionClass::StoreGlobal)].issued, 1u);
}

TEST(Control, BarriersOrderSharedMemory) {
  Setting setting;
  setting.shape.block = {64, 1, 1};
  std::string body = R"(
    mov.u32 %r1, tile;
    shl.b32 %r2, %thread, 2;
    add.u32 %r3, %r1, %r2;
    st.shared.u32 [%r3], %thread;
    bar.sync 0;
    sub.u32 %r4, 252, %r2;
    add.u32 %r4, %r4, %r1;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%own], %r5;)";
  Outcome outcome = runBody(body, setting, ".shared .align 4 .b8 tile[256];");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t thread = 0; thread < 64; ++thread) {
    EXPECT_EQ(outcome.words[thread], 63 - thread);
  }
  body.erase(body.find("bar.sync 0;"), 11);
  Outcome raced = runBody(body, setting, ".shared .align 4 .b8 tile[256];");
  EXPECT_FALSE(raced.isClean());
}

} // namespace
} // namespace tkc::sim::test
