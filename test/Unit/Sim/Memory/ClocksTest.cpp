// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who learns of whom: barriers, release and acquire with scopes, fences, asynchronous agents.
#include "tkc/Sim/Memory/Clocks.h"

#include <gtest/gtest.h>
#include <numeric>

using namespace tkc::sim;

static std::vector<uint32_t> threadsFrom(uint32_t first, uint32_t count) {
  std::vector<uint32_t> threads(count);
  std::iota(threads.begin(), threads.end(), first);
  return threads;
}

TEST(ClocksTest, AThreadKnowsItselfOnly) {
  CtaClocks clocks(0, 0, 64);
  Epoch epoch = clocks.epoch(3);
  EXPECT_TRUE(clocks.isOrderedBefore(epoch, 3));
  EXPECT_FALSE(clocks.isOrderedBefore(epoch, 4));
  EXPECT_FALSE(clocks.isOrderedBefore(epoch, 40));
}

TEST(ClocksTest, ABarrierOrdersItsParticipants) {
  CtaClocks clocks(0, 0, 96);
  Epoch before = clocks.epoch(3);
  clocks.barrier(threadsFrom(0, 64));
  EXPECT_TRUE(clocks.isOrderedBefore(before, 63));
  EXPECT_FALSE(clocks.isOrderedBefore(before, 64));
  EXPECT_FALSE(clocks.isOrderedBefore(clocks.epoch(3), 63));
  clocks.barrier(threadsFrom(32, 64));
  EXPECT_TRUE(clocks.isOrderedBefore(before, 95));
}

TEST(ClocksTest, AWarpBarrierOrdersItsLanes) {
  CtaClocks clocks(0, 0, 64);
  Epoch before = clocks.epoch(33);
  clocks.warpBarrier(32, 0xff);
  EXPECT_TRUE(clocks.isOrderedBefore(before, 39));
  EXPECT_FALSE(clocks.isOrderedBefore(before, 40));
  EXPECT_FALSE(clocks.isOrderedBefore(before, 1));
}

TEST(ClocksTest, AWarpBarrierMayNameLanesThatAreNotThere) {
  CtaClocks clocks(0, 0, 40);
  Epoch before = clocks.epoch(33);
  clocks.warpBarrier(32, allLanes);
  EXPECT_TRUE(clocks.isOrderedBefore(before, 39));
}

TEST(ClocksTest, ReleaseCoversWhatCameBefore) {
  CtaClocks clocks(0, 0, 64);
  Epoch before = clocks.epoch(1);
  KnowledgeRef released = clocks.release(1);
  Epoch after = clocks.epoch(1);
  clocks.acquire(40, released);
  EXPECT_TRUE(clocks.isOrderedBefore(before, 40));
  EXPECT_FALSE(clocks.isOrderedBefore(after, 40));
  // And what it learns is handed on.
  clocks.acquire(50, clocks.release(40));
  EXPECT_TRUE(clocks.isOrderedBefore(before, 50));
}

TEST(ClocksTest, UnorderedLanesAreFound) {
  CtaClocks clocks(0, 0, 64);
  uint32_t clock = clocks.clock(0);
  EXPECT_EQ(clocks.unorderedLanes(0, 0, 0xff, clock, 2), 0xffu & ~4u);
  clocks.acquire(2, clocks.release(5));
  EXPECT_EQ(clocks.unorderedLanes(0, 0, 0xff, clock, 2), 0xffu & ~0x24u);
  clocks.barrier(threadsFrom(0, 64));
  EXPECT_EQ(clocks.unorderedLanes(0, 0, 0xff, clock, 40), 0u);
  EXPECT_EQ(clocks.unorderedLanes(7, 0, 0xff, clock, 40), 0xffu);
}

TEST(ClocksTest, KnowledgeCrossesCtas) {
  CtaClocks first(0, 0, 64), second(1, 1, 64), third(2, 2, 64);
  Epoch write = first.epoch(5);
  first.barrier(threadsFrom(0, 64));
  second.acquire(0, first.release(0));
  EXPECT_TRUE(second.isOrderedBefore(write, 0));
  EXPECT_FALSE(second.isOrderedBefore(write, 1));
  Epoch own = second.epoch(7);
  second.barrier(threadsFrom(0, 64));
  third.acquire(9, second.release(33));
  EXPECT_TRUE(third.isOrderedBefore(write, 9));
  EXPECT_TRUE(third.isOrderedBefore(own, 9));
  first.acquire(1, third.release(9));
  EXPECT_TRUE(first.isOrderedBefore(own, 1));
  EXPECT_FALSE(first.isOrderedBefore(own, 2));
}

