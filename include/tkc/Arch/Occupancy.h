// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many CTAs of a kernel an SM holds at a time.
#ifndef TKC_ARCH_OCCUPANCY_H
#define TKC_ARCH_OCCUPANCY_H

#include "tkc/Arch/Target.h"

namespace tkc {

struct KernelResources {
  uint32_t registersPerThread = 0;
  /// Static and dynamic shared memory together.
  uint32_t sharedBytes = 0;
  uint32_t numWarps = 0;
};

enum class OccupancyLimit : uint8_t { Ctas, Warps, Registers, SharedMemory };

struct Occupancy {
  /// 0 when the kernel can't be launched.
  uint32_t ctasPerSm = 0;
  uint32_t warpsPerSm = 0;
  /// What keeps another CTA out; the first of several in the order of the enumeration.
  OccupancyLimit limit = OccupancyLimit::Ctas;
};

/// The rules of CUDA's occupancy calculator, with all of the SM's memory as shared memory.
Occupancy computeOccupancy(const Target &target, const KernelResources &kernel);

/// The most registers a thread can have (a multiple of 8) for this many CTAs of this many warps per SM; 0 when they do
/// not fit at all.
uint32_t registersFor(const Target &target, uint32_t numWarps, uint32_t ctasPerSm);

} // namespace tkc

#endif
