// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes that learn from one another: shfl, vote, match, redux, elect, and who waits for whom.
#include "Simulation.h"

namespace tkc::sim::test {
namespace {

/// Runs a body that leaves a word in %r0, and gives the words of the 32 threads.
std::vector<uint32_t> wordsOf(const std::string &body) {
  Outcome outcome = runBody(body + "\nst.global.u32 [%own], %r0;");
  EXPECT_TRUE(outcome.isClean()) << outcome.problems();
  outcome.words.resize(32);
  return outcome.words;
}

TEST(Shuffle, ButterflyExchanges) {
  std::vector<uint32_t> words = wordsOf("shfl.sync.bfly.b32 %r0, %thread, 4, 31, -1;");
  for (uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(words[lane], lane ^ 4);
  }
}

TEST(Shuffle, UpAndDownKeepTheirOwnAtTheEnds) {
  std::vector<uint32_t> up = wordsOf("shfl.sync.up.b32 %r0, %thread, 3, 0, -1;");
  std::vector<uint32_t> down = wordsOf("shfl.sync.down.b32 %r0, %thread, 3, 31, -1;");
  for (uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(up[lane], lane < 3 ? lane : lane - 3);
    EXPECT_EQ(down[lane], lane > 28 ? lane : lane + 3);
  }
}

TEST(Shuffle, IndexStaysInItsSegment) {
  // Segments of 8: c is ((32 - 8) << 8) | 31.
  std::vector<uint32_t> words = wordsOf("shfl.sync.idx.b32 %r0, %thread, 2, 6175, -1;");
  for (uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(words[lane], lane / 8 * 8 + 2);
  }
}

TEST(Shuffle, SaysWhetherTheSourceIsInRange) {
  std::vector<uint32_t> words = wordsOf("shfl.sync.down.b32 %r1|%p1, %thread, 16, 31, -1;\nselp.u32 %r0, 1, 0, %p1;");
  for (uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(words[lane], lane < 16 ? 1u : 0u);
  }
}

TEST(Shuffle, OfALaneThatIsNotThereIsUndefined) {
  std::string body = R"(
    setp.lt.u32 %p1, %thread, 16;
    @!%p1 bra DONE;
    shfl.sync.bfly.b32 %r0, %thread, 16, 31, 0xffff;
    st.global.u32 [%own], %r0;
    DONE:)";
  EXPECT_EQ(runBody(body).faults(), std::vector<std::string>{"UndefinedValueStored"});
  body.replace(body.find("thread, 16, 31"), 14, "thread, 8, 31 ");
  EXPECT_TRUE(runBody(body).isClean()) << runBody(body).problems();
}

TEST(Shuffle, UndefinedLaneIsAFault) {
  EXPECT_EQ(runBody("shfl.sync.idx.b32 %r0, %thread, %r9, 31, -1;").faults(),
            std::vector<std::string>{"UndefinedPredicate"});
}

TEST(Shuffle, WaitsForLanesOnAnotherPath) {
  // The two sides reach the shuffle after different numbers of instructions.
  std::vector<uint32_t> words = wordsOf(R"(
    setp.lt.u32 %p1, %thread, 7;
    mov.u32 %r1, %thread;
    @%p1 bra SHORT;
    add.u32 %r1, %r1, 100;
    add.u32 %r1, %r1, 100;
    SHORT:
    shfl.sync.idx.b32 %r0, %r1, 31, 31, -1;)");
  EXPECT_EQ(words, std::vector<uint32_t>(32, 231));
}

TEST(Shuffle, GroupsWithTheirOwnMasks) {
  std::vector<uint32_t> words = wordsOf(R"(
    setp.lt.u32 %p1, %thread, 16;
    selp.b32 %r1, 0xffff, 0xffff0000, %p1;
    shfl.sync.bfly.b32 %r0, %thread, 1, 31, %r1;)");
  for (uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(words[lane], lane ^ 1);
  }
}

TEST(Members, LaneOutsideItsMaskIsAFault) {
  EXPECT_EQ(runBody("shfl.sync.bfly.b32 %r0, %thread, 1, 31, 0xffff;").faults(),
            std::vector<std::string>{"IllegalOperand"});
}

TEST(Members, ThatNeverComeAreADivergence) {
  std::string body = R"(
    setp.lt.u32 %p1, %thread, 16;
    @%p1 bra FIRST;
    shfl.sync.bfly.b32 %r0, %thread, 1, 31, -1;
    bra JOIN;
    FIRST:
    shfl.sync.bfly.b32 %r0, %thread, 2, 31, -1;
    JOIN:)";
  EXPECT_EQ(runBody(body).faults(), std::vector<std::string>{"DivergentInstruction"});
  for (const char *mask : {"31, -1", "31, -1"}) {
    body.replace(body.find(mask), 6, "31, %r5");
  }
  body = "setp.lt.u32 %p2, %thread, 16;\nselp.b32 %r5, 0xffff, 0xffff0000, %p2;\n" + body;
  EXPECT_TRUE(runBody(body).isClean()) << runBody(body).problems();
}

