// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buffers of a launch at virtual addresses, with what is known about each element: whether it was written, its
// error bound, who accessed it.
#ifndef TKC_LIB_INTERP_ENGINE_MEMORY_H
#define TKC_LIB_INTERP_ENGINE_MEMORY_H

#include <atomic>
#include <memory>
#include <mutex>

#include "AccessHistory.h"
#include "AtomicSum.h"
#include "Lanes.h"

namespace tkc::interp {

/// Each buffer lies in the middle of its own region of addresses, so that pointers that stray keep their buffer.
inline constexpr unsigned regionBits = 44;

/// The virtual address of the first byte of a buffer.
inline uint64_t addressOfBuffer(size_t buffer) {
  return (uint64_t(buffer + 1) << regionBits) + (uint64_t(1) << (regionBits - 1));
}

/// One buffer. Everything but `bytes` of a buffer that no program writes is guarded by `mutex`.
class Allocation {
public:
  Allocation(uint8_t *bytes, size_t size, unsigned granule) : bytes(bytes), size(size), granule(granule) {}

  void trackStates() { states.assign(granuleCount(), 0); }
  void markUninitialised() { states.assign(granuleCount(), Uninitialised); }
  size_t granuleCount() const { return (size + granule - 1) / granule; }

  /// What is known about the `accessSize` bytes at `offset` when they are read as `type`.
  struct Knowledge {
    double bound = 0;
    bool isUndecided = false;
    bool isUninitialised = false;
  };
  Knowledge knowledge(size_t offset, unsigned accessSize, ScalarType type) const;
  /// Records a write: initialised, with this bound.
  void noteWrite(size_t offset, unsigned accessSize, ScalarType type, double bound, bool isUndecided);
  /// Records that a write may or may not have happened.
  void noteDoubt(size_t offset, unsigned accessSize);

  uint8_t *bytes;
  size_t size;
  /// Bytes per entry of the arrays below.
  unsigned granule;
  /// True when some program may write the buffer.
  bool isWritten = false;
  std::mutex mutex;
  AccessHistory history;
  /// What atomics at a byte offset have released.
  std::unordered_map<size_t, Clock> released;
  /// Of elements, by byte offset, that atomics add floats to.
  std::unordered_map<size_t, AtomicSum> sums;

private:
  enum State : uint8_t { Uninitialised = 1, Doubtful = 2, firstKindBit = 4 };

  std::vector<uint8_t> states;
  /// Empty while all are 0.
  std::vector<double> bounds;
};

class Memory {
public:
  std::vector<std::unique_ptr<Allocation>> allocations;
  /// Grows with every store or atomic that may have changed something.
  std::atomic<uint64_t> changes{0};

  /// The buffer whose region holds the address, or -1.
  int64_t bufferOf(uint64_t address) const {
    uint64_t region = address >> regionBits;
    return region == 0 || region > allocations.size() ? -1 : int64_t(region) - 1;
  }
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_MEMORY_H
