// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules, co-resident CTAs, and launches that get nowhere.
#include <set>

#include "Simulation.h"

namespace tkc::sim::test {
namespace {

using Names = std::vector<std::string>;

ScheduleOptions schedule(const std::string &text) {
  Result<ScheduleOptions> options = parseSchedule(text);
  EXPECT_TRUE(bool(options)) << text;
  return options ? *options : ScheduleOptions();
}

TEST(Schedule, IsReadFromText) {
  EXPECT_EQ(schedule("roundrobin").kind, ScheduleOptions::Kind::RoundRobin);
  EXPECT_EQ(schedule("random:7").kind, ScheduleOptions::Kind::Random);
  EXPECT_EQ(schedule("random:7").seed, 7u);
  EXPECT_EQ(schedule("adversarial").kind, ScheduleOptions::Kind::Adversarial);
  EXPECT_EQ(schedule("adversarial:9").seed, 9u);
  for (const char *bad : {"random", "random:x", "fair", "roundrobin:1", ""}) {
    Result<ScheduleOptions> options = parseSchedule(bad);
    EXPECT_FALSE(bool(options)) << bad;
  }
}

TEST(Schedule, RoundRobinTakesTurns) {
  Scheduler scheduler;
  scheduler.begin(schedule("roundrobin"), 0, 4);
  std::vector<uint32_t> runnable = {0, 1, 3}, order;
  for (int turn = 0; turn < 6; ++turn) {
    order.push_back(scheduler.pick(runnable).warp);
  }
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 1, 3, 0, 1, 3}));
}

TEST(Schedule, RandomDependsOnTheSeedAlone) {
  auto orderOf = [](const std::string &text) {
    Scheduler scheduler;
    scheduler.begin(schedule(text), 3, 4);
    std::vector<uint32_t> order;
    for (int turn = 0; turn < 64; ++turn) {
      order.push_back(scheduler.pick({0, 1, 2, 3}).warp);
    }
    return order;
  };
  EXPECT_EQ(orderOf("random:1"), orderOf("random:1"));
  EXPECT_NE(orderOf("random:1"), orderOf("random:2"));
  std::vector<uint32_t> order = orderOf("random:1");
  EXPECT_EQ(std::set<uint32_t>(order.begin(), order.end()).size(), 4u);
}

TEST(Schedule, AdversarialPrefersOneWarpAndStarvesNone) {
  Scheduler scheduler;
  scheduler.begin(schedule("adversarial:5"), 0, 3);
  unsigned changes = 0;
  uint32_t last = scheduler.pick({0, 1, 2}).warp;
  std::set<uint32_t> seen = {last};
  for (int turn = 0; turn < 1000; ++turn) {
    uint32_t next = scheduler.pick({0, 1, 2}).warp;
    changes += next != last;
    last = next;
    seen.insert(next);
  }
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_LT(changes, 200u);
}

/// The last warp that comes writes its number: the order of warps decides.
constexpr const char *lastOne = R"(
    and.b32 %r1, %thread, 31;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    mov.u32 %r3, 0;
    WORK:
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p2, %r3, 100;
    @%p2 bra WORK;
    shr.u32 %r2, %thread, 5;
    st.relaxed.gpu.global.u32 [%buffer], %r2;
    DONE:)";

TEST(Schedule, DecidesRacesDifferently) {
  std::set<uint32_t> outcomes;
  for (int seed = 0; seed < 20; ++seed) {
    Setting setting;
    setting.shape.block = {128, 1, 1};
    setting.options.schedule = schedule("random:" + std::to_string(seed));
    Outcome outcome = runBody(lastOne, setting);
    ASSERT_TRUE(outcome.isClean()) << outcome.problems();
    Outcome again = runBody(lastOne, setting);
    EXPECT_EQ(outcome.words[0], again.words[0]);
    outcomes.insert(outcome.words[0]);
  }
  EXPECT_GT(outcomes.size(), 1u);
}

