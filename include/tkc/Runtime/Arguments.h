// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel arguments by name: checking them against the metadata, packing them into the parameter buffer, and evaluating
// the launch data over them. No CUDA is needed for any of it.
#ifndef TKC_RUNTIME_ARGUMENTS_H
#define TKC_RUNTIME_ARGUMENTS_H

#include "tkc/Data/Array.h"
#include "tkc/Runtime/Metadata.h"

#include <map>

namespace tkc::runtime {

/// The value of one argument: a device address or a number.
struct ArgumentValue {
  enum class Kind : uint8_t { Pointer, Integer, Real };

  Kind kind = Kind::Integer;
  /// The address of Pointer, the two's complement of Integer.
  uint64_t bits = 0;
  /// True for an integer above the signed range.
  bool exceedsSigned = false;
  double real = 0;
  /// Of Pointer: the size of the array, where it is known.
  std::optional<uint64_t> sizeInBytes;
};

/// Arguments of a launch, by parameter name.
class Arguments {
public:
  Arguments &pointer(std::string name, uint64_t address);
  /// An array of known size: kernels that check their accesses stay within it.
  Arguments &array(std::string name, uint64_t address, uint64_t sizeInBytes);
  /// A tensor descriptor, with its strides in elements; the last one is 1.
  Arguments &descriptor(std::string name, uint64_t address, const std::vector<int64_t> &shape,
                        const std::vector<int64_t> &strides);
  Arguments &integer(std::string name, int64_t value);
  Arguments &real(std::string name, double value);
  /// The one element of an array without dimensions.
  Arguments &scalar(std::string name, const data::Array &value);

  const ArgumentValue *find(std::string_view name) const;
  const std::map<std::string, ArgumentValue, std::less<>> &all() const { return values; }

private:
  std::map<std::string, ArgumentValue, std::less<>> values;
};

/// The extents of a launch.
struct Grid {
  int64_t x = 1, y = 1, z = 1;

  int64_t programs() const { return x * y * z; }
};

/// The parameter buffer of a launch, complete but for the hidden parameters, which are zero. Missing and unknown
/// arguments, numbers that do not fit, values that contradict a specialised constant, and values that miss the
/// divisibility that the kernel relies on are errors.
Result<std::vector<uint8_t>> packArguments(const KernelMetadata &kernel, const Arguments &arguments);

/// What the tensor map of a hidden parameter says for the arguments that are packed in `buffer`. Expressions that have
/// no value, and addresses and strides that no map can have, are errors; extents of 0 and less become 1, for arrays
/// that are never read.
Result<data::TensorMapDescription> describeTensorMap(const KernelMetadata &kernel, const HiddenParameter &hidden,
                                                     const std::vector<uint8_t> &buffer,
                                                     const launch::Environment &environment);

/// The values that launch expressions may use: integer arguments and integer or bool constants of the kernel.
launch::Environment launchEnvironment(const KernelMetadata &kernel, const Arguments &arguments);

/// The value of a grid expression: one to three extents that a launch can have. An extent may be 0: then nothing runs.
Result<Grid> evaluateGrid(const launch::Expression &grid, const launch::Environment &environment);

/// An error when a heuristic gives another value for these arguments than the kernel was compiled for.
Status checkHeuristics(const KernelMetadata &kernel, const launch::Environment &environment);

} // namespace tkc::runtime

#endif // TKC_RUNTIME_ARGUMENTS_H
