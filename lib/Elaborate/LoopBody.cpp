// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What run-time loops have in common: carried names before, in and behind the body.
#include "LoopBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tkc::elaborate {

/// What is read behind the body of a loop: by its `else`, which a `break` skips, and by what follows.
Needed Elaborator::neededBehindBody(const ast::Block &elseBody, const Needed &after) {
  if (elseBody.empty()) {
    return after;
  }
  Needed result = neededFrom({statementsOf(elseBody)}, after);
  result.names.set_union(after.names);
  return result;
}

LoopBody Elaborator::planLoop(Statements body, const NameSet &targets, const ast::Expr *condition, const Needed &after,
                              SourceRange range) {
  LoopBody loop;
  loop.range = range;
  loop.bound = targets;
  NameSet behind = after.names;
  if (condition) {
    collectUses(*condition, behind, loop.bound);
  }
  NameSet readInBody;
  collectUses(body, readInBody, loop.bound);
  loop.context.readAtJump = namesReadAtLoopHead(body, behind);
  loop.context.readAtJump.set_subtract(targets);
  loop.context.readAtJump.set_union(behind);
  loop.context.readAtJump.set_union(frame().readByNested);
  for (llvm::StringRef name : loop.bound) {
    if (loop.context.readAtJump.contains(name)) {
      loop.context.kept.insert(name);
    }
  }
  loop.atEnd.names = loop.context.kept;
  loop.atEnd.exits = true;
  spend(4 * body.size(), range);
  return loop;
}

bool Elaborator::isUsable(const Binding *binding, SourceRange range) {
  return binding && binding->isBound() && !hasPoison(binding->value) && spendOnParts(binding->value, range);
}

void Elaborator::openLoop(LoopBody &loop) {
  refuseNested(env());
  loop.before = env();
  loop.carried.clear();
  loop.finals.clear();
  loop.outputs.clear();
  loop.returnValue.reset();
  loop.extras.clear();
  loop.toDecay.clear();
  Unifier unifier(Unifier::Mode::Loop);
  for (llvm::StringRef name : loop.context.kept) {
    const Binding *binding = env().find(name);
    if (!isUsable(binding, loop.range)) {
      continue;
    }
    size_t firstLeaf = unifier.leaves().size();
    std::optional<Template> value = unifier.unify(binding->value, binding->value);
    loop.carried.push_back({name, *binding, std::move(*value), firstLeaf, unifier.leaves().size() - firstLeaf});
  }
  loop.leaves = unifier.leaves();
}

void Elaborator::enterIteration(LoopBody &loop, mlir::ValueRange arguments) {
  std::vector<Object> objects = objectsOf(loop.leaves, arguments);
  for (CarriedName &name : loop.carried) {
    name.inside = name.value.fill(objects);
    env().names[name.name].value = name.inside;
  }
}

llvm::SmallVector<mlir::Value> Elaborator::initialValues(const LoopBody &loop) {
  at(loop.range);
  llvm::SmallVector<mlir::Value> values;
  for (const Leaf &leaf : loop.leaves) {
    appendLeaf(leaf.typed, leaf.first, values);
  }
  return values;
}

/// True if the value has numbers that an assignment would have made run-time values.
static bool hasNumbers(const Object &value) {
  if (value.isMarkedConstexpr()) {
    return false;
  }
  return value.isSequence() ? llvm::any_of(value.items(), hasNumbers) : value.isNumber();
}

void Elaborator::reportChange(LoopBody &loop, CarriedName &name, const Binding &last) {
  name.isBroken = true;
  if (name.name == loop.target) {
    name.conflict = last.isBound() ? Binding::conflict(last, name.before) : last;
  } else if (name.before.isConstexpr) {
    (report(DiagnosticKind::ConstexprChangesInLoop, last.definition) << std::string_view(name.name))
        .note(name.before.definition, "it is declared here");
  } else if (hasNumbers(name.before.value) && last.isBound()) {
    loop.toDecay.insert(name.name);
  } else if (!last.isBound()) {
    useBinding(loop.branch.env, name.name, last, loop.range);
  } else {
    (report(DiagnosticKind::LoopCarriedTypeChanges, last.definition)
     << std::string_view(name.name) << typeText(name.before.value) << typeText(last.value))
        .note(name.before.definition, "before the loop it is of type " + typeText(name.before.value))
        .note(loop.range, "carried by this loop");
  }
}

