// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stages behind the frontend.
#include "tkc/Compile/Backend.h"

#include "tkc/Arch/Target.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Target/Ptx/Ptx.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"

#include "llvm/Linker/Linker.h"
#include "llvm/Support/Path.h"

#include "StageFiles.h"

using namespace mlir;
using tkc::knobs::EmitKind;

namespace tkc {

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

static std::string formatVersion(unsigned timesTen) {
  return std::to_string(timesTen / 10) + "." + std::to_string(timesTen % 10);
}

namespace {

/// One run of the backend.
class Backend {
public:
  Backend(const BackendRequest &request, MutableArrayRef<BackendKernel> kernels, DiagnosticEngine &diagnostics,
          BackendOutput &output)
      : request(request), knobs(request.flags.knobs), kernels(kernels), diagnostics(diagnostics), output(output),
        files(knobs, diagnostics) {}

  int runTk() {
    std::string ignored;
    return runPasses("tk", "1.tk.mlir", pipeline::addTkPasses, ignored);
  }

  int run() {
    if (int code = runPasses("tkg", "2.tkg.mlir", pipeline::addTkgPasses, output.tkg)) {
      return code;
    }
    if (isLast(EmitKind::Tkg)) {
      return knobs::exitFine;
    }
    if (int code = runPasses("llvm-dialect", "3.llvm.mlir", pipeline::addLlvmDialectPasses, output.llvmDialect)) {
      return code;
    }
    if (isLast(EmitKind::LlvmDialect)) {
      return knobs::exitFine;
    }
    if (int code = findPtxas()) {
      return code;
    }
    if (int code = makePtx()) {
      return code;
    }
    if (isLast(EmitKind::Llvm) || isLast(EmitKind::Ptx) || output.ptx.size() > request.mostPtxBytes) {
      return knobs::exitFine;
    }
    if (int code = assemble()) {
      return code;
    }
    return isLast(EmitKind::Sass) ? disassemble() : int(knobs::exitFine);
  }

private:
  bool isLast(EmitKind kind) const { return request.flags.emit == kind; }

  TimingScope nest(const char *name) { return request.timing ? request.timing->nest(name) : TimingScope(); }

  //===--- MLIR stages ----------------------------------------------------===//

  using PassList = void (*)(OpPassManager &, const pipeline::PipelineOptions &);

  int runPasses(const char *stage, const char *fileName, PassList add, std::string &text) {
    TimingScope scope = nest(stage);
    for (BackendKernel &kernel : kernels) {
      pipeline::PassObserver observer = makeObserver(scope);
      LogicalResult result =
          pipeline::runPasses(*kernel.module, [&](OpPassManager &passes) { add(passes, kernel.options); }, observer);
      if (failed(result) || diagnostics.hasErrors()) {
        return reportFailure(stage);
      }
      for (const std::string &fault : observer.identityFaults) {
        diagnostics.report(DiagnosticKind::CompilerBug, {}) << "an op lost its identity in " + fault;
      }
      files.dump(kernel.name, fileName, knobs.dumpStages.on ? print(*kernel.module) : "");
      if (int code = replaceByOverride(kernel, fileName)) {
        return code;
      }
      if (auto bytes = (*kernel.module)->getAttrOfType<IntegerAttr>(tkg::sharedAttrName)) {
        kernel.sharedBytes = bytes.getInt();
      }
      noteHiddenParameters(kernel);
      if (isLast(EmitKind::Tkg) || isLast(EmitKind::LlvmDialect)) {
        appendModule(text, *kernel.module);
      }
    }
    return diagnostics.hasErrors() ? reportFailure(stage) : int(knobs::exitFine);
  }

