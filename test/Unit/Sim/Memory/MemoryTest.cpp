// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses, bounds, alignment, definedness: what a window finds, and what it reports.
#include <gtest/gtest.h>

#include "TestLaunch.h"

using namespace tkc::sim;

namespace {

/// One access of lane 0; the window's good lanes.
LaneMask openOne(TestLaunch &launch, AccessKind kind, Space space, uint64_t address, uint32_t bytes = 4,
                 uint32_t alignment = 4) {
  std::array<uint64_t, warpSize> addresses = {address};
  Access access = TestLaunch::make(kind, space, bytes);
  access.alignment = alignment;
  access.lanes = 1;
  access.addresses = addresses.data();
  return launch.warp(0, 0).open(access).lanes;
}

std::string whereOf(TestLaunch &launch, AccessKind kind, Space space, uint64_t address, uint32_t bytes = 4) {
  openOne(launch, kind, space, address, bytes, 1);
  std::string names = launch.takeFaults();
  return names.empty() ? "" : names + "| " + launch.lastFaults[0].where;
}

} // namespace

TEST(MemoryTest, AllocationsHoldWhatTheHostWrites) {
  GlobalMemory memory;
  uint64_t first = memory.allocate("a", 100), second = memory.allocate("b", 100, true, 4096);
  EXPECT_EQ(first % 256, 0u);
  EXPECT_EQ(second % 4096, 0u);
  EXPECT_GE(second - first, 200u);
  uint32_t value = 42, back = 0;
  EXPECT_TRUE(memory.write(first + 10, &value, 4));
  EXPECT_TRUE(memory.read(first + 10, &back, 4));
  EXPECT_EQ(back, 42u);
  EXPECT_EQ(memory.definedBits(first + 8, 8), std::vector<uint8_t>{0b00111100});
  EXPECT_FALSE(memory.write(first + 97, &value, 4));
  EXPECT_FALSE(memory.read(first - 1, &back, 4));
  EXPECT_TRUE(memory.write(first + 96, &value, 4));
}

TEST(MemoryTest, AddressesNeverRepeat) {
  GlobalMemory memory;
  uint64_t first = memory.allocate("a", 100);
  EXPECT_EQ(memory.find(first + 99)->name, "a");
  EXPECT_EQ(memory.find(first + 100), nullptr);
  memory.release(first);
  EXPECT_EQ(memory.find(first), nullptr);
  EXPECT_NE(memory.allocate("a", 100), first);
}

TEST(MemoryTest, FindsBothEndsOfAnAllocation) {
  TestLaunch launch;
  uint64_t x = launch.global.allocate("x", 4096);
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, x), "");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, x + 4092), "");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, x + 4096),
            "OutOfBounds | global, right past the end of \"x\" (4096 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, x + 4100),
            "OutOfBounds | global, 4 bytes past the end of \"x\" (4096 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Write, Space::Generic, x - 4),
            "OutOfBounds | global, 4 bytes before \"x\" (4096 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, x + 4094),
            "OutOfBounds | global, byte 4094 of \"x\" (4096 bytes), the access ends 2 bytes past its end");
}

TEST(MemoryTest, NamesTheNearestAllocation) {
  TestLaunch launch;
  uint64_t x = launch.global.allocate("x", 256), y = launch.global.allocate("y", 256);
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, x + 300),
            "OutOfBounds | global, 44 bytes past the end of \"x\" (256 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, y - 8),
            "OutOfBounds | global, 8 bytes before \"y\" (256 bytes)");
}

TEST(MemoryTest, SurvivesAddressesThatWrapAround) {
  TestLaunch launch;
  uint64_t x = launch.global.allocate("x", 256);
  for (uint64_t address : {~uint64_t(0), ~uint64_t(0) - 2, uint64_t(0), uint64_t(1) << 63, x - (uint64_t(1) << 63)}) {
    for (Space space : {Space::Generic, Space::Global, Space::Shared, Space::SharedCluster, Space::Local, Space::Const,
                        Space::Param}) {
      std::string where = whereOf(launch, AccessKind::Read, space, address, 16);
      bool isGood = address == 0 && (space == Space::Local || space == Space::Param);
      EXPECT_EQ(where.empty(), isGood) << address << " " << where;
    }
    AsyncAccess access =
        launch.startAsync(0, 0, AccessKind::Read, Space::Global, address, 1 << 17, {launch.clocksOf(0).addAgent(), 1});
    launch.finish(0, access);
    EXPECT_EQ(launch.takeFaults(), "OutOfBounds ");
  }
}

