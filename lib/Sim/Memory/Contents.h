// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the memories hold: host memory with its definedness, its shadow, and the locks of pages.
#ifndef TKC_LIB_SIM_MEMORY_CONTENTS_H
#define TKC_LIB_SIM_MEMORY_CONTENTS_H

#include "tkc/Sim/Memory/Memory.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "Shadow.h"

namespace tkc::sim {

/// Zeroed host memory that takes up room only where it is touched.
class HostBytes {
public:
  explicit HostBytes(uint64_t bytes);
  uint8_t *get() const { return aligned; }

private:
  struct Free {
    void operator()(uint8_t *memory) const { std::free(memory); }
  };
  std::unique_ptr<uint8_t, Free> memory;
  uint8_t *aligned;
};

/// A region with what the checks need.
struct Region : MemoryRegion {
  bool isWritable = true;
  /// Other host threads use it as well.
  bool isShared = false;
  /// The lock of its first page; the others follow.
  uint32_t firstStripe = 0;
  /// Null when accesses need no order.
  std::unique_ptr<Shadow> shadow;
};

/// A lock that is mostly free, and held for the time of an access.
class PageLock {
public:
  void lock();
  void unlock() { isHeld.store(false, std::memory_order_release); }

private:
  alignas(64) std::atomic<bool> isHeld{false};
};

struct GlobalRegion : Region {
  GlobalRegion(Allocation allocation, uint32_t firstStripe);

  Allocation allocation;
  HostBytes bytes, bits;
};

struct GlobalMemory::Contents {
  static constexpr uint32_t stripes = 1024;
  /// Of so many locations it is known exactly what they hand on.
  static constexpr uint32_t exactSyncPoints = 4096;

  mutable std::shared_mutex mutex;
  std::map<uint64_t, std::unique_ptr<GlobalRegion>> regions;
  uint64_t nextGlobal = globalWindow, nextConst = constWindow;
  /// Changes when a region goes away.
  std::atomic<uint32_t> version{0};
  std::atomic<uint32_t> syncPoints{0};
  uint32_t launch = 1;
  std::array<PageLock, stripes> locks;

  /// The region that holds the address.
  GlobalRegion *find(uint64_t address) const;
  /// As find, when all the bytes are in it.
  GlobalRegion *find(uint64_t address, uint64_t bytes) const;
  /// The region whose bounds are nearest to an address outside of all, of those in the same window.
  const GlobalRegion *findNearest(uint64_t address) const;
};

struct SharedMemory::Contents : Region {
  Contents(uint32_t bytes, uint32_t rank);

  /// The address of the first byte.
  uint64_t address;
  HostBytes bytes, bits;
};

struct LocalMemory::Contents : Region {
  explicit Contents(uint32_t bytesPerThread);

  uint32_t bytesPerThread;
  HostBytes bytes, bits;
};

/// One bit for each byte.
void setBits(uint8_t *bits, uint64_t index, uint64_t count, bool value);
bool areAllSet(const uint8_t *bits, uint64_t index, uint64_t count);
void copyBits(uint8_t *target, uint64_t targetIndex, const uint8_t *source, uint64_t sourceIndex, uint64_t count);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_MEMORY_CONTENTS_H
