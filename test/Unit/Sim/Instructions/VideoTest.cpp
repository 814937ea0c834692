// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions against the words of the PTX ISA, worked out by hand, and lop3 with predicates.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

struct Case {
  const char *body;
  uint32_t expected;
};

class VideoInstruction : public testing::TestWithParam<Case> {};

TEST_P(VideoInstruction, Computes) {
  std::string registers = "mov.b32 %r1, 0x80ff7f01;\nmov.b32 %r2, 0x01020304;\nmov.b32 %r3, 0xfffffff0;\n";
  EXPECT_EQ(evaluate(registers + GetParam().body), GetParam().expected) << GetParam().body;
}

INSTANTIATE_TEST_SUITE_P(
    Scalar, VideoInstruction,
    testing::Values(
        Case{"vadd.u32.u32.u32 %r0, %r1.b2, %r2.b0;", 0xff + 4}, Case{"vadd.s32.s32.u32 %r0, %r1.b2, %r2.b0;", 3},
        Case{"vadd.s32.s32.s32 %r0, %r1.h1, %r2.h0;", 0xffff80ff + 0x0304},
        Case{"vadd.u32.u32.u32.sat %r0, %r3, 0x20;", 0xffffffff}, Case{"vadd.u32.u32.u32 %r0, %r3, 0x20;", 0x10},
        Case{"vsub.u32.u32.u32.sat %r0, %r2.b0, %r2.b0;", 0}, Case{"vsub.u32.u32.u32.sat %r0, %r2.b3, %r2.b0;", 0},
        Case{"vsub.s32.u32.u32 %r0, %r2.b3, %r2.b0;", uint32_t(-3)},
        Case{"vabsdiff.u32.s32.s32 %r0, %r1.b3, %r2.b0;", 132}, Case{"vmin.s32.s32.s32 %r0, %r1, %r2;", 0x80ff7f01},
        Case{"vmax.u32.u32.u32 %r0, %r1, %r2;", 0x80ff7f01}, Case{"vmax.s32.s32.s32 %r0, %r1, %r2;", 0x01020304},
        Case{"vadd.s32.s32.s32.sat %r0.b1, %r1.b1, 1, %r2;", 0x01027f04},
        Case{"vadd.u32.u32.u32.sat %r0.h1, %r1.h1, %r1.h1, %r2;", 0xffff0304},
        Case{"vadd.u32.u32.u32 %r0.h0, %r1.h1, %r1.h1, %r2;", 0x010201fe},
        Case{"vsub.s32.s32.s32.add %r0, %r1.b0, %r2.b0, %r3;", uint32_t(-19)},
        Case{"vadd.s32.s32.s32.min %r0, %r1.b0, %r2.b0, %r3;", 0xfffffff0},
        Case{"vadd.u32.u32.u32.max %r0, %r1.b0, %r2.b0, %r3;", 0xfffffff0},
        Case{"vshl.u32.u32.u32.clamp %r0, %r2.b0, 33;", 0}, Case{"vshl.u32.u32.u32.wrap %r0, %r2.b0, 33;", 8},
        Case{"vshl.s32.s32.u32.sat.clamp %r0, %r2, 8;", 0x7fffffff},
        Case{"vshr.s32.s32.u32.clamp %r0, %r1, 40;", 0xffffffff}, Case{"vshr.u32.u32.u32.wrap %r0, %r1, 40;", 0x80ff7f},
        Case{"vset.s32.s32.lt %r0, %r1, %r2;", 1}, Case{"vset.u32.u32.lt %r0, %r1, %r2;", 0},
        Case{"vset.u32.u32.ge.add %r0, %r1, %r2, %r3;", 0xfffffff1},
        Case{"vset.s32.s32.eq.min %r0, %r1, %r2, %r3;", 0xfffffff0},
        Case{"vset.u32.u32.ne %r0.b3, %r1, %r2, %r3;", 0x01fffff0},
        Case{"vmad.u32.u32.u32 %r0, %r1.h1, %r2.b0, %r3;", 0x80ff * 4 - 16},
        Case{"vmad.s32.s32.s32 %r0, %r1.h1, %r2.b0, -%r3;", uint32_t(-0x7f01 * 4 + 16)},
        Case{"vmad.s32.s32.s32 %r0, -%r1.h1, %r2.b0, %r3;", uint32_t(0x7f01 * 4 - 16)},
        Case{"vmad.u32.u32.u32.po %r0, %r2.b0, %r2.b1, 5;", 18},
        Case{"vmad.u32.u32.u32.sat.shr7 %r0, %r3, %r3, 0;", 0xffffffff},
        Case{"vmad.u32.u32.u32.shr15 %r0, %r1.h1, %r1.h1, 0;", (0x80ffu * 0x80ffu) >> 15}));

