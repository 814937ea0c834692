// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures and tensor maps among the parameters of a launch.
#include "PositionedValues.h"

#include <algorithm>

namespace tkc::bench {

ParameterBytes splitParameters(const runtime::KernelMetadata &kernel, const std::vector<uint8_t> &packed) {
  ParameterBytes parameters;
  for (const runtime::Parameter &parameter : kernel.parameters) {
    if (parameter.isPassed()) {
      auto begin = packed.begin() + std::ptrdiff_t(parameter.offsetInBytes);
      parameters.emplace_back(begin, begin + std::ptrdiff_t(parameter.sizeInBytes));
    }
  }
  return parameters;
}

/// The map of a value over the array that it names.
static Result<std::vector<uint8_t>> encodeMap(const PositionedValue &value, const std::vector<NamedArgument> &arguments,
                                              const std::vector<uint64_t> &addresses, const MapEncoder &encode) {
  auto array = std::find_if(arguments.begin(), arguments.end(), [&](const NamedArgument &argument) {
    return argument.name == value.spec.array && !argument.isScalar;
  });
  if (array == arguments.end()) {
    return ErrorMessage{"there is no array `" + value.spec.array + "` for the tensor map; give it with `--arg " +
                        value.spec.array + "=SPEC`"};
  }
  uint64_t address = addresses[size_t(array - arguments.begin())];
  Result<data::TensorMapDescription> map = describeTensorMap(value.spec, array->value, address);
  auto encoded = map ? encode(*map) : Result<std::array<uint8_t, data::tensorMapBytes>>(map.takeError());
  if (!encoded) {
    return ErrorMessage{"the tensor map of parameter " + std::to_string(value.position) + ": " + encoded.error()};
  }
  return std::vector<uint8_t>(encoded->begin(), encoded->end());
}

Status insertValues(const CompiledKernel &kernel, const std::vector<NamedArgument> &arguments,
                    const std::vector<uint64_t> &addresses, const MapEncoder &encode, ParameterBytes &parameters) {
  for (const PositionedValue &value : kernel.values) {
    Result<std::vector<uint8_t>> bytes = value.spec.isTensorMap() ? encodeMap(value, arguments, addresses, encode)
                                                                  : Result<std::vector<uint8_t>>(value.spec.bytes);
    if (!bytes) {
      return bytes.takeError();
    }
    size_t place = std::min(value.position, parameters.size());
    parameters.insert(parameters.begin() + std::ptrdiff_t(place), std::move(*bytes));
  }
  return {};
}

Result<std::vector<uint8_t>> joinParameters(const ParameterBytes &parameters, const std::vector<size_t> &offsets) {
  if (parameters.size() != offsets.size()) {
    return ErrorMessage{"the driver knows " + std::to_string(offsets.size()) + " parameters of the kernel, got " +
                        std::to_string(parameters.size())};
  }
  std::vector<uint8_t> buffer;
  for (size_t index = 0; index < parameters.size(); ++index) {
    buffer.resize(std::max(buffer.size(), offsets[index] + parameters[index].size()));
    std::copy(parameters[index].begin(), parameters[index].end(), buffer.begin() + std::ptrdiff_t(offsets[index]));
  }
  return buffer;
}

} // namespace tkc::bench
