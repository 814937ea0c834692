// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backward pass of layer normalisation: two kernels, the second of which adds up what the programs of the first
// left.
#include <cmath>
#include <map>

#include "../Example.h"

using namespace tkc;
using data::Array;
using data::ElementType;

static constexpr int64_t rows = 100, columns = 1008, programs = 7;
static constexpr double eps = 1e-5;

namespace {
struct Inputs {
  Array x = example::makeNormal(ElementType::F16, {rows, columns}, 0);
  Array dy = example::makeNormal(ElementType::F16, {rows, columns}, 1);
  Array weight = example::makeNormal(ElementType::F16, {columns}, 2);
  /// What the forward pass left.
  Array mean = Array::zeros(ElementType::F32, {rows});
  Array rstd = Array::zeros(ElementType::F32, {rows});
};

struct Outputs {
  Array dx = Array::zeros(ElementType::F16, {rows, columns});
  Array weightParts = Array::zeros(ElementType::F32, {programs, columns});
  Array biasParts = Array::zeros(ElementType::F32, {programs, columns});
  Array weight = Array::zeros(ElementType::F32, {columns});
  Array bias = Array::zeros(ElementType::F32, {columns});
};
} // namespace

static Inputs makeInputs() {
  Inputs inputs;
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
    inputs.mean.setDouble(size_t(row), mean);
    inputs.rstd.setDouble(size_t(row), 1 / std::sqrt(variance + eps));
  }
  return inputs;
}

static void addTo(Array &array, size_t index, double value) { array.setDouble(index, array.getDouble(index) + value); }

/// One row: its gradient, and what it adds to the gradients of weight and bias (in f64, at the places of `sums`).
static void differentiateRow(const Inputs &inputs, int64_t row, Outputs &outputs, Array &weightSums, Array &biasSums) {
  size_t first = size_t(row * columns), part = size_t(row % programs * columns);
  double mean = inputs.mean.getDouble(size_t(row)), rstd = inputs.rstd.getDouble(size_t(row));
  auto normal = [&](size_t i) { return (inputs.x.getDouble(first + i) - mean) * rstd; };
  auto scaled = [&](size_t i) { return inputs.dy.getDouble(first + i) * inputs.weight.getDouble(i); };
  double along = 0, level = 0;
  for (size_t i = 0; i < columns; ++i) {
    along += scaled(i) * normal(i) / columns;
    level += scaled(i) / columns;
    addTo(weightSums, part + i, inputs.dy.getDouble(first + i) * normal(i));
    addTo(biasSums, part + i, inputs.dy.getDouble(first + i));
  }
  for (size_t i = 0; i < columns; ++i) {
    outputs.dx.setDouble(first + i, (scaled(i) - (normal(i) * along + level)) * rstd);
  }
}

static Outputs differentiateOnCpu(const Inputs &inputs) {
  Outputs outputs;
  Array weightSums = Array::zeros(ElementType::F64, {programs, columns});
  Array biasSums = weightSums;
  for (int64_t row = 0; row < rows; ++row) {
    differentiateRow(inputs, row, outputs, weightSums, biasSums);
  }
  for (size_t i = 0; i < programs * columns; ++i) {
    outputs.weightParts.setDouble(i, weightSums.getDouble(i));
    outputs.biasParts.setDouble(i, biasSums.getDouble(i));
    addTo(outputs.weight, i % columns, weightSums.getDouble(i));
    addTo(outputs.bias, i % columns, biasSums.getDouble(i));
  }
  return outputs;
}

namespace {
/// Arrays in device memory by the name of the kernels' parameter.
using DeviceArrays = std::map<std::string, runtime::DeviceBuffer>;
} // namespace

static Result<DeviceArrays> uploadAll(runtime::Gpu &gpu, const Inputs &inputs, const Outputs &outputs) {
  DeviceArrays arrays;
  // Through these words the programs of a team reach one another; they are cleared once, before the first launch.
  Array words = Array::zeros(ElementType::I64, {8 * programs});
  const example::Named named[] = {{"x", inputs.x},
                                  {"dy", inputs.dy},
                                  {"weight", inputs.weight},
                                  {"mean", inputs.mean},
                                  {"rstd", inputs.rstd},
                                  {"dx", outputs.dx},
                                  {"dweight", outputs.weight},
                                  {"dbias", outputs.bias},
                                  {"dweight_parts", outputs.weightParts},
                                  {"dbias_parts", outputs.biasParts},
                                  {"words", words}};
  for (const example::Named &array : named) {
    Result<runtime::DeviceBuffer> buffer = example::upload(gpu, array.array);
    if (!buffer) {
      return buffer.takeError();
    }
    arrays.emplace(array.name, std::move(*buffer));
  }
  return arrays;
}

