// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A label is visible in its scope and those inside; the second scope that defines a name gets a fresh one.
#include "LabelTable.h"

namespace tkc::sim::ptx {

bool LabelTable::define(const Token &name, bool isTable, std::string_view &known) {
  auto [entry, isNew] = definitions.try_emplace({scopes.current(), name.text}, Definition{name.text, isTable});
  if (!isNew) {
    return state.tokens.fail(name, "found a second label " + describe(name) + " in one scope");
  }
  if (!taken.try_emplace(name.text, true).second) {
    entry->second.known = state.freshNames.make(name.text);
  }
  known = entry->second.known;
  return true;
}

void LabelTable::useOperand(const Token &name, Needed needed, size_t instruction, size_t operand) {
  uses.push_back({name, needed, false, scopes.current(), instruction, operand});
}

void LabelTable::useTarget(const Token &name, size_t table, size_t target) {
  uses.push_back({name, Needed::Label, true, scopes.current(), table, target});
}

const LabelTable::Definition *LabelTable::find(std::string_view name, uint32_t scope) const {
  while (true) {
    auto found = definitions.find({scope, name});
    if (found != definitions.end()) {
      return &found->second;
    }
    if (scope == 0) {
      return nullptr;
    }
    scope = scopes.parentOf(scope);
  }
}

bool LabelTable::check(const Use &use, const Definition *definition) {
  if (!definition) {
    if (use.needed == Needed::CallTable && state.variableIndices.count(use.name.text)) {
      return true;
    }
    return state.tokens.fail(use.name, "found " + describe(use.name) + ", a label that is not defined");
  }
  if (definition->isTable == (use.needed == Needed::Label)) {
    return state.tokens.fail(use.name, "found " + describe(use.name) +
                                           (definition->isTable ? ", a table of targets, needs a label"
                                                                : ", a label, needs a table of targets"));
  }
  return true;
}

bool LabelTable::resolve(Function &function) {
  bool isGood = true;
  for (const Use &use : uses) {
    if (state.errors.isFull()) {
      return false;
    }
    const Definition *definition = find(use.name.text, use.scope);
    if (!check(use, definition)) {
      isGood = false;
    } else if (definition && use.isTarget) {
      function.tables[use.outer].targets[use.inner] = definition->known;
    } else if (definition) {
      function.instructions[use.outer].operands[use.inner].name = definition->known;
    }
  }
  return isGood;
}

} // namespace tkc::sim::ptx
