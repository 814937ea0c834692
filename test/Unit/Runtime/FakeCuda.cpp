// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA driver for tests: device memory is host memory, and a few kernels are built in. It fails where the real one
// does.
#include "FakeCuda.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <string>

namespace {
struct FakeState {
  FakeLaunch lastLaunch;
  std::map<uint64_t, size_t> allocations;
  int pendingError = 0;
  int liveObjects = 0;
  size_t copiedBytes = 0;
};
struct FakeFunction {
  std::string name;
  int largestShared = 48 * 1024;
};
struct FakeEvent {
  std::chrono::steady_clock::time_point time;
};
} // namespace

static FakeState &state() {
  static FakeState fake;
  return fake;
}

static std::map<std::string, FakeFunction> &functions() {
  static std::map<std::string, FakeFunction> table = {{"add", {"add"}},
                                                      {"fault", {"fault"}},
                                                      {"overrun", {"overrun"}},
                                                      {"nothing", {"nothing"}},
                                                      {"mapped", {"mapped"}}};
  return table;
}

static constexpr int invalidValue = 1, outOfMemory = 2, noBinary = 209, notFound = 500, illegalAddress = 700;

template <typename T>
static T parameterAt(const std::vector<uint8_t> &buffer, size_t offset) {
  T value{};
  std::memcpy(&value, buffer.data() + offset, sizeof value);
  return value;
}

/// add(x, y, out, n) on fp32.
static void runAdd(const std::vector<uint8_t> &buffer) {
  auto *x = reinterpret_cast<const float *>(parameterAt<uint64_t>(buffer, 0));
  auto *y = reinterpret_cast<const float *>(parameterAt<uint64_t>(buffer, 8));
  auto *out = reinterpret_cast<float *>(parameterAt<uint64_t>(buffer, 16));
  int n = parameterAt<int>(buffer, 24);
  for (int i = 0; i < n; ++i) {
    out[i] = x[i] + y[i];
  }
}

extern "C" {
FakeLaunch *fakeCudaLastLaunch() { return &state().lastLaunch; }
int fakeCudaLiveObjects() { return state().liveObjects + int(state().allocations.size()); }

size_t fakeCudaCopiedBytes() { return state().copiedBytes; }

int cuInit(unsigned) { return std::getenv("FAKE_CUDA_NO_DRIVER") ? 100 : 0; }
int cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int cuGetErrorName(int error, const char **name) {
  *name = error == illegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS" : error == 100 ? "CUDA_ERROR_NO_DEVICE" : nullptr;
  return 0;
}
int cuGetErrorString(int error, const char **text) {
  *text = error == illegalAddress ? "an illegal memory access was encountered" : nullptr;
  return 0;
}
int cuDeviceGetCount(int *count) { return *count = std::getenv("FAKE_CUDA_NO_DEVICE") ? 0 : 1, 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char *name, int size, int) { return std::strncpy(name, "Fake GPU", size_t(size)), 0; }
int cuDeviceGetAttribute(int *value, int attribute, int) {
  std::map<int, int> values = {{75, 9}, {76, 0}, {16, 4}, {38, 1 << 20}, {97, 227 * 1024}};
  auto found = values.find(attribute);
  return found == values.end() ? invalidValue : (*value = found->second, 0);
}
int cuDeviceTotalMem_v2(size_t *bytes, int) { return *bytes = size_t(1) << 30, 0; }
int cuDevicePrimaryCtxRetain(void **context, int) { return ++state().liveObjects, *context = &state(), 0; }
int cuDevicePrimaryCtxRelease_v2(int) { return --state().liveObjects, 0; }
int cuCtxSetCurrent(void *) { return 0; }

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  if (bytes > size_t(1) << 30) {
    return outOfMemory;
  }
  *address = reinterpret_cast<uint64_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  state().allocations[*address] = bytes;
  return 0;
}
int cuMemFree_v2(uint64_t address) {
  std::free(reinterpret_cast<void *>(address));
  return state().allocations.erase(address) == 1 ? 0 : invalidValue;
}
int cuMemGetAddressRange_v2(uint64_t *begin, size_t *bytes, uint64_t address) {
  auto behind = state().allocations.upper_bound(address);
  if (behind == state().allocations.begin()) {
    return notFound;
  }
  auto found = std::prev(behind);
  return *begin = found->first, *bytes = found->second, address < *begin + *bytes ? 0 : notFound;
}
int cuMemcpyHtoD_v2(uint64_t target, const void *source, size_t bytes) {
  return std::memcpy(reinterpret_cast<void *>(target), source, bytes), state().pendingError;
}
int cuMemcpyDtoH_v2(void *target, uint64_t source, size_t bytes) {
  return std::memcpy(target, reinterpret_cast<void *>(source), bytes), state().pendingError;
}
int cuMemcpyDtoDAsync_v2(uint64_t target, uint64_t source, size_t bytes, void *) {
  state().copiedBytes += bytes;
  return std::memcpy(reinterpret_cast<void *>(target), reinterpret_cast<void *>(source), bytes), 0;
}
int cuMemsetD8Async(uint64_t address, unsigned char byte, size_t bytes, void *) {
  return std::memset(reinterpret_cast<void *>(address), byte, bytes), 0;
}

