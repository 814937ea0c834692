// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atom and red: each operation, what is returned, and what undefined operands do.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

using Names = std::vector<std::string>;

struct Case {
  const char *atomic;
  uint32_t before, after;
};

class AtomicInstruction : public testing::TestWithParam<Case> {};

/// One thread; the location holds `before`.
Outcome runOnce(const std::string &body, uint32_t before) {
  Setting setting;
  setting.shape.block = {1, 1, 1};
  setting.words[0] = before;
  return runBody(body, setting);
}

TEST_P(AtomicInstruction, ChangesTheLocationAndGivesTheOldValue) {
  Outcome outcome = runOnce(std::string("mov.u32 %r2, 5;\n") + GetParam().atomic + "\nst.global.u32 [%buffer+8], %r1;",
                            GetParam().before);
  ASSERT_TRUE(outcome.isClean()) << GetParam().atomic << outcome.problems();
  EXPECT_EQ(outcome.words[0], GetParam().after) << GetParam().atomic;
  EXPECT_EQ(outcome.words[2], GetParam().before) << GetParam().atomic;
}

INSTANTIATE_TEST_SUITE_P(
    Words, AtomicInstruction,
    testing::Values(
        Case{"atom.global.add.u32 %r1, [%buffer], %r2;", 7, 12},
        Case{"atom.add.s32 %r1, [%buffer], -9;", 7, uint32_t(-2)},
        Case{"atom.acq_rel.gpu.global.min.s32 %r1, [%buffer], %r2;", uint32_t(-1), uint32_t(-1)},
        Case{"atom.global.min.u32 %r1, [%buffer], %r2;", uint32_t(-1), 5},
        Case{"atom.global.max.s32 %r1, [%buffer], %r2;", uint32_t(-1), 5},
        Case{"atom.global.and.b32 %r1, [%buffer], %r2;", 6, 4}, Case{"atom.global.or.b32 %r1, [%buffer], %r2;", 6, 7},
        Case{"atom.global.xor.b32 %r1, [%buffer], %r2;", 6, 3}, Case{"atom.global.exch.b32 %r1, [%buffer], %r2;", 6, 5},
        Case{"atom.global.cas.b32 %r1, [%buffer], 6, %r2;", 6, 5},
        Case{"atom.global.cas.b32 %r1, [%buffer], 7, %r2;", 6, 6},
        Case{"atom.relaxed.sys.global.inc.u32 %r1, [%buffer], %r2;", 5, 0},
        Case{"atom.global.inc.u32 %r1, [%buffer], %r2;", 4, 5}, Case{"atom.global.dec.u32 %r1, [%buffer], %r2;", 0, 5},
        Case{"atom.global.dec.u32 %r1, [%buffer], %r2;", 3, 2},
        Case{"atom.global.add.f32 %r1, [%buffer], 0f3F800000;", 0x3f800000, 0x40000000},
        Case{"atom.global.add.f32 %r1, [%buffer], 0f00000001;", 0x00000001, 0},
        Case{"atom.global.add.noftz.f16x2 %r1, [%buffer], 0x3C003C00;", 0x3c004000, 0x40004200},
        Case{"atom.global.add.noftz.bf16x2 %r1, [%buffer], 0x3F803F80;", 0x3f804000, 0x40004040}));

TEST(Atomic, CountsAllLanes) {
  Setting setting;
  setting.shape.block = {64, 1, 1};
  setting.shape.grid = {3, 1, 1};
  Outcome outcome = runBody("red.global.add.u32 [%buffer], 2;", setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[0], 384u);
}

TEST(Atomic, LanesSeeOneAnotherInOrder) {
  Outcome outcome = runBody("atom.global.add.u32 %r1, [%buffer], 1;\nst.global.u32 [%own+128], %r1;");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[32], 0u);
  EXPECT_EQ(outcome.words[63], 31u);
}

