// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables get their memory first, then their values: these may be addresses of one another.
#include "ModuleVariables.h"

#include <algorithm>
#include <cstring>

namespace tkc::sim {

static bool needsMemory(const ptx::Variable &variable) {
  return (variable.space == ptx::Space::Global || variable.space == ptx::Space::Const) && !variable.isExternal;
}

/// The most that all variables of a module may take together.
static constexpr uint64_t mostBytes = uint64_t(1) << 30;
static constexpr uint64_t mostAlignment = uint64_t(1) << 20;

static std::optional<uint64_t> relocated(const ptx::Module &module, const SymbolAddresses &symbols,
                                         const ptx::Variable::Relocation &relocation) {
  auto found = symbols.find(relocation.symbol);
  if (found != symbols.end()) {
    return found->second + static_cast<uint64_t>(relocation.addend);
  }
  return functionAddress(module, relocation.symbol);
}

static void initialise(const ptx::Module &module, const ptx::Variable &variable, const SymbolAddresses &symbols,
                       GlobalMemory &memory, std::vector<LoadError> &errors) {
  std::vector<uint8_t> bytes(variable.sizeInBytes, 0);
  std::copy_n(variable.initialBytes.begin(), std::min(bytes.size(), variable.initialBytes.size()), bytes.begin());
  for (const ptx::Variable::Relocation &relocation : variable.relocations) {
    std::optional<uint64_t> value = relocated(module, symbols, relocation);
    if (!value || relocation.offset + 8 > bytes.size()) {
      errors.push_back({variable.line, 0,
                        "`" + std::string(variable.name) + "` is initialised with the address of `" +
                            std::string(relocation.symbol) + "`, which has none"});
      continue;
    }
    std::memcpy(bytes.data() + relocation.offset, &*value, 8);
  }
  memory.write(symbols.at(variable.name), bytes.data(), bytes.size());
}

SymbolAddresses placeVariables(const ptx::Module &module, GlobalMemory &memory, std::vector<LoadError> &errors) {
  SymbolAddresses symbols;
  uint64_t total = 0;
  for (const ptx::Variable &variable : module.variables) {
    if (!needsMemory(variable)) {
      continue;
    }
    total += variable.sizeInBytes;
    if (variable.sizeInBytes > mostBytes || total > mostBytes) {
      errors.push_back({variable.line, 0, "the variables of the module take more than 1 GiB"});
      return symbols;
    }
    bool isConstant = variable.space == ptx::Space::Const;
    symbols[variable.name] = memory.allocate(std::string(variable.name), std::max<uint64_t>(1, variable.sizeInBytes),
                                             !isConstant, std::clamp<uint64_t>(variable.alignment, 256, mostAlignment),
                                             isConstant ? Space::Const : Space::Global);
  }
  for (const ptx::Variable &variable : module.variables) {
    if (needsMemory(variable)) {
      initialise(module, variable, symbols, memory, errors);
    }
  }
  return symbols;
}

} // namespace tkc::sim
