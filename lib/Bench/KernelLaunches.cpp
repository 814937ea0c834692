// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Repeated launches of a kernel on fresh data.
#include "KernelLaunches.h"

#include <algorithm>

namespace tkc::bench {

static constexpr size_t mostCopies = 16;

size_t arrayBytes(const std::vector<NamedArgument> &arguments) {
  size_t bytes = 0;
  for (const NamedArgument &argument : arguments) {
    bytes += argument.isScalar ? 0 : argument.value.bytes.size();
  }
  return bytes;
}

/// Enough copies that together they are twice as large as the cache.
static size_t copyCount(const runtime::Gpu &gpu, const std::vector<NamedArgument> &arguments) {
  size_t bytes = std::max<size_t>(arrayBytes(arguments), 1);
  size_t wanted = 2 * size_t(gpu.facts().l2Bytes) / bytes + 1;
  return std::clamp<size_t>(wanted, 2, mostCopies);
}

Result<std::unique_ptr<KernelLaunches>> KernelLaunches::create(PreparedRun &prepared) {
  Result<runtime::LoadedCubin> cubin = prepared.gpu->load(prepared.kernel.cubin, prepared.kernel.metadata);
  if (!cubin) {
    return cubin.takeError();
  }
  std::unique_ptr<KernelLaunches> launches(new KernelLaunches(prepared, std::move(*cubin)));
  if (Status status = launches->load(); !status) {
    return status.takeError();
  }
  return launches;
}

/// The bytes of the arrays that the kernel may write.
static size_t countWrittenBytes(const runtime::KernelMetadata &kernel, const std::vector<NamedArgument> &arguments) {
  size_t bytes = 0;
  for (const NamedArgument &argument : arguments) {
    const runtime::Parameter *parameter = kernel.findParameter(argument.name);
    bool isWritten = !argument.isScalar && (parameter ? !parameter->isConst : !argument.isParameter);
    bytes += isWritten ? argument.value.bytes.size() : 0;
  }
  return bytes;
}

Status KernelLaunches::load() {
  Result<runtime::LoadedKernel> loaded = cubin.kernel(prepared.kernel.name);
  if (!loaded) {
    return loaded.takeError();
  }
  kernel.emplace(std::move(*loaded));
  writtenBytes = countWrittenBytes(kernel->metadata(), prepared.arguments);
  size_t copies = copyCount(*prepared.gpu, prepared.arguments);
  for (size_t i = 0; i < copies; ++i) {
    Status status = addCopy();
    status = status ? kernel->bindHidden(packed.back(), prepared.grid,
                                         measureEnvironment(kernel->metadata(), prepared.arguments))
                    : status;
    if (!status) {
      return status;
    }
  }
  return {};
}

Status KernelLaunches::addCopy() {
  std::vector<uint64_t> addresses;
  for (const NamedArgument &argument : prepared.arguments) {
    Result<runtime::DeviceBuffer> buffer = prepared.gpu->allocate(argument.value.bytes.size());
    if (!buffer) {
      return buffer.takeError();
    }
    addresses.push_back(buffer->address());
    memory.push_back(std::move(*buffer));
  }
  runtime::DeviceBuffer *first = memory.data() + memory.size() - addresses.size();
  std::vector<uint8_t> placed;
  for (size_t i = 0; i < addresses.size(); ++i) {
    const std::vector<uint8_t> &bytes = bytesOnDevice(prepared.arguments[i], prepared.arguments, addresses, placed);
    if (Status status = first[i].write(bytes.data(), bytes.size()); !status) {
      return status;
    }
  }
  Result<std::vector<uint8_t>> buffer =
      runtime::packArguments(kernel->metadata(), bindArguments(kernel->metadata(), prepared.arguments, addresses));
  if (!buffer) {
    return buffer.takeError();
  }
  packed.push_back(std::move(*buffer));
  return {};
}

Status KernelLaunches::launch(runtime::Stream &stream, int64_t repetition) {
  return kernel->launchPacked(stream, packed[size_t(repetition) % packed.size()], prepared.grid);
}

} // namespace tkc::bench
