// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several host threads in one global memory: windows exclude each other, and nobody waits forever.
#include <gtest/gtest.h>
#include <random>
#include <thread>

#include "TestLaunch.h"

using namespace tkc::sim;

namespace {

constexpr uint32_t ctas = 4;

TestLaunch::Options options() {
  TestLaunch::Options options;
  options.ctas = ctas;
  options.threads = 32;
  return options;
}

/// Runs `body(cta)` for each CTA on a host thread of its own.
template <typename Body>
void runCtas(Body body) {
  std::vector<std::thread> hosts;
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    hosts.emplace_back([=] { body(cta); });
  }
  for (std::thread &host : hosts) {
    host.join();
  }
}

Access atomicOn(const std::array<uint64_t, warpSize> &addresses) {
  Access access = TestLaunch::make(AccessKind::ReadModifyWrite, Space::Global, 4);
  access.isStrong = true;
  access.addresses = addresses.data();
  return access;
}

} // namespace

TEST(HostThreadsTest, AtomicsOfAllLanesAddUp) {
  TestLaunch launch(options());
  constexpr uint32_t pages = 64, rounds = 500;
  uint64_t counters = launch.global.allocate("counters", pages * 4096);
  runCtas([&](uint32_t cta) {
    std::mt19937 random(cta);
    for (uint32_t round = 0; round < rounds; ++round) {
      std::array<uint64_t, warpSize> addresses;
      for (uint64_t &address : addresses) {
        address = counters + random() % pages * 4096;
      }
      AccessWindow window = launch.warp(cta, 0).open(atomicOn(addresses));
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        uint32_t value;
        std::memcpy(&value, window.data[lane], 4);
        std::memcpy(window.data[lane], &++value, 4);
        launch.clocksOf(cta).strongWrite(lane, window.syncPoint(lane), Scope::Gpu, round % 8 == 0);
      }
      window.setAllDefined();
    }
  });
  uint64_t sum = 0;
  for (uint32_t page = 0; page < pages; ++page) {
    uint32_t value = 0;
    launch.global.read(counters + page * 4096, &value, 4);
    sum += value;
  }
  EXPECT_EQ(sum, uint64_t(ctas) * rounds * warpSize);
  EXPECT_EQ(launch.takeFaults(), "");
}

TEST(HostThreadsTest, ALockOrdersWhatItGuards) {
  TestLaunch launch(options());
  uint64_t lock = launch.global.allocate("lock", 4), data = launch.global.allocate("data", 4);
  constexpr uint32_t rounds = 200;
  runCtas([&](uint32_t cta) {
    std::array<uint64_t, warpSize> addresses;
    addresses.fill(lock);
    Access access = atomicOn(addresses);
    access.lanes = 1;
    auto exchange = [&](uint32_t next, bool acquires) {
      AccessWindow window = launch.warp(cta, 0).open(access);
      uint32_t value;
      std::memcpy(&value, window.data[0], 4);
      std::memcpy(window.data[0], &next, 4);
      CtaClocks &clocks = launch.clocksOf(cta);
      acquires ? clocks.strongRead(0, window.syncPoint(0), Scope::Gpu, true)
               : clocks.strongWrite(0, window.syncPoint(0), Scope::Gpu, true);
      return value;
    };
    for (uint32_t round = 0; round < rounds; ++round) {
      while (exchange(1, true) != 0) {
        std::this_thread::yield();
      }
      launch.read(cta, 0, Space::Global, data);
      launch.write(cta, 0, Space::Global, data, cta * rounds + round);
      exchange(0, false);
    }
  });
  EXPECT_EQ(launch.takeFaults(), "");
  launch.read(0, 5, Space::Global, data);
  EXPECT_EQ(launch.takeFaults(), "DataRace ");
}

TEST(HostThreadsTest, FaultsOfAllAreCounted) {
  TestLaunch launch(options());
  uint64_t data = launch.global.allocate("data", 4096);
  runCtas([&](uint32_t cta) {
    for (uint32_t round = 0; round < 100; ++round) {
      launch.read(cta, round % 32, Space::Global, data + 4096 + cta);
    }
  });
  EXPECT_EQ(launch.faults.count(), 400u);
  EXPECT_EQ(launch.takeFaults(), "OutOfBounds ");
  EXPECT_EQ(launch.lastFaults[0].count, 400u);
}

TEST(HostThreadsTest, MemoryIsAllocatedWhileOthersRun) {
  TestLaunch launch(options());
  runCtas([&](uint32_t cta) {
    for (uint32_t round = 0; round < 100; ++round) {
      uint64_t own = launch.global.allocate("own", 256);
      launch.write(cta, 0, Space::Global, own + 252, round);
      EXPECT_EQ(launch.global.find(own + 255)->address, own);
    }
  });
  EXPECT_EQ(launch.takeFaults(), "");
}
