// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Families and plain names overlap (`%r<10>` and `%r5`), so both are compared by every way to split a name into a stem
// and an index; a name of n digits at its end costs n look-ups.
#include "NameScopes.h"

#include <algorithm>
#include <limits>

#include "Lexer.h"

namespace tkc::sim::ptx {

static constexpr uint32_t allScopes = std::numeric_limits<uint32_t>::max();

uint64_t FreshNames::findFirstFree() const {
  const std::string &text = module.text;
  uint64_t largest = 0;
  for (size_t place = text.find('$'); place != std::string::npos; place = text.find('$', place + 1)) {
    uint64_t number = 0;
    size_t end = place + 1;
    while (end < text.size() && isDigit(text[end]) && end - place < 10) {
      number = number * 10 + static_cast<uint64_t>(text[end++] - '0');
    }
    largest = std::max(largest, number);
  }
  return largest + 1;
}

std::string_view FreshNames::make(std::string_view name) {
  if (nextNumber == 0) {
    nextNumber = findFirstFree();
  }
  std::string fresh(name);
  fresh += '$';
  fresh += std::to_string(nextNumber++);
  fresh += '_';
  return module.names.emplace_back(std::move(fresh));
}

/// Calls `visit(stem, index)` for each family that the name could be a member of, until that gives true.
template <typename Visit>
static bool anySplit(std::string_view name, Visit visit) {
  constexpr size_t mostDigits = 10;
  uint64_t index = 0, weight = 1;
  size_t first = name.size();
  while (first > 1 && name.size() - first < mostDigits && isDigit(name[first - 1])) {
    --first;
    uint64_t digit = static_cast<uint64_t>(name[first] - '0');
    index += digit * weight;
    weight *= 10;
    bool hasLeadingZero = digit == 0 && first + 1 < name.size();
    if (!hasLeadingZero && visit(name.substr(0, first), index)) {
      return true;
    }
  }
  return false;
}

bool NameScopes::open() {
  if (depth == deepest) {
    return false;
  }
  ++depth;
  parents.push_back(currentScope);
  currentScope = static_cast<uint32_t>(parents.size() - 1);
  return true;
}

bool NameScopes::close() {
  if (depth == 0) {
    return false;
  }
  while (!undo.empty() && undo.back().first == depth) {
    undo.back().second->pop_back();
    undo.pop_back();
  }
  --depth;
  currentScope = parents[currentScope];
  return true;
}

/// Whether a declaration of the scope gives a name that this one gives too.
bool NameScopes::isTaken(uint32_t scope, std::string_view name, uint32_t count) const {
  auto familyHas = [&](std::string_view stem, uint64_t index) {
    auto found = familyCounts.find({scope, stem});
    return found != familyCounts.end() && index < found->second;
  };
  if (count == 0) {
    return plainNames.count({scope, name}) || anySplit(name, familyHas);
  }
  auto smallest = smallestIndex.find({scope, name});
  if (smallest != smallestIndex.end() && smallest->second < count) {
    return true;
  }
  return anySplit(name,
                  [&](std::string_view stem, uint64_t index) { return index > 0 && familyHas(stem, index * 10); });
}

void NameScopes::take(uint32_t scope, std::string_view name, uint32_t count) {
  auto lower = [&](std::string_view stem, uint64_t index) {
    auto [entry, isNew] = smallestIndex.try_emplace({scope, stem}, index);
    entry->second = std::min(entry->second, index);
    return false;
  };
  if (count == 0) {
    plainNames.try_emplace({scope, name}, true);
    anySplit(name, lower);
    return;
  }
  uint32_t &known = familyCounts[{scope, name}];
  known = std::max(known, count);
  lower(name, 0);
  anySplit(name, [&](std::string_view stem, uint64_t index) { return index > 0 && lower(stem, index * 10); });
}

std::optional<std::string_view> NameScopes::declare(std::string_view name, uint32_t count) {
  if (isTaken(currentScope, name, count)) {
    return std::nullopt;
  }
  bool hidesVariable = currentScope != 0 && count == 0 && moduleVariables.count(name);
  bool clashes = hidesVariable || isTaken(allScopes, name, count);
  take(currentScope, name, count);
  take(allScopes, name, count);
  if (!clashes) {
    return name;
  }
  std::string_view fresh = freshNames.make(name);
  std::vector<Rename> &stack = (count == 0 ? plainRenames : familyRenames)[name];
  stack.push_back({depth, count, fresh});
  undo.emplace_back(depth, &stack);
  return fresh;
}

std::string_view NameScopes::resolve(std::string_view name) {
  if (undo.empty()) {
    return name;
  }
  const Rename *plain = nullptr, *family = nullptr;
  auto found = plainRenames.find(name);
  if (found != plainRenames.end() && !found->second.empty()) {
    plain = &found->second.back();
  }
  size_t stemLength = 0;
  anySplit(name, [&](std::string_view stem, uint64_t index) {
    auto stacks = familyRenames.find(stem);
    if (stacks == familyRenames.end()) {
      return false;
    }
    for (auto rename = stacks->second.rbegin(); rename != stacks->second.rend(); ++rename) {
      if (index < rename->count && (!family || rename->depth > family->depth)) {
        family = &*rename;
        stemLength = stem.size();
      }
    }
    return false;
  });
  if (family && (!plain || family->depth > plain->depth)) {
    return module.names.emplace_back(std::string(family->name) + std::string(name.substr(stemLength)));
  }
  return plain ? plain->name : name;
}

} // namespace tkc::sim::ptx