  /// The attributes are there between the passes on tkg and the LLVM dialect.
  static void noteHiddenParameters(BackendKernel &kernel) {
    for (auto function : kernel.module->getOps<func::FuncOp>()) {
      kernel.tensorMaps.clear();
      kernel.faultReport = {};
      for (unsigned index = 0; index < function.getNumArguments(); ++index) {
        if (auto map = function.getArgAttrOfType<DictionaryAttr>(index, tkg::tensorMapAttrName)) {
          kernel.tensorMaps.push_back(map);
        }
        if (auto report = function.getArgAttrOfType<DictionaryAttr>(index, tk::faultReportAttrName)) {
          kernel.faultReport = report;
        }
      }
      if (function->hasAttr(tk::kernelAttrName)) {
        return;
      }
    }
  }

  pipeline::PassObserver makeObserver(TimingScope &scope) {
    pipeline::PassObserver observer;
    observer.timing = request.timing ? &scope : nullptr;
    observer.checksIdentity = request.checksIdentity;
    if (knobs.dumpIr.on) {
      observer.dump = request.dump ? request.dump : &llvm::errs();
      observer.dumpKernel = knobs.dumpIr.text;
    }
    return observer;
  }

  /// A pass that failed has said why; if what it said is in the catalogue, the input is at fault.
  int reportFailure(const char *stage) {
    if (!diagnostics.hasErrors()) {
      diagnostics.report(DiagnosticKind::CompilerBug, {}) << std::string("a pass of stage ") + stage + " failed";
    }
    for (const tkc::Diagnostic &diagnostic : diagnostics.diagnostics()) {
      if (diagnostic.kind == DiagnosticKind::CompilerBug) {
        return knobs::exitInternalError;
      }
    }
    return knobs::exitBadInput;
  }

  /// Parses IR that the user wrote; what is wrong with it goes to `problem`.
  static OwningOpRef<ModuleOp> parseStage(const std::string &text, MLIRContext *context, std::string &problem) {
    ScopedDiagnosticHandler handler(context, [&problem](mlir::Diagnostic &diagnostic) {
      llvm::raw_string_ostream stream(problem);
      stream << (problem.empty() ? "" : "; ") << diagnostic.getLocation() << ": " << diagnostic;
      return success();
    });
    return parseSourceString<ModuleOp>(text, context, "override");
  }

  int replaceByOverride(BackendKernel &kernel, const char *fileName) {
    std::optional<std::string> text = files.findOverride(kernel.name, fileName);
    if (!text) {
      return knobs::exitFine;
    }
    std::string problem;
    OwningOpRef<ModuleOp> parsed = parseStage(*text, kernel.module->getContext(), problem);
    if (!parsed) {
      diagnostics.report(DiagnosticKind::StageNotReadable, {}) << kernel.name + "." + fileName << problem;
      return knobs::exitBadInput;
    }
    kernel.module = std::move(parsed);
    return knobs::exitFine;
  }

  //===--- LLVM and PTX ---------------------------------------------------===//

  int findPtxas() {
    bool isNeeded = request.flags.emit > EmitKind::Ptx;
    ptxas = request.ptxas.valid() ? request.ptxas.get() : std::nullopt;
    if (!ptxas && isNeeded) {
      if (knobs.ptxas.empty()) {
        diagnostics.report(DiagnosticKind::PtxasMissing, {})
            .hint("install CUDA's ptxas (tools/dev/quickstart does), or name it with --ptxas or TKC_PTXAS");
      } else {
        diagnostics.report(DiagnosticKind::PtxasNotUsable, {}) << knobs.ptxas;
      }
      return knobs::exitMissingTool;
    }
    // LLVM 22 knows PTX up to 9.0.
    constexpr unsigned newestPtx = 90;
    output.ptxVersion = ptxas ? std::min(ptxas->ptxVersion, newestPtx) : newestPtx;
    std::optional<Target> target = parseTarget(request.target);
    if (target && output.ptxVersion < target->minPtxVersion) {
      diagnostics.report(DiagnosticKind::PtxasTooOld, {})
          << formatVersion(ptxas->cudaVersion) << formatVersion(ptxas->ptxVersion) << request.target
          << formatVersion(target->minPtxVersion);
      return knobs::exitMissingTool;
    }
    return knobs::exitFine;
  }

