// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What --guess prints.
#include <nlohmann/json.hpp>

#include "GuessRun.h"

namespace tkc {

using nlohmann::ordered_json;
using Outcome = GuessedCombination::Outcome;

static const Diagnostic *findError(const DiagnosticEngine &problems) {
  for (const Diagnostic &problem : problems.diagnostics()) {
    if (problem.severity == Severity::Error) {
      return &problem;
    }
  }
  return nullptr;
}

static std::string placeOf(SourceRange range) {
  return range.isValid() ? range.buffer->name() + ":" + std::to_string(range.start().line) : "";
}

static std::string describe(const Diagnostic *problem) {
  if (!problem) {
    return "no reason was given";
  }
  std::string place = placeOf(problem->range);
  return (place.empty() ? "" : place + ": ") + problem->message() + " [" + std::string(problem->name()) + "]";
}

static const char *outcomeName(Outcome outcome) {
  switch (outcome) {
  case Outcome::Compiled:
    return "compiled";
  case Outcome::Infeasible:
    return "infeasible";
  case Outcome::Failed:
    return "failed";
  }
  return "";
}

/// Why there is no cubin of a combination that was tried; nothing for others.
static std::string describeAssembly(const GuessedCombination &combination) {
  bool isDone = combination.assembly.value_or(Assembly::Done) == Assembly::Done;
  const Diagnostic *problem = findError(combination.assemblyProblems);
  return isDone ? "" : combination.assembly == Assembly::TooLong ? "its PTX is too long for ptxas" : describe(problem);
}

static std::string formatCombination(const GuessedCombination &combination) {
  bool isAssembled = combination.assembly == Assembly::Done;
  std::string text = std::string("  ") + outcomeName(combination.outcome) + (isAssembled ? " to a cubin: " : ": ") +
                     guess::signatureOf(combination.parameters) + "\n";
  if (combination.outcome != Outcome::Compiled) {
    text += "    " + describe(findError(combination.problems)) + "\n";
  }
  if (std::string reason = describeAssembly(combination); !reason.empty()) {
    text += "    no cubin: " + reason + "\n";
  }
  return text +
         (combination.changes.empty() ? "" : "    made smaller: " + llvm::join(combination.changes, ", ") + "\n");
}

static size_t countOf(const GuessedKernel &kernel, Outcome outcome) {
  return size_t(llvm::count_if(kernel.combinations, [outcome](const GuessedCombination &combination) {
    return combination.outcome == outcome;
  }));
}

/// "3, 7-9": the lines that no combination reached.
static std::string formatUnreached(const GuessedKernel &kernel) {
  std::string text;
  for (auto place = kernel.lines.begin(); place != kernel.lines.end();) {
    uint32_t first = *place, last = first;
    bool isReached = kernel.reachedLines.count(first) != 0;
    for (++place; !isReached && place != kernel.lines.end() && *place == last + 1 && !kernel.reachedLines.count(*place);
         ++place) {
      last = *place;
    }
    if (!isReached) {
      text += (text.empty() ? "" : ", ") + std::to_string(first) + (last != first ? "-" + std::to_string(last) : "");
    }
  }
  return text;
}

static std::string formatKernel(const GuessedKernel &kernel) {
  size_t infeasible = countOf(kernel, Outcome::Infeasible);
  size_t feasible = kernel.combinations.size() - infeasible;
  std::string text = "kernel " + kernel.name + " at " + placeOf(kernel.range) + ": " +
                     std::to_string(countOf(kernel, Outcome::Compiled)) + " of " + std::to_string(feasible) +
                     " combinations compile" + (infeasible ? ", " + std::to_string(infeasible) + " infeasible" : "") +
                     "\n";
  for (const GuessedCombination &combination : kernel.combinations) {
    text += formatCombination(combination);
  }
  std::string unreached = formatUnreached(kernel);
  return text + "  lines reached: " + std::to_string(kernel.reachedLines.size()) + " of " +
         std::to_string(kernel.lines.size()) + (unreached.empty() ? "" : "; not reached: " + unreached) + "\n";
}

std::string formatGuesses(const std::vector<GuessedKernel> &kernels) {
  std::string text;
  size_t compiled = 0, cubins = 0;
  bool asksForCubins = false;
  for (const GuessedKernel &kernel : kernels) {
    text += formatKernel(kernel);
    compiled += kernel.isCompiled();
    cubins += kernel.hasCubin.value_or(false);
    asksForCubins |= kernel.hasCubin.has_value();
  }
  text += std::to_string(compiled) + " of " + std::to_string(kernels.size()) + " kernels to tk";
  return text + (asksForCubins ? ", " + std::to_string(cubins) + " to cubin\n" : "\n");
}

static ordered_json describeProblem(const Diagnostic *problem) {
  ordered_json entry;
  if (problem) {
    entry["name"] = std::string(problem->name());
    entry["message"] = problem->message();
    entry["place"] = placeOf(problem->range);
  }
  return entry;
}

static ordered_json describeCombination(const GuessedCombination &combination) {
  ordered_json item = {{"outcome", outcomeName(combination.outcome)},
                       {"signature", guess::signatureOf(combination.parameters)},
                       {"milliseconds", combination.milliseconds}};
  if (combination.outcome != Outcome::Compiled) {
    item["problem"] = describeProblem(findError(combination.problems));
  }
  if (combination.assembly) {
    item["cubin"] = combination.assembly == Assembly::Done;
  }
  if (std::string reason = describeAssembly(combination); !reason.empty()) {
    item["cubin_reason"] = reason;
  }
  if (!combination.changes.empty()) {
    item["made_smaller"] = combination.changes;
  }
  return item;
}

/// The first error on the way to a cubin.
static const Diagnostic *findAssemblyError(const GuessedKernel &kernel) {
  const Diagnostic *problem = nullptr;
  for (const GuessedCombination &combination : kernel.combinations) {
    problem = problem ? problem : findError(combination.assemblyProblems);
  }
  return problem;
}

static ordered_json describeKernel(const GuessedKernel &kernel) {
  ordered_json entry = {{"name", kernel.name}, {"place", placeOf(kernel.range)}, {"tk", kernel.isCompiled()}};
  if (kernel.hasCubin) {
    entry["cubin"] = *kernel.hasCubin;
    if (!*kernel.hasCubin && kernel.isCompiled()) {
      entry["cubin_problem"] = describeProblem(findAssemblyError(kernel));
    }
  }
  entry["lines"] = kernel.lines.size();
  entry["reached"] = kernel.reachedLines.size();
  entry["not_reached"] = ordered_json::array();
  for (uint32_t line : kernel.lines) {
    if (!kernel.reachedLines.count(line)) {
      entry["not_reached"].push_back(line);
    }
  }
  entry["combinations"] = ordered_json::array();
  for (const GuessedCombination &combination : kernel.combinations) {
    entry["combinations"].push_back(describeCombination(combination));
  }
  return entry;
}

std::string formatGuessesJson(const std::vector<GuessedKernel> &kernels, const LoadTimes &loadTimes) {
  auto list = ordered_json::array();
  for (const GuessedKernel &kernel : kernels) {
    list.push_back(describeKernel(kernel));
  }
  ordered_json report = {{"parse_milliseconds", loadTimes.parse}, {"load_milliseconds", loadTimes.load}};
  report["kernels"] = std::move(list);
  return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace tkc