/// False if compile-time code has changed an object that the name was at the head, so that it has other parts now.
bool Elaborator::isAsAtHead(const LoopBody &loop, const CarriedName &name) {
  Contents contents = contentsOf(name.inside, loop.range);
  if (contents.isSettled || !contents.isBounded()) {
    return contents.isBounded();
  }
  Unifier unifier(Unifier::Mode::Loop);
  unifier.unify(name.inside, name.inside);
  return typesOfLeaves(unifier.leaves()) == typesOfLeaves(leavesOf(loop, name));
}

llvm::ArrayRef<Leaf> Elaborator::leavesOf(const LoopBody &loop, const CarriedName &name) {
  return llvm::ArrayRef(loop.leaves).slice(name.firstLeaf, name.leafCount);
}

bool Elaborator::appendCarried(const LoopBody &loop, CarriedName &name, const Object *last, Values &values) {
  if (!isAsAtHead(loop, name)) {
    report(DiagnosticKind::MutationAtRunTime, loop.range);
    name.isBroken = true;
    for (const Leaf &leaf : leavesOf(loop, name)) {
      appendPoison(leaf.typed, values);
    }
    return true;
  }
  Unifier unifier(Unifier::Mode::Loop);
  bool isUnified = last && unifier.unify(name.inside, *last);
  if (!isUnified) {
    unifier = Unifier(Unifier::Mode::Loop);
    unifier.unify(name.inside, name.inside);
  }
  for (const Leaf &leaf : unifier.leaves()) {
    appendLeaf(leaf.typed, leaf.second, values);
  }
  return isUnified;
}

void Elaborator::closeCarried(LoopBody &loop) {
  refuseNested(loop.branch.env);
  for (CarriedName &name : loop.carried) {
    const Binding *last = loop.branch.env.find(name.name);
    bool canUnify = isUsable(last, loop.range);
    bool isUnified = appendCarried(loop, name, canUnify ? &last->value : nullptr, loop.finals);
    if (isUnified || isGone(loop.branch.env, name.name)) {
      continue;
    }
    if (!last) { // deleted, though the next turn or what follows reads it
      Binding partial = name.before.partialBehind(loop.range);
      useBinding(env(), name.name, partial, loop.range);
      name.isBroken = true;
    } else if (canUnify || !last->isBound()) {
      reportChange(loop, name, *last);
    } else {
      name.isBroken = true;
    }
  }
}

void Elaborator::closeBody(LoopBody &loop, bool runsAtLeastOnce) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&loop.branch.block());
  at(loop.range);
  closeCarried(loop);
  Unifier unifier(Unifier::Mode::Branches);
  Environment &end = loop.branch.env;
  for (llvm::StringRef name : loop.context.kept) {
    const Binding *last = end.find(name);
    bool isNew = !loop.before.find(name) || !loop.before.find(name)->isBound();
    if (runsAtLeastOnce && isNew && isUsable(last, loop.range)) {
      loop.outputs.push_back({name, *last, *unifier.unify(std::nullopt, last->value)});
    }
  }
  if (end.returnValue && !hasPoison(*end.returnValue) && spendOnParts(*end.returnValue, loop.range)) {
    loop.returnValue = unifier.unify(std::nullopt, end.returnValue);
  }
  loop.extraLeaves = unifier.leaves();
  for (const Leaf &leaf : loop.extraLeaves) {
    appendLeaf(leaf.typed, leaf.second, loop.extras);
  }
}

