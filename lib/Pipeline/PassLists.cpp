// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass lists, top to bottom. Comments say why the order is as it is.
#include "tkc/Conversion/TkToTkg/TkToTkg.h"
#include "tkc/Conversion/TkgToLLVM/TkgToLLVM.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"
#include "tkc/Dialect/Tkg/Transforms/Passes.h"
#include "tkc/Pipeline/Pipeline.h"

#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tkc::pipeline {

std::string setOption(PipelineOptions &options, llvm::StringRef name, llvm::StringRef value) {
  bool isPrefetch = name == "prefetch", isTma = name == "promote-tma";
  if (!isPrefetch && !isTma) {
    return ("unknown option `" + name + "`; there are: prefetch=on|off, promote-tma=auto|off").str();
  }
  llvm::StringRef on = isTma ? "auto" : "on";
  if (value != on && value != "off") {
    return ("option `" + name + "` expects " + on + " or off, got `" + value + "`").str();
  }
  (isTma ? options.promotesTma : options.prefetchesLoads) = value == on;
  return "";
}

void addTkPasses(OpPassManager &passes, const PipelineOptions &) {
  // The interpreter runs behind it: 64-bit offsets are part of the language's meaning.
  passes.addPass(tk::createTkWidenOffsets());
  passes.addPass(tk::createTkCanonicalize());
  passes.addPass(tk::createTkCombine());
  passes.addPass(tk::createTkCse());
  passes.addPass(tk::createTkLicm());
  // Behind it, iterations that are done at once share what it has moved out; their constant indices fold.
  passes.addPass(tk::createTkUnroll());
  passes.addPass(tk::createTkCanonicalize());
  passes.addPass(tk::createTkCse());
}

void addTkgPasses(OpPassManager &passes, const PipelineOptions &options) {
  TkToTkgOptions toTkg;
  toTkg.numWarps = options.numWarps;
  toTkg.target = options.target;
  toTkg.numCtas = options.numCtas;
  toTkg.numStages = options.numStages;
  passes.addPass(createTkToTkg(toTkg));
  // Accesses and dots are the anchors from which layouts spread.
  passes.addPass(tkg::createCoalesce());
  passes.addPass(tkg::createSelectMma());
  passes.addPass(tkg::createRemoveLayoutConversions());
  passes.addPass(tk::createTkLicm());
  // Layouts are final from here on.
  passes.addPass(tkg::createStageOperands());
  // What can't be copied ahead may still be loaded ahead.
  tkg::PipelineLoopsOptions pipelineLoops;
  pipelineLoops.promoteTma = options.promotesTma;
  passes.addPass(tkg::createPipelineLoops(pipelineLoops));
  if (options.prefetchesLoads) {
    passes.addPass(tkg::createPrefetchLoads());
  }
  passes.addPass(tk::createTkCanonicalize());
  passes.addPass(tk::createTkCse());
  // Nothing may make or move a buffer after this.
  passes.addPass(tkg::createAllocateShared());
  passes.addPass(tkg::createInsertBarriers());
}

void addLlvmDialectPasses(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createTkgToLLVM());
  // Thread positions are computed anew at each op; one of each is enough.
  passes.addPass(tk::createTkCse());
}

} // namespace tkc::pipeline
