// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async.bulk and cp.reduce.async.bulk of contiguous bytes: each way, operation and type, and what goes wrong without
// waits and fences.
#include "Schedules.h"

namespace tkc::sim::test {
namespace {

const char *const shared = ".shared .align 128 .b8 tile[1024];\n.shared .align 128 .b8 other[1024];\n"
                           ".shared .align 8 .b64 barrier;\n";

/// One thread makes the barrier and copies 128 bytes; 32 threads take a word each.
const std::string init = "setp.ne.u32 %p0, %thread, 0;\nmov.u32 %r1, tile;\nmov.u32 %r2, barrier;\n"
                         "mad.lo.u32 %r3, %thread, 4, %r1;\nadd.u64 %rd2, %own, 128;\nadd.u64 %rd3, %buffer, 128;\n"
                         "@!%p0 mbarrier.init.shared.b64 [barrier], 1;\n";
const std::string fence = "@!%p0 fence.mbarrier_init.release.cluster;\n";
const std::string expect = "@!%p0 mbarrier.arrive.expect_tx.shared.b64 _, [barrier], 128;\n";
const std::string meet = "bar.sync 0;\n";
const std::string wait = "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p1, [barrier], 0;\n@!%p1 bra WAIT;\n";
const std::string take = "ld.shared.u32 %r4, [%r3];\nst.global.u32 [%rd2], %r4;\n";

std::string load(const std::string &form = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                                           "[%r1], [%buffer], 128, [%r2]") {
  return "@!%p0 " + form + ";\n";
}
Kernel words(const std::string &body) { return {body, shared, numbered(32, 32)}; }
uint32_t number(uint32_t index) { return 1000 + index; }

//===--- Into shared memory -----------------------------------------------===//

TEST(BulkCopy, LoadsCompleteOnAnMbarrier) {
  for (const char *form : {
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%buffer], 128, [%r2]",
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%buffer], 128, [%r2]",
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%r1], [%buffer], 128, "
           "[%r2], %rd9",
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%buffer], "
           "128, "
           "[%r2], %h1",
       }) {
    std::string before = "mov.b64 %rd9, 0;\nmov.b16 %h1, 1;\n";
    expectClean(words(before + init + fence + expect + load(form) + meet + wait + take), 32, 32, number);
    // The bytes may come before they are expected.
    expectClean(words(before + init + fence + load(form) + expect + meet + wait + take), 32, 32, number);
  }
  // A proxy fence serves for the initialisation, too.
  expectClean(words(init + "fence.proxy.async.shared::cta;\n" + expect + load() + meet + wait + take), 32, 32, number);
}

TEST(BulkCopy, ReadsWithoutTheWaitRace) {
  expectFault(words(init + fence + expect + load() + meet + take + wait), "DataRace");
  std::string wrong = without(wait, "[barrier], 0", "[barrier], 1");
  expectFault(words(init + fence + expect + load() + meet + wrong + take), "DataRace");
}

TEST(BulkCopy, InitialisationsNeedAFence) {
  expectFault(words(init + expect + load() + meet + wait + take), "MissingProxyFence", "fence.mbarrier_init");
}

TEST(BulkCopy, GenericWritesNeedAProxyFenceBeforeTheCopy) {
  std::string write = "st.shared.u32 [%r3], 9;\n", plain = meet, fenced = "fence.proxy.async.shared::cta;\n" + meet;
  expectClean(words(init + fence + write + fenced + expect + load() + wait + take), 32, 32, number);
  expectFault(words(init + fence + write + plain + expect + load() + wait + take), "MissingProxyFence");
  // Reads need order alone.
  std::string use = "st.shared.u32 [%r3], 9;\nfence.proxy.async;\nld.shared.u32 %r5, [%r3];\n";
  expectClean(words(init + fence + use + plain + expect + load() + wait + take), 32, 32, number);
  expectFault(words(init + fence + use + expect + load() + meet + wait + take), "DataRace");
  // So do bytes of global memory.
  std::string fill = "st.global.u32 [%own], 3;\n";
  expectClean(words(init + fence + fill + "fence.proxy.async.global;\n" + meet + expect + load() + wait + take), 32, 32,
              [](uint32_t) { return 3u; });
  expectFault(words(init + fence + fill + meet + expect + load() + wait + take), "MissingProxyFence");
}

TEST(BulkCopy, WrongCountsOfBytesAreReported) {
  std::string less = without(expect, "128", "112"), more = without(expect, "128", "144");
  expectFault(words(init + fence + more + load() + meet + wait + take), "TransactionCountMismatch",
              "144 bytes were expected and 128 came");
  expectFault(words(init + fence + less + load() + meet + wait + take), "TransactionCountMismatch",
              "112 bytes were expected and 128 came");
}

