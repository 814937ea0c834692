// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From guesses to a cubin.
#include "GuessAssembly.h"

#include "tkc/Compile/NearestFit.h"
#include "tkc/Target/Ptx/Ptx.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tkc {

using evaluate::SpecializedParameter;
using Outcome = GuessedCombination::Outcome;

/// Of how many combinations a cubin is tried, until one gives it.
static constexpr size_t mostCubins = 3;
/// What sizes become where the kernel needs more than its target has: one after the other, up to those that were
/// guessed.
static constexpr int64_t smallerSizes[] = {16, 32, 64, 128};
/// Sizes of which more PTX comes are taken to be too large: ptxas would take minutes.
static constexpr size_t mostPtxBytes = 1 << 20;

std::optional<evaluate::Specialization> GuessAssembly::specializeFor(const Parameters &parameters,
                                                                     DiagnosticEngine &problems) {
  evaluate::SpecializationRequest request = compilation.requestOfFlags();
  request.signature.reset();
  request.constants.clear();
  request.arguments = parameters;
  return evaluate::specialize(*compilation.evaluator, entry.function, request, problems);
}

Assembly GuessAssembly::assemble(const Parameters &parameters, size_t mostBytes, DiagnosticEngine &problems) {
  std::optional<evaluate::Specialization> specialization = specializeFor(parameters, problems);
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

std::optional<size_t> GuessAssembly::assembleFirst(GuessedKernel &kernel) {
  size_t attempts = 0;
  std::optional<size_t> chosen;
  for (auto [index, combination] : llvm::enumerate(kernel.combinations)) {
    if (combination.outcome != Outcome::Compiled) {
      continue;
    }
    if (attempts++ == mostCubins) {
      break;
    }
    combination.assembly = assemble(combination.parameters, mostPtxBytes, combination.assemblyProblems);
    if (combination.assembly != Assembly::Failed) {
      return index;
    }
    chosen = chosen.value_or(index);
  }
  return chosen;
}

void GuessAssembly::run(GuessedKernel &kernel) {
  kernel.hasCubin = false;
  std::optional<size_t> chosen = assembleFirst(kernel);
  if (!chosen) {
    return;
  }
  // Combinations are added behind it.
  Parameters parameters = kernel.combinations[*chosen].parameters;
  bool isTooLong = kernel.combinations[*chosen].assembly == Assembly::TooLong;
  bool isMisfitting = llvm::any_of(kernel.combinations, [](const GuessedCombination &combination) {
    return llvm::any_of(combination.assemblyProblems.diagnostics(), isMisfit);
  });
  kernel.hasCubin = kernel.combinations[*chosen].assembly == Assembly::Done;
  if (!*kernel.hasCubin && (isTooLong || isMisfitting)) {
    kernel.hasCubin = assembleSmaller(parameters, kernel) || assembleNear(parameters, kernel);
  }
  if (!*kernel.hasCubin && isTooLong) {
    constexpr size_t any = std::numeric_limits<size_t>::max();
    GuessedCombination &combination = kernel.combinations[*chosen];
    combination.assembly = assemble(parameters, any, combination.assemblyProblems);
    kernel.hasCubin = combination.assembly == Assembly::Done;
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

bool GuessAssembly::assembleAndAdd(const Parameters &smaller, const Parameters &parameters, GuessedKernel &kernel) {
  DiagnosticEngine problems;
  if (assemble(smaller, mostPtxBytes, problems) != Assembly::Done) {
    return false;
  }
  GuessedCombination &combination = kernel.combinations.emplace_back();
  combination.outcome = Outcome::Compiled;
  combination.parameters = smaller;
  combination.assembly = Assembly::Done;
  for (auto [after, before] : llvm::zip_equal(smaller, parameters)) {
    if (std::string text = guess::signatureOf({after}); text != guess::signatureOf({before})) {
      combination.changes.push_back(text);
    }
  }
  return true;
}

bool GuessAssembly::assembleSmaller(const Parameters &parameters, GuessedKernel &kernel) {
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
    if (assembleAndAdd(resized, parameters, kernel)) {
      return true;
    }
  }
  return false;
}

bool GuessAssembly::assembleNear(const Parameters &parameters, GuessedKernel &kernel) {
  DiagnosticEngine problems;
  std::optional<evaluate::Specialization> specialization = specializeFor(parameters, problems);
  auto trial = [this](const evaluate::Specialization &candidate, DiagnosticEngine &problems) {
    compilation.tryOut(candidate, problems);
  };
  std::vector<NearestFit> fits;
  if (specialization) {
    fits = findNearestFits(*specialization, /*mayAddWarps=*/false, /*mostFits=*/1, trial);
  }
  return !fits.empty() && assembleAndAdd(fits.front().specialization.parameters, parameters, kernel);
}

} // namespace tkc
