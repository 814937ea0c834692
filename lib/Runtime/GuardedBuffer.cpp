// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guard zones around device arrays.
#include "tkc/Runtime/GuardedBuffer.h"

#include <algorithm>

namespace tkc::runtime {

Result<GuardedBuffer> GuardedBuffer::create(Gpu &gpu, Stream &stream, size_t bytes) {
  size_t total = bytes + 2 * guardBytes;
  Result<DeviceBuffer> buffer = gpu.allocate(total);
  if (!buffer) {
    return buffer.takeError();
  }
  Status status = stream.fill(buffer->address(), poison, total);
  if (status) {
    status = stream.synchronize();
  }
  if (!status) {
    return status.takeError();
  }
  return GuardedBuffer(std::move(*buffer), bytes);
}

Status GuardedBuffer::write(const void *source) { return buffer.write(source, arrayBytes, guardBytes); }

Status GuardedBuffer::read(void *target) const { return buffer.read(target, arrayBytes, guardBytes); }

/// The number of changed bytes of a zone.
static size_t countChanged(const std::vector<uint8_t> &zone) {
  return zone.size() - size_t(std::count(zone.begin(), zone.end(), GuardedBuffer::poison));
}

static bool isChanged(uint8_t byte) { return byte != GuardedBuffer::poison; }

Status GuardedBuffer::checkGuards() const {
  std::vector<uint8_t> zone(guardBytes);
  if (Status status = buffer.read(zone.data(), guardBytes, 0); !status) {
    return status;
  }
  if (size_t changed = countChanged(zone)) {
    size_t distance = size_t(std::find_if(zone.rbegin(), zone.rend(), isChanged) - zone.rbegin()) + 1;
    return ErrorMessage{std::to_string(changed) + " bytes were written before the array, the nearest " +
                        std::to_string(distance) + " bytes before its start"};
  }
  if (Status status = buffer.read(zone.data(), guardBytes, guardBytes + arrayBytes); !status) {
    return status;
  }
  if (size_t changed = countChanged(zone)) {
    size_t distance = size_t(std::find_if(zone.begin(), zone.end(), isChanged) - zone.begin());
    return ErrorMessage{std::to_string(changed) + " bytes were written behind the array, the nearest " +
                        std::to_string(distance) + " bytes behind its end"};
  }
  return {};
}

} // namespace tkc::runtime
