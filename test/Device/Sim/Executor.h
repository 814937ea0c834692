// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where forms run: the GPU of this machine, the simulator, or a file of earlier results.
#ifndef TKC_TEST_DEVICE_SIM_EXECUTOR_H
#define TKC_TEST_DEVICE_SIM_EXECUTOR_H

#include "tkc/Support/Result.h"

#include <map>
#include <memory>

#include "Form.h"
#include "Workload.h"

namespace tkc::agreement {

/// The output slots of all threads: slot s of thread t at [s * threads + t].
using Outputs = std::vector<uint64_t>;

class Executor {
public:
  virtual ~Executor();
  /// Makes all forms ready; called once.
  virtual Status load(const std::vector<Form> &forms) = 0;
  virtual Result<Outputs> run(size_t index) = 0;
  /// Runs a whole kernel; gives what its outputs hold.
  virtual Result<std::vector<std::vector<uint32_t>>> runWorkload(const Workload &workload, const std::string &text) = 0;
  /// What ran: the GPU's name and driver, or the simulator.
  virtual std::string description() const = 0;
};

Result<std::unique_ptr<Executor>> makeGpuExecutor();
/// `roundrobin`, `random:SEED`, `adversarial:SEED`.
Result<std::unique_ptr<Executor>> makeSimExecutor(const std::string &schedule);
/// Results that `writeResults` wrote.
std::unique_ptr<Executor> makeFileExecutor(const std::string &path);

/// The head of a module for a target, and all kernels `f0`, `f1`, ….
std::string moduleText(const std::vector<Form> &forms, const std::string &target);
/// The inputs of all threads, as kernels expect them.
std::vector<uint64_t> inputsOf(const Form &form);

/// Files of results: every form by name, output words at their registers' width.
Status writeResults(const std::string &path, const std::vector<Form> &forms,
                    const std::map<std::string, Outputs> &results, const std::string &description);

} // namespace tkc::agreement

#endif // TKC_TEST_DEVICE_SIM_EXECUTOR_H
