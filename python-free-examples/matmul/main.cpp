// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix product with bias and ReLU, in half precision on the tensor cores.
#include <algorithm>

#include "../Example.h"

using namespace tkc;

// N is no multiple of the kernel's tiles, so that the last ones are partly masked.
static constexpr int64_t M = 256, N = 192, K = 128;

namespace {
struct Inputs {
  data::Array a = example::makeNormal(data::ElementType::F16, {M, K}, 0);
  data::Array b = example::makeNormal(data::ElementType::F16, {K, N}, 1);
  data::Array bias = example::makeNormal(data::ElementType::F16, {N}, 2);
};
} // namespace

static data::Array multiplyOnCpu(const Inputs &inputs) {
  data::Array out = data::Array::zeros(data::ElementType::F16, {M, N});
  for (int64_t row = 0; row < M; ++row) {
    for (int64_t column = 0; column < N; ++column) {
      double sum = inputs.bias.getDouble(size_t(column));
      for (int64_t k = 0; k < K; ++k) {
        sum += inputs.a.getDouble(size_t(row * K + k)) * inputs.b.getDouble(size_t(k * N + column));
      }
      out.setDouble(size_t(row * N + column), std::max(sum, 0.0));
    }
  }
  return out;
}

/// Loads the kernel, launches it once, and brings its output back in `out`.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const Inputs &inputs, data::Array &out) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel("matmul");
  Result<runtime::Stream> stream = gpu.createStream();
  Result<runtime::DeviceBuffer> a = example::upload(gpu, inputs.a), b = example::upload(gpu, inputs.b);
  Result<runtime::DeviceBuffer> bias = example::upload(gpu, inputs.bias), outBuffer = example::upload(gpu, out);
  if (!kernel || !stream || !a || !b || !bias || !outBuffer) {
    return ErrorMessage{kernel.error() + stream.error() + a.error() + b.error() + bias.error() + outBuffer.error()};
  }
  runtime::Arguments arguments;
  arguments.pointer("a", a->address());
  arguments.pointer("b", b->address());
  arguments.pointer("bias", bias->address());
  arguments.pointer("out", outBuffer->address());
  arguments.integer("M", M);
  arguments.integer("N", N);
  arguments.integer("K", K);
  // The tile sizes are in the metadata: the compiler chose a configuration, and the grid follows from it.
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
  Inputs inputs;
  data::Array expected = multiplyOnCpu(inputs);
  if (!options.dataFolder.empty()) {
    return example::writeData(options,
                              {{"a", inputs.a}, {"b", inputs.b}, {"bias", inputs.bias}, {"expected", expected}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  data::Array out = data::Array::zeros(data::ElementType::F16, {M, N});
  if (Status status = runOnGpu(*gpu, options.cubin, inputs, out); !status) {
    return example::fail(status.error());
  }
  // Sums of 128 products in f32 are good to about 1e-5; the rounding to f16 adds 2^-11 of the value.
  return example::judge({{"out", out, expected, 1e-4, 0x1p-10}});
}
