// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where two run-time paths meet: names and flags that differ become results of an `scf.if`.
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "Elaborator.h"

namespace tkc::elaborate {

/// What a merge makes: the state behind it, and the values that the branches must give for that.
struct Elaborator::MergePlan {
  struct Name {
    llvm::StringRef name;
    Template value;
    Binding binding;
  };
  struct FlagResult {
    Flag Environment::*member;
  };

  Branch thenBranch, elseBranch;
  SourceRange range;
  mlir::Value condition;
  Environment merged;
  Unifier unifier{Unifier::Mode::Branches};
  std::vector<Name> names;
  std::vector<FlagResult> flags;
  std::optional<Template> returnValue;
};

/// True if nothing behind the merge can see what the name is bound to at the end of this branch.
bool Elaborator::isGone(const Environment &end, llvm::StringRef name) {
  if (!end.live.isNo()) {
    return false;
  }
  return end.returned.isYes() || frame().loops.empty() || !frame().loops.back()->kept.contains(name);
}

/// What the name is bound to behind the merge when that needs no value from the branches, else nothing.
std::optional<Binding> Elaborator::mergeStates(const Binding *first, const Binding *second, SourceRange range) {
  if (!first || !second) {
    return (first ? first : second)->partialBehind(range);
  }
  if (!first->isBound() || !second->isBound()) {
    return first->isBound() ? *second : *first;
  }
  if (hasPoison(first->value) || hasPoison(second->value)) {
    return hasPoison(first->value) ? *first : *second;
  }
  return std::nullopt;
}

void Elaborator::mergeName(MergePlan &plan, llvm::StringRef name) {
  const Binding *first = plan.thenBranch.env.find(name);
  const Binding *second = plan.elseBranch.env.find(name);
  bool isFirstGone = isGone(plan.thenBranch.env, name);
  bool isSecondGone = isGone(plan.elseBranch.env, name);
  const Binding *kept = isFirstGone ? second : first;
  if ((!first && !second) || (isFirstGone && isSecondGone) || ((isFirstGone || isSecondGone) && !kept)) {
    return;
  }
  if (isFirstGone || isSecondGone) {
    const Binding *before = env().find(name);
    bool isUnchanged =
        before && before->isBound() && kept->isBound() && isUnchangedValue(before->value, kept->value, plan.range);
    if (isUnchanged || !kept->isBound() || hasPoison(kept->value)) {
      plan.merged.names[name] = *kept;
      return;
    }
    if (!spendOnParts(kept->value, plan.range)) {
      return;
    }
    std::optional<Object> value = kept->value;
    Template merged = *plan.unifier.unify(isFirstGone ? std::nullopt : value, isFirstGone ? value : std::nullopt);
    plan.names.push_back({name, std::move(merged), *kept});
    return;
  }
  if (std::optional<Binding> state = mergeStates(first, second, plan.range)) {
    plan.merged.names[name] = std::move(*state);
  } else if (first->value.isSame(second->value)) {
    plan.merged.names[name] = *first;
  } else if (!spendOnParts(first->value, plan.range)) {
    return;
  } else if (std::optional<Template> value = plan.unifier.unify(first->value, second->value)) {
    plan.names.push_back({name, std::move(*value), *first});
  } else {
    plan.merged.names[name] = Binding::conflict(*first, *second);
  }
}

bool Elaborator::isUnchangedValue(const Object &before, const Object &after, SourceRange range) {
  return before.isSame(after) || (spendOnParts(after, range) && isIdentical(before, after));
}

/// Names that a branch has bound anew and that nothing reads later must not keep their old values.
void Elaborator::forgetChanged(Environment &merged, const Environment &branch, SourceRange range) {
  for (const auto &[name, binding] : branch.names) {
    const Binding *before = merged.find(name);
    bool isUnchanged = before && before->state == binding.state &&
                       (!binding.isBound() || isUnchangedValue(before->value, binding.value, range));
    if (!isUnchanged) {
      merged.names[name] = binding.partialBehind(range);
    }
  }
}

void Elaborator::mergeFlag(MergePlan &plan, Flag Environment::*member, bool isNeeded) {
  const Flag &first = plan.thenBranch.env.*member;
  const Flag &second = plan.elseBranch.env.*member;
  Flag &merged = plan.merged.*member;
  if (first.kind == second.kind && !first.isMaybe()) {
    merged = first;
    return;
  }
  merged = Flag::maybe({});
  if (!isNeeded) {
    return;
  }
  if (first.isYes() && second.isNo()) {
    merged.value = plan.condition;
  } else if (first.isNo() && second.isYes()) {
    merged.value = negated(plan.condition, plan.range);
  } else {
    plan.flags.push_back({member});
  }
}

void Elaborator::mergeReturns(MergePlan &plan) {
  const Environment &first = plan.thenBranch.env;
  const Environment &second = plan.elseBranch.env;
  plan.merged.returnValue.reset();
  if (!first.returnValue && !second.returnValue) {
    return;
  }
  plan.merged.returnRange = first.returnValue ? first.returnRange : second.returnRange;
  bool isBroken =
      (first.returnValue && hasPoison(*first.returnValue)) || (second.returnValue && hasPoison(*second.returnValue));
  for (const Environment *each : {&first, &second}) {
    isBroken = isBroken || (each->returnValue && !spendOnParts(*each->returnValue, plan.range));
  }
  if (!isBroken) {
    plan.returnValue = plan.unifier.unify(first.returnValue, second.returnValue);
    if (plan.returnValue) {
      return;
    }
    (report(DiagnosticKind::ReturnTypesDiffer, second.returnRange)
     << typeText(*second.returnValue) << typeText(*first.returnValue))
        .note(first.returnRange, "the other `return` is here");
  }
  plan.merged.returnValue = poison();
}

/// Ends a branch with the values that it gives.
void Elaborator::yieldFrom(MergePlan &plan, Branch &branch, bool isFirst) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&branch.block());
  at(plan.range);
  llvm::SmallVector<mlir::Value> values;
  for (const Leaf &leaf : plan.unifier.leaves()) {
    appendLeaf(leaf.typed, isFirst ? leaf.first : leaf.second, values);
  }
  for (const MergePlan::FlagResult &flag : plan.flags) {
    values.push_back(flagValue(branch.env.*flag.member, branch.block()));
  }
  mlir::scf::YieldOp::create(builder, identity.location(), values);
}

