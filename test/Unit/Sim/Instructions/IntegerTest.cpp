// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic, bit fields, logic, shifts, comparisons and moves: that each opcode and type reaches its meaning.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

struct Case {
  const char *body;
  uint32_t expected;
};

class IntegerInstruction : public testing::TestWithParam<Case> {};

TEST_P(IntegerInstruction, Computes) { EXPECT_EQ(evaluate(GetParam().body), GetParam().expected) << GetParam().body; }

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, IntegerInstruction,
    testing::Values(
        Case{"mov.u32 %r1, 7; add.u32 %r0, %r1, 5;", 12}, Case{"mov.u32 %r1, 7; sub.s32 %r0, %r1, 9;", uint32_t(-2)},
        Case{"mov.u32 %r1, 0x7fffffff; add.sat.s32 %r0, %r1, 1;", 0x7fffffff},
        Case{"mov.u32 %r1, 0x80000000; sub.sat.s32 %r0, %r1, 1;", 0x80000000},
        Case{"mov.u32 %r1, 0x10001; mul.lo.u32 %r0, %r1, %r1;", 0x20001},
        Case{"mov.u32 %r1, 0x80000000; mul.hi.u32 %r0, %r1, 4;", 2},
        Case{"mov.u32 %r1, -3; mul.hi.s32 %r0, %r1, 2;", uint32_t(-1)},
        Case{"mov.u32 %r1, 6; mad.lo.s32 %r0, %r1, 7, -2;", 40},
        Case{"mov.u32 %r1, 0x80000000; mad.hi.u32 %r0, %r1, 4, 5;", 7},
        Case{"mov.u32 %r1, 0x1000003; mul24.lo.u32 %r0, %r1, 5;", 15},
        Case{"mov.u32 %r1, 3; mad24.lo.s32 %r0, %r1, -5, 1;", uint32_t(-14)},
        Case{"mov.u32 %r1, 3; sad.u32 %r0, %r1, 10, 100;", 107},
        Case{"mov.u32 %r1, -7; div.s32 %r0, %r1, 2;", uint32_t(-3)}, Case{"mov.u32 %r1, 7; div.u32 %r0, %r1, 2;", 3},
        Case{"mov.u32 %r1, -7; rem.s32 %r0, %r1, 4;", uint32_t(-3)}, Case{"mov.u32 %r1, -7; abs.s32 %r0, %r1;", 7},
        Case{"mov.u32 %r1, 7; neg.s32 %r0, %r1;", uint32_t(-7)},
        Case{"mov.u32 %r1, -7; min.s32 %r0, %r1, 4;", uint32_t(-7)}, Case{"mov.u32 %r1, -7; min.u32 %r0, %r1, 4;", 4},
        Case{"mov.u32 %r1, -7; max.relu.s32 %r0, %r1, -4;", 0},
        Case{"mov.u32 %r1, 0x00070001; add.u16x2 %r0, %r1, %r1;", 0x000e0002},
        Case{"mov.u32 %r1, 0xfff90001; max.s16x2 %r0, %r1, 0;", 1},
        Case{"mov.u16 %h1, 300; mul.wide.u16 %r0, %h1, 300;", 90000},
        Case{"mov.u16 %h1, -3; mad.wide.s16 %r0, %h1, 5, 1;", uint32_t(-14)},
        Case{"mov.u16 %h1, 65535; add.u16 %h2, %h1, 2; cvt.u32.u16 %r0, %h2;", 1},
        Case{"mov.u32 %r1, 0xffffffff; add.cc.u32 %r2, %r1, 1; addc.u32 %r0, %r2, 4;", 5},
        Case{"mov.u32 %r1, 0; sub.cc.u32 %r2, %r1, 1; subc.u32 %r0, %r1, 0;", 0xffffffff},
        Case{"mov.u32 %r1, 0x80000000; mad.lo.cc.u32 %r2, %r1, 2, 0; madc.hi.u32 %r0, %r1, 2, 10;", 11}));

INSTANTIATE_TEST_SUITE_P(
    Bits, IntegerInstruction,
    testing::Values(Case{"mov.u32 %r1, 0xff01; popc.b32 %r0, %r1;", 9}, Case{"mov.u32 %r1, 256; clz.b32 %r0, %r1;", 23},
                    Case{"mov.u64 %rd1, 1; clz.b64 %r0, %rd1;", 63},
                    Case{"mov.u32 %r1, 1; brev.b32 %r0, %r1;", 0x80000000},
                    Case{"mov.u32 %r1, 0x900; bfind.u32 %r0, %r1;", 11},
                    Case{"mov.u32 %r1, 0x900; bfind.shiftamt.u32 %r0, %r1;", 20},
                    Case{"mov.u32 %r1, 0xabcd; bfe.u32 %r0, %r1, 4, 8;", 0xbc},
                    Case{"mov.u32 %r1, 0xabcd; bfe.s32 %r0, %r1, 4, 8;", 0xffffffbc},
                    Case{"mov.u32 %r1, 0xf; mov.u32 %r2, 0xffff0000; bfi.b32 %r0, %r1, %r2, 8, 4;", 0xffff0f00},
                    Case{"mov.u32 %r1, 4; bmsk.clamp.b32 %r0, %r1, 8;", 0xff0},
                    Case{"mov.u32 %r1, 0x1f; szext.wrap.s32 %r0, %r1, 5;", 0xffffffff},
                    Case{"mov.u32 %r1, 0xf0; fns.b32 %r0, %r1, 0, 2;", 5},
                    Case{"mov.u32 %r1, 0x01020304; dp4a.u32.u32 %r0, %r1, %r1, 1;", 31},
                    Case{"mov.u32 %r1, 0x00020003; mov.u32 %r2, 0x0405; dp2a.lo.u32.u32 %r0, %r1, %r2, 1;", 24}));

