// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What signature, `--const` and annotations say of the parameters of a kernel, before it is put together.
#ifndef TKC_EVALUATE_PARAMETERSOURCES_H
#define TKC_EVALUATE_PARAMETERSOURCES_H

#include "tkc/Evaluate/Signature.h"
#include "tkc/Evaluate/Specialization.h"

namespace tkc::evaluate {

/// Reads what is said of the parameters of one kernel.
class ParameterSources {
public:
  ParameterSources(Evaluator &evaluator, const FunctionObject &kernel, DiagnosticEngine &diagnostics)
      : evaluator(evaluator), kernel(kernel), diagnostics(diagnostics) {}

  /// One place a parameter, in order; nothing where the request says nothing.
  std::vector<std::optional<SpecializedParameter>> fromRequest(const SpecializationRequest &request);
  /// What the annotation of a parameter says, or nothing.
  std::optional<SpecializedParameter> fromAnnotation(const ast::Parameter &parameter);
  static bool isConstexpr(const ast::Parameter &parameter);

private:
  using Slots = std::vector<std::optional<SpecializedParameter>>;

  /// The index of a parameter; reports a name that no parameter has.
  std::optional<size_t> indexOf(std::string_view name, SourceRange range);
  void fill(Slots &slots, size_t index, SpecializedParameter value);
  void addSignature(Slots &slots, const std::string &signature);
  void addConstants(Slots &slots, const SpecializationRequest &request);
  std::optional<SpecializedParameter> fromEntry(const SignatureEntry &entry, const ast::Parameter &parameter);
  std::optional<SpecializedParameter> fromType(const SignatureEntry &entry, const ast::Parameter &parameter);
  std::optional<SpecializedParameter> fromLiteral(const SignatureEntry &entry, const ast::Parameter &parameter);
  /// `entries` has one place an item; empty places have the defaults of the class.
  std::optional<SpecializedParameter> fromTuple(const SignatureEntry &entry, const ast::Parameter &parameter,
                                                const std::vector<const SignatureEntry *> &entries,
                                                std::shared_ptr<ClassObject> type);
  std::optional<SpecializedParameter> fromNamedTuple(const SignatureEntry &entry, const ast::Parameter &parameter,
                                                     const std::shared_ptr<ClassObject> &type);
  /// The value of an expression in the kernel's module.
  Object evaluateText(const std::string &text, std::string_view bufferName, bool takesWords, SourceRange &range);

  Evaluator &evaluator;
  const FunctionObject &kernel;
  DiagnosticEngine &diagnostics;
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_PARAMETERSOURCES_H
