// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocations of global and constant memory, with unmapped space around each.
#include <algorithm>
#include <cstring>
#include <thread>

#include "Contents.h"

namespace tkc::sim {

/// Unmapped space between allocations, at least.
static constexpr uint64_t guardBytes = 1 << 16;
static constexpr uint64_t largestAllocation = uint64_t(1) << 42;

HostBytes::HostBytes(uint64_t bytes) : memory(static_cast<uint8_t *>(std::calloc(bytes + 512, 1))) {
  uintptr_t address = reinterpret_cast<uintptr_t>(memory.get());
  aligned = memory.get() + ((address + 255) / 256 * 256 - address);
}

void PageLock::lock() {
  while (isHeld.exchange(true, std::memory_order_acquire)) {
    for (unsigned spins = 0; isHeld.load(std::memory_order_relaxed); ++spins) {
      if (spins > 64) {
        std::this_thread::yield();
      }
    }
  }
}

GlobalRegion::GlobalRegion(Allocation made, uint32_t stripe)
    : allocation(std::move(made)), bytes(allocation.sizeInBytes), bits(allocation.sizeInBytes / 8 + 1) {
  data = bytes.get();
  definedBits = bits.get();
  sizeInBytes = allocation.sizeInBytes;
  isWritable = allocation.isWritable;
  isShared = allocation.isWritable;
  firstStripe = stripe;
  if (isWritable) {
    shadow = std::make_unique<Shadow>(sizeInBytes, /*isExact=*/false);
  }
}

GlobalRegion *GlobalMemory::Contents::find(uint64_t address) const {
  std::shared_lock<std::shared_mutex> lock(mutex);
  auto after = regions.upper_bound(address);
  if (after == regions.begin()) {
    return nullptr;
  }
  GlobalRegion *region = std::prev(after)->second.get();
  return address - region->allocation.address < region->sizeInBytes ? region : nullptr;
}

GlobalRegion *GlobalMemory::Contents::find(uint64_t address, uint64_t bytes) const {
  GlobalRegion *region = find(address);
  return region && bytes <= region->sizeInBytes - (address - region->allocation.address) ? region : nullptr;
}

const GlobalRegion *GlobalMemory::Contents::findNearest(uint64_t address) const {
  std::shared_lock<std::shared_mutex> lock(mutex);
  auto after = regions.upper_bound(address);
  const GlobalRegion *above = after == regions.end() ? nullptr : after->second.get();
  const GlobalRegion *below = after == regions.begin() ? nullptr : std::prev(after)->second.get();
  if (!above || !below) {
    return above ? above : below;
  }
  uint64_t end = below->allocation.address + below->sizeInBytes;
  uint64_t gapBelow = address < end ? 0 : address - end;
  return gapBelow <= above->allocation.address - address ? below : above;
}

GlobalMemory::GlobalMemory() : held(std::make_unique<Contents>()) {}
GlobalMemory::~GlobalMemory() = default;

uint64_t GlobalMemory::allocate(std::string name, uint64_t sizeInBytes, bool isWritable, uint64_t alignment,
                                Space window) {
  if (sizeInBytes > largestAllocation) {
    return 0;
  }
  std::unique_lock<std::shared_mutex> lock(held->mutex);
  uint64_t &next = window == Space::Const ? held->nextConst : held->nextGlobal;
  alignment = std::max<uint64_t>(alignment, 256);
  uint64_t address = (next + guardBytes + alignment - 1) / alignment * alignment;
  next = address + sizeInBytes;
  auto stripe = static_cast<uint32_t>(address / pageBytes % Contents::stripes);
  held->regions[address] = std::make_unique<GlobalRegion>(
      Allocation{std::move(name), address, sizeInBytes, isWritable && window != Space::Const}, stripe);
  return address;
}

void GlobalMemory::release(uint64_t address) {
  std::unique_lock<std::shared_mutex> lock(held->mutex);
  held->regions.erase(address);
  held->version.fetch_add(1);
}

bool GlobalMemory::write(uint64_t address, const void *source, uint64_t bytes) {
  GlobalRegion *region = held->find(address, bytes);
  if (!region) {
    return bytes == 0;
  }
  uint64_t index = address - region->allocation.address;
  std::memcpy(region->data + index, source, bytes);
  setBits(region->definedBits, index, bytes, true);
  return true;
}

bool GlobalMemory::read(uint64_t address, void *target, uint64_t bytes) const {
  const GlobalRegion *region = held->find(address, bytes);
  if (!region) {
    return bytes == 0;
  }
  std::memcpy(target, region->data + (address - region->allocation.address), bytes);
  return true;
}

std::vector<uint8_t> GlobalMemory::definedBits(uint64_t address, uint64_t bytes) const {
  std::vector<uint8_t> bits((bytes + 7) / 8);
  if (const GlobalRegion *region = held->find(address, bytes)) {
    copyBits(bits.data(), 0, region->definedBits, address - region->allocation.address, bytes);
  }
  return bits;
}

const Allocation *GlobalMemory::find(uint64_t address) const {
  const GlobalRegion *region = held->find(address);
  return region ? &region->allocation : nullptr;
}

void GlobalMemory::beginLaunch() {
  ++held->launch;
  held->syncPoints = 0;
}

} // namespace tkc::sim
