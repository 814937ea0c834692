// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and addresses: spaces, widths, vectors, definedness, order, and the faults of each.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

using Names = std::vector<std::string>;

/// The upper half is zero, as ptxas makes it.
TEST(Memory, NumbersOf128BitsAreStored) {
  Setting setting;
  setting.shape.block = {1, 1, 1};
  setting.words.assign(12, 7);
  Outcome outcome = runText(kernelText(".reg .b128 %q; st.global.b128 [%buffer], -5; mov.b128 %q, 9;\n"
                                       "st.global.b128 [%buffer+16], %q;"),
                            setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words, (std::vector<uint32_t>{0xfffffffb, 0xffffffff, 0, 0, 9, 0, 0, 0, 7, 7, 7, 7}));
  EXPECT_NE(errorOf("st.global.b128 [%buffer], %nothing;").find("needs a register of 128 bits"), std::string::npos);
  EXPECT_NE(errorOf("st.global.b128 [%buffer], %p1;").find("has the predicate `%p1`"), std::string::npos);
}

TEST(LoadStore, Vectors) {
  Setting setting;
  setting.words.assign(256, 0);
  for (uint32_t index = 0; index < 128; ++index) {
    setting.words[index] = index;
  }
  Outcome outcome = runBody(R"(
    mul.wide.u32 %rd1, %thread, 16;
    add.u64 %rd1, %rd1, %buffer;
    ld.global.v4.u32 {%r1, %r2, _, %r4}, [%rd1];
    add.u32 %r4, %r4, %r1;
    st.global.v2.u32 [%rd1+512], {%r2, %r4};)",
                            setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[128 + 4 * 3], 13u);
  EXPECT_EQ(outcome.words[128 + 4 * 3 + 1], 27u);
}

TEST(LoadStore, ExtendIntoWiderRegisters) {
  EXPECT_EQ(evaluate("mov.u32 %r1, 0x80; st.global.u8 [%own], %r1; ld.global.s8 %r0, [%own];"), 0xffffff80);
  EXPECT_EQ(evaluate("mov.u32 %r1, 0x80; st.global.u8 [%own], %r1; ld.global.u8 %r0, [%own];"), 0x80u);
  EXPECT_EQ(evaluate64("mov.u32 %r1, -2; st.global.b32 [%own], %r1; ld.global.s32 %rd0, [%own];"), uint64_t(-2));
  EXPECT_EQ(evaluate64("mov.u32 %r1, -2; st.global.b32 [%own], %r1; ld.global.u32 %rd0, [%own];"), 0xfffffffeu);
}

TEST(LoadStore, AcceptCacheHints) {
  EXPECT_EQ(evaluate("mov.u64 %rd9, 1; createpolicy.fractional.L2::evict_first.b64 %rd9, 1.0;"
                     "st.global.cg.u32 [%own], %thread; prefetch.global.L2 [%own];"
                     "ld.global.L1::no_allocate.L2::cache_hint.L2::128B.u32 %r0, [%own], %rd9;"),
            5u);
  EXPECT_EQ(evaluate("st.volatile.global.u32 [%own], %thread; ld.volatile.global.u32 %r0, [%own];"), 5u);
  EXPECT_EQ(evaluate("st.relaxed.gpu.global.u32 [%own], %thread; ld.relaxed.gpu.global.u32 %r0, [%own];"), 5u);
  EXPECT_EQ(evaluate("st.global.u32 [%own], %thread; ld.global.nc.u32 %r0, [%own];"), 5u);
}

