// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where guesses fail, or leave lines out, other values are tried for the parameters that the place in question depends
// on, one or two at a time, within a budget.
#ifndef TKC_LIB_COMPILE_GUESSSEARCH_H
#define TKC_LIB_COMPILE_GUESSSEARCH_H

#include "tkc/Guess/Relevance.h"

#include "GuessRun.h"

namespace tkc {

class GuessSearch {
public:
  using Parameters = std::vector<evaluate::SpecializedParameter>;
  using Compile = std::function<GuessTrial(size_t guessIndex, const Parameters &choices)>;

  GuessSearch(const evaluate::FunctionObject &kernel, const std::vector<guess::Guess> &guesses, Compile compile)
      : kernel(kernel), relevance(kernel), guesses(guesses), compile(std::move(compile)) {}

  /// What compiles after changing a trial that failed, if that is found.
  std::optional<GuessTrial> repair(const GuessTrial &failed);
  /// More trials, each of which compiles and reaches statements of the kernel that none reached before.
  std::vector<GuessTrial> explore(const std::vector<GuessTrial> &trials);

private:
  bool hasBudget() const { return budget != 0; }
  GuessTrial attempt(const GuessTrial &base, llvm::ArrayRef<evaluate::SpecializedParameter> changes);
  Parameters alternativesOf(const GuessTrial &base, const std::string &name) const;
  std::optional<GuessTrial> improve(const GuessTrial &base);
  std::optional<GuessTrial> improveByPairs(const GuessTrial &base, llvm::ArrayRef<std::string> names);
  std::optional<GuessTrial> climb(const GuessTrial &failed);
  std::vector<const ast::Stmt *> unreached() const;
  void note(const GuessTrial &trial);
  const GuessTrial *closestTo(const ast::Stmt &stmt, llvm::ArrayRef<const GuessTrial *> trials) const;
  std::optional<GuessTrial> reach(const ast::Stmt &stmt, const GuessTrial &base);
  std::optional<GuessTrial> repairReaching(const ast::Stmt &stmt, const GuessTrial &trial);

  const evaluate::FunctionObject &kernel;
  guess::Relevance relevance;
  const std::vector<guess::Guess> &guesses;
  Compile compile;
  /// How many combinations may be compiled yet: by the present search, and to repair any.
  size_t budget = 0, repairBudget = 600;
  /// Changes that led to an earlier error; they would do so again.
  std::set<std::string> setBack;
  /// What made the last one compile.
  Parameters lastRepair;
  llvm::DenseSet<const ast::Stmt *> covered;
};

} // namespace tkc

#endif // TKC_LIB_COMPILE_GUESSSEARCH_H
