// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over `tl.static_range` and over tuples: the body is elaborated once an item.
#include "mlir/Dialect/Arith/IR/Arith.h"

#include "LoopBody.h"

namespace tkc::elaborate {

std::optional<std::vector<Object>> Elaborator::staticItems(const RangeCall &range) {
  for (const Object *bound : {&range.start, &range.stop, &range.step}) {
    if (!bound->toInteger()) {
      report(DiagnosticKind::StaticRangeNotConstexpr, range.range) << typeText(*bound);
      return std::nullopt;
    }
  }
  if (range.step.toInteger()->isZero()) {
    report(DiagnosticKind::LoopStepZero, range.range);
    return std::nullopt;
  }
  Object items = Object::range(*range.start.toInteger(), *range.stop.toInteger(), *range.step.toInteger());
  return itemsOf(items, range.range);
}

void Elaborator::runUnrolled(const ast::ForStmt &stmt, const std::vector<Object> &items, const Needed &after) {
  SourceRange head{stmt.range.buffer, stmt.range.begin, stmt.iterable->range.end};
  NameSet targets;
  collectTargetNames(*stmt.target, targets);
  LoopBody loop = planLoop(statementsOf(stmt.body), targets, nullptr, neededBehindBody(stmt.elseBody, after), head);
  size_t errorsBefore = diagnostics.errorCount();
  for (const Object &item : items) {
    // One turn with errors is enough to show.
    if (isExhausted || diagnostics.errorCount() != errorsBefore) {
      break;
    }
    if (!runTurn(stmt, item, loop)) {
      break;
    }
  }
  Flag broke = env().broke;
  env().broke = Flag::no();
  env().mayContinue = false;
  env().live = goesOn(Flag::no(), env().returned, head);
  Flag endedByItself = goesOn(broke, env().returned, head);
  if (stmt.elseBody.empty() || endedByItself.isNo()) {
    return;
  }
  runElse(stmt.elseBody, endedByItself.isYes() ? mlir::Value() : endedByItself.value, after, head);
}

/// Whether control stays in a loop: it has neither left it nor the function.
Flag Elaborator::goesOn(const Flag &broke, const Flag &returned, SourceRange range) {
  if (broke.isNo() && returned.isNo()) {
    return Flag::yes();
  }
  if (broke.isYes() || returned.isYes()) {
    return Flag::no();
  }
  at(range);
  mlir::Value left = anyOf(broke, returned, *builder.getInsertionBlock());
  return Flag::maybe(negated(left, range));
}

/// Elaborates the body for one item; false when no further turn can run.
bool Elaborator::runTurn(const ast::ForStmt &stmt, const Object &item, LoopBody &loop) {
  auto body = [&] {
    bindTarget(*stmt.target, item);
    frame().loops.push_back(&loop.context);
    runBlock(stmt.body, loop.atEnd);
    frame().loops.pop_back();
  };
  Flag running = goesOn(env().broke, env().returned, loop.range);
  if (running.isNo()) {
    return false;
  }
  if (running.isYes()) {
    env().live = Flag::yes();
    env().mayContinue = false;
    body();
    return true;
  }
  frame().loops.push_back(&loop.context);
  env().mayContinue = false;
  runGuarded(running.value, loop.range, loop.atEnd, body);
  frame().loops.pop_back();
  return true;
}

} // namespace tkc::elaborate
