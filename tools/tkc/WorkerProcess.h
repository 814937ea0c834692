// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running the compiler in a process of its own, so that nothing it does can take the driver down.
#ifndef TKC_TOOLS_TKC_WORKERPROCESS_H
#define TKC_TOOLS_TKC_WORKERPROCESS_H

#include "tkc/Support/Result.h"

#include <functional>
#include <string>
#include <vector>

namespace tkc::driver {

/// What to run.
struct WorkerRequest {
  std::string path;
  /// What the child does instead of starting `path`, when it is set; the result is its exit code.
  std::function<int()> body;
  std::vector<std::string> arguments;
  /// What the worker reads as its standard input; absent hands on the driver's.
  std::optional<std::string> standardInput;
  /// 0 is never.
  int timeoutInSeconds = 0;
};

/// How the worker ended.
struct WorkerOutcome {
  /// Of 0 to 4 when the worker ended by itself as it should.
  int exitCode = 0;
  /// What went wrong in the worker itself, such as `was ended by signal 11 (Segmentation fault)`; empty when nothing
  /// did.
  std::string failure;
  /// All that the worker wrote to its standard error.
  std::string log;
};

/// Runs the worker to its end; with a body, only as long as this process has one thread. Its standard output is the
/// driver's. Its standard error is shown while it runs, but from the first line on that announces a crash it is held
/// back, and shown only when the worker then ends well. An error when the worker can't be started.
Result<WorkerOutcome> runWorker(const WorkerRequest &request);

/// The program `name` in the folder of this program.
std::string programBeside(const std::string &name);

} // namespace tkc::driver

#endif // TKC_TOOLS_TKC_WORKERPROCESS_H