/// All CTAs count up and wait until all have come.
constexpr const char *gridBarrier = R"(
    setp.ne.u32 %p1, %thread, 0;
    @%p1 bra DONE;
    mov.u32 %r1, %nctaid.x;
    atom.release.gpu.global.add.u32 %r2, [%buffer], 1;
    WAIT:
    ld.acquire.gpu.global.u32 %r3, [%buffer];
    setp.lt.u32 %p2, %r3, %r1;
    @%p2 bra WAIT;
    atom.global.add.u32 %r4, [%buffer+4], 1;
    DONE:)";

TEST(Residency, CtasThatWaitForOneAnotherFinish) {
  for (const char *text : {"roundrobin", "random:3", "adversarial:3"}) {
    for (unsigned threads : {1u, 3u}) {
      Setting setting;
      setting.shape.grid = {60, 1, 1};
      setting.options.schedule = schedule(text);
      setting.options.threads = threads;
      Outcome outcome = runBody(gridBarrier, setting);
      ASSERT_TRUE(outcome.isClean()) << text << outcome.problems();
      EXPECT_EQ(outcome.words[1], 60u);
    }
  }
}

TEST(Residency, MoreCtasThanTheTargetHoldsDoNot) {
  // An H100 has 132 multiprocessors; with 1024 threads each holds two CTAs.
  Setting setting;
  setting.shape.grid = {265, 1, 1};
  setting.shape.block = {1024, 1, 1};
  setting.options.idleLimit = setting.options.computeLimit = 1 << 21;
  EXPECT_EQ(runBody(gridBarrier, setting).faults(), Names{"NoProgress"});
  setting.shape.grid = {264, 1, 1};
  EXPECT_TRUE(runBody(gridBarrier, setting).isClean());
}

TEST(Progress, LoopsThatStoreForeverEndWithTheLimit) {
  Setting setting;
  setting.options.instructionLimit = 100000;
  Outcome outcome = runBody("LOOP:\nadd.u32 %r1, %thread, 1;\nst.global.u32 [%own], %r1;\nbra LOOP;", setting);
  ASSERT_EQ(outcome.faults(), Names{"InstructionLimit"});
  EXPECT_NE(outcome.problems().find("warp 0 lanes 0-31, line "), std::string::npos) << outcome.problems();
  setting.options.instructionLimit = 0;
  EXPECT_TRUE(runBody("st.global.u32 [%own], 1;", setting).isClean());
}

TEST(Progress, EndlessLoopWithoutEffectIsReported) {
  Setting setting;
  setting.options.idleLimit = setting.options.computeLimit = 100000;
  Outcome outcome =
      runBody("LOOP:\nld.volatile.global.u32 %r1, [%buffer];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra LOOP;", setting);
  ASSERT_EQ(outcome.faults(), Names{"NoProgress"});
  EXPECT_NE(outcome.result.faults[0].fault.detail.find("runs"), std::string::npos);
}

TEST(Progress, ComputingForLongIsNoFault) {
  Setting setting;
  setting.options.idleLimit = 1000;
  Outcome outcome = runBody("mov.u32 %r1, 0;\nLOOP:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 50000;\n"
                            "@%p1 bra LOOP;\nst.global.u32 [%own], %r1;",
                            setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.words[31], 50000u);
}

TEST(Progress, WarpsOfACtaWaitForFlagsOfOneAnother) {
  for (const char *text : {"roundrobin", "random:1", "adversarial:1", "adversarial:2"}) {
    Setting setting;
    setting.shape.block = {96, 1, 1};
    setting.words.assign(96, 0);
    setting.options.schedule = schedule(text);
    Outcome outcome = runBody(R"(
      setp.eq.u32 %p1, %thread, 0;
      @%p1 st.shared.u32 [flag], 0;
      bar.sync 0;
      setp.eq.u32 %p1, %thread, 64;
      @%p1 st.release.cta.shared.u32 [flag], 1;
      WAIT:
      ld.acquire.cta.shared.u32 %r1, [flag];
      setp.ne.u32 %p2, %r1, 1;
      @%p2 bra WAIT;
      st.global.u32 [%own], %r1;)",
                              setting, ".shared .align 4 .u32 flag;");
    EXPECT_TRUE(outcome.isClean()) << outcome.problems();
    EXPECT_EQ(outcome.words[95], 1u);
  }
}

} // namespace
} // namespace tkc::sim::test
