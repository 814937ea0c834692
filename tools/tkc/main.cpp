// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver: answers what needs no compiler, hands the rest to tkc-compile, and turns its death into a diagnostic. It
// links no LLVM, so that it starts in a few milliseconds.
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Knobs/CompileFlags.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "InternalError.h"
#include "WorkerProcess.h"

using namespace tkc;
using namespace tkc::driver;
using namespace tkc::knobs;

/// Prints one diagnostic without a place, in the form that the command line asks for.
static void report(DiagnosticKind kind, const std::string &text, const std::string &hint, bool asJson) {
  DiagnosticEngine engine;
  DiagnosticBuilder builder = engine.report(kind, {});
  builder << text;
  builder.hint(hint);
  std::fputs((asJson ? renderJson(engine) : renderText(engine)).c_str(), stderr);
}

static void print(const std::string &text) { std::fputs(text.c_str(), stdout); }

/// Answers by itself; false when a compiler is needed.
static bool answer(ToolAction action) {
  switch (action) {
  case ToolAction::Help:
    print(formatCompilerHelp());
    return true;
  case ToolAction::HelpKnobs:
    print(formatKnobHelp());
    return true;
  case ToolAction::HelpKnobsMarkdown:
    print(formatKnobPage());
    return true;
  case ToolAction::Version:
    print(formatVersion("tkc"));
    return true;
  case ToolAction::Compile:
  case ToolAction::ListKernels:
  case ToolAction::Guess:
    return false;
  }
  return false;
}

static int compile(const CompileFlags &flags, const std::vector<std::string> &arguments) {
  bool asJson = flags.diagnostics == DiagnosticsFormat::Json;
  WorkerRequest request;
  request.path = flags.knobs.worker.empty() ? programBeside("tkc-compile") : flags.knobs.worker;
  request.arguments = arguments;
  request.timeoutInSeconds = std::atoi(flags.knobs.workerTimeout.c_str());
  if (flags.input == "-") {
    request.standardInput = readStandardInput();
  }
  Result<WorkerOutcome> outcome = runWorker(request);
  if (!outcome) {
    report(DiagnosticKind::CompilerMissing, outcome.error(),
           "the compiler tkc-compile belongs beside tkc; TKC_WORKER names another", asJson);
    return exitMissingTool;
  }
  if (outcome->failure.empty()) {
    return outcome->exitCode;
  }
  ReproducerContents contents{request.path,          arguments,   setVariables(std::getenv), flags,
                              request.standardInput, outcome->log};
  return reportInternalError(contents, outcome->failure);
}

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Result<CompileFlags> flags = parseCompileFlags(arguments, std::getenv);
  if (!flags) {
    bool asJson = std::find(arguments.begin(), arguments.end(), "--diagnostics=json") != arguments.end();
    report(DiagnosticKind::InvalidCommandLine, flags.error(), "`tkc --help` lists the flags", asJson);
    return exitBadUsage;
  }
  return answer(flags->action) ? exitFine : compile(*flags, arguments);
}
