// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments for the parameters of kernels that are given as text.
#ifndef TKC_TEST_UNIT_ELABORATE_ANNOTATEDARGUMENTS_H
#define TKC_TEST_UNIT_ELABORATE_ANNOTATEDARGUMENTS_H

#include "tkc/AST/Definition.h"
#include "tkc/AST/Literal.h"
#include "tkc/Elaborate/Elaborate.h"

namespace tkc::elaborate::test {

/// The argument by the parameter's annotation where that spells a type; pointers are multiples of 16. Others are
/// constants: their default values, or else `fallback`.
inline KernelArgument makeAnnotatedArgument(const ast::Parameter &parameter, const std::optional<Object> &defaultValue,
                                            const Object &fallback) {
  using Kind = evaluate::SpecializedParameter::Kind;
  evaluate::SpecializedParameter specialized;
  const auto *annotation = parameter.annotation ? llvm::dyn_cast<ast::StringExpr>(parameter.annotation) : nullptr;
  std::optional<DType> type = annotation ? DType::parse(annotation->value) : std::nullopt;
  if (!type) {
    specialized.constant = defaultValue.value_or(fallback);
    return makeArgument(specialized);
  }
  specialized.kind = type->isTensorDescriptor() ? Kind::Descriptor : Kind::Scalar;
  specialized.type = *type;
  specialized.range = annotation->range;
  specialized.divisibility = type->isPointer() ? 16 : 1;
  return makeArgument(specialized);
}

/// The arguments of all parameters of `kernel`.
inline std::vector<KernelArgument> makeAnnotatedArguments(const evaluate::FunctionObject &kernel,
                                                          const Object &fallback) {
  std::vector<KernelArgument> arguments;
  for (size_t i = 0; i < kernel.parameters().size(); ++i) {
    arguments.push_back(makeAnnotatedArgument(kernel.parameters()[i], kernel.defaults[i], fallback));
  }
  return arguments;
}

} // namespace tkc::elaborate::test

#endif // TKC_TEST_UNIT_ELABORATE_ANNOTATEDARGUMENTS_H
