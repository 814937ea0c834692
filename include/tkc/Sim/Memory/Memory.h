// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memories of a launch and checked access to them: every read and write of the simulator goes through an
// AccessWindow, which has found the bytes, their definedness, and who touched them before.
#ifndef TKC_SIM_MEMORY_MEMORY_H
#define TKC_SIM_MEMORY_MEMORY_H

#include "tkc/Sim/Memory/Clocks.h"
#include "tkc/Sim/Memory/Fault.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace tkc::sim {

enum class Space : uint8_t { Generic, Global, Shared, SharedCluster, Local, Const, Param };

// The windows of the generic address space. Global and constant addresses are the same in their own space; shared,
// local and parameter addresses count from the window's begin. Shared addresses have 32 bits: the CTA's rank in its
// cluster times 2^24, plus the offset; so an address of the own CTA is also its shared::cluster address. The first
// bytes of shared memory belong to the system, as on hardware: the kernel's begin at offset `reservedSharedBytes`.
inline constexpr uint64_t sharedWindow = uint64_t(1) << 40;
inline constexpr uint64_t localWindow = uint64_t(1) << 41;
inline constexpr uint64_t constWindow = uint64_t(1) << 42;
inline constexpr uint64_t paramWindow = uint64_t(1) << 43;
inline constexpr uint64_t globalWindow = uint64_t(1) << 44;
inline constexpr uint32_t reservedSharedBytes = 1024;
inline constexpr unsigned sharedRankShift = 24;

/// What of the checks is on; all by default.
struct CheckOptions {
  bool bounds = true;
  bool definedness = true;
  bool races = true;
};

/// A piece of host memory behind simulated memory.
struct MemoryRegion {
  uint8_t *data = nullptr;
  /// A bit for each byte, lowest first; null when all are defined and stay so.
  uint8_t *definedBits = nullptr;
  uint64_t sizeInBytes = 0;
};

/// An allocation of global or constant memory.
struct Allocation {
  std::string name;
  uint64_t address = 0, sizeInBytes = 0;
  bool isWritable = true;
};

/// Global and constant memory of a simulated device: allocations with unmapped space between them. Thread-safe, but
/// nothing may be released while a launch uses it.
class GlobalMemory {
public:
  GlobalMemory();
  ~GlobalMemory();

  /// New memory, aligned to 256 bytes or more, that nobody has written. The address never repeats.
  uint64_t allocate(std::string name, uint64_t sizeInBytes, bool isWritable = true, uint64_t alignment = 256,
                    Space window = Space::Global);
  void release(uint64_t address);
  /// Copies from and to the host. A write defines the bytes. Both are outside of every launch.
  /// False when the range is not inside one allocation.
  bool write(uint64_t address, const void *source, uint64_t bytes);
  bool read(uint64_t address, void *target, uint64_t bytes) const;
  /// Bytes of the range that something has written, as bits, lowest first.
  std::vector<uint8_t> definedBits(uint64_t address, uint64_t bytes) const;
  /// The allocation that holds the address.
  const Allocation *find(uint64_t address) const;
  /// Forgets who accessed what: a new launch begins after everything before it.
  void beginLaunch();

  struct Contents;
  Contents &contents() { return *held; }

private:
  std::unique_ptr<Contents> held;
};

/// The shared memory of one CTA: so many bytes behind the reserved ones.
class SharedMemory {
public:
  SharedMemory(uint32_t sizeInBytes, uint32_t rank);
  ~SharedMemory();

  uint32_t sizeInBytes() const;
  struct Contents;
  Contents &contents() { return *held; }

private:
  std::unique_ptr<Contents> held;
};

/// Per-thread memory of one warp: local variables and call frames, `bytesPerThread` for each lane.
class LocalMemory {
public:
  explicit LocalMemory(uint32_t bytesPerThread);
  ~LocalMemory();

  struct Contents;
  Contents &contents() { return *held; }

private:
  std::unique_ptr<Contents> held;
};