TEST(ClocksTest, JoinsShareWhatTheyCan) {
  CtaClocks clocks(0, 0, 64);
  clocks.barrier(threadsFrom(0, 64));
  KnowledgeRef left = clocks.release(1), right = clocks.release(2);
  EXPECT_EQ(join(left, left), left);
  EXPECT_EQ(join(left, nullptr), left);
  EXPECT_EQ(join(nullptr, right), right);
  KnowledgeRef both = join(left, right);
  EXPECT_EQ(join(both, left), both);
  EXPECT_EQ(join(right, both), both);
}

TEST(ClocksTest, AgentsAreKnownByTheirEpochs) {
  CtaClocks clocks(0, 0, 40);
  Agent agent = clocks.addAgent(), another = clocks.addAgent();
  EXPECT_FALSE(agent == another);
  EXPECT_FALSE(clocks.isOrderedBefore({agent, 1}, 3));
  KnowledgeRef known = joinEpoch(nullptr, {agent, 2});
  clocks.acquire(3, known);
  EXPECT_TRUE(clocks.isOrderedBefore({agent, 2}, 3));
  EXPECT_FALSE(clocks.isOrderedBefore({agent, 3}, 3));
  EXPECT_FALSE(clocks.isOrderedBefore({another, 1}, 3));
  clocks.acquire(3, joinEpoch(joinEpoch(nullptr, {another, 1}), {{9, 70}, 5}));
  EXPECT_TRUE(clocks.isOrderedBefore({agent, 1}, 3));
  EXPECT_TRUE(clocks.isOrderedBefore({another, 1}, 3));
  EXPECT_TRUE(clocks.isOrderedBefore({{9, 70}, 5}, 3));
}

TEST(ClocksTest, AProxyFenceHandsOverWhatCameBefore) {
  CtaClocks clocks(0, 0, 64);
  Epoch other = clocks.epoch(9);
  clocks.barrier(threadsFrom(0, 64));
  Epoch before = clocks.epoch(1);
  EXPECT_FALSE(knowsThroughAsyncProxy(clocks.knowledge(1), before));
  clocks.proxyFence(1);
  Epoch after = clocks.epoch(1);
  KnowledgeRef known = clocks.release(1);
  EXPECT_TRUE(knowsThroughAsyncProxy(known, before));
  EXPECT_TRUE(knowsThroughAsyncProxy(known, other));
  EXPECT_TRUE(knows(known, after));
  EXPECT_FALSE(knowsThroughAsyncProxy(known, after));
  // By way of a barrier, and of a fence behind it.
  clocks.barrier(threadsFrom(0, 64));
  EXPECT_TRUE(knowsThroughAsyncProxy(clocks.knowledge(50), before));
  EXPECT_FALSE(knowsThroughAsyncProxy(clocks.knowledge(50), after));
  clocks.proxyFence(50);
  EXPECT_TRUE(knowsThroughAsyncProxy(clocks.knowledge(50), after));
}

//===------------------------------------------------------------------------------------------------------------===//
// Strong operations and fences
//===------------------------------------------------------------------------------------------------------------===//

TEST(ClocksTest, ReleaseAndAcquireMeetAtALocation) {
  CtaClocks writer(0, 0, 32), reader(1, 1, 32);
  SyncPoint flag;
  Epoch data = writer.epoch(0);
  reader.strongRead(0, flag, Scope::Gpu, true);
  writer.strongWrite(0, flag, Scope::Gpu, true);
  EXPECT_FALSE(reader.isOrderedBefore(data, 0));
  reader.strongRead(0, flag, Scope::Gpu, true);
  EXPECT_TRUE(reader.isOrderedBefore(data, 0));
  EXPECT_FALSE(reader.isOrderedBefore(writer.epoch(0), 0));
}

TEST(ClocksTest, ScopesMustIncludeEachOther) {
  auto meets = [](Scope release, Scope acquire, uint32_t cta, uint32_t cluster) {
    CtaClocks writer(0, 0, 64), reader(cta, cluster, 64);
    CtaClocks &there = cta == 0 ? writer : reader;
    SyncPoint flag;
    Epoch data = writer.epoch(0);
    writer.strongWrite(0, flag, release, true);
    there.strongRead(40, flag, acquire, true);
    return there.isOrderedBefore(data, 40);
  };
  EXPECT_TRUE(meets(Scope::Cta, Scope::Cta, 0, 0));
  EXPECT_TRUE(meets(Scope::Gpu, Scope::Cta, 0, 0));
  EXPECT_TRUE(meets(Scope::Cta, Scope::System, 0, 0));
  EXPECT_FALSE(meets(Scope::Cta, Scope::Gpu, 1, 0));
  EXPECT_FALSE(meets(Scope::Gpu, Scope::Cta, 1, 0));
  EXPECT_TRUE(meets(Scope::Cluster, Scope::Cluster, 1, 0));
  EXPECT_TRUE(meets(Scope::Cluster, Scope::Gpu, 1, 0));
  EXPECT_TRUE(meets(Scope::Gpu, Scope::Cluster, 1, 0));
  EXPECT_FALSE(meets(Scope::Cluster, Scope::Gpu, 1, 1));
  EXPECT_FALSE(meets(Scope::Gpu, Scope::Cluster, 1, 1));
  EXPECT_TRUE(meets(Scope::Gpu, Scope::System, 1, 1));
}

