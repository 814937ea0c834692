// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How each operator is spelled and binds: one table for parser, printer and JSON.
#ifndef TKC_LIB_LAUNCHEXPR_OPERATORTABLE_H
#define TKC_LIB_LAUNCHEXPR_OPERATORTABLE_H

#include "tkc/LaunchExpr/Expression.h"

namespace tkc::launch {

/// Trees nest no deeper than this, in text and in JSON, so that recursion over them is safe.
inline constexpr int largestDepth = 200;

/// Where an operator stands in the grammar.
enum class Form : uint8_t { Leaf, Tuple, Select, Infix, Prefix, Call };

struct OperatorRow {
  Operator op;
  std::string_view spelling;
  Form form;
  /// Higher binds tighter.
  int precedence;
  size_t fewestOperands, mostOperands;
};

inline constexpr size_t anyNumber = ~size_t(0);
inline constexpr int selectPrecedence = 1;
inline constexpr int comparisonPrecedence = 5;
inline constexpr int leafPrecedence = 10;

inline constexpr OperatorRow operatorRows[] = {
    {Operator::Integer, "", Form::Leaf, leafPrecedence, 0, 0},
    {Operator::Name, "", Form::Leaf, leafPrecedence, 0, 0},
    {Operator::Tuple, "tuple", Form::Tuple, leafPrecedence, 0, anyNumber},
    {Operator::Add, "+", Form::Infix, 6, 2, 2},
    {Operator::Subtract, "-", Form::Infix, 6, 2, 2},
    {Operator::Multiply, "*", Form::Infix, 7, 2, 2},
    {Operator::FloorDivide, "//", Form::Infix, 7, 2, 2},
    {Operator::Modulo, "%", Form::Infix, 7, 2, 2},
    {Operator::Negate, "neg", Form::Prefix, 8, 1, 1},
    {Operator::Less, "<", Form::Infix, comparisonPrecedence, 2, 2},
    {Operator::LessEqual, "<=", Form::Infix, comparisonPrecedence, 2, 2},
    {Operator::Greater, ">", Form::Infix, comparisonPrecedence, 2, 2},
    {Operator::GreaterEqual, ">=", Form::Infix, comparisonPrecedence, 2, 2},
    {Operator::Equal, "==", Form::Infix, comparisonPrecedence, 2, 2},
    {Operator::NotEqual, "!=", Form::Infix, comparisonPrecedence, 2, 2},
    {Operator::And, "and", Form::Infix, 3, 2, 2},
    {Operator::Or, "or", Form::Infix, 2, 2, 2},
    {Operator::Not, "not", Form::Prefix, 4, 1, 1},
    {Operator::Select, "if", Form::Select, selectPrecedence, 3, 3},
    {Operator::CeilDivide, "cdiv", Form::Call, leafPrecedence, 2, 2},
    {Operator::Minimum, "min", Form::Call, leafPrecedence, 1, anyNumber},
    {Operator::Maximum, "max", Form::Call, leafPrecedence, 1, anyNumber},
    {Operator::NextPowerOfTwo, "next_power_of_2", Form::Call, leafPrecedence, 1, 1},
};

inline const OperatorRow &rowOf(Operator op) { return operatorRows[static_cast<size_t>(op)]; }

} // namespace tkc::launch

#endif // TKC_LIB_LAUNCHEXPR_OPERATORTABLE_H
