// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running a kernel once, with guards.
#include "tkc/Bench/DeviceRun.h"

#include "tkc/Runtime/GuardedBuffer.h"

#include "PositionedValues.h"

namespace tkc::bench {

runtime::Arguments bindArguments(const runtime::KernelMetadata &kernel, const std::vector<NamedArgument> &arguments,
                                 const std::vector<uint64_t> &addresses) {
  runtime::Arguments bound;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const NamedArgument &argument = arguments[i];
    if (!kernel.findParameter(argument.name)) {
      continue;
    }
    if (argument.isScalar) {
      bound.scalar(argument.name, argument.value);
    } else {
      bound.array(argument.name, addresses[i], argument.value.bytes.size());
    }
  }
  return bound;
}

Result<runtime::Grid> gridOf(const std::optional<launch::Expression> &given, const runtime::KernelMetadata &kernel,
                             const std::vector<NamedArgument> &arguments) {
  if (!given && !kernel.grid) {
    return ErrorMessage{"kernel `" + kernel.name + "` states no grid; give one with `--grid`"};
  }
  return runtime::evaluateGrid(given ? *given : *kernel.grid, measureEnvironment(kernel, arguments));
}

/// Puts the arrays into guarded buffers; scalars get an empty one. `addresses` gets where they are.
static Result<std::vector<runtime::GuardedBuffer>> upload(runtime::Gpu &gpu, runtime::Stream &stream,
                                                          const std::vector<NamedArgument> &arguments,
                                                          std::vector<uint64_t> &addresses) {
  std::vector<runtime::GuardedBuffer> buffers;
  for (const NamedArgument &argument : arguments) {
    size_t bytes = argument.isScalar ? 0 : argument.value.bytes.size();
    Result<runtime::GuardedBuffer> buffer = runtime::GuardedBuffer::create(gpu, stream, bytes);
    if (!buffer) {
      return buffer.takeError();
    }
    addresses.push_back(buffer->address());
    buffers.push_back(std::move(*buffer));
  }
  std::vector<uint8_t> placed;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (Status status = buffers[i].write(bytesOnDevice(arguments[i], arguments, addresses, placed).data()); !status) {
      return status.takeError();
    }
  }
  return buffers;
}

static Status download(const std::vector<runtime::GuardedBuffer> &buffers, const std::vector<uint64_t> &addresses,
                       std::vector<NamedArgument> &arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].isScalar) {
      continue;
    }
    Status status = buffers[i].read(arguments[i].value.bytes.data());
    if (status) {
      status = buffers[i].checkGuards();
    }
    if (!status) {
      return ErrorMessage{"array `" + arguments[i].name + "`: " + status.error()};
    }
  }
  forgetAddresses(arguments, addresses);
  return {};
}

/// Launches; where parameters are passed by value the driver says where each lies.
static Status launch(runtime::Gpu &gpu, runtime::Stream &stream, runtime::LoadedKernel &loaded,
                     const CompiledKernel &kernel, const runtime::Grid &grid,
                     const std::vector<NamedArgument> &arguments, const std::vector<uint64_t> &addresses) {
  runtime::Arguments bound = bindArguments(loaded.metadata(), arguments, addresses);
  if (kernel.values.empty()) {
    return loaded.launch(stream, bound, grid);
  }
  Result<std::vector<uint8_t>> packed = runtime::packArguments(loaded.metadata(), bound);
  Result<std::vector<size_t>> offsets = loaded.parameterOffsets();
  if (!packed || !offsets) {
    return packed ? offsets.takeError() : packed.takeError();
  }
  ParameterBytes parameters = splitParameters(loaded.metadata(), *packed);
  auto encode = [&gpu](const data::TensorMapDescription &map) { return gpu.encodeTensorMap(map); };
  if (Status status = insertValues(kernel, arguments, addresses, encode, parameters); !status) {
    return status;
  }
  Result<std::vector<uint8_t>> buffer = joinParameters(parameters, *offsets);
  return buffer ? loaded.launchPacked(stream, *buffer, grid) : Status(buffer.takeError());
}

Status runOnGpu(runtime::Gpu &gpu, const CompiledKernel &kernel, const runtime::Grid &grid,
                std::vector<NamedArgument> &arguments, std::optional<runtime::RecordedFault> *fault) {
  bool isPlainBlock = kernel.block[0] % 32 == 0 && kernel.block[1] <= 1 && kernel.block[2] <= 1;
  if (!isPlainBlock) {
    return ErrorMessage{"on the GPU a CTA has whole warps along x; this one has " + std::to_string(kernel.block[0]) +
                        "x" + std::to_string(kernel.block[1]) + "x" + std::to_string(kernel.block[2]) + " threads"};
  }
  Result<runtime::LoadedCubin> cubin = gpu.load(kernel.cubin, kernel.metadata);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> loaded = cubin->kernel(kernel.name);
  Result<runtime::Stream> stream = gpu.createStream();
  if (!loaded || !stream) {
    return loaded ? stream.takeError() : loaded.takeError();
  }
  std::vector<uint64_t> addresses;
  Result<std::vector<runtime::GuardedBuffer>> buffers = upload(gpu, *stream, arguments, addresses);
  if (!buffers) {
    return buffers.takeError();
  }
  Status status = launch(gpu, *stream, *loaded, kernel, grid, arguments, addresses);
  if (status) {
    status = stream->synchronize();
  }
  if (status && fault) {
    Result<std::optional<runtime::RecordedFault>> recorded = loaded->readFault();
    if (!recorded) {
      return recorded.takeError();
    }
    *fault = *recorded;
  }
  return status ? download(*buffers, addresses, arguments)
                : Status(ErrorMessage{"kernel `" + loaded->metadata().name + "`: " + status.error()});
}

} // namespace tkc::bench
