// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments into the simulator's memory, a launch, results out of it.
#include "Simulated.h"

#include "tkc/Sim/Numeric/TensorMap.h"

#include <cstring>

namespace tkc::agreement {

Status loadText(sim::Simulator &simulator, const std::string &text) {
  std::vector<sim::LoadError> errors = simulator.load(text);
  return errors.empty() ? Status()
                        : Status(ErrorMessage{"line " + std::to_string(errors[0].line) + ": " + errors[0].message});
}

std::vector<uint8_t> bytesOf(uint64_t value, size_t size) {
  std::vector<uint8_t> bytes(size);
  std::memcpy(bytes.data(), &value, size);
  return bytes;
}

/// The bytes of an argument; memory for it at `address`.
static Result<std::vector<uint8_t>> placeArgument(sim::Simulator &simulator, const WorkloadArgument &argument,
                                                  uint64_t &address) {
  using Kind = WorkloadArgument::Kind;
  if (argument.kind == Kind::Number) {
    return bytesOf(argument.words[0], 4);
  }
  size_t bytes = argument.words.size() * 4;
  address = simulator.memory().allocate("argument", bytes);
  if (argument.kind != Kind::Output) {
    simulator.memory().write(address, argument.words.data(), bytes);
  }
  if (argument.kind == Kind::Input || argument.kind == Kind::Output) {
    return bytesOf(address);
  }
  data::TensorMapDescription description = argument.map;
  description.address = address;
  Result<sim::TensorMapBytes> map = sim::encodeTensorMap(description);
  return map ? Result<std::vector<uint8_t>>(std::vector<uint8_t>(map->begin(), map->end()))
             : Result<std::vector<uint8_t>>(map.takeError());
}

static void readOutputs(sim::Simulator &simulator, const Workload &workload, const std::vector<uint64_t> &addresses,
                        SimulatedRun &run) {
  using Kind = WorkloadArgument::Kind;
  for (size_t i = 0; i < workload.arguments.size(); ++i) {
    const WorkloadArgument &argument = workload.arguments[i];
    if (argument.kind == Kind::Output || argument.kind == Kind::OutputMap) {
      run.outputs.emplace_back(argument.words.size());
      simulator.memory().read(addresses[i], run.outputs.back().data(), run.outputs.back().size() * 4);
    }
  }
}

Result<SimulatedRun> simulate(const Workload &workload, const std::string &text, const sim::LaunchOptions &options) {
  sim::Simulator simulator;
  if (Status status = loadText(simulator, text); !status) {
    return status.takeError();
  }
  sim::LaunchRequest request;
  request.kernel = workload.kernel();
  request.shape.grid = {workload.ctas, 1, 1};
  request.shape.block = {workload.threads, 1, 1};
  request.shape.cluster = {workload.cluster, 1, 1};
  request.options = options;
  std::vector<uint64_t> addresses;
  for (const WorkloadArgument &argument : workload.arguments) {
    Result<std::vector<uint8_t>> bytes = placeArgument(simulator, argument, addresses.emplace_back());
    if (!bytes) {
      return bytes.takeError();
    }
    request.arguments.push_back(std::move(*bytes));
  }
  Result<sim::LaunchResult> result = simulator.launch(request);
  if (!result) {
    return result.takeError();
  }
  SimulatedRun run;
  if (result->faultCount != 0) {
    run.fault = sim::renderFault(result->faults[0]);
  } else {
    readOutputs(simulator, workload, addresses, run);
  }
  return run;
}

} // namespace tkc::agreement
