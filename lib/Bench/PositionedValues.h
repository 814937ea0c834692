// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of PTX kernels that are passed by value, between those that arrays and numbers are.
#ifndef TKC_LIB_BENCH_POSITIONEDVALUES_H
#define TKC_LIB_BENCH_POSITIONEDVALUES_H

#include "tkc/Bench/RunSession.h"

#include <array>
#include <functional>

namespace tkc::bench {

/// The bytes of each parameter, in order.
using ParameterBytes = std::vector<std::vector<uint8_t>>;
/// Who makes tensor maps of descriptions: the driver, or the simulator for itself.
using MapEncoder = std::function<Result<std::array<uint8_t, data::tensorMapBytes>>(const data::TensorMapDescription &)>;

/// The parameters that `packed` holds, without hidden ones.
ParameterBytes splitParameters(const runtime::KernelMetadata &kernel, const std::vector<uint8_t> &packed);

/// Puts the values of the kernel in their places. `addresses` are those of the arrays among the arguments.
Status insertValues(const CompiledKernel &kernel, const std::vector<NamedArgument> &arguments,
                    const std::vector<uint64_t> &addresses, const MapEncoder &encode, ParameterBytes &parameters);

/// One buffer with each parameter at its offset; an error when the numbers of both differ.
Result<std::vector<uint8_t>> joinParameters(const ParameterBytes &parameters, const std::vector<size_t> &offsets);

} // namespace tkc::bench

#endif // TKC_LIB_BENCH_POSITIONEDVALUES_H
