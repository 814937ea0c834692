// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer expressions over launch arguments: grids, heuristics, scratch sizes. They travel in the kernel metadata, so
// that a launcher evaluates them without a compiler.
#ifndef TKC_LAUNCHEXPR_EXPRESSION_H
#define TKC_LAUNCHEXPR_EXPRESSION_H

#include "tkc/Support/Result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tkc::launch {

/// What an expression does with its operands.
enum class Operator : uint8_t {
  Integer,
  Name,
  Tuple,
  Add,
  Subtract,
  Multiply,
  FloorDivide,
  Modulo,
  Negate,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or,
  Not,
  /// Operands: condition, value if true, value if false.
  Select,
  CeilDivide,
  Minimum,
  Maximum,
  NextPowerOfTwo
};

/// A tree. All arithmetic is on 64-bit signed integers, with Python's rounding; truth values are 0 and 1.
struct Expression {
  Operator op = Operator::Integer;
  int64_t value = 0;
  std::string name;
  std::vector<Expression> operands;

  static Expression integer(int64_t value);
  static Expression reference(std::string name);
  static Expression apply(Operator op, std::vector<Expression> operands);

  bool operator==(const Expression &other) const;
  bool operator!=(const Expression &other) const { return !(*this == other); }
};

/// Values of names.
using Environment = std::map<std::string, int64_t, std::less<>>;

/// Reads the text form, a subset of Python: `(cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N), 1)`. Names may be dotted
/// (`x.nbytes`, `x.shape[0]`) or subscripted as in `META["BLOCK"]`, which is the name `BLOCK`; `triton.` and `tl.`
/// before a function are dropped; a list at the top needs no parentheses. Errors tell the position.
Result<Expression> parseExpression(std::string_view text);

/// The text form, with no more parentheses than needed; it reads back as an equal tree.
std::string formatExpression(const Expression &expression);

/// The value. Unknown names, division by zero, overflow of 64 bits and tuples are errors.
Result<int64_t> evaluate(const Expression &expression, const Environment &environment);

/// The values of a tuple, or the one value of anything else.
Result<std::vector<int64_t>> evaluateTuple(const Expression &expression, const Environment &environment);

/// Replaces the names that the environment knows by their values, and computes what has become constant.
Expression substitute(const Expression &expression, const Environment &environment);

/// The names that occur, in order of first occurrence.
std::vector<std::string> namesIn(const Expression &expression);

} // namespace tkc::launch

#endif // TKC_LAUNCHEXPR_EXPRESSION_H