bool Elaborator::decayForRetry(LoopBody &loop) {
  if (loop.toDecay.empty()) {
    return false;
  }
  for (llvm::StringRef name : loop.toDecay) {
    Binding &binding = env().names[name];
    binding.value = decay(binding.value, binding.definition);
  }
  return true;
}

void Elaborator::leaveLoop(LoopBody &loop, mlir::ValueRange carried, mlir::ValueRange extras) {
  std::vector<Object> carriedObjects = objectsOf(loop.leaves, carried);
  std::vector<Object> extraObjects = objectsOf(loop.extraLeaves, extras);
  for (llvm::StringRef name : loop.bound) {
    const Binding *last = loop.branch.env.find(name);
    if (last) {
      env().names[name] = last->partialBehind(loop.range);
    }
  }
  for (CarriedName &name : loop.carried) {
    if (name.conflict) {
      env().names[name.name] = *name.conflict;
      continue;
    }
    const Binding *last = loop.branch.env.find(name.name);
    Binding binding = last ? *last : name.before;
    binding.state = Binding::State::Bound;
    binding.value = name.isBroken ? poison() : name.value.fill(carriedObjects);
    env().names[name.name] = std::move(binding);
  }
  for (OutputName &output : loop.outputs) {
    output.binding.value = output.value.fill(extraObjects);
    env().names[output.name] = output.binding;
  }
  if (loop.branch.env.returnValue) {
    env().returnValue = loop.returnValue ? loop.returnValue->fill(extraObjects) : poison();
    env().returnRange = loop.branch.env.returnRange;
  }
}

/// Appends what an exiting loop carries beside its names: whether to go on, whether the function has returned, and
/// the values that only the end gives.
void Elaborator::appendExitState(LoopBody &loop, llvm::SmallVectorImpl<mlir::Value> &values) {
  mlir::Block &block = loop.branch.block();
  Environment &end = loop.branch.env;
  mlir::Value left = anyOf(end.broke, end.returned, block);
  mlir::Value one = mlir::arith::ConstantIntOp::create(builder, identity.location(), 1, 1);
  values.push_back(mlir::arith::XOrIOp::create(builder, identity.location(), left, one));
  if (loop.mayReturn()) {
    values.push_back(flagValue(end.returned, block));
  }
  llvm::append_range(values, loop.extras);
}

void Elaborator::appendInitialExitState(LoopBody &loop, llvm::SmallVectorImpl<mlir::Value> &values) {
  at(loop.range);
  values.push_back(mlir::arith::ConstantIntOp::create(builder, identity.location(), 1, 1));
  if (loop.mayReturn()) {
    values.push_back(mlir::arith::ConstantIntOp::create(builder, identity.location(), 0, 1));
  }
  for (const Leaf &leaf : loop.extraLeaves) {
    appendPoison(leaf.typed, values);
  }
}

/// Sets the state behind a loop from the results that `appendExitState` has named; gives the flag that is true when the
/// loop ended by itself.
mlir::Value Elaborator::leaveExitingLoop(LoopBody &loop, mlir::ValueRange carried, mlir::ValueRange exitState) {
  mlir::Value endedByItself = exitState.front();
  exitState = exitState.drop_front();
  if (loop.mayReturn()) {
    mlir::Value returned = exitState.front();
    exitState = exitState.drop_front();
    env().returned = Flag::maybe(returned);
    env().live = Flag::maybe(negated(returned, loop.range));
  }
  leaveLoop(loop, carried, exitState);
  return endedByItself;
}

void Elaborator::runElse(const ast::Block &block, mlir::Value endedByItself, const Needed &after, SourceRange range) {
  if (block.empty()) {
    return;
  }
  if (!endedByItself) {
    return run({statementsOf(block)}, after);
  }
  Branch thenBranch = runBranch(env(), [&] { runBlock(block, after); });
  Branch elseBranch = runBranch(env(), [] {});
  elseBranch.env = env();
  merge(endedByItself, std::move(thenBranch), std::move(elseBranch), after, range);
}

} // namespace tkc::elaborate
