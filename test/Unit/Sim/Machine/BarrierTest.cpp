// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named barriers and the cluster's barrier: what they order, how they are misused, and deadlocks.
#include "Simulation.h"

namespace tkc::sim::test {
namespace {

using Names = std::vector<std::string>;

Setting twoWarps() {
  Setting setting;
  setting.shape.block = {64, 1, 1};
  return setting;
}

constexpr const char *tile = ".shared .align 4 .b8 tile[256];";

TEST(NamedBarrier, ArriveHandsOnWhatTheProducerWrote) {
  std::string body = R"(
    mov.u32 %r1, tile;
    and.b32 %r2, %thread, 31;
    shl.b32 %r2, %r2, 2;
    add.u32 %r3, %r1, %r2;
    setp.ge.u32 %p1, %thread, 32;
    @%p1 bra CONSUMER;
    st.shared.u32 [%r3], %thread;
    bar.arrive 1, 64;
    bra DONE;
    CONSUMER:
    bar.sync 1, 64;
    ld.shared.u32 %r4, [%r3];
    st.global.u32 [%own], %r4;
    DONE:)";
  Outcome outcome = runBody(body, twoWarps(), tile);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[40], 8u);
}

TEST(NamedBarrier, DoesNotOrderTheConsumerBeforeTheProducer) {
  // The producer goes on without waiting: what it writes later may meet what the consumer reads.
  std::string body = R"(
    mov.u32 %r1, tile;
    and.b32 %r2, %thread, 31;
    shl.b32 %r2, %r2, 2;
    add.u32 %r3, %r1, %r2;
    setp.ge.u32 %p1, %thread, 32;
    @%p1 bra CONSUMER;
    st.shared.u32 [%r3], %thread;
    bar.arrive 1, 64;
    st.shared.u32 [%r3], 5;
    bra DONE;
    CONSUMER:
    bar.sync 1, 64;
    ld.shared.u32 %r4, [%r3];
    DONE:)";
  EXPECT_EQ(runBody(body, twoWarps(), tile).faults(), Names{"DataRace"});
}

TEST(NamedBarrier, CountsPredicates) {
  Outcome outcome = runBody(R"(
    setp.lt.u32 %p1, %thread, 40;
    barrier.cta.red.popc.aligned.u32 %r1, 0, %p1;
    bar.red.and.pred %p2, 0, %p1;
    bar.red.or.pred %p3, 0, %p1;
    selp.u32 %r2, 1000, 0, %p2;
    selp.u32 %r3, 100, 0, %p3;
    add.u32 %r1, %r1, %r2;
    add.u32 %r1, %r1, %r3;
    st.global.u32 [%own], %r1;)",
                            twoWarps());
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words, std::vector<uint32_t>(64, 140));
}

TEST(NamedBarrier, LanesThatHaveEndedCount) {
  Outcome outcome = runBody(R"(
    setp.ge.u32 %p1, %thread, 40;
    @%p1 exit;
    bar.sync 0;
    st.global.u32 [%own], %thread;)",
                            twoWarps());
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[39], 39u);
}

TEST(NamedBarrier, PartialWarpsCountAsWhole) {
  Setting setting;
  setting.shape.block = {48, 1, 1};
  EXPECT_TRUE(runBody("bar.sync 0;\nbar.sync 3, 64;", setting).isClean());
}

TEST(NamedBarrier, UnalignedOneIsReachedByPartsOfAWarp) {
  std::string body = R"(
    setp.lt.u32 %p1, %thread, 7;
    @%p1 bra FIRST;
    BARRIER;
    bra JOIN;
    FIRST:
    BARRIER;
    JOIN:)";
  auto with = [&](const std::string &barrier) {
    std::string text = body;
    for (size_t at = text.find("BARRIER"); at != std::string::npos; at = text.find("BARRIER")) {
      text.replace(at, 7, barrier);
    }
    return runBody(text, twoWarps());
  };
  EXPECT_TRUE(with("barrier.sync 0").isClean()) << with("barrier.sync 0").problems();
  EXPECT_EQ(with("bar.sync 0").faults(), Names{"DivergentInstruction"});
}

TEST(NamedBarrier, DifferentCountsAreMisuse) {
  std::string body = R"(
    setp.lt.u32 %p1, %thread, 32;
    @%p1 bra FIRST;
    bar.sync 2, 32;
    bra JOIN;
    FIRST:
    bar.arrive 2, 64;
    JOIN:)";
  Setting setting = twoWarps();
  setting.shape.block = {96, 1, 1};
  EXPECT_EQ(runBody(body, setting).faults(), Names{"BarrierMisuse"});
  body.replace(body.find("2, 32"), 5, "2, 96");
  body.replace(body.find("2, 64"), 5, "2, 96");
  EXPECT_TRUE(runBody(body, setting).isClean()) << runBody(body, setting).problems();
}

TEST(NamedBarrier, BadCountsAndNumbersAreMisuse) {
  EXPECT_EQ(runBody("bar.sync 0, 48;", twoWarps()).faults(), Names{"BarrierMisuse"});
  EXPECT_EQ(runBody("bar.sync 0, 128;", twoWarps()).faults(), Names{"BarrierMisuse"});
  EXPECT_EQ(runBody("mov.u32 %r1, 16;\nbar.sync %r1;", twoWarps()).faults(), Names{"BarrierMisuse"});
  EXPECT_TRUE(runBody("mov.u32 %r1, 15;\nbar.sync %r1, 64;", twoWarps()).isClean());
}

TEST(NamedBarrier, SyncAndReductionDoNotMix) {
  std::string body = R"(
    setp.lt.u32 %p1, %thread, 32;
    @%p1 bra FIRST;
    bar.sync 0;
    bra JOIN;
    FIRST:
    bar.red.or.pred %p2, 0, %p1;
    JOIN:)";
  EXPECT_EQ(runBody(body, twoWarps()).faults(), Names{"BarrierMisuse"});
}

