// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memories that belong to one CTA or one warp.
#include "Contents.h"

namespace tkc::sim {

SharedMemory::Contents::Contents(uint32_t size, uint32_t rank)
    : address((uint64_t(rank) << sharedRankShift) + reservedSharedBytes), bytes(size), bits(size / 8 + 1) {
  data = bytes.get();
  definedBits = bits.get();
  sizeInBytes = size;
  shadow = std::make_unique<Shadow>(size, /*isExact=*/true);
}

SharedMemory::SharedMemory(uint32_t sizeInBytes, uint32_t rank) : held(std::make_unique<Contents>(sizeInBytes, rank)) {}
SharedMemory::~SharedMemory() = default;

uint32_t SharedMemory::sizeInBytes() const { return static_cast<uint32_t>(held->sizeInBytes); }

LocalMemory::Contents::Contents(uint32_t bytesPerThread)
    : bytesPerThread(bytesPerThread), bytes(uint64_t(bytesPerThread) * warpSize),
      bits(uint64_t(bytesPerThread) * warpSize / 8 + 1) {
  data = bytes.get();
  definedBits = bits.get();
  sizeInBytes = uint64_t(bytesPerThread) * warpSize;
}

LocalMemory::LocalMemory(uint32_t bytesPerThread) : held(std::make_unique<Contents>(bytesPerThread)) {}
LocalMemory::~LocalMemory() = default;

} // namespace tkc::sim
