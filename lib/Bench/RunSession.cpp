// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of tkc-run.
#include "tkc/Bench/RunSession.h"

namespace tkc::bench {

KernelProvider::~KernelProvider() = default;

static int fail(const SessionOutput &output, const std::string &text, int exitCode) {
  output.complain("error: " + text + "\n");
  return exitCode;
}

/// Opens the GPU that the flags ask for; leaves it absent when the interpreter runs the kernel.
static int openDevice(RunFlags &flags, const SessionOutput &output, std::optional<runtime::Gpu> &gpu) {
  if (flags.device == DeviceKind::Interp) {
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
  bool mayInterpret = flags.device == DeviceKind::Automatic && !flags.checkWithInterp;
  if (!mayInterpret) {
    return fail(output, opened.error() + "; `--device=interp` needs no GPU", knobs::exitMissingTool);
  }
  output.complain("note: " + opened.error() + "; running on the interpreter\n");
  flags.device = DeviceKind::Interp;
  return knobs::exitFine;
}

int prepareRun(RunFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared) {
  if (int code = openDevice(flags, output, prepared.gpu)) {
    return code;
  }
  std::vector<DeclaredParameter> parameters;
  if (int code = provider.declareParameters(flags.compile, parameters)) {
    return code;
  }
  auto constants = constantsFromArguments(flags, parameters);
  if (!constants) {
    return fail(output, constants.error(), knobs::exitBadUsage);
  }
  flags.compile.constants.insert(flags.compile.constants.end(), constants->begin(), constants->end());
  Result<std::vector<NamedArgument>> arguments = makeArguments(flags, parameters);
  if (!arguments) {
    return fail(output, arguments.error(), knobs::exitBadUsage);
  }
  prepared.arguments = std::move(*arguments);
  std::vector<ArgumentType> types = describeArguments(prepared.arguments);
  if (int code = provider.compile(flags.compile, types, prepared.gpu.has_value(), prepared.kernel)) {
    return code;
  }
  if (!prepared.kernel.metadata.findKernel(prepared.kernel.name)) {
    return fail(output, "the metadata lacks the kernel `" + prepared.kernel.name + "`", knobs::exitInternalError);
  }
  Result<runtime::Grid> grid = gridOf(flags.grid, prepared.metadata(), prepared.arguments);
  if (!grid) {
    return fail(output, grid.error(), knobs::exitBadUsage);
  }
  prepared.grid = *grid;
  return knobs::exitFine;
}

/// Runs on the device of the session. The reference is filled when the interpreter ran.
static int execute(const RunFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared,
                   std::vector<NamedArgument> &after, std::optional<ReferenceOutcome> &reference) {
  bool interprets = !prepared.gpu || flags.checkWithInterp;
  if (prepared.gpu) {
    after = prepared.arguments;
    if (Status status = runOnGpu(*prepared.gpu, prepared.kernel, prepared.grid, after); !status) {
      return fail(output, status.error(), knobs::exitBadInput);
    }
  }
  if (!interprets) {
    return knobs::exitFine;
  }
  Result<ReferenceOutcome> outcome = provider.interpret(prepared.grid, prepared.arguments);
  if (!outcome) {
    return fail(output, outcome.error(), knobs::exitBadInput);
  }
  reference = std::move(*outcome);
  if (!prepared.gpu) {
    after = reference->arguments;
  }
  return knobs::exitFine;
}

static int report(const SessionOutput &output, const Result<CheckReport> &checked) {
  if (!checked) {
    return fail(output, checked.error(), knobs::exitBadInput);
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
    return fail(output, status.error(), knobs::exitBadInput);
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
    std::string where = prepared.gpu ? prepared.gpu->facts().name : "the interpreter";
    output.print("ran `" + prepared.metadata().name + "` on " + where + "; nothing was checked\n");
  }
  return code;
}

int runSession(RunFlags flags, KernelProvider &provider, const SessionOutput &output) {
  PreparedRun prepared;
  int code = prepareRun(flags, provider, output, prepared);
  return code != knobs::exitFine ? code : runAndCheck(flags, provider, output, prepared);
}

} // namespace tkc::bench
