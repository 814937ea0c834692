// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From what is known of one parameter to its type or its values.
#ifndef TKC_LIB_GUESS_PARAMETERGUESS_H
#define TKC_LIB_GUESS_PARAMETERGUESS_H

#include "tkc/Guess/Guess.h"

#include "UseFacts.h"

namespace tkc::guess {

/// Guesses parameters from the solved facts of a walk.
class ParameterGuesser {
public:
  ParameterGuesser(const Variables &variables, const GuessOptions &options) : variables(variables), options(options) {}

  /// The values to try a compile-time parameter with, the likeliest first. `given` is its default, if it has one.
  std::vector<Object> valuesOf(std::string_view name, Variable variable, const std::optional<Object> &given) const;
  /// What a parameter that is passed could be, the likeliest first.
  std::vector<evaluate::SpecializedParameter> typesOf(Variable variable, const std::optional<Object> &given) const;
  /// Whether a parameter without annotation only makes sense at compile time.
  bool isCompileTime(Variable variable) const;

private:
  Object likeliestValue(std::string_view name, const Evidence &evidence) const;
  int64_t sizeOf(std::string_view name) const;
  void addCompared(std::vector<Object> &values, const Evidence &evidence, bool hasDefault) const;
  DType elementOf(Variable pointer) const;
  void addOtherTypes(std::vector<evaluate::SpecializedParameter> &types, Variable variable) const;
  evaluate::SpecializedParameter typeOf(Variable variable) const;

  const Variables &variables;
  const GuessOptions &options;
};

} // namespace tkc::guess

#endif // TKC_LIB_GUESS_PARAMETERGUESS_H