TEST(MemoryTest, AnEmptyDeviceHasNoNearest) {
  TestLaunch launch;
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, 16),
            "OutOfBounds | global, address 0x10, where nothing is allocated");
}

TEST(MemoryTest, SharedMemoryBeginsBehindTheReservedBytes) {
  TestLaunch launch;
  EXPECT_EQ(whereOf(launch, AccessKind::Write, Space::Shared, reservedSharedBytes), "");
  EXPECT_EQ(whereOf(launch, AccessKind::Write, Space::Generic, sharedWindow + reservedSharedBytes + 4092), "");
  EXPECT_EQ(whereOf(launch, AccessKind::Write, Space::Shared, 1020),
            "OutOfBounds | shared, in the first 1024 bytes, which are reserved");
  EXPECT_EQ(whereOf(launch, AccessKind::Write, Space::Shared, reservedSharedBytes + 4096),
            "OutOfBounds | shared, right past the end of shared memory (4096 bytes)");
}

TEST(MemoryTest, ClusterAddressesReachPeers) {
  TestLaunch::Options options;
  options.ctas = 4;
  options.clusterSize = 2;
  TestLaunch launch(options);
  uint64_t peer = launch.sharedAddress(1, 8);
  launch.write(0, 0, Space::SharedCluster, peer, 77);
  EXPECT_EQ(launch.takeFaults(), "");
  uint32_t value;
  std::array<uint64_t, warpSize> addresses = {peer};
  Access access = TestLaunch::make(AccessKind::Read, Space::Shared, 4);
  access.addresses = addresses.data();
  access.lanes = 1;
  launch.clocksOf(1).acquire(0, launch.clocksOf(0).release(0));
  {
    AccessWindow window = launch.warp(1, 0).open(access);
    ASSERT_EQ(window.lanes, 1u);
    std::memcpy(&value, window.data[0], 4);
    EXPECT_EQ(window.defined(0, 0, 4), 0);
  }
  EXPECT_EQ(value, 77u);
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Shared, peer),
            "WrongSpace | shared of the cluster's CTA 1, byte 8 of shared memory (4096 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::SharedCluster, launch.sharedAddress(1, 0) * 2),
            "OutOfBounds | shared, address 0x2000800, which is of no CTA of the cluster");
}

TEST(MemoryTest, LanesHaveTheirOwnLocalMemory) {
  TestLaunch launch;
  std::array<uint64_t, warpSize> addresses;
  addresses.fill(60);
  Access access = TestLaunch::make(AccessKind::Write, Space::Local, 4);
  access.addresses = addresses.data();
  {
    AccessWindow window = launch.warp(0, 0).open(access);
    EXPECT_EQ(window.lanes, allLanes);
    EXPECT_EQ(window.data[5] - window.data[4], 64);
    window.setDefined(4, 0, 4, 0xf);
  }
  {
    AccessWindow window = launch.warp(0, 0).open(access);
    EXPECT_EQ(window.allDefined(), 1u << 4);
  }
  addresses.fill(localWindow + 4);
  access.space = Space::Generic;
  addresses[3] = localWindow + 61;
  access.alignment = 1;
  EXPECT_EQ(launch.warp(0, 0).open(access).lanes, ~(1u << 3));
  EXPECT_EQ(launch.takeFaults(), "OutOfBounds ");
  EXPECT_EQ(launch.lastFaults[0].where,
            "local, byte 61 of the thread's memory (64 bytes), the access ends 1 byte past its end");
  EXPECT_EQ(launch.lastFaults[0].place.thread[0], 3u);
}

