// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch for tests: CTAs with clocks and shared memory, and accesses by number of CTA and thread.
#ifndef TKC_TEST_UNIT_SIM_MEMORY_TESTLAUNCH_H
#define TKC_TEST_UNIT_SIM_MEMORY_TESTLAUNCH_H

#include "tkc/Sim/Memory/Memory.h"

#include <cstring>
#include <numeric>

namespace tkc::sim {

class TestLaunch {
public:
  struct Options {
    uint32_t ctas = 1, threads = 64, clusterSize = 1, sharedBytes = 4096, localBytes = 64;
    CheckOptions checks;
  };

  TestLaunch() : TestLaunch(Options()) {}
  explicit TestLaunch(Options options) : options(options), parameters(64) {
    std::iota(parameters.begin(), parameters.end(), 0);
    for (uint32_t cta = 0; cta < options.ctas; ++cta) {
      uint32_t rank = cta % options.clusterSize;
      clocks.push_back(std::make_unique<CtaClocks>(cta, cta / options.clusterSize, options.threads));
      shared.push_back(std::make_unique<SharedMemory>(options.sharedBytes, rank));
    }
    for (uint32_t cta = 0; cta < options.ctas; ++cta) {
      for (uint32_t first = 0; first < options.threads; first += warpSize) {
        addWarp(cta, first);
      }
    }
  }

  WarpMemory &warp(uint32_t cta, uint32_t number) {
    return *warps[cta * ((options.threads + warpSize - 1) / warpSize) + number];
  }
  CtaClocks &clocksOf(uint32_t cta) { return *clocks[cta]; }
  /// The address of a byte of the shared memory of a CTA.
  uint64_t sharedAddress(uint32_t cta, uint32_t byte) const {
    return (uint64_t(cta % options.clusterSize) << sharedRankShift) + reservedSharedBytes + byte;
  }

  /// One thread's access; `value` is what it stores.
  void touch(uint32_t cta, uint32_t thread, Access access, uint64_t address, uint64_t value = 0) {
    std::array<uint64_t, warpSize> addresses = {};
    unsigned lane = thread % warpSize;
    addresses[lane] = address;
    access.addresses = addresses.data();
    access.lanes = 1u << lane;
    access.alignment = 1;
    AccessWindow window = warp(cta, thread / warpSize).open(access);
    if (access.kind == AccessKind::Write && (window.lanes >> lane & 1)) {
      std::memcpy(window.data[lane], &value, std::min<size_t>(access.sizeInBytes, sizeof value));
    }
  }
  void read(uint32_t cta, uint32_t thread, Space space, uint64_t address, uint32_t bytes = 4) {
    touch(cta, thread, make(AccessKind::Read, space, bytes), address);
  }
  void write(uint32_t cta, uint32_t thread, Space space, uint64_t address, uint64_t value, uint32_t bytes = 4) {
    touch(cta, thread, make(AccessKind::Write, space, bytes), address, value);
  }
  void atomic(uint32_t cta, uint32_t thread, Space space, uint64_t address, Scope scope,
              AccessKind kind = AccessKind::ReadModifyWrite, uint64_t value = 0) {
    Access access = make(kind, space, 4);
    access.isStrong = true;
    access.scope = scope;
    touch(cta, thread, access, address, value);
  }
  static Access make(AccessKind kind, Space space, uint32_t bytes) {
    Access access;
    access.kind = kind;
    access.space = space;
    access.sizeInBytes = bytes;
    access.instruction = kind == AccessKind::Read ? 1 : kind == AccessKind::Write ? 2 : 3;
    return access;
  }
  /// An asynchronous piece that thread `thread` starts now.
  AsyncAccess startAsync(uint32_t cta, uint32_t thread, AccessKind kind, Space space, uint64_t address, uint32_t bytes,
                         Epoch epoch) {
    AsyncAccess access;
    access.kind = kind;
    access.space = space;
    access.address = address;
    access.sizeInBytes = bytes;
    access.epoch = epoch;
    access.thread = thread;
    access.instruction = 4;
    access.knownAtIssue = clocks[cta]->release(thread);
    return access;
  }
  void finish(uint32_t cta, const AsyncAccess &access) { warp(cta, access.thread / warpSize).openAsync(access); }

  std::vector<uint32_t> allThreads() const {
    std::vector<uint32_t> threads(options.threads);
    std::iota(threads.begin(), threads.end(), 0);
    return threads;
  }
  void barrier(uint32_t cta) { clocks[cta]->barrier(allThreads()); }

  /// The names of the faults so far, each with a space behind, and forgets them.
  std::string takeFaults() {
    std::string names;
    lastFaults = faults.takeFaults();
    for (const Fault &fault : lastFaults) {
      names += std::string(faultKindName(fault.kind)) + " ";
    }
    return names;
  }

  Options options;
  GlobalMemory global;
  FaultLog faults;
  std::vector<Fault> lastFaults;
  std::vector<uint8_t> parameters;
  std::vector<std::unique_ptr<CtaClocks>> clocks;
  std::vector<std::unique_ptr<SharedMemory>> shared;
  std::vector<std::unique_ptr<LocalMemory>> locals;
  std::vector<std::unique_ptr<WarpMemory>> warps;

private:
  void addWarp(uint32_t cta, uint32_t firstThread) {
    locals.push_back(std::make_unique<LocalMemory>(options.localBytes));
    WarpMemory::Surroundings around;
    around.global = &global;
    uint32_t firstOfCluster = cta / options.clusterSize * options.clusterSize;
    for (uint32_t peer = firstOfCluster; peer < firstOfCluster + options.clusterSize; ++peer) {
      around.shared.push_back(shared[peer].get());
      around.clusterCtas.push_back(peer);
    }
    around.rank = cta % options.clusterSize;
    around.local = locals.back().get();
    around.parameters = &parameters;
    around.clocks = clocks[cta].get();
    around.faults = &faults;
    around.checks = options.checks;
    around.firstThread = firstThread;
    around.ctaPlace = {cta, 0, 0};
    around.ctaShape = {options.threads, 1, 1};
    around.gridShape = {options.ctas, 1, 1};
    warps.push_back(std::make_unique<WarpMemory>(std::move(around)));
  }
};

} // namespace tkc::sim

#endif // TKC_TEST_UNIT_SIM_MEMORY_TESTLAUNCH_H
