// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel could be compiled for when nobody says it: types and values of parameters, from how they are used.
// docs/Guessing.md has the rules.
#ifndef TKC_GUESS_GUESS_H
#define TKC_GUESS_GUESS_H

#include "tkc/Evaluate/Specialization.h"

namespace tkc::guess {

struct GuessOptions {
  /// The element type of a pointer when its use tells no other, and the value of a parameter that is a data type.
  evaluate::DType element = evaluate::DTypeKind::Float16;
  /// Of tiles, heads and features.
  int64_t size = 64;
  /// What is passed for a parameter that is called.
  evaluate::Object function;
};

/// A function that gives back its first argument, to be called in the module of a kernel.
evaluate::Object makeIdentity(evaluate::Evaluator &evaluator, const evaluate::FunctionObject &kernel);

/// A parameter that is tried with several values.
struct Variation {
  /// Two values or more; the first is the likeliest.
  std::vector<evaluate::SpecializedParameter> values;
};

/// The parameters that tell the block shape of a descriptor, one a dimension; empty where none does.
struct DescriptorSizes {
  std::string parameter;
  std::vector<std::string> sizes;
};

struct Guess {
  /// One a parameter, for those that have nothing better.
  std::vector<evaluate::SpecializedParameter> fallbacks;
  std::vector<Variation> variations;
  std::vector<DescriptorSizes> descriptors;
  /// Parameters whose annotation leaves nothing to guess.
  std::vector<std::string> settled;
};

/// Guesses all parameters of a jit function from the code that they reach.
Guess guessParameters(evaluate::Evaluator &evaluator, const evaluate::Object &kernel, const GuessOptions &options);

/// What else a parameter could be than it is now, the likeliest first.
std::vector<evaluate::SpecializedParameter> alternativesOf(const Guess &guess,
                                                           const evaluate::SpecializedParameter &current);

/// Gives the descriptors among a kernel's parameters the block shapes that the others tell.
void fitDescriptors(const Guess &guess, std::vector<evaluate::SpecializedParameter> &parameters);

/// Rows of choices among `counts[i]` values of the i-th variation. The first row is all zeros. All combinations when
/// there are at most `mostCombinations`, else so many that each two values of different variations occur together.
std::vector<std::vector<size_t>> combine(const std::vector<size_t> &counts, size_t mostCombinations = 8);

/// What was chosen, as `--signature` reads it: "x=*fp16, n=i32, BLOCK=64".
std::string signatureOf(const std::vector<evaluate::SpecializedParameter> &parameters);

} // namespace tkc::guess

#endif // TKC_GUESS_GUESS_H
