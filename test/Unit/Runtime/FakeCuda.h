// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests can ask the fake CUDA driver. The structures follow NVIDIA's header, not tkc's declarations.
#ifndef TKC_TEST_UNIT_RUNTIME_FAKECUDA_H
#define TKC_TEST_UNIT_RUNTIME_FAKECUDA_H

#include <cstddef>
#include <cstdint>
#include <vector>

struct alignas(8) FakeLaunchAttribute {
  int id;
  int padding;
  unsigned cluster[3];
  char rest[64 - 12];
};

struct FakeLaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  void *stream;
  FakeLaunchAttribute *attributes;
  unsigned attributeCount;
};

struct FakeLaunch {
  FakeLaunchConfig config{};
  std::vector<uint8_t> parameters;
  unsigned clusterX = 0;
  int count = 0;
};

extern "C" {
FakeLaunch *fakeCudaLastLaunch();
/// Allocations, streams, events, modules and contexts that were not released.
int fakeCudaLiveObjects();
/// What copies on the device have moved so far.
size_t fakeCudaCopiedBytes();
}

#endif // TKC_TEST_UNIT_RUNTIME_FAKECUDA_H
