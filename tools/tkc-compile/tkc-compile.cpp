// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker that the driver starts: compiles one file and writes what was asked for.
#include "tkc/Compile/Compilation.h"
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Runtime/Runtime.h"
#include "tkc/Support/Files.h"

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

static int write(const std::string &path, const std::string &contents, DiagnosticEngine &engine) {
  Status written = writeFile(path, contents);
  if (!written) {
    engine.report(DiagnosticKind::OutputNotWritable, {}) << path << written.error();
    return knobs::exitBadInput;
  }
  return knobs::exitFine;
}

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
  DiagnosticEngine &engine = compilation.diagnostics();
  std::string path = knobs::outputPath(flags);
  if (int code = write(path, getStageText(compilation, flags.emit), engine)) {
    return code;
  }
  if (flags.emit == EmitKind::Cubin && path != "-") {
    std::string beside = knobs::metadataPath(path);
    if (int code = write(beside, runtime::writeMetadata(compilation.metadata()), engine)) {
      std::remove(path.c_str());
      return code;
    }
  }
  if (flags.remarks) {
    std::fputs(formatRemarks(compilation.remarks()).c_str(), stderr);
  }
  if (flags.resourceUsage) {
    std::fputs(compilation.formatResourceUsage().c_str(), stdout);
  }
  return flags.remarksFile ? write(*flags.remarksFile, formatRemarksJson(compilation.remarks()), engine)
                           : int(knobs::exitFine);
}

static int compile(const knobs::CompileFlags &flags) {
  Compilation compilation(flags, readEnvironment);
  int code;
  if (flags.action == knobs::ToolAction::ListKernels) {
    code = compilation.load();
    if (code == knobs::exitFine) {
      bool isJson = flags.diagnostics == knobs::DiagnosticsFormat::Json;
      std::fputs(compilation.listKernels(isJson).c_str(), stdout);
    }
  } else {
    code = runStages(compilation, flags.emit);
    if (code == knobs::exitFine) {
      code = writeOutputs(compilation, flags);
    }
  }
  complain(compilation.diagnostics(), flags);
  return code;
}

int main(int argc, char **argv) {
  Result<knobs::CompileFlags> flags =
      knobs::parseCompileFlags(std::vector<std::string>(argv + 1, argv + argc), readEnvironment);
  if (!flags) {
    DiagnosticEngine engine;
    engine.report(DiagnosticKind::InvalidCommandLine, {}) << flags.error();
    std::fputs(renderText(engine).c_str(), stderr);
    return knobs::exitBadUsage;
  }
  if (!flags->target && flags->action == knobs::ToolAction::Compile) {
    flags->target = runtime::presentTarget(flags->knobs.libcuda);
  }
  return compile(*flags);
}
