// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of one run as host data: made from SPECs, described to the compiler, given to an executor.
#ifndef TKC_BENCH_NAMEDARGUMENTS_H
#define TKC_BENCH_NAMEDARGUMENTS_H

#include "tkc/Bench/RunFlags.h"
#include "tkc/Runtime/Arguments.h"

namespace tkc::bench {

/// One argument: an array in memory, or a scalar (an array without dimensions).
struct NamedArgument {
  std::string name;
  data::Array value;
  bool isScalar = false;
  /// True for `empty:`; the interpreter may report reads of it.
  bool isUninitialised = false;
  /// False for an array that a kernel reaches by its address alone.
  bool isParameter = true;
  /// The arrays whose addresses the elements are; empty for other arguments. `value` holds zeros in their place.
  std::vector<std::string> addressed = {};
};

/// A parameter as the source declares it; what it leaves open is absent.
struct DeclaredParameter {
  std::string name;
  bool isConstexpr = false;
  std::optional<bool> isPointer;
  std::optional<data::ElementType> type;
  /// True when the source or a flag gives it a value, so that it need not be an argument.
  bool hasValue = false;
  /// The dimensions of a tensor descriptor, whose argument is an array; 0 for other parameters.
  size_t descriptorRank = 0;
};

/// Whether arguments of that name belong to the parameter: its own name, or a piece of a descriptor, such as
/// `d.shape[0]`.
bool takesArgument(const DeclaredParameter &parameter, const std::string &name);

/// What the compiler may know of an argument, by Triton's specialisation rules.
struct ArgumentType {
  std::string name;
  data::ElementType type = data::ElementType::I32;
  bool isPointer = false;
  /// 16 when the value, or the address, is a multiple of 16; else 1.
  int64_t divisibility = 1;
  /// True for an integer that is 1: it becomes a constant.
  bool isOne = false;

  /// In the notation of `--signature`: `*fp16:16`, `i32:16`, `1`.
  std::string text() const;
};

/// The data of all arguments for the parameters of a kernel, in parameter order, constexpr parameters left out; then
/// the arrays that are no parameters, but named by `addresses:`. A SPEC without a type gets the declared one, else i64
/// for addresses, i32 for lists of integers, fp32 for other arrays and the narrowest of i32, i64, fp32 for numbers.
/// For a tensor descriptor `d` come the array `d`, then the integers `d.shape[i]` (i32) and `d.strides[i]` (i64, in
/// elements), which describe the whole array unless SPECs of these names say otherwise. Arguments for no parameter,
/// missing arguments, numbers for pointers and arrays for numbers are errors. An absent parameter list takes all SPECs
/// as they come.
Result<std::vector<NamedArgument>> makeArguments(const RunFlags &flags,
                                                 const std::vector<DeclaredParameter> &parameters);

/// SPECs that name constexpr parameters, as `--const` assignments.
Result<std::vector<std::pair<std::string, std::string>>>
constantsFromArguments(const RunFlags &flags, const std::vector<DeclaredParameter> &parameters);

/// Whether one of the arguments holds the address of `name`.
bool isAddressed(const std::vector<NamedSpec> &arguments, const std::string &name);

/// The bytes of an array as a device gets them, on which argument i lies at addresses[i]: its own, or `placed`, which
/// is filled in where it holds addresses.
const std::vector<uint8_t> &bytesOnDevice(const NamedArgument &array, const std::vector<NamedArgument> &arguments,
                                          const std::vector<uint64_t> &addresses, std::vector<uint8_t> &placed);

/// Puts 0 back where the bytes that came from the device still have an address, so that devices can be compared.
void forgetAddresses(std::vector<NamedArgument> &arguments, const std::vector<uint64_t> &addresses);

/// What the specialisation rules say of each argument that is a parameter.
std::vector<ArgumentType> describeArguments(const std::vector<NamedArgument> &arguments);

/// Values for expressions about a launch: integer scalars, the constants of the kernel, and of each array `x.nbytes`,
/// `x.numel` and `x.shape[i]`.
launch::Environment measureEnvironment(const runtime::KernelMetadata &kernel,
                                       const std::vector<NamedArgument> &arguments);

} // namespace tkc::bench

#endif // TKC_BENCH_NAMEDARGUMENTS_H
