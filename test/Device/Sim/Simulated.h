// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One run of a workload on the simulator; the agreement with hardware and the mutation tests take it.
#ifndef TKC_TEST_DEVICE_SIM_SIMULATED_H
#define TKC_TEST_DEVICE_SIM_SIMULATED_H

#include "tkc/Sim/Simulator.h"

#include "Workload.h"

namespace tkc::agreement {

struct SimulatedRun {
  /// The first fault as text; empty for none.
  std::string fault;
  /// What outputs and changed maps hold in the end; nothing after a fault.
  std::vector<std::vector<uint32_t>> outputs;
};

/// Runs the kernel of a text. An error says why it could not run at all.
Result<SimulatedRun> simulate(const Workload &workload, const std::string &text, const sim::LaunchOptions &options);

/// Loads a text; an error is the first of those that it has.
Status loadText(sim::Simulator &simulator, const std::string &text);

/// The bytes of a number as arguments have them.
std::vector<uint8_t> bytesOf(uint64_t value, size_t size = 8);

} // namespace tkc::agreement

#endif // TKC_TEST_DEVICE_SIM_SIMULATED_H