/// Launches one of the kernels with the arrays that it takes.
static Status launchOne(const runtime::LoadedCubin &cubin, runtime::Stream &stream, const DeviceArrays &arrays,
                        const char *name, std::initializer_list<const char *> taken) {
  Result<runtime::LoadedKernel> kernel = cubin.kernel(name);
  if (!kernel) {
    return kernel.takeError();
  }
  runtime::Arguments arguments;
  for (const char *array : taken) {
    arguments.pointer(array, arrays.at(array).address());
  }
  arguments.integer("columns", columns);
  arguments.integer("programs", programs);
  if (kernel->metadata().findParameter("rows")) {
    arguments.integer("rows", rows);
    arguments.integer("stride", columns);
  }
  return kernel->launch(stream, arguments);
}

/// Loads the cubin, launches both kernels, and brings their outputs back.
static Status runOnGpu(runtime::Gpu &gpu, const std::string &cubinPath, const Inputs &inputs, Outputs &outputs) {
  Result<runtime::LoadedCubin> cubin = gpu.loadFile(cubinPath);
  Result<runtime::Stream> stream = gpu.createStream();
  Result<DeviceArrays> arrays = uploadAll(gpu, inputs, outputs);
  if (!cubin || !stream || !arrays) {
    return ErrorMessage{cubin.error() + stream.error() + arrays.error()};
  }
  // In one stream the second kernel waits for the first.
  Status status = launchOne(*cubin, *stream, *arrays, "layer_norm_backward",
                            {"x", "dy", "weight", "mean", "rstd", "dx", "dweight_parts", "dbias_parts", "words"});
  status = status ? launchOne(*cubin, *stream, *arrays, "layer_norm_backward_sum",
                              {"dweight_parts", "dbias_parts", "dweight", "dbias"})
                  : status;
  status = status ? stream->synchronize() : status;
  const std::pair<const char *, Array *> results[] = {
      {"dx", &outputs.dx}, {"dweight", &outputs.weight}, {"dbias", &outputs.bias}};
  for (auto [name, array] : results) {
    status = status ? arrays->at(name).read(array->bytes.data(), array->bytes.size()) : status;
  }
  return status;
}

int main(int argc, char **argv) {
  example::Options options = example::parseOptions(argc, argv);
  if (!options.isUsable) {
    return options.exitCode;
  }
  Inputs inputs = makeInputs();
  Outputs expected = differentiateOnCpu(inputs);
  if (!options.dataFolder.empty()) {
    return example::writeData(options, {{"x", inputs.x},
                                        {"dy", inputs.dy},
                                        {"weight", inputs.weight},
                                        {"mean", inputs.mean},
                                        {"rstd", inputs.rstd},
                                        {"expected_dx", expected.dx},
                                        {"expected_dweight_parts", expected.weightParts},
                                        {"expected_dbias_parts", expected.biasParts},
                                        {"expected_dweight", expected.weight},
                                        {"expected_dbias", expected.bias}});
  }
  Result<runtime::Gpu> gpu = runtime::Gpu::open();
  if (!gpu) {
    return example::failWithoutGpu(gpu.error());
  }
  Outputs outputs;
  if (Status status = runOnGpu(*gpu, options.cubin, inputs, outputs); !status) {
    return example::fail(status.error());
  }
  // `dx` is rounded to half precision; the sums over rows are of numbers of either sign, so that what is left of them
  // may be small beside their terms.
  return example::judge({{"dx", outputs.dx, expected.dx, 1e-4, 0x1p-10},
                         {"dweight", outputs.weight, expected.weight, 1e-4, 1e-5},
                         {"dbias", outputs.bias, expected.bias, 1e-4, 1e-5}});
}
