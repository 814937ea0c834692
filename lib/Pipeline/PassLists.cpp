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

namespace {
/// Adds passes to a list, optional ones up to the limit.
class PassAdder {
public:
  /// `numBefore`: the optional passes of the lists before this one.
  PassAdder(OpPassManager &passes, const PipelineOptions &options, size_t numBefore)
      : passes(passes), limit(options.optLimit), numBefore(numBefore) {}

  void addNeeded(std::unique_ptr<Pass> pass) { passes.addPass(std::move(pass)); }
  void addOptional(std::unique_ptr<Pass> pass) {
    names.push_back(pass->getArgument().str());
    if (limit < 0 || int64_t(numBefore + names.size()) <= limit) {
      passes.addPass(std::move(pass));
    }
  }

  std::vector<std::string> names;

private:
  OpPassManager &passes;
  int64_t limit;
  size_t numBefore;
};

using PassList = std::vector<std::string> (*)(OpPassManager &, const PipelineOptions &, size_t);
} // namespace

static std::vector<std::string> listTkPasses(OpPassManager &passes, const PipelineOptions &options, size_t numBefore) {
  PassAdder adder(passes, options, numBefore);
  // The interpreter runs behind it: 64-bit offsets are part of the language's meaning.
  adder.addNeeded(tk::createTkWidenOffsets());
  adder.addOptional(tk::createTkCanonicalize());
  adder.addOptional(tk::createTkCombine());
  adder.addOptional(tk::createTkCse());
  adder.addOptional(tk::createTkLicm());
  // Behind it, iterations that are done at once share what it has moved out; their constant indices fold.
  adder.addOptional(tk::createTkUnroll());
  adder.addOptional(tk::createTkCanonicalize());
  adder.addOptional(tk::createTkCse());
  return adder.names;
}

static std::vector<std::string> listTkgPasses(OpPassManager &passes, const PipelineOptions &options, size_t numBefore) {
  PassAdder adder(passes, options, numBefore);
  // Blocks that registers can't hold are gone before they get layouts.
  tkg::SplitBlocksOptions splitBlocks;
  splitBlocks.numWarps = options.numWarps;
  adder.addNeeded(tkg::createSplitBlocks(splitBlocks));
  if (options.sanitizesMemory) {
    // The interpreter, which runs tk, checks on its own.
    adder.addNeeded(tk::createTkSanitizeMemory());
  }
  TkToTkgOptions toTkg;
  toTkg.numWarps = options.numWarps;
  toTkg.target = options.target;
  toTkg.numCtas = options.numCtas;
  toTkg.numStages = options.numStages;
  adder.addNeeded(createTkToTkg(toTkg));
  // Accesses and dots are the anchors from which layouts spread.
  adder.addOptional(tkg::createCoalesce());
  // Dots in default layouts, and values that move between layouts at each op, would be right, but far too much code.
  adder.addNeeded(tkg::createSelectMma());
  adder.addNeeded(tkg::createRemoveLayoutConversions());
  adder.addOptional(tk::createTkLicm());
  // Layouts are final from here on.
  adder.addOptional(tkg::createStageOperands());
  // What can't be copied ahead may still be loaded ahead.
  tkg::PipelineLoopsOptions pipelineLoops;
  pipelineLoops.promoteTma = options.promotesTma;
  adder.addOptional(tkg::createPipelineLoops(pipelineLoops));
  if (options.prefetchesLoads) {
    adder.addOptional(tkg::createPrefetchLoads());
  }
  // Behind what looks for loads and dots in one loop.
  adder.addOptional(tkg::createChunkDots());
  // Loops that store plainly by then are known not to; what the others keep in shared memory is known.
  if (options.promotesTma) {
    adder.addOptional(tkg::createPromoteStores());
  }
  adder.addOptional(tk::createTkCanonicalize());
  adder.addOptional(tk::createTkCse());
  // Behind the CSE, which would merge what it reads twice.
  adder.addOptional(tkg::createSinkLocalLoads());
  // Nothing may make or move a buffer after this.
  adder.addNeeded(tkg::createAllocateShared());
  adder.addNeeded(tkg::createInsertBarriers());
  return adder.names;
}

static std::vector<std::string> listLlvmDialectPasses(OpPassManager &passes, const PipelineOptions &options,
                                                      size_t numBefore) {
  PassAdder adder(passes, options, numBefore);
  adder.addNeeded(createTkgToLLVM());
  // Thread positions are computed anew at each op; one of each is enough.
  adder.addOptional(tk::createTkCse());
  return adder.names;
}

/// The names of the optional passes of the lists before `list`, or of all for null.
static std::vector<std::string> listBefore(PassList list, const PipelineOptions &options) {
  std::vector<std::string> names;
  for (PassList earlier : {listTkPasses, listTkgPasses, listLlvmDialectPasses}) {
    if (earlier == list) {
      break;
    }
    OpPassManager unused;
    std::vector<std::string> more = earlier(unused, options, 0);
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

static void addList(PassList list, OpPassManager &passes, const PipelineOptions &options) {
  // Counting costs a few passes made for nothing; only a limit asks for it.
  list(passes, options, options.optLimit < 0 ? 0 : listBefore(list, options).size());
}

void addTkPasses(OpPassManager &passes, const PipelineOptions &options) { addList(listTkPasses, passes, options); }

void addTkgPasses(OpPassManager &passes, const PipelineOptions &options) { addList(listTkgPasses, passes, options); }

void addLlvmDialectPasses(OpPassManager &passes, const PipelineOptions &options) {
  addList(listLlvmDialectPasses, passes, options);
}

std::vector<std::string> listOptionalPasses(const PipelineOptions &options) { return listBefore(nullptr, options); }

} // namespace tkc::pipeline
