// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The labels of one function: where they stand, who names them, and which scope they belong to.
#ifndef TKC_LIB_SIM_PTX_LABELTABLE_H
#define TKC_LIB_SIM_PTX_LABELTABLE_H

#include "ReaderState.h"

namespace tkc::sim::ptx {

/// Labels may be named before they stand, so names are resolved at the end of the function.
class LabelTable {
public:
  LabelTable(ReaderState &state, const NameScopes &scopes) : state(state), scopes(scopes) {}

  /// Gives the name that the label has in the whole function; false when the scope has it already.
  bool define(const Token &name, bool isTable, std::string_view &known);

  /// Remembers an operand, by the index of its instruction and its own.
  enum class Needed : uint8_t { Label, BranchTable, CallTable };
  void useOperand(const Token &name, Needed needed, size_t instruction, size_t operand);
  /// Remembers an entry of a `.branchtargets`.
  void useTarget(const Token &name, size_t table, size_t target);

  /// Writes the known names into the function; false when some are not defined.
  bool resolve(Function &function);

private:
  struct Definition {
    std::string_view known;
    bool isTable;
  };
  struct Use {
    Token name;
    Needed needed;
    bool isTarget;
    uint32_t scope;
    size_t outer, inner;
  };

  const Definition *find(std::string_view name, uint32_t scope) const;
  bool check(const Use &use, const Definition *definition);

  ReaderState &state;
  const NameScopes &scopes;
  std::unordered_map<ScopedName, Definition, ScopedNameHash> definitions;
  /// Names that some scope of the function has defined.
  std::unordered_map<std::string_view, bool> taken;
  std::vector<Use> uses;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_LABELTABLE_H
