// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the simulator found, as diagnostics at the source.
#ifndef TKC_TOOLS_TKC_RUN_SIMFAULTREPORT_H
#define TKC_TOOLS_TKC_RUN_SIMFAULTREPORT_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Sim/Simulator.h"

#include <functional>

namespace tkc {

/// Reports the faults of a launch; `rangeOf` finds a place in the sources, or gives an absent range.
void reportSimulatedFaults(const sim::LaunchResult &result,
                           const std::function<SourceRange(const sim::SourcePlace &)> &rangeOf,
                           DiagnosticEngine &engine);

} // namespace tkc

#endif // TKC_TOOLS_TKC_RUN_SIMFAULTREPORT_H
