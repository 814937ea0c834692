// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float arithmetic and conversions: that modifiers and types reach the functions that compute them.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

struct Case {
  const char *body;
  uint32_t expected;
};

class FloatInstruction : public testing::TestWithParam<Case> {};

TEST_P(FloatInstruction, Computes) { EXPECT_EQ(evaluate(GetParam().body), GetParam().expected) << GetParam().body; }

INSTANTIATE_TEST_SUITE_P(
    F32, FloatInstruction,
    testing::Values(
        Case{"mov.f32 %f1, 0f3F800000; add.f32 %f0, %f1, 0f40000000; mov.b32 %r0, %f0;", 0x40400000},
        Case{"mov.f32 %f1, 0f3F800000; add.rn.f32 %f0, %f1, 2.0; mov.b32 %r0, %f0;", 0x40400000},
        Case{"mov.f32 %f1, 0f3F800000; add.rp.f32 %f0, %f1, 0f00000001; mov.b32 %r0, %f0;", 0x3f800001},
        Case{"mov.f32 %f1, 0f00000001; add.ftz.f32 %f0, %f1, %f1; mov.b32 %r0, %f0;", 0},
        Case{"mov.f32 %f1, 0f40000000; add.sat.f32 %f0, %f1, %f1; mov.b32 %r0, %f0;", 0x3f800000},
        Case{"mov.f32 %f1, 0f7F800000; sub.f32 %f0, %f1, %f1; mov.b32 %r0, %f0;", 0x7fffffff},
        Case{"mov.f32 %f1, 0f40400000; mul.f32 %f0, %f1, %f1; mov.b32 %r0, %f0;", 0x41100000},
        Case{"mov.f32 %f1, 0f40400000; fma.rn.f32 %f0, %f1, %f1, %f1; mov.b32 %r0, %f0;", 0x41400000},
        Case{"mov.f32 %f1, 0f40400000; mad.rn.f32 %f0, %f1, %f1, %f1; mov.b32 %r0, %f0;", 0x41400000},
        Case{"mov.f32 %f1, 0f3F800000; div.rn.f32 %f0, %f1, 0f40400000; mov.b32 %r0, %f0;", 0x3eaaaaab},
        Case{"mov.f32 %f1, 0f3F800000; div.rz.f32 %f0, %f1, 0f40400000; mov.b32 %r0, %f0;", 0x3eaaaaaa},
        Case{"mov.f32 %f1, 0f40C00000; div.full.f32 %f0, %f1, 0f40000000; mov.b32 %r0, %f0;", 0x40400000},
        Case{"mov.f32 %f1, 0f40C00000; div.approx.ftz.f32 %f0, %f1, 0f40000000; mov.b32 %r0, %f0;", 0x40400000},
        Case{"mov.f32 %f1, 0f40800000; sqrt.rn.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x40000000},
        Case{"mov.f32 %f1, 0f40800000; rcp.rn.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x3e800000},
        Case{"mov.f32 %f1, 0f40800000; rsqrt.approx.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x3f000000},
        Case{"mov.f32 %f1, 0f40400000; ex2.approx.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x41000000},
        Case{"mov.f32 %f1, 0f41000000; lg2.approx.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x40400000},
        Case{"mov.f32 %f1, 0f00000000; cos.approx.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x3f800000},
        Case{"mov.f32 %f1, 0f00000000; sin.approx.f32 %f0, %f1; mov.b32 %r0, %f0;", 0},
        Case{"mov.f32 %f1, 0f00000000; tanh.approx.f32 %f0, %f1; mov.b32 %r0, %f0;", 0},
        Case{"mov.f32 %f1, 0fC0400000; abs.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x40400000},
        Case{"mov.f32 %f1, 0fC0400000; neg.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x40400000},
        Case{"mov.f32 %f1, 0f7FFFFFFF; max.f32 %f0, %f1, 0f3F800000; mov.b32 %r0, %f0;", 0x3f800000},
        Case{"mov.f32 %f1, 0f7FFFFFFF; max.NaN.f32 %f0, %f1, 0f3F800000; mov.b32 %r0, %f0;", 0x7fffffff},
        Case{"mov.f32 %f1, 0fC0400000; min.xorsign.abs.f32 %f0, %f1, 0f3F800000; mov.b32 %r0, %f0;", 0xbf800000},
        Case{"mov.f32 %f1, 0fC0400000; copysign.f32 %f0, %f1, 0f3F800000; mov.b32 %r0, %f0;", 0xbf800000},
        Case{"mov.f32 %f1, 0f7F800000; testp.infinite.f32 %p1, %f1; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{"mov.f32 %f1, 0f7FFFFFFF; setp.lt.f32 %p1, %f1, %f1; selp.u32 %r0, 1, 0, %p1;", 0},
        Case{"mov.f32 %f1, 0f7FFFFFFF; setp.ltu.f32 %p1, %f1, %f1; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{"mov.f32 %f1, 0f7FFFFFFF; setp.ne.f32 %p1, %f1, %f1; selp.u32 %r0, 1, 0, %p1;", 0},
        Case{"mov.f32 %f1, 0f7FFFFFFF; setp.neu.f32 %p1, %f1, %f1; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{"mov.f32 %f1, 0f7FFFFFFF; setp.nan.f32 %p1, %f1, %f1; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{"mov.f32 %f1, 0f00000001; setp.gt.ftz.f32 %p1, %f1, 0f00000000; selp.u32 %r0, 1, 0, %p1;", 0}));

INSTANTIATE_TEST_SUITE_P(
    Halves, FloatInstruction,
    testing::Values(
        Case{"mov.b16 %h1, 0x3C00; add.f16 %h0, %h1, %h1; cvt.u32.u16 %r0, %h0;", 0x4000},
        Case{"mov.b32 %r1, 0x3C004000; add.f16x2 %r0, %r1, %r1;", 0x40004400},
        Case{"mov.b32 %r1, 0x3F804000; mul.bf16x2 %r0, %r1, %r1;", 0x3f804080},
        Case{"mov.b32 %r1, 0x3F804000; fma.rn.bf16x2 %r0, %r1, %r1, %r1;", 0x400040c0},
        Case{"mov.b16 %h1, 0xBC00; fma.rn.relu.f16 %h0, %h1, 0x3C00, %h1; cvt.u32.u16 %r0, %h0;", 0},
        Case{"mov.b32 %r1, 0x3C00BC00; abs.f16x2 %r0, %r1;", 0x3c003c00},
        Case{"mov.b32 %r1, 0x3C00BC00; neg.bf16x2 %r0, %r1;", 0xbc003c00},
        Case{"mov.b32 %r1, 0x3C00BC00; max.f16x2 %r0, %r1, 0;", 0x3c000000},
        Case{"mov.b16 %h1, 0x3C00; ex2.approx.f16 %h0, %h1; cvt.u32.u16 %r0, %h0;", 0x4000},
        Case{"mov.b32 %r1, 0x3C00BC00; setp.gt.f16x2 %p1|%p2, %r1, 0; selp.u32 %r2, 1, 0, %p1; selp.u32 %r3, 2, 0, %p2;"
             "add.u32 %r0, %r2, %r3;",
             2},
        Case{"mov.b32 %r1, 0x3C00BC00; set.gt.f16x2.f16x2 %r0, %r1, 0;", 0x3c000000}));

INSTANTIATE_TEST_SUITE_P(
    Convert, FloatInstruction,
    testing::Values(
        Case{"mov.u32 %r1, 0x1ff; cvt.u8.u32 %r0, %r1;", 0xff},
        Case{"mov.u32 %r1, 0x1ff; cvt.s8.s32 %r0, %r1;", 0xffffffff},
        Case{"mov.u32 %r1, 300; cvt.sat.u8.s32 %r0, %r1;", 255},
        Case{"mov.u16 %h1, -2; cvt.s32.s16 %r0, %h1;", uint32_t(-2)},
        Case{"mov.u16 %h1, -2; cvt.u32.u16 %r0, %h1;", 0xfffe},
        Case{"mov.u64 %rd1, 0x1122334455; cvt.u32.u64 %r0, %rd1;", 0x22334455},
        Case{"mov.u32 %r1, -3; cvt.rn.f32.s32 %f0, %r1; mov.b32 %r0, %f0;", 0xc0400000},
        Case{"mov.u32 %r1, -3; cvt.rn.f32.u32 %f0, %r1; mov.b32 %r0, %f0;", 0x4f800000},
        Case{"mov.f32 %f1, 0fC0600000; cvt.rzi.s32.f32 %r0, %f1;", uint32_t(-3)},
        Case{"mov.f32 %f1, 0fC0600000; cvt.rmi.s32.f32 %r0, %f1;", uint32_t(-4)},
        Case{"mov.f32 %f1, 0f4F000000; cvt.rzi.s32.f32 %r0, %f1;", 0x7fffffff},
        Case{"mov.f32 %f1, 0f40200000; cvt.rni.f32.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x40000000},
        Case{"mov.f32 %f1, 0f3F801000; cvt.rn.f16.f32 %h0, %f1; cvt.u32.u16 %r0, %h0;", 0x3c00},
        Case{"mov.f32 %f1, 0f3F801000; cvt.rp.f16.f32 %h0, %f1; cvt.u32.u16 %r0, %h0;", 0x3c01},
        Case{"mov.b16 %h1, 0x3C00; cvt.f32.f16 %f0, %h1; mov.b32 %r0, %f0;", 0x3f800000},
        Case{"mov.b16 %h1, 0x3F80; cvt.f32.bf16 %f0, %h1; mov.b32 %r0, %f0;", 0x3f800000},
        Case{"mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000; cvt.rn.f16x2.f32 %r0, %f1, %f2;", 0x3c004000},
        Case{"mov.f32 %f1, 0fBF800000; mov.f32 %f2, 0f40000000; cvt.rn.relu.bf16x2.f32 %r0, %f1, %f2;", 0x4000},
        Case{"mov.f32 %f1, 0f3F801000; cvt.rna.tf32.f32 %r0, %f1;", 0x3f802000},
        Case{"mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000; cvt.rn.satfinite.e4m3x2.f32 %h0, %f1, %f2;"
             "cvt.u32.u16 %r0, %h0;",
             0x3840},
        Case{"mov.b16 %h1, 0x3840; cvt.rn.f16x2.e4m3x2 %r0, %h1;", 0x3c004000},
        Case{"mov.f64 %fd1, 0d4000000000000000; cvt.rn.f32.f64 %f0, %fd1; mov.b32 %r0, %f0;", 0x40000000},
        Case{"mov.u32 %r1, 70000; mov.u32 %r2, -5; cvt.pack.sat.u16.s32 %r0, %r1, %r2;", 0xffff0000},
        Case{"mov.f32 %f1, 0f40A00000; cvt.sat.f32.f32 %f0, %f1; mov.b32 %r0, %f0;", 0x3f800000}));

TEST(Float, F64) {
  EXPECT_EQ(evaluate64("mov.f64 %fd1, 0d3FF0000000000000; add.f64 %fd0, %fd1, %fd1; mov.b64 %rd0, %fd0;"),
            0x4000000000000000u);
  EXPECT_EQ(evaluate64("mov.f64 %fd1, 0d3FF0000000000000; fma.rn.f64 %fd0, %fd1, %fd1, %fd1; mov.b64 %rd0, %fd0;"),
            0x4000000000000000u);
  EXPECT_EQ(evaluate64("mov.f64 %fd1, 0d4010000000000000; sqrt.rn.f64 %fd0, %fd1; mov.b64 %rd0, %fd0;"),
            0x4000000000000000u);
  EXPECT_EQ(evaluate64("mov.f32 %f1, 0f40000000; cvt.f64.f32 %fd0, %f1; mov.b64 %rd0, %fd0;"), 0x4000000000000000u);
  EXPECT_EQ(evaluate64("mov.f64 %fd1, 0d3FF0000000000000; max.f64 %fd0, %fd1, 0d4000000000000000; mov.b64 %rd0, %fd0;"),
            0x4000000000000000u);
}

/// Faults of a body that stores the low and the high half of %r0 whose sources %h9 and %f9 nobody has written.
static std::vector<std::string> storeHalf(const std::string &body, bool isUpper) {
  std::string half = isUpper ? "%h2" : "%h1";
  return runText(kernelText(body + "\nmov.b32 {%h1, %h2}, %r0;\nst.global.b16 [%own], " + half + ";"), Setting())
      .faults();
}

TEST(Float, HalvesOfPairsAreDefinedApart) {
  std::string pair = "mov.b16 %h3, 0x3C00;\nmov.b32 %r1, {%h3, %h9};\nmov.b32 %r2, 0x3C003C00;\n";
  std::vector<std::string> spoilt = {"UndefinedValueStored"};
  for (const char *body : {"add.f16x2 %r0, %r1, %r2;", "fma.rn.bf16x2 %r0, %r2, %r1, %r2;", "neg.f16x2 %r0, %r1;",
                           "max.f16x2 %r0, %r2, %r1;", "ex2.approx.f16x2 %r0, %r1;", "tanh.approx.bf16x2 %r0, %r1;",
                           "add.s16x2 %r0, %r1, %r2;", "min.u16x2 %r0, %r1, %r2;",
                           "mov.f32 %f1, 0f3F800000; cvt.rn.f16x2.f32 %r0, %f9, %f1;",
                           "mov.f32 %f1, 0f3F800000; cvt.rz.bf16x2.f32 %r0, %f9, %f1;"}) {
    EXPECT_EQ(storeHalf(pair + body, false), std::vector<std::string>()) << body;
    EXPECT_EQ(storeHalf(pair + body, true), spoilt) << body;
  }
  EXPECT_EQ(storeHalf("mov.f32 %f1, 0f3F800000; cvt.rn.f16x2.f32 %r0, %f1, %f9;", false), spoilt);
  EXPECT_EQ(storeHalf("mov.f32 %f1, 0f3F800000; cvt.rn.f16x2.f32 %r0, %f1, %f9;", true), std::vector<std::string>());
}

/// `%r0` of lane 5 on a target with f32 sums of narrower terms.
uint32_t evaluateOnBlackwell(const std::string &body) {
  Outcome outcome = runText(kernelText(body + "\nst.global.u32 [%own], %r0;", "", "sm_100a"));
  EXPECT_TRUE(outcome.isClean()) << body << "\n" << outcome.problems();
  return outcome.words.size() > 5 ? outcome.words[5] : 0;
}

TEST(MixedFloats, NarrowTermsAreExactAndTheSumIsRoundedOnce) {
  std::string half = "mov.b16 %h1, 0x3C01; mov.b16 %h2, 0x4000; mov.f32 %f1, 0f3F800000; ",
              brain = "mov.b16 %h1, 0x3F81; mov.b16 %h2, 0x4000; mov.f32 %f1, 0f3F800000; ";
  struct Case {
    std::string body;
    uint32_t expected;
  };
  for (const Case &each :
       {Case{half + "add.f32.f16 %f0, %h1, %f1;", 0x40001000},
        Case{brain + "add.rn.f32.bf16 %f0, %h1, %f1;", 0x40008000},
        Case{half + "sub.f32.f16 %f0, %h1, %f1;", 0x3a800000},
        Case{brain + "sub.rz.f32.bf16 %f0, %h1, %f1;", 0x3c000000},
        Case{half + "fma.rn.f32.f16 %f0, %h1, %h2, %f1;", 0x40402000},
        Case{brain + "fma.rn.f32.bf16 %f0, %h1, %h2, %f1;", 0x40410000},
        // A quarter of the last place goes up when it is to.
        Case{"mov.b16 %h1, 1; mov.f32 %f1, 0f40000000; add.rp.f32.f16 %f0, %h1, %f1;", 0x40000001},
        Case{"mov.b16 %h1, 0x4000; mov.f32 %f1, 0f40000000; add.sat.f32.f16 %f0, %h1, %f1;", 0x3f800000}}) {
    EXPECT_EQ(evaluateOnBlackwell(each.body + " mov.b32 %r0, %f0;"), each.expected) << each.body;
  }
}

TEST(MixedFloats, NeedBlackwell) {
  for (const char *body : {"add.f32.f16 %f0, %h1, %f1;", "sub.rn.f32.bf16 %f0, %h1, %f1;",
                           "fma.rn.f32.f16 %f0, %h1, %h2, %f1;", "fma.rn.f32.bf16 %f0, %h1, %h2, %f1;"}) {
    EXPECT_NE(errorOf(body).find("needs sm_100"), std::string::npos) << body;
    EXPECT_EQ(errorOf(body, "sm_100a"), "");
  }
}

} // namespace
} // namespace tkc::sim::test
