// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening a GPU and what lives on it: memory, streams, events.
#include "tkc/Runtime/Runtime.h"
#include "tkc/Support/Files.h"

#include <unistd.h>
#include <utility>

#include "CudaDriver.h"

namespace tkc::runtime {

std::string GpuFacts::target() const {
  std::string number = std::to_string(major * 10 + minor);
  // From Hopper on the architecture-specific target carries the tensor-core instructions.
  return "sm_" + number + (major >= 9 ? "a" : "");
}

bool GpuFacts::runs(std::string_view cubinTarget) const {
  std::string_view digits = cubinTarget.substr(0, 3) == "sm_" ? cubinTarget.substr(3) : std::string_view();
  bool isSpecific = !digits.empty() && digits.back() == 'a';
  if (isSpecific) {
    return cubinTarget == "sm_" + std::to_string(major * 10 + minor) + "a";
  }
  if (digits.size() < 2 || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return false;
  }
  return digits.substr(0, digits.size() - 1) == std::to_string(major) && digits.back() - '0' <= minor;
}

DeviceBuffer::DeviceBuffer(std::shared_ptr<CudaDriver> driver, uint64_t address, size_t sizeInBytes)
    : driver(std::move(driver)), start(address), size(sizeInBytes) {}

DeviceBuffer::DeviceBuffer(DeviceBuffer &&other) noexcept
    : driver(std::move(other.driver)), start(std::exchange(other.start, 0)), size(std::exchange(other.size, 0)) {}

DeviceBuffer &DeviceBuffer::operator=(DeviceBuffer &&other) noexcept {
  std::swap(driver, other.driver);
  std::swap(start, other.start);
  std::swap(size, other.size);
  return *this;
}

DeviceBuffer::~DeviceBuffer() {
  if (driver && start != 0) {
    driver->memFree(start);
  }
}

Status DeviceBuffer::write(const void *source, size_t bytes, size_t offset) {
  if (offset > size || bytes > size - offset) {
    return ErrorMessage{"a copy of " + std::to_string(bytes) + " bytes leaves the device buffer"};
  }
  return bytes == 0 ? Status() : driver->check(driver->copyToDevice(start + offset, source, bytes), "cuMemcpyHtoD");
}

Status DeviceBuffer::read(void *target, size_t bytes, size_t offset) const {
  if (offset > size || bytes > size - offset) {
    return ErrorMessage{"a copy of " + std::to_string(bytes) + " bytes leaves the device buffer"};
  }
  return bytes == 0 ? Status() : driver->check(driver->copyToHost(target, start + offset, bytes), "cuMemcpyDtoH");
}

Stream::Stream(Stream &&other) noexcept
    : driver(std::move(other.driver)), handle(std::exchange(other.handle, nullptr)) {}

Stream::~Stream() {
  if (handle) {
    driver->streamDestroy(handle);
  }
}

Status Stream::synchronize() { return driver->check(driver->streamSynchronize(handle), "the work of the stream"); }

Status Stream::fill(uint64_t address, uint8_t byte, size_t bytes) {
  return bytes == 0 ? Status() : driver->check(driver->fillBytes(address, byte, bytes, handle), "cuMemsetD8Async");
}

Status Stream::copy(uint64_t target, uint64_t source, size_t bytes) {
  return bytes == 0 ? Status()
                    : driver->check(driver->copyOnDevice(target, source, bytes, handle), "cuMemcpyDtoDAsync");
}

Event::Event(Event &&other) noexcept : driver(std::move(other.driver)), handle(std::exchange(other.handle, nullptr)) {}

Event::~Event() {
  if (handle) {
    driver->eventDestroy(handle);
  }
}

Status Event::record(Stream &stream) {
  return driver->check(driver->eventRecord(handle, stream.get()), "cuEventRecord");
}

Result<double> Event::millisecondsSince(const Event &start) const {
  if (Status status = driver->check(driver->eventSynchronize(handle), "the timed work"); !status) {
    return status.takeError();
  }
  float milliseconds = 0;
  Status status = driver->check(driver->eventElapsedTime(&milliseconds, start.handle, handle), "cuEventElapsedTime");
  return status ? Result<double>(double(milliseconds)) : Result<double>(status.takeError());
}

Result<Gpu> Gpu::open(int ordinal, const std::string &libcuda) {
  Result<std::shared_ptr<CudaDriver>> loaded = CudaDriver::load(libcuda);
  if (!loaded) {
    return loaded.takeError();
  }
  std::shared_ptr<CudaDriver> driver = *loaded;
  int count = 0;
  if (Status status = driver->check(driver->deviceGetCount(&count), "cuDeviceGetCount"); !status) {
    return status.takeError();
  }
  if (ordinal < 0 || ordinal >= count) {
    return ErrorMessage{"no GPU " + std::to_string(ordinal) + ": the CUDA driver sees " + std::to_string(count)};
  }
  int device = 0;
  void *context = nullptr;
  if (Status status = driver->check(driver->deviceGet(&device, ordinal), "cuDeviceGet"); !status) {
    return status.takeError();
  }
  Gpu gpu(driver, device);
  Status status = driver->check(driver->primaryContextRetain(&context, device), "cuDevicePrimaryCtxRetain");
  gpu.ownsContext = bool(status);
  if (status) {
    status = driver->check(driver->contextSetCurrent(context), "cuCtxSetCurrent");
  }
  if (status) {
    status = gpu.readFacts();
  }
  if (!status) {
    return status.takeError();
  }
  return gpu;
}

Gpu::Gpu(Gpu &&other) noexcept
    : driver(std::move(other.driver)), device(other.device), ownsContext(std::exchange(other.ownsContext, false)),
      description(std::move(other.description)) {}

Gpu::~Gpu() {
  if (ownsContext) {
    driver->primaryContextRelease(device);
  }
}

Status Gpu::readFacts() {
  char name[256] = "";
  size_t memory = 0;
  Status status = driver->check(driver->deviceGetName(name, sizeof name, device), "cuDeviceGetName");
  if (status) {
    status = driver->check(driver->deviceTotalMem(&memory, device), "cuDeviceTotalMem");
  }
  if (status) {
    status = driver->check(driver->driverGetVersion(&description.driverVersion), "cuDriverGetVersion");
  }
  auto readAttribute = [&](int attribute) {
    int value = 0;
    if (status) {
      status = driver->check(driver->deviceGetAttribute(&value, attribute, device), "cuDeviceGetAttribute");
    }
    return value;
  };
  description.name = name;
  description.memoryBytes = int64_t(memory);
  description.major = readAttribute(cudaMajorAttribute);
  description.minor = readAttribute(cudaMinorAttribute);
  description.multiprocessors = readAttribute(cudaMultiprocessorAttribute);
  description.l2Bytes = readAttribute(cudaL2Attribute);
  description.largestSharedBytes = readAttribute(cudaSharedOptInAttribute);
  return status;
}

Result<DeviceBuffer> Gpu::allocate(size_t bytes) {
  uint64_t address = 0;
  // The driver refuses to allocate nothing.
  Status status = driver->check(driver->memAlloc(&address, bytes == 0 ? 1 : bytes), "cuMemAlloc");
  if (!status) {
    return ErrorMessage{"allocating " + std::to_string(bytes) + " bytes: " + status.error()};
  }
  return DeviceBuffer(driver, address, bytes);
}

Result<Stream> Gpu::createStream() {
  void *handle = nullptr;
  Status status = driver->check(driver->streamCreate(&handle, cudaBlockingStream), "cuStreamCreate");
  return status ? Result<Stream>(Stream(driver, handle)) : Result<Stream>(status.takeError());
}

Result<Event> Gpu::createEvent() {
  void *handle = nullptr;
  Status status = driver->check(driver->eventCreate(&handle, 0), "cuEventCreate");
  return status ? Result<Event>(Event(driver, handle)) : Result<Event>(status.takeError());
}

Result<std::array<uint8_t, data::tensorMapBytes>> Gpu::encodeTensorMap(const data::TensorMapDescription &description) {
  return driver->encodeTensorMap(description);
}

std::optional<std::string> presentTarget(const std::string &libcuda) {
  // Initialising the driver takes a tenth of a second and more; without this file there is no GPU to find.
  if (libcuda.empty() && ::access("/dev/nvidiactl", F_OK) != 0) {
    return std::nullopt;
  }
  Result<std::shared_ptr<CudaDriver>> driver = CudaDriver::load(libcuda);
  int device = 0, major = 0, minor = 0;
  if (!driver || (*driver)->deviceGet(&device, 0) != 0 ||
      (*driver)->deviceGetAttribute(&major, cudaMajorAttribute, device) != 0 ||
      (*driver)->deviceGetAttribute(&minor, cudaMinorAttribute, device) != 0) {
    return std::nullopt;
  }
  GpuFacts facts;
  facts.major = major;
  facts.minor = minor;
  return facts.target();
}

} // namespace tkc::runtime
