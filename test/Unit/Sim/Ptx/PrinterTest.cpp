// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is printed reads back to an equal module, and looks as people write PTX.
#include "tkc/Sim/Ptx/Printer.h"

#include "RoundTrip.h"

using namespace tkc::sim::ptx;

static void expectRoundTrip(const std::string &text) { expectSameAgain(*readGood(text)); }

TEST(PtxPrinter, writes_one_instruction) {
  auto print = [](const std::string &text) {
    std::unique_ptr<Module> owner;
    return printInstruction(readInstruction(text, owner));
  };
  for (const char *text : {
           "@!%p1 bar.sync 0;",
           "ret;",
           "setp.lt.and.s32 %p1|%p2, %r1, -5, !%p3;",
           "ld.global.v4.b32 {%r1, _, %r3, 4}, [%rd1+16];",
           "cp.async.bulk.tensor.2d.shared::cluster.global [%r1], [%rd1, {%r2, %r3}], [%r4+-8];",
           "mov.b64 %rd1, sym+4;",
           "mov.b32 %r1, %v1.w;",
           "mov.u32 %r1, %tid.x;",
           "mov.f64 %fd1, 0d3FF0000000000000;",
           "mov.f32 %f1, 0f3F800000;",
           "call.uni (%r1), f, (%r2, 3);",
           "ld.shared.b32 %r1, [64];",
       }) {
    EXPECT_EQ(print(text), text);
  }
}

TEST(PtxPrinter, keeps_variables) {
  expectRoundTrip(
      ".extern .shared .align 1024 .b8 a[];\n.visible .global .v4 .f32 b[2] = {{1.0, 2.0}, {0f7FC00000}};\n"
      ".weak .const .f64 c[3] = {1.5, -0.0};\n.global .u64 d[4] = {0, b, generic(b)-4, b+8};\n"
      ".global .b128 e[4] = {-1, 0xFFFFFFFFFFFFFFFF, 1<<63, 5};\n.global .u64 f = a;\n.common .global .b8 g[0];\n"
      ".global .b8 h[3][4] = {{1}, {-2, 255}};\n.global .s16 i = -300;\n.global .b8 j[1<<60] = {};");
}

TEST(PtxPrinter, keeps_functions) {
  expectRoundTrip(
      ".file 1 \"a b.tk\"\n.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
      ".func (.param .align 8 .b8 r[24]) g(.param .b32 a) .noreturn { trap; }\n.alias h, g;\n"
      ".visible .entry f(.param .u64 .ptr .global .align 16 p0, .param .align 64 .b8 p1[128], .param .u64 .ptr p2)\n"
      ".reqntid 128 .maxntid 256, 2 .minnctapersm 2 .maxnreg 168 .explicitcluster .reqnctapercluster 2\n"
      ".maxclusterrank 8 .blocksareclusters {\n"
      ".reg .b32 %r<10>, t; .reg .v4 .f32 q;\n.shared .align 16 .b8 s[64];\n"
      "mov.b32 %r1, 1;\n.loc 1 20 13\n{ .reg .b64 t; .param .b8 s[4]; L: mov.b64 t, s; bra L; }\n"
      ".loc 2 7 0, function_name $L__info_string0+4, inlined_at 1 30 5\nL: M:\n@!t setp.eq.s32 t|_, %r1, 2;\n"
      "ts: .branchtargets L, M;\nbrx.idx %r1, ts;\ncs: .calltargets g, h;\ncall (%r1), %rd1, (%r2), cs;\n"
      "p: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b8 _[]) .noreturn;\ncall %rd1, (), p;\n"
      "ret;\n.loc 1 30 1\nEnd: }");
}

TEST(PtxPrinter, keeps_numbers_at_the_ends_of_their_range) {
  expectRoundTrip(".entry f() { mov.b64 %rd1, -9223372036854775808; mov.b64 %rd1, 0xFFFFFFFFFFFFFFFF;\n"
                  "ld.b32 %r1, [a-9223372036854775808]; ld.b32 %r1, [-8]; ld.b32 %r1, [a+9223372036854775807];\n"
                  "mov.f32 %f1, 0fFFC00001; mov.f64 %fd1, -1e308; }");
}

TEST(PtxPrinter, keeps_whole_files) {
  for (const char *name : {"functions", "operands", "variables"}) {
    std::string path = std::string(TKC_SOURCE_DIR "/test/Inputs/ptx/") + name + ".ptx";
    std::unique_ptr<Module> module = readFile(path);
    ASSERT_TRUE(module) << path;
    expectSameAgain(*module);
  }
}
