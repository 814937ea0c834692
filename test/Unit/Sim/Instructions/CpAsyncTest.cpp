// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async: what each form copies, and what happens without the wait.
#include "Schedules.h"

namespace tkc::sim::test {
namespace {

const char *const tile = ".shared .align 16 .b8 tile[4096];\n.shared .align 8 .b64 barrier;\n";

/// `%r1` and `%rd1`: the thread's 16 bytes of the tile and of the buffer; `%rd2` its 16 bytes of output, behind 128
/// words.
const std::string places = R"(
  mov.u32 %r1, tile;
  mad.lo.u32 %r1, %thread, 16, %r1;
  mul.wide.u32 %rd1, %thread, 16;
  add.u64 %rd1, %buffer, %rd1;
  add.u64 %rd2, %rd1, 512;
)";
const std::string fill = "mov.u32 %r9, 7;\nst.shared.v4.b32 [%r1], {%r9, %r9, %r9, %r9};\n";
const std::string dump =
    "ld.shared.v4.b32 {%r4, %r5, %r6, %r7}, [%r1];\nst.global.v4.b32 [%rd2], {%r4, %r5, %r6, %r7};\n";
const std::string commit = "cp.async.commit_group;\n", wait = "cp.async.wait_group 0;\n";

Kernel copying(const std::string &copy, const std::string &end = commit + wait + dump) {
  return {places + fill + copy + end, tile, numbered(128, 128)};
}

struct CopyCase {
  const char *copy;
  /// Words that come from the source, and words that become zero; the others stay.
  uint32_t copied, zeroed;
};

class CopyForms : public testing::TestWithParam<CopyCase> {};

TEST_P(CopyForms, Copies) {
  CopyCase form = GetParam();
  expectClean(copying(form.copy), 128, 128, [form](uint32_t index) {
    uint32_t word = index % 4;
    return word < form.copied ? 1000 + index : word < form.copied + form.zeroed ? 0u : 7u;
  });
}

INSTANTIATE_TEST_SUITE_P(
    Forms, CopyForms,
    testing::Values(
        CopyCase{"cp.async.ca.shared.global [%r1], [%rd1], 4;", 1, 0},
        CopyCase{"cp.async.ca.shared.global [%r1], [%rd1], 8;", 2, 0},
        CopyCase{"cp.async.ca.shared.global [%r1], [%rd1], 16;", 4, 0},
        CopyCase{"cp.async.cg.shared.global [%r1], [%rd1], 16;", 4, 0},
        CopyCase{"cp.async.cg.shared::cta.global [%r1], [%rd1], 16;", 4, 0},
        CopyCase{"cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16;", 4, 0},
        CopyCase{"mov.b64 %rd9, 1; cp.async.cg.shared.global.L2::cache_hint [%r1], [%rd1], 16, %rd9;", 4, 0},
        CopyCase{"mov.b64 %rd9, 1; cp.async.cg.shared.global.L2::cache_hint.L2::256B [%r1], [%rd1], 16, 8, %rd9;", 2,
                 2},
        CopyCase{"cp.async.ca.shared.global [%r1], [%rd1], 16, 4;", 1, 3},
        CopyCase{"mov.u32 %r2, 8; cp.async.cg.shared.global [%r1], [%rd1], 16, %r2;", 2, 2},
        CopyCase{"mov.u32 %r2, 0; cp.async.cg.shared.global [%r1], [%rd1], 16, %r2;", 0, 4},
        CopyCase{"setp.ne.u32 %p1, 1, 0; cp.async.ca.shared.global [%r1], [%rd1], 8, %p1;", 0, 2},
        CopyCase{"setp.ne.u32 %p1, 0, 0; cp.async.ca.shared.global [%r1], [%rd1], 8, %p1;", 2, 0},
        CopyCase{"cp.async.ca.shared.global [%r1+4], [%rd1+4], 4; "
                 "cp.async.ca.shared.global [%r1], [%rd1], 4;",
                 2, 0}));

TEST(CpAsync, WaitAllNeedsNoCommit) {
  expectClean(copying("cp.async.cg.shared.global [%r1], [%rd1], 16;", "cp.async.wait_all;\n" + dump), 128, 128,
              [](uint32_t index) { return 1000 + index; });
}

TEST(CpAsync, ReadsBeforeTheWaitRace) {
  const std::string copy = "cp.async.cg.shared.global [%r1], [%rd1], 16;";
  expectFault(copying(copy, commit + dump + wait), "DataRace");
  expectFault(copying(copy, wait + dump + "cp.async.wait_all;"), "DataRace");
}

TEST(CpAsync, WaitGroupLeavesTheLastGroups) {
  std::string two = "cp.async.cg.shared.global [%r1], [%rd1], 16;\n" + commit +
                    "cp.async.cg.shared.global [%r1+2048], [%rd1], 16;\n" + commit;
  expectClean(copying(two, "cp.async.wait_group 1;\n" + dump + wait), 128, 128,
              [](uint32_t index) { return 1000 + index; });
  expectFault(copying(two, "cp.async.wait_group 2;\n" + dump + wait), "DataRace");
  std::string second = without(dump, "[%r1]", "[%r1+2048]");
  expectFault(copying(two, "cp.async.wait_group 1;\n" + second + wait), "DataRace");
}

TEST(CpAsync, OthersNeedABarrierBesides) {
  std::string other = "xor.b32 %r2, %thread, 40;\nmov.u32 %r3, tile;\nmad.lo.u32 %r3, %r2, 16, %r3;\n"
                      "ld.shared.b32 %r4, [%r3];\nst.global.b32 [%rd2], %r4;\n";
  Kernel good{places + "cp.async.cg.shared.global [%r1], [%rd1], 16;\ncp.async.wait_all;\nbar.sync 0;\n" + other, tile,
              numbered(256, 256, 64)};
  good.body = without(good.body, "512", "1024");
  expectClean(good, 256, 256, [](uint32_t index) { return index % 4 ? 0 : 1000 + ((index / 4) ^ 40) * 4; });
  Kernel bad = good;
  bad.body = without(good.body, "bar.sync 0;");
  expectFault(bad, "DataRace");
}

TEST(CpAsync, OverwritingTargetOrSourceInFlightRaces) {
  const std::string copy = "cp.async.cg.shared.global [%r1], [%rd1], 16;\n";
  expectFault(copying(copy, "st.shared.b32 [%r1], %r9;\n" + commit + wait), "DataRace");
  expectFault(copying(copy, "st.global.b32 [%rd1], %r9;\n" + commit + wait), "DataRace");
  expectClean(copying(copy, commit + wait + "st.shared.b32 [%r1], %r9;\nst.global.b32 [%rd1], %r9;\n"));
  // Nothing orders two copies of one thread.
  expectFault(copying(copy + copy), "DataRace");
}

TEST(CpAsync, CopiesThatNobodyWaitsForAreReportedAtTheEnd) {
  expectFault(copying("cp.async.cg.shared.global [%r1], [%rd1], 16;\n", commit), "CopyInFlightAtExit");
  expectFault(copying("cp.async.cg.shared.global [%r1], [%rd1], 16;\n", ""), "CopyInFlightAtExit");
}

TEST(CpAsync, AddressesAndSizesAreChecked) {
  expectFault(copying("cp.async.cg.shared.global [%r1+4], [%rd1], 16;\n"), "Misaligned");
  expectFault(copying("cp.async.ca.shared.global [%r1], [%rd1+2], 4;\n"), "Misaligned");
  expectFault(copying("cp.async.ca.shared.global [%r1], [%rd1+65536], 4;\n"), "OutOfBounds");
  expectFault(copying("mov.u32 %r2, 20; cp.async.cg.shared.global [%r1], [%rd1], 16, %r2;"), "IllegalOperand");
  expectFault(copying("cp.async.cg.shared.global [%r1], [%rd1], 16, %r40;"), "UndefinedOperand");
}

TEST(CpAsync, UndefinedBytesStayUndefined) {
  Kernel kernel = copying("cp.async.cg.shared.global [%r1], [%rd1], 16;\n");
  kernel.setting.isFilled = false;
  expectFault(kernel, "UndefinedValueStored");
}

TEST(CpAsync, RefusesWhatDoesNotExist) {
  EXPECT_NE(refusal(places + "cp.async.cg.shared.global [%r1], [%rd1], 8;", tile), "");
  EXPECT_NE(refusal(places + "cp.async.ca.shared.global [%r1], [%rd1], 12;", tile), "");
  EXPECT_NE(refusal(places + "cp.async.shared.global [%r1], [%rd1], 16;", tile), "");
  EXPECT_NE(refusal(places + "cp.async.cg.global.shared [%rd1], [%r1], 16;", tile), "");
  EXPECT_NE(refusal(places + "cp.async.wait_group %r1;", tile), "");
}

//===--- Arrivals ---------------------------------------------------------===//

std::string arriving(const std::string &count, const std::string &arrive) {
  return places + "setp.ne.u32 %p0, %thread, 0;\n@%p0 bra MADE;\nmbarrier.init.shared.b64 [barrier], " + count +
         ";\nMADE:\nbar.sync 0;\ncp.async.cg.shared.global [%r1], [%rd1], 16;\n" + arrive +
         "WAIT:\nmbarrier.test_wait.parity.shared.b64 %p1, [barrier], 0;\n@!%p1 bra WAIT;\n"
         "xor.b32 %r2, %thread, 21;\nmov.u32 %r3, tile;\nmad.lo.u32 %r3, %r2, 16, %r3;\n"
         "ld.shared.b32 %r4, [%r3];\nst.global.b32 [%rd2], %r4;\n";
}

TEST(CpAsync, MbarriersTellOthersOfCopies) {
  auto expected = [](uint32_t index) { return index % 4 ? 0 : 1000 + ((index / 4) ^ 21) * 4; };
  expectClean({arriving("32", "cp.async.mbarrier.arrive.noinc.shared.b64 [barrier];\n"), tile, numbered(128, 128)}, 128,
              128, expected);
  expectClean({arriving("32", "mov.u64 %rd8, barrier;\ncvta.shared.u64 %rd9, %rd8;\n"
                              "cp.async.mbarrier.arrive.noinc.b64 [%rd9];\n"),
               tile, numbered(128, 128)},
              128, 128, expected);
  // Without .noinc the thread's own arrival still lacks.
  expectClean(
      {arriving("32", "cp.async.mbarrier.arrive.shared.b64 [barrier];\nmbarrier.arrive.shared.b64 _, [barrier];\n"),
       tile, numbered(128, 128)},
      128, 128, expected);
  expectFault({arriving("32", "cp.async.mbarrier.arrive.shared.b64 [barrier];\n"), tile, numbered(128, 128)},
              "Deadlock");
  // A plain arrival says nothing of copies.
  expectFault(
      {arriving("32", "mbarrier.arrive.shared.b64 _, [barrier];\n") + "cp.async.wait_all;\n", tile, numbered(128, 128)},
      "DataRace");
}

} // namespace
} // namespace tkc::sim::test
