// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stages of one compilation.
#include "tkc/Compile/Compilation.h"

#include "tkc/AST/Printer.h"
#include "tkc/Arch/Target.h"
#include "tkc/Compile/ConfigChoice.h"
#include "tkc/Compile/NearestFit.h"
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Lex/Lexer.h"
#include "tkc/Stdlib/Stdlib.h"
#include "tkc/Target/Ptx/Ptx.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <cstdio>

using namespace mlir;

namespace tkc {

static std::optional<cubin::Ptxas> locatePtxas(std::string override) {
  std::optional<std::string> path = cubin::findTool("ptxas", override);
  return path ? cubin::probePtxas(*path) : std::nullopt;
}

Compilation::Compilation(const knobs::CompileFlags &flags, const knobs::EnvironmentReader &environment)
    : flags(flags), environment(environment) {
  if (flags.emit >= knobs::EmitKind::Ptx) {
    // ptxas answers while the frontend works.
    ptxas = std::async(std::launch::async, locatePtxas, flags.knobs.ptxas).share();
  }
  if (flags.knobs.timing != "none") {
    timingManager.setEnabled(true);
    auto format = flags.knobs.timing == "json" ? DefaultTimingManager::OutputFormat::Json
                                               : DefaultTimingManager::OutputFormat::Text;
    timingManager.setDisplayMode(DefaultTimingManager::DisplayMode::Tree);
    timingManager.setOutput(createOutputStrategy(format, llvm::errs()));
  }
  timing = timingManager.getRootScope();
}

Compilation::~Compilation() {
  timing.stop();
  if (ptxas.valid()) {
    ptxas.wait();
  }
}

bool Compilation::hasCompilerBug() const {
  for (const tkc::Diagnostic &diagnostic : engine.diagnostics()) {
    if (diagnostic.kind == DiagnosticKind::CompilerBug) {
      return true;
    }
  }
  return false;
}

//===--- Frontend ---------------------------------------------------------===//

static std::optional<std::string> readStandardInput() {
  auto buffer = llvm::MemoryBuffer::getSTDIN();
  return buffer ? std::optional((*buffer)->getBuffer().str()) : std::nullopt;
}

static double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int Compilation::load() {
  auto start = std::chrono::steady_clock::now();
  int code = readInput();
  loadTimes.load = millisecondsSince(start);
  return code;
}

int Compilation::readInput() {
  if (flags.input == "-") {
    std::optional<std::string> text = readStandardInput();
    // Standard input is read as a .tk file: nothing says otherwise.
    return loadText("<stdin>.tk", text.value_or(""));
  }
  loader = std::make_unique<ModuleLoader>(sources, flags.includeDirs);
  TimingScope scope = timing.nest("parse");
  std::string error;
  auto start = std::chrono::steady_clock::now();
  source = loader->loadFile(flags.input, error);
  loadTimes.parse = millisecondsSince(start);
  if (!source) {
    engine.report(DiagnosticKind::InputNotReadable, {}) << flags.input << error;
    return knobs::exitBadInput;
  }
  scope.stop();
  return finishLoad();
}

int Compilation::loadText(std::string name, std::string text) {
  loader = std::make_unique<ModuleLoader>(sources, flags.includeDirs);
  TimingScope scope = timing.nest("parse");
  source = loader->loadBuffer(sources.addBuffer(std::move(name), std::move(text)));
  scope.stop();
  return finishLoad();
}

int Compilation::finishLoad() {
  engine.append(source->diagnostics);
  if (engine.hasErrors()) {
    return knobs::exitBadInput;
  }
  if (int code = checkOptions()) {
    return code;
  }
  if (int code = chooseTarget()) {
    return code;
  }
  TimingScope scope = timing.nest("evaluate");
  evaluate::EvaluatorOptions options;
  options.computeCapability = parseTarget(targetName)->sm;
  options.environment = [this](std::string_view name) -> std::optional<std::string> {
    const char *value = environment(std::string(name).c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  };
  evaluator = std::make_unique<evaluate::Evaluator>(*loader, options);
  for (const stdlib::LanguageModule &language : stdlib::languageModules()) {
    evaluator->addLanguageModule(std::string(language.name), language.text);
  }
  module = evaluator->evaluateModule(*source);
  return engine.hasErrors() ? knobs::exitBadInput : knobs::exitFine;
}

int Compilation::checkOptions() {
  pipeline::PipelineOptions ignored;
  for (const auto &[name, value] : flags.options) {
    std::string problem = pipeline::setOption(ignored, name, value);
    if (!problem.empty()) {
      engine.report(DiagnosticKind::TransformOptionInvalid, {}) << problem;
      return knobs::exitBadUsage;
    }
  }
  return knobs::exitFine;
}

int Compilation::chooseTarget() {
  targetName = flags.target.value_or("sm_90a");
  std::string error;
  if (!parseTarget(targetName, &error)) {
    engine.report(DiagnosticKind::InvalidCommandLine, {}) << error;
    return knobs::exitBadUsage;
  }
  return knobs::exitFine;
}

std::string Compilation::printTokens() {
  DiagnosticEngine ignored;
  const SourceBuffer &buffer = *sources.findBuffer(source->path);
  return lex::printTokens(buffer, lex::tokenize(buffer, ignored));
}

std::string Compilation::printAst() { return ast::print(*source->syntax); }

static bool checkClusters(const evaluate::Specialization &specialization, DiagnosticEngine &problems) {
  if (specialization.numCtas == 1) {
    return true;
  }
  problems.report(DiagnosticKind::ClustersNotSupported, specialization.kernel.asFunction().range())
      << specialization.name << specialization.numCtas;
  return false;
}

evaluate::SpecializationRequest Compilation::requestOfFlags() const {
  evaluate::SpecializationRequest request;
  request.signature = flags.signature;
  request.constants = flags.constants;
  request.numWarps = flags.numWarps;
  request.numStages = flags.numStages;
  request.numCtas = flags.numCtas;
  request.maxnreg = flags.maxnreg;
  return request;
}

int Compilation::specialize(std::vector<evaluate::SpecializedParameter> arguments) {
  TimingScope scope = timing.nest("specialize");
  evaluate::SpecializationRequest request = requestOfFlags();
  request.arguments = std::move(arguments);
  auto trial = [this](const evaluate::Specialization &candidate, DiagnosticEngine &problems) {
    // Clusters that the command line asks for are not the configuration's.
    if (flags.numCtas || checkClusters(candidate, problems)) {
      tryOut(candidate, problems);
    }
  };
  for (const evaluate::KernelEntry &entry : evaluate::selectKernels(*evaluator, *module, flags.kernel, engine)) {
    std::optional<evaluate::Specialization> specialization =
        specializeToFit(*evaluator, entry.function, request, trial, engine);
    if (specialization && checkClusters(*specialization, engine)) {
      compiled.push_back({std::move(*specialization), {}});
    }
  }
  return engine.hasErrors() ? knobs::exitBadInput : knobs::exitFine;
}

//===--- Middle -----------------------------------------------------------===//

std::unique_ptr<MLIRContext> Compilation::makeContext() {
  DialectRegistry registry;
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadDialect<tk::TkDialect, tkg::TkgDialect, arith::ArithDialect, func::FuncDialect, math::MathDialect,
                       scf::SCFDialect, ub::UBDialect>();
  return context;
}

bool Compilation::isSanitized(llvm::StringRef what) const { return llvm::is_contained(flags.knobs.sanitize, what); }

elaborate::KernelOptions Compilation::makeKernelOptions(const evaluate::Specialization &specialization,
                                                        int32_t firstId) const {
  elaborate::KernelOptions options;
  options.target.computeCapability = parseTarget(targetName)->sm;
  options.target.numWarps = unsigned(specialization.numWarps);
  options.target.defaultPrecision =
      tk::symbolizeInputPrecision(flags.knobs.f32Default).value_or(tk::InputPrecision::TF32);
  options.isDebug = specialization.isDebug || flags.knobs.debug;
  options.target.checksOverflow = isSanitized("overflow");
  options.firstId = firstId;
  options.moduleAttributes = {{"num_warps", int32_t(specialization.numWarps)},
                              {"num_stages", int32_t(specialization.numStages)},
                              {"num_ctas", int32_t(specialization.numCtas)}};
  return options;
}

pipeline::PipelineOptions Compilation::makePipelineOptions(const evaluate::Specialization &specialization) const {
  pipeline::PipelineOptions options;
  options.target = targetName;
  options.numWarps = unsigned(specialization.numWarps);
  options.numStages = unsigned(specialization.numStages);
  options.numCtas = unsigned(specialization.numCtas);
  for (const auto &[name, value] : flags.options) {
    pipeline::setOption(options, name, value);
  }
  options.optLimit = flags.optLimit.value_or(-1);
  options.sanitizesMemory = isSanitized("memory");
  return options;
}

elaborate::Elaboration Compilation::elaborateFor(const evaluate::Specialization &specialization, int32_t firstId,
                                                 MLIRContext &context, DiagnosticEngine &problems,
                                                 llvm::DenseSet<const ast::Stmt *> *reached) {
  std::vector<elaborate::KernelArgument> arguments;
  for (const evaluate::SpecializedParameter &parameter : specialization.parameters) {
    arguments.push_back(elaborate::makeArgument(parameter));
  }
  elaborate::KernelOptions options = makeKernelOptions(specialization, firstId);
  options.reached = reached;
  return elaborate::elaborateKernel(specialization.kernel.asFunction(), arguments, options, context, *evaluator,
                                    problems);
}

void Compilation::tryOut(const evaluate::Specialization &specialization, DiagnosticEngine &problems) {
  std::unique_ptr<MLIRContext> context = makeContext();
  MlirDiagnosticHandler trialHandler(*context, problems, [this](Location location) { return positionOf(location); });
  elaborate::Elaboration elaboration = elaborateFor(specialization, 1, *context, problems);
  if (problems.hasErrors()) {
    return;
  }
  // What is wrong besides goes to `problems`, and comes again when the stages run.
  pipeline::PipelineOptions options = makePipelineOptions(specialization);
  pipeline::PassObserver observer;
  auto run = [&](auto add) {
    return pipeline::runPasses(*elaboration.module, [&](OpPassManager &passes) { add(passes, options); }, observer);
  };
  if (succeeded(run(pipeline::addTkPasses))) {
    (void)run(pipeline::addTkgPasses);
  }
}

int Compilation::elaborate() {
  mlirContext = makeContext();
  auto rangeOfLocation = [this](Location location) { return rangeOf(location); };
  handler = std::make_unique<MlirDiagnosticHandler>(*mlirContext, engine, rangeOfLocation);
  handler->show(flags.knobs.showDiagnostics);
  std::string pattern = flags.remarks.value_or(flags.remarksFile ? ".*" : "");
  if (!pattern.empty() && !collectRemarks(*mlirContext, pattern, rangeOfLocation, remarkList)) {
    engine.report(DiagnosticKind::InvalidCommandLine, {})
        << "--remarks needs a regular expression, got `" + pattern + "`";
    return knobs::exitBadUsage;
  }
  TimingScope scope = timing.nest("elaborate");
  int32_t nextId = 1;
  for (CompiledEntry &entry : compiled) {
    elaborate::Elaboration elaboration = elaborateFor(entry.specialization, nextId, *mlirContext, engine);
    entry.ops = std::move(elaboration.ops);
    nextId += int32_t(entry.ops.records().size());
    BackendKernel kernel;
    kernel.name = entry.specialization.name;
    kernel.options = makePipelineOptions(entry.specialization);
    kernel.maxRegisters = unsigned(entry.specialization.maxnreg.value_or(0));
    kernel.module = std::move(elaboration.module);
    kernels.push_back(std::move(kernel));
  }
  if (engine.hasErrors()) {
    return hasCompilerBug() ? knobs::exitInternalError : knobs::exitBadInput;
  }
  scope.stop();
  return explainMisfit(runTkPasses(makeRequest(), kernels, engine));
}

int Compilation::explainMisfit(int code) {
  const std::vector<Diagnostic> &diagnostics = engine.diagnostics();
  if (code == knobs::exitFine || diagnostics.empty() || !isMisfit(diagnostics.back())) {
    return code;
  }
  auto trial = [this](const evaluate::Specialization &candidate, DiagnosticEngine &problems) {
    tryOut(candidate, problems);
  };
  for (const CompiledEntry &entry : compiled) {
    DiagnosticEngine problems;
    trial(entry.specialization, problems);
    if (!problems.hasErrors()) {
      continue;
    }
    bool mayAddWarps = diagnostics.back().kind == DiagnosticKind::BlockTooLargeForWarps;
    constexpr size_t mostSuggestions = 3;
    std::vector<std::string> changes;
    for (const NearestFit &fit : findNearestFits(entry.specialization, mayAddWarps, mostSuggestions, trial)) {
      changes.push_back(fit.change);
    }
    if (!changes.empty()) {
      engine.addNoteFrom(diagnostics.size() - 1, entry.specialization.kernel.asFunction().range(),
                         "it fits with " + llvm::join(changes, ", or with "));
    }
    break;
  }
  return code;
}

BackendRequest Compilation::makeRequest() {
  BackendRequest request{flags, targetName, ptxas, &timing, nullptr, flags.verifiesIds};
  if (flags.knobs.dumpIr.on && !flags.knobs.dumpIrPath.empty()) {
    if (!dumpFile) {
      std::error_code error;
      dumpFile = std::make_unique<llvm::raw_fd_ostream>(flags.knobs.dumpIrPath, error);
      if (error) {
        engine.report(DiagnosticKind::OutputNotWritable, {})
            << "cannot write `" + flags.knobs.dumpIrPath + "`: " + error.message();
      }
    }
    request.dump = dumpFile.get();
  }
  return request;
}

std::string Compilation::printTk() {
  std::string text;
  for (BackendKernel &kernel : kernels) {
    appendModule(text, *kernel.module);
  }
  return text;
}

ModuleOp Compilation::findModule(const std::string &kernel) {
  for (BackendKernel &candidate : kernels) {
    if (candidate.name == kernel) {
      return *candidate.module;
    }
  }
  return {};
}

int Compilation::runBackend() {
  ptx::registerTranslations(*mlirContext);
  mlirContext->loadDialect<cf::ControlFlowDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  return explainMisfit(tkc::runBackend(makeRequest(), kernels, engine, backendOutput));
}

//===--- Places -----------------------------------------------------------===//

/// The innermost file position of a location.
static FileLineColLoc findFilePosition(Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location)) {
    return file;
  }
  auto call = dyn_cast<CallSiteLoc>(location);
  return call ? findFilePosition(call.getCallee()) : FileLineColLoc();
}

