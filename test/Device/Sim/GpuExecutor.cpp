// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms on the GPU, through the runtime; the driver compiles the text.
#include "tkc/Runtime/Runtime.h"

#include <algorithm>
#include <cstring>

#include "Executor.h"

namespace tkc::agreement {

namespace {

/// Loads forms in modules of a hundred, so that one bad text does not hide the others.
class GpuExecutor : public Executor {
public:
  explicit GpuExecutor(runtime::Gpu gpu) : gpu(std::move(gpu)) {}

  Status load(const std::vector<Form> &given) override;
  Result<Outputs> run(size_t index) override;
  Result<std::vector<std::vector<uint32_t>>> runWorkload(const Workload &workload, const std::string &text) override;
  std::string description() const override {
    return gpu.facts().name + ", driver " + std::to_string(gpu.facts().driverVersion);
  }

private:
  Status loadModule(size_t begin, size_t end);

  static constexpr size_t formsPerModule = 100;
  runtime::Gpu gpu;
  std::vector<Form> forms;
  std::vector<runtime::LoadedCubin> modules;
};

} // namespace

static runtime::KernelMetadata describe(const Form &form, const std::string &symbol) {
  runtime::KernelMetadata kernel;
  kernel.name = kernel.symbol = symbol;
  kernel.numWarps = form.threads / 32;
  for (const char *name : {"in", "out"}) {
    runtime::Parameter parameter;
    parameter.name = name;
    parameter.kind = runtime::ParameterKind::Pointer;
    kernel.parameters.push_back(parameter);
  }
  runtime::layOutParameters(kernel);
  return kernel;
}

Status GpuExecutor::loadModule(size_t begin, size_t end) {
  std::vector<Form> part(forms.begin() + begin, forms.begin() + end);
  runtime::Metadata metadata;
  metadata.target = gpu.facts().target();
  for (size_t i = 0; i < part.size(); ++i) {
    metadata.kernels.push_back(describe(part[i], "f" + std::to_string(i)));
  }
  Result<runtime::LoadedCubin> loaded = gpu.load(moduleText(part, metadata.target), std::move(metadata));
  if (!loaded) {
    return ErrorMessage{"forms `" + part.front().name + "` to `" + part.back().name + "`: " + loaded.error()};
  }
  modules.push_back(std::move(*loaded));
  return {};
}

Status GpuExecutor::load(const std::vector<Form> &given) {
  forms = given;
  for (size_t begin = 0; begin < forms.size(); begin += formsPerModule) {
    if (Status status = loadModule(begin, std::min(forms.size(), begin + formsPerModule)); !status) {
      return status;
    }
  }
  return {};
}

Result<Outputs> GpuExecutor::run(size_t index) {
  const Form &form = forms[index];
  std::vector<uint64_t> inputs = inputsOf(form);
  Outputs outputs(uint64_t(form.threads) * form.ctas * form.outputs.size());
  inputs.push_back(0);
  Result<runtime::DeviceBuffer> in = gpu.allocate(inputs.size() * 8), out = gpu.allocate(outputs.size() * 8);
  Result<runtime::Stream> stream = gpu.createStream();
  Result<runtime::LoadedKernel> kernel =
      modules[index / formsPerModule].kernel("f" + std::to_string(index % formsPerModule));
  for (const std::string &error : {in.error(), out.error(), stream.error(), kernel.error()}) {
    if (!error.empty()) {
      return ErrorMessage{error};
    }
  }
  Status status = in->write(inputs.data(), inputs.size() * 8);
  status = status ? stream->fill(out->address(), 0, outputs.size() * 8) : status;
  runtime::Arguments arguments;
  arguments.pointer("in", in->address()).pointer("out", out->address());
  runtime::Grid grid;
  grid.x = form.ctas;
  status = status ? kernel->launch(*stream, arguments, grid) : status;
  status = status ? stream->synchronize() : status;
  status = status ? out->read(outputs.data(), outputs.size() * 8) : status;
  return status ? Result<Outputs>(std::move(outputs)) : Result<Outputs>(status.takeError());
}

//===--- Whole kernels ----------------------------------------------------===//

/// The memory of the arguments, and the parameter buffer that speaks of it.
struct PlacedArguments {
  std::vector<runtime::DeviceBuffer> buffers;
  std::vector<uint8_t> parameters;
};

static Result<PlacedArguments> place(runtime::Gpu &gpu, const Workload &workload, const std::vector<size_t> &offsets) {
  PlacedArguments placed;
  placed.parameters.resize(offsets.back() + sizeOf(workload.arguments.back().kind));
  for (size_t i = 0; i < workload.arguments.size(); ++i) {
    const WorkloadArgument &argument = workload.arguments[i];
    uint8_t *target = &placed.parameters[offsets[i]];
    Result<runtime::DeviceBuffer> buffer = gpu.allocate(argument.words.size() * 4);
    if (!buffer) {
      return buffer.takeError();
    }
    std::vector<uint32_t> words = argument.words;
    if (argument.kind == WorkloadArgument::Kind::Output) {
      std::fill(words.begin(), words.end(), ~0u);
    }
    if (Status status = buffer->write(words.data(), words.size() * 4); !status) {
      return status.takeError();
    }
    uint64_t address = buffer->address();
    std::memcpy(target,
                argument.kind == WorkloadArgument::Kind::Number ? static_cast<const void *>(words.data()) : &address,
                argument.kind == WorkloadArgument::Kind::Number ? 4 : 8);
    if (argument.kind == WorkloadArgument::Kind::Map || argument.kind == WorkloadArgument::Kind::OutputMap) {
      data::TensorMapDescription description = argument.map;
      description.address = address;
      auto map = gpu.encodeTensorMap(description);
      if (!map) {
        return map.takeError();
      }
      std::copy(map->begin(), map->end(), target);
    }
    placed.buffers.push_back(std::move(*buffer));
  }
  return placed;
}

static Result<std::vector<std::vector<uint32_t>>> readOutputs(const Workload &workload, const PlacedArguments &placed) {
  std::vector<std::vector<uint32_t>> outputs;
  for (size_t i = 0; i < workload.arguments.size(); ++i) {
    WorkloadArgument::Kind kind = workload.arguments[i].kind;
    if (kind == WorkloadArgument::Kind::Output || kind == WorkloadArgument::Kind::OutputMap) {
      outputs.emplace_back(workload.arguments[i].words.size());
      if (Status status = placed.buffers[i].read(outputs.back().data(), outputs.back().size() * 4); !status) {
        return status.takeError();
      }
    }
  }
  return outputs;
}

Result<std::vector<std::vector<uint32_t>>> GpuExecutor::runWorkload(const Workload &workload, const std::string &text) {
  runtime::Metadata metadata;
  metadata.target = gpu.facts().target();
  runtime::KernelMetadata kernel;
  kernel.name = kernel.symbol = workload.kernel();
  kernel.numWarps = workload.threads / 32;
  kernel.numCtas = workload.cluster;
  metadata.kernels = {kernel};
  Result<runtime::LoadedCubin> loaded = gpu.load(text, std::move(metadata));
  if (!loaded) {
    return loaded.takeError();
  }
  Result<runtime::LoadedKernel> function = loaded->kernel();
  Result<runtime::Stream> stream = gpu.createStream();
  if (!function || !stream) {
    return function ? stream.takeError() : function.takeError();
  }
  Result<std::vector<size_t>> offsets = function->parameterOffsets();
  Result<PlacedArguments> placed =
      offsets ? place(gpu, workload, *offsets) : Result<PlacedArguments>(offsets.takeError());
  if (!placed) {
    return placed.takeError();
  }
  runtime::Grid grid;
  grid.x = workload.ctas / workload.cluster;
  Status status = function->launchPacked(*stream, placed->parameters, grid);
  status = status ? stream->synchronize() : status;
  return status ? readOutputs(workload, *placed) : Result<std::vector<std::vector<uint32_t>>>(status.takeError());
}

Result<std::unique_ptr<Executor>> makeGpuExecutor() {
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return gpu.takeError();
  }
  return std::unique_ptr<Executor>(std::make_unique<GpuExecutor>(std::move(*gpu)));
}

} // namespace tkc::agreement
