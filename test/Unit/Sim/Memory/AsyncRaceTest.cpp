// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous agents and the proxies: each rule once broken and once kept.
#include <gtest/gtest.h>

#include "TestLaunch.h"

using namespace tkc::sim;

namespace {

class AsyncRaceTest : public testing::Test {
protected:
  AsyncRaceTest() {
    clocks = &launch.clocksOf(0);
    agent = clocks->addAgent();
    buffer = launch.global.allocate("buffer", 1 << 20);
  }

  uint64_t at(uint32_t byte = 0) const { return launch.sharedAddress(0, byte); }
  AsyncAccess start(uint32_t thread, AccessKind kind, uint32_t byte, uint32_t bytes, uint32_t phase) {
    return launch.startAsync(0, thread, kind, Space::Shared, at(byte), bytes, {agent, phase});
  }
  void waitFor(uint32_t thread, uint32_t phase) { clocks->acquire(thread, joinEpoch(nullptr, {agent, phase})); }
  void write(uint32_t thread, uint32_t byte, uint64_t value = 1) {
    launch.write(0, thread, Space::Shared, at(byte), value);
  }
  void read(uint32_t thread, uint32_t byte) { launch.read(0, thread, Space::Shared, at(byte)); }
  std::string faults() { return launch.takeFaults(); }

  TestLaunch launch;
  CtaClocks *clocks;
  Agent agent;
  uint64_t buffer;
};

} // namespace

TEST_F(AsyncRaceTest, WhatAnAgentWroteIsReadAfterTheWait) {
  launch.finish(0, start(0, AccessKind::Write, 0, 256, 1));
  read(40, 64);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].what, "asynchronous write by async proxy");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].place.thread[0], 0u);
  waitFor(41, 1);
  read(41, 64);
  EXPECT_EQ(faults(), "");
}

TEST_F(AsyncRaceTest, TheIssuingThreadWaitsAsWell) {
  launch.finish(0, start(0, AccessKind::Write, 0, 256, 1));
  read(0, 64);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(AsyncRaceTest, AnotherPhaseIsTheWrongOne) {
  launch.finish(0, start(0, AccessKind::Write, 0, 128, 1));
  launch.finish(0, start(0, AccessKind::Write, 128, 128, 2));
  waitFor(40, 1);
  read(40, 0);
  EXPECT_EQ(faults(), "");
  read(40, 128);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(AsyncRaceTest, AnotherBarrierIsTheWrongOne) {
  launch.finish(0, start(0, AccessKind::Write, 0, 128, 1));
  Agent other = clocks->addAgent();
  clocks->acquire(40, joinEpoch(nullptr, {other, 1}));
  read(40, 0);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(AsyncRaceTest, WaitingForGroupsCoversTheOlderOnes) {
  for (uint32_t group = 1; group <= 3; ++group) {
    AsyncAccess copy = start(5, AccessKind::Write, group * 64, 16, group);
    copy.proxy = Proxy::Generic;
    launch.finish(0, copy);
  }
  waitFor(5, 2);
  read(5, 64);
  read(5, 128);
  EXPECT_EQ(faults(), "");
  read(5, 192);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].what, "asynchronous write by generic proxy");
  // Another thread needs to meet the one that waited.
  read(6, 64);
  EXPECT_EQ(faults(), "DataRace ");
  launch.barrier(0);
  read(6, 64);
  EXPECT_EQ(faults(), "");
}

TEST_F(AsyncRaceTest, TouchingTheSourceOfACopyInFlightRaces) {
  AsyncAccess store = start(0, AccessKind::Read, 0, 128, 1);
  write(0, 64);
  launch.finish(0, store);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].what, "write by generic proxy");
  AsyncAccess other = start(0, AccessKind::Read, 256, 128, 2);
  launch.finish(0, other);
  waitFor(0, 2);
  write(0, 256);
  EXPECT_EQ(faults(), "");
}

