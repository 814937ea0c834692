// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compile-time evaluation does with run-time values that it meets: it emits ops, as the kernel's own text would.
#ifndef TKC_LIB_ELABORATE_RUNTIMEOPERATIONS_H
#define TKC_LIB_ELABORATE_RUNTIMEOPERATIONS_H

#include "tkc/Elaborate/Semantic/Semantic.h"
#include "tkc/Evaluate/OpaqueOperations.h"

#include "Contents.h"
#include "OpIdentity.h"

namespace tkc::elaborate {

/// Whether a run-time value is an instance of a class of `tl`, or of one of a tuple of classes.
bool isInstanceOfRunTime(const Object &value, const Object &type);

/// Answers the evaluator by the typing rules. Poison gives poison.
class RunTimeOperations final : public evaluate::OpaqueOperations {
public:
  RunTimeOperations(Semantic &semantic, OpIdentity &identity, ContentsTable &contents)
      : semantic(semantic), identity(identity), contents(contents) {}

  std::optional<Object> unary(ast::UnaryOp op, const Object &operand, SourceRange range) override;
  std::optional<Object> binary(ast::BinaryOp op, const Object &left, const Object &right, SourceRange range) override;
  std::optional<Object> compare(ast::CompareOp op, const Object &left, const Object &right, SourceRange range) override;
  std::optional<Object> logical(bool isAnd, const Object &left, const Object &right, SourceRange range) override;
  std::optional<Object> select(const Object &condition, const Object &whenTrue, const Object &whenFalse,
                               SourceRange range) override;
  std::optional<Object> attribute(const Object &object, std::string_view name, SourceRange range) override;
  std::optional<Object> index(const Object &object, const Object &index, SourceRange range) override;
  std::optional<Object> callBuiltin(const std::string &name, const evaluate::CallArguments &arguments,
                                    SourceRange range) override;

private:
  Semantic &at(SourceRange range);

  Semantic &semantic;
  OpIdentity &identity;
  ContentsTable &contents;
};

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_RUNTIMEOPERATIONS_H