enum class AccessKind : uint8_t { Read, Write, ReadModifyWrite };
enum class Proxy : uint8_t { Generic, Async };

/// One instruction's accesses, a contiguous piece a lane.
struct Access {
  AccessKind kind = AccessKind::Read;
  Space space = Space::Generic;
  /// Relaxed or stronger, or volatile: two strong accesses whose scopes include each other do not race.
  bool isStrong = false;
  Scope scope = Scope::Gpu;
  uint32_t sizeInBytes = 4;
  /// What each address must be a multiple of.
  uint32_t alignment = 4;
  LaneMask lanes = allLanes;
  /// 32 addresses in the numbering of the space.
  const uint64_t *addresses = nullptr;
  InstructionIndex instruction = noInstruction;
};

/// One contiguous piece that an asynchronous agent reads or writes, on behalf of an instruction that was issued with
/// the given knowledge.
struct AsyncAccess {
  AccessKind kind = AccessKind::Read;
  Space space = Space::Shared;
  Proxy proxy = Proxy::Async;
  /// Strong for reductions.
  bool isStrong = false;
  uint64_t address = 0;
  uint32_t sizeInBytes = 0;
  uint32_t alignment = 1;
  Epoch epoch;
  KnowledgeRef knownAtIssue;
  InstructionIndex instruction = noInstruction;
  /// The thread that issued it, linear in the CTA.
  uint32_t thread = 0;
};

class ShadowPage;
class WarpMemory;

/// The bytes that an access may touch, lane by lane. While it exists, no other host thread touches them; so a host
/// thread holds one window of global memory at a time, and only for as long as it moves data.
///
/// Lanes that store to the same bytes without order between them, or after another thread did so, store to a place
/// aside: when the window ends, equal values are taken for the same store made twice, different ones are a race.
class AccessWindow {
public:
  AccessWindow(AccessWindow &&) noexcept;
  ~AccessWindow();

  /// The lanes whose address is good; the others have been reported, and read as undefined zeros.
  LaneMask lanes = 0;
  /// The first byte of each good lane (lane 0 of an asynchronous access); null for the others.
  std::array<uint8_t *, warpSize> data;

  /// One bit for each of at most 8 bytes from `offset`: set when defined.
  uint8_t defined(unsigned lane, uint32_t offset, uint32_t bytes) const {
    if (!tracksDefined) {
      return static_cast<uint8_t>((1u << bytes) - 1);
    }
    return lanes >> lane & 1 ? readDefined(spots[lane], offset, bytes) : 0;
  }
  void setDefined(unsigned lane, uint32_t offset, uint32_t bytes, uint8_t bits) {
    if (tracksDefined && (lanes >> lane & 1)) {
      writeDefined(spots[lane], offset, bytes, bits);
    }
  }
  /// The good lanes of which all bytes are defined.
  LaneMask allDefined() const;
  /// Defines all bytes of the good ones among these lanes.
  void setAllDefined(LaneMask which = allLanes);
  /// The same for long ranges of a lane.
  bool isRangeDefined(unsigned lane, uint32_t offset, uint32_t bytes) const;
  void setRangeDefined(unsigned lane, uint32_t offset, uint32_t bytes, bool isDefined);
  /// As many bytes of this lane become defined as those of the other window are.
  void copyDefined(unsigned lane, uint32_t offset, const AccessWindow &from, unsigned fromLane, uint32_t fromOffset,
                   uint32_t bytes);
  /// The place through which the lane's location hands knowledge on, for strong accesses. Valid while the window
  /// exists; kept with the location when something has been released through it.
  SyncPoint &syncPoint(unsigned lane);

private:
  friend class WarpMemory;
  friend class RaceCheck;
  struct Spot {
    MemoryRegion *region;
    uint64_t index;
  };
  struct Aside;

