// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms and whole kernels on the simulator. A fault is an error: all of them are right.
#include <algorithm>

#include "Executor.h"
#include "Simulated.h"

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

Result<std::vector<std::vector<uint32_t>>> SimExecutor::runWorkload(const Workload &workload, const std::string &text) {
  sim::LaunchOptions options;
  options.schedule = schedule;
  Result<SimulatedRun> run = simulate(workload, text, options);
  if (!run) {
    return run.takeError();
  }
  return run->fault.empty() ? Result<std::vector<std::vector<uint32_t>>>(std::move(run->outputs))
                            : Result<std::vector<std::vector<uint32_t>>>(ErrorMessage{run->fault});
}

Result<std::unique_ptr<Executor>> makeSimExecutor(const std::string &schedule) {
  Result<sim::ScheduleOptions> options = sim::parseSchedule(schedule);
  if (!options) {
    return options.takeError();
  }
  return std::unique_ptr<Executor>(std::make_unique<SimExecutor>(*options));
}

} // namespace tkc::agreement
