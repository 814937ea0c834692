// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dropout whose random numbers the host can make again: the same generator, seed, block and index give the same mask.
#include "../Example.h"

using namespace tkc;

static constexpr float p = 0.25f;
static constexpr int32_t seed = 123;

/// The kernel's number for an element, as a number of [0, 1). A block of 2048 elements has four quarters; Philox gives
/// four words for a counter, one for each quarter, whose sign is taken off.
static float makeUniform(uint64_t index) {
  constexpr uint64_t block = 2048, quarter = block / 4;
  uint64_t counter = index / block * quarter + index % quarter;
  int32_t word = int32_t(data::CounterRandom(uint64_t(seed), /*stream=*/0).draw(counter)[index % block / quarter]);
  return float(word < 0 ? -(word + 1) : word) * 4.6566127342e-10f;
}

static data::Array dropOnCpu(const data::Array &x) {
  data::Array out = data::Array::zeros(data::ElementType::F32, x.shape);
  for (size_t i = 0; i < x.elementCount(); ++i) {
    bool isKept = makeUniform(i) > p;
    out.setDouble(i, isKept ? x.getDouble(i) / (1 - double(p)) : 0.0);
  }
  return out;
}

/// Loads the kernel, launches it once, and brings its output back in `out`.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const data::Array &x, data::Array &out) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel("dropout");
  Result<runtime::Stream> stream = gpu.createStream();
  Result<runtime::DeviceBuffer> xBuffer = example::upload(gpu, x), outBuffer = example::upload(gpu, out);
  if (!kernel || !stream || !xBuffer || !outBuffer) {
    return ErrorMessage{kernel.error() + stream.error() + xBuffer.error() + outBuffer.error()};
  }
  runtime::Arguments arguments;
  arguments.pointer("x", xBuffer->address());
  arguments.pointer("out", outBuffer->address());
  arguments.integer("n", int64_t(x.elementCount()));
  arguments.real("p", double(p));
  arguments.integer("seed", seed);
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
  constexpr int64_t n = 100003;
  data::Array x = example::makeNormal(data::ElementType::F32, {n}, 0);
  data::Array expected = dropOnCpu(x);
  if (!options.dataFolder.empty()) {
    return example::writeData(options, {{"x", x}, {"expected", expected}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  data::Array out = data::Array::zeros(data::ElementType::F32, {n});
  if (Status status = runOnGpu(*gpu, options.cubin, x, out); !status) {
    return example::fail(status.error());
  }
  // The mask agrees exactly; the division of what is kept is good to two units in the last place.
  return example::judge({{"out", out, expected, 0, 0x1p-22}});
}
