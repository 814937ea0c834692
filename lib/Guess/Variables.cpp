// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Union-find over the unknown types of a kernel.
#include "Variables.h"

#include "tkc/Evaluate/Operations.h"

#include <algorithm>

namespace tkc::guess {

Variable Variables::add() {
  parents.push_back(Variable(evidence.size()));
  evidence.emplace_back();
  return parents.back();
}

Variable Variables::find(Variable variable) const {
  while (parents[variable] != variable) {
    parents[variable] = parents[parents[variable]];
    variable = parents[variable];
  }
  return variable;
}

void Variables::addComparison(Variable variable, ast::CompareOp op, const Object &value) {
  std::vector<ComparedWith> &compared = of(variable).compared;
  bool isKnown = std::any_of(compared.begin(), compared.end(), [&](const ComparedWith &known) {
    return known.op == op && known.value.kind() == value.kind() && evaluate::areEqual(known.value, value);
  });
  if (!isKnown) {
    compared.push_back({op, value});
  }
}

Variable Variables::pointee(Variable pointer) {
  if (!of(pointer).pointee) {
    Variable made = add();
    note(made, Use::Element);
    of(pointer).pointee = made;
  }
  return *of(pointer).pointee;
}

Variable Variables::item(Variable tuple, size_t index) {
  while (of(tuple).items.size() <= index) {
    Variable made = add();
    of(tuple).items.push_back(made);
  }
  return of(tuple).items[index];
}

void Variables::unify(Variable a, Variable b) {
  a = find(a);
  b = find(b);
  if (a == b) {
    return;
  }
  Evidence from = std::move(evidence[b]);
  evidence[b] = Evidence();
  parents[b] = a;
  Evidence &into = evidence[a];
  into.uses |= from.uses;
  into.bitWidth = std::max(into.bitWidth, from.bitWidth);
  into.descriptorRank = std::max(into.descriptorRank, from.descriptorRank);
  into.option = into.option ? into.option : from.option;
  into.offsets = into.offsets.empty() ? from.offsets : into.offsets;
  into.types.insert(into.types.end(), from.types.begin(), from.types.end());
  into.given = into.given ? into.given : from.given;
  into.items = into.items.empty() ? from.items : into.items;
  for (const ComparedWith &comparison : from.compared) {
    addComparison(a, comparison.op, comparison.value);
  }
  if (from.pointee && into.pointee) {
    unify(*into.pointee, *from.pointee);
  } else if (from.pointee) {
    into.pointee = from.pointee;
  }
}

} // namespace tkc::guess
