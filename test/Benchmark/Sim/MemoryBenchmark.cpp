// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an access of the simulator costs, with all checks and without.
#include "tkc/Sim/Memory/Memory.h"

#include <benchmark/benchmark.h>
#include <cstring>
#include <numeric>

using namespace tkc::sim;

namespace {

/// A CTA of some warps with global and shared memory.
class Launch {
public:
  explicit Launch(uint32_t threads, CheckOptions checks = {}) : shared(1 << 17, 0), clocks(0, 0, threads) {
    buffer = global.allocate("buffer", 1 << 24);
    sharedMemories = {&shared};
    for (uint32_t first = 0; first < threads; first += warpSize) {
      WarpMemory::Surroundings around;
      around.global = &global;
      around.shared = sharedMemories;
      around.clocks = &clocks;
      around.faults = &faults;
      around.checks = checks;
      around.firstThread = first;
      warps.push_back(std::make_unique<WarpMemory>(std::move(around)));
    }
    all.resize(threads);
    std::iota(all.begin(), all.end(), 0);
  }

  void access(uint32_t warp, AccessKind kind, Space space, uint64_t base, uint32_t bytes, uint32_t stride) {
    std::array<uint64_t, warpSize> addresses;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      addresses[lane] = base + lane * stride;
    }
    Access access;
    access.kind = kind;
    access.space = space;
    access.sizeInBytes = bytes;
    access.alignment = bytes;
    access.addresses = addresses.data();
    access.instruction = 1;
    AccessWindow window = warps[warp]->open(access);
    if (kind == AccessKind::Write) {
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        std::memcpy(window.data[lane], &lane, 4);
      }
      window.setAllDefined();
    } else {
      benchmark::DoNotOptimize(window.allDefined());
    }
  }

  GlobalMemory global;
  SharedMemory shared;
  CtaClocks clocks;
  FaultLog faults;
  std::vector<SharedMemory *> sharedMemories;
  std::vector<std::unique_ptr<WarpMemory>> warps;
  std::vector<uint32_t> all;
  uint64_t buffer;
};

/// Accesses by 4 warps to a tile each, one after another, with a barrier after each round over the tile.
void accessTiles(benchmark::State &state, AccessKind kind, Space space, uint32_t bytes, CheckOptions checks = {}) {
  Launch launch(128, checks);
  uint64_t base = space == Space::Shared ? reservedSharedBytes : launch.buffer;
  constexpr uint32_t tileBytes = 1 << 14;
  uint32_t row = bytes * warpSize, rows = tileBytes / row;
  for (auto _ : state) {
    for (uint32_t warp = 0; warp < 4; ++warp) {
      for (uint32_t at = 0; at < rows; ++at) {
        launch.access(warp, kind, space, base + warp * tileBytes + at * row, bytes, bytes);
      }
    }
    launch.clocks.barrier(launch.all);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * 4 * rows);
  if (!launch.faults.isEmpty()) {
    state.SkipWithError("faults");
  }
}

/// One warp writes, another reads after a barrier.
void handOver(benchmark::State &state, Space space) {
  Launch launch(128);
  uint64_t base = space == Space::Shared ? reservedSharedBytes : launch.buffer;
  uint32_t writer = 0;
  for (auto _ : state) {
    for (uint32_t row = 0; row < 64; ++row) {
      launch.access(writer, AccessKind::Write, space, base + row * 128, 4, 4);
    }
    launch.clocks.barrier(launch.all);
    writer = (writer + 1) % 4;
    for (uint32_t row = 0; row < 64; ++row) {
      launch.access(writer, AccessKind::Read, space, base + row * 128, 4, 4);
    }
    launch.clocks.barrier(launch.all);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * 128);
  if (!launch.faults.isEmpty()) {
    state.SkipWithError("faults");
  }
}

void readGlobal(benchmark::State &state) { accessTiles(state, AccessKind::Read, Space::Global, 4); }
void writeGlobal(benchmark::State &state) { accessTiles(state, AccessKind::Write, Space::Global, 4); }
void writeGlobal16(benchmark::State &state) { accessTiles(state, AccessKind::Write, Space::Global, 16); }
void readShared(benchmark::State &state) { accessTiles(state, AccessKind::Read, Space::Shared, 4); }
void writeShared(benchmark::State &state) { accessTiles(state, AccessKind::Write, Space::Shared, 4); }
void writeShared2(benchmark::State &state) { accessTiles(state, AccessKind::Write, Space::Shared, 2); }
void readSharedUnchecked(benchmark::State &state) {
  accessTiles(state, AccessKind::Read, Space::Shared, 4, {false, false, false});
}
void readGlobalUnchecked(benchmark::State &state) {
  accessTiles(state, AccessKind::Read, Space::Global, 4, {false, false, false});
}
void handOverShared(benchmark::State &state) { handOver(state, Space::Shared); }
void handOverGlobal(benchmark::State &state) { handOver(state, Space::Global); }

/// Each lane of 4 warps in turn does an atomic operation on a location of its own, and on one of another warp.
void atomics(benchmark::State &state, bool isOrdering) {
  Launch launch(128);
  uint32_t round = 0;
  for (auto _ : state) {
    ++round;
    for (uint32_t warp = 0; warp < 4; ++warp) {
      std::array<uint64_t, warpSize> addresses;
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        addresses[lane] = launch.buffer + ((warp + round) % 4 * warpSize + lane + round / 4 % 32 * 128) * 4;
      }
      Access access;
      access.kind = AccessKind::ReadModifyWrite;
      access.space = Space::Global;
      access.isStrong = true;
      access.addresses = addresses.data();
      AccessWindow window = launch.warps[warp]->open(access);
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        SyncPoint &point = window.syncPoint(lane);
        launch.clocks.strongRead(warp * warpSize + lane, point, Scope::Gpu, isOrdering);
        launch.clocks.strongWrite(warp * warpSize + lane, point, Scope::Gpu, isOrdering);
      }
    }
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * 4);
  if (!launch.faults.isEmpty()) {
    state.SkipWithError("faults");
  }
}
void atomicsRelaxed(benchmark::State &state) { atomics(state, false); }
void atomicsOrdering(benchmark::State &state) { atomics(state, true); }

