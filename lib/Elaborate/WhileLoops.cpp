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
  LoopBody loop = planLoop(statementsOf(stmt.body), {}, stmt.condition, after, headOf(stmt));
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
    std::optional<bool> truth = test.isBroken ? std::nullopt : evaluator.truth(condition);
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
    bool isUsable = last && last->isBound() && spendOnParts(last->value, loop.range);
    appendCarried(loop, name, isUsable ? &last->value : nullptr, test.passed);
  }
  Unifier unifier(Unifier::Mode::Branches);
  for (llvm::StringRef name : loop.bound) {
    const Binding *last = env().find(name);
    if (!loop.before.find(name) && last && last->isBound() && !hasPoison(last->value) &&
        spendOnParts(last->value, loop.range)) {
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
    bindOutputs(env(), test.outputs, objectsOf(test.outputLeaves, outputs));
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
Branch Elaborator::guardTest(LoopTest &test, llvm::ArrayRef<mlir::Type> carried, llvm::ArrayRef<mlir::Type> exitState,
                             SourceRange range) {
  return runBranch(env(), [&] {
    mlir::Location location = locationOf(range);
    mlir::Block &block = *builder.getInsertionBlock();
    addArguments(block, carried);
    addArguments(block, exitState);
    mlir::ValueRange arguments(block.getArguments());
    mlir::Value goesOn = arguments[carried.size()];
    llvm::SmallVector<mlir::Value> passed = test.passed;
    mlir::Value condition = goesOn;
    if (test.condition || !test.branch.block().empty()) {
      condition = emitGuardedTest(test, goesOn, arguments.take_front(carried.size()), passed, range);
    } else {
      passed.assign(arguments.begin(), arguments.begin() + carried.size());
    }
    llvm::append_range(passed, arguments.drop_front(carried.size()));
    mlir::scf::ConditionOp::create(builder, location, condition, passed);
  });
}

mlir::Value Elaborator::emitGuardedTest(LoopTest &test, mlir::Value goesOn, mlir::ValueRange carried,
                                        llvm::SmallVectorImpl<mlir::Value> &passed, SourceRange range) {
  mlir::Location location = locationOf(range);
  mlir::Block &tested = test.branch.block();
  llvm::SmallVector<mlir::Value> results{test.condition ? test.condition : flagValue(Flag::yes(), tested)};
  llvm::append_range(results, test.passed);
  llvm::SmallVector<mlir::Type> types = llvm::to_vector(mlir::TypeRange(mlir::ValueRange(results)));
  yieldAtEnd(tested, results);
  for (auto [old, replacement] : llvm::zip_equal(tested.getArguments(), carried)) {
    old.replaceAllUsesWith(replacement);
  }
  tested.eraseArguments(0, tested.getNumArguments());
  Branch skipped = runBranch(env(), [&] {
    llvm::SmallVector<mlir::Value> values{flagValue(Flag::no(), *builder.getInsertionBlock())};
    llvm::append_range(values, carried);
    for (const Leaf &leaf : test.outputLeaves) {
      appendPoison(leaf.typed, values);
    }
    mlir::scf::YieldOp::create(builder, location, values);
  });
  auto op = mlir::scf::IfOp::create(builder, location, types, goesOn,
                                    /*addThenBlock=*/false, /*addElseBlock=*/false);
  op.getThenRegion().takeBody(*test.branch.region);
  op.getElseRegion().takeBody(*skipped.region);
  passed.assign(op.getResults().begin() + 1, op.getResults().end());
  return op.getResult(0);
}

mlir::Value Elaborator::emitExitingWhile(LoopBody &loop, LoopTest &test) {
  llvm::SmallVector<mlir::Value> initial = initialValues(loop);
  size_t carried = initial.size();
  appendInitialExitState(loop, initial);
  llvm::SmallVector<mlir::Type> types = llvm::to_vector(mlir::TypeRange(mlir::ValueRange(initial)));
  llvm::ArrayRef<mlir::Type> carriedTypes = llvm::ArrayRef(types).take_front(carried);
  llvm::ArrayRef<mlir::Type> exitTypes = llvm::ArrayRef(types).drop_front(carried);
  llvm::SmallVector<mlir::Type> results = llvm::to_vector(mlir::TypeRange(mlir::ValueRange(test.passed)));
  llvm::append_range(results, exitTypes);

  mlir::Block &body = loop.branch.block();
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&body);
    at(loop.range);
    llvm::SmallVector<mlir::Value> last = loop.finals;
    appendExitState(loop, last);
    yieldAtEnd(body, last);
  }
  addArguments(body, exitTypes);
  Branch head = guardTest(test, carriedTypes, exitTypes, loop.range);
  mlir::ValueRange values = emitWhile(head, loop.branch, initial, results, loop.range);
  size_t passed = results.size() - exitTypes.size();
  mlir::Value endedByItself = leaveExitingLoop(loop, values.take_front(carried), values.drop_front(passed));
  bindOutputs(env(), test.outputs, objectsOf(test.outputLeaves, values.slice(carried, passed - carried)));
  if (!test.condition && loop.branch.env.broke.isNo()) { // nothing but a return ends it
    env().returned = Flag::yes();
    env().live = Flag::no();
  }
  return endedByItself;
}

} // namespace tkc::elaborate
