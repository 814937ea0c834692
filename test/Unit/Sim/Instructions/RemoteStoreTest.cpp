// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// st.async and red.async: values go to another CTA, whose mbarrier counts their bytes.
#include "Evaluate.h"
#include "Schedules.h"

namespace tkc::sim::test {
namespace {

const char *const declarations = ".shared .align 8 .b64 bar;\n.shared .align 16 .b8 box[256];\n";

/// CTA 0 of a cluster of two waits; each thread of CTA 1 sends to its own place of CTA 0.
std::string exchange(const std::string &expect, const std::string &send, const std::string &use) {
  return "mov.u32 %r10, bar;\nmov.u32 %r11, box;\nmad.lo.u32 %r12, %thread, 8, %r11;\n"
         "mov.u64 %rd9, 5;\nst.shared.u64 [%r12], %rd9;\n"
         "setp.eq.u32 %p1, %thread, 0;\n@%p1 mbarrier.init.shared.b64 [%r10], "
         "1;\nfence.mbarrier_init.release.cluster;\n"
         "barrier.cluster.arrive;\nbarrier.cluster.wait;\nmov.u32 %r13, %cluster_ctarank;\nsetp.eq.u32 %p2, %r13, 0;\n"
         "@%p2 bra RECEIVER;\nmapa.shared::cluster.u32 %r14, %r12, 0;\nmapa.shared::cluster.u32 %r15, %r10, 0;\n"
         "add.u32 %r16, %thread, 100;\ncvt.u64.u32 %rd10, %r16;\n" +
         send + "\nbra DONE;\nRECEIVER:\n@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r10], " + expect +
         ";\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r10], 0;\n@!%p3 bra WAIT;\n" + use +
         "\nDONE:\nbarrier.cluster.arrive;\nbarrier.cluster.wait;";
}

Outcome run(const std::string &body, const std::string &schedule) {
  Setting setting;
  setting.shape.grid = setting.shape.cluster = {2, 1, 1};
  setting.options.schedule = *parseSchedule(schedule);
  return runBody(body, setting, declarations);
}

const char *const receive = "ld.shared.u32 %r20, [%r12];\nst.global.u32 [%own], %r20;";

TEST(RemoteStore, ArrivesAndCounts) {
  std::string send = "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r14], %r16, [%r15];";
  for (const char *schedule : {"roundrobin", "random:1", "random:2", "adversarial:1", "adversarial:2"}) {
    Outcome outcome = run(exchange("128", send, receive), schedule);
    ASSERT_TRUE(outcome.isClean()) << schedule << outcome.problems();
    for (uint32_t thread = 0; thread < 32; ++thread) {
      EXPECT_EQ(outcome.words[thread], 100 + thread);
    }
  }
}

TEST(RemoteStore, VectorsAndReductions) {
  std::string pair = "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%r14], {%r16, %r16}, [%r15];";
  Outcome two = run(exchange("256", pair, receive), "random:3");
  EXPECT_TRUE(two.isClean()) << two.problems();
  EXPECT_EQ(two.words[7], 107u);
  std::string sum =
      "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [%r14], %rd10, [%r15];";
  Outcome added = run(exchange("256", sum, receive), "random:3");
  EXPECT_TRUE(added.isClean()) << added.problems();
  EXPECT_EQ(added.words[7], 112u);
  std::string least =
      "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.s32 [%r14], -3, [%r15];";
  EXPECT_EQ(run(exchange("128", least, receive), "roundrobin").words[9], uint32_t(-3));
}

TEST(RemoteStore, OnlyTheWaitOrdersIt) {
  std::string send = "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r14], %r16, [%r15];";
  std::string body = exchange("128", send, receive);
  size_t begin = body.find("WAIT:"), end = body.find("bra WAIT;") + 9;
  Outcome racy = run(body.replace(begin, end - begin, ""), "roundrobin");
  ASSERT_FALSE(racy.faults().empty());
  EXPECT_EQ(racy.faults()[0], "DataRace");
}

TEST(RemoteStore, WrongByteCountsAreFound) {
  std::string send = "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r14], %r16, [%r15];";
  Outcome outcome = run(exchange("132", send, receive), "roundrobin");
  ASSERT_FALSE(outcome.faults().empty());
  EXPECT_EQ(outcome.faults()[0], "TransactionCountMismatch");
}

TEST(RemoteStore, WrongTexts) {
  EXPECT_NE(errorOf("st.async.mbarrier::complete_tx::bytes.v4.b64 [%r0], {%rd0, %rd1, %rd2, %rd3}, [%r1];")
                .find("at most 128 bits"),
            std::string::npos);
  EXPECT_NE(errorOf("red.async.relaxed.cluster.mbarrier::complete_tx::bytes.min.u64 [%r0], %rd0, [%r1];"), "");
  EXPECT_NE(errorOf("st.async.mbarrier::complete_tx::bytes.b32 [%r0], %r1, [%r2];", "sm_80").find("needs sm_90"),
            std::string::npos);
  EXPECT_NE(errorOf("st.async.release.global.b32 [%rd0], %r1;").find("needs sm_100"), std::string::npos);
}

TEST(Mbarrier, NoCompleteStandsBehindTheScopeToo) {
  EXPECT_EQ(errorOf("mbarrier.arrive.release.cta.noComplete.shared.b64 %rd0, [%r1], 2;"), "");
  EXPECT_EQ(errorOf("mbarrier.arrive_drop.noComplete.release.cta.shared.b64 %rd0, [%r1], 2;"), "");
  EXPECT_NE(errorOf("mbarrier.arrive.release.cluster.noComplete.shared.b64 %rd0, [%r1], 2;").find("only .release.cta"),
            std::string::npos);
}

} // namespace
} // namespace tkc::sim::test
