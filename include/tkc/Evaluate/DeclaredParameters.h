// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a kernel's parameters before its arguments are there: for tools that make the arguments.
#ifndef TKC_EVALUATE_DECLAREDPARAMETERS_H
#define TKC_EVALUATE_DECLAREDPARAMETERS_H

#include "tkc/Evaluate/Specialization.h"

namespace tkc::evaluate {

/// One parameter as the source and the request declare it, or one item of a tuple, called `t[0]`.
struct DeclaredParameter {
  std::string name;
  SourceRange range;
  /// A compile-time parameter of the source.
  bool isConstexpr = false;
  /// The request gives its value: an argument for it would be a second one.
  bool isGiven = false;
  /// A default, a configuration, a heuristic or a launch option gives it a value when there is no argument.
  bool hasValue = false;
  /// The type that the request or an annotation states; arguments do not specialise such a parameter.
  std::optional<DType> type;
  /// Whether an argument may specialise it to the value 1, and to a multiple of 16.
  bool specializesValue = true;
  bool specializesAlignment = true;
};

/// The parameters of a kernel, in order. Reports what is wrong with the request's signature and constants.
std::vector<DeclaredParameter> declareParameters(Evaluator &evaluator, const Object &kernel,
                                                 const SpecializationRequest &request, DiagnosticEngine &diagnostics);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_DECLAREDPARAMETERS_H
