// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running compiled kernels on a GPU: what the tools and hand-written hosts share. The CUDA driver is loaded when a GPU
// is opened; programs that use this header build and start without CUDA.
#ifndef TKC_RUNTIME_RUNTIME_H
#define TKC_RUNTIME_RUNTIME_H

#include "tkc/Data/TensorMapDescription.h"
#include "tkc/Runtime/FaultReport.h"

#include <array>
#include <memory>

namespace tkc::runtime {

class CudaDriver;

/// What a GPU is.
struct GpuFacts {
  std::string name;
  int major = 0, minor = 0;
  int multiprocessors = 0;
  int64_t l2Bytes = 0;
  /// The most dynamic shared memory that a block can ask for.
  int64_t largestSharedBytes = 0;
  int64_t memoryBytes = 0;
  int driverVersion = 0;

  /// The target to compile for: `sm_90a`.
  std::string target() const;
  /// Whether a cubin for the target runs here.
  bool runs(std::string_view cubinTarget) const;
};

/// Device memory; freed with the object.
class DeviceBuffer {
public:
  DeviceBuffer() = default;
  DeviceBuffer(std::shared_ptr<CudaDriver> driver, uint64_t address, size_t sizeInBytes);
  DeviceBuffer(DeviceBuffer &&other) noexcept;
  DeviceBuffer &operator=(DeviceBuffer &&other) noexcept;
  ~DeviceBuffer();

  uint64_t address() const { return start; }
  size_t sizeInBytes() const { return size; }

  /// Copies from or to the host and waits for it.
  Status write(const void *source, size_t bytes, size_t offset = 0);
  Status read(void *target, size_t bytes, size_t offset = 0) const;

private:
  std::shared_ptr<CudaDriver> driver;
  uint64_t start = 0;
  size_t size = 0;
};

/// A queue of work on the GPU.
class Stream {
public:
  Stream(std::shared_ptr<CudaDriver> driver, void *handle) : driver(std::move(driver)), handle(handle) {}
  Stream(Stream &&other) noexcept;
  Stream &operator=(Stream &&) = delete;
  ~Stream();

  /// Waits for all work; reports what went wrong in it.
  Status synchronize();
  /// Fills device memory with a byte, in the stream's order.
  Status fill(uint64_t address, uint8_t byte, size_t bytes);
  /// Copies within device memory, in the stream's order.
  Status copy(uint64_t target, uint64_t source, size_t bytes);
  /// The driver's `CUstream`.
  void *get() const { return handle; }

private:
  std::shared_ptr<CudaDriver> driver;
  void *handle = nullptr;
};

/// A point in a stream's work.
class Event {
public:
  Event(std::shared_ptr<CudaDriver> driver, void *handle) : driver(std::move(driver)), handle(handle) {}
  Event(Event &&other) noexcept;
  Event &operator=(Event &&) = delete;
  ~Event();

  Status record(Stream &stream);
  /// Waits for this event and gives the time since the other.
  Result<double> millisecondsSince(const Event &start) const;

private:
  std::shared_ptr<CudaDriver> driver;
  void *handle = nullptr;
};

/// One kernel of a loaded cubin. It stays usable while its `LoadedCubin` lives.
class LoadedKernel {
public:
  LoadedKernel(std::shared_ptr<CudaDriver> driver, void *function, const KernelMetadata &metadata)
      : driver(std::move(driver)), function(function), description(&metadata) {}

  const KernelMetadata &metadata() const { return *description; }