  ptx::PtxOptions makePtxOptions() const {
    ptx::PtxOptions options;
    options.chip = request.target;
    options.ptxVersion = output.ptxVersion;
    options.libdevicePath = cubin::findLibdevice(knobs.libdevice).value_or("");
    options.fuseFloatOps = knobs.fpFusion;
    options.disableOptimisation = knobs.disableLlvmOpt.on && knobs.disableLlvmOpt.text.empty();
    for (StringRef flag : llvm::split(knobs.disableLlvmOpt.text, ',')) {
      if (!flag.trim().empty()) {
        options.llvmFlags.push_back(flag.trim().str());
      }
    }
    options.dumpLlvmPasses = knobs.dumpLlvm;
    options.timeLlvmPasses = knobs.llvmTiming;
    return options;
  }

  /// LLVM's passes count on from those of the pipeline.
  void limitTransformations(ptx::PtxOptions &options) {
    output.transformations = pipeline::listOptionalPasses(kernels.front().options);
    options.optionalPasses = &output.transformations;
    int64_t limit = kernels.front().options.optLimit, numBefore = int64_t(output.transformations.size());
    options.optLimit = limit < 0 ? -1 : std::max<int64_t>(0, limit - numBefore);
  }

  int report(const ptx::PtxError &error) {
    switch (error.kind) {
    case ptx::PtxError::Kind::LibdeviceMissing:
      diagnostics.report(DiagnosticKind::LibdeviceMissing, {});
      return knobs::exitMissingTool;
    case ptx::PtxError::Kind::LibdeviceSymbolMissing:
      diagnostics.report(DiagnosticKind::LibdeviceSymbolUnknown, {}) << error.detail;
      return knobs::exitBadInput;
    case ptx::PtxError::Kind::UnknownLlvmFlag:
      diagnostics.report(DiagnosticKind::LlvmFlagUnknown, {}) << error.detail;
      return knobs::exitBadUsage;
    case ptx::PtxError::Kind::Internal:
      diagnostics.report(DiagnosticKind::CompilerBug, {}) << error.detail;
      return knobs::exitInternalError;
    }
    llvm_unreachable("all kinds are handled");
  }

  /// What --maxnreg or the kernel's configuration allows a thread.
  static void limitRegisters(BackendKernel &kernel) {
    for (auto function : kernel.module->getOps<LLVM::LLVMFuncOp>()) {
      if (kernel.maxRegisters != 0 && function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName())) {
        Builder builder(function.getContext());
        function->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(), builder.getI32IntegerAttr(kernel.maxRegisters));
      }
    }
  }

  /// What the stages that hold the code of all kernels are called: like the kernel, or like the file of several.
  std::string codeName() const {
    if (kernels.size() == 1) {
      return kernels[0].name;
    }
    return request.flags.input == "-" ? "stdin" : llvm::sys::path::stem(request.flags.input).str();
  }

  int makePtx() {
    llvm::LLVMContext context;
    ptx::PtxOptions options = makePtxOptions();
    limitTransformations(options);
    std::unique_ptr<llvm::Module> all;
    {
      TimingScope scope = nest("llvm-translation");
      for (BackendKernel &kernel : kernels) {
        limitRegisters(kernel);
        ptx::encodeOpLines(*kernel.module, output.lines);
        auto translated = ptx::translateToLlvm(*kernel.module, context, options);
        if (!translated) {
          return report(translated.error);
        }
        if (!all) {
          all = std::move(*translated.value);
        } else if (llvm::Linker::linkModules(*all, std::move(*translated.value))) {
          return report({ptx::PtxError::Kind::Internal, "two kernels cannot be linked"});
        }
      }
    }
    {
      TimingScope scope = nest("llvm-passes");
      ptx::PtxResult<bool> optimised = ptx::optimise(*all, options);
      if (!optimised) {
        return report(optimised.error);
      }
    }
    llvm::raw_string_ostream(output.llvm) << *all;
    files.dump(codeName(), "4.ll", output.llvm);
    TimingScope scope = nest("nvptx");
    ptx::PtxResult<std::string> text = ptx::generatePtx(*all, options);
    if (!text) {
      return report(text.error);
    }
    output.ptx = ptx::writeLineTable(*text.value, output.lines, getLineInfo());
    files.dump(codeName(), "5.ptx", output.ptx);
    if (std::optional<std::string> replacement = files.findOverride(codeName(), "5.ptx")) {
      output.ptx = *replacement;
      isPtxReplaced = true;
    }
    if (knobs.dumpPtx) {
      llvm::errs() << output.ptx;
    }
    return diagnostics.hasErrors() ? knobs::exitBadInput : knobs::exitFine;
  }

