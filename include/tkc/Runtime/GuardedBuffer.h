// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory for checked runs: poisoned, with canaries on both sides that show writes outside.
#ifndef TKC_RUNTIME_GUARDEDBUFFER_H
#define TKC_RUNTIME_GUARDEDBUFFER_H

#include "tkc/Runtime/Runtime.h"

namespace tkc::runtime {

/// The bytes of one array between two guard zones.
class GuardedBuffer {
public:
  /// Allocates, poisons the array with bytes of all ones, which no float format reads as a number, and fills the guard
  /// zones with NaNs whose payloads differ from place to place and from buffer to buffer, so that a copy from one to
  /// the other shows.
  static Result<GuardedBuffer> create(Gpu &gpu, Stream &stream, size_t bytes);

  /// The address of the array, aligned to 256 bytes.
  uint64_t address() const { return buffer.address() + guardBytes; }
  size_t sizeInBytes() const { return arrayBytes; }

  Status write(const void *source);
  Status read(void *target) const;
  /// An error when a guard zone has changed: which side, how far away, how many bytes.
  Status checkGuards() const;

  static constexpr size_t guardBytes = 4096;
  static constexpr uint8_t poison = 0xff;

private:
  std::vector<uint8_t> pattern(bool behind) const;
  Status checkZone(bool behind) const;

  GuardedBuffer(DeviceBuffer buffer, size_t bytes) : buffer(std::move(buffer)), arrayBytes(bytes) {}

  DeviceBuffer buffer;
  size_t arrayBytes;
};

} // namespace tkc::runtime

#endif // TKC_RUNTIME_GUARDEDBUFFER_H
