// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cross entropy of rows that are longer than the kernel's block, with 64-bit labels.
#include <algorithm>
#include <cmath>

#include "../Example.h"

using namespace tkc;

static constexpr int64_t rows = 66, classes = 5008;

namespace {
struct Outputs {
  data::Array loss = data::Array::zeros(data::ElementType::F32, {rows});
  data::Array lse = data::Array::zeros(data::ElementType::F32, {rows});
};
} // namespace

/// Labels that visit many classes, the first and the last among them.
static data::Array makeLabels() {
  data::Array labels = data::Array::zeros(data::ElementType::I64, {rows});
  for (int64_t row = 0; row < rows; ++row) {
    labels.setInteger(size_t(row), row == 1 ? classes - 1 : row * 977 % classes);
  }
  return labels;
}

static Outputs loseOnCpu(const data::Array &logits, const data::Array &labels) {
  Outputs outputs;
  for (int64_t row = 0; row < rows; ++row) {
    size_t first = size_t(row * classes);
    double largest = logits.getDouble(first), sum = 0;
    for (size_t i = 0; i < classes; ++i) {
      largest = std::max(largest, logits.getDouble(first + i));
    }
    for (size_t i = 0; i < classes; ++i) {
      sum += std::exp(logits.getDouble(first + i) - largest);
    }
    double lse = largest + std::log(sum);
    outputs.lse.setDouble(size_t(row), lse);
    outputs.loss.setDouble(size_t(row), lse - logits.getDouble(first + size_t(labels.getInteger(size_t(row)))));
  }
  return outputs;
}

/// Loads the kernel, launches it once, and brings its outputs back.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const data::Array &logits,
                       const data::Array &labels, Outputs &outputs) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel("cross_entropy");
  Result<runtime::Stream> stream = gpu.createStream();
  if (!kernel || !stream) {
    return ErrorMessage{kernel.error() + stream.error()};
  }
  runtime::Arguments arguments;
  std::vector<runtime::DeviceBuffer> buffers;
  const example::Named arrays[] = {
      {"logits", logits}, {"labels", labels}, {"loss", outputs.loss}, {"lse_out", outputs.lse}};
  for (const example::Named &named : arrays) {
    if (Status status = example::bind(gpu, named.name, named.array, arguments, buffers); !status) {
      return status;
    }
  }
  arguments.integer("rows", rows);
  arguments.integer("classes", classes);
  arguments.integer("stride", classes);
  Status status = kernel->launch(*stream, arguments);
  status = status ? stream->synchronize() : status;
  status = status ? buffers[2].read(outputs.loss.bytes.data(), outputs.loss.bytes.size()) : status;
  return status ? buffers[3].read(outputs.lse.bytes.data(), outputs.lse.bytes.size()) : status;
}

int main(int argc, char **argv) {
  example::Options options = example::parseOptions(argc, argv);
  if (!options.isUsable) {
    return options.exitCode;
  }
  data::Array logits = example::makeNormal(data::ElementType::F16, {rows, classes}, 0);
  data::Array labels = makeLabels();
  Outputs expected = loseOnCpu(logits, labels);
  if (!options.dataFolder.empty()) {
    return example::writeData(
        options,
        {{"logits", logits}, {"labels", labels}, {"expected_loss", expected.loss}, {"expected_lse_out", expected.lse}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  Outputs outputs;
  if (Status status = runOnGpu(*gpu, options.cubin, logits, labels, outputs); !status) {
    return example::fail(status.error());
  }
  // The GPU's exponentials are off by some units in the last place, and the loss is a difference of numbers near 10.
  return example::judge(
      {{"loss", outputs.loss, expected.loss, 1e-5, 1e-5}, {"lse_out", outputs.lse, expected.lse, 0, 1e-5}});
}
