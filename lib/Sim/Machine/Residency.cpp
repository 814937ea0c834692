// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Occupancy times multiprocessors, or what the host can hold.
#include "tkc/Sim/Machine/Residency.h"

#include "tkc/Arch/Occupancy.h"

#include <algorithm>

namespace tkc::sim {

uint32_t numMultiprocessors(const Target &target) {
  struct Entry {
    unsigned sm;
    uint32_t count;
  };
  // A100, RTX 3090 Ti, RTX 4090, H100/H200 SXM, B200, RTX 5090.
  static constexpr Entry entries[] = {{80, 108}, {86, 84}, {89, 128}, {90, 132}, {100, 148}, {120, 170}};
  for (const Entry &entry : entries) {
    if (entry.sm == target.sm) {
      return entry.count;
    }
  }
  return 108;
}

uint32_t registersAtEntry(const LaunchContext &context) {
  const ptx::LaunchBounds &bounds = context.program.bounds;
  if (bounds.maxRegisters != 0) {
    return bounds.maxRegisters / 8 * 8;
  }
  uint32_t numWarps = (context.shape.threadsPerCta() + warpSize - 1) / warpSize;
  return bounds.minCtasPerSm != 0 ? registersFor(context.target, numWarps, bounds.minCtasPerSm) : 0;
}

/// What the host keeps for each byte of simulated memory besides the byte: definedness and earlier accesses.
static constexpr uint64_t hostBytesPerSharedByte = 12;

uint64_t numResidentClusters(const LaunchContext &context) {
  const Program &program = context.program;
  KernelResources resources;
  uint32_t registers = registersAtEntry(context);
  resources.registersPerThread = registers != 0 ? registers : 32;
  resources.sharedBytes = context.sharedBytes;
  resources.numWarps = (context.shape.threadsPerCta() + warpSize - 1) / warpSize;
  uint64_t ctas = uint64_t(numMultiprocessors(context.target)) * computeOccupancy(context.target, resources).ctasPerSm;

  uint64_t warpBytes = program.registerBytes + uint64_t(context.localBytes()) * warpSize * 2 + 4096;
  uint64_t ctaBytes = warpBytes * resources.numWarps + (context.sharedBytes + 1024) * hostBytesPerSharedByte;
  ctas = std::min(ctas, context.options.residentBytes / ctaBytes);
  return std::max<uint64_t>(1, ctas / context.shape.ctasPerCluster());
}

} // namespace tkc::sim