TEST(Atomic, SharedFloatKeepsSubnormals) {
  EXPECT_EQ(evaluate("st.shared.u32 [tile], 1; bar.sync 0; setp.eq.u32 %p1, %thread, 5;"
                     "@%p1 red.shared.add.f32 [tile], 0f00000001; bar.sync 0; ld.shared.u32 %r0, [tile];",
                     ".shared .align 4 .b32 tile;"),
            2u);
}

TEST(Atomic, WideAndVectorForms) {
  Outcome wide = runOnce(R"(
    .reg .b128 %q<4>;
    mov.u64 %rd1, 0;
    mov.u64 %rd2, 9;
    mov.b128 %q1, {%rd1, %rd1};
    mov.b128 %q2, {%rd2, %rd1};
    atom.global.cas.b128 %q3, [%buffer], %q1, %q2;
    atom.global.add.u64 %rd3, [%buffer+8], %rd2;)",
                         0);
  ASSERT_TRUE(wide.isClean()) << wide.problems();
  EXPECT_EQ(wide.words[0], 9u);
  EXPECT_EQ(wide.words[2], 9u);
  Outcome vector = runOnce("mov.f32 %f1, 0f3F800000;\nmov.f32 %f2, 0f40000000;\n"
                           "red.global.add.v2.f32 [%buffer], {%f1, %f2};",
                           0);
  ASSERT_TRUE(vector.isClean()) << vector.problems();
  EXPECT_EQ(vector.words[0], 0x3f800000u);
  EXPECT_EQ(vector.words[1], 0x40000000u);
}

TEST(Atomic, UndefinedOperandIsAFault) {
  EXPECT_EQ(runOnce("red.global.add.u32 [%buffer], %r9;", 0).faults(), Names{"UndefinedValueStored"});
}

TEST(Atomic, MemoryThatNobodyWroteIsAFault) {
  Setting setting;
  setting.isFilled = false;
  std::string one = "setp.eq.u32 %p1, %thread, 0;\n@%p1 ";
  for (const char *body : {"red.global.add.u32 [%buffer], 1;", "atom.global.max.s32 %r1, [%buffer], 1;",
                           "atom.global.cas.b32 %r1, [%buffer], 0, 1;"}) {
    EXPECT_EQ(runBody(one + body, setting).faults(), Names{"UndefinedValueStored"}) << body;
  }
  EXPECT_TRUE(runBody(one + "atom.global.exch.b32 %r1, [%buffer], 1;", setting).isClean());
  EXPECT_EQ(runBody(one + "red.shared.add.u32 [tile], 1;", Setting(), ".shared .align 4 .b32 tile;").faults(),
            Names{"UndefinedValueStored"});
}

TEST(Atomic, RacesWithPlainStores) {
  Setting setting;
  setting.shape.block = {64, 1, 1};
  std::string body = "setp.lt.u32 %p1, %thread, 32;\n@%p1 bra ATOMIC;\nst.global.u32 [%buffer], 1;\nbra DONE;\n"
                     "ATOMIC:\nred.global.add.u32 [%buffer], 1;\nDONE:";
  EXPECT_EQ(runBody(body, setting).faults()[0], "DataRace");
  body.replace(body.find("st.global"), 9, "st.relaxed.gpu.global");
  EXPECT_TRUE(runBody(body, setting).isClean()) << runBody(body, setting).problems();
}

TEST(Atomic, LockOfLanesOfOneWarp) {
  // Lanes take a lock in turns: those that wait must let the owner go on.
  Outcome outcome = runBody(R"(
    mov.u32 %r9, 0;
    TRY:
    atom.acquire.gpu.global.cas.b32 %r1, [%buffer], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra TRY;
    ld.global.u32 %r2, [%buffer+4];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%buffer+4], %r2;
    atom.release.gpu.global.exch.b32 %r3, [%buffer], 0;)");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[1], 32u);
}

} // namespace
} // namespace tkc::sim::test
