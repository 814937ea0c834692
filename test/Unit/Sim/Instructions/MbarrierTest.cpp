// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mbarrier: every form with its effect, what phases hand on, and every misuse beside a right twin.
#include "Schedules.h"

namespace tkc::sim::test {
namespace {

const char *const shared = ".shared .align 16 .b8 tile[1024];\n.shared .align 8 .b64 barrier;\n"
                           ".shared .align 8 .b64 barriers[64];\n";

/// Thread 0 makes the barrier for so many arrivals.
std::string made(const std::string &count) {
  return "setp.ne.u32 %p0, %thread, 0;\n@%p0 bra MADE;\nmbarrier.init.shared.b64 [barrier], " + count +
         ";\nMADE:\nbar.sync 0;\n";
}
std::string waitFor(const std::string &parity, const std::string &label = "WAIT",
                    const std::string &what = "mbarrier.try_wait.parity.shared.b64") {
  return label + ":\n" + what + " %p1, [barrier], " + parity + ";\n@!%p1 bra " + label + ";\n";
}
/// Each thread writes a word of the tile, and reads that of thread `thread ^ 37` in the end.
const std::string write = "mov.u32 %r1, tile;\nmad.lo.u32 %r1, %thread, 4, %r1;\nadd.u32 %r2, %thread, 500;\n"
                          "st.shared.u32 [%r1], %r2;\n";
const std::string read = "xor.b32 %r3, %thread, 37;\nmov.u32 %r4, tile;\nmad.lo.u32 %r4, %r3, 4, %r4;\n"
                         "ld.shared.u32 %r5, [%r4];\nst.global.u32 [%own], %r5;\n";

Kernel exchanging(const std::string &arrive, const std::string &wait, const std::string &count = "64") {
  return {made(count) + write + arrive + wait + read, shared, numbered(0, 64, 64)};
}
void expectExchange(const std::string &arrive, const std::string &wait, const std::string &count = "64") {
  expectClean(exchanging(arrive, wait, count), 0, 64, [](uint32_t index) { return 500 + (index ^ 37); });
}

//===--- Arrivals and waits -----------------------------------------------===//

TEST(Mbarrier, ArrivalsReleaseAndWaitsAcquire) {
  for (const char *arrive : {
           "mbarrier.arrive.shared.b64 %rd1, [barrier];\n",
           "mbarrier.arrive.shared.b64 _, [barrier];\n",
           "mbarrier.arrive.shared::cta.b64 %rd1, [barrier];\n",
           "mbarrier.arrive.release.cta.shared.b64 %rd1, [barrier], 1;\n",
           "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [barrier];\n",
           "mov.u64 %rd2, barrier;\ncvta.shared.u64 %rd2, %rd2;\nmbarrier.arrive.b64 %rd1, [%rd2];\n",
           "mbarrier.arrive.expect_tx.shared.b64 %rd1, [barrier], 0;\n",
           "mbarrier.arrive_drop.shared.b64 %rd1, [barrier];\n",
           "mbarrier.arrive_drop.expect_tx.release.cta.shared.b64 _, [barrier], 0;\n",
           "mbarrier.expect_tx.relaxed.cta.shared.b64 [barrier], 16;\n"
           "mbarrier.complete_tx.relaxed.cta.shared.b64 [barrier], 16;\nmbarrier.arrive.shared.b64 _, [barrier];\n",
       }) {
    expectExchange(arrive, waitFor("0"));
  }
  expectExchange("mov.u32 %r8, 2;\nmbarrier.arrive.shared.b64 _, [barrier], %r8;\n", waitFor("0"), "128");
  expectExchange(
      "mbarrier.arrive.noComplete.shared.b64 %rd1, [barrier], 1;\nmbarrier.arrive.shared.b64 _, [barrier];\n",
      waitFor("0"), "128");
}

TEST(Mbarrier, AllFormsOfWaiting) {
  const std::string arrive = "mbarrier.arrive.shared.b64 %rd1, [barrier];\n";
  for (const char *wait :
       {"mbarrier.test_wait.parity.shared.b64", "mbarrier.try_wait.parity.shared::cta.b64",
        "mbarrier.try_wait.parity.acquire.cta.shared.b64", "mbarrier.test_wait.parity.acquire.cluster.shared.b64"}) {
    expectExchange(arrive, waitFor("0", "WAIT", wait));
  }
  expectExchange(arrive, waitFor("%rd1", "WAIT", "mbarrier.test_wait.shared.b64"));
  expectExchange(arrive, waitFor("%rd1", "WAIT", "mbarrier.try_wait.acquire.cta.shared.b64"));
  expectExchange(arrive, "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p1, [barrier], 0, 1000;\n@!%p1 bra WAIT;\n");
  expectExchange(arrive, "mov.u64 %rd2, barrier;\ncvta.shared.u64 %rd2, %rd2;\nWAIT:\n"
                         "mbarrier.try_wait.parity.b64 %p1, [%rd2], 0;\n@!%p1 bra WAIT;\n");
}

TEST(Mbarrier, WithoutOrderTheRaceIsVisible) {
  const std::string arrive = "mbarrier.arrive.shared.b64 %rd1, [barrier];\n";
  expectFault(exchanging(arrive, ""), "DataRace");
  expectFault(exchanging("mbarrier.arrive.relaxed.cta.shared.b64 %rd1, [barrier];\n", waitFor("0")), "DataRace");
  expectFault(exchanging(arrive, waitFor("0", "WAIT", "mbarrier.try_wait.parity.relaxed.cta.shared.b64")), "DataRace");
  expectClean(exchanging(arrive, waitFor("0", "WAIT", "mbarrier.try_wait.parity.relaxed.cta.shared.b64") +
                                     "fence.acq_rel.cta;\n"));
}

TEST(Mbarrier, TheOtherParityIsThatOfThePhaseBefore) {
  // It succeeds at once: a fresh barrier counts as one whose odd phase is complete.
  expectFault(exchanging("mbarrier.arrive.shared.b64 %rd1, [barrier];\n", waitFor("1")), "DataRace");
}

TEST(Mbarrier, PhasesFollowOneAnother) {
  std::string two = made("64") + write + "mbarrier.arrive.shared.b64 _, [barrier];\n" + waitFor("0") +
                    "ld.shared.u32 %r6, [%r1];\nmbarrier.arrive.shared.b64 %rd1, [barrier];\n" +
                    waitFor("1", "SECOND") + "st.shared.u32 [%r1], %r2;\nmbarrier.arrive.shared.b64 _, [barrier];\n" +
                    waitFor("0", "THIRD") + read;
  expectClean({two, shared, numbered(0, 64, 64)}, 0, 64, [](uint32_t index) { return 500 + (index ^ 37); });
}

TEST(Mbarrier, StatesTellPhaseAndCount) {
  std::string body = "mov.u32 %r1, barriers;\nmad.lo.u32 %r1, %thread, 8, %r1;\nmbarrier.init.shared.b64 [%r1], 7;\n"
                     "mbarrier.arrive.shared.b64 %rd1, [%r1];\nmbarrier.pending_count.b64 %r2, %rd1;\n"
                     "mbarrier.arrive.noComplete.shared.b64 %rd2, [%r1], 3;\nmbarrier.pending_count.b64 %r3, %rd2;\n"
                     "mad.lo.u32 %r2, %r2, 100, %r3;\nst.global.u32 [%own], %r2;\n";
  expectClean({body, shared, numbered(0, 32)}, 0, 32, [](uint32_t) { return 706u; });
}

TEST(Mbarrier, DroppedArrivalsAreNotExpectedAgain) {
  // The second half drops out in the first phase.
  std::string body = made("64") +
                     "setp.ge.u32 %p2, %thread, 32;\n@%p2 mbarrier.arrive_drop.shared.b64 _, [barrier];\n@%p2 ret;\n"
                     "mbarrier.arrive.shared.b64 _, [barrier];\n" +
                     waitFor("0") + "mbarrier.arrive.shared.b64 _, [barrier];\n" + waitFor("1", "SECOND") +
                     "st.global.u32 [%own], %thread;\n";
  expectClean({body, shared, numbered(0, 64, 64)}, 0, 32, [](uint32_t index) { return index; });
}

TEST(Mbarrier, MemoryMayBeUsedAgainAfterInval) {
  std::string body = made("64") + write + "mbarrier.arrive.shared.b64 _, [barrier];\n" + waitFor("0") +
                     "bar.sync 0;\n@%p0 bra GONE;\nmbarrier.inval.shared.b64 [barrier];\nst.shared.b64 [barrier], 5;\n"
                     "mbarrier.init.shared.b64 [barrier], 64;\nGONE:\nbar.sync 0;\n"
                     "mbarrier.arrive.shared.b64 _, [barrier];\n" +
                     waitFor("0", "AGAIN") + read;
  expectClean({body, shared, numbered(0, 64, 64)}, 0, 64, [](uint32_t index) { return 500 + (index ^ 37); });
}

TEST(Mbarrier, TryWaitDoesNotHoldUpWhoLooksOnce) {
  // Each looks before it arrives; on hardware the look times out.
  expectExchange("mbarrier.try_wait.parity.shared.b64 %p3, [barrier], 0;\nmbarrier.arrive.shared.b64 _, [barrier];\n",
                 waitFor("0"));
}

//===--- Deadlocks --------------------------------------------------------===//

TEST(Mbarrier, DeadlocksSayWhoWaitsForWhat) {
  Kernel kernel = exchanging("mbarrier.arrive.shared.b64 _, [barrier];\n", waitFor("0"), "65");
  expectFault(kernel, "Deadlock", "phase 0 (parity 0), 1 of 65 arrivals pending");
  kernel = exchanging("mbarrier.arrive.shared.b64 _, [barrier];\n",
                      waitFor("0", "WAIT", "mbarrier.test_wait.parity.shared.b64"), "65");
  expectFault(kernel, "Deadlock", "mbarrier at shared 0x800");
}

TEST(Mbarrier, BytesThatNeverComeAreNamed) {
  Kernel kernel = exchanging("@%p0 bra PLAIN;\nmbarrier.expect_tx.relaxed.cta.shared.b64 [barrier], 4096;\nPLAIN:\n"
                             "@!%p0 mbarrier.complete_tx.relaxed.cta.shared.b64 [barrier], 1024;\n"
                             "mbarrier.arrive.shared.b64 _, [barrier];\n",
                             waitFor("0"));
  expectFault(kernel, "TransactionCountMismatch", "4096 bytes were expected and 1024 came");
  expectFault(kernel, "Deadlock", "3072 bytes pending");
}

TEST(Mbarrier, BytesThatNobodyExpectedAreNamed) {
  Kernel kernel = exchanging("@!%p0 mbarrier.complete_tx.relaxed.cta.shared.b64 [barrier], 16;\n"
                             "mbarrier.arrive.shared.b64 _, [barrier];\n",
                             waitFor("0"));
  expectFault(kernel, "TransactionCountMismatch", "0 bytes were expected and 16 came");
}

//===--- Misuse -----------------------------------------------------------===//

Kernel alone(const std::string &body) { return {body, shared, numbered(0, 1, 1)}; }

TEST(Mbarrier, MisuseIsReported) {
  const std::string init = "mbarrier.init.shared.b64 [barrier], 1;\n",
                    arrive = "mbarrier.arrive.shared.b64 _, [barrier];\n";
  expectClean(alone(init + arrive + waitFor("0") + "mbarrier.inval.shared.b64 [barrier];\n"));
  expectFault(alone(arrive), "MbarrierMisuse", "no mbarrier is initialised");
  expectFault(alone(waitFor("0")), "MbarrierMisuse", "no mbarrier is initialised");
  expectFault(alone(init + init), "MbarrierMisuse", "initialised again");
  expectFault(alone(init + "st.shared.b32 [barrier], 3;\n" + arrive), "MbarrierMisuse", "overwritten");
  expectFault(alone(init + "mbarrier.inval.shared.b64 [barrier];\n" + arrive), "MbarrierMisuse");
  expectFault(
      alone(init + "mbarrier.expect_tx.relaxed.cta.shared.b64 [barrier], 16;\nmbarrier.inval.shared.b64 [barrier];\n"),
      "MbarrierMisuse", "invalidated while bytes are pending");
  // A phase need not be over.
  expectClean(alone("mbarrier.init.shared.b64 [barrier], 2;\n" + arrive + "mbarrier.inval.shared.b64 [barrier];\n"));
  expectFault(alone("mbarrier.init.shared.b64 [barrier], 2;\nmbarrier.arrive.shared.b64 _, [barrier], 3;\n"),
              "MbarrierMisuse", "2 of 2 arrivals pending: 3 more arrive");
  expectFault(alone(init + "mbarrier.arrive.noComplete.shared.b64 %rd1, [barrier], 1;\n"), "MbarrierMisuse",
              "noComplete");
  expectFault(alone(init + "mbarrier.arrive.expect_tx.shared.b64 _, [barrier], 1048576;\n"), "MbarrierMisuse",
              "1048575 bytes");
  expectFault(alone("mbarrier.init.shared.b64 [barrier], 0;\n"), "IllegalOperand", "from 1 to 1048575, got 0");
  expectFault(alone("mbarrier.init.shared.b64 [barrier], 1048576;\n"), "IllegalOperand");
  expectFault(alone(init + "mbarrier.test_wait.parity.shared.b64 %p1, [barrier], 2;\n"), "IllegalOperand");
  expectFault(alone(init + "mbarrier.init.shared.b64 [barriers+4], 1;\nmbarrier.init.shared.b64 [barriers+8], 1;\n"),
              "Misaligned");
  expectFault(alone(init + "mbarrier.arrive.b64 %rd1, [%buffer];\n"), "WrongSpace");
  expectFault(alone(init + "mov.b64 %rd1, 5;\nmbarrier.test_wait.shared.b64 %p1, [barrier], %rd1;\n"), "MbarrierMisuse",
              "not one of an mbarrier");
  expectFault(alone(init + "mbarrier.arrive.shared.b64 %rd1, [barrier];\n" + arrive +
                    "mbarrier.test_wait.shared.b64 %p1, [barrier], %rd1;\n"),
              "MbarrierMisuse", "neither this one nor the one before");
  expectFault(alone(init + "mbarrier.test_wait.shared.b64 %p1, [barrier], %rd1;\n"), "UndefinedOperand");
}

TEST(Mbarrier, BarriersMustNotGoWhileSomebodyWaits) {
  Kernel kernel = exchanging("mbarrier.arrive.shared.b64 _, [barrier];\n", waitFor("0"), "65");
  kernel.body = without(kernel.body, "WAIT:",
                        "setp.eq.u32 %p2, %thread, 63;\n@!%p2 bra WAIT;\n"
                        "mbarrier.inval.shared.b64 [barrier];\nret;\nWAIT:");
  expectFault(kernel, "MbarrierMisuse", "no mbarrier is initialised");
}

TEST(Mbarrier, InitialisationsNeedOrder) {
  Kernel kernel = exchanging("mbarrier.arrive.shared.b64 _, [barrier];\n", waitFor("0"));
  kernel.body = without(kernel.body, "bar.sync 0;\n");
  expectFaultSomewhere(kernel, "MbarrierMisuse");
  expectFaultSomewhere(kernel, "DataRace");
}

TEST(Mbarrier, DataOverAnMbarrierRace) {
  Kernel kernel = exchanging("mbarrier.arrive.shared.b64 _, [barrier];\n", waitFor("0"));
  kernel.body = without(kernel.body, read, "setp.eq.u32 %p2, %thread, 40;\n@%p2 st.shared.b64 [barrier], 0;\n");
  expectFault(kernel, "DataRace");
}

TEST(Mbarrier, RefusesWhatDoesNotExist) {
  EXPECT_NE(refusal("mbarrier.arrive.shared.b64 %r1, [barrier];", shared), "");
  EXPECT_NE(refusal("mbarrier.arrive.shared::cluster.b64 %rd1, [barrier];", shared), "");
  EXPECT_NE(refusal("mbarrier.arrive.global.b64 %rd1, [%buffer];", shared), "");
  EXPECT_NE(refusal("mbarrier.poke.shared.b64 [barrier];", shared), "");
  EXPECT_NE(refusal("mbarrier.try_wait.parity.shared.b64 %p1, [barrier], 0;", shared, "sm_80"), "");
  EXPECT_NE(refusal("mbarrier.arrive.expect_tx.shared.b64 %rd1, [barrier], 16;", shared, "sm_80"), "");
  EXPECT_EQ(refusal("mbarrier.test_wait.parity.shared.b64 %p1, [barrier], 0;", shared, "sm_80"), "");
  EXPECT_NE(refusal("mbarrier.arrive.noComplete.shared.b64 %rd1, [barrier];", shared), "");
}

//===--- Clusters ---------------------------------------------------------===//

/// Two CTAs; each tells the other's barrier, and reads what the other has written.
std::string remote(const std::string &init, const std::string &arrive, const std::string &wait) {
  return "mov.u32 %r10, %cluster_ctarank;\nxor.b32 %r11, %r10, 1;\nmov.u32 %r12, barrier;\n"
         "mapa.shared::cluster.u32 %r13, %r12, %r11;\nsetp.ne.u32 %p0, %thread, 0;\n@%p0 bra MADE;\n"
         "mbarrier.init.shared.b64 [barrier], 32;\nMADE:\n" +
         init + write + arrive + wait +
         "mov.u32 %r14, tile;\nmad.lo.u32 %r14, %thread, 4, %r14;\nmapa.shared::cluster.u32 %r14, %r14, %r11;\n"
         "ld.shared::cluster.u32 %r15, [%r14];\nmad.lo.u32 %r15, %r10, 0, %r15;\nmad.lo.u32 %r16, %r10, 32, %thread;\n"
         "mul.wide.u32 %rd5, %r16, 4;\nadd.u64 %rd5, %buffer, %rd5;\nst.global.u32 [%rd5], %r15;\n"
         "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n";
}
Kernel inCluster(const std::string &body) {
  Kernel kernel{body, shared, numbered(0, 64)};
  kernel.setting.shape.grid = kernel.setting.shape.cluster = {2, 1, 1};
  return kernel;
}

TEST(Mbarrier, PeersArriveRemotely) {
  const std::string meet = "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n";
  const std::string fenced = "fence.mbarrier_init.release.cluster;\nbarrier.cluster.arrive.relaxed.aligned;\n"
                             "barrier.cluster.wait.acquire.aligned;\n";
  const std::string plain = "mbarrier.arrive.shared::cluster.b64 _, [%r13];\n";
  const std::string wide = "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r13];\n";
  const std::string wideWait = waitFor("0", "WAIT", "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64");
  auto expected = [](uint32_t index) { return 500 + index % 32; };
  expectClean(inCluster(remote(meet, wide, wideWait)), 0, 64, expected);
  expectClean(inCluster(remote(fenced, wide, wideWait)), 0, 64, expected);
  expectClean(inCluster(remote(meet, plain, waitFor("0"))), 0, 64, expected);
  // The scope of a CTA does not reach the other one.
  expectFault(inCluster(remote(meet, "mbarrier.arrive.release.cta.shared::cluster.b64 _, [%r13];\n", wideWait)),
              "DataRace");
  expectFault(inCluster(remote(meet, wide, waitFor("0", "WAIT", "mbarrier.try_wait.parity.acquire.cta.shared.b64"))),
              "DataRace");
  expectFaultSomewhere(inCluster(remote("", wide, wideWait)), "MbarrierMisuse");
}

TEST(Mbarrier, PeersMustNotHaveEnded) {
  const std::string meet = "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n";
  const std::string arrive = "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r13];\n";
  // CTA 1 ends after the barriers are made; CTA 0 arrives there, or looks into its memory.
  std::string head =
      "mov.u32 %r10, %cluster_ctarank;\nmov.u32 %r12, barrier;\nmapa.shared::cluster.u32 %r13, %r12, 1;\n"
      "setp.ne.u32 %p0, %thread, 0;\n@%p0 bra MADE;\nmbarrier.init.shared.b64 [barrier], 64;\nMADE:\n" +
      meet + "setp.eq.u32 %p2, %r10, 1;\n@%p2 ret;\n";
  for (const std::string &use : {arrive, std::string("ld.shared::cluster.u64 %rd7, [%r13];\n"),
                                 std::string("st.shared::cluster.u64 [%r13+8], %rd8;\n")}) {
    expectFaultSomewhere(inCluster("mov.b64 %rd8, 0;\nst.shared.u64 [barriers], %rd8;\n" + head + use), "ClusterExit");
    std::string both = without(head, "@%p2 ret;\n", "@%p2 bra STAY;\n");
    expectClean(inCluster("mov.b64 %rd8, 0;\n" + without(both, "MADE:\n", "st.shared.u64 [barriers], %rd8;\nMADE:\n") +
                          "@%p0 bra STAY;\n" + use + "STAY:\nbar.sync 0;\n" + meet));
  }
}

} // namespace
} // namespace tkc::sim::test
