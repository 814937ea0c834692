// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tuple, list, set and dict displays, and comprehensions. Lists are tuples in a kernel: nothing mutates them.
#include "tkc/Evaluate/Operations.h"

#include "Elaborator.h"

namespace tkc::elaborate {

std::optional<std::vector<Object>> Elaborator::evaluateElements(const ast::List<const ast::Expr *> &elements) {
  std::vector<Object> result;
  for (const ast::Expr *element : elements) {
    const auto *starred = llvm::dyn_cast<ast::StarredExpr>(element);
    Object value = evaluate(starred ? *starred->value : *element);
    if (!starred) {
      result.push_back(std::move(value));
      continue;
    }
    std::optional<std::vector<Object>> items = itemsOf(value, element->range);
    if (!items) {
      return std::nullopt;
    }
    result.insert(result.end(), items->begin(), items->end());
  }
  return result;
}

std::optional<std::vector<Object>> Elaborator::itemsOf(const Object &iterable, SourceRange range) {
  if (isPoison(iterable)) {
    return std::nullopt;
  }
  if (!asRunTime(iterable)) {
    constexpr uint64_t itemsAStep = 16;
    if (!spend(uint64_t(evaluate::lengthOf(iterable).value_or(0)) / itemsAStep, range)) {
      return std::nullopt;
    }
    std::optional<std::vector<Object>> items = evaluator.items(iterable, range);
    if (reportRefusedChange(range)) {
      return std::nullopt;
    }
    if (items) {
      return items;
    }
  }
  report(DiagnosticKind::NotIterable, range) << typeText(iterable);
  return std::nullopt;
}

Object Elaborator::evaluateDisplay(const ast::List<const ast::Expr *> &elements) {
  std::optional<std::vector<Object>> items = evaluateElements(elements);
  return items ? Object::tuple(std::move(*items)) : poison();
}

Object Elaborator::addKey(const Object &container, const Object &key, Object value, SourceRange range) {
  if (hasPoison(key)) {
    return poison();
  }
  if (holdsRunTime(key) || !evaluate::isHashable(key)) {
    report(DiagnosticKind::KeyNotHashable, range) << typeText(key);
    return poison();
  }
  evaluate::ObjectMap &entries =
      container.is(evaluate::ObjectKind::Dict) ? container.asDict().entries : container.asSet().entries;
  entries.set(key, std::move(value));
  return container;
}

Object Elaborator::evaluateSet(const ast::SetExpr &expr) {
  Object result = Object::set();
  std::optional<std::vector<Object>> items = evaluateElements(expr.elements);
  if (!items) {
    return poison();
  }
  for (const Object &item : *items) {
    if (isPoison(addKey(result, item, Object::none(), expr.range))) {
      return poison();
    }
  }
  return result;
}

Object Elaborator::evaluateDict(const ast::DictExpr &expr) {
  Object result = Object::dict();
  for (const ast::DictItem &item : expr.items) {
    Object value = evaluate(*item.value);
    if (!item.isUnpacking()) {
      Object key = evaluate(*item.key);
      if (isPoison(addKey(result, key, std::move(value), item.key->range))) {
        return poison();
      }
      continue;
    }
    if (!value.is(evaluate::ObjectKind::Dict)) {
      if (!isPoison(value)) {
        report(DiagnosticKind::NotIterable, item.value->range) << typeText(value);
      }
      return poison();
    }
    for (const evaluate::ObjectMap::Entry &entry : value.asDict().entries) {
      result.asDict().entries.set(entry.key, entry.value);
    }
  }
  return result;
}

void Elaborator::runClauses(const ast::ComprehensionExpr &expr, size_t clause, BodyFunction body) {
  if (clause == expr.clauses.size()) {
    return body();
  }
  const ast::ComprehensionClause &loop = expr.clauses[clause];
  std::optional<std::vector<Object>> items = itemsOf(evaluate(*loop.iterable), loop.iterable->range);
  if (!items) {
    return;
  }
  for (const Object &item : *items) {
    if (isExhausted) {
      return;
    }
    bindTarget(*loop.target, item);
    bool isWanted = true;
    for (const ast::Expr *condition : loop.conditions) {
      std::optional<bool> truth = constexprTruth(*condition);
      isWanted = isWanted && truth.value_or(false);
    }
    if (isWanted) {
      runClauses(expr, clause + 1, body);
    }
  }
}

std::optional<bool> Elaborator::constexprTruth(const ast::Expr &condition) {
  Object value = evaluate(condition);
  if (isPoison(value)) {
    return std::nullopt;
  }
  std::optional<bool> truth = truthOf(value, condition.range);
  if (!truth) {
    report(DiagnosticKind::ConditionNotConstexpr, condition.range);
  }
  return truth;
}

Object Elaborator::evaluateComprehension(const ast::ComprehensionExpr &expr) {
  NameSet own;
  for (const ast::ComprehensionClause &clause : expr.clauses) {
    collectTargetNames(*clause.target, own);
  }
  llvm::SmallVector<std::pair<llvm::StringRef, std::optional<Binding>>> hidden;
  for (llvm::StringRef name : own) {
    const Binding *binding = env().find(name);
    hidden.emplace_back(name, binding ? std::optional<Binding>(*binding) : std::nullopt);
  }
  Object result = collectComprehension(expr);
  for (auto &[name, binding] : hidden) {
    if (binding) {
      env().names[name] = std::move(*binding);
    } else {
      env().names.erase(name);
    }
  }
  return result;
}

Object Elaborator::collectComprehension(const ast::ComprehensionExpr &expr) {
  std::vector<Object> items;
  Object keyed = expr.comprehensionKind == ast::ComprehensionKind::Dict ? Object::dict() : Object::set();
  size_t errorsBefore = diagnostics.errorCount();
  bool isKeyed =
      expr.comprehensionKind == ast::ComprehensionKind::Dict || expr.comprehensionKind == ast::ComprehensionKind::Set;
  runClauses(expr, 0, [&] {
    Object element = evaluate(*expr.element);
    if (!isKeyed) {
      items.push_back(std::move(element));
      return;
    }
    addKey(keyed, element, expr.value ? evaluate(*expr.value) : Object::none(), expr.element->range);
  });
  if (isExhausted || diagnostics.errorCount() != errorsBefore) {
    return poison();
  }
  return isKeyed ? keyed : Object::tuple(std::move(items));
}

} // namespace tkc::elaborate