TEST(ClocksTest, FencesMakeRelaxedOperationsHandOn) {
  auto learns = [](bool fencesBefore, bool fencesAfter, Scope before = Scope::Gpu, Scope after = Scope::Gpu) {
    CtaClocks writer(0, 0, 32), reader(1, 1, 32);
    SyncPoint flag;
    Epoch data = writer.epoch(0);
    if (fencesBefore) {
      writer.fence(0, before);
    }
    writer.strongWrite(0, flag, Scope::Gpu, false);
    reader.strongRead(0, flag, Scope::Gpu, false);
    if (fencesAfter) {
      reader.fence(0, after);
    }
    return reader.isOrderedBefore(data, 0);
  };
  EXPECT_TRUE(learns(true, true));
  EXPECT_FALSE(learns(true, false));
  EXPECT_FALSE(learns(false, true));
  EXPECT_FALSE(learns(true, true, Scope::Cta, Scope::Gpu));
  EXPECT_FALSE(learns(true, true, Scope::Gpu, Scope::Cta));
  EXPECT_TRUE(learns(true, true, Scope::System, Scope::Gpu));
}

TEST(ClocksTest, AFenceCoversWhatCameBeforeIt) {
  CtaClocks writer(0, 0, 32), reader(1, 1, 32);
  SyncPoint flag;
  Epoch before = writer.epoch(0);
  writer.fence(0, Scope::Gpu);
  Epoch after = writer.epoch(0);
  writer.strongWrite(0, flag, Scope::Gpu, false);
  reader.strongRead(0, flag, Scope::Gpu, true);
  EXPECT_TRUE(reader.isOrderedBefore(before, 0));
  EXPECT_FALSE(reader.isOrderedBefore(after, 0));
}

TEST(ClocksTest, ANarrowFenceDoesNotHideAWiderOne) {
  CtaClocks writer(0, 0, 64), reader(1, 1, 32);
  SyncPoint flag;
  Epoch before = writer.epoch(0);
  writer.fence(0, Scope::Gpu);
  Epoch between = writer.epoch(0);
  writer.fence(0, Scope::Cta);
  writer.strongWrite(0, flag, Scope::Gpu, false);
  reader.strongRead(0, flag, Scope::Gpu, true);
  EXPECT_TRUE(reader.isOrderedBefore(before, 0));
  EXPECT_FALSE(reader.isOrderedBefore(between, 0));
  writer.strongRead(40, flag, Scope::Gpu, true);
  EXPECT_TRUE(writer.isOrderedBefore(between, 40));
}

TEST(ClocksTest, AtomicsContinueAReleaseAndStoresEndIt) {
  for (bool isAtomic : {true, false}) {
    CtaClocks writer(0, 0, 32), middle(1, 1, 32), reader(2, 2, 32);
    SyncPoint flag;
    Epoch data = writer.epoch(0);
    writer.strongWrite(0, flag, Scope::Gpu, true);
    middle.strongWrite(0, flag, Scope::Gpu, false, isAtomic);
    reader.strongRead(0, flag, Scope::Gpu, true);
    EXPECT_EQ(reader.isOrderedBefore(data, 0), isAtomic);
  }
}

TEST(ClocksTest, ReleasesOfManyCtasAreForAll) {
  SyncPoint counter;
  std::vector<Epoch> before;
  for (uint32_t cta = 0; cta < 40; ++cta) {
    CtaClocks clocks(cta, cta, 32);
    before.push_back(clocks.epoch(1));
    clocks.strongWrite(1, counter, Scope::Gpu, true);
  }
  CtaClocks far(50, 50, 32), near(39, 39, 64);
  far.strongRead(0, counter, Scope::Gpu, true);
  near.strongRead(40, counter, Scope::Cta, true);
  for (const Epoch &epoch : before) {
    EXPECT_TRUE(far.isOrderedBefore(epoch, 0)) << epoch.agent.cta;
  }
  // Beyond a few CTAs a narrow acquire learns too much rather than too little.
  EXPECT_TRUE(near.isOrderedBefore(before[39], 40));
}

