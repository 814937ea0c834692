// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guard zones around device arrays.
#include "tkc/Runtime/GuardedBuffer.h"

#include <algorithm>

namespace tkc::runtime {

Result<GuardedBuffer> GuardedBuffer::create(Gpu &gpu, Stream &stream, size_t bytes) {
  Result<DeviceBuffer> memory = gpu.allocate(bytes + 2 * guardBytes);
  if (!memory) {
    return memory.takeError();
  }
  GuardedBuffer guarded(std::move(*memory), bytes);
  Status status = stream.fill(guarded.address(), poison, bytes);
  for (bool behind : {false, true}) {
    size_t offset = behind ? guardBytes + bytes : 0;
    status = status ? guarded.buffer.write(guarded.pattern(behind).data(), guardBytes, offset) : status;
  }
  status = status ? stream.synchronize() : status;
  return status ? Result<GuardedBuffer>(std::move(guarded)) : Result<GuardedBuffer>(status.takeError());
}

/// Pairs of bytes FF and F1 to FE: NaN in every float format of 16 bits and more.
std::vector<uint8_t> GuardedBuffer::pattern(bool behind) const {
  std::vector<uint8_t> bytes(guardBytes, 0xff);
  uint64_t state = buffer.address() + (behind ? 1 : 0);
  for (size_t i = 0; i < guardBytes; i += 2) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = uint8_t(0xf1 + (state >> 33) % 14);
  }
  return bytes;
}

Status GuardedBuffer::write(const void *source) { return buffer.write(source, arrayBytes, guardBytes); }

Status GuardedBuffer::read(void *target) const { return buffer.read(target, arrayBytes, guardBytes); }

Status GuardedBuffer::checkZone(bool behind) const {
  std::vector<uint8_t> wanted = pattern(behind);
  std::vector<uint8_t> zone(guardBytes);
  if (Status status = buffer.read(zone.data(), guardBytes, behind ? guardBytes + arrayBytes : 0); !status) {
    return status;
  }
  size_t changed = 0, nearest = guardBytes;
  for (size_t i = 0; i < guardBytes; ++i) {
    if (zone[i] != wanted[i]) {
      ++changed;
      nearest = std::min(nearest, behind ? i : guardBytes - i);
    }
  }
  if (changed == 0) {
    return {};
  }
  return ErrorMessage{std::to_string(changed) + " bytes were written " + (behind ? "behind" : "before") +
                      " the array, the nearest " + std::to_string(nearest) + " bytes " +
                      (behind ? "behind its end" : "before its start")};
}

Status GuardedBuffer::checkGuards() const {
  Status before = checkZone(false);
  return before ? checkZone(true) : before;
}

} // namespace tkc::runtime
