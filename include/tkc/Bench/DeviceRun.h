// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One checked run of a kernel on the GPU: arguments go in guarded buffers, results come back.
#ifndef TKC_BENCH_DEVICERUN_H
#define TKC_BENCH_DEVICERUN_H

#include "tkc/Bench/NamedArguments.h"
#include "tkc/Runtime/Runtime.h"

#include <array>

namespace tkc::bench {

/// A compiled kernel: the cubin, or its PTX, and what lies beside it.
struct CompiledKernel {
  std::string cubin;
  runtime::Metadata metadata;
  /// Which of the kernels.
  std::string name;
  /// The text, where the simulator runs it.
  std::string ptx = {};
  /// Threads of a CTA where they are not 32 times the warps along x; zeros otherwise.
  std::array<uint32_t, 3> block = {0, 0, 0};
  /// The optional transformations of the compilation, in their order.
  std::vector<std::string> transformations = {};
  /// CTAs of a cluster where they are not the metadata's along x; the grid counts CTAs then. Zeros otherwise.
  std::array<uint32_t, 3> cluster = {0, 0, 0};
  /// Parameters that are passed by value, beside those of the metadata; ascending.
  std::vector<PositionedValue> values = {};
  /// The target of the simulated GPU; the text's without one.
  std::optional<std::string> machine = std::nullopt;
};

/// Runs the kernel once and replaces the arrays by what it left in them. An error when the launch fails, when the
/// kernel faults, and when it wrote outside of an array. `fault` gets what a kernel reports that checks its accesses.
Status runOnGpu(runtime::Gpu &gpu, const CompiledKernel &kernel, const runtime::Grid &grid,
                std::vector<NamedArgument> &arguments, std::optional<runtime::RecordedFault> *fault = nullptr);

/// The grid: the one given, else the one of the metadata, over the arguments.
Result<runtime::Grid> gridOf(const std::optional<launch::Expression> &given, const runtime::KernelMetadata &kernel,
                             const std::vector<NamedArgument> &arguments);

/// The scalars, and for arrays the addresses that `addressOf` gives; arguments that the kernel does not take are
/// dropped.
runtime::Arguments bindArguments(const runtime::KernelMetadata &kernel, const std::vector<NamedArgument> &arguments,
                                 const std::vector<uint64_t> &addresses);

} // namespace tkc::bench

#endif // TKC_BENCH_DEVICERUN_H