  ptx::LineInfo getLineInfo() const {
    switch (request.flags.lineInfo) {
    case knobs::LineInfo::Source:
      return ptx::LineInfo::Source;
    case knobs::LineInfo::Ops:
      return ptx::LineInfo::Ops;
    case knobs::LineInfo::None:
      return ptx::LineInfo::None;
    }
    llvm_unreachable("all kinds are handled");
  }

  //===--- Cubin ----------------------------------------------------------===//

  int assemble() {
    TimingScope scope = nest("ptxas");
    cubin::AssembleOptions options;
    options.ptxasPath = ptxas->path;
    options.chip = request.target;
    options.lineInfo = request.flags.lineInfo != knobs::LineInfo::None;
    options.fuseFloatOps = knobs.fpFusion;
    for (StringRef word : llvm::split(knobs.ptxasOptions, ' ')) {
      if (!word.empty()) {
        options.extraOptions.push_back(word.str());
      }
    }
    output.assembled = assembleOnce(output.ptx, options);
    std::optional<std::string> looser = allowMoreRegisters();
    if (looser) {
      cubin::AssembleResult again = assembleOnce(*looser, options);
      if (again.cubin && countSpilledBytes(again) < countSpilledBytes(output.assembled)) {
        output.assembled = std::move(again);
        output.ptx = std::move(*looser);
        files.dump(codeName(), "5.ptx", output.ptx);
      }
    }
    return reportAssembly();
  }

  cubin::AssembleResult assembleOnce(const std::string &text, const cubin::AssembleOptions &options) const {
    cubin::AssembleResult result = cubin::assemble(text, options);
    if (knobs.dumpPtxasLog) {
      llvm::errs() << result.command << "\n" << result.log;
    }
    return result;
  }

  static unsigned countSpilledBytes(const cubin::AssembleResult &result) {
    unsigned bytes = 0;
    for (const cubin::Resources &resources : result.resources) {
      bytes += resources.spillStoreBytes + resources.spillLoadBytes;
    }
    return bytes;
  }

  /// Where ptxas has far more values than registers, it may give a thread 32 of them and spill the rest, unless the
  /// entry says how many it may have. The code with that said for each kernel that spills with registers left; nothing
  /// where there is no such kernel.
  std::optional<std::string> allowMoreRegisters() const {
    std::optional<Target> target = parseTarget(request.target);
    std::string text = output.ptx;
    bool isChanged = false;
    for (const cubin::Resources &resources : output.assembled.resources) {
      const BackendKernel *kernel =
          llvm::find_if(kernels, [&](const BackendKernel &kernel) { return kernel.name == resources.kernel; });
      bool spills = resources.spillStoreBytes + resources.spillLoadBytes > 0;
      if (isPtxReplaced || !target || !spills || kernel == kernels.end() || kernel->maxRegisters != 0) {
        continue;
      }
      unsigned share = llvm::alignDown(target->registersPerCta / (32 * kernel->options.numWarps), 8);
      unsigned most = std::min(share, target->maxRegistersPerThread);
      size_t bounds = text.find(".reqntid", text.find(".entry " + resources.kernel + "("));
      if (resources.registers + 8 < most && bounds != std::string::npos) {
        text.insert(bounds, ".maxnreg " + std::to_string(most) + "\n");
        isChanged = true;
      }
    }
    return isChanged ? std::optional(std::move(text)) : std::nullopt;
  }

