// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One checked run of a kernel's PTX on the simulator.
#ifndef TKC_BENCH_SIMRUN_H
#define TKC_BENCH_SIMRUN_H

#include "tkc/Bench/DeviceRun.h"
#include "tkc/Sim/Simulator.h"

namespace tkc::bench {

/// Runs the kernel's PTX once and replaces the arrays by what it left in them; what nobody wrote comes back as bytes of
/// all ones. Faults of the kernel are in the result; an error when the text cannot be loaded or launched. `fault` gets
/// what a kernel reports that checks its accesses.
Result<sim::LaunchResult> runOnSimulator(const CompiledKernel &kernel, const SimFlags &flags, const runtime::Grid &grid,
                                         std::vector<NamedArgument> &arguments,
                                         std::optional<runtime::RecordedFault> *fault = nullptr);

/// Counts of instructions by class, and those with bank conflicts or scattered accesses, as tables.
std::string formatSimStatistics(const sim::LaunchStatistics &statistics);

} // namespace tkc::bench

#endif // TKC_BENCH_SIMRUN_H
