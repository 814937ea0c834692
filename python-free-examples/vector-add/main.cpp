// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The smallest host: two vectors go in, their sum comes back.
#include "../Example.h"

using namespace tkc;

static data::Array addOnCpu(const data::Array &x, const data::Array &y) {
  data::Array sum = data::Array::zeros(data::ElementType::F32, x.shape);
  for (size_t i = 0; i < sum.elementCount(); ++i) {
    sum.setDouble(i, float(x.getDouble(i)) + float(y.getDouble(i)));
  }
  return sum;
}

/// Loads the kernel, launches it once, and brings its output back in `out`.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const data::Array &x, const data::Array &y,
                       data::Array &out) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel("vector_add");
  Result<runtime::Stream> stream = gpu.createStream();
  Result<runtime::DeviceBuffer> xBuffer = example::upload(gpu, x), yBuffer = example::upload(gpu, y);
  Result<runtime::DeviceBuffer> outBuffer = example::upload(gpu, out);
  if (!kernel || !stream || !xBuffer || !yBuffer || !outBuffer) {
    return ErrorMessage{kernel.error() + stream.error() + xBuffer.error() + yBuffer.error() + outBuffer.error()};
  }
  runtime::Arguments arguments;
  arguments.pointer("x", xBuffer->address());
  arguments.pointer("y", yBuffer->address());
  arguments.pointer("out", outBuffer->address());
  arguments.integer("n", int64_t(x.elementCount()));
  // The source states the grid, so the launch needs none.
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
  // Not a multiple of the block: the last program is partly masked.
  constexpr int64_t n = 100003;
  data::Array x = example::makeNormal(data::ElementType::F32, {n}, 0);
  data::Array y = example::makeNormal(data::ElementType::F32, {n}, 1);
  data::Array expected = addOnCpu(x, y);
  if (!options.dataFolder.empty()) {
    return example::writeData(options, {{"x", x}, {"y", y}, {"expected", expected}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  data::Array out = data::Array::zeros(data::ElementType::F32, {n});
  if (Status status = runOnGpu(*gpu, options.cubin, x, y, out); !status) {
    return example::fail(status.error());
  }
  // One addition is one rounding, on the CPU and on the GPU: the results are the same to the last bit.
  return example::judge({{"out", out, expected}});
}
