// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One compilation, from source text to a cubin and its metadata: what the tools call, stage by stage.
#ifndef TKC_COMPILE_COMPILATION_H
#define TKC_COMPILE_COMPILATION_H

#include "tkc/Compile/Backend.h"
#include "tkc/Compile/MlirDiagnostics.h"
#include "tkc/Compile/Remarks.h"
#include "tkc/Elaborate/Elaborate.h"
#include "tkc/Evaluate/DeclaredParameters.h"
#include "tkc/Runtime/Metadata.h"

#include <memory>

namespace tkc {

/// A kernel that was chosen to be compiled.
struct CompiledEntry {
  evaluate::Specialization specialization;
  elaborate::OpTable ops;
};

/// Milliseconds until the kernels of a file are known.
struct LoadTimes {
  double parse = 0;
  /// Parsing, and running the code of modules, the imported ones too.
  double load = 0;
};

/// Runs the stages in order: load, specialize, elaborate, runBackend. Each gives an exit code of the tools; when that
/// is not 0, the diagnostics say why and no later stage may run.
class Compilation {
public:
  Compilation(const knobs::CompileFlags &flags, const knobs::EnvironmentReader &environment);
  ~Compilation();

  DiagnosticEngine &diagnostics() { return engine; }
  const std::string &target() const { return targetName; }
  mlir::MLIRContext &context() { return *mlirContext; }

  /// Reads the input (`-` is standard input), parses it, and runs its module-level code.
  int load();
  /// Reads `text` as the input.
  int loadText(std::string name, std::string text);
  /// The tokens and the syntax tree, for --emit; only after load (which may have failed).
  std::string printTokens();
  std::string printAst();
  /// The kernels and helpers of the file, their parameters and decorators, as text or JSON.
  std::string listKernels(bool asJson);
  /// Compiles the chosen kernels for guessed types and values and writes what came of it, as text or JSON.
  int guess(std::string &report);

  /// The one kernel to run and its parameters as source and flags declare them. With several kernels in the file the
  /// flags must name one.
  int declareKernel(std::string &name, std::vector<evaluate::DeclaredParameter> &parameters);
  /// Chooses the kernels and decides what each is compiled for. `arguments` are types known from elsewhere.
  int specialize(std::vector<evaluate::SpecializedParameter> arguments = {});
  /// Makes tk IR and runs the tk passes on it.
  int elaborate();
  std::string printTk();
  /// The module of a kernel in tk; null when there is none of that name.
  mlir::ModuleOp findModule(const std::string &kernel);
  int runBackend();

  const std::vector<CompiledEntry> &entries() const { return compiled; }
  const BackendOutput &output() const { return backendOutput; }
  /// What docs/Abi.md promises of the compiled kernels.
  runtime::Metadata metadata() const;
  /// Registers, spills, shared memory and instruction mix of each kernel, as a table.
  std::string formatResourceUsage() const;
  const std::vector<CollectedRemark> &remarks() const { return remarkList; }
  /// The range in the source that a location, or its ids, speak of.
  SourceRange rangeOf(mlir::Location location) const;
  /// The place that a line table speaks of, which names files without their folders.
  SourceRange rangeOfLine(std::string_view fileName, uint32_t line, uint32_t column) const;

private:
  friend class GuessAssembly;
  friend class GuessRun;
  /// What the command line says of types, values and options.
  evaluate::SpecializationRequest requestOfFlags() const;
  int finishLoad();
  int readInput();
  static std::unique_ptr<mlir::MLIRContext> makeContext();
  int checkOptions();
  int chooseTarget();
  /// Runs the stages up to tkg on a copy, in a context of its own, for what can be wrong with a configuration.
  void tryOut(const evaluate::Specialization &specialization, DiagnosticEngine &problems);
  /// Where a kernel needs more than the target has, says with which changes it would fit. Passes `code` on.
  int explainMisfit(int code);
  elaborate::Elaboration elaborateFor(const evaluate::Specialization &specialization, int32_t firstId,
                                      mlir::MLIRContext &context, DiagnosticEngine &problems,
                                      llvm::DenseSet<const ast::Stmt *> *reached = nullptr);
  elaborate::KernelOptions makeKernelOptions(const evaluate::Specialization &specialization, int32_t firstId) const;
  pipeline::PipelineOptions makePipelineOptions(const evaluate::Specialization &specialization) const;
  bool isSanitized(llvm::StringRef what) const;
  bool hasCompilerBug() const;
  /// The range that the file position of a location speaks of.
  SourceRange positionOf(mlir::Location location) const;
  BackendRequest makeRequest();

  const knobs::CompileFlags &flags;
  knobs::EnvironmentReader environment;
  std::shared_future<std::optional<cubin::Ptxas>> ptxas;
  std::string targetName;
  LoadTimes loadTimes;
  SourceManager sources;
  DiagnosticEngine engine;
  std::unique_ptr<ModuleLoader> loader;
  std::unique_ptr<evaluate::Evaluator> evaluator;
  const SourceModule *source = nullptr;
  std::shared_ptr<evaluate::ModuleObject> module;
  mlir::DefaultTimingManager timingManager;
  mlir::TimingScope timing;
  std::unique_ptr<mlir::MLIRContext> mlirContext;
  std::unique_ptr<MlirDiagnosticHandler> handler;
  std::unique_ptr<llvm::raw_fd_ostream> dumpFile;
  std::vector<CollectedRemark> remarkList;
  std::vector<CompiledEntry> compiled;
  std::vector<BackendKernel> kernels;
  BackendOutput backendOutput;
};

} // namespace tkc

#endif // TKC_COMPILE_COMPILATION_H
