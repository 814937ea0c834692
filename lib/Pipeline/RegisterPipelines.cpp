// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass lists under names, for tkc-opt.
#include "tkc/Pipeline/Pipeline.h"

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace tkc::pipeline {

namespace {

/// What may stand behind the name of a pipeline, as in `--tkc-tkg="target=sm_80 num-warps=8"`.
struct PipelineFlags : PassPipelineOptions<PipelineFlags> {
  PipelineOptions get() const {
    PipelineOptions options;
    options.target = target;
    options.numWarps = numWarps;
    options.numStages = numStages;
    options.numCtas = numCtas;
    options.prefetchesLoads = prefetch;
    options.promotesTma = promoteTma;
    options.sanitizesMemory = sanitizeMemory;
    return options;
  }

  const PipelineOptions defaults;
  Option<std::string> target{*this, "target", llvm::cl::desc("the GPU, such as sm_90a"),
                             llvm::cl::init(defaults.target)};
  Option<unsigned> numWarps{*this, "num-warps", llvm::cl::desc("warps of a program"),
                            llvm::cl::init(defaults.numWarps)};
  Option<unsigned> numStages{*this, "num-stages", llvm::cl::desc("iterations of a loop in flight"),
                             llvm::cl::init(defaults.numStages)};
  Option<unsigned> numCtas{*this, "num-ctas", llvm::cl::desc("CTAs of a program"), llvm::cl::init(defaults.numCtas)};
  Option<bool> prefetch{*this, "prefetch", llvm::cl::desc("load ahead what the next iteration's dots need"),
                        llvm::cl::init(defaults.prefetchesLoads)};
  Option<bool> promoteTma{*this, "promote-tma", llvm::cl::desc("copy tiles of parameters by TMA"),
                          llvm::cl::init(defaults.promotesTma)};
  Option<bool> sanitizeMemory{*this, "sanitize-memory",
                              llvm::cl::desc("check accesses against the arrays of the launch"),
                              llvm::cl::init(defaults.sanitizesMemory)};
};

} // namespace

static void addAllPasses(OpPassManager &passes, const PipelineOptions &options) {
  addTkPasses(passes, options);
  addTkgPasses(passes, options);
  addLlvmDialectPasses(passes, options);
}

void registerPipelines() {
  auto add = [](StringRef name, StringRef description, void (*list)(OpPassManager &, const PipelineOptions &)) {
    PassPipelineRegistration<PipelineFlags>(
        name, description, [list](OpPassManager &passes, const PipelineFlags &flags) { list(passes, flags.get()); });
  };
  add("tkc-tk", "the passes of the compiler on tk", addTkPasses);
  add("tkc-tkg", "from tk to tkg, and the passes of the compiler on tkg", addTkgPasses);
  add("tkc-llvm", "from tkg to the LLVM dialect", addLlvmDialectPasses);
  add("tkc-pipeline", "all passes of the compiler, from tk to the LLVM dialect", addAllPasses);
}

} // namespace tkc::pipeline
