// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `while`: an `scf.while` whose first region tests the condition.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "LoopBody.h"

namespace tkc::elaborate {

/// The test of a `while` before the loop op exists.
struct Elaborator::LoopTest {
  Branch branch;
  /// Null when the condition is true at compile time.
  mlir::Value condition;
  bool isNeverTrue = false;
  bool isBroken = false;
  /// The carried names' leaves behind the test, then those of names that the test binds first.
  llvm::SmallVector<mlir::Value> passed;
  std::vector<OutputName> outputs;
  std::vector<Leaf> outputLeaves;
};

mlir::ValueRange Elaborator::emitWhile(Branch &head, Branch &body, mlir::ValueRange initial,
                                       llvm::ArrayRef<mlir::Type> results, SourceRange range) {
  auto op = mlir::scf::WhileOp::create(builder, locationOf(range), mlir::TypeRange(results), initial);
  op.getBefore().takeBody(*head.region);
  op.getAfter().takeBody(*body.region);
  return op.getResults();
}

/// The part of a loop statement before its suite.
static SourceRange headOf(const ast::WhileStmt &stmt) {
  return {stmt.range.buffer, stmt.range.begin, stmt.condition->range.end};
}

void Elaborator::runWhile(const ast::WhileStmt &stmt, const Needed &after) {
  LoopBody loop =
      planLoop(statementsOf(stmt.body), {}, stmt.condition, neededBehindBody(stmt.elseBody, after), headOf(stmt));
  std::optional<LoopTest> test;
  for (bool isDone = false; !isDone;) {
    test.emplace();
    openLoop(loop);
    fillTest(stmt, loop, *test);
    if (test->isBroken || isExhausted) {
      return poisonAssigned(stmt);
    }
    if (test->isNeverTrue) {
      return runElse(stmt.elseBody, {}, after, loop.range);
    }
    fillWhileBody(stmt, loop, *test);
    if (isExhausted) {
      return poisonAssigned(stmt);
    }
    closeBody(loop, /*runsAtLeastOnce=*/!test->condition);
    isDone = !decayForRetry(loop);
  }
  mlir::Value endedByItself = loop.mayExit() ? emitExitingWhile(loop, *test) : emitPlainWhile(loop, *test);
  if (env().live.isNo()) {
    return;
  }
  runElse(stmt.elseBody, endedByItself, after, loop.range);
}

void Elaborator::fillTest(const ast::WhileStmt &stmt, LoopBody &loop, LoopTest &test) {
  test.branch = runBranch(env(), [&] {
    at(loop.range);
    enterIteration(loop, addArguments(*builder.getInsertionBlock(), typesOfLeaves(loop.leaves)));
    Object condition = evaluate(*stmt.condition);
    test.isBroken = isPoison(condition);
    std::optional<bool> truth = test.isBroken ? std::nullopt : truthOf(condition, stmt.condition->range);
    test.isNeverTrue = truth && !*truth;
    if (!test.isBroken && !truth) {
      mlir::FailureOr<mlir::Value> value = at(stmt.condition->range).condition(condition);
      test.isBroken = mlir::failed(value);
      test.condition = test.isBroken ? mlir::Value() : *value;
    }
  });
  if (test.isBroken || test.isNeverTrue) {
    return;
  }
  continueBranch(test.branch, [&] { collectPassed(loop, test); });
}

/// What the test hands to the body and to what follows the loop.
void Elaborator::collectPassed(LoopBody &loop, LoopTest &test) {
  refuseNested(env());
  for (CarriedName &name : loop.carried) {
    const Binding *last = env().find(name.name);
    bool canUnify = last && last->isBound() && spendOnParts(last->value, loop.range);
    appendCarried(loop, name, canUnify ? &last->value : nullptr, test.passed);
  }
  Unifier unifier(Unifier::Mode::Branches);
  for (llvm::StringRef name : loop.bound) {
    const Binding *last = env().find(name);
    if (!loop.before.find(name) && isUsable(last, loop.range)) {
      test.outputs.push_back({name, *last, *unifier.unify(std::nullopt, last->value)});
    }
  }
  test.outputLeaves = unifier.leaves();
  for (const Leaf &leaf : test.outputLeaves) {
    appendLeaf(leaf.typed, leaf.second, test.passed);
  }
}

static void bindOutputs(Environment &env, const std::vector<OutputName> &outputs, llvm::ArrayRef<Object> objects) {
  for (const OutputName &output : outputs) {
    Binding binding = output.binding;
    binding.value = output.value.fill(objects);
    env.names[output.name] = std::move(binding);
  }
}

void Elaborator::fillWhileBody(const ast::WhileStmt &stmt, LoopBody &loop, LoopTest &test) {
  loop.branch = runBranch(env(), [&] {
    at(loop.range);
    mlir::Block &block = *builder.getInsertionBlock();
    enterIteration(loop, addArguments(block, typesOfLeaves(loop.leaves)));
    mlir::ValueRange outputs = addArguments(block, typesOfLeaves(test.outputLeaves));
    std::vector<Object> objects = objectsOf(test.outputLeaves, outputs);
    bindOutputs(env(), test.outputs, objects);
    // The leaves outlive the test's block, whose arguments go when the test is guarded.
    for (auto [leaf, object] : llvm::zip_equal(test.outputLeaves, objects)) {
      leaf.typed = object;
    }
    frame().loops.push_back(&loop.context);
    runBlock(stmt.body, loop.atEnd);
    frame().loops.pop_back();
  });
}

mlir::Value Elaborator::emitPlainWhile(LoopBody &loop, LoopTest &test) {
  mlir::Location location = locationOf(loop.range);
  continueBranch(test.branch, [&] {
    mlir::Value condition = test.condition ? test.condition : flagValue(Flag::yes(), test.branch.block());
    mlir::scf::ConditionOp::create(builder, location, condition, test.passed);
  });
  yieldAtEnd(loop.branch.block(), loop.finals);
  llvm::SmallVector<mlir::Type> results = llvm::to_vector(mlir::TypeRange(mlir::ValueRange(test.passed)));
  size_t carried = loop.finals.size();
  mlir::ValueRange values = emitWhile(test.branch, loop.branch, initialValues(loop), results, loop.range);
  // An endless loop without exits gives no outputs: nothing behind it ever runs.
  loop.outputs.clear();
  loop.extraLeaves.clear();
  leaveLoop(loop, values.take_front(carried), {});
  bindOutputs(env(), test.outputs, objectsOf(test.outputLeaves, values.drop_front(carried)));
  return {};
}

/// Makes the test of a loop that may exit: it is evaluated only while the loop goes on.
Branch Elaborator::guardTest(LoopTest &test, llvm::ArrayRef<mlir::Type> types, SourceRange range) {
  return runBranch(env(), [&] {
    mlir::ValueRange arguments = addArguments(*builder.getInsertionBlock(), types);
    mlir::ValueRange before = arguments.take_front(test.passed.size());
    mlir::ValueRange exitState = arguments.drop_front(test.passed.size());
    llvm::SmallVector<mlir::Value> passed(before);
    mlir::Block &tested = test.branch.block();
    bool isIdle = !test.condition && tested.empty() && llvm::equal(test.passed, tested.getArguments());
    mlir::Value goesOn = exitState.front();
    mlir::Value condition = isIdle ? goesOn : emitGuardedTest(test, goesOn, before, passed, range);
    llvm::append_range(passed, exitState);
    mlir::scf::ConditionOp::create(builder, locationOf(range), condition, passed);
  });
}

/// Gives what the test passes on, or what there was `before` when the loop has been left.
mlir::Value Elaborator::emitGuardedTest(LoopTest &test, mlir::Value goesOn, mlir::ValueRange before,
                                        llvm::SmallVectorImpl<mlir::Value> &passed, SourceRange range) {
  mlir::Location location = locationOf(range);
  mlir::Block &tested = test.branch.block();
  llvm::SmallVector<mlir::Value> results{test.condition ? test.condition : flagValue(Flag::yes(), tested)};
  llvm::append_range(results, test.passed);
  llvm::SmallVector<mlir::Type> types = llvm::to_vector(mlir::TypeRange(mlir::ValueRange(results)));
  yieldAtEnd(tested, results);
  for (auto [old, replacement] : llvm::zip_first(tested.getArguments(), before)) {
    old.replaceAllUsesWith(replacement);
  }
  tested.eraseArguments(0, tested.getNumArguments());
  Branch skipped = runBranch(env(), [&] {
    llvm::SmallVector<mlir::Value> values{flagValue(Flag::no(), *builder.getInsertionBlock())};
    llvm::append_range(values, before);
    mlir::scf::YieldOp::create(builder, location, values);
  });
  auto op = mlir::scf::IfOp::create(builder, location, types, goesOn,
                                    /*addThenBlock=*/false, /*addElseBlock=*/false);
  op.getThenRegion().takeBody(*test.branch.region);
  op.getElseRegion().takeBody(*skipped.region);
  passed.assign(op.getResults().begin() + 1, op.getResults().end());
  return op.getResult(0);
}

/// Appends what the names that the test binds first are at the end of the body: a `break` leaves the loop with that.
void Elaborator::appendOutputs(LoopBody &loop, LoopTest &test, Values &values) {
  std::vector<Object> objects;
  for (const Leaf &leaf : test.outputLeaves) {
    objects.push_back(leaf.typed);
  }
  Unifier unifier(Unifier::Mode::Loop);
  for (OutputName &output : test.outputs) {
    output.binding.value = output.value.fill(objects);
    const Binding *last = loop.branch.env.find(output.name);
    bool canUnify = isUsable(last, loop.range);
    if (canUnify && unifier.unify(output.binding.value, last->value)) {
      continue;
    }
    unifier.unify(output.binding.value, output.binding.value);
    output.atBreak = !last      ? output.binding.partialBehind(loop.range)
                     : canUnify ? Binding::conflict(output.binding, *last)
                                : *last;
  }
  for (const Leaf &leaf : unifier.leaves()) {
    appendLeaf(leaf.typed, leaf.second, values);
  }
}

mlir::Value Elaborator::emitExitingWhile(LoopBody &loop, LoopTest &test) {
  llvm::SmallVector<mlir::Value> initial = initialValues(loop);
  size_t carried = initial.size();
  for (const Leaf &leaf : test.outputLeaves) {
    appendPoison(leaf.typed, initial);
  }
  size_t passed = initial.size();
  appendInitialExitState(loop, initial);
  llvm::SmallVector<mlir::Type> types = llvm::to_vector(mlir::TypeRange(mlir::ValueRange(initial)));

  mlir::Block &body = loop.branch.block();
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&body);
    at(loop.range);
    llvm::SmallVector<mlir::Value> last = loop.finals;
    appendOutputs(loop, test, last);
    appendExitState(loop, last);
    yieldAtEnd(body, last);
  }
  addArguments(body, llvm::ArrayRef(types).drop_front(passed));
  Branch head = guardTest(test, types, loop.range);
  mlir::ValueRange values = emitWhile(head, loop.branch, initial, types, loop.range);
  mlir::Value endedByItself = leaveExitingLoop(loop, values.take_front(carried), values.drop_front(passed));
  bindOutputs(env(), test.outputs, objectsOf(test.outputLeaves, values.slice(carried, passed - carried)));
  bool mayBreak = !loop.branch.env.broke.isNo();
  for (const OutputName &output : test.outputs) {
    if (mayBreak && output.atBreak) {
      env().names[output.name] = *output.atBreak;
    }
  }
  if (!test.condition && !mayBreak) { // nothing but a return ends it
    env().returned = Flag::yes();
    env().live = Flag::no();
  }
  return endedByItself;
}

} // namespace tkc::elaborate
