// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects facts about values and concludes which are pointers, integers and floats.
#include "UseFacts.h"

#include "tkc/Evaluate/Operations.h"

#include <algorithm>

namespace tkc::guess {

using Kind = UseValue::Kind;

/// More variables than these in one value tell nothing.
static constexpr size_t mostVariables = 24;
static constexpr size_t mostPaths = 8;

UseValue UseValue::ofKind(Kind kind) {
  UseValue value;
  value.kind = kind;
  return value;
}

/// What stands deeper in a sequence, or after so many pieces, is only known as a whole. A list can hold itself.
static constexpr unsigned deepestItem = 8;
static constexpr size_t mostPieces = 4096;

static UseValue ofPiece(const Object &object, unsigned depth, size_t &pieces) {
  ++pieces;
  UseValue value = UseValue::ofKind(object.isFloat() ? Kind::Float : Kind::Any);
  if (object.isSequence() && depth < deepestItem &&
      object.items().size() <= mostPieces - std::min(pieces, mostPieces)) {
    value.isTuple = true;
    for (const Object &item : object.items()) {
      value.items.push_back(ofPiece(item, depth + 1, pieces));
    }
  }
  value.known = object;
  return value;
}

UseValue UseValue::ofObject(const Object &object) {
  size_t pieces = 0;
  return ofPiece(object, /*depth=*/0, pieces);
}

UseValue UseValue::ofVariable(Variable variable) {
  UseValue value;
  value.bases = {{variable}};
  value.parts = {variable};
  value.exact = variable;
  return value;
}

UseValue UseValue::ofTuple(std::vector<UseValue> items) {
  UseValue value;
  value.isTuple = true;
  value.items = std::move(items);
  return value;
}

void merge(std::vector<Variable> &into, const std::vector<Variable> &from) {
  for (Variable variable : from) {
    if (into.size() < mostVariables && std::find(into.begin(), into.end(), variable) == into.end()) {
      into.push_back(variable);
    }
  }
}

void mergePaths(std::vector<std::vector<Variable>> &into, const std::vector<std::vector<Variable>> &from) {
  for (const std::vector<Variable> &path : from) {
    if (into.size() < mostPaths && std::find(into.begin(), into.end(), path) == into.end()) {
      into.push_back(path);
    }
  }
}

UseValue join(const UseValue &a, const UseValue &b) {
  bool isAbsent = a.known && a.known->isNone();
  if (isAbsent || (b.known && b.known->isNone())) {
    return isAbsent ? b : a;
  }
  UseValue result;
  result.kind = a.kind == b.kind ? a.kind : a.isFloat() && b.isFloat() ? Kind::Float : Kind::Any;
  result.bases = a.bases;
  mergePaths(result.bases, b.bases);
  result.parts = a.parts;
  merge(result.parts, b.parts);
  result.exact = a.exact == b.exact ? a.exact : std::nullopt;
  result.pointee = a.pointee ? a.pointee : b.pointee;
  result.isType = a.isType && b.isType;
  bool isSame = a.known && b.known && a.known->isSame(*b.known);
  result.known = isSame ? a.known : std::nullopt;
  result.isTuple = a.isTuple && b.isTuple && a.items.size() == b.items.size();
  for (size_t i = 0; result.isTuple && i < a.items.size(); ++i) {
    result.items.push_back(join(a.items[i], b.items[i]));
  }
  return result;
}

//===- Collecting ------------------------------------------------------------------------------------------------===//

void UseFacts::noteInteger(const UseValue &value) {
  for (Variable part : value.parts) {
    variables.note(part, Use::Integer);
  }
  for (const UseValue &item : value.isTuple ? value.items : std::vector<UseValue>()) {
    noteInteger(item);
  }
}

void UseFacts::noteNumber(const UseValue &value) {
  for (const std::vector<Variable> &path : value.bases) {
    for (Variable base : path) {
      variables.note(base, Use::Number);
    }
  }
}

void UseFacts::noteExact(const UseValue &value, Use use) {
  if (value.exact) {
    variables.note(*value.exact, use);
  }
}

Variable UseFacts::dereference(const UseValue &value) {
  if (value.pointee) {
    return *value.pointee;
  }
  Variable pointee = variables.add();
  variables.note(pointee, Use::Element);
  if (value.exact) {
    variables.note(*value.exact, Use::Pointer);
    variables.unify(variables.pointee(*value.exact), pointee);
    return variables.pointee(*value.exact);
  }
  std::vector<Variable> offsets;
  bool hasOneBase = value.bases.size() == 1 && value.bases[0].size() == 1;
  for (Variable part : value.parts) {
    bool isBase = std::any_of(value.bases.begin(), value.bases.end(), [part](const std::vector<Variable> &path) {
      return std::find(path.begin(), path.end(), part) != path.end();
    });
    if (!isBase) {
      offsets.push_back(part);
    }
  }
  if (hasOneBase) {
    Variable base = value.bases[0][0];
    variables.note(base, Use::Pointer);
    for (Variable offset : offsets) {
      variables.note(offset, Use::Integer);
    }
    variables.unify(variables.pointee(base), pointee);
    return variables.pointee(base);
  }
  for (const std::vector<Variable> &path : value.bases) {
    std::vector<Variable> parts = path;
    merge(parts, offsets);
    dereferences.push_back({path, std::move(parts), pointee});
  }
  return pointee;
}

void UseFacts::mix(const UseValue &a, const UseValue &b) {
  if (a.exact || b.exact) {
    mixed.push_back({a, b});
  }
}

void UseFacts::equate(const UseValue &a, const UseValue &b) { equated.push_back({a, b}); }

//===- Concluding ------------------------------------------------------------------------------------------------===//

std::vector<Variable> UseFacts::candidates(const Dereference &use) const {
  std::vector<Variable> result;
  for (Variable base : use.bases) {
    if (variables.has(base, Use::Pointer)) {
      return {base};
    }
    if (!variables.has(base, Use::Number) && !variables.has(base, Use::Integer)) {
      result.push_back(base);
    }
  }
  return result;
}

/// Settles which variable an address comes from; true when it did.
bool UseFacts::decide(Dereference &use, bool isForced) {
  std::vector<Variable> possible = candidates(use);
  if (possible.empty() && isForced) {
    possible = use.bases;
  }
  if (possible.empty() || (possible.size() > 1 && !isForced)) {
    return false;
  }
  Variable base = possible.front();
  variables.note(base, Use::Pointer);
  variables.unify(variables.pointee(base), use.pointee);
  for (Variable part : use.parts) {
    if (variables.find(part) != variables.find(base) && !variables.has(part, Use::Pointer)) {
      variables.note(part, Use::Integer);
    }
  }
  return true;
}

/// Whether a value is a float, as far as that is known: also what is read from memory and no integer.
bool UseFacts::seemsFloat(const UseValue &value) const {
  if (value.isFloat()) {
    return true;
  }
  return value.kind == Kind::Any && std::any_of(value.parts.begin(), value.parts.end(), [&](Variable part) {
           bool isNoFloat = variables.has(part, Use::Integer) || variables.has(part, Use::Mask);
           return !isNoFloat && (variables.has(part, Use::Float) || variables.has(part, Use::Element));
         });
}

void UseFacts::spreadFloats() {
  for (const Pair &pair : mixed) {
    for (auto [to, from] : {std::pair(&pair.a, &pair.b), std::pair(&pair.b, &pair.a)}) {
      bool isOpen = to->exact && !variables.has(*to->exact, Use::Integer) && !variables.has(*to->exact, Use::Pointer);
      if (isOpen && seemsFloat(*from)) {
        variables.note(*to->exact, Use::Float);
      }
    }
  }
}

void UseFacts::spreadSingles() {
  for (const Pair &pair : equated) {
    for (auto [to, from] : {std::pair(&pair.a, &pair.b), std::pair(&pair.b, &pair.a)}) {
      bool isSingle = from->kind == Kind::Single || (from->exact && variables.has(*from->exact, Use::Single));
      if (to->exact && isSingle) {
        variables.note(*to->exact, Use::Single);
      }
    }
  }
}

void UseFacts::solve() {
  std::vector<Dereference> open = std::move(dereferences);
  bool isForced = false;
  while (!open.empty()) {
    size_t before = open.size();
    for (size_t i = 0; i < open.size();) {
      if (decide(open[i], isForced) || open[i].bases.empty()) {
        open.erase(open.begin() + long(i));
        isForced = false;
      } else {
        ++i;
      }
    }
    isForced = open.size() == before;
  }
  for (int round = 0; round < 3; ++round) {
    spreadFloats();
    spreadSingles();
  }
}

} // namespace tkc::guess
