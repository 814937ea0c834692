// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments for the parameters of kernels that are given as text.
#ifndef TKC_TEST_UNIT_ELABORATE_ANNOTATEDARGUMENTS_H
#define TKC_TEST_UNIT_ELABORATE_ANNOTATEDARGUMENTS_H

#include "tkc/AST/Definition.h"
#include "tkc/AST/Literal.h"
#include "tkc/Elaborate/Elaborate.h"

namespace tkc::elaborate::test {

/// The argument by an annotation that spells a type, or is a tuple of such; pointers are multiples of 16, and an array
/// of its own behind `noalias`. Others are constants.
inline evaluate::SpecializedParameter specializeAnnotated(const ast::Expr *annotation, const Object &constant) {
  using Kind = evaluate::SpecializedParameter::Kind;
  evaluate::SpecializedParameter specialized;
  if (const auto *tuple = llvm::dyn_cast_if_present<ast::TupleExpr>(annotation)) {
    specialized.kind = Kind::Tuple;
    for (const ast::Expr *element : tuple->elements) {
      specialized.items.push_back(specializeAnnotated(element, constant));
    }
    return specialized;
  }
  const auto *text = llvm::dyn_cast_if_present<ast::StringExpr>(annotation);
  llvm::StringRef spelled = text ? llvm::StringRef(text->value) : "";
  specialized.isNoAlias = spelled.consume_back(":noalias");
  std::optional<DType> type = text ? DType::parse(spelled) : std::nullopt;
  if (!type) {
    specialized.constant = constant;
    return specialized;
  }
  specialized.kind = type->isTensorDescriptor() ? Kind::Descriptor : Kind::Scalar;
  specialized.type = *type;
  specialized.range = annotation->range;
  specialized.divisibility = type->isPointer() ? 16 : 1;
  return specialized;
}

/// The arguments of all parameters of `kernel`.
inline std::vector<KernelArgument> makeAnnotatedArguments(const evaluate::FunctionObject &kernel,
                                                          const Object &fallback) {
  std::vector<KernelArgument> arguments;
  for (size_t i = 0; i < kernel.parameters().size(); ++i) {
    Object constant = kernel.defaults[i].value_or(fallback);
    arguments.push_back(makeArgument(specializeAnnotated(kernel.parameters()[i].annotation, constant)));
  }
  return arguments;
}

} // namespace tkc::elaborate::test

#endif // TKC_TEST_UNIT_ELABORATE_ANNOTATEDARGUMENTS_H