INSTANTIATE_TEST_SUITE_P(
    Logic, IntegerInstruction,
    testing::Values(
        Case{"mov.u32 %r1, 12; and.b32 %r0, %r1, 10;", 8}, Case{"mov.u32 %r1, 12; or.b32 %r0, %r1, 10;", 14},
        Case{"mov.u32 %r1, 12; xor.b32 %r0, %r1, 10;", 6}, Case{"mov.u32 %r1, 12; not.b32 %r0, %r1;", ~12u},
        Case{"mov.u32 %r1, 0; cnot.b32 %r0, %r1;", 1}, Case{"mov.u32 %r1, 12; lop3.b32 %r0, %r1, 10, 6, 0xe8;", 14},
        Case{"mov.u32 %r1, 3; shl.b32 %r0, %r1, 4;", 48}, Case{"mov.u32 %r1, 3; shl.b32 %r0, %r1, 32;", 0},
        Case{"mov.u32 %r1, -16; shr.s32 %r0, %r1, 2;", uint32_t(-4)},
        Case{"mov.u32 %r1, -16; shr.u32 %r0, %r1, 28;", 15}, Case{"mov.u32 %r1, -16; shr.b32 %r0, %r1, 28;", 15},
        Case{"mov.u32 %r1, 0x80000001; shf.l.wrap.b32 %r0, %r1, %r1, 1;", 3},
        Case{"mov.u32 %r1, 0x80000001; shf.r.wrap.b32 %r0, %r1, %r1, 1;", 0xc0000000},
        Case{"mov.u32 %r1, 1; mov.u32 %r2, 2; shf.r.clamp.b32 %r0, %r1, %r2, 40;", 2},
        Case{"mov.u32 %r1, 0x44332211; mov.u32 %r2, 0x88776655; prmt.b32 %r0, %r1, %r2, 0x7610;", 0x88772211},
        Case{"mov.u32 %r1, 0x44332211; prmt.b32.rc8 %r0, %r1, 0, 2;", 0x33333333},
        Case{"setp.eq.u32 %p1, %thread, 5; setp.eq.u32 %p2, %thread, 6; xor.pred %p3, %p1, %p2;"
             "and.pred %p4, %p3, %p1; not.pred %p5, %p2; and.pred %p4, %p4, %p5; selp.u32 %r0, 3, 4, %p4;",
             3}));

