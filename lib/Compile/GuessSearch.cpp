// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A greedy search over guesses: a change is kept when more statements compile before the first error.
#include "GuessSearch.h"

#include "tkc/Evaluate/SyntaxWalk.h"

#include <deque>

namespace tkc {

using evaluate::SpecializedParameter;
using Outcome = GuessedCombination::Outcome;

/// How many combinations are compiled at most to repair one, to reach all that is not reached, and one statement of it.
static constexpr size_t mostOfRepair = 300, mostOfExploring = 150, mostOfStatement = 40;
/// Parameters that are further from the place than these are not changed.
static constexpr size_t mostParameters = 24, mostInPairs = 4, mostGuards = 8;
static constexpr size_t mostAlternativesInPairs = 5;

static bool isCompiled(const GuessTrial &trial) { return trial.combination.outcome == Outcome::Compiled; }

static bool isBetter(const GuessTrial &trial, const GuessTrial &than) {
  return (isCompiled(trial) && !isCompiled(than)) || trial.combination.reached.size() > than.combination.reached.size();
}

GuessTrial GuessSearch::attempt(const GuessTrial &base, llvm::ArrayRef<SpecializedParameter> changes) {
  Parameters choices = base.choices;
  for (const SpecializedParameter &change : changes) {
    auto place =
        llvm::find_if(choices, [&change](const SpecializedParameter &choice) { return choice.name == change.name; });
    if (place != choices.end()) {
      *place = change;
    } else {
      choices.push_back(change);
    }
  }
  --budget;
  return compile(base.guessIndex, choices);
}

GuessSearch::Parameters GuessSearch::alternativesOf(const GuessTrial &base, const std::string &name) const {
  const guess::Guess &guess = guesses[base.guessIndex];
  auto current = llvm::find_if(base.combination.parameters,
                               [&name](const SpecializedParameter &parameter) { return parameter.name == name; });
  bool isFixed = current == base.combination.parameters.end() || llvm::is_contained(guess.settled, name);
  return isFixed ? Parameters() : guess::alternativesOf(guess, *current);
}

/// Where the first error is, and from where in the kernel that was called.
static std::vector<SourceRange> placesOf(const GuessTrial &trial) {
  std::vector<SourceRange> places;
  for (const tkc::Diagnostic &problem : trial.combination.problems.diagnostics()) {
    if (problem.severity == Severity::Error) {
      places.push_back(problem.range);
      for (const DiagnosticNote &note : problem.notes) {
        places.push_back(note.range);
      }
      break;
    }
  }
  return places;
}

//===--- Repairing --------------------------------------------------------===//

/// Two parameters at once, for what one alone can't mend.
std::optional<GuessTrial> GuessSearch::improveByPairs(const GuessTrial &base, llvm::ArrayRef<std::string> names) {
  names = names.take_front(mostInPairs);
  for (size_t i = 0; i < names.size(); ++i) {
    Parameters first = alternativesOf(base, names[i]);
    first.resize(std::min(first.size(), mostAlternativesInPairs));
    for (size_t j = i + 1; j < names.size(); ++j) {
      Parameters second = alternativesOf(base, names[j]);
      second.resize(std::min(second.size(), mostAlternativesInPairs));
      for (const SpecializedParameter &a : first) {
        for (const SpecializedParameter &b : second) {
          if (!hasBudget()) {
            return std::nullopt;
          }
          GuessTrial trial = attempt(base, {a, b});
          if (isBetter(trial, base)) {
            return trial;
          }
        }
      }
    }
  }
  return std::nullopt;
}

std::optional<GuessTrial> GuessSearch::improve(const GuessTrial &base) {
  std::vector<std::string> names = relevance.parametersAt(placesOf(base));
  names.resize(std::min(names.size(), mostParameters));
  for (const std::string &name : names) {
    for (const SpecializedParameter &change : alternativesOf(base, name)) {
      if (!hasBudget()) {
        return std::nullopt;
      }
      if (setBack.count(guess::signatureOf({change}))) {
        continue;
      }
      GuessTrial trial = attempt(base, change);
      if (isBetter(trial, base)) {
        return trial;
      }
      if (isBetter(base, trial)) {
        setBack.insert(guess::signatureOf({change}));
      }
    }
  }
  return improveByPairs(base, names);
}

std::optional<GuessTrial> GuessSearch::climb(const GuessTrial &failed) {
  setBack.clear();
  std::optional<GuessTrial> best = improve(failed);
  while (best && !isCompiled(*best) && hasBudget()) {
    best = improve(*best);
  }
  return best && isCompiled(*best) ? std::move(best) : std::nullopt;
}

std::optional<GuessTrial> GuessSearch::repair(const GuessTrial &failed) {
  budget = std::min(mostOfRepair, repairBudget);
  size_t before = budget;
  std::optional<GuessTrial> repaired;
  if (!lastRepair.empty() && hasBudget()) {
    repaired = attempt(failed, lastRepair);
  }
  if (!repaired || !isCompiled(*repaired)) {
    bool isCloser = repaired && isBetter(*repaired, failed);
    repaired = climb(isCloser ? *repaired : failed);
  }
  repairBudget -= before - budget;
  if (repaired) {
    lastRepair.clear();
    for (const SpecializedParameter &choice : repaired->choices) {
      bool isOld = llvm::any_of(failed.choices, [&choice](const SpecializedParameter &old) {
        return guess::signatureOf({old}) == guess::signatureOf({choice});
      });
      if (!isOld) {
        lastRepair.push_back(choice);
      }
    }
  }
  return repaired;
}

//===--- Reaching lines ---------------------------------------------------===//

std::vector<const ast::Stmt *> GuessSearch::unreached() const {
  std::vector<const ast::Stmt *> result;
  evaluate::forEachStatement(kernel.definition->body, [&](const ast::Stmt &stmt) {
    if (!covered.contains(&stmt)) {
      result.push_back(&stmt);
    }
  });
  return result;
}

void GuessSearch::note(const GuessTrial &trial) {
  covered.insert(trial.combination.reached.begin(), trial.combination.reached.end());
}

/// What compiles and still reaches the statement.
std::optional<GuessTrial> GuessSearch::repairReaching(const ast::Stmt &stmt, const GuessTrial &trial) {
  std::optional<GuessTrial> repaired = climb(trial);
  return repaired && repaired->combination.reached.contains(&stmt) ? std::move(repaired) : std::nullopt;
}

/// A trial that compiles and reaches the statement, made of the base by changing what guards it.
std::optional<GuessTrial> GuessSearch::reach(const ast::Stmt &stmt, const GuessTrial &base) {
  std::vector<std::string> names = relevance.parametersBefore(stmt);
  names.resize(std::min(names.size(), mostGuards));
  std::optional<GuessTrial> failed;
  for (const std::string &name : names) {
    for (const SpecializedParameter &change : alternativesOf(base, name)) {
      if (!hasBudget()) {
        return std::nullopt;
      }
      GuessTrial trial = attempt(base, change);
      bool isReached = trial.combination.reached.contains(&stmt);
      if (isReached && isCompiled(trial)) {
        return trial;
      }
      if (isReached && !failed) {
        failed = std::move(trial);
      }
    }
  }
  return failed ? repairReaching(stmt, *failed) : std::nullopt;
}

/// The trial that has come closest to the statement: into the branch or loop around it, and far beside that.
const GuessTrial *GuessSearch::closestTo(const ast::Stmt &stmt, llvm::ArrayRef<const GuessTrial *> trials) const {
  for (const ast::Stmt *around = relevance.parentOf(stmt); around; around = relevance.parentOf(*around)) {
    auto reaching = llvm::find_if(
        trials, [around](const GuessTrial *trial) { return trial->combination.reached.contains(around); });
    if (reaching != trials.end()) {
      return *reaching;
    }
  }
  return trials.front();
}

std::vector<GuessTrial> GuessSearch::explore(const std::vector<GuessTrial> &trials) {
  std::vector<const GuessTrial *> bases;
  for (const GuessTrial &trial : trials) {
    if (isCompiled(trial)) {
      note(trial);
      bases.push_back(&trial);
    }
  }
  llvm::stable_sort(bases, [](const GuessTrial *a, const GuessTrial *b) {
    return a->combination.reached.size() > b->combination.reached.size();
  });
  std::deque<GuessTrial> found;
  std::set<std::vector<std::string>> givenUp;
  size_t left = bases.empty() ? 0 : mostOfExploring;
  for (const ast::Stmt *stmt : unreached()) {
    bool isOpen = left != 0 && !covered.contains(stmt) && !givenUp.count(relevance.parametersBefore(*stmt));
    if (!isOpen) {
      continue;
    }
    size_t before = budget = std::min(left, mostOfStatement);
    std::optional<GuessTrial> trial = reach(*stmt, *closestTo(*stmt, bases));
    left -= before - budget;
    if (trial) {
      note(*trial);
      found.push_back(std::move(*trial));
      bases.push_back(&found.back());
    } else {
      givenUp.insert(relevance.parametersBefore(*stmt));
    }
  }
  return {std::make_move_iterator(found.begin()), std::make_move_iterator(found.end())};
}

} // namespace tkc
