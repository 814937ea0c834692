// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of tkc-run.
#include "tkc/Bench/RunSession.h"

#include "tkc/Bench/PtxProvider.h"
#include "tkc/Diagnostics/DiagnosticRenderer.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace tkc::bench {

KernelProvider::~KernelProvider() = default;

void KernelProvider::reportOutside(const runtime::RecordedFault &) {}

static int exitCodeOf(DiagnosticKind kind) {
  if (kind == DiagnosticKind::InvalidCommandLine || kind == DiagnosticKind::InvalidArguments) {
    return knobs::exitBadUsage;
  }
  if (kind == DiagnosticKind::InternalError) {
    return knobs::exitInternalError;
  }
  return kind == DiagnosticKind::GpuMissing ? knobs::exitMissingTool : knobs::exitBadInput;
}

int fail(const SessionOutput &output, DiagnosticKind kind, const std::string &text, const std::string &hint) {
  DiagnosticEngine engine;
  DiagnosticBuilder builder = engine.report(kind, {});
  builder << text;
  builder.hint(hint);
  output.complain(output.diagnostics == knobs::DiagnosticsFormat::Json ? renderJson(engine) : renderText(engine));
  return exitCodeOf(kind);
}

/// Opens the GPU that the flags ask for; leaves it absent when the kernel runs elsewhere.
static int openDevice(RunFlags &flags, const SessionOutput &output, std::optional<runtime::Gpu> &gpu) {
  if (flags.device == DeviceKind::Interp || flags.device == DeviceKind::Sim) {
    return knobs::exitFine;
  }
  Result<runtime::Gpu> opened = runtime::Gpu::open(int(flags.gpu), flags.compile.knobs.libcuda);
  if (opened) {
    gpu.emplace(std::move(*opened));
    flags.device = DeviceKind::Cuda;
    if (!flags.compile.target) {
      flags.compile.target = gpu->facts().target();
    }
    return knobs::exitFine;
  }
  if (flags.device == DeviceKind::Automatic && isPtxInput(flags)) {
    output.complain("note: " + opened.error() + "; running on the simulator\n");
    flags.device = DeviceKind::Sim;
    return knobs::exitFine;
  }
  bool mayInterpret = flags.device == DeviceKind::Automatic && !flags.checkWithInterp;
  if (!mayInterpret) {
    return fail(output, DiagnosticKind::GpuMissing, opened.error(), "`--device=interp` and `--device=sim` need no GPU");
  }
  output.complain("note: " + opened.error() + "; running on the interpreter\n");
  flags.device = DeviceKind::Interp;
  return knobs::exitFine;
}

static CodeKind codeFor(DeviceKind device) {
  return device == DeviceKind::Interp ? CodeKind::Meaning : device == DeviceKind::Sim ? CodeKind::Ptx : CodeKind::Cubin;
}

/// Whether the trace can be written, before anything takes long.
static Status checkTraceFile(const std::string &path) {
  std::FILE *file = path.empty() ? nullptr : std::fopen(path.c_str(), "ab");
  if (!path.empty() && !file) {
    return ErrorMessage{"cannot write the trace `" + path + "`: " + std::strerror(errno)};
  }
  if (file) {
    std::fclose(file);
  }
  return {};
}

int prepareRun(RunFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared) {
  if (Status status = checkTraceFile(flags.sim.traceFile); !status) {
    return fail(output, DiagnosticKind::InvalidArguments, status.error());
  }
  if (int code = openDevice(flags, output, prepared.gpu)) {
    return code;
  }
  std::vector<DeclaredParameter> parameters;
  if (int code = provider.declareParameters(flags.compile, parameters)) {
    return code;
  }
  auto constants = constantsFromArguments(flags, parameters);
  if (!constants) {
    return fail(output, DiagnosticKind::InvalidArguments, constants.error());
  }
  flags.compile.constants.insert(flags.compile.constants.end(), constants->begin(), constants->end());
  Result<std::vector<NamedArgument>> arguments = makeArguments(flags, parameters);
  if (!arguments) {
    return fail(output, DiagnosticKind::InvalidArguments, arguments.error());
  }
  prepared.arguments = std::move(*arguments);
  std::vector<ArgumentType> types = describeArguments(prepared.arguments);
  if (int code = provider.compile(flags.compile, types, codeFor(flags.device), prepared.kernel)) {
    return code;
  }
  if (!prepared.kernel.metadata.findKernel(prepared.kernel.name)) {
    return fail(output, DiagnosticKind::InternalError,
                "gave metadata without the kernel `" + prepared.kernel.name + "`");
  }
  Result<runtime::Grid> grid = gridOf(flags.grid, prepared.metadata(), prepared.arguments);
  if (!grid) {
    return fail(output, DiagnosticKind::InvalidArguments, grid.error());
  }
  prepared.grid = *grid;
  return knobs::exitFine;
}

/// What the simulator found ends the session; printed text and statistics come out first.
static int simulate(const RunFlags &flags, KernelProvider &provider, const SessionOutput &output,
                    const PreparedRun &prepared, std::vector<NamedArgument> &after) {
  std::optional<runtime::RecordedFault> outside;
  Result<sim::LaunchResult> result = runOnSimulator(prepared.kernel, flags.sim, prepared.grid, after, &outside);
  if (!result) {
    return fail(output, DiagnosticKind::RunFailed, "the simulator: " + result.error());
  }
  if (!result->printed.empty()) {
    output.print(result->printed);
  }
  if (flags.sim.statistics) {
    output.print(formatSimStatistics(result->statistics));
  }
  if (outside) {
    provider.reportOutside(*outside);
  }
  if (result->faultCount != 0) {
    provider.reportFaults(*result);
  }
  return outside || result->faultCount != 0 ? knobs::exitBadInput : knobs::exitFine;
}

