// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that a function declares in nested scopes, told apart: PTX scopes are braces, the machine knows none.
#ifndef TKC_LIB_SIM_PTX_NAMESCOPES_H
#define TKC_LIB_SIM_PTX_NAMESCOPES_H

#include "tkc/Sim/Ptx/Module.h"

#include <unordered_map>

namespace tkc::sim::ptx {

/// A name within one scope, as a key.
struct ScopedName {
  uint32_t scope = 0;
  std::string_view name;

  bool operator==(const ScopedName &other) const { return scope == other.scope && name == other.name; }
};

struct ScopedNameHash {
  size_t operator()(const ScopedName &key) const {
    return std::hash<std::string_view>()(key.name) ^ (key.scope * size_t(0x9E3779B97F4A7C15));
  }
};

/// Where a name stands in a list of the module.
using NameIndices = std::unordered_map<std::string_view, size_t>;

/// Makes names that occur nowhere in the text.
class FreshNames {
public:
  explicit FreshNames(Module &module) : module(module) {}

  /// `t` gives `t$1_`.
  std::string_view make(std::string_view name);

private:
  uint64_t findFirstFree() const;

  Module &module;
  uint64_t nextNumber = 0;
};

/// The scopes of one function. A register family, `%r<10>`, has a count and stands for `%r0` to `%r9`.
class NameScopes {
public:
  static constexpr uint32_t deepest = 256;

  NameScopes(Module &module, FreshNames &freshNames, const NameIndices &variables)
      : module(module), freshNames(freshNames), moduleVariables(variables) {
    parents.push_back(0);
  }

  /// False when scopes would nest too deep.
  bool open();
  /// False when only the scope of the function is open.
  bool close();

  /// The name under which what is declared here is known in the whole function; nothing when this scope has it already.
  std::optional<std::string_view> declare(std::string_view name, uint32_t count);

  /// The name that the function knows for what is written here.
  std::string_view resolve(std::string_view name);

  uint32_t current() const { return currentScope; }
  /// 0 is the scope of the function, and its own parent.
  uint32_t parentOf(uint32_t scope) const { return parents[scope]; }

private:
  struct Rename {
    uint32_t depth;
    uint32_t count;
    std::string_view name;
  };
  using RenameStacks = std::unordered_map<std::string_view, std::vector<Rename>>;

  bool isTaken(uint32_t scope, std::string_view name, uint32_t count) const;
  void take(uint32_t scope, std::string_view name, uint32_t count);

  Module &module;
  FreshNames &freshNames;
  const NameIndices &moduleVariables;
  uint32_t currentScope = 0, depth = 0;
  std::vector<uint32_t> parents;
  /// Plain names, and the smallest index that any declaration takes of a family; of one scope, and of all together.
  std::unordered_map<ScopedName, bool, ScopedNameHash> plainNames;
  std::unordered_map<ScopedName, uint64_t, ScopedNameHash> smallestIndex;
  std::unordered_map<ScopedName, uint32_t, ScopedNameHash> familyCounts;
  RenameStacks plainRenames, familyRenames;
  /// What each open scope renamed, innermost last.
  std::vector<std::pair<uint32_t, std::vector<Rename> *>> undo;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_NAMESCOPES_H
