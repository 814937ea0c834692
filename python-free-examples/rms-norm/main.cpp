// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RMS normalisation of half-precision rows that are shorter than the kernel's block.
#include <cmath>

#include "../Example.h"

using namespace tkc;

static constexpr int64_t rows = 96, columns = 1536;
static constexpr double eps = 1e-5;

namespace {
struct Outputs {
  data::Array out = data::Array::zeros(data::ElementType::F16, {rows, columns});
  data::Array rstd = data::Array::zeros(data::ElementType::F32, {rows});
};
} // namespace

static Outputs normaliseOnCpu(const data::Array &x, const data::Array &weight) {
  Outputs outputs;
  for (int64_t row = 0; row < rows; ++row) {
    size_t first = size_t(row * columns);
    double squares = 0;
    for (size_t i = 0; i < columns; ++i) {
      squares += x.getDouble(first + i) * x.getDouble(first + i);
    }
    double rstd = 1 / std::sqrt(squares / columns + eps);
    outputs.rstd.setDouble(size_t(row), rstd);
    for (size_t i = 0; i < columns; ++i) {
      outputs.out.setDouble(first + i, x.getDouble(first + i) * rstd * weight.getDouble(i));
    }
  }
  return outputs;
}

/// Loads the kernel, launches it once, and brings its outputs back.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const data::Array &x, const data::Array &weight,
                       Outputs &outputs) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel("rms_norm");
  Result<runtime::Stream> stream = gpu.createStream();
  if (!kernel || !stream) {
    return ErrorMessage{kernel.error() + stream.error()};
  }
  runtime::Arguments arguments;
  std::vector<runtime::DeviceBuffer> buffers;
  const example::Named arrays[] = {{"x", x}, {"weight", weight}, {"out", outputs.out}, {"rstd_out", outputs.rstd}};
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
  status = status ? buffers[2].read(outputs.out.bytes.data(), outputs.out.bytes.size()) : status;
  return status ? buffers[3].read(outputs.rstd.bytes.data(), outputs.rstd.bytes.size()) : status;
}

int main(int argc, char **argv) {
  example::Options options = example::parseOptions(argc, argv);
  if (!options.isUsable) {
    return options.exitCode;
  }
  data::Array x = example::makeNormal(data::ElementType::F16, {rows, columns}, 0);
  data::Array weight = example::makeNormal(data::ElementType::F16, {columns}, 1);
  Outputs expected = normaliseOnCpu(x, weight);
  if (!options.dataFolder.empty()) {
    return example::writeData(
        options, {{"x", x}, {"weight", weight}, {"expected", expected.out}, {"expected_rstd_out", expected.rstd}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  Outputs outputs;
  if (Status status = runOnGpu(*gpu, options.cubin, x, weight, outputs); !status) {
    return example::fail(status.error());
  }
  // Sums run in f32, whose errors half precision hides: what is left of them in `out` is one rounding of 2^-11.
  return example::judge(
      {{"out", outputs.out, expected.out, 1e-5, 0x1p-10}, {"rstd_out", outputs.rstd, expected.rstd, 0, 1e-5}});
}
