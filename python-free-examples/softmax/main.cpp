// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax over the rows of a matrix whose rows are shorter than the kernel's block and lie apart in memory.
#include <algorithm>
#include <cmath>

#include "../Example.h"

using namespace tkc;

static constexpr int64_t rows = 128, columns = 1008;

static data::Array softmaxOnCpu(const data::Array &x) {
  data::Array out = data::Array::zeros(data::ElementType::F32, x.shape);
  for (int64_t row = 0; row < rows; ++row) {
    size_t first = size_t(row * columns);
    double largest = x.getDouble(first);
    for (size_t i = first; i < first + columns; ++i) {
      largest = std::max(largest, x.getDouble(i));
    }
    double sum = 0;
    for (size_t i = first; i < first + columns; ++i) {
      sum += std::exp(x.getDouble(i) - largest);
    }
    for (size_t i = first; i < first + columns; ++i) {
      out.setDouble(i, std::exp(x.getDouble(i) - largest) / sum);
    }
  }
  return out;
}

/// Loads the kernel, launches it once, and brings its output back in `out`.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const data::Array &x, data::Array &out) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel("softmax");
  Result<runtime::Stream> stream = gpu.createStream();
  Result<runtime::DeviceBuffer> xBuffer = example::upload(gpu, x), outBuffer = example::upload(gpu, out);
  if (!kernel || !stream || !xBuffer || !outBuffer) {
    return ErrorMessage{kernel.error() + stream.error() + xBuffer.error() + outBuffer.error()};
  }
  runtime::Arguments arguments;
  arguments.pointer("x", xBuffer->address());
  arguments.pointer("out", outBuffer->address());
  arguments.integer("rows", rows);
  // The kernel was compiled for multiples of 16 here; the launch refuses anything else.
  arguments.integer("columns", columns);
  arguments.integer("x_stride", columns);
  arguments.integer("out_stride", columns);
  if (Status status = kernel->launch(*stream, arguments); !status) {
    return status;
  }
  if (Status status = stream->synchronize(); !status) {
    return status;
  }
  return outBuffer->read(out.bytes.data(), out.bytes.size());
}

int main(int argc, char **argv) {
  example::Options options = example::parseOptions(argc, argv);
  if (!options.isUsable) {
    return options.exitCode;
  }
  data::Array x = example::makeNormal(data::ElementType::F32, {rows, columns}, 0);
  data::Array expected = softmaxOnCpu(x);
  if (!options.dataFolder.empty()) {
    return example::writeData(options, {{"x", x}, {"expected", expected}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  data::Array out = data::Array::zeros(data::ElementType::F32, {rows, columns});
  if (Status status = runOnGpu(*gpu, options.cubin, x, out); !status) {
    return example::fail(status.error());
  }
  // The GPU's exponential is off by two units in the last place, the sum of 1008 terms by a few more.
  return example::judge({{"out", out, expected, 1e-9, 1e-5}});
}