TEST(MemoryTest, ParametersAreReadOnlyAndDefined) {
  TestLaunch launch;
  std::array<uint64_t, warpSize> addresses = {8};
  Access access = TestLaunch::make(AccessKind::Read, Space::Param, 8);
  access.lanes = 1;
  access.addresses = addresses.data();
  {
    AccessWindow window = launch.warp(0, 0).open(access);
    EXPECT_EQ(window.data[0][0], 8);
    EXPECT_EQ(window.defined(0, 0, 8), 0xff);
  }
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Generic, paramWindow + 60), "");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Param, 64),
            "OutOfBounds | param, right past the end of the parameters (64 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Write, Space::Param, 4),
            "WriteToReadOnly | param, byte 4 of the parameters (64 bytes)");
}

TEST(MemoryTest, ConstantsAreReadOnly) {
  TestLaunch launch;
  uint64_t table = launch.global.allocate("table", 64, false, 256, Space::Const);
  uint64_t frozen = launch.global.allocate("frozen", 64, false);
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Const, table + 60), "");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Generic, table), "");
  EXPECT_EQ(whereOf(launch, AccessKind::Write, Space::Generic, table),
            "WriteToReadOnly | constant, byte 0 of \"table\" (64 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::ReadModifyWrite, Space::Global, frozen + 4),
            "WriteToReadOnly | global, byte 4 of \"frozen\" (64 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, table),
            "WrongSpace | constant, byte 0 of \"table\" (64 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Global, sharedWindow + reservedSharedBytes),
            "WrongSpace | shared, byte 0 of shared memory (4096 bytes)");
  EXPECT_EQ(whereOf(launch, AccessKind::Read, Space::Const, frozen),
            "WrongSpace | global, byte 0 of \"frozen\" (64 bytes)");
}

TEST(MemoryTest, MisalignedAddressesAreReported) {
  TestLaunch launch;
  uint64_t x = launch.global.allocate("x", 256);
  EXPECT_EQ(openOne(launch, AccessKind::Read, Space::Global, x + 8, 16, 16), 0u);
  EXPECT_EQ(launch.takeFaults(), "Misaligned ");
  EXPECT_EQ(launch.lastFaults[0].detail, "read of 16 bytes needs an address that is a multiple of 16");
  EXPECT_EQ(openOne(launch, AccessKind::Read, Space::Global, x + 16, 16, 16), 1u);
  AsyncAccess access =
      launch.startAsync(0, 0, AccessKind::Write, Space::Shared, launch.sharedAddress(0, 8), 16, {{0, 64}, 1});
  access.alignment = 16;
  launch.finish(0, access);
  EXPECT_EQ(launch.takeFaults(), "Misaligned ");
}

TEST(MemoryTest, BadLanesReadAsUndefined) {
  TestLaunch launch;
  uint64_t x = launch.global.allocate("x", 64);
  uint64_t zeros[8] = {};
  launch.global.write(x, zeros, 64);
  std::array<uint64_t, warpSize> addresses;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    addresses[lane] = x + 4 * lane;
  }
  Access access = TestLaunch::make(AccessKind::Read, Space::Generic, 4);
  access.addresses = addresses.data();
  AccessWindow window = launch.warp(0, 0).open(access);
  EXPECT_EQ(window.lanes, 0xffffu);
  EXPECT_EQ(window.allDefined(), 0xffffu);
  EXPECT_EQ(window.defined(15, 0, 4), 0xf);
  EXPECT_EQ(window.defined(16, 0, 4), 0);
  EXPECT_EQ(window.data[16], nullptr);
  EXPECT_EQ(launch.faults.count(), 16u);
}