INSTANTIATE_TEST_SUITE_P(Several, VideoInstruction,
                         testing::Values(Case{"vadd2.u32.u32.u32 %r0, %r1, %r2, %r3;", 0x82018205},
                                         Case{"vadd2.s32.s32.s32.sat %r0, %r1, %r2, %r3;", 0x82017fff},
                                         Case{"vadd2.u32.u32.u32 %r0.h0, %r1, %r2, %r3;", 0xffff8205},
                                         Case{"vadd2.u32.u32.u32 %r0, %r1.h01, %r2.h33, %r3;", 0x80038201},
                                         Case{"vsub4.u32.u32.u32 %r0, %r1, %r2, %r3;", 0x7ffd7cfd},
                                         Case{"vsub4.u32.u32.u32.sat %r0, %r1, %r2, %r3;", 0x7ffd7c00},
                                         Case{"vavrg4.u32.u32.u32 %r0, %r1, %r2, %r3;", 0x41814103},
                                         Case{"vavrg4.s32.s32.s32 %r0, %r1, %r2, %r3;", 0xc0014103},
                                         Case{"vabsdiff4.u32.u32.u32.add %r0, %r1, %r2, 1;",
                                              1 + 0x7f + 0xfd + 0x7c + 3},
                                         Case{"vabsdiff4.u32.s32.s32 %r0, %r1, %r2, 0;", 0x81037c03},
                                         Case{"vmin4.s32.s32.s32 %r0, %r1, %r2, 0;", 0x80ff0301},
                                         Case{"vmax4.u32.u32.u32 %r0.b30, %r1, %r2, %r3;", 0x80ffff04},
                                         Case{"vset4.u32.u32.gt %r0, %r1, %r2, 0;", 0x01010100},
                                         Case{"vset4.s32.s32.gt.add %r0, %r1, %r2, 10;", 11},
                                         Case{"vset2.s32.u32.lt %r0, %r1, %r2, 0;", 0x00010000},
                                         Case{"vadd4.u32.u32.u32 %r0, %r1.b0123, %r2.b4444, 0;", 0x05830384}));

INSTANTIATE_TEST_SUITE_P(
    Lop3, VideoInstruction,
    testing::Values(
        Case{"setp.eq.u32 %p1, 0, 0;\nlop3.and.b32 %r4|%p2, %r1, %r2, %r3, 0x80, %p1;\n"
             "selp.b32 %r0, %r4, 7, %p2;",
             0x80ff7f01 & 0x01020304},
        Case{"setp.eq.u32 %p1, 0, 0;\nlop3.and.b32 _|%p2, %r1, %r2, %r3, 0x00, %p1;\nselp.b32 %r0, 1, 7, %p2;", 7},
        Case{"setp.eq.u32 %p1, 0, 0;\nlop3.or.b32 _|%p2, %r1, %r2, %r3, 0x00, %p1;\nselp.b32 %r0, 1, 7, %p2;", 1},
        Case{"setp.eq.u32 %p1, 0, 0;\nlop3.or.b32 _|%p2, %r1, %r2, %r3, 0x00, !%p1;\nselp.b32 %r0, 1, 7, %p2;", 7}));

/// A product with the NaN of out-of-bounds elements is nothing; other NaNs stay.
INSTANTIATE_TEST_SUITE_P(MaskedFma, VideoInstruction,
                         testing::Values(Case{"fma.rn.oob.f16x2 %r0, 0x7ff73c00, 0x3c003c00, 0x40004000;", 0x00004200},
                                         Case{"fma.rn.oob.f16x2 %r0, 0x3c003c00, 0xfff77fff, 0x40004000;", 0x00007fff},
                                         Case{"fma.rn.oob.relu.bf16x2 %r0, 0xbf803f80, 0x3f807ff7, 0;", 0}));

TEST(Video, WrongTexts) {
  EXPECT_NE(errorOf("vadd.u32.u32.u32 %r0, %r1.b4, %r2;").find("takes .b0 to .b3"), std::string::npos);
  EXPECT_NE(errorOf("vadd.u32.u32.u32.add %r0.b0, %r1, %r2, %r3;").find("either merges"), std::string::npos);
  EXPECT_NE(errorOf("vadd.u32.u32.u32 %r0, %r1, %r2, %r3;").find("3 are needed"), std::string::npos);
  EXPECT_NE(errorOf("vadd2.u32.u32.u32 %r0, %r1.b10, %r2, %r3;").find("cannot take `.b10`"), std::string::npos);
  EXPECT_NE(errorOf("vadd4.u32.u32.u32 %r0.b12, %r1, %r2, %r3;").find("cannot write `.b12`"), std::string::npos);
  EXPECT_NE(errorOf("add.u32 %r0.b1, %r1, %r2;").find("takes no parts of registers"), std::string::npos);
  EXPECT_NE(errorOf("lop3.b32 %r0|%p1, %r1, %r2, %r3, 5;").find("or neither"), std::string::npos);
  EXPECT_NE(errorOf("fma.rn.ftz.oob.f16 %h0, %h1, %h2, %h3;").find(".oob goes with"), std::string::npos);
  EXPECT_NE(errorOf("fma.rn.oob.f16 %h0, %h1, %h2, %h3;", "sm_80").find("needs sm_90"), std::string::npos);
}

TEST(Video, UndefinedResultsOfLogicMakeUndefinedPredicates) {
  EXPECT_EQ(runBody("setp.eq.u32 %p1, 0, 0;\nlop3.and.b32 _|%p2, %r1, %r2, %r3, 0x80, %p1;\n@%p2 trap;").faults(),
            std::vector<std::string>{"UndefinedPredicate"});
}

TEST(Move, ClustersAreExplicitWhenTheTextSaysSo) {
  EXPECT_EQ(evaluate("mov.pred %p1, %is_explicit_cluster;\nselp.b32 %r0, 1, 2, %p1;"), 2u);
}

} // namespace
} // namespace tkc::sim::test
