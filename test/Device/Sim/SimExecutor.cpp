// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms and whole kernels on the simulator. A fault is an error: all of them are right.
#include "tkc/Sim/Numeric/TensorMap.h"
#include "tkc/Sim/Simulator.h"

#include <algorithm>
#include <cstring>

#include "Executor.h"

namespace tkc::agreement {

namespace {

class SimExecutor : public Executor {
public:
  explicit SimExecutor(sim::ScheduleOptions schedule) : schedule(schedule) {}

  Status load(const std::vector<Form> &given) override {
    forms = given;
    return {};
  }
  Result<Outputs> run(size_t index) override;
  Result<std::vector<std::vector<uint32_t>>> runWorkload(const Workload &workload, const std::string &text) override;
  std::string description() const override { return "the simulator"; }

private:
  Status launch(sim::Simulator &simulator, sim::LaunchRequest request) const;

  sim::ScheduleOptions schedule;
  std::vector<Form> forms;
};

} // namespace

static Status loadText(sim::Simulator &simulator, const std::string &text) {
  std::vector<sim::LoadError> errors = simulator.load(text);
  return errors.empty() ? Status()
                        : Status(ErrorMessage{"line " + std::to_string(errors[0].line) + ": " + errors[0].message});
}

template <typename T>
static std::vector<uint8_t> bytesOf(const T &value) {
  std::vector<uint8_t> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

Status SimExecutor::launch(sim::Simulator &simulator, sim::LaunchRequest request) const {
  request.options.schedule = schedule;
  Result<sim::LaunchResult> result = simulator.launch(request);
  if (!result) {
    return result.takeError();
  }
  return result->faultCount == 0 ? Status() : Status(ErrorMessage{sim::renderFault(result->faults[0])});
}

Result<Outputs> SimExecutor::run(size_t index) {
  const Form &form = forms[index];
  sim::Simulator simulator;
  // Whatever target has the form first: the results to compare with are those of an H200.
  if (Status status = loadText(simulator, moduleText({form}, "sm_90a")); !status) {
    return status.takeError();
  }
  std::vector<uint64_t> inputs = inputsOf(form);
  Outputs outputs(uint64_t(form.threads) * form.ctas * form.outputs.size());
  uint64_t in = simulator.memory().allocate("in", std::max<size_t>(inputs.size(), 1) * 8);
  uint64_t out = simulator.memory().allocate("out", outputs.size() * 8);
  simulator.memory().write(in, inputs.data(), inputs.size() * 8);
  simulator.memory().write(out, outputs.data(), outputs.size() * 8);
  sim::LaunchRequest request;
  request.kernel = "f0";
  request.arguments = {bytesOf(in), bytesOf(out)};
  request.shape.grid = {form.ctas, 1, 1};
  request.shape.block = {form.threads, 1, 1};
  if (Status status = launch(simulator, std::move(request)); !status) {
    return status.takeError();
  }
  simulator.memory().read(out, outputs.data(), outputs.size() * 8);
  return outputs;
}

static Result<std::vector<uint8_t>> placeArgument(sim::Simulator &simulator, const WorkloadArgument &argument,
                                                  uint64_t &address) {
  if (argument.kind == WorkloadArgument::Kind::Number) {
    return bytesOf(argument.words[0]);
  }
  size_t bytes = argument.words.size() * 4;
  address = simulator.memory().allocate("argument", bytes);
  if (argument.kind != WorkloadArgument::Kind::Output) {
    simulator.memory().write(address, argument.words.data(), bytes);
  }
  if (argument.kind == WorkloadArgument::Kind::Input || argument.kind == WorkloadArgument::Kind::Output) {
    return bytesOf(address);
  }
  data::TensorMapDescription description = argument.map;
  description.address = address;
  Result<sim::TensorMapBytes> map = sim::encodeTensorMap(description);
  return map ? Result<std::vector<uint8_t>>(std::vector<uint8_t>(map->begin(), map->end()))
             : Result<std::vector<uint8_t>>(map.takeError());
}

Result<std::vector<std::vector<uint32_t>>> SimExecutor::runWorkload(const Workload &workload, const std::string &text) {
  sim::Simulator simulator;
  if (Status status = loadText(simulator, text); !status) {
    return status.takeError();
  }
  sim::LaunchRequest request;
  request.kernel = workload.kernel();
  request.shape.grid = {workload.ctas, 1, 1};
  request.shape.block = {workload.threads, 1, 1};
  request.shape.cluster = {workload.cluster, 1, 1};
  std::vector<uint64_t> addresses;
  for (const WorkloadArgument &argument : workload.arguments) {
    Result<std::vector<uint8_t>> bytes = placeArgument(simulator, argument, addresses.emplace_back());
    if (!bytes) {
      return bytes.takeError();
    }
    request.arguments.push_back(std::move(*bytes));
  }
  if (Status status = launch(simulator, std::move(request)); !status) {
    return status.takeError();
  }
  std::vector<std::vector<uint32_t>> outputs;
  for (size_t i = 0; i < workload.arguments.size(); ++i) {
    WorkloadArgument::Kind kind = workload.arguments[i].kind;
    if (kind == WorkloadArgument::Kind::Output || kind == WorkloadArgument::Kind::OutputMap) {
      outputs.emplace_back(workload.arguments[i].words.size());
      simulator.memory().read(addresses[i], outputs.back().data(), outputs.back().size() * 4);
    }
  }
  return outputs;
}

Result<std::unique_ptr<Executor>> makeSimExecutor(const std::string &schedule) {
  Result<sim::ScheduleOptions> options = sim::parseSchedule(schedule);
  if (!options) {
    return options.takeError();
  }
  return std::unique_ptr<Executor>(std::make_unique<SimExecutor>(*options));
}

} // namespace tkc::agreement