void barrier(benchmark::State &state) {
  Launch launch(static_cast<uint32_t>(state.range(0)));
  for (auto _ : state) {
    launch.clocks.barrier(launch.all);
  }
}

/// Each thread arrives at an mbarrier, then each waits.
void arriveAndWait(benchmark::State &state) {
  Launch launch(static_cast<uint32_t>(state.range(0)));
  for (auto _ : state) {
    SyncPoint phase;
    for (uint32_t thread : launch.all) {
      phase.release(launch.clocks.release(thread), 0, 0, Scope::Cta);
    }
    KnowledgeRef known = phase.acquire(0, 0, Scope::Cta);
    for (uint32_t thread : launch.all) {
      launch.clocks.acquire(thread, known);
    }
  }
}

/// The same, a warp at once.
void arriveAndWaitByWarp(benchmark::State &state) {
  Launch launch(static_cast<uint32_t>(state.range(0)));
  for (auto _ : state) {
    SyncPoint phase;
    for (uint32_t first = 0; first < launch.all.size(); first += warpSize) {
      phase.release(launch.clocks.releaseLanes(first, allLanes), 0, 0, Scope::Cta);
    }
    KnowledgeRef known = phase.acquire(0, 0, Scope::Cta);
    for (uint32_t first = 0; first < launch.all.size(); first += warpSize) {
      launch.clocks.acquireLanes(first, allLanes, known);
    }
  }
}

/// Each thread copies 16 bytes a few times, waits for its group, and meets the others.
void copyGroups(benchmark::State &state) {
  Launch launch(128);
  for (uint32_t agent = 0; agent < 128; ++agent) {
    launch.clocks.addAgent();
  }
  uint32_t group = 0;
  AsyncAccess access;
  access.proxy = Proxy::Generic;
  access.sizeInBytes = 16;
  for (auto _ : state) {
    ++group;
    for (uint32_t copy = 0; copy < 4; ++copy) {
      for (uint32_t thread = 0; thread < 128; ++thread) {
        access.thread = thread;
        access.epoch = {{0, 128 + thread}, group};
        access.knownAtIssue = launch.clocks.release(thread);
        access.kind = AccessKind::Read;
        access.space = Space::Global;
        access.address = launch.buffer + group % 64 * 8192 + copy * 2048 + thread * 16;
        AccessWindow from = launch.warps[thread / warpSize]->openAsync(access);
        access.kind = AccessKind::Write;
        access.space = Space::Shared;
        access.address = reservedSharedBytes + copy * 2048 + thread * 16;
        AccessWindow to = launch.warps[thread / warpSize]->openAsync(access);
        to.copyDefined(0, 0, from, 0, 0, 16);
      }
    }
    for (uint32_t thread = 0; thread < 128; ++thread) {
      launch.clocks.acquire(thread, joinEpoch(nullptr, {{0, 128 + thread}, group}));
    }
    launch.clocks.barrier(launch.all);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * 512);
  if (!launch.faults.isEmpty()) {
    state.SkipWithError("faults");
  }
}

void waitGroups(benchmark::State &state) {
  Launch launch(128);
  uint32_t group = 0;
  for (auto _ : state) {
    ++group;
    for (uint32_t thread = 0; thread < 128; ++thread) {
      launch.clocks.acquire(thread, joinEpoch(nullptr, {{0, 128 + thread}, group}));
    }
    launch.clocks.barrier(launch.all);
  }
}

/// A tile by a bulk copy that completes, and is waited for.
void bulkCopy(benchmark::State &state) {
  Launch launch(128);
  Agent agent = launch.clocks.addAgent();
  auto bytes = static_cast<uint32_t>(state.range(0));
  AsyncAccess access;
  access.kind = AccessKind::Write;
  access.address = reservedSharedBytes;
  access.sizeInBytes = bytes;
  uint32_t phase = 0;
  for (auto _ : state) {
    access.epoch = {agent, ++phase};
    access.knownAtIssue = launch.clocks.release(0);
    AccessWindow window = launch.warps[0]->openAsync(access);
    window.setRangeDefined(0, 0, bytes, true);
    launch.clocks.acquire(0, joinEpoch(nullptr, access.epoch));
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * bytes);
  if (!launch.faults.isEmpty()) {
    state.SkipWithError("faults");
  }
}

} // namespace

BENCHMARK(readGlobal);
BENCHMARK(writeGlobal);
BENCHMARK(writeGlobal16);
BENCHMARK(readShared);
BENCHMARK(writeShared);
BENCHMARK(writeShared2);
BENCHMARK(readSharedUnchecked);
BENCHMARK(readGlobalUnchecked);
BENCHMARK(handOverShared);
BENCHMARK(handOverGlobal);
BENCHMARK(atomicsRelaxed);
BENCHMARK(atomicsOrdering);
BENCHMARK(barrier)->Arg(128)->Arg(384)->Arg(1024);
BENCHMARK(arriveAndWait)->Arg(128)->Arg(384);
BENCHMARK(arriveAndWaitByWarp)->Arg(128)->Arg(384);
BENCHMARK(copyGroups);
BENCHMARK(waitGroups);
BENCHMARK(bulkCopy)->Arg(16)->Arg(128)->Arg(1 << 14)->Arg(1 << 16);
