// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every rule of order, once broken and once kept.
#include <gtest/gtest.h>

#include "TestLaunch.h"

using namespace tkc::sim;

namespace {

class RaceTest : public testing::Test {
protected:
  RaceTest() : launch(options()) { buffer = launch.global.allocate("buffer", 1 << 16); }
  static TestLaunch::Options options() {
    TestLaunch::Options options;
    options.ctas = 4;
    options.clusterSize = 2;
    options.sharedBytes = 1 << 14;
    return options;
  }

  uint64_t at(uint32_t byte = 0, uint32_t cta = 0) const { return launch.sharedAddress(cta, byte); }
  void write(uint32_t thread, uint64_t value = 1, uint32_t byte = 0, uint32_t bytes = 4) {
    launch.write(0, thread, Space::Shared, at(byte), value, bytes);
  }
  void read(uint32_t thread, uint32_t byte = 0, uint32_t bytes = 4) {
    launch.read(0, thread, Space::Shared, at(byte), bytes);
  }
  std::string faults() { return launch.takeFaults(); }

  TestLaunch launch;
  uint64_t buffer;
};

} // namespace

TEST_F(RaceTest, AReadAfterAnothersWriteNeedsABarrier) {
  write(1);
  read(40);
  EXPECT_EQ(faults(), "DataRace ");
  write(1, 1, 64);
  launch.barrier(0);
  read(40, 64);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, AThreadMayUseItsOwn) {
  write(1);
  read(1);
  write(1, 2);
  read(1);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, AFaultNamesBothAccesses) {
  write(33, 1, 8);
  read(2, 8);
  EXPECT_EQ(faults(), "DataRace ");
  const Fault &fault = launch.lastFaults[0];
  EXPECT_EQ(fault.instruction, 1u);
  EXPECT_EQ(fault.place.thread[0], 2u);
  EXPECT_EQ(fault.address, at(8));
  EXPECT_EQ(fault.where, "shared, byte 8 of shared memory (16384 bytes)");
  EXPECT_EQ(fault.detail, "read by generic proxy: nothing orders it after the earlier access");
  ASSERT_EQ(fault.earlier.size(), 1u);
  EXPECT_EQ(fault.earlier[0].instruction, 2u);
  EXPECT_EQ(fault.earlier[0].place.thread[0], 33u);
  EXPECT_EQ(fault.earlier[0].what, "write by generic proxy");
}

TEST_F(RaceTest, AWriteAfterAnothersReadNeedsABarrier) {
  read(1);
  write(40);
  EXPECT_EQ(faults(), "DataRace ");
  read(1, 64);
  read(50, 64);
  launch.barrier(0);
  write(40, 1, 64);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, ALaterReadDoesNotHideAnEarlierOne) {
  read(1);
  launch.clocksOf(0).acquire(40, launch.clocksOf(0).release(50));
  read(40);
  launch.clocksOf(0).acquire(50, launch.clocksOf(0).release(40));
  write(50);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].place.thread[0], 1u);
}

TEST_F(RaceTest, AllReadersOfSharedMemoryAreRemembered) {
  for (uint32_t thread = 0; thread < 64; ++thread) {
    read(thread);
    if (thread != 7) {
      launch.clocksOf(0).acquire(63, launch.clocksOf(0).release(thread));
    }
  }
  write(63);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].place.thread[0], 7u);
}

TEST_F(RaceTest, ABarrierOfSomeThreadsOrdersThemOnly) {
  write(1);
  launch.clocksOf(0).barrier({1, 2, 3});
  read(3);
  EXPECT_EQ(faults(), "");
  read(4);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(RaceTest, LanesOfAWarpNeedAWarpBarrier) {
  write(1);
  read(2);
  EXPECT_EQ(faults(), "DataRace ");
  write(1, 1, 64);
  launch.clocksOf(0).warpBarrier(0, 0b0110);
  read(2, 64);
  EXPECT_EQ(faults(), "");
  read(3, 64);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(RaceTest, BytesThatAreNeighboursDoNotRace) {
  for (uint32_t byte = 0; byte < 4; ++byte) {
    write(10 * byte, byte, byte, 1);
  }
  write(5, 1, 4, 2);
  write(6, 2, 6, 2);
  EXPECT_EQ(faults(), "");
  write(7, 0x0303, 7, 2);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].address, at(7));
}

