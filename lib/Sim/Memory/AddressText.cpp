// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults of addresses, and where an address lies, in words.
#include "tkc/Sim/Memory/Memory.h"

#include "Contents.h"

namespace tkc::sim {

static std::string hexadecimal(uint64_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[value % 16]);
    value /= 16;
  } while (value != 0);
  return "0x" + digits;
}

static std::string countOfBytes(uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

/// `byte 4 of "x" (16 bytes)` or how far outside: before, past the end, or across it.
static std::string describePosition(uint64_t address, uint32_t size, uint64_t base, uint64_t bytes,
                                    const std::string &what) {
  std::string whole = what + " (" + countOfBytes(bytes) + ")";
  if (address < base) {
    return countOfBytes(base - address) + " before " + whole;
  }
  uint64_t offset = address - base;
  if (offset >= bytes) {
    std::string distance = offset == bytes ? "right" : countOfBytes(offset - bytes);
    return distance + " past the end of " + whole;
  }
  std::string text = "byte " + std::to_string(offset) + " of " + whole;
  if (size > bytes - offset) {
    text += ", the access ends " + countOfBytes(size - (bytes - offset)) + " past its end";
  }
  return text;
}

static std::string describeGlobal(const GlobalMemory *memory, Space space, uint64_t address, uint32_t size) {
  std::string name = space == Space::Const ? "constant" : "global";
  const GlobalRegion *nearest = memory ? const_cast<GlobalMemory *>(memory)->contents().findNearest(address) : nullptr;
  if (!nearest) {
    return name + ", address " + hexadecimal(address) + ", where nothing is allocated";
  }
  const Allocation &allocation = nearest->allocation;
  return name + ", " +
         describePosition(address, size, allocation.address, allocation.sizeInBytes, "\"" + allocation.name + "\"");
}

static std::string describeShared(const WarpMemory::Surroundings &around, uint64_t address, uint32_t size) {
  uint64_t rank = address >> sharedRankShift, offset = address & ((uint64_t(1) << sharedRankShift) - 1);
  std::string name = rank == around.rank ? "shared" : "shared of the cluster's CTA " + std::to_string(rank);
  if (rank >= around.shared.size() || !around.shared[rank]) {
    return "shared, address " + hexadecimal(address) + ", which is of no CTA of the cluster";
  }
  if (offset < reservedSharedBytes) {
    return name + ", in the first " + countOfBytes(reservedSharedBytes) + ", which are reserved";
  }
  return name + ", " +
         describePosition(offset, size, reservedSharedBytes, around.shared[rank]->sizeInBytes(), "shared memory");
}

std::string WarpMemory::describeAddress(Space space, uint64_t address, uint32_t sizeInBytes) const {
  constexpr uint64_t windowSize = uint64_t(1) << 32;
  auto describeLocal = [&](uint64_t offset) {
    uint64_t bytes = around.local ? around.local->contents().bytesPerThread : 0;
    return "local, " + describePosition(offset, sizeInBytes, 0, bytes, "the thread's memory");
  };
  auto describeParameters = [&](uint64_t offset) {
    uint64_t bytes = around.parameters ? around.parameters->size() : 0;
    return "param, " + describePosition(offset, sizeInBytes, 0, bytes, "the parameters");
  };
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return describeShared(around, address, sizeInBytes);
  case Space::Local:
    return describeLocal(address);
  case Space::Param:
    return describeParameters(address);
  case Space::Generic:
  case Space::Global:
  case Space::Const:
    break;
  }
  if (address - sharedWindow < windowSize) {
    return describeShared(around, address - sharedWindow, sizeInBytes);
  }
  if (address - localWindow < windowSize) {
    return describeLocal(address - localWindow);
  }
  if (address - paramWindow < windowSize) {
    return describeParameters(address - paramWindow);
  }
  bool isConst = address - constWindow < paramWindow - constWindow;
  return describeGlobal(around.global, isConst ? Space::Const : Space::Global, address, sizeInBytes);
}

ThreadPlace WarpMemory::threadPlace(uint32_t thread) const {
  uint32_t columns = around.ctaShape[0] ? around.ctaShape[0] : 1, rows = around.ctaShape[1] ? around.ctaShape[1] : 1;
  if (!around.ctaShape[0]) {
    return {around.ctaPlace, {thread, 0, 0}};
  }
  return {around.ctaPlace, {thread % columns, thread / columns % rows, thread / columns / rows}};
}

ThreadPlace WarpMemory::place(unsigned lane) const { return threadPlace(around.firstThread + lane); }

static const char *spaceName(Space space) {
  switch (space) {
  case Space::Generic:
    return "generic";
  case Space::Global:
    return "global";
  case Space::Shared:
    return "the CTA's own shared";
  case Space::SharedCluster:
    return "the cluster's shared";
  case Space::Local:
    return "local";
  case Space::Const:
    return "constant";
  case Space::Param:
    return "parameter";
  }
  return "";
}

static std::string describeMiss(FaultKind kind, AccessKind access, Space space, uint32_t size, uint32_t alignment) {
  std::string verb = access == AccessKind::Read ? "read" : access == AccessKind::Write ? "write" : "atomic";
  std::string text = verb + " of " + countOfBytes(size);
  if (kind == FaultKind::Misaligned) {
    return text + " needs an address that is a multiple of " + std::to_string(alignment);
  }
  return kind == FaultKind::WrongSpace ? text + " needs an address of " + spaceName(space) + " memory" : text;
}

static bool isWanted(const WarpMemory::Surroundings &around, FaultKind kind, InstructionIndex instruction) {
  return around.checks.bounds && !around.faults->countRepeated(kind, instruction);
}

void WarpMemory::reportMiss(const Access &access, unsigned lane, FaultKind kind) const {
  if (!isWanted(around, kind, access.instruction)) {
    return;
  }
  Fault fault;
  fault.kind = kind;
  fault.instruction = access.instruction;
  fault.place = place(lane);
  fault.address = access.addresses[lane];
  fault.sizeInBytes = access.sizeInBytes;
  fault.where = describeAddress(access.space, access.addresses[lane], access.sizeInBytes);
  fault.detail = describeMiss(kind, access.kind, access.space, access.sizeInBytes, access.alignment);
  report(std::move(fault));
}

void WarpMemory::reportMiss(const AsyncAccess &access, FaultKind kind) const {
  if (!isWanted(around, kind, access.instruction)) {
    return;
  }
  Fault fault;
  fault.kind = kind;
  fault.instruction = access.instruction;
  fault.place = threadPlace(access.thread);
  fault.address = access.address;
  fault.sizeInBytes = access.sizeInBytes;
  fault.where = describeAddress(access.space, access.address, access.sizeInBytes);
  fault.detail = "asynchronous " + describeMiss(kind, access.kind, access.space, access.sizeInBytes, access.alignment);
  report(std::move(fault));
}

} // namespace tkc::sim