TEST(NamedBarrier, ThatIsNotCompletedIsADeadlock) {
  std::string body = R"(
    setp.lt.u32 %p1, %thread, 32;
    @%p1 bra DONE;
    bar.sync 1, 64;
    DONE:
    bar.sync 2, 64;)";
  Outcome outcome = runBody(body, twoWarps());
  ASSERT_EQ(outcome.faults(), Names{"Deadlock"});
  std::string detail = outcome.result.faults[0].fault.detail;
  EXPECT_NE(detail.find("barrier 1: 32 of all threads"), std::string::npos) << detail;
  EXPECT_NE(detail.find("barrier 2: 32 of all threads"), std::string::npos) << detail;
}

TEST(NamedBarrier, WarpsThatWaitAlikeAreOneLine) {
  Setting setting;
  setting.shape.block = {256, 1, 1};
  std::string body = "shr.u32 %r1, %thread, 5;\nsetp.eq.u32 %p1, %r1, 3;\n@%p1 bra OTHER;\nbar.sync 1, 256;\nOTHER:\n"
                     "bar.sync 2, 256;";
  Outcome outcome = runBody(body, setting);
  ASSERT_EQ(outcome.faults(), Names{"Deadlock"});
  std::string detail = outcome.result.faults[0].fault.detail;
  EXPECT_NE(detail.find("CTA (0,0,0) warps 0-2,4-7 lanes 0-31, line "), std::string::npos) << detail;
  EXPECT_NE(detail.find("CTA (0,0,0) warp 3 lanes 0-31, line "), std::string::npos) << detail;
}

TEST(NamedBarrier, UndefinedNumberIsAFault) { EXPECT_EQ(runBody("bar.sync %r7;").faults(), Names{"UndefinedOperand"}); }

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

Setting pair() {
  Setting setting;
  setting.shape.grid = {2, 1, 1};
  setting.shape.cluster = {2, 1, 1};
  return setting;
}

/// Each CTA writes its rank into the other's shared memory.
constexpr const char *exchange = R"(
    mov.u32 %r1, %cluster_ctarank;
    xor.b32 %r2, %r1, 1;
    mov.u32 %r3, tile;
    shl.b32 %r4, %thread, 2;
    add.u32 %r3, %r3, %r4;
    mapa.shared::cluster.u32 %r5, %r3, %r2;
    add.u32 %r6, %r1, 10;
    st.shared::cluster.u32 [%r5], %r6;
    BARRIER
    ld.shared.u32 %r7, [%r3];
    mad.lo.u32 %r8, %r1, 128, %r4;
    cvt.u64.u32 %rd1, %r8;
    add.u64 %rd1, %rd1, %buffer;
    st.global.u32 [%rd1], %r7;)";

std::string withBarrier(const std::string &barrier) {
  std::string text = exchange;
  return text.replace(text.find("BARRIER"), 7, barrier);
}

TEST(ClusterBarrier, OrdersDistributedSharedMemory) {
  Outcome outcome =
      runBody(withBarrier("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;"), pair(), tile);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[3], 11u);
  EXPECT_EQ(outcome.words[35], 10u);
}

TEST(ClusterBarrier, RelaxedArrivalHandsNothingOn) {
  Outcome outcome = runBody(withBarrier("barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;"), pair(), tile);
  EXPECT_EQ(outcome.faults(), Names{"DataRace"});
}

TEST(ClusterBarrier, WaitWithoutArrivalIsMisuse) {
  EXPECT_EQ(runBody("barrier.cluster.wait;", pair()).faults(), Names{"BarrierMisuse"});
  EXPECT_EQ(runBody("barrier.cluster.arrive;\nbarrier.cluster.arrive;", pair()).faults(), Names{"BarrierMisuse"});
}

TEST(ClusterBarrier, ThatIsNotCompletedIsADeadlock) {
  std::string body = R"(
    mov.u32 %r1, %cluster_ctarank;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra WAIT;
    LOOP:
    bar.sync 1, 64;
    WAIT:
    barrier.cluster.arrive;
    barrier.cluster.wait;)";
  Setting setting = pair();
  setting.shape.block = {64, 1, 1};
  EXPECT_TRUE(runBody(body, setting).isClean()) << runBody(body, setting).problems();
  setting.shape.block = {96, 1, 1};
  Outcome outcome = runBody(body, setting);
  ASSERT_EQ(outcome.faults(), Names{"Deadlock"});
  EXPECT_NE(outcome.result.faults[0].fault.detail.find("the cluster's barrier"), std::string::npos);
}

TEST(Cluster, GivesPlaces) {
  Setting setting;
  setting.shape.grid = {4, 2, 1};
  setting.shape.cluster = {2, 2, 1};
  Outcome outcome = runBody(R"(
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ctaid.y;
    mad.lo.u32 %r3, %r2, 4, %r1;
    mov.u32 %r4, %cluster_ctarank;
    mov.u32 %r5, %clusterid.x;
    mad.lo.u32 %r4, %r5, 10, %r4;
    mov.u32 %r6, %cluster_nctarank;
    mad.lo.u32 %r4, %r6, 100, %r4;
    mul.wide.u32 %rd1, %r3, 4;
    add.u64 %rd1, %rd1, %buffer;
    setp.eq.u32 %p1, %thread, 0;
    @%p1 st.global.u32 [%rd1], %r4;)",
                            setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  std::vector<uint32_t> expected = {400, 401, 410, 411, 402, 403, 412, 413};
  outcome.words.resize(8);
  EXPECT_EQ(outcome.words, expected);
}

} // namespace
} // namespace tkc::sim::test