TEST(BulkCopy, CopiesInFlightAtTheEndAreReported) {
  expectFault(words(init + fence + expect + load()), "CopyInFlightAtExit");
}

TEST(BulkCopy, OperandsAreChecked) {
  std::string head = init + fence + expect;
  auto with = [&](const std::string &operands) {
    return words(head + load("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes " + operands) + meet +
                 wait);
  };
  expectFault(with("[%r1], [%buffer], 120, [%r2]"), "IllegalOperand", "multiple of 16, got 120");
  expectFault(with("[%r1+8], [%buffer], 128, [%r2]"), "Misaligned");
  expectFault(with("[%r1], [%buffer+4], 128, [%r2]"), "Misaligned");
  expectFault(with("[%r1], [%buffer+8192], 128, [%r2]"), "OutOfBounds");
  expectFault(with("[%r1], [%buffer], 128, [%r1]"), "MbarrierMisuse");
  expectFault(with("[%r1], [%buffer], %r40, [%r2]"), "UndefinedOperand");
  expectFault(words("mov.b16 %h1, 2;\n" + head +
                    load("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], "
                         "[%buffer], 128, [%r2], %h1") +
                    meet + wait),
              "IllegalOperand");
}

TEST(BulkCopy, OverwrittenBarriersAreReported) {
  std::string smash = meet + "@!%p0 st.shared.b64 [barrier], 77;\n";
  expectFault(words(init + fence + smash + expect + load() + meet + wait), "MbarrierMisuse", "overwritten");
}

//===--- Out of shared memory ---------------------------------------------===//

const std::string write = "add.u32 %r6, %thread, 700;\nst.shared.u32 [%r3], %r6;\n";
const std::string toAsync = "fence.proxy.async.shared::cta;\n" + meet;
const std::string store = "@!%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd3], [%r1], 128;\n";
const std::string commit = "@!%p0 cp.async.bulk.commit_group;\n", done = "@!%p0 cp.async.bulk.wait_group 0;\n";
const std::string readDone = "@!%p0 cp.async.bulk.wait_group.read 0;\n";

TEST(BulkCopy, StoresCompleteInGroups) {
  auto expected = [](uint32_t index) { return 700 + index; };
  expectClean(words(init + write + toAsync + store + commit + done), 32, 32, expected);
  expectClean(words(init + write + toAsync + store + commit + readDone), 32, 32, expected);
  std::string hinted = without(without(store, "bulk_group", "bulk_group.L2::cache_hint"), ", 128", ", 128, %rd9");
  expectClean(words("mov.b64 %rd9, 0;\n" + init + write + toAsync + hinted + commit + done), 32, 32, expected);
  std::string masked = without(without(store, "bulk_group", "bulk_group.cp_mask"), ", 128", ", 128, %h1");
  expectClean(words("mov.b16 %h1, 0xff0f;\n" + init + write + toAsync + masked + commit + done), 32, 32,
              [](uint32_t index) { return index % 4 == 1 ? 0 : 700 + index; });
}

TEST(BulkCopy, StoresNeedFenceAndWait) {
  expectFault(words(init + write + meet + store + commit + done), "MissingProxyFence");
  expectFault(words(init + write + "fence.proxy.async.shared::cta;\n" + store + commit + done), "DataRace");
  expectFault(words(init + write + toAsync + store + commit), "CopyInFlightAtExit");
  expectFault(words(init + write + toAsync + store + done), "CopyInFlightAtExit");
  // Overwriting what is read needs the reads alone.
  std::string again = "@!%p0 st.shared.u32 [%r3], 1;\n";
  expectClean(words(init + write + toAsync + store + commit + readDone + again));
  expectFault(words(init + write + toAsync + store + commit + again + readDone), "DataRace");
  // Reading what was written needs the writes.
  std::string look = "@!%p0 ld.global.u32 %r7, [%rd3];\n";
  expectClean(words(init + write + toAsync + store + commit + done + look));
  expectFault(words(init + write + toAsync + store + commit + readDone + look), "DataRace");
  // Of two groups one may be left.
  std::string second = without(store, "[%rd3]", "[%rd3+128]");
  Kernel two = words(init + write + toAsync + store + commit + second + commit + "@!%p0 cp.async.bulk.wait_group 1;\n" +
                     look + readDone);
  two.setting = numbered(32, 64);
  expectClean(two);
  two.body = without(two.body, "[%rd3];\n@!%p0 cp.async.bulk.wait_group.read",
                     "[%rd3+128];\n@!%p0 cp.async.bulk.wait_group.read");
  expectFault(two, "DataRace");
}

TEST(BulkCopy, UndefinedBytesAreNotStored) { expectFault(words(init + store + commit + done), "UndefinedValueStored"); }