TEST(MemoryTest, DefinednessIsByByte) {
  TestLaunch launch;
  std::array<uint64_t, warpSize> addresses = {launch.sharedAddress(0, 13)};
  Access access = TestLaunch::make(AccessKind::Write, Space::Shared, 16);
  access.addresses = addresses.data();
  access.lanes = 1;
  access.alignment = 1;
  AccessWindow window = launch.warp(0, 0).open(access);
  EXPECT_EQ(window.defined(0, 0, 8), 0);
  window.setDefined(0, 2, 8, 0b10110101);
  EXPECT_EQ(window.defined(0, 2, 8), 0b10110101);
  EXPECT_EQ(window.defined(0, 0, 8), 0b11010100);
  EXPECT_EQ(window.defined(0, 8, 8), 0b00000010);
  window.setDefined(0, 4, 3, 0);
  EXPECT_EQ(window.defined(0, 0, 8), 0b10000100);
  EXPECT_EQ(window.allDefined(), 0u);
  window.setAllDefined();
  EXPECT_EQ(window.allDefined(), 1u);
  EXPECT_TRUE(window.isRangeDefined(0, 0, 16));
  window.setRangeDefined(0, 5, 3, false);
  EXPECT_FALSE(window.isRangeDefined(0, 0, 16));
  EXPECT_TRUE(window.isRangeDefined(0, 8, 8));
}

TEST(MemoryTest, DefinednessIsCopiedBetweenWindows) {
  TestLaunch launch;
  uint64_t x = launch.global.allocate("x", 4096);
  std::vector<uint8_t> ones(100, 1);
  launch.global.write(x + 3, ones.data(), 50);
  Epoch epoch{launch.clocksOf(0).addAgent(), 1};
  for (uint32_t shift : {0u, 1u, 8u}) {
    AsyncAccess source = launch.startAsync(0, 0, AccessKind::Read, Space::Global, x, 128, epoch);
    AsyncAccess target =
        launch.startAsync(0, 0, AccessKind::Write, Space::Shared, launch.sharedAddress(0, shift), 128, epoch);
    AccessWindow from = launch.warp(0, 0).openAsync(source), to = launch.warp(0, 0).openAsync(target);
    to.copyDefined(0, 0, from, 0, 0, 128);
    for (uint32_t byte = 0; byte < 128; ++byte) {
      EXPECT_EQ(to.defined(0, byte, 1), byte >= 3 && byte < 53) << byte;
    }
  }
}

TEST(MemoryTest, ChecksCanBeSwitchedOff) {
  TestLaunch::Options options;
  options.checks = {false, false, false};
  TestLaunch launch(options);
  EXPECT_EQ(openOne(launch, AccessKind::Read, Space::Shared, 0), 0u);
  EXPECT_EQ(openOne(launch, AccessKind::Read, Space::Shared, launch.sharedAddress(0, 2)), 1u);
  launch.write(0, 0, Space::Shared, launch.sharedAddress(0, 0), 1);
  launch.write(0, 1, Space::Shared, launch.sharedAddress(0, 0), 2);
  std::array<uint64_t, warpSize> addresses = {launch.sharedAddress(0, 64)};
  Access access = TestLaunch::make(AccessKind::Read, Space::Shared, 4);
  access.addresses = addresses.data();
  access.lanes = 1;
  EXPECT_EQ(launch.warp(0, 0).open(access).defined(0, 0, 4), 0xf);
  EXPECT_EQ(launch.takeFaults(), "");
}

TEST(MemoryTest, LanesInSeveralAllocationsAreFound) {
  TestLaunch launch;
  uint64_t x = launch.global.allocate("x", 128), y = launch.global.allocate("y", 128),
           z = launch.global.allocate("z", 8);
  std::array<uint64_t, warpSize> addresses;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    addresses[lane] = (lane % 3 == 0 ? x : y) + 4 * lane;
  }
  addresses[31] = z;
  addresses[30] = launch.sharedAddress(0, 0) + sharedWindow;
  Access access = TestLaunch::make(AccessKind::Write, Space::Generic, 4);
  access.addresses = addresses.data();
  {
    AccessWindow window = launch.warp(0, 0).open(access);
    ASSERT_EQ(window.lanes, allLanes);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      std::memcpy(window.data[lane], &lane, 4);
    }
  }
  uint32_t value;
  EXPECT_TRUE(launch.global.read(z, &value, 4));
  EXPECT_EQ(value, 31u);
  EXPECT_TRUE(launch.global.read(y + 4 * 4, &value, 4));
  EXPECT_EQ(value, 4u);
  EXPECT_EQ(launch.takeFaults(), "");
}