  /// An error of ptxas in the PTX that the user wrote is the user's to mend; any other is ours.
  void reportPtxasError(const std::string &text, unsigned line) {
    if (isPtxReplaced) {
      diagnostics.report(DiagnosticKind::StageNotReadable, {})
          << codeName() + ".5.ptx" << (line ? "line " + std::to_string(line) + ": " : "") + text;
    } else {
      diagnostics.report(DiagnosticKind::PtxasFailed, {}) << text;
    }
  }

  void reportPtxasMessages(const cubin::AssembleResult &result) {
    for (const cubin::PtxasMessage &message : result.messages) {
      if (diagnostics.hasErrors() && StringRef(message.text).contains("aborted due to errors")) {
        continue;
      }
      std::string text = (message.code.empty() ? "" : "(" + message.code + ") ") + message.text;
      if (message.severity == cubin::PtxasMessage::Severity::Error) {
        reportPtxasError(text, message.line);
      } else if (message.severity == cubin::PtxasMessage::Severity::Warning || !message.code.empty()) {
        diagnostics.report(DiagnosticKind::PtxasWarned, {}) << text;
      }
    }
    if (!result.cubin && !diagnostics.hasErrors()) {
      reportPtxasError(result.log.empty() ? "it could not be run" : result.log, 0);
    }
  }

  int reportAssembly() {
    const cubin::AssembleResult &result = output.assembled;
    reportPtxasMessages(result);
    for (const cubin::Resources &resources : result.resources) {
      if (unsigned bytes = resources.spillStoreBytes + resources.spillLoadBytes) {
        diagnostics.report(DiagnosticKind::RegistersSpilled, {}) << resources.kernel << bytes;
      }
    }
    if (!result.cubin && !result.couldRun) {
      return knobs::exitMissingTool;
    }
    if (!result.cubin) {
      return isPtxReplaced ? knobs::exitBadInput : knobs::exitInternalError;
    }
    files.dump(codeName(), "6.cubin", *result.cubin);
    return knobs::exitFine;
  }

  int disassemble() {
    std::optional<std::string> nvdisasm = cubin::findTool("nvdisasm", knobs.nvdisasm);
    std::optional<std::string> text;
    if (nvdisasm) {
      text = cubin::disassemble(*output.assembled.cubin, *nvdisasm, request.flags.lineInfo != knobs::LineInfo::None);
    }
    if (!text) {
      diagnostics.report(DiagnosticKind::NvdisasmMissing, {})
          .hint("tools/dev/quickstart installs it; --nvdisasm names another one");
      return knobs::exitMissingTool;
    }
    output.sass = std::move(*text);
    return knobs::exitFine;
  }

  const BackendRequest &request;
  const knobs::KnobSet &knobs;
  MutableArrayRef<BackendKernel> kernels;
  DiagnosticEngine &diagnostics;
  BackendOutput &output;
  StageFiles files;
  std::optional<cubin::Ptxas> ptxas;
  /// True when the PTX comes from the override folder.
  bool isPtxReplaced = false;
};

} // namespace

void appendModule(std::string &text, ModuleOp module) { text += (text.empty() ? "" : "// -----\n") + print(module); }

int runTkPasses(const BackendRequest &request, MutableArrayRef<BackendKernel> kernels, DiagnosticEngine &diagnostics) {
  BackendOutput output;
  return Backend(request, kernels, diagnostics, output).runTk();
}

int runBackend(const BackendRequest &request, MutableArrayRef<BackendKernel> kernels, DiagnosticEngine &diagnostics,
               BackendOutput &output) {
  return Backend(request, kernels, diagnostics, output).run();
}

} // namespace tkc