TEST(Members, ThatHaveEndedAreNotWaitedFor) {
  Outcome outcome = runBody(R"(
    setp.ge.u32 %p1, %thread, 16;
    @%p1 exit;
    shfl.sync.bfly.b32 %r0, %thread, 1, 31, -1;
    st.global.u32 [%own], %r0;)");
  EXPECT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[5], 4u);
}

TEST(Vote, CountsAndAgrees) {
  EXPECT_EQ(wordsOf("setp.lt.u32 %p1, %thread, 5;\nvote.sync.ballot.b32 %r0, %p1, -1;")[9], 31u);
  EXPECT_EQ(wordsOf("setp.lt.u32 %p1, %thread, 5;\nvote.sync.any.pred %p2, %p1, -1;\nselp.u32 %r0, 1, 0, %p2;")[9], 1u);
  EXPECT_EQ(wordsOf("setp.lt.u32 %p1, %thread, 5;\nvote.sync.all.pred %p2, %p1, -1;\nselp.u32 %r0, 1, 0, %p2;")[9], 0u);
  EXPECT_EQ(wordsOf("setp.lt.u32 %p1, %thread, 5;\nvote.sync.uni.pred %p2, %p1, -1;\nselp.u32 %r0, 1, 0, %p2;")[9], 0u);
  EXPECT_EQ(wordsOf("setp.lt.u32 %p1, %thread, 99;\nvote.sync.all.pred %p2, !%p1, -1;\nselp.u32 %r0, 1, 0, %p2;")[9],
            0u);
}

TEST(ActiveMask, IsTheLanesThatExecute) {
  std::vector<uint32_t> words = wordsOf(R"(
    mov.u32 %r0, 7;
    setp.lt.u32 %p1, %thread, 4;
    @%p1 activemask.b32 %r0;)");
  EXPECT_EQ(words[0], 15u);
  EXPECT_EQ(words[4], 7u);
}

TEST(Match, FindsEqualLanes) {
  std::vector<uint32_t> any = wordsOf("and.b32 %r1, %thread, 3;\nmatch.any.sync.b32 %r0, %r1, -1;");
  EXPECT_EQ(any[2], 0x44444444u);
  std::vector<uint32_t> all = wordsOf("mov.u32 %r1, 5;\nmatch.all.sync.b32 %r0|%p1, %r1, -1;");
  EXPECT_EQ(all[2], 0xffffffffu);
  std::vector<uint32_t> none =
      wordsOf("match.all.sync.b32 %r1|%p1, %thread, -1;\nselp.u32 %r2, 1, 0, %p1;\nadd.u32 %r0, %r1, %r2;");
  EXPECT_EQ(none[2], 0u);
}

TEST(Redux, CombinesAllLanes) {
  EXPECT_EQ(wordsOf("redux.sync.add.u32 %r0, %thread, -1;")[3], 496u);
  EXPECT_EQ(wordsOf("redux.sync.max.u32 %r0, %thread, -1;")[3], 31u);
  EXPECT_EQ(wordsOf("sub.s32 %r1, %thread, 3;\nredux.sync.min.s32 %r0, %r1, -1;")[3], uint32_t(-3));
  EXPECT_EQ(wordsOf("redux.sync.or.b32 %r0, %thread, -1;")[3], 31u);
  EXPECT_EQ(wordsOf("redux.sync.xor.b32 %r0, %thread, -1;")[3], 0u);
}

TEST(Elect, PicksTheFirstLane) {
  std::vector<uint32_t> words = wordsOf(R"(
    elect.sync %r1|%p1, -1;
    selp.u32 %r0, 1, 0, %p1;)");
  EXPECT_EQ(words[0], 1u);
  EXPECT_EQ(words[1], 0u);
}

TEST(WarpBarrier, OrdersLanes) {
  std::string body = R"(
    mov.u32 %r1, tile;
    shl.b32 %r2, %thread, 2;
    add.u32 %r3, %r1, %r2;
    st.shared.u32 [%r3], %thread;
    bar.warp.sync -1;
    xor.b32 %r4, %r2, 4;
    add.u32 %r4, %r4, %r1;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%own], %r5;)";
  Outcome outcome = runBody(body, Setting(), ".shared .align 4 .b8 tile[128];");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[6], 7u);
  body.erase(body.find("bar.warp.sync -1;"), 17);
  EXPECT_EQ(runBody(body, Setting(), ".shared .align 4 .b8 tile[128];").faults(), std::vector<std::string>{"DataRace"});
}

TEST(WarpBarrier, MayBeReachedAtDifferentInstructions) {
  Outcome outcome = runBody(R"(
    setp.lt.u32 %p1, %thread, 16;
    @%p1 bra FIRST;
    bar.warp.sync -1;
    mov.u32 %r1, 1;
    bra JOIN;
    FIRST:
    bar.warp.sync -1;
    mov.u32 %r1, 2;
    JOIN:
    st.global.u32 [%own], %r1;)");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[3], 2u);
  EXPECT_EQ(outcome.words[30], 1u);
}

} // namespace
} // namespace tkc::sim::test
