// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a launch is one that the driver would accept.
#ifndef TKC_LIB_SIM_LAUNCHCHECK_H
#define TKC_LIB_SIM_LAUNCHCHECK_H

#include "tkc/Sim/Simulator.h"

namespace tkc::sim {

/// An error when the shape or the arguments do not fit the kernel or the target.
Status checkLaunch(const Program &program, const Target &target, const LaunchRequest &request);
/// Reports what the target has not enough of; false when the launch is impossible.
bool checkResources(const LaunchContext &context, FaultLog &faults);
/// The arguments as the kernel's parameter space.
std::vector<uint8_t> packArguments(const Program &program, const std::vector<std::vector<uint8_t>> &arguments);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_LAUNCHCHECK_H