  /// Where the driver wants each parameter in the buffer. For parameters of at most 16 bytes' alignment that is their
  /// natural place; a tensor map lies where it is aligned in the constant bank, whose parameters start at 0x210 on
  /// sm_90, so that even the first one is not at 0.
  Result<std::vector<size_t>> parameterOffsets() const;
  /// Launches with the grid that the metadata states.
  Status launch(Stream &stream, const Arguments &arguments);
  /// Launches with a given grid. A grid without programs does nothing.
  Status launch(Stream &stream, const Arguments &arguments, const Grid &grid);
  /// Fills in the hidden parameters of a buffer that `packArguments` made: scratch memory and fault reports, which
  /// belong to this object, and tensor maps. `arguments` tell the sizes of arrays; the driver is asked for others.
  Status bindHidden(std::vector<uint8_t> &buffer, const Grid &grid, const launch::Environment &environment,
                    const Arguments &arguments = {});
  /// What a kernel that checks its accesses reported, after the stream was waited for; nothing when none was outside.
  Result<std::optional<RecordedFault>> readFault() const;
  /// Launches with a complete buffer: the short way, for repeated launches.
  Status launchPacked(Stream &stream, std::vector<uint8_t> &buffer, const Grid &grid);

private:
  std::shared_ptr<CudaDriver> driver;
  void *function;
  const KernelMetadata *description;
  Status bindScratch(std::vector<uint8_t> &buffer, const HiddenParameter &hidden, const Grid &grid,
                     const launch::Environment &environment);
  Status bindFaultReport(std::vector<uint8_t> &buffer, const HiddenParameter &hidden, const Arguments &arguments);
  ArrayExtent findExtent(const std::vector<uint8_t> &buffer, const std::string &name, const Arguments &arguments) const;

  DeviceBuffer scratch;
  /// One a buffer that was bound: the arrays differ.
  std::vector<DeviceBuffer> faultReports;
};

/// A cubin on the GPU, with its metadata.
class LoadedCubin {
public:
  LoadedCubin(std::shared_ptr<CudaDriver> driver, void *module, Metadata metadata)
      : driver(std::move(driver)), module(module), description(std::make_unique<Metadata>(std::move(metadata))) {}
  LoadedCubin(LoadedCubin &&other) noexcept;
  LoadedCubin &operator=(LoadedCubin &&) = delete;
  ~LoadedCubin();

  const Metadata &metadata() const { return *description; }
  /// A kernel by its name in the source; an empty name means the only one.
  Result<LoadedKernel> kernel(std::string_view name = "") const;

private:
  std::shared_ptr<CudaDriver> driver;
  void *module = nullptr;
  std::unique_ptr<Metadata> description;
};

/// A GPU, current on the thread that opened it.
class Gpu {
public:
  /// Opens a GPU of this machine. `libcuda` names the driver library when it is not the system's. An error says what is
  /// missing: the driver, or a GPU.
  static Result<Gpu> open(int ordinal = 0, const std::string &libcuda = "");
  Gpu(Gpu &&other) noexcept;
  Gpu &operator=(Gpu &&) = delete;
  ~Gpu();

  const GpuFacts &facts() const { return description; }
  Result<DeviceBuffer> allocate(size_t bytes);
  Result<Stream> createStream();
  Result<Event> createEvent();
  /// Encodes a tensor map for parameters of kernels. The driver's refusal is the error.
  Result<std::array<uint8_t, data::tensorMapBytes>> encodeTensorMap(const data::TensorMapDescription &description);
  /// Loads a cubin from memory. A cubin for another architecture is an error that names both.
  Result<LoadedCubin> load(std::string_view cubin, Metadata metadata);
  /// Loads `X.cubin` and the `X.json` beside it.
  Result<LoadedCubin> loadFile(const std::string &path);

private:
  Gpu(std::shared_ptr<CudaDriver> driver, int device) : driver(std::move(driver)), device(device) {}
  Status readFacts();

  std::shared_ptr<CudaDriver> driver;
  int device;
  bool ownsContext = false;
  GpuFacts description;
};

/// The target of this machine's first GPU; nothing when there is none. Quick when there is none.
std::optional<std::string> presentTarget(const std::string &libcuda = "");

} // namespace tkc::runtime

#endif // TKC_RUNTIME_RUNTIME_H