TEST_F(AsyncRaceTest, GenericWritesNeedAProxyFence) {
  auto send = [&](uint32_t byte, bool fences, bool meets, AccessKind kind) {
    write(40, byte);
    if (fences) {
      clocks->proxyFence(40);
    }
    if (meets) {
      launch.barrier(0);
    }
    launch.finish(0, start(0, kind, byte, 64, 1));
    return faults();
  };
  EXPECT_EQ(send(0, true, true, AccessKind::Read), "");
  EXPECT_EQ(send(64, false, true, AccessKind::Read), "MissingProxyFence ");
  EXPECT_EQ(send(128, true, false, AccessKind::Read), "DataRace ");
  EXPECT_EQ(send(192, true, true, AccessKind::Write), "");
  EXPECT_EQ(send(256, false, true, AccessKind::Write), "MissingProxyFence ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].what, "write by generic proxy");
  EXPECT_EQ(launch.lastFaults[0].detail,
            "asynchronous write by async proxy: needs a fence.proxy.async after the earlier write");
}

TEST_F(AsyncRaceTest, AFenceBehindTheBarrierServesAsWell) {
  write(40, 0);
  launch.barrier(0);
  clocks->proxyFence(0);
  launch.finish(0, start(0, AccessKind::Read, 0, 64, 1));
  EXPECT_EQ(faults(), "");
  // But a fence covers only what came before it.
  waitFor(0, 1);
  write(0, 0);
  launch.finish(0, start(0, AccessKind::Read, 0, 64, 1));
  EXPECT_EQ(faults(), "MissingProxyFence ");
}

TEST_F(AsyncRaceTest, AFenceOfAnotherThreadOffThePathDoesNotServe) {
  write(40, 0);
  clocks->acquire(0, clocks->release(40));
  clocks->proxyFence(50);
  launch.finish(0, start(0, AccessKind::Read, 0, 64, 1));
  EXPECT_EQ(faults(), "MissingProxyFence ");
}

TEST_F(AsyncRaceTest, CopiesThroughTheGenericProxyNeedTheFenceToo) {
  AsyncAccess copy = start(5, AccessKind::Write, 0, 16, 1);
  copy.proxy = Proxy::Generic;
  launch.finish(0, copy);
  waitFor(5, 1);
  Agent tensor = clocks->addAgent();
  AsyncAccess use = launch.startAsync(0, 5, AccessKind::Read, Space::Shared, at(0), 64, {tensor, 1});
  launch.finish(0, use);
  EXPECT_EQ(faults(), "MissingProxyFence ");
  clocks->proxyFence(5);
  launch.finish(0, launch.startAsync(0, 5, AccessKind::Read, Space::Shared, at(0), 64, {tensor, 1}));
  EXPECT_EQ(faults(), "");
}

TEST_F(AsyncRaceTest, WhatTheAsyncProxyWroteNeedsNoFence) {
  launch.finish(0, start(0, AccessKind::Write, 0, 64, 1));
  waitFor(0, 1);
  Agent tensor = clocks->addAgent();
  launch.finish(0, launch.startAsync(0, 0, AccessKind::Read, Space::Shared, at(0), 64, {tensor, 1}));
  read(0, 0);
  EXPECT_EQ(faults(), "");
}

TEST_F(AsyncRaceTest, RefillingAfterGenericReadsNeedsOrderOnly) {
  read(40, 0);
  clocks->acquire(0, clocks->release(40));
  launch.finish(0, start(0, AccessKind::Write, 0, 64, 1));
  EXPECT_EQ(faults(), "");
  read(50, 128);
  launch.finish(0, start(0, AccessKind::Write, 128, 64, 1));
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(AsyncRaceTest, TwoCopiesToOnePlaceRace) {
  launch.finish(0, start(0, AccessKind::Write, 0, 64, 1));
  launch.finish(0, start(0, AccessKind::Write, 32, 64, 1));
  EXPECT_EQ(faults(), "DataRace ");
  launch.finish(0, start(0, AccessKind::Read, 256, 64, 1));
  launch.finish(0, start(0, AccessKind::Read, 256, 64, 1));
  EXPECT_EQ(faults(), "");
  waitFor(0, 1);
  launch.finish(0, start(0, AccessKind::Write, 256, 64, 2));
  EXPECT_EQ(faults(), "");
}

TEST_F(AsyncRaceTest, ReductionsMeetWithoutRaces) {
  auto reduce = [&](uint32_t thread) {
    AsyncAccess access =
        launch.startAsync(0, thread, AccessKind::ReadModifyWrite, Space::Global, buffer, 64, {agent, thread + 1});
    access.isStrong = true;
    launch.finish(0, access);
  };
  reduce(0);
  reduce(40);
  EXPECT_EQ(faults(), "");
  launch.atomic(0, 50, Space::Global, buffer + 4, Scope::Gpu);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(AsyncRaceTest, GlobalMemoryNeedsTheFenceAsWell) {
  launch.write(0, 3, Space::Global, buffer, 1);
  launch.finish(0, launch.startAsync(0, 3, AccessKind::Read, Space::Global, buffer, 4096, {agent, 1}));
  EXPECT_EQ(faults(), "MissingProxyFence ");
  clocks->proxyFence(3);
  launch.finish(0, launch.startAsync(0, 3, AccessKind::Read, Space::Global, buffer, 4096, {agent, 1}));
  EXPECT_EQ(faults(), "");
}

TEST_F(AsyncRaceTest, LongPiecesAreCheckedToTheirLastByte) {
  constexpr uint32_t bytes = 227 * 1024 - 4;
  launch.write(0, 3, Space::Global, buffer + bytes, 1);
  launch.finish(0, launch.startAsync(0, 0, AccessKind::Write, Space::Global, buffer, bytes, {agent, 1}));
  EXPECT_EQ(faults(), "");
  launch.finish(0, launch.startAsync(0, 0, AccessKind::Read, Space::Global, buffer + bytes - 4, 8, {agent, 2}));
  EXPECT_EQ(faults(), "DataRace ");
  launch.finish(0, launch.startAsync(0, 0, AccessKind::Read, Space::Global, buffer + (1 << 20) - 8, 16, {agent, 2}));
  EXPECT_EQ(faults(), "OutOfBounds ");
}

TEST_F(AsyncRaceTest, NothingIsDoneForNoBytes) {
  EXPECT_EQ(launch.warp(0, 0).openAsync(start(0, AccessKind::Write, 0, 0, 1)).lanes, 1u);
  read(40, 0);
  EXPECT_EQ(faults(), "");
}