TEST(BulkCopy, PrefetchesDoNothing) {
  expectClean(words("cp.async.bulk.prefetch.L2.global [%buffer], 128;\nmov.b64 %rd9, 0;\n"
                    "cp.async.bulk.prefetch.L2.global.L2::cache_hint [%buffer], 128, %rd9;\n"));
  expectFault(words("cp.async.bulk.prefetch.L2.global [%buffer], 100;\n"), "IllegalOperand");
}

//===--- Reductions -------------------------------------------------------===//

struct ReductionCase {
  const char *operation;
  uint32_t old, value, result;
};
class BulkReductions : public testing::TestWithParam<ReductionCase> {};

TEST_P(BulkReductions, IntoGlobal) {
  ReductionCase c = GetParam();
  std::string body = init + "mov.u32 %r6, " + std::to_string(c.value) + ";\nst.shared.u32 [%r3], %r6;\n" + toAsync +
                     "@!%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group." + c.operation +
                     " [%buffer], [%r1], 128;\n" + commit + done;
  Kernel kernel = words(body);
  kernel.setting.words.assign(32, c.old);
  expectClean(kernel, 0, 32, [c](uint32_t) { return c.result; });
}

INSTANTIATE_TEST_SUITE_P(Operations, BulkReductions,
                         testing::Values(ReductionCase{"add.u32", 0xffffffff, 3, 2},
                                         ReductionCase{"add.s32", 5, 0xffffffff, 4}, ReductionCase{"add.u64", 5, 2, 7},
                                         ReductionCase{"min.u32", 1, 0xffffffff, 1},
                                         ReductionCase{"min.s32", 1, 0xffffffff, 0xffffffff},
                                         ReductionCase{"max.u32", 1, 0xffffffff, 0xffffffff},
                                         ReductionCase{"max.s32", 1, 0xffffffff, 1}, ReductionCase{"max.u64", 4, 9, 9},
                                         ReductionCase{"min.s64", 4, 0x80000000, 0x80000000},
                                         ReductionCase{"inc.u32", 4, 4, 0}, ReductionCase{"inc.u32", 3, 4, 4},
                                         ReductionCase{"dec.u32", 0, 4, 4}, ReductionCase{"dec.u32", 3, 4, 2},
                                         ReductionCase{"and.b32", 12, 10, 8}, ReductionCase{"or.b32", 12, 10, 14},
                                         ReductionCase{"xor.b32", 12, 10, 6}, ReductionCase{"and.b64", 12, 10, 8},
                                         ReductionCase{"or.b64", 12, 10, 14}, ReductionCase{"xor.b64", 12, 10, 6},
                                         ReductionCase{"add.f32", 0x3f800000, 0x40000000, 0x40400000},
                                         ReductionCase{"add.noftz.f16", 0x3c003c00, 0x3c004000, 0x40004200},
                                         ReductionCase{"add.noftz.bf16", 0x3f803f80, 0x3f804000, 0x40004040},
                                         ReductionCase{"min.f16", 0x3c003c00, 0x38004000, 0x38003c00},
                                         ReductionCase{"max.f16", 0x3c003c00, 0x38004000, 0x3c004000},
                                         ReductionCase{"max.bf16", 0x3f803f80, 0x3f004000, 0x3f804000}));

TEST(BulkCopy, ReductionsOfOneAddressDoNotRace) {
  Kernel kernel = words(init + "st.shared.u32 [%r3], 2;\n" + toAsync +
                        "@!%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%buffer], [%r1], 128;\n" +
                        commit + done);
  kernel.setting.words.assign(32, 1);
  kernel.setting.shape.grid = {4, 1, 1};
  expectClean(kernel, 0, 32, [](uint32_t) { return 9u; });
  kernel.body = without(kernel.body, "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32",
                        "cp.async.bulk.global.shared::cta.bulk_group");
  expectFault(kernel, "DataRace");
}

TEST(BulkCopy, ReductionsIntoSharedMemoryTellTheBarrier) {
  std::string body =
      init + fence + "mov.u32 %r8, other;\nmad.lo.u32 %r9, %thread, 4, %r8;\nst.shared.u32 [%r9], %thread;\n" +
      "st.shared.u32 [%r3], 50;\n" + toAsync + expect +
      load("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%r1], "
           "[%r8], 128, [%r2]") +
      wait + take;
  expectClean(words(body), 32, 32, [](uint32_t index) { return 50 + index; });
}

//===--- Between CTAs -----------------------------------------------------===//