TEST(LoadStore, Spaces) {
  EXPECT_EQ(evaluate("ld.const.u32 %r0, [table+8];", ".const .align 4 .b32 table[4] = {5, 6, 7, 8};"), 7u);
  EXPECT_EQ(evaluate("mov.u64 %rd1, table; cvta.const.u64 %rd1, %rd1; ld.u32 %r0, [%rd1+4];",
                     ".const .align 4 .b32 table[4] = {5, 6, 7, 8};"),
            6u);
  EXPECT_EQ(evaluate("ld.global.u32 %r0, [value];", ".global .align 4 .u32 value = 9;"), 9u);
  EXPECT_EQ(evaluate("ld.global.u64 %rd1, [pointer]; ld.u32 %r0, [%rd1];",
                     ".global .align 4 .u32 value = 9; .global .align 8 .u64 pointer = generic(value);"),
            9u);
  EXPECT_EQ(evaluate(".local .align 4 .b8 stack[16]; mov.u64 %rd1, stack; cvta.local.u64 %rd2, %rd1;"
                     "st.local.u32 [%rd1+4], %thread; ld.u32 %r0, [%rd2+4];"),
            5u);
  EXPECT_EQ(evaluate("mov.u32 %r1, tile; st.shared.u32 [%r1], %r1; mov.u64 %rd1, tile; cvta.shared.u64 %rd1, %rd1;"
                     "isspacep.shared %p1, %rd1; isspacep.global %p2, %rd1; selp.u32 %r2, 1, 0, %p1;"
                     "selp.u32 %r3, 2, 0, %p2; add.u32 %r0, %r2, %r3;",
                     ".shared .align 4 .b32 tile[4];"),
            1u);
  EXPECT_EQ(evaluate64("mov.u64 %rd1, buffer_parameter; cvta.param.u64 %rd2, %rd1; ld.u64 %rd3, [%rd2];"
                       "sub.u64 %rd0, %rd3, %buffer;"),
            0u);
}

TEST(LoadStore, Wide128) {
  EXPECT_EQ(evaluate64(".reg .b128 %q; mul.wide.u32 %rd5, %thread, 16; cvta.shared.u64 %rd6, tile;"
                       "add.u64 %rd5, %rd5, %rd6; mov.u64 %rd1, 3; mov.u64 %rd2, 4; mov.b128 %q, {%rd1, %rd2};"
                       "st.b128 [%rd5], %q; ld.v2.u64 {%rd3, %rd4}, [%rd5]; shl.b64 %rd4, %rd4, 8;"
                       "or.b64 %rd0, %rd3, %rd4;",
                       ".shared .align 16 .b8 tile[512];"),
            0x403u);
}

TEST(LoadStore, SharedAddressesBelongToTheCta) {
  Setting setting;
  setting.shape.grid = {3, 1, 1};
  setting.words.assign(96, 0);
  Outcome outcome = runBody(R"(
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, tile;
    setp.eq.u32 %p1, %thread, 0;
    @%p1 st.shared.u32 [tile], %r1;
    bar.sync 0;
    ld.shared.u32 %r3, [%r2];
    mad.lo.u32 %r4, %r1, 32, %thread;
    mul.wide.u32 %rd1, %r4, 4;
    add.u64 %rd1, %rd1, %buffer;
    st.global.u32 [%rd1], %r3;)",
                            setting, ".shared .align 4 .b32 tile[4];");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[70], 2u);
}

TEST(LoadStore, DynamicSharedMemoryLiesBehindStatic) {
  Setting setting;
  setting.shape.dynamicSharedBytes = 128;
  std::string body = R"(
    mov.u32 %r1, dynamic;
    shl.b32 %r2, %thread, 2;
    add.u32 %r1, %r1, %r2;
    st.shared.u32 [%r1], %thread;
    st.shared.u32 [fixed], 1;
    mov.u32 %r3, %dynamic_smem_size;
    st.global.u32 [%own], %r3;)";
  std::string declarations = ".extern .shared .align 16 .b8 dynamic[];\n.shared .align 4 .b32 fixed;";
  Outcome outcome = runBody(body, setting, declarations);
  EXPECT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[3], 128u);
  setting.shape.dynamicSharedBytes = 124;
  EXPECT_EQ(runBody(body, setting, declarations).faults(), Names{"OutOfBounds"});
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST(MemoryFault, Bounds) {
  EXPECT_EQ(runBody("st.global.u32 [%own+252], %thread;").faults(), Names{"OutOfBounds"});
  EXPECT_TRUE(runBody("st.global.u32 [%own+128], %thread;").isClean());
}

TEST(MemoryFault, Alignment) {
  EXPECT_EQ(runBody("ld.global.u32 %r1, [%own+2];").faults(), Names{"Misaligned"});
  EXPECT_EQ(runBody("ld.global.v2.u32 {%r1, %r2}, [%own];").faults(), Names{"Misaligned"});
  EXPECT_TRUE(runBody("ld.global.u16 %r1, [%own+2];").isClean());
}

