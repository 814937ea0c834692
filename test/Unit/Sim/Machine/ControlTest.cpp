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

TEST(Control, IndexedBranch) {
  std::string body = R"(
    and.b32 %r1, %thread, 3;
    targets: .branchtargets A, B, C;
    setp.eq.u32 %p1, %r1, 3;
    @%p1 mov.u32 %r1, LAST;
    brx.idx %r1, targets;
    A:
    mov.u32 %r2, 10;
    bra JOIN;
    B:
    mov.u32 %r2, 20;
    bra JOIN;
    C:
    mov.u32 %r2, 30;
    JOIN:
    st.global.u32 [%own], %r2;)";
  auto with = [&](const std::string &last) {
    std::string text = body;
    return runBody(text.replace(text.find("LAST"), 4, last));
  };
  Outcome outcome = with("2");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[4], 10u);
  EXPECT_EQ(outcome.words[5], 20u);
  EXPECT_EQ(outcome.words[7], 30u);
  EXPECT_EQ(with("3").faults(), std::vector<std::string>{"IllegalOperand"});
}

TEST(Control, UniformBranchThatDivergesIsAFault) {
  std::string body = "setp.eq.u32 %p1, %thread, LANE;\n@%p1 bra.uni DONE;\nDONE:";
  auto with = [&](const std::string &lane) {
    std::string text = body;
    return runBody(text.replace(text.find("LANE"), 4, lane));
  };
  EXPECT_EQ(with("3").faults(), std::vector<std::string>{"DivergentInstruction"});
  EXPECT_TRUE(with("99").isClean());
}

TEST(Control, LanesThatReturnEarlyEnd) {
  Outcome outcome = runBody("setp.lt.u32 %p1, %thread, 8;\n@%p1 ret;\nst.global.u32 [%own], %thread;");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[7], 0u);
  EXPECT_EQ(outcome.words[8], 8u);
}

TEST(Control, NestedLoopsOfDifferentLengths) {
  Outcome outcome = runBody(R"(
    mov.u32 %r1, 0;
    mov.u32 %r4, 0;
    OUTER:
    mov.u32 %r2, 0;
    INNER:
    add.u32 %r4, %r4, 1;
    add.u32 %r2, %r2, 1;
    and.b32 %r3, %thread, 3;
    setp.le.u32 %p1, %r2, %r3;
    @%p1 bra INNER;
    add.u32 %r1, %r1, 1;
    shr.u32 %r5, %thread, 2;
    setp.le.u32 %p2, %r1, %r5;
    @%p2 bra OUTER;
    bar.sync 0;
    st.global.u32 [%own], %r4;)");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t thread = 0; thread < 32; ++thread) {
    EXPECT_EQ(outcome.words[thread], (thread % 4 + 1) * (thread / 4 + 1));
  }
}

TEST(Registers, SetMaxRegisters) {
  std::string text = kernelText(R"(
    setp.lt.u32 %p1, %thread, 128;
    @%p1 bra PRODUCER;
    setmaxnreg.inc.sync.aligned.u32 168;
    bra DONE;
    PRODUCER:
    setmaxnreg.dec.sync.aligned.u32 DOWN;
    DONE:)");
  text.insert(text.find("{\n.reg .pred"), ".maxnreg 128\n");
  Setting setting;
  setting.shape.block = {256, 1, 1};
  auto with = [&](const std::string &down) {
    std::string changed = text;
    return runText(changed.replace(changed.find("DOWN"), 4, down), setting);
  };
  EXPECT_TRUE(with("88").isClean()) << with("88").problems();
  EXPECT_EQ(with("96").faults(), std::vector<std::string>{"Deadlock"});
  // Two CTAs of 8 warps share 65536 registers: 128 a thread, as above.
  text.replace(text.find(".maxnreg 128"), 12, ".maxntid 256\n.minnctapersm 2");
  EXPECT_TRUE(with("88").isClean()) << with("88").problems();
  EXPECT_EQ(with("96").faults(), std::vector<std::string>{"Deadlock"});
  EXPECT_EQ(with("136").faults(), (std::vector<std::string>{"Deadlock", "RegistersExceeded"}));
}

/// Warp 1 of the group goes another way than the three others.
TEST(Registers, WarpGroupsChangeThemTogether) {
  auto run = [](const std::string &one, const std::string &others) {
    std::string text = kernelText("shr.u32 %r1, %thread, 5;\nsetp.eq.u32 %p1, %r1, 1;\n@%p1 bra ONE;\n" + others +
                                  "\nbra DONE;\nONE:\n" + one + "\nDONE:");
    text.insert(text.find("{\n.reg .pred"), ".maxnreg 128\n");
    Setting setting;
    setting.shape.block = {128, 1, 1};
    return runText(text, setting);
  };
  std::string down = "setmaxnreg.dec.sync.aligned.u32 ";
  EXPECT_TRUE(run(down + "64;", down + "64;").isClean());
  Outcome missing = run("", down + "64;");
  ASSERT_EQ(missing.faults(), std::vector<std::string>{"DivergentInstruction"});
  EXPECT_NE(missing.problems().find("warp 1 never did"), std::string::npos) << missing.problems();
  Outcome different = run(down + "72;", down + "64;");
  ASSERT_FALSE(different.faults().empty());
  EXPECT_EQ(different.faults()[0], "DivergentInstruction");
  EXPECT_NE(different.problems().find("72 registers in line"), std::string::npos) << different.problems();
  EXPECT_EQ(run(down + "64;\n" + down + "40;", down + "64;").faults(),
            std::vector<std::string>{"DivergentInstruction"});
}

} // namespace
} // namespace tkc::sim::test