INSTANTIATE_TEST_SUITE_P(
    Compare, IntegerInstruction,
    testing::Values(
        Case{"mov.u32 %r1, -1; setp.lt.s32 %p1, %r1, 1; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{"mov.u32 %r1, -1; setp.lt.u32 %p1, %r1, 1; selp.u32 %r0, 1, 0, %p1;", 0},
        Case{"mov.u32 %r1, -1; setp.hi.u32 %p1, %r1, 1; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{"mov.u64 %rd1, -1; setp.ge.s64 %p1, %rd1, 0; selp.u32 %r0, 1, 0, %p1;", 0},
        Case{"mov.u16 %h1, 7; setp.le.u16 %p1, %h1, 7; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{
            "setp.eq.u32 %p1|%p2, %thread, 5; selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2; add.u32 %r0, %r1, %r2;",
            1},
        Case{"setp.eq.u32 %p1, %thread, 6; setp.eq.or.u32 %p2|%p3, %thread, 5, %p1; selp.u32 %r0, 1, 0, %p2;", 1},
        Case{"setp.eq.u32 %p1, %thread, 6; setp.eq.and.u32 %p2|%p3, %thread, 4, !%p1; selp.u32 %r0, 1, 0, %p3;", 1},
        Case{"set.gt.u32.s32 %r0, %thread, 4;", 0xffffffff}, Case{"set.gt.f32.s32 %r0, %thread, 4;", 0x3f800000},
        Case{"mov.u32 %r1, -1; slct.u32.s32 %r0, 1, 2, %r1;", 2},
        Case{"mov.f32 %f1, 0f80000000; slct.u32.f32 %r0, 1, 2, %f1;", 1},
        Case{"mov.f32 %f1, 0f80000001; slct.u32.f32 %r0, 1, 2, %f1;", 2},
        Case{"mov.f32 %f1, 0f80000001; slct.ftz.u32.f32 %r0, 1, 2, %f1;", 1}));

INSTANTIATE_TEST_SUITE_P(
    Move, IntegerInstruction,
    testing::Values(
        Case{"mov.u16 %h1, 1; mov.u16 %h2, 2; mov.b32 %r0, {%h1, %h2};", 0x20001},
        Case{"mov.u32 %r1, 0x20001; mov.b32 {%h1, %h2}, %r1; cvt.u32.u16 %r0, %h2;", 2},
        Case{"mov.u32 %r1, 0x20001; mov.b32 {%h1, _}, %r1; cvt.u32.u16 %r0, %h1;", 1},
        Case{"mov.b64 %rd1, {%thread, 9}; mov.b64 {%r1, %r0}, %rd1;", 9}, Case{"mov.u32 %r0, %laneid;", 5},
        Case{"mov.u32 %r0, %lanemask_lt;", 31}, Case{"mov.u32 %r0, %lanemask_eq;", 32},
        Case{"mov.u32 %r0, %lanemask_gt;", 0xffffffc0}, Case{"mov.u32 %r0, %ntid.x;", 32},
        Case{"mov.u32 %r0, %nctaid.y;", 1}, Case{"mov.u32 %r0, %warpid;", 0}, Case{"mov.u32 %r0, %envreg3;", 0},
        Case{"add.u32 %r0, %tid.x, 1;", 6}, Case{"mov.u32 %r0, WARP_SZ;", 32},
        Case{"mov.u32 %r1, %clock; mov.u32 %r2, %clock; setp.gt.u32 %p1, %r2, %r1; selp.u32 %r0, 1, 0, %p1;", 1},
        Case{"mov.pred %p1, 1; selp.u32 %r0, 1, 0, %p1;", 1}));

TEST(Integer, WideTypes) {
  EXPECT_EQ(evaluate64("mov.u64 %rd1, 0x123456789; mul.lo.u64 %rd0, %rd1, 16;"), 0x1234567890u);
  EXPECT_EQ(evaluate64("mov.u32 %r1, 0xffffffff; mul.wide.u32 %rd0, %r1, %r1;"), 0xfffffffe00000001ull);
  EXPECT_EQ(evaluate64("mov.u32 %r1, -2; mad.wide.s32 %rd0, %r1, 3, 1;"), uint64_t(-5));
  EXPECT_EQ(evaluate64("mov.u64 %rd1, -1; mul.hi.u64 %rd0, %rd1, 2;"), 1u);
  EXPECT_EQ(evaluate64("mov.u64 %rd1, 1; shl.b64 %rd0, %rd1, 40;"), uint64_t(1) << 40);
}

/// Faults of a body that stores one byte of %r0, when %r9 was never written.
static std::vector<std::string> storeByte(const std::string &body, unsigned byte) {
  std::string shift = "\nshr.u32 %r8, %r0, " + std::to_string(8 * byte) + ";\nst.global.b8 [%own], %r8;";
  return runText(kernelText(body + shift), Setting()).faults();
}

TEST(Integer, BitFieldsCarryDefinednessByByte) {
  std::vector<std::string> clean, spoilt = {"UndefinedValueStored"};
  std::string insert = "mov.u32 %r1, 77;\nbfi.b32 %r0, %r1, %r9, 8, 8;";
  EXPECT_EQ(storeByte(insert, 0), spoilt);
  EXPECT_EQ(storeByte(insert, 1), clean);
  EXPECT_EQ(storeByte(insert, 2), spoilt);
  std::string partial = "mov.u32 %r1, 77;\nbfi.b32 %r0, %r1, %r9, 8, 7;";
  EXPECT_EQ(storeByte(partial, 1), spoilt);
  std::string source = "mov.u32 %r1, 77;\nbfi.b32 %r0, %r9, %r1, 8, 8;";
  EXPECT_EQ(storeByte(source, 0), clean);
  EXPECT_EQ(storeByte(source, 1), spoilt);
  std::string place = "mov.u32 %r1, 77;\nbfi.b32 %r0, %r1, %r1, %r9, 8;";
  EXPECT_EQ(storeByte(place, 3), spoilt);
  std::string pair = "mov.b16 %h1, 5;\nmov.b32 %r1, {%h1, %h9};\n";
  EXPECT_EQ(storeByte(pair + "cvt.s8.s32 %h3, %r1; cvt.s32.s16 %r0, %h3;", 1), clean);
  EXPECT_EQ(storeByte(pair + "cvt.sat.s8.s32 %h3, %r1; cvt.s32.s16 %r0, %h3;", 1), spoilt);
  EXPECT_EQ(storeByte(pair + "bfe.u32 %r0, %r1, 8, 8;", 0), clean);
  EXPECT_EQ(storeByte(pair + "bfe.s32 %r0, %r1, 8, 8;", 3), clean);
  EXPECT_EQ(storeByte(pair + "bfe.u32 %r0, %r1, 16, 8;", 0), spoilt);
  EXPECT_EQ(storeByte(pair + "bfe.u32 %r0, %r1, 16, 8;", 1), clean);
  EXPECT_EQ(storeByte(pair + "bfe.s32 %r0, %r1, 16, 8;", 1), spoilt);
}

} // namespace
} // namespace tkc::sim::test