TEST(MemoryFault, UndefinedAddress) {
  Outcome outcome = runBody("add.u64 %rd2, %rd1, 4;\nld.global.u32 %r1, [%rd2];");
  ASSERT_EQ(outcome.faults()[0], "UndefinedAddress");
  EXPECT_NE(outcome.problems().find("register %rd1, which nobody wrote"), std::string::npos) << outcome.problems();
}

TEST(MemoryFault, UndefinedValueStored) {
  Outcome outcome = runBody("ld.shared.u32 %r1, [tile+4];\nadd.u32 %r2, %r1, 1;\nst.global.u32 [%own], %r2;", Setting(),
                            ".shared .align 4 .b32 tile[4];");
  ASSERT_EQ(outcome.faults(), Names{"UndefinedValueStored"});
  EXPECT_NE(outcome.problems().find("shared memory at"), std::string::npos) << outcome.problems();
  // Nobody sees what is not used.
  EXPECT_TRUE(runBody("ld.shared.u32 %r1, [tile+4];\nadd.u32 %r2, %r1, 1;\nst.shared.u32 [tile], %r2;", Setting(),
                      ".shared .align 4 .b32 tile[4];")
                  .result.faults.empty());
}

TEST(MemoryFault, UndefinedGuard) {
  EXPECT_EQ(runBody("@%p1 st.global.u32 [%own], %thread;").faults(), Names{"UndefinedPredicate"});
  EXPECT_EQ(runBody("setp.eq.u32 %p1, %r1, 0;\n@%p1 bra DONE;\nDONE:").faults(), Names{"UndefinedPredicate"});
}

TEST(MemoryFault, ConstantMemoryIsReadOnly) {
  EXPECT_EQ(runBody("mov.u64 %rd1, table;\ncvta.const.u64 %rd1, %rd1;\nst.u32 [%rd1], %thread;", Setting(),
                    ".const .align 4 .b32 table[4];")
                .faults(),
            Names{"WriteToReadOnly"});
}

TEST(MemoryFault, SpaceOfAGenericAddress) {
  // A generic address of shared memory is none of global memory.
  EXPECT_EQ(runBody("mov.u64 %rd1, tile;\ncvta.shared.u64 %rd1, %rd1;\nld.global.u32 %r1, [%rd1];", Setting(),
                    ".shared .align 4 .b32 tile[4];")
                .faults(),
            Names{"WrongSpace"});
}

TEST(MemoryFault, DiscardedBytesAreUndefined) {
  std::string body = "discard.global.L2 [%buffer], 128;\nld.global.u32 %r1, [%own];\nst.global.u32 [%own+128], %r1;";
  Setting setting;
  setting.shape.block = {1, 1, 1};
  EXPECT_EQ(runBody(body, setting).faults(), Names{"UndefinedValueStored"});
}

//===----------------------------------------------------------------------===//
// Definedness
//===----------------------------------------------------------------------===//

TEST(Definedness, GoesAlongByteByByte) {
  // Only the low half of %r1 is defined.
  std::string half = "mov.u16 %h1, 7;\nmov.b32 %r1, {%h1, %h9};\n";
  auto stores = [&](const std::string &body) {
    return runBody(half + body + "\nst.global.u32 [%own], %r2;").isClean();
  };
  EXPECT_FALSE(stores("mov.u32 %r2, %r1;"));
  EXPECT_TRUE(stores("and.b32 %r2, %r1, 0xffff;"));
  EXPECT_FALSE(stores("and.b32 %r2, %r1, 0xfffff;"));
  EXPECT_TRUE(stores("or.b32 %r2, %r1, 0xffff0000;"));
  EXPECT_FALSE(stores("xor.b32 %r2, %r1, %r1;"));
  EXPECT_TRUE(stores("shl.b32 %r2, %r1, 16;"));
  EXPECT_FALSE(stores("shl.b32 %r2, %r1, 8;"));
  EXPECT_FALSE(stores("shr.u32 %r2, %r1, 8;"));
  EXPECT_TRUE(stores("prmt.b32 %r2, %r1, 0, 0x5410;"));
  EXPECT_FALSE(stores("prmt.b32 %r2, %r1, 0, 0x3210;"));
  EXPECT_TRUE(stores("mov.b32 {%h2, _}, %r1;\ncvt.u32.u16 %r2, %h2;"));
  EXPECT_TRUE(stores("cvt.u16.u32 %h2, %r1;\ncvt.u32.u16 %r2, %h2;"));
  EXPECT_FALSE(stores("add.u32 %r2, %r1, 1;\nand.b32 %r2, %r2, 0xff0000;"));
  EXPECT_TRUE(stores("lop3.b32 %r2, %r1, %thread, %thread, 0xcc;"));
  EXPECT_FALSE(stores("lop3.b32 %r2, %r1, %thread, %thread, 0xf0;"));
  EXPECT_TRUE(stores("setp.eq.u32 %p1, %thread, 99;\nselp.u32 %r2, %r1, 4, %p1;"));
}

