// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's occupancy rules for compute capability 8.0 and later (cuda_occupancy.h).
#include "tkc/Arch/Occupancy.h"

#include <algorithm>

using namespace tkc;

static uint32_t roundUp(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }

/// Registers are handed out per sub-partition, while a launch is checked as if its warps filled all of them evenly.
static uint32_t ctasByRegisters(const Target &target, const KernelResources &kernel) {
  uint32_t perWarp = roundUp(kernel.registersPerThread * 32, target.registerAllocationUnit);
  uint32_t assumed = perWarp * roundUp(kernel.numWarps, target.numSubPartitions);
  if (kernel.registersPerThread > target.maxRegistersPerThread || assumed > target.registersPerCta) {
    return 0;
  }
  if (perWarp == 0) {
    return target.maxCtasPerSm;
  }
  uint32_t warpsPerPartition = target.registersPerSm / target.numSubPartitions / perWarp;
  return warpsPerPartition * target.numSubPartitions / kernel.numWarps;
}

static uint32_t ctasByShared(const Target &target, const KernelResources &kernel) {
  if (kernel.sharedBytes > target.maxSharedBytesPerCta) {
    return 0;
  }
  uint32_t bytes = roundUp(kernel.sharedBytes + target.reservedSharedBytesPerCta, target.sharedAllocationBytes);
  return target.sharedBytesPerSm / bytes;
}

Occupancy tkc::computeOccupancy(const Target &target, const KernelResources &kernel) {
  bool canLaunch = kernel.numWarps > 0 && kernel.numWarps * 32 <= target.maxThreadsPerCta;
  struct Candidate {
    OccupancyLimit limit;
    uint32_t ctas;
  };
  const Candidate candidates[] = {
      {OccupancyLimit::Ctas, target.maxCtasPerSm},
      {OccupancyLimit::Warps, canLaunch ? target.maxWarpsPerSm / kernel.numWarps : 0},
      {OccupancyLimit::Registers, canLaunch ? ctasByRegisters(target, kernel) : 0},
      {OccupancyLimit::SharedMemory, ctasByShared(target, kernel)},
  };
  const Candidate *least = std::min_element(std::begin(candidates), std::end(candidates),
                                            [](const Candidate &a, const Candidate &b) { return a.ctas < b.ctas; });
  return {least->ctas, least->ctas * kernel.numWarps, least->limit};
}

uint32_t tkc::registersFor(const Target &target, uint32_t numWarps, uint32_t ctasPerSm) {
  for (uint32_t registers = target.maxRegistersPerThread / 8 * 8; registers > 0; registers -= 8) {
    if (computeOccupancy(target, {registers, 0, numWarps}).ctasPerSm >= ctasPerSm) {
      return registers;
    }
  }
  return 0;
}