int cuStreamCreate(void **stream, unsigned) { return ++state().liveObjects, *stream = &state(), 0; }
int cuStreamDestroy_v2(void *) { return --state().liveObjects, 0; }
int cuStreamSynchronize(void *) { return state().pendingError; }
int cuEventCreate(void **event, unsigned) { return ++state().liveObjects, *event = new FakeEvent, 0; }
int cuEventDestroy_v2(void *event) { return --state().liveObjects, delete static_cast<FakeEvent *>(event), 0; }
int cuEventRecord(void *event, void *) {
  return static_cast<FakeEvent *>(event)->time = std::chrono::steady_clock::now(), 0;
}
int cuEventSynchronize(void *) { return state().pendingError; }
int cuEventElapsedTime(float *milliseconds, void *start, void *end) {
  auto span = static_cast<FakeEvent *>(end)->time - static_cast<FakeEvent *>(start)->time;
  return *milliseconds = std::chrono::duration<float, std::milli>(span).count(), 0;
}

int cuModuleLoadData(void **module, const void *image) {
  bool isFake = std::strncmp(static_cast<const char *>(image), "FAKE", 4) == 0;
  return isFake ? (++state().liveObjects, *module = &state(), 0) : noBinary;
}
int cuModuleUnload(void *) { return --state().liveObjects, 0; }
int cuModuleGetFunction(void **function, void *, const char *name) {
  auto found = functions().find(name);
  return found == functions().end() ? notFound : (*function = &found->second, 0);
}
int cuFuncSetAttribute(void *function, int attribute, int value) {
  return attribute == 8 ? (static_cast<FakeFunction *>(function)->largestShared = value, 0) : invalidValue;
}

/// Every function of the fake has three parameters, the first one a map in the place that sm_90 gives it.
int cuFuncGetParamInfo(void *, size_t index, size_t *offset, size_t *size) {
  const size_t offsets[] = {0x70, 0xf0, 0xf8}, sizes[] = {128, 8, 4};
  if (index >= 3) {
    return invalidValue;
  }
  *offset = offsets[index];
  *size = sizes[index];
  return 0;
}

/// Writes what it was told into the map, so that tests see it; refuses boxes without elements.
int cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *address, const uint64_t *dimensions,
                           const uint64_t *strides, const uint32_t *box, const uint32_t *elementStrides, int interleave,
                           int swizzle, int promotion, int fill) {
  if (box[0] == 0) {
    return invalidValue;
  }
  auto *words = static_cast<uint64_t *>(map);
  const uint64_t told[] = {uint64_t(type),
                           rank,
                           reinterpret_cast<uint64_t>(address),
                           dimensions[rank - 1],
                           strides[rank - 2],
                           box[rank - 1],
                           elementStrides[0],
                           uint64_t(interleave),
                           uint64_t(swizzle),
                           uint64_t(promotion),
                           uint64_t(fill)};
  std::copy(std::begin(told), std::end(told), words);
  return 0;
}

/// `mapped` has a pointer and a tensor map, given one by one.
static bool takeMapped(FakeFunction &called, void **parameters, void **extra, FakeLaunch &launch) {
  if (called.name != "mapped" || !parameters || extra) {
    return false;
  }
  auto *pointer = static_cast<const uint8_t *>(parameters[0]), *map = static_cast<const uint8_t *>(parameters[1]);
  launch.parameters.assign(pointer, pointer + 8);
  launch.parameters.insert(launch.parameters.end(), map, map + 128);
  ++launch.count;
  return true;
}

int cuLaunchKernelEx(const FakeLaunchConfig *config, void *function, void **parameters, void **extra) {
  auto *called = static_cast<FakeFunction *>(function);
  if (takeMapped(*called, parameters, extra, state().lastLaunch)) {
    return 0;
  }
  bool isBuffer =
      extra && extra[0] == reinterpret_cast<void *>(1) && extra[2] == reinterpret_cast<void *>(2) && !extra[4];
  if (!isBuffer || config->sharedBytes > unsigned(called->largestShared) || config->gridX == 0) {
    return invalidValue;
  }
  FakeLaunch &launch = state().lastLaunch;
  auto *bytes = static_cast<const uint8_t *>(extra[1]);
  launch.config = *config;
  launch.parameters.assign(bytes, bytes + *static_cast<size_t *>(extra[3]));
  launch.clusterX = 0;
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    launch.clusterX = config->attributes[i].id == 4 ? config->attributes[i].cluster[0] : launch.clusterX;
  }
  ++launch.count;
  if (called->name == "add") {
    runAdd(launch.parameters);
  } else if (called->name == "overrun") {
    reinterpret_cast<uint8_t *>(parameterAt<uint64_t>(launch.parameters, 0))[parameterAt<int>(launch.parameters, 8)] =
        7;
  } else if (called->name == "fault") {
    state().pendingError = illegalAddress;
  }
  return 0;
}
}
