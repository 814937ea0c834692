// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tkc-run from parsed flags to exit code. The compiler and the interpreter come in through an interface, so that this
// library links neither.
#ifndef TKC_BENCH_RUNSESSION_H
#define TKC_BENCH_RUNSESSION_H

#include "tkc/Bench/SimRun.h"
#include "tkc/Bench/Verification.h"
#include "tkc/Diagnostics/Diagnostics.h"

namespace tkc::bench {

/// How far a kernel is compiled.
enum class CodeKind : uint8_t {
  /// As the interpreter needs it; the metadata still names the kernel, its parameters, constants and grid.
  Meaning,
  Ptx,
  Cubin
};

/// The compiler and the interpreter, as a session uses them: `declareParameters`, then `compile`, then `interpret`.
/// They print their own diagnostics and return an exit code (0 is fine).
class KernelProvider {
public:
  virtual ~KernelProvider();

  /// The parameters of the kernel that the flags choose, as the source declares them.
  virtual int declareParameters(const knobs::CompileFlags &flags, std::vector<DeclaredParameter> &parameters) = 0;
  /// Compiles for these arguments.
  virtual int compile(const knobs::CompileFlags &flags, const std::vector<ArgumentType> &types, CodeKind code,
                      CompiledKernel &kernel) = 0;
  /// Runs the compiled kernel's meaning over the grid. What it finds wrong with the kernel is an error in the input.
  virtual int interpret(const runtime::Grid &grid, const std::vector<NamedArgument> &arguments,
                        ReferenceOutcome &outcome) = 0;
  /// Prints what the simulator found wrong, at the places of the source.
  virtual void reportFaults(const sim::LaunchResult &result) = 0;
  /// Prints the access outside of an array that a kernel reported itself.
  virtual void reportOutside(const runtime::RecordedFault &fault);
};

/// Where a session writes; strings in tests, the standard streams in the tools.
struct SessionOutput {
  std::function<void(const std::string &)> print;
  std::function<void(const std::string &)> complain;
  knobs::DiagnosticsFormat diagnostics = knobs::DiagnosticsFormat::Text;
};

/// Complains with one diagnostic and gives the exit code that belongs to its kind.
int fail(const SessionOutput &output, DiagnosticKind kind, const std::string &text, const std::string &hint = "");

/// A kernel that has been compiled and has its arguments.
struct PreparedRun {
  /// Absent when something else runs it.
  std::optional<runtime::Gpu> gpu;
  CompiledKernel kernel;
  runtime::Grid grid;
  std::vector<NamedArgument> arguments;

  const runtime::KernelMetadata &metadata() const { return *kernel.metadata.findKernel(kernel.name); }
};

/// Opens the device, makes the arguments, compiles. Returns an exit code; on 0 `prepared` is complete.
int prepareRun(RunFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared);

/// Runs the prepared kernel, checks and saves as the flags say. Returns the exit code; `prepared.arguments` stay as
/// they were.
int runAndCheck(const RunFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared);

/// The whole of tkc-run after parsing.
int runSession(RunFlags flags, KernelProvider &provider, const SessionOutput &output);

/// tkc-run with `--bisect-opt`: finds the first optional transformation with which the simulator's results are not
/// those of the interpreter, which runs the kernel without any. Exit code 0 when there is none, and 4 when there is
/// one, or when they disagree without any.
int runBisection(RunFlags flags, KernelProvider &provider, const SessionOutput &output);

/// The whole of tkc-run: parses, answers `--help`, `--version` and `--help-knobs`, else runs a session.
int runTool(const std::vector<std::string> &arguments, const knobs::EnvironmentReader &environment,
            KernelProvider &provider, SessionOutput output);

/// Answers what needs no kernel; false when the action needs one. `help` is the tool's own text.
bool answerInformation(knobs::ToolAction action, std::string_view tool, const std::string &help,
                       const SessionOutput &output);

/// The form of diagnostics that a command line asks for, even one that has mistakes.
knobs::DiagnosticsFormat requestedFormat(const std::vector<std::string> &arguments);

} // namespace tkc::bench

#endif // TKC_BENCH_RUNSESSION_H
