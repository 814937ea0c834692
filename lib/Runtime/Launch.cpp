// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading cubins and launching their kernels.
#include "tkc/Runtime/Runtime.h"
#include "tkc/Support/Files.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "CudaDriver.h"

namespace tkc::runtime {

/// Above this much dynamic shared memory a kernel must be told beforehand.
static constexpr int64_t freeSharedBytes = 48 * 1024;

LoadedCubin::LoadedCubin(LoadedCubin &&other) noexcept
    : driver(std::move(other.driver)), module(std::exchange(other.module, nullptr)),
      description(std::move(other.description)) {}

LoadedCubin::~LoadedCubin() {
  if (module) {
    driver->moduleUnload(module);
  }
}

Result<LoadedCubin> Gpu::load(std::string_view cubin, Metadata metadata) {
  if (!description.runs(metadata.target)) {
    return ErrorMessage{"the cubin is for " + metadata.target + ", this GPU (" + description.name + ") needs " +
                        description.target()};
  }
  for (const KernelMetadata &kernel : metadata.kernels) {
    if (kernel.sharedBytes > description.largestSharedBytes) {
      return ErrorMessage{"kernel `" + kernel.name + "` needs " + std::to_string(kernel.sharedBytes) +
                          " bytes of shared memory, this GPU has " + std::to_string(description.largestSharedBytes)};
    }
  }
  void *module = nullptr;
  // The driver reads up to the end that the ELF header states.
  std::string bytes(cubin);
  if (Status status = driver->check(driver->moduleLoadData(&module, bytes.data()), "loading the cubin"); !status) {
    return status.takeError();
  }
  return LoadedCubin(driver, module, std::move(metadata));
}

Result<LoadedCubin> Gpu::loadFile(const std::string &path) {
  Result<std::string> cubin = readFile(path);
  if (!cubin) {
    return cubin.takeError();
  }
  size_t dot = path.rfind('.');
  size_t slash = path.rfind('/');
  bool hasEnding = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  std::string jsonPath = path.substr(0, hasEnding ? dot : path.size()) + ".json";
  Result<std::string> json = readFile(jsonPath);
  if (!json) {
    return json.takeError();
  }
  Result<Metadata> metadata = readMetadata(*json);
  if (!metadata) {
    return ErrorMessage{"`" + jsonPath + "`: " + metadata.error()};
  }
  return load(*cubin, std::move(*metadata));
}

Result<LoadedKernel> LoadedCubin::kernel(std::string_view name) const {
  const KernelMetadata *found =
      name.empty() && description->kernels.size() == 1 ? &description->kernels[0] : description->findKernel(name);
  if (!found) {
    std::string list;
    for (const KernelMetadata &kernel : description->kernels) {
      list += (list.empty() ? "" : ", ") + kernel.name;
    }
    std::string what = name.empty() ? "name one of the kernels" : "no kernel `" + std::string(name) + "`; there are";
    return ErrorMessage{what + ": " + list};
  }
  void *function = nullptr;
  Status status = driver->check(driver->moduleGetFunction(&function, module, found->symbol.c_str()),
                                ("finding `" + found->symbol + "` in the cubin").c_str());
  if (status && found->sharedBytes > freeSharedBytes) {
    status = driver->check(driver->functionSetAttribute(function, cudaDynamicSharedSize, int(found->sharedBytes)),
                           "asking for shared memory");
  }
  return status ? Result<LoadedKernel>(LoadedKernel(driver, function, *found))
                : Result<LoadedKernel>(status.takeError());
}

Result<std::vector<size_t>> LoadedKernel::parameterOffsets() const {
  std::vector<size_t> offsets;
  for (;;) {
    size_t offset = 0, size = 0;
    CudaStatus status = driver->functionGetParameter(function, offsets.size(), &offset, &size);
    if (status == cudaInvalidValue) {
      return offsets;
    }
    if (Status checked = driver->check(status, "asking for the place of a parameter"); !checked) {
      return checked.takeError();
    }
    offsets.push_back(offset);
  }
}

Status LoadedKernel::launch(Stream &stream, const Arguments &arguments) {
  if (!description->grid) {
    return ErrorMessage{"kernel `" + description->name + "` states no grid"};
  }
  Result<Grid> grid = evaluateGrid(*description->grid, launchEnvironment(*description, arguments));
  return grid ? launch(stream, arguments, *grid) : Status(grid.takeError());
}

Status LoadedKernel::launch(Stream &stream, const Arguments &arguments, const Grid &grid) {
  launch::Environment environment = launchEnvironment(*description, arguments);
  if (Status status = checkHeuristics(*description, environment); !status) {
    return status;
  }
  Result<std::vector<uint8_t>> buffer = packArguments(*description, arguments);
  if (!buffer) {
    return buffer.takeError();
  }
  if (Status status = bindHidden(*buffer, grid, environment, arguments); !status) {
    return status;
  }
  return launchPacked(stream, *buffer, grid);
}

Status LoadedKernel::bindHidden(std::vector<uint8_t> &buffer, const Grid &grid, const launch::Environment &environment,
                                const Arguments &arguments) {
  for (const HiddenParameter &hidden : description->hiddenParameters) {
    if (hidden.kind == HiddenKind::GlobalScratch) {
      if (Status status = bindScratch(buffer, hidden, grid, environment); !status) {
        return status;
      }
      continue;
    }
    if (hidden.kind == HiddenKind::FaultReport) {
      if (Status status = bindFaultReport(buffer, hidden, arguments); !status) {
        return status;
      }
      continue;
    }
    Result<data::TensorMapDescription> map = describeTensorMap(*description, hidden, buffer, environment);
    if (!map) {
      return map.takeError();
    }
    Result<std::array<uint8_t, data::tensorMapBytes>> encoded = driver->encodeTensorMap(*map);
    if (!encoded) {
      return ErrorMessage{"argument `" + hidden.tensorMap.pointer + "`: " + encoded.error()};
    }
    std::memcpy(buffer.data() + hidden.offsetInBytes, encoded->data(), encoded->size());
  }
  return {};
}

Status LoadedKernel::bindScratch(std::vector<uint8_t> &buffer, const HiddenParameter &hidden, const Grid &grid,
                                 const launch::Environment &environment) {
  Result<int64_t> bytes = launch::evaluate(hidden.bytesPerProgram, environment);
  int64_t blocks = 0, total = 0;
  if (!bytes) {
    return ErrorMessage{"scratch memory: " + bytes.error()};
  }
  if (*bytes < 0 || __builtin_mul_overflow(grid.programs(), description->numCtas, &blocks) ||
      __builtin_mul_overflow(*bytes, blocks, &total)) {
    return ErrorMessage{"scratch memory: " + std::to_string(*bytes) + " bytes a program cannot be had"};
  }
  if (scratch.sizeInBytes() < size_t(total)) {
    uint64_t address = 0;
    Status status = driver->check(driver->memAlloc(&address, size_t(total)), "allocating scratch memory");
    if (!status) {
      return status;
    }
    scratch = DeviceBuffer(driver, address, size_t(total));
  }
  uint64_t address = scratch.address();
  std::memcpy(buffer.data() + hidden.offsetInBytes, &address, sizeof address);
  return {};
}

ArrayExtent LoadedKernel::findExtent(const std::vector<uint8_t> &buffer, const std::string &name,
                                     const Arguments &arguments) const {
  const Parameter *parameter = description->findParameter(name);
  const ArgumentValue *argument = arguments.find(name);
  uint64_t address = 0;
  if (parameter && parameter->isPassed()) {
    std::memcpy(&address, buffer.data() + parameter->offsetInBytes, sizeof address);
  }
  if (argument && argument->sizeInBytes) {
    return {address, address + *argument->sizeInBytes};
  }
  uint64_t begin = 0;
  size_t size = 0;
  bool isKnown = driver->memGetAddressRange(&begin, &size, address) == 0;
  // Memory that the driver has not allocated may lie anywhere.
  return isKnown ? ArrayExtent{begin, begin + size} : ArrayExtent{0, UINT64_MAX};
}

Status LoadedKernel::bindFaultReport(std::vector<uint8_t> &buffer, const HiddenParameter &hidden,
                                     const Arguments &arguments) {
  std::vector<ArrayExtent> extents;
  for (const std::string &name : hidden.faultReport.arrays) {
    extents.push_back(findExtent(buffer, name, arguments));
  }
  std::vector<uint8_t> report = makeFaultReport(extents);
  uint64_t address = 0;
  if (Status status = driver->check(driver->memAlloc(&address, report.size()), "allocating a fault report"); !status) {
    return status;
  }
  faultReports.emplace_back(driver, address, report.size());
  std::memcpy(buffer.data() + hidden.offsetInBytes, &address, sizeof address);
  return faultReports.back().write(report.data(), report.size());
}

Result<std::optional<RecordedFault>> LoadedKernel::readFault() const {
  for (const HiddenParameter &hidden : description->hiddenParameters) {
    for (const DeviceBuffer &buffer : faultReports) {
      if (hidden.kind != HiddenKind::FaultReport) {
        break;
      }
      std::vector<uint8_t> report(buffer.sizeInBytes());
      if (Status status = buffer.read(report.data(), report.size()); !status) {
        return status.takeError();
      }
      if (std::optional<RecordedFault> fault = readFaultReport(hidden.faultReport, report)) {
        return fault;
      }
    }
  }
  return std::optional<RecordedFault>();
}

/// The addresses of the parameters in the buffer, as the driver takes them: it knows their places on the GPU, where
/// tensor maps are aligned otherwise.
static std::vector<void *> listParameters(const KernelMetadata &kernel, std::vector<uint8_t> &buffer) {
  std::vector<void *> addresses;
  for (const Parameter &parameter : kernel.parameters) {
    if (parameter.isPassed()) {
      addresses.push_back(buffer.data() + parameter.offsetInBytes);
    }
  }
  for (const HiddenParameter &hidden : kernel.hiddenParameters) {
    addresses.push_back(buffer.data() + hidden.offsetInBytes);
  }
  return addresses;
}

Status LoadedKernel::launchPacked(Stream &stream, std::vector<uint8_t> &buffer, const Grid &grid) {
  if (grid.programs() == 0) {
    return {};
  }
  int64_t blocksAlongX = grid.x * description->numCtas;
  if (blocksAlongX > INT32_MAX) {
    return ErrorMessage{"grid: extent x times num_ctas is " + std::to_string(blocksAlongX) + ", expects at most " +
                        std::to_string(INT32_MAX)};
  }
  CudaLaunchConfig config{};
  config.gridX = unsigned(blocksAlongX);
  config.gridY = unsigned(grid.y);
  config.gridZ = unsigned(grid.z);
  config.blockX = unsigned(32 * description->numWarps);
  config.blockY = config.blockZ = 1;
  config.sharedBytes = unsigned(description->sharedBytes);
  config.stream = stream.get();
  CudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchClusterDimension;
  cluster.value.clusterDimension[0] = unsigned(description->numCtas);
  cluster.value.clusterDimension[1] = cluster.value.clusterDimension[2] = 1;
  config.attributes = &cluster;
  config.attributeCount = description->numCtas > 1 ? 1 : 0;
  bool hasMaps = std::any_of(description->hiddenParameters.begin(), description->hiddenParameters.end(),
                             [](const HiddenParameter &hidden) { return hidden.kind == HiddenKind::TensorMap; });
  std::vector<void *> parameters = hasMaps ? listParameters(*description, buffer) : std::vector<void *>();
  // The driver's marks for "parameter buffer", "its size" and "end".
  size_t size = buffer.size();
  void *extra[] = {reinterpret_cast<void *>(1), buffer.data(), reinterpret_cast<void *>(2), &size, nullptr};
  CudaStatus status = hasMaps ? driver->launchKernel(&config, function, parameters.data(), nullptr)
                              : driver->launchKernel(&config, function, nullptr, extra);
  return driver->check(status, ("launching `" + description->name + "`").c_str());
}

} // namespace tkc::runtime
