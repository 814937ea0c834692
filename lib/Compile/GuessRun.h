// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles kernels for guessed types and values, one combination after the other.
#ifndef TKC_LIB_COMPILE_GUESSRUN_H
#define TKC_LIB_COMPILE_GUESSRUN_H

#include "tkc/Compile/Compilation.h"
#include "tkc/Guess/Guess.h"

#include <set>

namespace tkc {

/// What came of a way to a cubin. One that is too long has PTX only.
enum class Assembly : uint8_t { Done, TooLong, Failed };

/// What came of one combination of guesses.
struct GuessedCombination {
  enum class Outcome : uint8_t {
    Compiled,
    Infeasible, // the kernel itself refuses it
    Failed,
  };

  Outcome outcome = Outcome::Failed;
  std::vector<evaluate::SpecializedParameter> parameters;
  DiagnosticEngine problems;
  /// What specialisation, elaboration and the tk passes took.
  double milliseconds = 0;
  llvm::DenseSet<const ast::Stmt *> reached;
  /// What came of the way to a cubin, if it was gone, and why there is none.
  std::optional<Assembly> assembly;
  DiagnosticEngine assemblyProblems;
  /// Of a combination whose sizes were made smaller for the target: what became other than in the one that was guessed,
  /// each in the notation of signatures.
  std::vector<std::string> changes;
};

/// One attempt to compile a kernel.
struct GuessTrial {
  /// Which of the guesses it starts from.
  size_t guessIndex = 0;
  /// What was chosen for some parameters; the guess has the rest.
  std::vector<evaluate::SpecializedParameter> choices;
  GuessedCombination combination;
};

struct GuessedKernel {
  std::string name;
  SourceRange range;
  std::vector<GuessedCombination> combinations;
  /// Lines of the kernel's statements, and those that a combination reached that compiled.
  std::set<uint32_t> lines, reachedLines;
  /// A cubin came of one combination; nothing when none was asked for.
  std::optional<bool> hasCubin;

  bool isCompiled() const;
};

/// The text and the JSON of a run.
std::string formatGuesses(const std::vector<GuessedKernel> &kernels);
/// `loadTimes`: milliseconds of parsing and of all that comes before the kernels.
std::string formatGuessesJson(const std::vector<GuessedKernel> &kernels, const LoadTimes &loadTimes);

class GuessRun {
public:
  explicit GuessRun(Compilation &compilation) : compilation(compilation) {}

  GuessedKernel run(const evaluate::KernelEntry &entry);

private:
  using Parameters = std::vector<evaluate::SpecializedParameter>;
  using Guesses = std::vector<guess::Guess>;

  GuessedCombination compile(const evaluate::KernelEntry &entry, const guess::Guess &guess, const Parameters &choices);
  /// Compiles one row of choices with the first of the guesses that can be compiled. Of those that can't be, `closest`
  /// is the one that comes furthest.
  GuessTrial compileRow(const evaluate::KernelEntry &entry, const Guesses &guesses, const std::vector<size_t> &row,
                        std::optional<GuessTrial> &closest);
  std::vector<GuessTrial> compileRows(const evaluate::KernelEntry &entry, const Guesses &guesses);
  void lower(GuessedCombination &combination, const evaluate::Specialization &specialization);

  Compilation &compilation;
  /// What parameters get that are called.
  evaluate::Object functionToPass;
};

} // namespace tkc

#endif // TKC_LIB_COMPILE_GUESSRUN_H
