// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements in sequence, and the simple ones among them.
#include "tkc/Evaluate/Operations.h"

#include "Elaborator.h"

namespace tkc::elaborate {

/// Takes the next statement, or null when all are done.
static const ast::Stmt *takeNext(Pending &pending) {
  while (!pending.empty() && pending.back().empty()) {
    pending.pop_back();
  }
  if (pending.empty()) {
    return nullptr;
  }
  const ast::Stmt *next = pending.back().front();
  pending.back() = pending.back().drop_front();
  return next;
}

static const ast::Stmt *peekNext(const Pending &pending) {
  for (Statements span : llvm::reverse(pending)) {
    if (!span.empty()) {
      return span.front();
    }
  }
  return nullptr;
}

void Elaborator::run(Pending pending, const Needed &needed) {
  while (const ast::Stmt *next = peekNext(pending)) {
    if (isExhausted || env().live.isNo() || !spend(8, next->range)) {
      return;
    }
    if (env().live.isMaybe()) {
      return runGuarded(env().live.value, next->range, needed, [&] { run(std::move(pending), needed); });
    }
    takeNext(pending);
    if (reached && !diagnostics.hasErrors()) {
      reached->insert(next);
    }
    if (const auto *branch = llvm::dyn_cast<ast::IfStmt>(next)) {
      if (runIf(*branch, pending, needed)) {
        return;
      }
    } else {
      runStatement(*next, pending, needed);
    }
    reportRefusedChange(next->range);
  }
}

Needed Elaborator::neededFrom(const Pending &pending, const Needed &after) {
  const NameSet none;
  const NameSet &atJump = frame().loops.empty() ? none : frame().loops.back()->readAtJump;
  Needed result = after;
  for (Statements span : pending) {
    result.live = result.live || !span.empty();
    result.names = namesReadFrom(span, result.names, atJump);
    spend(span.size(), identity.range());
  }
  result.names.set_union(frame().readByNested);
  if (!frame().loops.empty()) {
    result.names.set_union(frame().loops.back()->kept);
  }
  return result;
}

void Elaborator::runStatement(const ast::Stmt &stmt, const Pending &pending, const Needed &needed) {
  switch (stmt.kind) {
  case ast::NodeKind::ExpressionStmt:
    return runExpression(llvm::cast<ast::ExpressionStmt>(stmt));
  case ast::NodeKind::AssignStmt: {
    const auto &assignment = llvm::cast<ast::AssignStmt>(stmt);
    Object value = evaluate(*assignment.value);
    for (const ast::Expr *target : assignment.targets) {
      assign(*target, value);
    }
    return;
  }
  case ast::NodeKind::AugAssignStmt:
    return runAugmented(llvm::cast<ast::AugAssignStmt>(stmt));
  case ast::NodeKind::AnnAssignStmt:
    return runAnnotated(llvm::cast<ast::AnnAssignStmt>(stmt));
  case ast::NodeKind::ForStmt:
    return runFor(llvm::cast<ast::ForStmt>(stmt), neededFrom(pending, needed));
  case ast::NodeKind::WhileStmt:
    return runWhile(llvm::cast<ast::WhileStmt>(stmt), neededFrom(pending, needed));
  case ast::NodeKind::ReturnStmt:
    return runReturn(llvm::cast<ast::ReturnStmt>(stmt));
  case ast::NodeKind::BreakStmt:
    return runJump(stmt, true);
  case ast::NodeKind::ContinueStmt:
    return runJump(stmt, false);
  case ast::NodeKind::AssertStmt:
    return runAssert(llvm::cast<ast::AssertStmt>(stmt));
  case ast::NodeKind::RaiseStmt:
    return runRaise(llvm::cast<ast::RaiseStmt>(stmt));
  case ast::NodeKind::DeleteStmt:
    return runDelete(llvm::cast<ast::DeleteStmt>(stmt));
  case ast::NodeKind::FunctionDefStmt:
    return runDefinition(llvm::cast<ast::FunctionDefStmt>(stmt));
  case ast::NodeKind::PassStmt:
    return;
  default:
    report(DiagnosticKind::StatementNotSupported, stmt.range) << describe(stmt.kind);
    return poisonAssigned(stmt);
  }
}

void Elaborator::poisonAssigned(const ast::Stmt &stmt) {
  const ast::Stmt *one = &stmt;
  NameSet reads;
  NameSet bound;
  collectUses(Statements(one), reads, bound);
  for (llvm::StringRef name : bound) {
    env().bind(name, poison(), stmt.range);
  }
}

/// True for `tl.constexpr`, `constexpr`, and strings with that text.
static bool isConstexprAnnotation(const ast::Expr &annotation) {
  return annotation.range.text().find("constexpr") != std::string_view::npos;
}

void Elaborator::runAnnotated(const ast::AnnAssignStmt &stmt) {
  const auto *name = llvm::dyn_cast<ast::NameExpr>(stmt.target);
  if (!isConstexprAnnotation(*stmt.annotation) || !name) {
    return stmt.value ? assign(*stmt.target, evaluate(*stmt.value)) : void();
  }
  frame().declaredConstexpr.insert(name->name);
  if (stmt.value) {
    assignName(*name, evaluate(*stmt.value));
  }
}

void Elaborator::runAugmented(const ast::AugAssignStmt &stmt) {
  Object left = evaluate(*stmt.target);
  Object right = evaluate(*stmt.value);
  assign(*stmt.target, binary(stmt.op, left, right, stmt.range));
}

void Elaborator::runExpression(const ast::ExpressionStmt &stmt) {
  if (llvm::isa<ast::StringExpr>(stmt.value)) {
    return;
  }
  const auto *callExpr = llvm::dyn_cast<ast::CallExpr>(stmt.value);
  if (!callExpr) {
    evaluate(*stmt.value);
    return;
  }
  Object callee = evaluate(*callExpr->callee);
  evaluateCallOf(callee, *callExpr);
  if (callee.is(evaluate::ObjectKind::BoundMethod)) {
    callee = callee.asBoundMethod().function;
  }
  if (callee.isBuiltin("tl.advance")) { // the pointer itself does not move
    report(DiagnosticKind::ResultUnused, stmt.range).hint("assign the moved pointer to a name") << "tl.advance";
    return;
  }
  if (!callee.isFunction() || !callee.asFunction().kernel || callee.asFunction().kernel->mustUseResult.isNone()) {
    return;
  }
  const Object &reason = callee.asFunction().kernel->mustUseResult;
  DiagnosticBuilder builder = report(DiagnosticKind::ResultUnused, stmt.range) << callee.asFunction().name;
  if (reason.isString()) {
    builder.hint(reason.asString());
  }
}

void Elaborator::runReturn(const ast::ReturnStmt &stmt) {
  Object value = stmt.value ? evaluate(*stmt.value) : Object::none();
  env().returnValue = decay(value, stmt.range);
  env().returnRange = stmt.range;
  env().returned = Flag::yes();
  env().live = Flag::no();
}

void Elaborator::runJump(const ast::Stmt &stmt, bool isBreak) {
  if (frame().loops.empty()) {
    report(DiagnosticKind::JumpOutsideLoop, stmt.range) << (isBreak ? "break" : "continue");
    return;
  }
  env().live = Flag::no();
  if (isBreak) {
    env().broke = Flag::yes();
  } else {
    env().mayContinue = true;
  }
}

void Elaborator::runAssert(const ast::AssertStmt &stmt) {
  Object condition = evaluate(*stmt.condition);
  if (isPoison(condition)) {
    return;
  }
  Object message = stmt.message ? evaluate(*stmt.message) : Object::string("");
  if (hasPoison(message)) {
    return;
  }
  std::optional<bool> truth = truthOf(condition, stmt.condition->range);
  if (truth && !*truth) {
    report(DiagnosticKind::AssertionFails, stmt.range)
        << evaluate::brief(message, /*isRepr=*/false, evaluate::longestMessage);
  } else if (!truth && isDebug) {
    callBuiltin("tl.device_assert", {{condition, message}, {}}, stmt.range);
  }
}

void Elaborator::runRaise(const ast::RaiseStmt &stmt) {
  std::string text(stmt.exception ? stmt.exception->range.text() : std::string_view("raise"));
  report(DiagnosticKind::RaiseReached, stmt.range) << text;
  env().returned = Flag::yes();
  env().live = Flag::no();
}

void Elaborator::runDelete(const ast::DeleteStmt &stmt) {
  for (const ast::Expr *target : stmt.targets) {
    const auto *name = llvm::dyn_cast<ast::NameExpr>(target);
    if (!name) {
      report(DiagnosticKind::TargetNotSupported, target->range);
    } else if (env().find(name->name)) {
      env().names.erase(llvm::StringRef(name->name));
    } else {
      report(DiagnosticKind::NameNotDefined, target->range) << name->name;
    }
  }
}

void Elaborator::runDefinition(const ast::FunctionDefStmt &stmt) {
  Object function = known(evaluator.defineFunction(stmt, scopeOfFrame()), stmt.name.range);
  env().bind(stmt.name.text, std::move(function), stmt.name.range);
}

} // namespace tkc::elaborate