/// CTA 0 copies into both, or into the other one.
std::string toPeers(const std::string &copy, const std::string &end) {
  return "mov.u32 %r10, %cluster_ctarank;\nsetp.ne.u32 %p2, %r10, 0;\nmov.b16 %h1, 3;\n" + init + fence +
         "st.shared.u32 [%r3], 1;\nfence.proxy.async;\nmov.u32 %r11, other;\nmad.lo.u32 %r12, %thread, 4, %r11;\n"
         "st.shared.u32 [%r12], %thread;\nfence.proxy.async;\n" +
         "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n" + expect +
         "setp.ne.or.u32 %p3, %r10, 0, %p0;\n@!%p3 " + copy + ";\n" + wait +
         "mad.lo.u32 %r13, %r10, 32, %thread;\nmul.wide.u32 %rd5, %r13, 4;\nadd.u64 %rd5, %rd5, %rd3;\n"
         "ld.shared.u32 %r4, [%r3];\nst.global.u32 [%rd5], %r4;\n" +
         end;
}
Kernel inCluster(const std::string &body) {
  Kernel kernel{body, shared, numbered(32, 64)};
  kernel.setting.shape.grid = kernel.setting.shape.cluster = {2, 1, 1};
  return kernel;
}
const std::string leave = "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n";

TEST(BulkCopy, MulticastReachesAllCtasOfTheMask) {
  expectClean(inCluster(toPeers("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                                "[%r1], [%buffer], 128, [%r2], %h1",
                                leave)),
              32, 64, [](uint32_t index) { return 1000 + index % 32; });
}

TEST(BulkCopy, SharedMemoryIsCopiedToAPeer) {
  std::string copy =
      "bra TO;\nbra PAST;\nTO:\nmapa.shared::cluster.u32 %r14, %r1, 1;\n"
      "mapa.shared::cluster.u32 %r15, %r2, 1;\n"
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r14], [%r11], 128, [%r15];\n"
      "PAST:";
  Kernel kernel = inCluster(toPeers(copy, leave));
  // Nobody sends to CTA 0.
  kernel.body =
      without(kernel.body, expect,
              "setp.eq.or.u32 %p4, %r10, 0, %p0;\n@!%p4 mbarrier.arrive.expect_tx.shared.b64 _, [barrier], 128;\n"
              "setp.eq.or.u32 %p5, %r10, 1, %p0;\n@!%p5 mbarrier.arrive.shared.b64 _, [barrier];\n");
  expectClean(kernel, 32, 64, [](uint32_t index) { return index < 32 ? 1 : index - 32; });
}

TEST(BulkCopy, TheMbarrierIsInTheCtaOfTheTarget) {
  std::string copy =
      "bra TO;\nbra PAST;\nTO:\nmapa.shared::cluster.u32 %r14, %r1, 1;\n"
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r14], [%r11], 128, [%r2];\n"
      "PAST:";
  expectFault(inCluster(toPeers(copy, leave)), "IllegalOperand", "its mbarrier is in CTA 0");
}

TEST(BulkCopy, TargetsThatHaveEndedAreReported) {
  // CTA 1 leaves without waiting for what its peer sends.
  std::string body =
      toPeers("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], "
              "[%buffer], 128, [%r2], %h1",
              "");
  body = without(body, expect + "setp", "@%p2 ret;\n" + expect + "setp");
  Kernel kernel = inCluster(body);
  std::string all;
  for (const std::string &schedule : schedules()) {
    Outcome outcome = runUnder(kernel, schedule);
    EXPECT_FALSE(outcome.isClean()) << schedule;
    all += outcome.problems();
  }
  EXPECT_NE(all.find("[ClusterExit]"), std::string::npos) << all;
}

TEST(BulkCopy, RefusesWhatDoesNotExist) {
  auto refused = [](const std::string &text, const std::string &target = "sm_90a") {
    return refusal("mov.u32 %r1, tile;\nmov.u32 %r2, barrier;\n" + text, shared, target);
  };
  EXPECT_NE(refused("cp.async.bulk.global.global.bulk_group [%buffer], [%buffer], 16;"), "");
  EXPECT_NE(refused("cp.async.bulk.shared::cluster.global.bulk_group [%r1], [%buffer], 16, [%r2];"), "");
  EXPECT_NE(refused("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f32 [%buffer], [%r1], 16;"), "");
  EXPECT_NE(refused("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%buffer], [%r1], 16;"), "");
  EXPECT_NE(refused("cp.reduce.async.bulk.global.shared::cta.bulk_group.and.u32 [%buffer], [%r1], 16;"), "");
  EXPECT_NE(
      refused("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.f32 [%r1], [%r1], "
              "16, [%r2];"),
      "");
  EXPECT_NE(refused("cp.async.bulk.commit_group;", "sm_80"), "");
  EXPECT_EQ(refused("cp.async.bulk.commit_group;"), "");
}

} // namespace
} // namespace tkc::sim::test