TEST(Definedness, PredicatesDecide) {
  EXPECT_TRUE(
      runBody("setp.eq.u32 %p2, %thread, 99;\nand.pred %p3, %p1, %p2;\n@%p3 st.global.u32 [%own], %thread;").isClean());
  EXPECT_FALSE(
      runBody("setp.ne.u32 %p2, %thread, 99;\nand.pred %p3, %p1, %p2;\n@%p3 st.global.u32 [%own], %thread;").isClean());
}

TEST(Definedness, OfUnwrittenBuffers) {
  Setting setting;
  setting.isFilled = false;
  EXPECT_EQ(runBody("ld.global.u32 %r1, [%own];\nst.global.u32 [%own+128], %r1;", setting).faults(),
            Names{"UndefinedValueStored"});
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The first thread hands a word to the last one by a flag.
std::string handOver(const std::string &store, const std::string &load) {
  return R"(
    setp.eq.u32 %p1, %thread, 0;
    @%p1 bra PRODUCER;
    setp.eq.u32 %p2, %thread, 63;
    @!%p2 bra DONE;
    WAIT:
    )" + load +
         R"(
    setp.eq.u32 %p3, %r1, 0;
    @%p3 bra WAIT;
    ld.global.u32 %r2, [%buffer];
    st.global.u32 [%buffer+8], %r2;
    bra DONE;
    PRODUCER:
    mov.u32 %r3, 77;
    st.global.u32 [%buffer], %r3;
    mov.u32 %r4, 1;
    )" + store +
         R"(
    DONE:)";
}

TEST(Order, ReleaseAndAcquireHandOn) {
  Setting setting;
  setting.shape.block = {64, 1, 1};
  Outcome outcome = runBody(
      handOver("st.release.gpu.global.u32 [%buffer+4], %r4;", "ld.acquire.gpu.global.u32 %r1, [%buffer+4];"), setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[2], 77u);
  EXPECT_TRUE(runBody(handOver("fence.acq_rel.gpu;\nst.relaxed.gpu.global.u32 [%buffer+4], %r4;",
                               "ld.relaxed.gpu.global.u32 %r1, [%buffer+4];\nfence.acq_rel.gpu;"),
                      setting)
                  .isClean());
  EXPECT_TRUE(runBody(handOver("membar.gl;\natom.global.exch.b32 %r5, [%buffer+4], %r4;",
                               "ld.volatile.global.u32 %r1, [%buffer+4];\nmembar.gl;"),
                      setting)
                  .isClean());
}

TEST(Order, RelaxedAloneDoesNot) {
  Setting setting;
  setting.shape.block = {64, 1, 1};
  EXPECT_EQ(
      runBody(handOver("st.relaxed.gpu.global.u32 [%buffer+4], %r4;", "ld.relaxed.gpu.global.u32 %r1, [%buffer+4];"),
              setting)
          .faults(),
      Names{"DataRace"});
  EXPECT_EQ(runBody(handOver("st.global.u32 [%buffer+4], %r4;", "ld.acquire.gpu.global.u32 %r1, [%buffer+4];"), setting)
                .faults()[0],
            "DataRace");
}

TEST(Memory, NumbersInVectorsTakeTheWidthOfTheRegisters) {
  EXPECT_EQ(evaluate("mov.b16 %h1, 0x1234;\nst.shared.v4.b8 [buffer], {1, %h1, 2, %h1};\nbar.sync 0;\nld.shared.b32 "
                     "%r0, [buffer];",
                     ".shared .align 4 .b8 buffer[4];"),
            0x34023401u);
  EXPECT_NE(errorOf("st.shared.v2.b8 [buffer], {%r1, %h1};", "sm_90a", ".shared .align 4 .b8 buffer[4];"), "");
}

} // namespace
} // namespace tkc::sim::test