/// Runs on the device of the session. The reference is filled when the interpreter ran.
static int execute(const RunFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared,
                   std::vector<NamedArgument> &after, std::optional<ReferenceOutcome> &reference) {
  after = prepared.arguments;
  if (prepared.gpu) {
    std::optional<runtime::RecordedFault> outside;
    if (Status status = runOnGpu(*prepared.gpu, prepared.kernel, prepared.grid, after, &outside); !status) {
      return fail(output, DiagnosticKind::RunFailed, status.error());
    }
    if (outside) {
      provider.reportOutside(*outside);
      return knobs::exitBadInput;
    }
  }
  if (flags.device == DeviceKind::Sim) {
    if (int code = simulate(flags, provider, output, prepared, after)) {
      return code;
    }
  }
  bool interprets = flags.device == DeviceKind::Interp || flags.checkWithInterp;
  if (!interprets) {
    return knobs::exitFine;
  }
  if (int code = provider.interpret(prepared.grid, prepared.arguments, reference.emplace())) {
    return code;
  }
  if (flags.device == DeviceKind::Interp) {
    after = reference->arguments;
  }
  return knobs::exitFine;
}

static int report(const SessionOutput &output, const Result<CheckReport> &checked) {
  if (!checked) {
    return fail(output, DiagnosticKind::RunFailed, checked.error());
  }
  output.print(checked->text);
  return checked->verdict == data::Verdict::Pass ? knobs::exitFine : knobs::exitCheckFailed;
}

int runAndCheck(const RunFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared) {
  std::vector<NamedArgument> after;
  std::optional<ReferenceOutcome> reference;
  if (int code = execute(flags, provider, output, prepared, after, reference)) {
    return code;
  }
  // Results are saved before they are judged: a wrong one is what the user wants to look at.
  if (Status status = saveArguments(flags, after); !status) {
    return fail(output, DiagnosticKind::RunFailed, status.error());
  }
  int code = knobs::exitFine;
  if (flags.checkWithInterp) {
    code = report(output, checkWithReference(flags, prepared.arguments, after, *reference));
  }
  if (!flags.checks.empty()) {
    int fileCode = report(output, checkWithFiles(flags, after));
    code = code == knobs::exitFine ? fileCode : code;
  }
  if (!flags.checkWithInterp && flags.checks.empty()) {
    std::string where = prepared.gpu                      ? prepared.gpu->facts().name
                        : flags.device == DeviceKind::Sim ? "the simulator"
                                                          : "the interpreter";
    output.print("ran `" + prepared.metadata().name + "` on " + where + "; nothing was checked\n");
  }
  return code;
}

int runSession(RunFlags flags, KernelProvider &provider, const SessionOutput &output) {
  if (flags.bisects) {
    return runBisection(std::move(flags), provider, output);
  }
  PreparedRun prepared;
  int code = prepareRun(flags, provider, output, prepared);
  return code != knobs::exitFine ? code : runAndCheck(flags, provider, output, prepared);
}

knobs::DiagnosticsFormat requestedFormat(const std::vector<std::string> &arguments) {
  bool asJson = std::find(arguments.begin(), arguments.end(), "--diagnostics=json") != arguments.end();
  return asJson ? knobs::DiagnosticsFormat::Json : knobs::DiagnosticsFormat::Text;
}

bool answerInformation(knobs::ToolAction action, std::string_view tool, const std::string &help,
                       const SessionOutput &output) {
  switch (action) {
  case knobs::ToolAction::Help:
    output.print(help);
    return true;
  case knobs::ToolAction::HelpKnobs:
    output.print(knobs::formatKnobHelp());
    return true;
  case knobs::ToolAction::HelpKnobsMarkdown:
    output.print(knobs::formatKnobPage());
    return true;
  case knobs::ToolAction::Version:
    output.print(knobs::formatVersion(tool));
    return true;
  case knobs::ToolAction::Compile:
  case knobs::ToolAction::ListKernels:
  case knobs::ToolAction::Guess:
    return false;
  }
  return false;
}

int runTool(const std::vector<std::string> &arguments, const knobs::EnvironmentReader &environment,
            KernelProvider &provider, SessionOutput output) {
  output.diagnostics = requestedFormat(arguments);
  Result<RunFlags> flags = parseRunFlags(arguments, environment);
  if (!flags) {
    return fail(output, DiagnosticKind::InvalidCommandLine, flags.error(), "`tkc-run --help` lists the flags");
  }
  output.diagnostics = flags->compile.diagnostics;
  if (answerInformation(flags->compile.action, "tkc-run", formatRunHelp(), output)) {
    return knobs::exitFine;
  }
  if (isPtxInput(*flags)) {
    std::unique_ptr<KernelProvider> ptx = makePtxProvider(*flags, output);
    return runSession(*flags, *ptx, output);
  }
  return runSession(std::move(*flags), provider, output);
}

} // namespace tkc::bench
