// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The answer to --guess.
#include "GuessRun.h"

#include "tkc/Evaluate/SyntaxWalk.h"
#include "tkc/Target/Ptx/Ptx.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include <chrono>

#include "GuessSearch.h"
#include "NearestFit.h"

using namespace mlir;

namespace tkc {

using evaluate::DType;
using evaluate::DTypeKind;
using evaluate::KernelEntry;
using evaluate::SpecializedParameter;
using Outcome = GuessedCombination::Outcome;

/// Of how many combinations a cubin is tried, until one gives it.
static constexpr size_t mostCubins = 3;
/// What sizes become where the kernel needs more than its target has: one after the other, up to those that were
/// guessed.
static constexpr int64_t smallerSizes[] = {16, 32, 64, 128};
/// Sizes of which more PTX comes are taken to be too large: ptxas would take minutes.
static constexpr size_t mostPtxBytes = 1 << 20;

bool GuessedKernel::isCompiled() const {
  return llvm::any_of(combinations,
                      [](const GuessedCombination &combination) { return combination.outcome == Outcome::Compiled; });
}

/// Whether the first error is the kernel's own refusal, or the target's of a type.
static bool isRefused(const DiagnosticEngine &problems) {
  for (const tkc::Diagnostic &problem : problems.diagnostics()) {
    if (problem.severity == Severity::Error) {
      bool isAssertion = problem.kind == DiagnosticKind::CompileTimeException && !problem.arguments.empty() &&
                         problem.arguments[0] == "AssertionError";
      return isAssertion || problem.kind == DiagnosticKind::AssertionFails ||
             problem.kind == DiagnosticKind::RaiseReached || problem.kind == DiagnosticKind::TypeNotSupported;
    }
  }
  return false;
}

//===--- Lines ------------------------------------------------------------===//

static bool isCompound(const ast::Stmt &stmt) {
  return llvm::isa<ast::IfStmt, ast::ForStmt, ast::WhileStmt, ast::FunctionDefStmt, ast::ClassDefStmt, ast::WithStmt,
                   ast::TryStmt, ast::MatchStmt>(&stmt);
}

/// Strings that stand alone and `pass` do nothing that could be reached.
static bool hasEffect(const ast::Stmt &stmt) {
  const auto *expression = llvm::dyn_cast<ast::ExpressionStmt>(&stmt);
  bool isText = expression && llvm::isa<ast::StringExpr>(expression->value);
  return !isText && !llvm::isa<ast::PassStmt>(&stmt);
}

/// All lines of a simple statement, the first of one with a suite.
static void addLines(std::set<uint32_t> &lines, const ast::Stmt &stmt) {
  uint32_t first = stmt.range.start().line;
  SourceRange end = {stmt.range.buffer, stmt.range.end, stmt.range.end};
  uint32_t last = isCompound(stmt) ? first : end.start().line;
  for (uint32_t line = first; line <= last; ++line) {
    lines.insert(line);
  }
}

static void countLines(GuessedKernel &kernel, const ast::Block &body) {
  evaluate::forEachStatement(body, [&](const ast::Stmt &stmt) {
    if (!hasEffect(stmt)) {
      return;
    }
    addLines(kernel.lines, stmt);
    bool isReached = llvm::any_of(kernel.combinations, [&](const GuessedCombination &combination) {
      return combination.outcome == Outcome::Compiled && combination.reached.contains(&stmt);
    });
    if (isReached) {
      addLines(kernel.reachedLines, stmt);
    }
  });
}

//===--- Compiling --------------------------------------------------------===//

static evaluate::SpecializationRequest makeRequestFor(const knobs::CompileFlags &flags) {
  evaluate::SpecializationRequest request;
  request.signature = flags.signature;
  request.constants = flags.constants;
  request.numWarps = flags.numWarps;
  request.numStages = flags.numStages;
  request.numCtas = flags.numCtas;
  request.maxnreg = flags.maxnreg;
  return request;
}

void GuessRun::lower(GuessedCombination &combination, const evaluate::Specialization &specialization) {
  std::unique_ptr<MLIRContext> context = Compilation::makeContext();
  MlirDiagnosticHandler handler(*context, combination.problems,
                                [this](Location location) { return compilation.positionOf(location); });
  elaborate::Elaboration elaboration =
      compilation.elaborateFor(specialization, 1, *context, combination.problems, &combination.reached);
  if (combination.problems.hasErrors()) {
    return;
  }
  pipeline::PipelineOptions options = compilation.makePipelineOptions(specialization);
  pipeline::PassObserver observer;
  auto addPasses = [&](OpPassManager &passes) { pipeline::addTkPasses(passes, options); };
  if (succeeded(pipeline::runPasses(*elaboration.module, addPasses, observer)) && !combination.problems.hasErrors()) {
    combination.outcome = Outcome::Compiled;
  }
}

GuessedCombination GuessRun::compile(const KernelEntry &entry, const guess::Guess &guess, const Parameters &choices) {
  GuessedCombination combination;
  auto start = std::chrono::steady_clock::now();
  evaluate::SpecializationRequest request = makeRequestFor(compilation.flags);
  request.suggestions = choices;
  request.fallbacks = guess.fallbacks;
  std::optional<evaluate::Specialization> specialization =
      evaluate::specialize(*compilation.evaluator, entry.function, request, combination.problems);
  if (specialization) {
    guess::fitDescriptors(guess, specialization->parameters);
    combination.parameters = specialization->parameters;
    lower(combination, *specialization);
  }
  combination.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (combination.outcome == Outcome::Failed && isRefused(combination.problems)) {
    combination.outcome = Outcome::Infeasible;
  }
  return combination;
}

std::optional<evaluate::Specialization> GuessRun::specializeFor(const KernelEntry &entry, const Parameters &parameters,
                                                                DiagnosticEngine &problems) {
  evaluate::SpecializationRequest request = makeRequestFor(compilation.flags);
  request.signature.reset();
  request.constants.clear();
  request.arguments = parameters;
  return evaluate::specialize(*compilation.evaluator, entry.function, request, problems);
}

GuessRun::Assembly GuessRun::assemble(const KernelEntry &entry, const Parameters &parameters, size_t mostBytes,
                                      DiagnosticEngine &problems) {
  std::optional<evaluate::Specialization> specialization = specializeFor(entry, parameters, problems);
  if (!specialization) {
    return Assembly::Failed;
  }
  std::unique_ptr<MLIRContext> context = Compilation::makeContext();
  MlirDiagnosticHandler handler(*context, problems,
                                [this](Location location) { return compilation.positionOf(location); });
  BackendKernel kernel;
  kernel.name = specialization->name;
  kernel.options = compilation.makePipelineOptions(*specialization);
  kernel.maxRegisters = unsigned(specialization->maxnreg.value_or(0));
  kernel.module = compilation.elaborateFor(*specialization, 1, *context, problems).module;
  BackendRequest backendRequest = compilation.makeRequest();
  backendRequest.mostPtxBytes = mostBytes;
  if (!kernel.module || runTkPasses(backendRequest, kernel, problems) != knobs::exitFine) {
    return Assembly::Failed;
  }
  ptx::registerTranslations(*context);
  context->loadDialect<cf::ControlFlowDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  BackendOutput output;
  if (runBackend(backendRequest, kernel, problems, output) != knobs::exitFine) {
    return Assembly::Failed;
  }
  return output.ptx.size() > mostBytes ? Assembly::TooLong : Assembly::Done;
}

/// What to guess with: the element asked for, then others for kernels whose types only agree with those, then larger
/// sizes for those that divide them often.
static std::vector<guess::GuessOptions> optionsToTry(const std::string &asked) {
  constexpr int64_t largeSize = 256;
  guess::GuessOptions first;
  first.element = DType::parse(asked).value_or(DTypeKind::Float16);
  std::vector<guess::GuessOptions> result = {first};
  for (DTypeKind element : {DTypeKind::Float32, DTypeKind::BFloat16}) {
    if (!first.element.is(element)) {
      result.push_back(first);
      result.back().element = element;
    }
  }
  result.push_back(first);
  result.back().size = largeSize;
  return result;
}

GuessTrial GuessRun::compileRow(const KernelEntry &entry, const Guesses &guesses, const std::vector<size_t> &row,
                                std::optional<GuessTrial> &closest) {
  std::optional<GuessTrial> first;
  for (size_t index = 0; index < guesses.size(); ++index) {
    const guess::Guess &guess = guesses[index];
    GuessTrial trial;
    trial.guessIndex = index;
    for (size_t i = 0; i < row.size(); ++i) {
      // With another element, a parameter may have fewer values to try.
      const std::string &name = guesses[0].variations[i].values[0].name;
      auto variation = llvm::find_if(
          guess.variations, [&name](const guess::Variation &candidate) { return candidate.values[0].name == name; });
      if (variation != guess.variations.end()) {
        trial.choices.push_back(variation->values[std::min(row[i], variation->values.size() - 1)]);
      }
    }
    trial.combination = compile(entry, guess, trial.choices);
    Outcome outcome = trial.combination.outcome;
    if (!first || outcome == Outcome::Compiled) {
      first = std::move(trial);
    } else if (trial.combination.reached.size() > (closest ? *closest : *first).combination.reached.size()) {
      closest = std::move(trial);
    }
    if (outcome == Outcome::Compiled || first->combination.outcome == Outcome::Infeasible) {
      break;
    }
  }
  return std::move(*first);
}

std::vector<GuessTrial> GuessRun::compileRows(const KernelEntry &entry, const Guesses &guesses) {
  std::vector<size_t> counts;
  for (const guess::Variation &variation : guesses[0].variations) {
    counts.push_back(variation.values.size());
  }
  GuessSearch search(entry.function.asFunction(), guesses, [&](size_t index, const Parameters &choices) {
    return GuessTrial{index, choices, compile(entry, guesses[index], choices)};
  });
  std::vector<GuessTrial> trials;
  std::vector<std::optional<GuessTrial>> closest;
  for (const std::vector<size_t> &row : guess::combine(counts)) {
    trials.push_back(compileRow(entry, guesses, row, closest.emplace_back()));
  }
  auto isCompiled = [](const GuessTrial &trial) { return trial.combination.outcome == Outcome::Compiled; };
  bool isHopeless = llvm::none_of(trials, isCompiled);
  for (auto [trial, start] : llvm::zip(trials, closest)) {
    bool isRepaired = trial.combination.outcome == Outcome::Failed ||
                      (isHopeless && trial.combination.outcome == Outcome::Infeasible);
    std::optional<GuessTrial> repaired = isRepaired ? search.repair(start ? *start : trial) : std::nullopt;
    if (repaired) {
      trial = std::move(*repaired);
      isHopeless = false;
    }
  }
  for (GuessTrial &trial : search.explore(trials)) {
    trials.push_back(std::move(trial));
  }
  return trials;
}

GuessedKernel GuessRun::run(const KernelEntry &entry) {
  GuessedKernel kernel;
  kernel.name = entry.name;
  kernel.range = entry.function.asFunction().range();
  Guesses guesses;
  functionToPass = guess::makeIdentity(*compilation.evaluator, "<function for " + entry.name + " at " +
                                                                   std::to_string(kernel.range.begin) + ">");
  for (guess::GuessOptions &options : optionsToTry(compilation.flags.guessElement)) {
    options.function = functionToPass;
    guesses.push_back(guess::guessParameters(*compilation.evaluator, entry.function, options));
  }
  std::set<std::string> signatures;
  for (GuessTrial &trial : compileRows(entry, guesses)) {
    // What the command line gives is the same in several rows.
    const Parameters &parameters = trial.combination.parameters;
    bool isNew = parameters.empty() || signatures.insert(guess::signatureOf(parameters)).second;
    if (isNew) {
      kernel.combinations.push_back(std::move(trial.combination));
    }
  }
  countLines(kernel, entry.function.asFunction().definition->body);
  if (compilation.flags.emit > knobs::EmitKind::Tk) {
    assembleOne(entry, guesses, kernel);
  }
  return kernel;
}

void GuessRun::assembleOne(const KernelEntry &entry, const Guesses &guesses, GuessedKernel &kernel) {
  size_t attempts = 0;
  // The first one, or the one whose code is too long.
  const GuessedCombination *chosen = nullptr;
  Assembly result = Assembly::Failed;
  for (const GuessedCombination &combination : kernel.combinations) {
    if (combination.outcome == Outcome::Compiled && result == Assembly::Failed && attempts++ < mostCubins) {
      result = assemble(entry, combination.parameters, mostPtxBytes, kernel.backendProblems);
      chosen = chosen && result != Assembly::TooLong ? chosen : &combination;
    }
  }
  kernel.hasCubin = result == Assembly::Done;
  if (*kernel.hasCubin || !chosen) {
    return;
  }
  Parameters parameters = chosen->parameters;
  if (result == Assembly::TooLong || llvm::any_of(kernel.backendProblems.diagnostics(), isMisfit)) {
    kernel.hasCubin = assembleSmaller(entry, guesses, parameters, kernel) || assembleNear(entry, parameters, kernel);
  }
  if (result == Assembly::TooLong && !*kernel.hasCubin) {
    constexpr size_t any = std::numeric_limits<size_t>::max();
    kernel.hasCubin = assemble(entry, parameters, any, kernel.backendProblems) == Assembly::Done;
  }
}

static const SpecializedParameter *findByName(const std::vector<SpecializedParameter> &parameters,
                                              const std::string &name) {
  auto found =
      llvm::find_if(parameters, [&name](const SpecializedParameter &parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

/// Makes a parameter what `guess` says if it is what one of `guesses` says.
static void resize(SpecializedParameter &parameter, const std::vector<guess::Guess> &guesses,
                   const guess::Guess &guess) {
  using Kind = SpecializedParameter::Kind;
  const SpecializedParameter *after = findByName(guess.fallbacks, parameter.name);
  for (const guess::Guess &old : guesses) {
    const SpecializedParameter *before = findByName(old.fallbacks, parameter.name);
    if (!before || !after || before->kind != parameter.kind || after->kind != parameter.kind) {
      continue;
    }
    std::optional<int64_t> size = before->constant.toInt64();
    if (size && parameter.constant.toInt64() == size) {
      parameter.constant = after->constant;
      return;
    }
    if (parameter.kind == Kind::Descriptor && parameter.type == before->type) {
      parameter.type = after->type;
      return;
    }
  }
}

bool GuessRun::assembleAndAdd(const KernelEntry &entry, const Parameters &parameters, GuessedKernel &kernel) {
  DiagnosticEngine problems;
  if (assemble(entry, parameters, mostPtxBytes, problems) != Assembly::Done) {
    return false;
  }
  GuessedCombination &combination = kernel.combinations.emplace_back();
  combination.outcome = Outcome::Compiled;
  combination.parameters = parameters;
  return true;
}

bool GuessRun::assembleSmaller(const KernelEntry &entry, const Guesses &guesses, const Parameters &parameters,
                               GuessedKernel &kernel) {
  guess::GuessOptions options = optionsToTry(compilation.flags.guessElement).front();
  options.function = functionToPass;
  for (int64_t size : smallerSizes) {
    options.size = size;
    guess::Guess guess = guess::guessParameters(*compilation.evaluator, entry.function, options);
    Parameters resized = parameters;
    for (SpecializedParameter &parameter : resized) {
      resize(parameter, guesses, guess);
    }
    guess::fitDescriptors(guess, resized);
    if (guess::signatureOf(resized) == guess::signatureOf(parameters)) {
      return false;
    }
    if (assembleAndAdd(entry, resized, kernel)) {
      return true;
    }
  }
  return false;
}

bool GuessRun::assembleNear(const KernelEntry &entry, const Parameters &parameters, GuessedKernel &kernel) {
  DiagnosticEngine problems;
  std::optional<evaluate::Specialization> specialization = specializeFor(entry, parameters, problems);
  auto trial = [this](const evaluate::Specialization &candidate, DiagnosticEngine &problems) {
    compilation.tryOut(candidate, problems);
  };
  std::vector<NearestFit> fits;
  if (specialization) {
    fits = findNearestFits(*specialization, /*mayAddWarps=*/false, trial);
  }
  return !fits.empty() && assembleAndAdd(entry, fits.front().specialization.parameters, kernel);
}

int Compilation::guess(std::string &report) {
  std::vector<KernelEntry> entries = evaluate::selectKernels(*evaluator, *module, flags.kernel, engine);
  if (engine.hasErrors()) {
    return knobs::exitBadInput;
  }
  std::vector<GuessedKernel> guessed;
  for (const KernelEntry &entry : entries) {
    guessed.push_back(GuessRun(*this).run(entry));
  }
  bool isJson = flags.diagnostics == knobs::DiagnosticsFormat::Json;
  report = isJson ? formatGuessesJson(guessed, loadTimes) : formatGuesses(guessed);
  bool isFine = llvm::all_of(
      guessed, [](const GuessedKernel &kernel) { return kernel.isCompiled() && kernel.hasCubin.value_or(true); });
  return isFine ? knobs::exitFine : knobs::exitBadInput;
}

} // namespace tkc
