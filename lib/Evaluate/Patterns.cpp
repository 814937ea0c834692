// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `match` statements at compile time.
#include "tkc/Evaluate/Operations.h"

#include "StatementRunner.h"

namespace tkc::evaluate {

using namespace ast;

Completion StatementRunner::visitMatchStmt(const MatchStmt &stmt) {
  Object subject = evaluator.evaluate(*stmt.subject, scope);
  std::vector<const Block *> bodies;
  for (const MatchCase &matchCase : stmt.cases) {
    bodies.push_back(&matchCase.body);
  }
  for (const MatchCase &matchCase : stmt.cases) {
    std::optional<bool> isMatch = subject.isUnknown() ? std::nullopt : matches(*matchCase.pattern, subject);
    if (isMatch == true && matchCase.guard) {
      isMatch = evaluator.truth(evaluator.evaluate(*matchCase.guard, scope));
    }
    if (!isMatch) {
      const Object &problem = subject.isUnknown() ? subject : captureProblem;
      Completion completion = settle(problem);
      Object reason = problem.isUnknown() ? problem : Object::unknown("a case can't be decided", matchCase.range);
      bool isOfRunTime = evaluator.opaqueOperations && !problem.isUnknown();
      return completion.isNormal() ? giveUp(bodies, reason, isOfRunTime) : completion;
    }
    if (*isMatch) {
      return run(matchCase.body);
    }
  }
  return {};
}

std::optional<bool> StatementRunner::capture(const Identifier &name, const Object &value) {
  captureProblem = evaluator.assignName(name.text, value, scope, name.range);
  return captureProblem.isUnknown() ? std::nullopt : std::optional(true);
}

std::optional<bool> StatementRunner::matchesSequence(const SequencePattern &pattern, const Object &value) {
  if (!value.isSequence()) {
    return false;
  }
  const std::vector<Object> items = value.items();
  size_t star = 0;
  while (star < pattern.elements.size() && !llvm::isa<StarPattern>(pattern.elements[star])) {
    ++star;
  }
  bool hasStar = star < pattern.elements.size();
  size_t needed = pattern.elements.size() - (hasStar ? 1 : 0);
  if (hasStar ? items.size() < needed : items.size() != needed) {
    return false;
  }
  size_t next = 0;
  for (const Pattern *element : pattern.elements) {
    std::optional<bool> isMatch = true;
    if (const auto *rest = llvm::dyn_cast<StarPattern>(element)) {
      size_t count = items.size() - needed;
      Object list = Object::list({items.begin() + next, items.begin() + next + count});
      isMatch = rest->name.empty() ? isMatch : capture(rest->name, list);
      next += count;
    } else {
      isMatch = matches(*element, items[next++]);
    }
    if (isMatch != true) {
      return isMatch;
    }
  }
  return true;
}

std::optional<bool> StatementRunner::matchesMapping(const MappingPattern &pattern, const Object &value) {
  if (!value.is(ObjectKind::Dict)) {
    return false;
  }
  Object rest = binaryOperation(BinaryOp::BitOr, value, Object::dict());
  for (const MappingPatternItem &item : pattern.items) {
    Object key = evaluator.evaluate(*item.key, scope);
    const Object *found = value.asDict().entries.find(key);
    std::optional<bool> isMatch = found ? matches(*item.pattern, *found) : std::optional(false);
    if (isMatch != true) {
      return isMatch;
    }
    rest.asDict().entries.erase(key);
  }
  return pattern.rest.empty() ? std::optional(true) : capture(pattern.rest, rest);
}

std::optional<bool> StatementRunner::matchesClass(const ClassPattern &pattern, const Object &value) {
  Object type = evaluator.evaluate(*pattern.classRef, scope);
  std::optional<Object> isInstance = evaluator.callBuiltin("isinstance", {{value, type}, {}}, pattern.range);
  std::optional<bool> result = isInstance ? evaluator.truth(*isInstance) : std::nullopt;
  if (result != true) {
    return result;
  }
  for (size_t i = 0; i < pattern.positional.size(); ++i) {
    bool isField = type.is(ObjectKind::Class) && i < type.asClass().fields.size();
    Object part = isField ? evaluator.attribute(value, type.asClass().fields[i].name, pattern.range) : value;
    result = matches(*pattern.positional[i], part);
    if (result != true) {
      return result;
    }
  }
  for (const KeywordPattern &keyword : pattern.keywords) {
    result = evaluator.hasAttribute(value, keyword.name.text)
                 ? matches(*keyword.pattern, evaluator.attribute(value, keyword.name.text, pattern.range))
                 : std::optional(false);
    if (result != true) {
      return result;
    }
  }
  return true;
}

std::optional<bool> StatementRunner::matches(const Pattern &pattern, const Object &value) {
  if (const auto *literal = llvm::dyn_cast<ValuePattern>(&pattern)) {
    return evaluator.truth(
        evaluator.compare(CompareOp::Eq, value, evaluator.evaluate(*literal->value, scope), pattern.range));
  }
  if (const auto *captured = llvm::dyn_cast<CapturePattern>(&pattern)) {
    return capture(captured->name, value);
  }
  if (const auto *named = llvm::dyn_cast<AsPattern>(&pattern)) {
    std::optional<bool> isMatch = matches(*named->pattern, value);
    return isMatch == true ? capture(named->name, value) : isMatch;
  }
  if (const auto *either = llvm::dyn_cast<OrPattern>(&pattern)) {
    for (const Pattern *alternative : either->alternatives) {
      std::optional<bool> isMatch = matches(*alternative, value);
      if (isMatch != false) {
        return isMatch;
      }
    }
    return false;
  }
  if (const auto *sequence = llvm::dyn_cast<SequencePattern>(&pattern)) {
    return matchesSequence(*sequence, value);
  }
  if (const auto *mapping = llvm::dyn_cast<MappingPattern>(&pattern)) {
    return matchesMapping(*mapping, value);
  }
  if (const auto *type = llvm::dyn_cast<ClassPattern>(&pattern)) {
    return matchesClass(*type, value);
  }
  return true; // a wildcard
}

} // namespace tkc::evaluate
