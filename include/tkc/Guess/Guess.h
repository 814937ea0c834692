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
};

/// A parameter that is tried with several values.
struct Variation {
  /// Two values or more; the first is the likeliest.
  std::vector<evaluate::SpecializedParameter> values;
};

struct Guess {
  /// One a parameter, for those that have nothing better.
  std::vector<evaluate::SpecializedParameter> fallbacks;
  std::vector<Variation> variations;
};

/// Guesses all parameters of a jit function from the code that they reach.
Guess guessParameters(evaluate::Evaluator &evaluator, const evaluate::Object &kernel, const GuessOptions &options);

/// Rows of choices among `counts[i]` values of the i-th variation. The first row is all zeros. All combinations when
/// there are at most `mostCombinations`, else so many that each two values of different variations occur together.
std::vector<std::vector<size_t>> combine(const std::vector<size_t> &counts, size_t mostCombinations = 8);

/// What was chosen, as `--signature` reads it: "x=*fp16, n=i32, BLOCK=64".
std::string signatureOf(const std::vector<evaluate::SpecializedParameter> &parameters);

} // namespace tkc::guess

#endif // TKC_GUESS_GUESS_H