TEST_F(RaceTest, SmallerGranulesKeepWhatIsKnown) {
  write(1, 0x11111111);
  write(2, 0x2222, 66, 2);
  read(40, 3, 1);
  EXPECT_EQ(faults(), "DataRace ");
  read(40, 65, 1);
  EXPECT_EQ(faults(), "");
  read(40, 66, 1);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(RaceTest, SmallerGranulesKeepAllReaders) {
  for (uint32_t thread = 0; thread < 64; ++thread) {
    launch.clocksOf(0).release(thread % 7);
    read(thread);
  }
  launch.barrier(0);
  read(5);
  read(37);
  write(37, 1, 3, 1);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].place.thread[0], 5u);
}

TEST_F(RaceTest, WideAccessesMeetNarrowOnes) {
  write(1, 1, 12);
  read(40, 0, 16);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].address, at(12));
  // Across the borders of blocks and pages.
  write(1, 1, 4096, 1);
  read(40, 4088, 8);
  EXPECT_EQ(faults(), "");
  read(40, 4089, 8);
  EXPECT_EQ(faults(), "DataRace ");
}

//===------------------------------------------------------------------------------------------------------------===//
// Equal values
//===------------------------------------------------------------------------------------------------------------===//

TEST_F(RaceTest, EqualValuesAreOneStoreMadeTwice) {
  write(1, 7);
  write(40, 7);
  EXPECT_EQ(faults(), "");
  write(41, 8);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].detail,
            "write by generic proxy: stores another value, and nothing orders it after the earlier one");
}

TEST_F(RaceTest, BothWritersOfAValueAreRemembered) {
  write(1, 7);
  write(40, 7);
  launch.clocksOf(0).acquire(50, launch.clocksOf(0).release(40));
  read(50);
  EXPECT_EQ(faults(), "DataRace ");
  launch.clocksOf(0).acquire(50, launch.clocksOf(0).release(1));
  read(50);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, LanesOfOneInstructionMayStoreOneValue) {
  auto storeLanes = [&](auto valueOf, uint32_t bytes, uint32_t stride) {
    std::array<uint64_t, warpSize> addresses;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      addresses[lane] = at(256 + lane / 2 * stride);
    }
    Access access = TestLaunch::make(AccessKind::Write, Space::Shared, bytes);
    access.addresses = addresses.data();
    access.alignment = 1;
    {
      AccessWindow window = launch.warp(0, 0).open(access);
      AccessWindow moved = std::move(window);
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        uint64_t value = valueOf(lane);
        std::memcpy(moved.data[lane], &value, bytes);
      }
    }
    launch.barrier(0);
    return faults();
  };
  EXPECT_EQ(storeLanes([](unsigned lane) { return lane / 2; }, 4, 4), "");
  EXPECT_EQ(storeLanes([](unsigned lane) { return lane; }, 4, 4), "DataRace ");
  // The last lane's value stays.
  uint32_t value;
  {
    std::array<uint64_t, warpSize> addresses = {at(256)};
    Access access = TestLaunch::make(AccessKind::Read, Space::Shared, 4);
    access.addresses = addresses.data();
    access.lanes = 1;
    std::memcpy(&value, launch.warp(0, 0).open(access).data[0], 4);
  }
  EXPECT_EQ(value, 1u);
  // Pieces that overlap in part are compared where they do.
  EXPECT_EQ(storeLanes([](unsigned lane) { return lane / 2 * 0x100000001u; }, 8, 8), "");
  EXPECT_EQ(storeLanes([](unsigned) { return 0x500000005u; }, 8, 4), "");
  EXPECT_EQ(storeLanes([](unsigned lane) { return lane / 2 * 0x100000001u; }, 8, 4), "DataRace ");
}

TEST_F(RaceTest, EqualValuesDoNotExcuseReaders) {
  write(1, 7);
  launch.barrier(0);
  read(2);
  write(40, 7);
  EXPECT_EQ(faults(), "DataRace ");
}

//===------------------------------------------------------------------------------------------------------------===//
// Release, acquire, atomics
//===------------------------------------------------------------------------------------------------------------===//

