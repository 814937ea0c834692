// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts about the GPUs that tkc compiles for, one row a target. No decisions: passes ask, and choose themselves.
#ifndef TKC_ARCH_TARGET_H
#define TKC_ARCH_TARGET_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tkc {

/// The most warps that a CTA has, on every target.
inline constexpr int64_t maxWarpsPerCta = 32;

/// One GPU architecture.
struct Target {
  /// The name for ptxas and for LLVM's -mcpu: "sm_90a".
  const char *name = "";
  /// The compute capability times ten: 80, 86, 89, 90, 100, 120.
  unsigned sm = 0;
  /// The first PTX version that knows the target, times ten.
  unsigned minPtxVersion = 0;

  /// Shared memory that a kernel can opt in to, and what an SM has; each CTA costs `reservedSharedBytesPerCta` besides.
  uint32_t maxSharedBytesPerCta = 0;
  uint32_t sharedBytesPerSm = 0;
  uint32_t reservedSharedBytesPerCta = 1024;
  uint32_t sharedAllocationBytes = 128;

  uint32_t registersPerSm = 65536;
  uint32_t registersPerCta = 65536;
  uint32_t maxRegistersPerThread = 255;
  /// Registers are given to warps in this unit; each of the sub-partitions has its share of them.
  uint32_t registerAllocationUnit = 256;
  uint32_t numSubPartitions = 4;

  uint32_t maxWarpsPerSm = 0;
  uint32_t maxCtasPerSm = 0;
  uint32_t maxThreadsPerCta = 1024;

  // What the target can do; each name is that of the PTX instruction or concept.
  bool hasCpAsync() const { return sm >= 80; }
  bool hasLdMatrix() const { return sm >= 75; }
  bool hasStMatrix() const { return sm >= 90; }
  /// ldmatrix and stmatrix on 8-bit elements, transposed.
  bool hasByteMatrices() const { return sm >= 100; }
  bool hasMbarrier() const { return sm >= 80; }
  /// mbarrier.try_wait, which suspends the thread in hardware.
  bool hasMbarrierTryWait() const { return sm >= 90; }
  /// cp.async.bulk and tensor maps.
  bool hasTma() const { return sm >= 90; }
  bool hasClusters() const { return sm >= 90; }
  /// The largest cluster that every kernel may use. (sm_120 accepts clusters but has no multicast to gain from.)
  unsigned maxPortableClusterSize() const { return hasClusters() ? (sm >= 120 ? 1 : 8) : 1; }
  bool hasMulticast() const { return sm >= 90 && sm < 120; }
  bool hasElect() const { return sm >= 90; }
  bool hasSetMaxRegisters() const { return sm >= 90; }
  /// griddepcontrol, programmatic dependent launch.
  bool hasDependentLaunch() const { return sm >= 90; }
  bool hasWgmma() const { return sm == 90; }
  bool hasTcgen05() const { return sm == 100; }
  /// cvt to and from e4m3x2 and e5m2x2.
  bool hasFp8Conversion() const { return sm >= 89; }
  /// cvt to and from e2m1x2 and other narrower floats.
  bool hasFp4Conversion() const { return sm >= 100; }
  /// add and mul on bf16x2; older targets have fma alone.
  bool hasBf16Arithmetic() const { return sm >= 90; }
  /// add, mul and fma on f32x2.
  bool hasPackedF32() const { return sm >= 100; }
  /// redux.sync on 32-bit integers, and min and max on f32.
  bool hasRedux() const { return sm >= 80; }
  bool hasFloatRedux() const { return sm >= 100; }
  /// atom on vectors of floats (.v2.f32 and so on) and on bf16.
  bool hasVectorAtomics() const { return sm >= 90; }
};

/// The names of all targets, oldest first.
std::vector<std::string> targetNames();

/// The target with that name. When there is none, says in `error` what was found and what would be good.
std::optional<Target> parseTarget(const std::string &name, std::string *error = nullptr);

/// LLVM's -mattr for a PTX version (times ten, at least the target's minimum): "+ptx90".
std::string llvmFeatures(const Target &target, unsigned ptxVersion);

} // namespace tkc

#endif
