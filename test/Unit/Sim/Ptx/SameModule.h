// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares modules of PTX in all but the numbers of their lines.
#ifndef TKC_TEST_UNIT_SIM_PTX_SAMEMODULE_H
#define TKC_TEST_UNIT_SIM_PTX_SAMEMODULE_H

#include "tkc/Sim/Ptx/Module.h"

#include <algorithm>
#include <tuple>

namespace tkc::sim::ptx {

template <typename T>
bool areSame(const std::vector<T> &left, const std::vector<T> &right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const T &first, const T &second) { return isSame(first, second); });
}

inline bool isSame(const Type &left, const Type &right) {
  return std::tie(left.kind, left.bits, left.name) == std::tie(right.kind, right.bits, right.name);
}

inline bool isSame(const RegisterDeclaration &left, const RegisterDeclaration &right) {
  return isSame(left.type, right.type) &&
         std::tie(left.name, left.count, left.lanes) == std::tie(right.name, right.count, right.lanes);
}

inline bool isSame(const Variable::Relocation &left, const Variable::Relocation &right) {
  return std::tie(left.offset, left.symbol, left.addend, left.isGeneric) ==
         std::tie(right.offset, right.symbol, right.addend, right.isGeneric);
}

inline bool isSame(const Variable &left, const Variable &right) {
  auto members = [](const Variable &variable) {
    return std::tie(variable.space, variable.linkage, variable.lanes, variable.name, variable.alignment,
                    variable.sizeInBytes, variable.isUnsized, variable.isExternal, variable.isPointer,
                    variable.pointeeSpace, variable.pointeeAlignment, variable.initialBytes);
  };
  return members(left) == members(right) && isSame(left.type, right.type) &&
         areSame(left.relocations, right.relocations);
}

inline bool isSame(const Operand &left, const Operand &right) {
  auto members = [](const Operand &operand) {
    return std::tie(operand.kind, operand.isNegated, operand.component, operand.name, operand.selector, operand.bits);
  };
  return members(left) == members(right) && areSame(left.elements, right.elements);
}

inline bool isSame(const Instruction &left, const Instruction &right) {
  auto members = [](const Instruction &instruction) {
    return std::tie(instruction.opcode, instruction.modifiers, instruction.guard, instruction.isGuardNegated,
                    instruction.location);
  };
  bool haveSecond = left.secondResult && right.secondResult;
  return members(left) == members(right) && areSame(left.operands, right.operands) &&
         left.secondResult.has_value() == right.secondResult.has_value() &&
         (!haveSecond || isSame(*left.secondResult, *right.secondResult));
}

inline bool isSame(const Location &left, const Location &right) {
  auto members = [](const Location &place) {
    return std::tie(place.file, place.line, place.column, place.function, place.functionOffset, place.inlinedFile,
                    place.inlinedLine, place.inlinedColumn, place.isInlined);
  };
  return members(left) == members(right);
}

inline bool isSame(const Label &left, const Label &right) {
  return left.name == right.name && left.instruction == right.instruction;
}

inline bool isSame(const TargetTable &left, const TargetTable &right) {
  return std::tie(left.kind, left.name, left.targets, left.isNoReturn) ==
             std::tie(right.kind, right.name, right.targets, right.isNoReturn) &&
         areSame(left.results, right.results) && areSame(left.parameters, right.parameters);
}

inline bool isSame(const LaunchBounds &left, const LaunchBounds &right) {
  auto members = [](const LaunchBounds &bounds) {
    return std::tie(bounds.maxClusterRank, bounds.minCtasPerSm, bounds.maxRegisters, bounds.hasExplicitCluster,
                    bounds.countsClusters);
  };
  auto same = [](const uint32_t (&one)[3], const uint32_t (&other)[3]) { return std::equal(one, one + 3, other); };
  return same(left.requiredThreads, right.requiredThreads) && same(left.maxThreads, right.maxThreads) &&
         same(left.requiredCluster, right.requiredCluster) && members(left) == members(right);
}

inline bool isSame(const Function &left, const Function &right) {
  auto members = [](const Function &function) {
    return std::tie(function.name, function.linkage, function.isEntry, function.isNoReturn, function.isExternal);
  };
  return members(left) == members(right) && areSame(left.results, right.results) &&
         areSame(left.parameters, right.parameters) && isSame(left.bounds, right.bounds) &&
         areSame(left.registers, right.registers) && areSame(left.variables, right.variables) &&
         areSame(left.instructions, right.instructions) && areSame(left.labels, right.labels) &&
         areSame(left.tables, right.tables) && areSame(left.locations, right.locations);
}

inline bool isSame(const File &left, const File &right) { return left.index == right.index && left.name == right.name; }

inline bool isSame(const Alias &left, const Alias &right) {
  return left.name == right.name && left.target == right.target;
}

inline bool isSame(const Module &left, const Module &right) {
  auto members = [](const Module &module) {
    return std::tie(module.versionMajor, module.versionMinor, module.target, module.targetOptions, module.addressBits);
  };
  return members(left) == members(right) && areSame(left.files, right.files) &&
         areSame(left.variables, right.variables) && areSame(left.functions, right.functions) &&
         areSame(left.aliases, right.aliases);
}

} // namespace tkc::sim::ptx

#endif // TKC_TEST_UNIT_SIM_PTX_SAMEMODULE_H
