// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many CTAs a simulated GPU holds at a time.
#ifndef TKC_SIM_MACHINE_RESIDENCY_H
#define TKC_SIM_MACHINE_RESIDENCY_H

#include "tkc/Sim/Machine/Launch.h"

namespace tkc::sim {

/// The multiprocessors of the largest GPU of the target.
uint32_t numMultiprocessors(const Target &target);

/// The registers of a thread when the kernel starts, a multiple of 8, as far as the text decides: by `.maxnreg`, or by
/// `.minnctapersm`; else 0.
uint32_t registersAtEntry(const LaunchContext &context);

/// How many clusters advance together, at least one: what the GPU holds, bounded by the host's memory.
uint64_t numResidentClusters(const LaunchContext &context);

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_RESIDENCY_H
