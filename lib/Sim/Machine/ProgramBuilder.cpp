// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel reaches, and where its parameters, frames, shared variables and constants stand.
#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "FunctionDecoder.h"

namespace tkc::sim {

/// Addresses of functions, which nothing but an indirect call can use.
static constexpr uint64_t codeWindow = uint64_t(1) << 46;
static constexpr size_t mostErrors = 20;

/// Functions that call one another in a row.
static constexpr size_t mostNestedFunctions = 256;

/// Beyond it every space is too small; sums of such numbers do not overflow.
static constexpr uint64_t mostBytes = uint64_t(1) << 40;

static uint64_t alignUp(uint64_t value, uint64_t alignment) {
  value = std::min(value, mostBytes);
  alignment = std::clamp<uint64_t>(alignment, 1, mostBytes);
  return (value + alignment - 1) / alignment * alignment;
}

ProgramBuilder::ProgramBuilder(const ptx::Module &module, const ptx::Function &entry, const SymbolAddresses &symbols,
                               const FamilyTable &families, const DecodeTarget &target)
    : module(module), entry(entry), symbols(symbols), families(families), target(target),
      program(std::make_unique<Program>()) {}

void ProgramBuilder::error(uint32_t line, std::string message) {
  if (errors.size() < mostErrors) {
    errors.push_back({line, std::move(message)});
  }
}

DecodedProgram ProgramBuilder::build() {
  program->name = std::string(entry.name);
  program->module = &module;
  program->bounds = entry.bounds;
  sinkPlace = newRegister(64, "_");
  if (collectFunctions()) {
    layOutParameters();
    findDynamicFrames();
    layOutFrames();
    layOutShared();
    decodeFunctions();
  }
  for (const FunctionFixup &fixup : functionFixups) {
    const FunctionFrame *frame = frameOf(fixup.name);
    *fixup.target = frame ? frame->begin : 0;
  }
  program->constants.resize(constantBytes.size());
  if (!constantBytes.empty()) {
    std::memcpy(program->constants.data(), constantBytes.data(), constantBytes.size());
  }
  if (!errors.empty()) {
    program = nullptr;
  }
  for (ProgramPass pass : passes) {
    if (program) {
      pass(*program);
    }
  }
  return {std::move(program), std::move(errors)};
}

void ProgramBuilder::whenDecoded(ProgramPass pass) {
  if (std::find(passes.begin(), passes.end(), pass) == passes.end()) {
    passes.push_back(pass);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

template <typename F>
static void forEachName(const ptx::Operand &operand, F visit) {
  if (!operand.name.empty()) {
    visit(operand.name);
  }
  for (const ptx::Operand &element : operand.elements) {
    forEachName(element, visit);
  }
}

static std::string_view resolveAlias(const ptx::Module &module, std::string_view name) {
  for (const ptx::Alias &alias : module.aliases) {
    if (alias.name == name) {
      return alias.target;
    }
  }
  return name;
}

/// Functions whose address something takes, which an indirect call with a prototype alone may reach.
static std::vector<const ptx::Function *> addressTaken(const ptx::Module &module) {
  std::unordered_set<std::string_view> names;
  for (const ptx::Function &function : module.functions) {
    for (const ptx::Instruction &instruction : function.instructions) {
      for (const ptx::Operand &operand : instruction.operands) {
        if (instruction.opcode != "call") {
          forEachName(operand, [&](std::string_view name) { names.insert(resolveAlias(module, name)); });
        }
      }
    }
  }
  for (const ptx::Variable &variable : module.variables) {
    for (const ptx::Variable::Relocation &relocation : variable.relocations) {
      names.insert(resolveAlias(module, relocation.symbol));
    }
  }
  std::vector<const ptx::Function *> functions;
  for (const ptx::Function &function : module.functions) {
    if (!function.isExternal && !function.isEntry && names.count(function.name) != 0) {
      functions.push_back(&function);
    }
  }
  return functions;
}

std::vector<const ptx::Function *> ProgramBuilder::calleesOf(const ptx::Function &function) {
  std::vector<const ptx::Function *> callees;
  auto add = [&](std::string_view name) {
    const ptx::Function *found = module.findFunction(resolveAlias(name));
    if (found && !found->isExternal) {
      callees.push_back(found);
    }
  };
  for (const ptx::Instruction &instruction : function.instructions) {
    if (instruction.opcode != "call") {
      continue;
    }
    bool isDirect = false;
    const ptx::TargetTable *table = nullptr;
    for (const ptx::Operand &operand : instruction.operands) {
      if (operand.kind != ptx::Operand::Kind::Name) {
        continue;
      }
      isDirect |= module.findFunction(resolveAlias(operand.name)) != nullptr;
      add(operand.name);
      for (const ptx::TargetTable &each : function.tables) {
        table = each.name == operand.name ? &each : table;
      }
    }
    if (table && table->kind == ptx::TargetTable::Kind::Calls) {
      std::for_each(table->targets.begin(), table->targets.end(), add);
    } else if (!isDirect) {
      std::vector<const ptx::Function *> taken = addressTaken(module);
      callees.insert(callees.end(), taken.begin(), taken.end());
    }
  }
  return callees;
}

bool ProgramBuilder::visitFunction(const ptx::Function &function, std::vector<const ptx::Function *> &path) {
  if (std::find(path.begin(), path.end(), &function) != path.end()) {
    // It calls itself by way of others: its frame lies on the stack.
    return true;
  }
  if (path.size() >= mostNestedFunctions) {
    error(function.line, "calls nest deeper than " + std::to_string(mostNestedFunctions) + " functions at `" +
                             std::string(function.name) + "`");
    return false;
  }
  if (std::find(reached.begin(), reached.end(), &function) != reached.end()) {
    return true;
  }
  path.push_back(&function);
  for (const ptx::Function *callee : calleesOf(function)) {
    if (!visitFunction(*callee, path)) {
      return false;
    }
  }
  path.pop_back();
  reached.push_back(&function);
  return true;
}

bool ProgramBuilder::collectFunctions() {
  std::vector<const ptx::Function *> path;
  if (!visitFunction(entry, path)) {
    return false;
  }
  // The kernel comes first.
  std::reverse(reached.begin(), reached.end());
  return true;
}

std::string_view ProgramBuilder::resolveAlias(std::string_view name) const {
  return tkc::sim::resolveAlias(module, name);
}

const FunctionFrame *ProgramBuilder::frameOf(std::string_view name) const {
  auto found = frames.find(resolveAlias(name));
  return found == frames.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

ParameterLayout layOutParameters(const ptx::Function &entry) {
  ParameterLayout layout;
  uint64_t &offset = layout.sizeInBytes;
  for (const ptx::Variable &parameter : entry.parameters) {
    offset = alignUp(offset, parameter.alignment);
    layout.parameters.push_back({std::string(parameter.name), parameter.type, static_cast<uint32_t>(offset),
                                 static_cast<uint32_t>(parameter.sizeInBytes), parameter.alignment,
                                 parameter.isPointer});
    offset += std::min(parameter.sizeInBytes, mostBytes);
  }
  return layout;
}

void ProgramBuilder::layOutParameters() {
  ParameterLayout layout = tkc::sim::layOutParameters(entry);
  program->parameters = std::move(layout.parameters);
  program->parameterBytes = static_cast<uint32_t>(layout.sizeInBytes);
  if (layout.sizeInBytes > 32764) {
    error(entry.line, "the parameters of `" + program->name + "` take " + std::to_string(layout.sizeInBytes) +
                          " bytes, a kernel has 32764 at most");
  }
}

/// Whether `to` is called by `from`, directly or by way of others.
bool ProgramBuilder::canReach(const ptx::Function &from, const ptx::Function &to) {
  std::vector<const ptx::Function *> pending = calleesOf(from);
  std::unordered_set<const ptx::Function *> seen;
  while (!pending.empty()) {
    const ptx::Function *next = pending.back();
    pending.pop_back();
    if (next == &to) {
      return true;
    }
    if (seen.insert(next).second) {
      std::vector<const ptx::Function *> more = calleesOf(*next);
      pending.insert(pending.end(), more.begin(), more.end());
    }
  }
  return false;
}

static bool usesStackInstructions(const ptx::Function &function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(), [](const ptx::Instruction &each) {
    return each.opcode == "alloca" || each.opcode == "stacksave" || each.opcode == "stackrestore";
  });
}

/// Functions that may be active twice, and those that allocate, whose memory is free again when they return.
void ProgramBuilder::findDynamicFrames() {
  for (const ptx::Function *function : reached) {
    bool allocates = usesStackInstructions(*function);
    program->usesStack |= allocates;
    if (function != &entry && (allocates || canReach(*function, *function))) {
      frames[function->name].dynamic = program->keep(DynamicFrame());
      program->usesStack = true;
    }
  }
  if (program->usesStack) {
    stackPointer();
  }
}

/// Per thread; what ptxas permits too.
static constexpr uint64_t mostLocalBytes = 512 * 1024;
static constexpr uint64_t stackAlignment = 16;

void ProgramBuilder::layOutFrames() {
  uint64_t staticOffset = 0;
  for (const ptx::Function *function : reached) {
    FunctionFrame &frame = frames[function->name];
    frame.function = function;
    uint64_t dynamicOffset = 0;
    uint64_t &offset = frame.dynamic ? dynamicOffset : staticOffset;
    auto place = [&offset](FunctionFrame &frame, const ptx::Variable &variable) {
      offset = alignUp(offset, std::max<uint64_t>(variable.alignment, 8));
      frame.offsets[variable.name] = static_cast<uint32_t>(offset);
      offset += std::min(variable.sizeInBytes, mostBytes);
    };
    for (const ptx::Variable &variable : function->variables) {
      if (variable.space == ptx::Space::Local || variable.space == ptx::Space::Param) {
        place(frame, variable);
      }
    }
    for (const ptx::Variable &variable : module.variables) {
      if (variable.space == ptx::Space::Local && function == &entry) {
        place(frame, variable);
      }
    }
    if (function == &entry) {
      for (const KernelParameter &parameter : program->parameters) {
        frame.offsets[function->parameters[&parameter - program->parameters.data()].name] = parameter.offset;
      }
      continue;
    }
    for (const ptx::Variable &variable : function->parameters) {
      place(frame, variable);
    }
    for (const ptx::Variable &variable : function->results) {
      place(frame, variable);
    }
    if (frame.dynamic) {
      frame.dynamic->frameBytes = static_cast<uint32_t>(alignUp(std::max<uint64_t>(offset, 1), stackAlignment));
      staticOffset = offset > mostLocalBytes ? offset : staticOffset;
    }
  }
  staticOffset = program->usesStack ? alignUp(staticOffset, stackAlignment) : staticOffset;
  program->localBytes = static_cast<uint32_t>(staticOffset);
  if (staticOffset > mostLocalBytes) {
    error(entry.line, "local memory of `" + program->name + "` takes " + std::to_string(staticOffset) +
                          " bytes a thread, at most " + std::to_string(mostLocalBytes) + " are possible");
    program->localBytes = 0;
  }
}

void ProgramBuilder::placeShared(const ptx::Variable &variable, uint64_t &offset, uint64_t &dynamicAlignment) {
  if (variable.isUnsized) {
    program->usesDynamicShared = true;
    dynamicAlignment = std::max<uint64_t>(dynamicAlignment, variable.alignment);
    return;
  }
  offset = alignUp(offset, variable.alignment);
  sharedAddresses[&variable] = offset;
  offset += std::min(variable.sizeInBytes, mostBytes);
}

void ProgramBuilder::layOutShared() {
  std::unordered_set<std::string_view> used;
  for (const ptx::Function *function : reached) {
    for (const ptx::Instruction &instruction : function->instructions) {
      for (const ptx::Operand &operand : instruction.operands) {
        forEachName(operand, [&](std::string_view name) { used.insert(name); });
      }
    }
  }
  std::vector<const ptx::Variable *> variables;
  auto collect = [&](const std::vector<ptx::Variable> &all) {
    for (const ptx::Variable &variable : all) {
      if (variable.space == ptx::Space::Shared && used.count(variable.name) != 0) {
        variables.push_back(&variable);
      }
    }
  };
  collect(module.variables);
  for (const ptx::Function *function : reached) {
    collect(function->variables);
  }
  uint64_t offset = reservedSharedBytes, dynamicAlignment = 1;
  for (const ptx::Variable *variable : variables) {
    placeShared(*variable, offset, dynamicAlignment);
  }
  // Dynamic memory is one block behind the static variables, whatever it is called.
  uint64_t begin = alignUp(offset, dynamicAlignment);
  for (const ptx::Variable *variable : variables) {
    if (variable->isUnsized) {
      sharedAddresses[variable] = begin;
    }
  }
  if (begin >= (uint64_t(1) << sharedRankShift)) {
    error(entry.line, "static shared memory of `" + program->name + "` takes " + std::to_string(begin) + " bytes");
  }
  program->dynamicSharedBegin = static_cast<uint32_t>(begin);
}

bool ProgramBuilder::isShared(const ptx::Function &function, std::string_view name) const {
  for (const std::vector<ptx::Variable> *variables : {&function.variables, &module.variables}) {
    for (const ptx::Variable &variable : *variables) {
      if (variable.name == name) {
        return variable.space == ptx::Space::Shared;
      }
    }
  }
  return false;
}

std::optional<uint64_t> ProgramBuilder::addressOf(const ptx::Function &function, std::string_view name) const {
  for (const std::vector<ptx::Variable> *variables : {&function.variables, &module.variables}) {
    for (const ptx::Variable &variable : *variables) {
      if (variable.name != name) {
        continue;
      }
      auto shared = sharedAddresses.find(&variable);
      if (shared != sharedAddresses.end()) {
        return shared->second;
      }
      auto symbol = symbols.find(name);
      return symbol == symbols.end() ? std::nullopt : std::optional(symbol->second);
    }
  }
  return functionAddress(module, name);
}

std::optional<uint64_t> functionAddress(const ptx::Module &module, std::string_view name) {
  std::string_view resolved = resolveAlias(module, name);
  for (size_t index = 0; index < module.functions.size(); ++index) {
    if (module.functions[index].name == resolved) {
      return codeWindow + (index + 1) * 16;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Registers and constants
//===----------------------------------------------------------------------===//

Place ProgramBuilder::newRegister(unsigned bits, std::string name) {
  uint32_t offset = program->registerBytes;
  program->registerBytes += Place::bytesFor(bits);
  program->registerNames.emplace_back(offset, name);
  Place made = Place::inRegisters(offset);
  allRegisters.emplace_back(made, uint8_t(std::min(bits, 64u) / 8));
  if (bits == 128) {
    allRegisters.emplace_back(made.upperHalf(), uint8_t(8));
  }
  if (bits == 128) {
    program->registerNames.emplace_back(offset + Place::wideHalf, std::move(name));
  }
  return Place::inRegisters(offset);
}

uint32_t ProgramBuilder::newPredicate(std::string name) {
  program->predicateNames.emplace_back(program->predicateCount, std::move(name));
  return program->predicateCount++;
}

uint32_t ProgramBuilder::conditionCode() {
  if (carryPredicate == 0) {
    carryPredicate = newPredicate("CC");
  }
  return carryPredicate;
}

Place ProgramBuilder::special(SpecialRegister kind, unsigned bits, uint64_t payload) {
  for (const SpecialUse &use : program->specials) {
    if (use.kind == kind && use.bits == bits && use.payload == payload) {
      return use.place;
    }
  }
  Place place = newRegister(bits, "a special register");
  // It belongs to no function.
  allRegisters.pop_back();
  program->specials.push_back({kind, bits, place, payload});
  return place;
}

/// Writes the value of all lanes, and that it is defined.
static void fillLanes(std::byte *target, uint64_t bits, unsigned width) {
  unsigned bytes = width / 8;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    std::memcpy(target + size_t(lane) * bytes, &bits, bytes);
  }
  std::memset(target + size_t(warpSize) * bytes, int((1u << bytes) - 1), warpSize);
}

Place ProgramBuilder::constant(uint64_t bits, unsigned width) {
  if (width < 64) {
    bits &= (uint64_t(1) << width) - 1;
  }
  auto [found, isNew] = constants.try_emplace({bits, width});
  if (!isNew) {
    return found->second;
  }
  size_t offset = constantBytes.size();
  constantBytes.resize(offset + Place::bytesFor(width));
  fillLanes(constantBytes.data() + offset, bits, std::min(width, 64u));
  if (width == 128) {
    // Numbers have 64 bits; ptxas makes the others zero.
    fillLanes(constantBytes.data() + offset + Place::wideHalf, 0, 64);
  }
  return found->second = Place::inConstants(static_cast<uint32_t>(offset));
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

void ProgramBuilder::decodeFunctions() {
  for (const ptx::Function *function : reached) {
    FunctionFrame &frame = frames[function->name];
    frame.begin = static_cast<uint32_t>(program->code.size());
    size_t firstRegister = allRegisters.size();
    uint32_t firstPredicate = program->predicateCount;
    if (frame.dynamic) {
      frame.dynamic->framePointer = newRegister(64, "a frame pointer");
    }
    FunctionDecoder(*this, *function).decode();
    if (frame.dynamic) {
      auto begin = allRegisters.begin() + static_cast<std::ptrdiff_t>(firstRegister);
      frame.dynamic->registers.assign(begin, allRegisters.end());
      frame.dynamic->predicatesBegin = firstPredicate;
      frame.dynamic->predicatesEnd = program->predicateCount;
    }
    program->functions.push_back({frames[function->name].begin, static_cast<uint32_t>(program->code.size()), function});
  }
  program->entry = frames[entry.name].begin;
}

DecodedProgram decodeProgram(const ptx::Module &module, const ptx::Function &entry, const SymbolAddresses &symbols,
                             const FamilyTable &families, const DecodeTarget &target) {
  return ProgramBuilder(module, entry, symbols, families, target).build();
}

} // namespace tkc::sim
