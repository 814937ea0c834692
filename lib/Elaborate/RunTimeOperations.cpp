// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bridge from compile-time evaluation to the typing rules.
#include "RunTimeOperations.h"

#include "Environment.h"

namespace tkc::elaborate {

Semantic &RunTimeOperations::at(SourceRange range) {
  identity.setRange(range);
  semantic.setPlace(identity.range(), identity.location());
  return semantic;
}

static std::optional<Object> orPoison(mlir::FailureOr<Object> result) {
  return mlir::failed(result) ? poison() : *result;
}

std::optional<Object> RunTimeOperations::unary(ast::UnaryOp op, const Object &operand, SourceRange range) {
  return isPoison(operand) ? poison() : orPoison(at(range).unary(op, operand));
}

std::optional<Object> RunTimeOperations::binary(ast::BinaryOp op, const Object &left, const Object &right,
                                                SourceRange range) {
  bool hasPoison = isPoison(left) || isPoison(right);
  return hasPoison ? poison() : orPoison(at(range).binary(op, left, right));
}

std::optional<Object> RunTimeOperations::compare(ast::CompareOp op, const Object &left, const Object &right,
                                                 SourceRange range) {
  bool hasPoison = isPoison(left) || isPoison(right);
  return hasPoison ? poison() : orPoison(at(range).compare(op, left, right));
}

std::optional<Object> RunTimeOperations::logical(bool isAnd, const Object &left, const Object &right,
                                                 SourceRange range) {
  bool hasPoison = isPoison(left) || isPoison(right);
  return hasPoison ? poison() : orPoison(at(range).logical(isAnd, left, right));
}

std::optional<Object> RunTimeOperations::select(const Object &condition, const Object &whenTrue,
                                                const Object &whenFalse, SourceRange range) {
  bool hasPoison = isPoison(condition) || isPoison(whenTrue) || isPoison(whenFalse);
  return hasPoison ? poison() : orPoison(at(range).select(condition, whenTrue, whenFalse));
}

std::optional<Object> RunTimeOperations::attribute(const Object &object, std::string_view name, SourceRange range) {
  return isPoison(object) ? poison() : orPoison(at(range).attribute(object, name));
}

std::optional<Object> RunTimeOperations::index(const Object &object, const Object &index, SourceRange range) {
  bool hasPoison = isPoison(object) || contents.of(index).hasPoison;
  return hasPoison ? poison() : orPoison(at(range).subscript(object, index));
}

bool isInstanceOfRunTime(const Object &value, const Object &type) {
  if (type.isSequence()) {
    return llvm::any_of(type.items(), [&](const Object &each) { return isInstanceOfRunTime(value, each); });
  }
  if (!type.isBuiltin()) {
    return false;
  }
  llvm::StringRef name = type.builtinName();
  if (name.ends_with("tensor_descriptor") || name.ends_with("tensor_descriptor_base")) {
    return asTensorDescriptor(value) != nullptr;
  }
  return name.ends_with(".tensor") ? asTensorDescriptor(value) == nullptr : name.ends_with(".base_value");
}

std::optional<Object> RunTimeOperations::callBuiltin(const std::string &name, const evaluate::CallArguments &arguments,
                                                     SourceRange range) {
  const std::vector<Object> &given = arguments.positional;
  bool isQuestion = given.size() == 2 && asRunTime(given[0]);
  if (isQuestion && name == "isinstance") {
    return Object::boolean(isInstanceOfRunTime(given[0], given[1]));
  }
  if (isQuestion && name == "hasattr" && given[1].isString()) {
    return Object::boolean(semantic.hasAttribute(given[0], given[1].asString()));
  }
  bool hasDefault = given.size() == 3 && asRunTime(given[0]) && given[1].isString();
  if (hasDefault && name == "getattr" && !semantic.hasAttribute(given[0], given[1].asString())) {
    return given[2];
  }
  if (!semantic.hasBuiltin(name)) {
    return std::nullopt;
  }
  bool hasPoison = llvm::any_of(arguments.positional, [&](const Object &each) { return contents.of(each).hasPoison; });
  return hasPoison ? poison() : orPoison(at(range).callBuiltin(name, arguments.positional, arguments.keywords));
}

} // namespace tkc::elaborate
