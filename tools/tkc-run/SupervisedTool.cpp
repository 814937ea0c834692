// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A session in a child process.
#include "SupervisedTool.h"

#include <cstdio>

#include "CompilerProvider.h"
#include "InternalError.h"
#include "WorkerProcess.h"

namespace tkc {

int runSupervised(const std::string &tool, const std::vector<std::string> &arguments, const knobs::CompileFlags *flags,
                  const std::function<int()> &session) {
  if (!flags || flags->action != knobs::ToolAction::Compile || flags->knobs.inProcess) {
    return session();
  }
  driver::WorkerRequest request;
  request.body = session;
  if (flags->input == "-") {
    request.standardInput = driver::readStandardInput();
  }
  // There is no limit of time: the interpreter, and a measurement, may take long.
  Result<driver::WorkerOutcome> outcome = driver::runWorker(request);
  if (!outcome) {
    std::fprintf(stderr, "%s: %s\n", tool.c_str(), outcome.error().c_str());
    return knobs::exitMissingTool;
  }
  if (outcome->failure.empty()) {
    return outcome->exitCode;
  }
  std::vector<std::string> variables = knobs::setVariables(readEnvironment);
  variables.push_back("TKC_IN_PROCESS=1");
  return driver::reportInternalError(
      {driver::programBeside(tool), arguments, variables, *flags, request.standardInput, outcome->log},
      outcome->failure);
}

} // namespace tkc
