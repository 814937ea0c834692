// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assignments, definitions, raising and asserting.
#include "tkc/Evaluate/Operations.h"

#include "BuiltinTables.h"
#include "StatementRunner.h"

namespace tkc::evaluate {

using namespace ast;
using Kind = Completion::Kind;

Completion Evaluator::execute(const Block &block, Scope &scope) { return StatementRunner(*this, scope).run(block); }

Completion StatementRunner::run(const Block &block) {
  Evaluator::Nesting nesting(evaluator);
  if (nesting.isTooDeep()) {
    return settle(Object::unknown("the code is nested too deeply", block.empty() ? SourceRange() : block[0]->range,
                                  "RecursionError"));
  }
  for (const Stmt *stmt : block) {
    if (!evaluator.takeStep()) {
      return settle(Object::unknown("evaluation takes too long", stmt->range, "TimeoutError"));
    }
    Completion completion = visit(*stmt);
    if (!completion.isNormal()) {
      return completion;
    }
  }
  return {};
}

bool StatementRunner::isTolerant() const { return evaluator.frames.empty() && evaluator.openTries == 0; }

Completion StatementRunner::settle(const Object &value) const {
  bool isRaised = value.isUnknown() && !value.asUnknown().exception.empty() && !isTolerant();
  return isRaised ? Completion{Kind::Raise, value} : Completion{};
}

Completion StatementRunner::bind(const Identifier &name, const Object &value) {
  return settle(evaluator.assignName(name.text, value, scope, name.range));
}

Completion StatementRunner::visitExpressionStmt(const ExpressionStmt &stmt) {
  return settle(evaluator.evaluate(*stmt.value, scope));
}

Completion StatementRunner::visitAssignStmt(const AssignStmt &stmt) {
  Object value = evaluator.evaluate(*stmt.value, scope);
  Completion completion = settle(value);
  for (size_t i = 0; completion.isNormal() && i < stmt.targets.size(); ++i) {
    completion = settle(evaluator.assign(*stmt.targets[i], value, scope));
  }
  return completion;
}

Completion StatementRunner::visitAugAssignStmt(const AugAssignStmt &stmt) {
  Object old = evaluator.evaluate(*stmt.target, scope);
  Object operand = evaluator.evaluate(*stmt.value, scope);
  // A list grows in place, so that its other names see it too.
  std::optional<std::vector<Object>> added =
      old.isList() && stmt.op == BinaryOp::Add ? evaluator.items(operand, stmt.range) : std::nullopt;
  if (added && old.items().size() + added->size() <= maximalSequenceLength) {
    if (std::optional<Object> refused = evaluator.beginChange(old, stmt.range)) {
      return settle(*refused);
    }
    std::vector<Object> &items = old.asList().items;
    items.insert(items.end(), added->begin(), added->end());
    return {};
  }
  bool isMarked = old.isMarkedConstexpr() || operand.isMarkedConstexpr();
  Object value = evaluator.binary(stmt.op, old, operand, stmt.range);
  Completion completion = settle(value);
  return completion.isNormal() ? settle(evaluator.assign(*stmt.target, value.withConstexprMark(isMarked), scope))
                               : completion;
}

/// True if an annotation says that the name is a compile-time value.
static bool isConstexprAnnotation(const Expr &annotation) {
  return annotation.range.text().find("constexpr") != std::string_view::npos;
}

Completion StatementRunner::visitAnnAssignStmt(const AnnAssignStmt &stmt) {
  if (!stmt.value) {
    return {};
  }
  Object value = evaluator.evaluate(*stmt.value, scope);
  Completion completion = settle(value);
  if (!completion.isNormal()) {
    return completion;
  }
  bool isMarked = value.isMarkedConstexpr() || isConstexprAnnotation(*stmt.annotation);
  return settle(evaluator.assign(*stmt.target, value.isUnknown() ? value : value.withConstexprMark(isMarked), scope));
}

Completion StatementRunner::visitReturnStmt(const ReturnStmt &stmt) {
  Object value = stmt.value ? evaluator.evaluate(*stmt.value, scope) : Object();
  Completion completion = settle(value);
  return completion.isNormal() ? Completion{Kind::Return, value} : completion;
}

static std::string exceptionText(const Object &exception, const std::string &name) {
  std::string text = exception.is(ObjectKind::Instance) ? brief(exception, /*isRepr=*/false, longestMessage) : "";
  return text.empty() ? "`" + name + "` is raised" : text;
}

Completion StatementRunner::visitRaiseStmt(const RaiseStmt &stmt) {
  if (!stmt.exception) {
    Object *current = scope.find("#exception");
    return current ? Completion{Kind::Raise, *current}
                   : Completion{Kind::Raise,
                                Object::unknown("there is no exception to raise again", stmt.range, "RuntimeError")};
  }
  Object exception = evaluator.evaluate(*stmt.exception, scope);
  if (exception.is(ObjectKind::Class)) {
    exception = evaluator.call(exception, {}, stmt.range);
  }
  if (exception.isUnknown() && !exception.asUnknown().exception.empty()) {
    return settle(exception);
  }
  bool isInstance = exception.is(ObjectKind::Instance);
  // Names of the host program may be exceptions.
  if (!isInstance && !exception.isUnknown() && !isHostBuiltin(exception)) {
    return settle(Object::unknown("exceptions must derive from BaseException", stmt.range, "TypeError"));
  }
  std::string name = isInstance ? exception.asInstance().type->name : "Exception";
  Object raised = Object::unknown(exceptionText(exception, name), stmt.range, name);
  raised.asUnknown().exceptionValue = exception;
  return isTolerant() ? Completion{} : Completion{Kind::Raise, raised};
}

Completion StatementRunner::visitAssertStmt(const AssertStmt &stmt) {
  Object condition = evaluator.evaluate(*stmt.condition, scope);
  if (evaluator.truth(condition) != false) {
    return settle(condition);
  }
  Object message = stmt.message ? evaluator.evaluate(*stmt.message, scope) : Object::string("");
  std::string text = "the assertion does not hold";
  text += message.isString() && !message.asString().empty() ? ": " + message.asString() : "";
  return settle(Object::unknown(text, stmt.range, "AssertionError"));
}

Completion StatementRunner::visitDeleteStmt(const DeleteStmt &stmt) {
  for (const Expr *target : stmt.targets) {
    if (const auto *name = llvm::dyn_cast<NameExpr>(target)) {
      Completion completion = settle(evaluator.unbindName(name->name, scope, name->range));
      if (!completion.isNormal()) {
        return completion;
      }
    } else if (const auto *access = llvm::dyn_cast<SubscriptExpr>(target)) {
      Object container = evaluator.evaluate(*access->object, scope);
      Object key = evaluator.evaluate(*access->index, scope);
      std::string method = container.is(ObjectKind::Dict) ? "dict.__delitem__" : "list.__delitem__";
      bool isKnown = container.is(ObjectKind::Dict) || container.isList();
      Completion completion =
          isKnown ? settle(*evaluator.callBuiltin(method, {{container, key}, {}}, target->range)) : Completion{};
      if (!completion.isNormal()) {
        return completion;
      }
    }
  }
  return {};
}

Completion StatementRunner::visitGlobalStmt(const GlobalStmt &stmt) {
  for (const Identifier &name : stmt.names) {
    scope.globalNames.emplace_back(name.text);
  }
  return {};
}

Completion StatementRunner::visitNonlocalStmt(const NonlocalStmt &stmt) {
  for (const Identifier &name : stmt.names) {
    scope.nonlocalNames.emplace_back(name.text);
  }
  return {};
}

Completion StatementRunner::visitFunctionDefStmt(const FunctionDefStmt &stmt) {
  return bind(stmt.name, evaluator.defineFunction(stmt, scope));
}

Completion StatementRunner::visitClassDefStmt(const ClassDefStmt &stmt) {
  return bind(stmt.name, evaluator.defineClass(stmt, scope));
}

} // namespace tkc::evaluate
