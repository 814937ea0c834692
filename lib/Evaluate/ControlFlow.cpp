// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches, loops, `with` and `try` of code that runs at compile time.
#include "tkc/Evaluate/Operations.h"
#include "tkc/Evaluate/SyntaxWalk.h"

#include <algorithm>

#include "StatementRunner.h"

namespace tkc::evaluate {

using namespace ast;
using Kind = Completion::Kind;

/// An Unknown that says why the truth or the items of a value are not known.
static Object asReason(const Object &value, std::string_view what, SourceRange range) {
  return value.isUnknown() ? value
                           : Object::unknown(std::string(what) + " '" + typeName(value) + "' is not known", range);
}

Completion StatementRunner::giveUp(const std::vector<const Block *> &blocks, const Object &reason, bool isOfRunTime) {
  bool isInFunction = !evaluator.frames.empty();
  for (const Block *block : blocks) {
    if (isInFunction && (isOfRunTime || mayLeaveFunction(*block))) {
      return {Kind::Return, reason};
    }
  }
  for (const Block *block : blocks) {
    for (const std::string &name : assignedNames(*block)) {
      Completion completion = settle(evaluator.assignName(name, reason, scope, reason.asUnknown().range));
      if (!completion.isNormal()) {
        return completion;
      }
    }
  }
  return {};
}

void StatementRunner::runDefinitions(const Block &block) {
  for (const Stmt *stmt : block) {
    if (llvm::isa<FunctionDefStmt, ClassDefStmt, ImportStmt, ImportFromStmt>(stmt)) {
      visit(*stmt);
    } else if (const auto *branch = llvm::dyn_cast<IfStmt>(stmt)) {
      runDefinitions(branch->elseBody);
      runDefinitions(branch->thenBody);
    }
  }
}

Completion StatementRunner::visitIfStmt(const IfStmt &stmt) {
  Object condition = evaluator.evaluate(*stmt.condition, scope);
  Completion completion = settle(condition);
  if (!completion.isNormal()) {
    return completion;
  }
  if (std::optional<bool> isTrue = evaluator.truth(condition)) {
    return run(*isTrue ? stmt.thenBody : stmt.elseBody);
  }
  Object reason = asReason(condition, "the truth of", stmt.condition->range);
  completion = giveUp({&stmt.thenBody, &stmt.elseBody}, reason, condition.isOpaque());
  if (completion.isNormal()) {
    runDefinitions(stmt.elseBody);
    runDefinitions(stmt.thenBody);
  }
  return completion;
}

/// Runs one turn; `isLeft` tells that the loop ends with the completion.
Completion StatementRunner::runLoopBody(const Block &body, bool &isLeft) {
  Completion completion = run(body);
  switch (completion.kind) {
  case Kind::Normal:
  case Kind::Continue:
    return {};
  case Kind::Break:
    isLeft = true;
    return {};
  case Kind::Return:
  case Kind::Raise:
    isLeft = true;
    return completion;
  }
  return {};
}

Completion StatementRunner::visitWhileStmt(const WhileStmt &stmt) {
  while (true) {
    Object condition = evaluator.evaluate(*stmt.condition, scope);
    std::optional<bool> isTrue = evaluator.truth(condition);
    if (!isTrue || evaluator.isExhausted()) {
      Completion completion = settle(condition);
      Object reason = asReason(condition, "the truth of", stmt.condition->range);
      bool isOfRunTime = condition.isOpaque();
      return completion.isNormal() ? giveUp({&stmt.body, &stmt.elseBody}, reason, isOfRunTime) : completion;
    }
    if (!*isTrue) {
      return run(stmt.elseBody);
    }
    bool isLeft = false;
    Completion completion = runLoopBody(stmt.body, isLeft);
    if (isLeft) {
      return completion;
    }
  }
}

Completion StatementRunner::visitForStmt(const ForStmt &stmt) {
  Object iterable = evaluator.evaluate(*stmt.iterable, scope);
  Completion completion = settle(iterable);
  if (!completion.isNormal()) {
    return completion;
  }
  std::optional<std::vector<Object>> values = evaluator.items(iterable, stmt.iterable->range);
  if (!values) {
    Object reason = iterable.isUnknown() ? iterable
                                         : Object::unknown("'" + typeName(iterable) + "' can't be iterated over",
                                                           stmt.iterable->range, "TypeError");
    completion = settle(reason);
    completion = completion.isNormal() ? settle(evaluator.assign(*stmt.target, reason, scope)) : completion;
    return completion.isNormal() ? giveUp({&stmt.body, &stmt.elseBody}, reason) : completion;
  }
  for (const Object &value : *values) {
    completion = settle(evaluator.assign(*stmt.target, value, scope));
    bool isLeft = !completion.isNormal();
    completion = isLeft ? completion : runLoopBody(stmt.body, isLeft);
    if (isLeft) {
      return completion;
    }
    if (evaluator.isExhausted()) {
      return giveUp({&stmt.body}, Object::unknown("evaluation takes too long", stmt.range));
    }
  }
  return run(stmt.elseBody);
}

Completion StatementRunner::visitWithStmt(const WithStmt &stmt) {
  for (const WithItem &item : stmt.items) {
    Object context = evaluator.evaluate(*item.context, scope);
    Completion completion = settle(context);
    if (!completion.isNormal()) {
      return completion;
    }
    if (item.target) {
      bool hasEnter = !context.isUnknown() && evaluator.hasAttribute(context, "__enter__");
      Object entered = hasEnter ? evaluator.call(evaluator.attribute(context, "__enter__", stmt.range), {}, stmt.range)
                                : asReason(context, "what entering gives for", item.context->range);
      completion = settle(evaluator.assign(*item.target, entered, scope));
      if (!completion.isNormal()) {
        return completion;
      }
    }
  }
  return run(stmt.body);
}

//===- try -------------------------------------------------------------------------------------------------------===//

bool StatementRunner::handles(const ExceptHandler &handler, const UnknownObject &raised) {
  if (!handler.type) {
    return true;
  }
  Object types = evaluator.evaluate(*handler.type, scope);
  std::vector<Object> candidates = types.isTuple() ? types.items() : std::vector<Object>{types};
  return std::any_of(candidates.begin(), candidates.end(), [&](const Object &type) {
    return type.is(ObjectKind::Class) && evaluator.isException(raised, type.asClass());
  });
}

Completion StatementRunner::runHandlers(const TryStmt &stmt, const Completion &raised) {
  const UnknownObject &exception = raised.value.asUnknown();
  for (const ExceptHandler &handler : stmt.handlers) {
    if (!handles(handler, exception)) {
      continue;
    }
    const Object &value = exception.exceptionValue;
    Completion completion = handler.name.empty()
                                ? Completion{}
                                : bind(handler.name, value.isNone() ? Object::string(exception.reason) : value);
    if (!completion.isNormal()) {
      return completion;
    }
    scope.names.set("#exception", raised.value);
    completion = run(handler.body);
    scope.names.erase("#exception");
    return completion;
  }
  return raised;
}

Completion StatementRunner::visitTryStmt(const TryStmt &stmt) {
  bool canCatch = !stmt.handlers.empty();
  evaluator.openTries += canCatch ? 1 : 0;
  Completion completion = run(stmt.body);
  evaluator.openTries -= canCatch ? 1 : 0;
  if (completion.kind == Kind::Raise) {
    completion = runHandlers(stmt, completion);
    bool isUncaughtInModule = completion.kind == Kind::Raise && isTolerant();
    completion = isUncaughtInModule ? Completion{} : completion;
  } else if (completion.isNormal()) {
    completion = run(stmt.elseBody);
  }
  Completion last = run(stmt.finallyBody);
  return last.isNormal() ? completion : last;
}

} // namespace tkc::evaluate