static bool isEmpty(mlir::Block &block) { return &block.front() == block.getTerminator(); }

/// Makes the `scf.if` of two filled branches, or nothing when they do nothing.
mlir::ValueRange Elaborator::emitIf(MergePlan &plan) {
  mlir::Block &thenBlock = plan.thenBranch.block();
  mlir::Block &elseBlock = plan.elseBranch.block();
  mlir::TypeRange types = thenBlock.getTerminator()->getOperandTypes();
  if (types.empty() && isEmpty(thenBlock) && isEmpty(elseBlock)) {
    return {};
  }
  bool isInverted = types.empty() && isEmpty(thenBlock);
  mlir::Value condition = isInverted ? negated(plan.condition, plan.range) : plan.condition;
  auto op = mlir::scf::IfOp::create(builder, locationOf(plan.range), types, condition, /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
  op.getThenRegion().takeBody(isInverted ? *plan.elseBranch.region : *plan.thenBranch.region);
  if (!isInverted && !(types.empty() && isEmpty(elseBlock))) {
    op.getElseRegion().takeBody(*plan.elseBranch.region);
  }
  return op.getResults();
}

void Elaborator::merge(mlir::Value condition, Branch thenBranch, Branch elseBranch, const Needed &needed,
                       SourceRange range) {
  MergePlan plan;
  plan.thenBranch = std::move(thenBranch);
  plan.elseBranch = std::move(elseBranch);
  refuseNested(plan.thenBranch.env);
  refuseNested(plan.elseBranch.env);
  plan.range = range;
  plan.condition = condition;
  plan.merged = env();
  plan.merged.mayContinue = plan.thenBranch.env.mayContinue || plan.elseBranch.env.mayContinue;
  forgetChanged(plan.merged, plan.thenBranch.env, range);
  forgetChanged(plan.merged, plan.elseBranch.env, range);
  for (llvm::StringRef name : needed.names) {
    mergeName(plan, name);
  }
  mergeReturns(plan);
  mergeFlag(plan, &Environment::live, needed.live);
  mergeFlag(plan, &Environment::broke, needed.exits);
  mergeFlag(plan, &Environment::returned, needed.exits);
  yieldFrom(plan, plan.thenBranch, true);
  yieldFrom(plan, plan.elseBranch, false);
  mlir::ValueRange results = emitIf(plan);
  finishMerge(plan, results);
}

void Elaborator::finishMerge(MergePlan &plan, mlir::ValueRange results) {
  std::vector<Object> leaves = objectsOf(plan.unifier.leaves(), results.drop_back(plan.flags.size()));
  for (MergePlan::Name &name : plan.names) {
    name.binding.value = name.value.fill(leaves);
    plan.merged.names[name.name] = std::move(name.binding);
  }
  if (plan.returnValue) {
    plan.merged.returnValue = plan.returnValue->fill(leaves);
  }
  mlir::ValueRange flags = results.take_back(plan.flags.size());
  for (auto [flag, value] : llvm::zip_equal(plan.flags, flags)) {
    plan.merged.*flag.member = Flag::maybe(value);
  }
  env() = std::move(plan.merged);
}

} // namespace tkc::elaborate