TEST(ClocksTest, SeveralReleasesAddUp) {
  SyncPoint arrivals;
  CtaClocks clocks(0, 0, 128);
  std::vector<Epoch> before, after;
  for (uint32_t thread = 0; thread < 128; ++thread) {
    before.push_back(clocks.epoch(thread));
    if (thread < 100) {
      arrivals.release(clocks.release(thread), 0, 0, Scope::Cta);
    }
    after.push_back(clocks.epoch(thread));
  }
  clocks.acquire(127, arrivals.acquire(0, 0, Scope::Cta));
  for (uint32_t thread = 0; thread < 127; ++thread) {
    EXPECT_EQ(clocks.isOrderedBefore(before[thread], 127), thread < 100) << thread;
    EXPECT_FALSE(clocks.isOrderedBefore(after[thread], 127)) << thread;
  }
  arrivals.clear();
  EXPECT_FALSE(arrivals.acquire(0, 0, Scope::Cta));
}

TEST(ClocksTest, LanesReleaseAndAcquireAtOnce) {
  CtaClocks clocks(0, 0, 64);
  clocks.acquire(3, clocks.release(40));
  Epoch other = clocks.epoch(40), before = clocks.epoch(9);
  clocks.proxyFenceLanes(0, 0xff);
  Epoch after = clocks.epoch(3);
  KnowledgeRef released = clocks.releaseLanes(0, 0xff);
  clocks.acquireLanes(32, 0xf0, released);
  for (uint32_t thread = 36; thread < 40; ++thread) {
    EXPECT_TRUE(clocks.isOrderedBefore(after, thread));
    EXPECT_TRUE(clocks.isOrderedBefore({{0, 40}, other.clock - 1}, thread));
    EXPECT_FALSE(clocks.isOrderedBefore(other, thread));
    EXPECT_FALSE(clocks.isOrderedBefore(before, thread));
    EXPECT_FALSE(clocks.isOrderedBefore(clocks.epoch(3), thread));
  }
  EXPECT_FALSE(clocks.isOrderedBefore(after, 41));
  EXPECT_TRUE(knowsThroughAsyncProxy(released, {{0, 3}, after.clock - 1}));
  EXPECT_FALSE(knowsThroughAsyncProxy(released, after));
}

TEST(ClocksTest, CoarseLocationsInventNoRace) {
  CtaClocks first(0, 0, 64), second(1, 1, 64);
  SyncPoint a, b;
  a.makeCoarse(1);
  b.makeCoarse(2);
  Epoch data = first.epoch(3), other = first.epoch(4);
  first.strongWrite(3, a, Scope::Gpu, true);
  first.strongRead(10, a, Scope::Gpu, true);
  EXPECT_TRUE(first.isOrderedBefore(data, 10));
  EXPECT_FALSE(first.isOrderedBefore(other, 10));
  first.strongRead(11, b, Scope::Gpu, true);
  EXPECT_FALSE(first.isOrderedBefore(data, 11));
  Epoch own = second.epoch(9);
  second.strongRead(0, a, Scope::Gpu, true);
  EXPECT_TRUE(second.isOrderedBefore(data, 0));
  EXPECT_FALSE(second.isOrderedBefore(own, 0));
  // Back to the first CTA by an exact way.
  first.acquire(20, second.release(0));
  EXPECT_TRUE(first.isOrderedBefore(data, 20));
}

TEST(ClocksTest, LongRunsTakeNoMoreMemory) {
  // A hundred thousand barriers, and acquires among CTAs; the knowledge that is left is that of the last.
  std::vector<std::unique_ptr<CtaClocks>> ctas;
  for (uint32_t cta = 0; cta < 8; ++cta) {
    ctas.push_back(std::make_unique<CtaClocks>(cta, cta, 128));
  }
  SyncPoint counter;
  auto all = threadsFrom(0, 128);
  for (unsigned round = 0; round < 20000; ++round) {
    CtaClocks &clocks = *ctas[round % 8];
    clocks.barrier(all);
    clocks.strongRead(0, counter, Scope::Gpu, true);
    clocks.strongWrite(0, counter, Scope::Gpu, true);
    clocks.barrier(all);
  }
  KnowledgeRef known = ctas[7]->knowledge(64);
  EXPECT_TRUE(known->knows({0, 127}, ctas[0]->clock(127) - 2));
  EXPECT_FALSE(known->knows({0, 127}, ctas[0]->clock(127)));
  ASSERT_TRUE(known->others);
  EXPECT_EQ(known->others->entries.size(), 7u);
}