  AccessWindow(WarpMemory *owner, uint32_t sizeInBytes, bool tracksDefined);
  static uint8_t readDefined(const Spot &spot, uint32_t offset, uint32_t bytes) {
    const uint8_t *bits = spot.region->definedBits;
    uint32_t mask = (1u << bytes) - 1;
    if (!bits) {
      return static_cast<uint8_t>(mask);
    }
    uint64_t index = spot.index + offset;
    uint32_t shift = index % 8, word = bits[index / 8];
    if (shift + bytes > 8) {
      word |= static_cast<uint32_t>(bits[index / 8 + 1]) << 8;
    }
    return static_cast<uint8_t>(word >> shift & mask);
  }
  static void writeDefined(const Spot &spot, uint32_t offset, uint32_t bytes, uint8_t value) {
    uint8_t *bits = spot.region->definedBits;
    if (!bits) {
      return;
    }
    uint64_t index = spot.index + offset;
    uint32_t shift = index % 8, mask = ((1u << bytes) - 1) << shift, word = (value << shift) & mask;
    bits[index / 8] = static_cast<uint8_t>((bits[index / 8] & ~mask) | (word & 0xff));
    if (shift + bytes > 8) {
      bits[index / 8 + 1] = static_cast<uint8_t>((bits[index / 8 + 1] & ~(mask >> 8)) | (word >> 8));
    }
  }
  void clearOtherLanes();
  void lockPages();
  void unlockPages();
  SyncPoint &makeSyncPoint(unsigned lane, ShadowPage &page, uint32_t word);
  void keepSyncPoints();

  uint32_t sizeInBytes;
  bool tracksDefined;
  bool isLocked = false, locksSeveral = false;
  uint32_t lockedStripe = 0;
  /// Lanes whose location had no place to hand knowledge on.
  LaneMask newSyncPoints = 0;
  WarpMemory *owner;
  std::array<Spot, warpSize> spots;
  std::array<uint64_t, 16> lockedStripes;
  std::unique_ptr<Aside> aside;
};

/// All that one warp can reach, and as whom. Checks bounds, alignment and order, and reports; the caller moves data.
class WarpMemory {
public:
  struct Surroundings {
    GlobalMemory *global = nullptr;
    /// The shared memories of the cluster by rank.
    std::vector<SharedMemory *> shared;
    uint32_t rank = 0;
    LocalMemory *local = nullptr;
    /// The kernel's parameters.
    const std::vector<uint8_t> *parameters = nullptr;
    CtaClocks *clocks = nullptr;
    FaultLog *faults = nullptr;
    CheckOptions checks;
    uint32_t firstThread = 0;
    std::array<uint32_t, 3> ctaPlace = {}, ctaShape = {};
    /// For the places of other CTAs in faults; zeros when not known.
    std::array<uint32_t, 3> gridShape = {};
    /// The numbers of the cluster's CTAs by rank; empty for the own one alone.
    std::vector<uint32_t> clusterCtas;
  };

  explicit WarpMemory(Surroundings surroundings);
  ~WarpMemory();
  /// Only while no window is open.
  WarpMemory(WarpMemory &&) noexcept;

  AccessWindow open(const Access &access);
  AccessWindow openAsync(const AsyncAccess &access);

  const Surroundings &surroundings() const { return around; }
  /// Who a lane is, for faults.
  ThreadPlace place(unsigned lane) const;
  /// Who a thread of the CTA is, by its linear number.
  ThreadPlace threadPlace(uint32_t thread) const;
  /// Says where an address lies: `shared, byte 16 of 4096`, or what is nearest to it.
  std::string describeAddress(Space space, uint64_t address, uint32_t sizeInBytes) const;
  void report(Fault fault) const { around.faults->report(std::move(fault)); }

private:
  friend class AccessWindow;
  friend class RaceCheck;
  struct State;

  void reportMiss(const Access &access, unsigned lane, FaultKind kind) const;
  void reportMiss(const AsyncAccess &access, FaultKind kind) const;

  Surroundings around;
  std::unique_ptr<State> state;
};

} // namespace tkc::sim

#endif // TKC_SIM_MEMORY_MEMORY_H
