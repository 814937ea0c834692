// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The LLVM pass list and the NVPTX backend.
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

#include "LargeFunctions.h"
#include "SharePointerOffsets.h"
#include "TargetMachine.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace tkc::ptx {

void initialiseTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

/// Sets boolean LLVM options by name; the name of one that does not exist is the error.
static PtxResult<bool> setLlvmFlags(const std::vector<std::string> &flags) {
  auto &options = llvm::cl::getRegisteredOptions();
  for (const std::string &flag : flags) {
    auto found = options.find(flag);
    if (found == options.end()) {
      return fail<bool>(PtxError::Kind::UnknownLlvmFlag, flag);
    }
    static_cast<llvm::cl::opt<bool> *>(found->second)->setValue(true);
  }
  return {true, {}};
}

/// What LLVM has global options for only. f32 division and square root are as the language means them: div.full and
/// sqrt.approx; `tk.div_rn` and `tk.sqrt_rn` ask for more by intrinsics. Nothing is moved down to the blocks that need
/// it: the sums that a loop carries would be added to behind its last branch, and up to there take the registers of
/// both operands.
static void setGlobalOptions() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto &options = llvm::cl::getRegisteredOptions();
    options["nvptx-prec-divf32"]->addOccurrence(0, "nvptx-prec-divf32", "1");
    options["nvptx-prec-sqrtf32"]->addOccurrence(0, "nvptx-prec-sqrtf32", "0");
    options["disable-machine-sink"]->addOccurrence(0, "disable-machine-sink", "1");
  });
}

PtxResult<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const PtxOptions &options) {
  using Result = std::unique_ptr<llvm::TargetMachine>;
  initialiseTarget();
  std::string error;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    return fail<Result>(PtxError::Kind::Internal, error);
  }
  llvm::TargetOptions targetOptions;
  targetOptions.AllowFPOpFusion = options.fuseFloatOps ? llvm::FPOpFusion::Fast : llvm::FPOpFusion::Strict;
  auto level = options.disableOptimisation ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Aggressive;
  std::string features = "+ptx" + std::to_string(options.ptxVersion);
  return {Result(target->createTargetMachine(triple, options.chip, features, targetOptions, llvm::Reloc::PIC_,
                                             std::nullopt, level)),
          {}};
}

/// What pays on kernels that arrive as straight lines of code on whole blocks: take the vectors apart (pairs of 16-bit
/// elements stay packed), clean up, hoist, merge. Unrolling and vectorising were decided before; address arithmetic is
/// strength-reduced by the backend's own passes, but for the pointers that a loop moves on together, which come last.
static constexpr llvm::StringLiteral passList =
    "nvvm-reflect,always-inline,function(adce,scalarizer<min-bits=32>,early-cse,simplifycfg,instcombine<no-verify-"
    "fixpoint>,"
    "simplifycfg,"
    "loop-simplify,lcssa,loop-mssa(licm),early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg),globaldce";

/// Counts the passes that code is right without, and stops them at the limit. Inlining libdevice, and taking vectors
/// apart, are needed.
static void limitPasses(llvm::PassInstrumentationCallbacks &callbacks, const PtxOptions &options, int64_t &count) {
  if (options.optLimit < 0 && !options.optionalPasses) {
    return;
  }
  callbacks.registerShouldRunOptionalPassCallback([&options, &count](llvm::StringRef pass, llvm::Any) {
    bool isNeeded = pass.contains("Scalarizer") || pass.contains("Reflect") || pass.contains("Inline");
    bool isPass = !isNeeded && !pass.contains("PassManager") && !pass.contains("PassAdaptor");
    if (!isPass) {
      return true;
    }
    ++count;
    if (options.optionalPasses) {
      options.optionalPasses->push_back(pass.str());
    }
    return options.optLimit < 0 || count <= options.optLimit;
  });
}

PtxResult<bool> optimise(llvm::Module &module, const PtxOptions &options) {
  setGlobalOptions();
  PtxResult<bool> flags = setLlvmFlags(options.llvmFlags);
  if (!flags || options.disableOptimisation) {
    return flags;
  }
  auto machine = makeTargetMachine(options);
  if (!machine) {
    return fail<bool>(machine.error.kind, machine.error.detail);
  }
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::TimePassesHandler timing(options.timeLlvmPasses);
  timing.registerCallbacks(callbacks);
  int64_t numPasses = 0;
  limitPasses(callbacks, options, numPasses);
  llvm::StandardInstrumentations printing(module.getContext(), /*DebugLogging=*/false);
  if (options.dumpLlvmPasses) {
    setLlvmFlags({"print-after-all"});
    printing.registerCallbacks(callbacks);
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine.value->get(), llvm::PipelineTuningOptions(), std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, passList)) {
    return fail<bool>(PtxError::Kind::Internal, llvm::toString(std::move(error)));
  }
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(SharePointerOffsets()));
  passes.run(module, modules);
  return {true, {}};
}

PtxResult<std::string> generatePtx(llvm::Module &module, const PtxOptions &options) {
  auto machine = makeTargetMachine(options);
  if (!machine) {
    return fail<std::string>(machine.error.kind, machine.error.detail);
  }
  llvm::TimePassesIsEnabled = options.timeLlvmPasses;
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  bool cannotEmit =
      machine.value->get()->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile);
  if (cannotEmit) {
    return fail<std::string>(PtxError::Kind::Internal, "the backend cannot write text");
  }
  LargeFunctionGate gate(module);
  llvm::OptPassGate &usual = module.getContext().getOptPassGate();
  module.getContext().setOptPassGate(gate);
  passes.run(module);
  module.getContext().setOptPassGate(usual);
  if (options.timeLlvmPasses) {
    llvm::reportAndResetTimings();
  }
  return {text.str().str(), {}};
}

} // namespace tkc::ptx
