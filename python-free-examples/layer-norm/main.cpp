// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer normalisation: a kernel with several outputs, float arguments and half-precision data.
#include <cmath>

#include "../Example.h"

using namespace tkc;

static constexpr int64_t rows = 96, columns = 1536;
static constexpr double eps = 1e-5;

namespace {
struct Inputs {
  data::Array x = example::makeNormal(data::ElementType::F16, {rows, columns}, 0);
  data::Array weight = example::makeNormal(data::ElementType::F16, {columns}, 1);
  data::Array bias = example::makeNormal(data::ElementType::F16, {columns}, 2);
};

struct Outputs {
  data::Array out = data::Array::zeros(data::ElementType::F16, {rows, columns});
  data::Array mean = data::Array::zeros(data::ElementType::F32, {rows});
  data::Array rstd = data::Array::zeros(data::ElementType::F32, {rows});
};
} // namespace

static Outputs normaliseOnCpu(const Inputs &inputs) {
  Outputs outputs;
  for (int64_t row = 0; row < rows; ++row) {
    size_t first = size_t(row * columns);
    double mean = 0, variance = 0;
    for (size_t i = 0; i < columns; ++i) {
      mean += inputs.x.getDouble(first + i) / columns;
    }
    for (size_t i = 0; i < columns; ++i) {
      double distance = inputs.x.getDouble(first + i) - mean;
      variance += distance * distance / columns;
    }
    double rstd = 1 / std::sqrt(variance + eps);
    outputs.mean.setDouble(size_t(row), mean);
    outputs.rstd.setDouble(size_t(row), rstd);
    for (size_t i = 0; i < columns; ++i) {
      double value = (inputs.x.getDouble(first + i) - mean) * rstd;
      outputs.out.setDouble(first + i, value * inputs.weight.getDouble(i) + inputs.bias.getDouble(i));
    }
  }
  return outputs;
}

/// Loads the kernel, launches it once, and brings its outputs back.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const Inputs &inputs, Outputs &outputs) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel("layer_norm");
  Result<runtime::Stream> stream = gpu.createStream();
  if (!kernel || !stream) {
    return ErrorMessage{kernel.error() + stream.error()};
  }
  runtime::Arguments arguments;
  std::vector<runtime::DeviceBuffer> buffers;
  const example::Named arrays[] = {{"x", inputs.x},      {"weight", inputs.weight},  {"bias", inputs.bias},
                                   {"out", outputs.out}, {"mean_out", outputs.mean}, {"rstd_out", outputs.rstd}};
  for (const example::Named &named : arrays) {
    if (Status status = example::bind(gpu, named.name, named.array, arguments, buffers); !status) {
      return status;
    }
  }
  arguments.integer("rows", rows);
  arguments.integer("columns", columns);
  arguments.integer("stride", columns);
  arguments.real("eps", eps);
  Status status = kernel->launch(*stream, arguments);
  status = status ? stream->synchronize() : status;
  data::Array *targets[] = {&outputs.out, &outputs.mean, &outputs.rstd};
  for (size_t i = 0; i < 3 && status; ++i) {
    status = buffers[3 + i].read(targets[i]->bytes.data(), targets[i]->bytes.size());
  }
  return status;
}

int main(int argc, char **argv) {
  example::Options options = example::parseOptions(argc, argv);
  if (!options.isUsable) {
    return options.exitCode;
  }
  Inputs inputs;
  Outputs expected = normaliseOnCpu(inputs);
  if (!options.dataFolder.empty()) {
    return example::writeData(options, {{"x", inputs.x},
                                        {"weight", inputs.weight},
                                        {"bias", inputs.bias},
                                        {"expected", expected.out},
                                        {"expected_mean_out", expected.mean},
                                        {"expected_rstd_out", expected.rstd}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  Outputs outputs;
  if (Status status = runOnGpu(*gpu, options.cubin, inputs, outputs); !status) {
    return example::fail(status.error());
  }
  // Sums run in f32, whose errors half precision hides: what is left of them in `out` is one rounding of 2^-11.
  return example::judge({{"out", outputs.out, expected.out, 1e-5, 0x1p-10},
                         {"mean_out", outputs.mean, expected.mean, 1e-6, 1e-5},
                         {"rstd_out", outputs.rstd, expected.rstd, 0, 1e-5}});
}
