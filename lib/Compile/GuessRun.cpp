// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The answer to --guess.
#include "GuessRun.h"

#include "tkc/Evaluate/SyntaxWalk.h"

#include <chrono>

#include "GuessAssembly.h"
#include "GuessSearch.h"

using namespace mlir;

namespace tkc {

using evaluate::DType;
using evaluate::DTypeKind;
using evaluate::KernelEntry;
using evaluate::SpecializedParameter;
using Outcome = GuessedCombination::Outcome;

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
  evaluate::SpecializationRequest request = compilation.requestOfFlags();
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
  functionToPass = guess::makeIdentity(*compilation.evaluator, entry.function.asFunction());
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
    guess::GuessOptions options = optionsToTry(compilation.flags.guessElement).front();
    options.function = functionToPass;
    GuessAssembly(compilation, entry, guesses, options).run(kernel);
  }
  return kernel;
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