TEST_F(RaceTest, APointOfSynchronisationOrdersArrivalsAndWaiters) {
  SyncPoint phase;
  for (uint32_t thread = 0; thread < 32; ++thread) {
    write(thread, thread, thread * 4);
    phase.release(launch.clocksOf(0).release(thread), 0, 0, Scope::Cta);
  }
  write(5, 9, 512);
  launch.clocksOf(0).acquire(40, phase.acquire(0, 0, Scope::Cta));
  for (uint32_t thread = 0; thread < 32; ++thread) {
    read(40, thread * 4);
  }
  EXPECT_EQ(faults(), "");
  read(40, 512);
  EXPECT_EQ(faults(), "DataRace ");
  read(41, 0);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(RaceTest, ABufferIsReusedOnlyAfterItsReadersArrived) {
  SyncPoint empty;
  auto fill = [&](bool waits) {
    launch.barrier(0);
    empty.clear();
    for (uint32_t thread = 32; thread < 64; ++thread) {
      read(thread);
      empty.release(launch.clocksOf(0).release(thread), 0, 0, Scope::Cta);
    }
    if (waits) {
      launch.clocksOf(0).acquire(0, empty.acquire(0, 0, Scope::Cta));
    }
    write(0);
    return faults();
  };
  EXPECT_EQ(fill(true), "");
  EXPECT_EQ(fill(false), "DataRace ");
}

TEST_F(RaceTest, CtasRaceInGlobalMemory) {
  launch.write(0, 0, Space::Global, buffer, 1);
  launch.read(2, 0, Space::Global, buffer);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].where, "global, byte 0 of \"buffer\" (65536 bytes)");
  EXPECT_EQ(launch.lastFaults[0].place.cta[0], 2u);
  EXPECT_EQ(launch.lastFaults[0].earlier[0].place.cta[0], 0u);
}

TEST_F(RaceTest, AFlagWithReleaseAndAcquireOrdersCtas) {
  auto send = [&](uint64_t data, uint64_t flag, bool isRelease, bool isAcquire, Scope scope) {
    launch.write(0, 3, Space::Global, data, 1);
    for (bool isSender : {true, false}) {
      uint32_t cta = isSender ? 0 : 2;
      Access access = TestLaunch::make(AccessKind::ReadModifyWrite, Space::Global, 4);
      access.isStrong = true;
      access.scope = scope;
      access.lanes = 1u << 3;
      std::array<uint64_t, warpSize> addresses;
      addresses.fill(flag);
      access.addresses = addresses.data();
      AccessWindow window = launch.warp(cta, 0).open(access);
      if (isSender) {
        launch.clocksOf(0).strongWrite(3, window.syncPoint(3), scope, isRelease);
      } else {
        launch.clocksOf(2).strongRead(3, window.syncPoint(3), scope, isAcquire);
      }
    }
    launch.read(2, 3, Space::Global, data);
    return faults();
  };
  EXPECT_EQ(send(buffer, buffer + 1024, true, true, Scope::Gpu), "");
  EXPECT_EQ(send(buffer + 4, buffer + 1028, false, true, Scope::Gpu), "DataRace ");
  EXPECT_EQ(send(buffer + 8, buffer + 1032, true, false, Scope::Gpu), "DataRace ");
  EXPECT_EQ(send(buffer + 12, buffer + 1036, true, true, Scope::Cta), "DataRace DataRace ");
}

TEST_F(RaceTest, LanesOfOneInstructionMeetAtANewLocation) {
  write(1, 1, 64);
  std::array<uint64_t, warpSize> addresses;
  addresses.fill(at(0));
  addresses[2] = at(4);
  Access access = TestLaunch::make(AccessKind::ReadModifyWrite, Space::Shared, 4);
  access.isStrong = true;
  access.addresses = addresses.data();
  access.lanes = 0b11110;
  {
    AccessWindow window = launch.warp(0, 0).open(access);
    launch.clocksOf(0).strongWrite(1, window.syncPoint(1), Scope::Cta, true);
    launch.clocksOf(0).strongRead(2, window.syncPoint(2), Scope::Cta, true);
    launch.clocksOf(0).strongRead(3, window.syncPoint(3), Scope::Cta, true);
  }
  read(3, 64);
  EXPECT_EQ(faults(), "");
  read(2, 64);
  EXPECT_EQ(faults(), "DataRace ");
  // And it stays with the location.
  AccessWindow window = launch.warp(0, 0).open(access);
  launch.clocksOf(0).strongRead(4, window.syncPoint(4), Scope::Cta, true);
  read(4, 64);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, AtomicsDoNotRaceWithinTheirScopes) {
  auto meet = [&](uint32_t byte, Scope first, Scope second, uint32_t cta) {
    launch.atomic(0, 0, Space::Global, buffer + byte, first);
    launch.atomic(cta, 40, Space::Global, buffer + byte, second);
    return faults();
  };
  EXPECT_EQ(meet(0, Scope::Cta, Scope::Cta, 0), "");
  EXPECT_EQ(meet(4, Scope::Gpu, Scope::Gpu, 2), "");
  EXPECT_EQ(meet(8, Scope::Cta, Scope::Gpu, 2), "DataRace ");
  EXPECT_EQ(meet(12, Scope::Gpu, Scope::Cta, 2), "DataRace ");
  EXPECT_EQ(meet(16, Scope::Cluster, Scope::System, 1), "");
  EXPECT_EQ(meet(20, Scope::Cluster, Scope::System, 2), "DataRace ");
}

