// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding names and unpacking tuples.
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Elaborator.h"

namespace tkc::elaborate {

Object Elaborator::decay(const Object &value, SourceRange range) {
  if (value.isMarkedConstexpr()) {
    return value;
  }
  if (value.isNumber()) {
    return orPoison(at(range).toTensor(value));
  }
  if (!value.isSequence() || !spend(value.items().size(), range)) {
    return value;
  }
  std::vector<Object> items;
  for (const Object &item : value.items()) {
    items.push_back(decay(item, range));
  }
  if (value.isTuple() && value.asTuple().type) {
    return Object::namedTuple(value.asTuple().type, std::move(items));
  }
  return Object::tuple(std::move(items));
}

void Elaborator::assign(const ast::Expr &target, Object value) {
  switch (target.kind) {
  case ast::NodeKind::NameExpr:
    return assignName(llvm::cast<ast::NameExpr>(target), std::move(value));
  case ast::NodeKind::TupleExpr:
    return unpack(target, llvm::cast<ast::TupleExpr>(target).elements, value,
                  [&](const ast::Expr &each, Object item) { assign(each, std::move(item)); });
  case ast::NodeKind::ListExpr:
    return unpack(target, llvm::cast<ast::ListExpr>(target).elements, value,
                  [&](const ast::Expr &each, Object item) { assign(each, std::move(item)); });
  case ast::NodeKind::SubscriptExpr:
    return assignSubscript(llvm::cast<ast::SubscriptExpr>(target), std::move(value));
  case ast::NodeKind::AttributeExpr:
    return assignAttribute(llvm::cast<ast::AttributeExpr>(target), std::move(value));
  default:
    report(DiagnosticKind::TargetNotSupported, target.range);
  }
}

/// Whether a value was made of numbers alone, as `tl.cast(1, tl.float32)` is.
static bool isMadeOfNumbers(mlir::Value value, unsigned depth = 0) {
  constexpr unsigned mostSteps = 8;
  mlir::Operation *op = value.getDefiningOp();
  if (!op || op->hasTrait<mlir::OpTrait::ConstantLike>()) {
    return op != nullptr;
  }
  return depth < mostSteps && op->getNumOperands() != 0 && op->getNumRegions() == 0 && mlir::isPure(op) &&
         llvm::all_of(op->getOperands(), [depth](mlir::Value each) { return isMadeOfNumbers(each, depth + 1); });
}

void Elaborator::assignName(const ast::NameExpr &target, Object value) {
  const TypedValue *typed = asTyped(value);
  bool isNumber = typed && !typed->isBlock() && isMadeOfNumbers(typed->value);
  bool staysConstexpr = frame().declaredConstexpr.contains(target.name) && !isNumber;
  if (staysConstexpr && holdsRunTime(value)) {
    // As in Triton, the declaration then says nothing.
    report(DiagnosticKind::ConstexprIsRunTime, target.range) << target.name << typeText(value);
    staysConstexpr = false;
  }
  env().bind(target.name, staysConstexpr ? std::move(value) : decay(value, target.range), target.range);
  if (staysConstexpr) {
    env().names[target.name].isConstexpr = true;
  }
}

/// Binds without turning numbers into run-time values: parameters of loops and comprehensions at compile time.
void Elaborator::bindTarget(const ast::Expr &target, const Object &value) {
  auto bindEach = [&](const ast::Expr &each, Object item) { bindTarget(each, item); };
  if (const auto *name = llvm::dyn_cast<ast::NameExpr>(&target)) {
    env().bind(name->name, value, target.range);
  } else if (const auto *tuple = llvm::dyn_cast<ast::TupleExpr>(&target)) {
    unpack(target, tuple->elements, value, bindEach);
  } else if (const auto *list = llvm::dyn_cast<ast::ListExpr>(&target)) {
    unpack(target, list->elements, value, bindEach);
  } else {
    report(DiagnosticKind::TargetNotSupported, target.range);
  }
}

void Elaborator::poisonTargets(const ast::Expr &target) {
  NameSet names;
  collectTargetNames(target, names);
  for (llvm::StringRef name : names) {
    env().bind(name, poison(), target.range);
  }
}

/// The index of the starred target, or the number of targets.
static size_t findStarred(const ast::List<const ast::Expr *> &targets) {
  size_t index = 0;
  while (index < targets.size() && !llvm::isa<ast::StarredExpr>(targets[index])) {
    ++index;
  }
  return index;
}

void Elaborator::unpack(const ast::Expr &target, const ast::List<const ast::Expr *> &targets, const Object &value,
                        llvm::function_ref<void(const ast::Expr &, Object)> bind) {
  std::optional<std::vector<Object>> items = itemsOf(value, target.range);
  if (!items) {
    return poisonTargets(target);
  }
  size_t starred = findStarred(targets);
  bool hasStar = starred < targets.size();
  if (hasStar ? items->size() + 1 < targets.size() : items->size() != targets.size()) {
    report(DiagnosticKind::UnpackCountMismatch, target.range) << items->size() << targets.size();
    return poisonTargets(target);
  }
  for (size_t i = 0; i < starred; ++i) {
    bind(*targets[i], (*items)[i]);
  }
  if (!hasStar) {
    return;
  }
  size_t behind = targets.size() - starred - 1;
  auto first = items->begin() + starred;
  auto last = items->end() - behind;
  bind(*llvm::cast<ast::StarredExpr>(targets[starred])->value, Object::tuple(std::vector<Object>(first, last)));
  for (size_t i = 0; i < behind; ++i) {
    bind(*targets[starred + 1 + i], last[i]);
  }
}

void Elaborator::assignSubscript(const ast::SubscriptExpr &target, Object value) {
  Object object = evaluate(*target.object);
  Object index = evaluate(*target.index);
  if (isPoison(object) || hasPoison(index)) {
    return;
  }
  if (asRunTime(object) || object.isTuple()) {
    report(DiagnosticKind::ItemNotAssignable, target.range) << typeText(object);
  } else {
    known(evaluator.assignIndex(object, index, value, target.range), target.range);
  }
}

void Elaborator::assignAttribute(const ast::AttributeExpr &target, Object value) {
  Object object = evaluate(*target.object);
  if (isPoison(object)) {
    return;
  }
  // Only an object under construction changes.
  bool isConstructing = frame().function->name == "__init__" && !frame().function->parameters().empty();
  const Binding *self = isConstructing ? env().find(frame().function->parameters()[0].name.text) : nullptr;
  if (!object.is(evaluate::ObjectKind::Instance) || !self || !self->value.isSame(object)) {
    report(DiagnosticKind::AttributeNotAssignable, target.range) << target.name.text << typeText(object);
  } else if (evaluator.beginChange(object, target.range)) {
    reportRefusedChange(target.range);
  } else {
    object.asInstance().attributes.set(target.name.text, std::move(value));
  }
}

} // namespace tkc::elaborate
