// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker that the driver starts: compiles one file and writes what was asked for.
#include "tkc/Compile/Compilation.h"
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Runtime/Runtime.h"
#include "tkc/Support/Files.h"

#include "llvm/Support/FileSystem.h"

#include <cstdio>
#include <cstdlib>

using namespace tkc;
using knobs::EmitKind;

static const char *readEnvironment(const char *name) { return std::getenv(name); }

static void complain(const DiagnosticEngine &engine, const knobs::CompileFlags &flags) {
  bool isJson = flags.diagnostics == knobs::DiagnosticsFormat::Json;
  if (!engine.diagnostics().empty()) {
    std::fputs((isJson ? renderJson(engine) : renderText(engine)).c_str(), stderr);
  }
}

namespace {

/// The files of one compilation: all of them or none.
class OutputFiles {
public:
  explicit OutputFiles(DiagnosticEngine &engine) : engine(engine) {}

  /// Writes a file. When that fails, those that were written before go away.
  int write(const std::string &path, const std::string &contents) {
    Status status = writeFile(path, contents);
    if (status) {
      written.push_back(path);
      return knobs::exitFine;
    }
    engine.report(DiagnosticKind::OutputNotWritable, {}) << status.error();
    for (const std::string &other : written) {
      removeFile(other);
    }
    return knobs::exitBadInput;
  }

private:
  /// Standard output, devices and pipes stay.
  static void removeFile(const std::string &path) {
    if (llvm::sys::fs::is_regular_file(path)) {
      std::remove(path.c_str());
    }
  }

  DiagnosticEngine &engine;
  std::vector<std::string> written;
};

} // namespace

/// The text of the stage at which the flags stop; the cubin's bytes for that stage.
static std::string getStageText(Compilation &compilation, EmitKind emit) {
  const BackendOutput &output = compilation.output();
  switch (emit) {
  case EmitKind::Tokens:
    return compilation.printTokens();
  case EmitKind::Ast:
    return compilation.printAst();
  case EmitKind::Tk:
    return compilation.printTk();
  case EmitKind::Tkg:
    return output.tkg;
  case EmitKind::LlvmDialect:
    return output.llvmDialect;
  case EmitKind::Llvm:
    return output.llvm;
  case EmitKind::Ptx:
    return output.ptx;
  case EmitKind::Cubin:
    return *output.assembled.cubin;
  case EmitKind::Sass:
    return output.sass;
  case EmitKind::Json:
    return runtime::writeMetadata(compilation.metadata());
  }
  return "";
}

/// Runs the stages that `emit` needs.
static int runStages(Compilation &compilation, EmitKind emit) {
  if (int code = compilation.load(); code || emit <= EmitKind::Ast) {
    return code;
  }
  if (int code = compilation.specialize()) {
    return code;
  }
  if (int code = compilation.elaborate(); code || emit == EmitKind::Tk) {
    return code;
  }
  return compilation.runBackend();
}

/// Writes the output, the metadata beside a cubin, and the remarks.
static int writeOutputs(Compilation &compilation, const knobs::CompileFlags &flags) {
  OutputFiles files(compilation.diagnostics());
  std::string path = knobs::outputPath(flags);
  if (int code = files.write(path, getStageText(compilation, flags.emit))) {
    return code;
  }
  if (flags.emit == EmitKind::Cubin && path != "-") {
    if (int code = files.write(knobs::metadataPath(path), runtime::writeMetadata(compilation.metadata()))) {
      return code;
    }
  }
  if (flags.remarksFile) {
    if (int code = files.write(*flags.remarksFile, formatRemarksJson(compilation.remarks()))) {
      return code;
    }
  }
  if (flags.remarks) {
    std::fputs(formatRemarks(compilation.remarks()).c_str(), stderr);
  }
  if (flags.resourceUsage) {
    std::fputs(compilation.formatResourceUsage().c_str(), stdout);
  }
  return knobs::exitFine;
}

/// Answers --list-kernels and --guess.
static int describe(Compilation &compilation, const knobs::CompileFlags &flags) {
  int code = compilation.load();
  if (code != knobs::exitFine) {
    return code;
  }
  bool isJson = flags.diagnostics == knobs::DiagnosticsFormat::Json;
  std::string text;
  if (flags.action == knobs::ToolAction::ListKernels) {
    text = compilation.listKernels(isJson);
  } else {
    code = compilation.guess(text);
  }
  std::fputs(text.c_str(), stdout);
  return code;
}

static int compile(const knobs::CompileFlags &flags) {
  Compilation compilation(flags, readEnvironment);
  int code;
  if (flags.action != knobs::ToolAction::Compile) {
    code = describe(compilation, flags);
  } else {
    code = runStages(compilation, flags.emit);
    if (code == knobs::exitFine) {
      code = writeOutputs(compilation, flags);
    }
  }
  complain(compilation.diagnostics(), flags);
  return code;
}

/// Answers what a user who starts the worker by hand asks for; false when there is something to compile.
static bool answer(knobs::ToolAction action) {
  switch (action) {
  case knobs::ToolAction::Help:
    std::fputs(
        "tkc-compile is the compiler that `tkc` starts: one file a process, without protection against a crash.\n"
        "It takes the flags of `tkc`, which `tkc --help` lists; use `tkc` instead.\n",
        stdout);
    return true;
  case knobs::ToolAction::HelpKnobs:
    std::fputs(knobs::formatKnobHelp().c_str(), stdout);
    return true;
  case knobs::ToolAction::HelpKnobsMarkdown:
    std::fputs(knobs::formatKnobPage().c_str(), stdout);
    return true;
  case knobs::ToolAction::Version:
    std::fputs(knobs::formatVersion("tkc-compile").c_str(), stdout);
    return true;
  case knobs::ToolAction::Compile:
  case knobs::ToolAction::ListKernels:
  case knobs::ToolAction::Guess:
    return false;
  }
  return false;
}

int main(int argc, char **argv) {
  Result<knobs::CompileFlags> flags =
      knobs::parseCompileFlags(std::vector<std::string>(argv + 1, argv + argc), readEnvironment);
  if (!flags) {
    DiagnosticEngine engine;
    engine.report(DiagnosticKind::InvalidCommandLine, {}).hint("`tkc --help` lists the flags") << flags.error();
    std::fputs(renderText(engine).c_str(), stderr);
    return knobs::exitBadUsage;
  }
  if (answer(flags->action)) {
    return knobs::exitFine;
  }
  if (!flags->target && flags->action != knobs::ToolAction::ListKernels) {
    flags->target = runtime::presentTarget(flags->knobs.libcuda);
  }
  return compile(*flags);
}