TEST_F(RaceTest, AtomicsRaceWithPlainAccesses) {
  launch.atomic(0, 0, Space::Shared, at(), Scope::Gpu);
  read(40);
  EXPECT_EQ(faults(), "DataRace ");
  write(1, 1, 64);
  launch.atomic(0, 40, Space::Shared, at(64), Scope::Gpu);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].detail, "atomic by generic proxy: nothing orders it after the earlier access");
  launch.barrier(0);
  launch.atomic(0, 40, Space::Shared, at(64), Scope::Gpu);
  read(40, 64);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, AnAtomicDoesNotHideThePlainWriteBeforeIt) {
  write(1);
  launch.clocksOf(0).acquire(40, launch.clocksOf(0).release(1));
  launch.atomic(0, 40, Space::Shared, at(), Scope::Gpu);
  launch.atomic(0, 50, Space::Shared, at(), Scope::Gpu);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(RaceTest, AtomicsOfManyCtasAreNoBurden) {
  TestLaunch::Options many;
  many.ctas = 64;
  many.threads = 32;
  TestLaunch other(many);
  uint64_t counter = other.global.allocate("counter", 4);
  for (uint32_t cta = 0; cta < 64; ++cta) {
    other.atomic(cta, 0, Space::Global, counter, Scope::Gpu);
  }
  EXPECT_EQ(other.takeFaults(), "");
  other.read(63, 0, Space::Global, counter);
  EXPECT_EQ(other.takeFaults(), "DataRace ");
}

TEST_F(RaceTest, SomeReadersOfGlobalMemoryAreRemembered) {
  for (uint32_t thread = 0; thread < 64; thread += 32) {
    for (uint32_t cta = 0; cta < 4; ++cta) {
      launch.read(cta, thread, Space::Global, buffer);
    }
  }
  launch.write(3, 32, Space::Global, buffer, 1);
  EXPECT_EQ(faults(), "DataRace ");
}

TEST_F(RaceTest, ANewLaunchBeginsAfterEverything) {
  launch.write(0, 0, Space::Global, buffer, 1);
  launch.global.beginLaunch();
  launch.read(2, 0, Space::Global, buffer);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, PeersOfAClusterRaceInSharedMemory) {
  launch.write(1, 0, Space::SharedCluster, at(16, 0), 1);
  read(3, 16);
  EXPECT_EQ(faults(), "DataRace ");
  EXPECT_EQ(launch.lastFaults[0].earlier[0].place.cta[0], 1u);
  launch.write(1, 0, Space::SharedCluster, at(32, 0), 1);
  // A barrier of the cluster: all arrive, then all wait.
  SyncPoint barrier;
  for (uint32_t cta : {0, 1}) {
    for (uint32_t thread = 0; thread < 64; ++thread) {
      barrier.release(launch.clocksOf(cta).release(thread), cta, 0, Scope::Cluster);
    }
  }
  for (uint32_t thread = 0; thread < 64; ++thread) {
    launch.clocksOf(0).acquire(thread, barrier.acquire(0, 0, Scope::Cluster));
  }
  read(3, 32);
  EXPECT_EQ(faults(), "");
}

TEST_F(RaceTest, VeryManyLocationsInventNoRace) {
  // Locks beyond what is kept exactly: each protects a word, and threads of all CTAs take turns.
  uint64_t words = launch.global.allocate("words", 8192 * 8);
  for (uint32_t lock = 0; lock < 8192; ++lock) {
    for (uint32_t turn = 0; turn < 4; ++turn) {
      uint32_t cta = turn % 3, thread = turn * 17;
      uint64_t address = words + lock * 8;
      std::array<uint64_t, warpSize> addresses;
      addresses.fill(address);
      Access access = TestLaunch::make(AccessKind::ReadModifyWrite, Space::Global, 4);
      access.isStrong = true;
      access.lanes = 1u << thread % warpSize;
      access.addresses = addresses.data();
      {
        AccessWindow window = launch.warp(cta, thread / warpSize).open(access);
        launch.clocksOf(cta).strongRead(thread, window.syncPoint(thread % warpSize), Scope::Gpu, true);
      }
      launch.write(cta, thread, Space::Global, address + 4, turn);
      AccessWindow window = launch.warp(cta, thread / warpSize).open(access);
      launch.clocksOf(cta).strongWrite(thread, window.syncPoint(thread % warpSize), Scope::Gpu, true);
    }
  }
  EXPECT_EQ(faults(), "");
}
