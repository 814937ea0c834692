// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The readable list of passes, and how a list is run: dumps, timing and the identity check. No rewriting happens here.
#ifndef TKC_PIPELINE_PIPELINE_H
#define TKC_PIPELINE_PIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace tkc::pipeline {

/// What the pass lists depend on.
struct PipelineOptions {
  /// For example "sm_90a".
  std::string target = "sm_90a";
  unsigned numWarps = 4;
  unsigned numStages = 3;
  unsigned numCtas = 1;
  /// Load what the next iteration's dots need while the current ones run.
  bool prefetchesLoads = true;
  /// Copy tiles of parameters by TMA where the target has it.
  bool promotesTma = true;
  /// Check each access against the arrays of the launch.
  bool sanitizesMemory = false;
  /// How many of the optional passes are carried out, counted over all lists; all of them when it is negative.
  int64_t optLimit = -1;
};

/// Sets the option `name` (of `--opt NAME=VALUE`); gives what is wrong, or an empty text.
std::string setOption(PipelineOptions &options, llvm::StringRef name, llvm::StringRef value);

/// Target-free passes on tk.
void addTkPasses(mlir::OpPassManager &passes, const PipelineOptions &options);
/// From tk to tkg, and all passes on tkg.
void addTkgPasses(mlir::OpPassManager &passes, const PipelineOptions &options);
/// From tkg to the LLVM dialect.
void addLlvmDialectPasses(mlir::OpPassManager &passes, const PipelineOptions &options);

/// The optional passes of all lists, in their order: what `PipelineOptions::optLimit` counts. Code is right without any
/// of them.
std::vector<std::string> listOptionalPasses(const PipelineOptions &options);

/// Registers the three lists as the pass pipelines `tkc-tk`, `tkc-tkg` and `tkc-llvm`, and all of them together as
/// `tkc-pipeline`; the options are those of PipelineOptions.
void registerPipelines();

/// What is watched while passes run.
struct PassObserver {
  /// Where IR is printed before the first pass and after each pass that changed it; null prints nothing.
  llvm::raw_ostream *dump = nullptr;
  /// Print only modules that hold this kernel; empty prints all.
  std::string dumpKernel;
  /// Passes are timed below this scope.
  mlir::TimingScope *timing = nullptr;
  /// After each pass, report the first op that must have source ids and has none.
  bool checksIdentity = false;
  /// How many ops lost their ids to a pass and got those of a neighbour.
  unsigned numRepairedIds = 0;
  /// The passes after which an op without ids was found; empty when identity held.
  std::vector<std::string> identityFaults;
};

/// Runs the passes that `add` lists. Diagnostics go to the context's handlers.
mlir::LogicalResult runPasses(mlir::ModuleOp module, llvm::function_ref<void(mlir::OpPassManager &)> add,
                              PassObserver &observer);

} // namespace tkc::pipeline

#endif // TKC_PIPELINE_PIPELINE_H