SourceRange Compilation::rangeOf(Location location) const {
  for (int32_t id : tk::getIds(location)) {
    for (const CompiledEntry &entry : compiled) {
      if (const elaborate::OpRecord *record = entry.ops.find(id)) {
        return record->range;
      }
    }
  }
  return positionOf(location);
}

/// One character at a place of a buffer.
static SourceRange rangeAt(const SourceBuffer &buffer, uint32_t line, uint32_t column) {
  uint32_t offset = buffer.offsetAt({line, column});
  return {&buffer, offset, offset + 1};
}

SourceRange Compilation::rangeOfLine(std::string_view fileName, uint32_t line, uint32_t column) const {
  for (const SourceBuffer &buffer : sources.buffers()) {
    if (llvm::sys::path::filename(buffer.name()) == llvm::StringRef(fileName)) {
      return rangeAt(buffer, line, column);
    }
  }
  return {};
}

SourceRange Compilation::positionOf(Location location) const {
  FileLineColLoc position = findFilePosition(tk::getSourceLocation(location));
  const SourceBuffer *buffer = position ? sources.findBuffer(position.getFilename().str()) : nullptr;
  if (!buffer) {
    return {};
  }
  return rangeAt(*buffer, position.getLine(), position.getColumn());
}

} // namespace tkc
