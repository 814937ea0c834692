// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Taking an instruction apart: modifiers from the left to the right, operands by number and type.
#include "tkc/Sim/Machine/SpecialRegisters.h"
#include "tkc/Sim/Machine/Warp.h"

#include <algorithm>
#include <cstring>

#include "FunctionDecoder.h"

namespace tkc::sim {

void FamilyTable::add(std::initializer_list<Entry> entries) {
  for (const Entry &entry : entries) {
    functions[entry.opcode] = entry.decode;
  }
}

DecodeFunction FamilyTable::find(std::string_view opcode) const {
  auto found = functions.find(opcode);
  return found == functions.end() ? nullptr : found->second;
}

const DecodeTarget &DecodeContext::targets() const { return decoder.builder.target; }
Program &DecodeContext::program() { return *decoder.builder.program; }

std::string DecodeContext::spelling() const {
  std::string text(instruction.opcode);
  for (std::string_view modifier : instruction.modifiers) {
    text += "." + std::string(modifier);
  }
  return text;
}

void DecodeContext::error(std::string message) {
  // What follows the first error of an instruction is mostly its consequence.
  if (!failed) {
    decoder.builder.error(instruction.line, std::move(message));
  }
  failed = true;
}

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

std::string_view DecodeContext::peek() const {
  return nextModifier < instruction.modifiers.size() ? instruction.modifiers[nextModifier] : std::string_view();
}

bool DecodeContext::isAhead(std::string_view name) const {
  for (size_t index = nextModifier; index < instruction.modifiers.size(); ++index) {
    if (instruction.modifiers[index] == name) {
      return true;
    }
  }
  return false;
}

bool DecodeContext::hasModifier(std::string_view name) const {
  return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), name) != instruction.modifiers.end();
}

std::optional<ptx::Type> DecodeContext::lastType() const {
  return instruction.modifiers.empty() ? std::nullopt : ptx::findType(instruction.modifiers.back());
}

bool DecodeContext::take(std::string_view name) {
  bool isNext = nextModifier < instruction.modifiers.size() && instruction.modifiers[nextModifier] == name;
  nextModifier += isNext;
  return isNext;
}

int DecodeContext::takeOneOf(std::initializer_list<std::string_view> names) {
  int number = 0;
  for (std::string_view name : names) {
    if (take(name)) {
      return number;
    }
    ++number;
  }
  return -1;
}

static std::string listOf(std::initializer_list<std::string_view> names) {
  std::string text;
  for (std::string_view name : names) {
    text += (text.empty() ? "." : ", .") + std::string(name);
  }
  return text;
}

int DecodeContext::needOneOf(std::initializer_list<std::string_view> names) {
  int number = takeOneOf(names);
  if (number >= 0) {
    return number;
  }
  std::string found = peek().empty() ? "nothing" : "`." + std::string(peek()) + "`";
  error("`" + spelling() + "` has " + found + " where one of " + listOf(names) + " is needed");
  return 0;
}

ptx::Type DecodeContext::needType(std::initializer_list<std::string_view> names) {
  int number = needOneOf(names);
  std::optional<ptx::Type> type = ptx::findType(*(names.begin() + number));
  return type ? *type : ptx::Type();
}

std::optional<Scope> DecodeContext::takeScope() {
  int number = takeOneOf({"cta", "cluster", "gpu", "sys"});
  return number < 0 ? std::nullopt : std::optional(static_cast<Scope>(number));
}

void DecodeContext::finish() {
  if (!failed && nextModifier < instruction.modifiers.size()) {
    error("unknown modifier `." + std::string(peek()) + "` of `" + spelling() + "`");
  }
  for (const ptx::Operand &operand : instruction.operands) {
    if (!operand.selector.empty() && !hasSelectors) {
      error("`" + spelling() + "` takes no parts of registers, got `." + std::string(operand.selector) + "`");
    }
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

const ptx::Operand &DecodeContext::operand(unsigned index) const {
  static const ptx::Operand missing;
  return index < instruction.operands.size() ? instruction.operands[index] : missing;
}

bool DecodeContext::expectOperands(unsigned least, unsigned most) {
  if (numOperands() >= least && numOperands() <= most) {
    return true;
  }
  std::string needed = std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
  error("`" + spelling() + "` has " + std::to_string(numOperands()) + " operands, " + needed + " are needed");
  return false;
}

/// The bits of a number as an operand of a type, or what is wrong with it.
static std::optional<uint64_t> immediateBits(const ptx::Operand &operand, ptx::Type type, std::string &problem) {
  using Kind = ptx::Operand::Kind;
  bool isFloat = type.kind == ptx::Type::Kind::Float || type.kind == ptx::Type::Kind::BFloat;
  bool takesFloat = isFloat || type.kind == ptx::Type::Kind::Bits;
  if (operand.kind == Kind::Integer) {
    int64_t value = static_cast<int64_t>(operand.bits);
    bool fits = type.bits >= 64 || (value >= -(int64_t(1) << (type.bits - 1)) && value < (int64_t(1) << type.bits));
    if (isFloat && type.bits >= 32) {
      problem = "an integer where a number of type ." + std::string(type.name) + " is needed";
    } else if (!fits) {
      problem = "the number " + std::to_string(value) + " does not fit into ." + std::string(type.name);
    }
    return operand.bits;
  }
  if (operand.kind == Kind::Float32 && takesFloat && type.bits == 32) {
    return operand.bits;
  }
  if (operand.kind == Kind::Float64 && takesFloat && type.bits == 64) {
    return operand.bits;
  }
  if (operand.kind == Kind::Float64 && isFloat && type.bits == 32) {
    double value;
    std::memcpy(&value, &operand.bits, sizeof(value));
    float rounded = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &rounded, sizeof(bits));
    return bits;
  }
  if (operand.kind == Kind::Float32 || operand.kind == Kind::Float64) {
    problem = "a float where a number of type ." + std::string(type.name) + " is needed";
    return 0;
  }
  return std::nullopt;
}

/// The address of something in a frame on the stack: frame pointer and offset, which is the detail.
template <typename T>
static Step addToFramePointer(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const uint64_t *base = warp.read<uint64_t>(instruction.operands[1]);
  T *target = warp.write<T>(instruction.operands[0]);
  uint8_t *defined = warp.writeDefined(instruction.operands[0], sizeof(T));
  uint64_t offset = instruction.detailAs<uint64_t>();
  forLanes(lanes, [&](unsigned lane) {
    target[lane] = static_cast<T>(base[lane] + offset);
    defined[lane] = Warp::fullyDefined(sizeof(T));
  });
  return Step::Next;
}

Place DecodeContext::frameAddress(const ptx::Operand &operand, ptx::Type type) {
  if (type.bits != 32 && type.bits != 64) {
    error("`" + spelling() + "` takes the address of `" + std::string(operand.name) + "` into " +
          std::to_string(type.bits) + " bits");
    return constant(0, type.bits);
  }
  Place place = temporary(type.bits);
  Instruction add;
  add.handler = type.bits == 64 ? addToFramePointer<uint64_t> : addToFramePointer<uint32_t>;
  add.kind = InstructionClass::Move;
  setOperands(add, {place}, {dynamicFrame()->framePointer});
  setDetail(add, uint64_t(*decoder.frameOffset(operand.name) + operand.bits));
  decoder.addPrelude(add);
  return place;
}

SizedPlace DecodeContext::wideSource(const ptx::Operand &operand, ptx::Type type) {
  std::string problem;
  if (type.bits > 64 && operand.kind != ptx::Operand::Kind::Integer && !registerType(operand)) {
    error("`" + spelling() + "` needs a register of " + std::to_string(type.bits) + " bits");
    return {temporary(128), type.bits};
  }
  if (std::optional<uint64_t> bits = immediateBits(operand, type, problem)) {
    if (!problem.empty()) {
      error("`" + spelling() + "` has " + problem);
    }
    return {constant(*bits, type.bits), type.bits};
  }
  if (operand.kind != ptx::Operand::Kind::Name || (operand.isNegated && !isPredicate(operand))) {
    error("`" + spelling() + "` has an operand of the wrong form where a value is needed");
    return {constant(0, type.bits), type.bits};
  }
  if (std::optional<FunctionDecoder::Register> found = decoder.findRegister(operand.name, operand.component)) {
    if (found->type.kind != ptx::Type::Kind::Predicate) {
      return {found->place, found->type.bits};
    }
    error("`" + spelling() + "` has the predicate `" + std::string(operand.name) + "` where a value is needed");
    return {constant(0, type.bits), type.bits};
  }
  if (std::optional<SpecialRegister> special = findSpecialRegister(operand.name)) {
    return {decoder.builder.special(*special, type.bits), type.bits};
  }
  if (Handler clock = findClock(operand.name, type.bits)) {
    Place place = temporary(type.bits);
    Instruction read;
    read.handler = clock;
    read.kind = InstructionClass::Move;
    setOperands(read, {place}, {});
    decoder.addPrelude(read);
    return {place, type.bits};
  }
  if (isInDynamicFrame(operand.name)) {
    return {frameAddress(operand, type), type.bits};
  }
  std::optional<uint64_t> address = decoder.frameOffset(operand.name);
  if (!address) {
    address = decoder.builder.addressOf(decoder.function, operand.name);
  }
  if (!address) {
    error("`" + spelling() + "` names `" + std::string(operand.name) + "`, which is not declared");
  } else if (type.bits < 32) {
    error("`" + spelling() + "` takes the address of `" + std::string(operand.name) + "` into fewer than 32 bits");
  }
  uint64_t value = address.value_or(0) + operand.bits;
  if (decoder.builder.isShared(decoder.function, operand.name)) {
    return {decoder.builder.special(SpecialRegister::SharedAddress, type.bits, value), type.bits};
  }
  return {constant(value, type.bits), type.bits};
}

Place DecodeContext::source(const ptx::Operand &operand, ptx::Type type) {
  SizedPlace found = wideSource(operand, type);
  if (found.bits != type.bits) {
    error("`" + spelling() + "` needs " + std::to_string(type.bits) + " bits, `" + std::string(operand.name) +
          "` has " + std::to_string(found.bits));
  }
  return found.place;
}

SizedPlace DecodeContext::wideResult(const ptx::Operand &operand, ptx::Type type) {
  if (operand.kind == ptx::Operand::Kind::Sink) {
    return {type.bits == 128 ? temporary(128) : decoder.builder.sink(), type.bits};
  }
  if (operand.kind == ptx::Operand::Kind::Name) {
    std::optional<FunctionDecoder::Register> found = decoder.findRegister(operand.name, operand.component);
    if (found && found->type.kind != ptx::Type::Kind::Predicate) {
      return {found->place, found->type.bits};
    }
    error("`" + spelling() + "` writes to `" + std::string(operand.name) + "`, which is not a register" +
          (found ? " for values" : ""));
  } else {
    error("`" + spelling() + "` has an operand of the wrong form where a register is written");
  }
  return {decoder.builder.sink(), type.bits};
}

Place DecodeContext::result(const ptx::Operand &operand, ptx::Type type) {
  SizedPlace found = wideResult(operand, type);
  if (found.bits != type.bits) {
    error("`" + spelling() + "` writes " + std::to_string(type.bits) + " bits, `" + std::string(operand.name) +
          "` has " + std::to_string(found.bits));
  }
  return found.place;
}

std::string_view DecodeContext::selector(unsigned index) {
  hasSelectors = true;
  return operand(index).selector;
}

std::vector<const ptx::Operand *> DecodeContext::elements(unsigned index) const {
  const ptx::Operand &vector = operand(index);
  std::vector<const ptx::Operand *> list;
  if (vector.kind != ptx::Operand::Kind::Vector) {
    return {&vector};
  }
  for (const ptx::Operand &element : vector.elements) {
    list.push_back(&element);
  }
  return list;
}

PredicatePlace DecodeContext::predicateSource(const ptx::Operand &operand) {
  if (operand.kind == ptx::Operand::Kind::Integer) {
    return {operand.bits != 0 ? PredicatePlace::alwaysTrue : PredicatePlace::alwaysFalse, false};
  }
  std::optional<FunctionDecoder::Register> found;
  if (operand.kind == ptx::Operand::Kind::Name) {
    found = decoder.findRegister(operand.name, operand.component);
  }
  if (found && found->type.kind == ptx::Type::Kind::Predicate) {
    return {found->predicate, operand.isNegated};
  }
  error("`" + spelling() + "` needs a predicate, got `" + std::string(operand.name) + "`");
  return {};
}

uint32_t DecodeContext::predicateResult(const ptx::Operand &operand) {
  if (operand.kind == ptx::Operand::Kind::Sink) {
    return PredicatePlace::sink;
  }
  PredicatePlace found = predicateSource(operand);
  if (found.isNegated || found.index < PredicatePlace::firstFree) {
    error("`" + spelling() + "` writes to an operand that is not a predicate register");
    return PredicatePlace::sink;
  }
  return found.index;
}

bool DecodeContext::isPredicate(const ptx::Operand &operand) const {
  std::optional<ptx::Type> type = registerType(operand);
  return type && type->kind == ptx::Type::Kind::Predicate;
}

std::optional<ptx::Type> DecodeContext::registerType(const ptx::Operand &operand) const {
  if (operand.kind != ptx::Operand::Kind::Name) {
    return std::nullopt;
  }
  std::optional<FunctionDecoder::Register> found = decoder.findRegister(operand.name, operand.component);
  return found ? std::optional(found->type) : std::nullopt;
}

AddressOperand DecodeContext::address(const ptx::Operand &operand) {
  AddressOperand result;
  result.base = constant(0, 64);
  if (operand.kind != ptx::Operand::Kind::Address) {
    error("`" + spelling() + "` needs an address in brackets");
    return result;
  }
  if (operand.name.empty()) {
    result.base = constant(operand.bits, 64);
    return result;
  }
  std::optional<FunctionDecoder::Register> found = decoder.findRegister(operand.name, -1);
  if (found) {
    if (found->type.kind == ptx::Type::Kind::Predicate || (found->type.bits != 32 && found->type.bits != 64)) {
      error("`" + spelling() + "` takes `" + std::string(operand.name) +
            "` as an address, which has neither 32 nor "
            "64 bits");
    }
    return {found->place, found->type.bits == 64, static_cast<int64_t>(operand.bits)};
  }
  if (isInDynamicFrame(operand.name)) {
    int64_t offset = static_cast<int64_t>(*decoder.frameOffset(operand.name) + operand.bits);
    return {dynamicFrame()->framePointer, true, offset};
  }
  std::optional<ptx::Type> type = ptx::findType("b64");
  ptx::Operand symbol;
  symbol.name = operand.name;
  symbol.bits = operand.bits;
  result.base = source(symbol, *type);
  return result;
}

bool DecodeContext::isInKernel() const { return &decoder.function == &decoder.builder.entry; }

bool DecodeContext::isKernelParameter(const ptx::Operand &operand) const {
  if (!isInKernel()) {
    return false;
  }
  for (const ptx::Variable &variable : decoder.function.variables) {
    if (variable.name == operand.name) {
      return false;
    }
  }
  return true;
}

int64_t DecodeContext::number(unsigned index, int64_t least, int64_t most) {
  const ptx::Operand &found = operand(index);
  int64_t value = static_cast<int64_t>(found.bits);
  if (found.kind != ptx::Operand::Kind::Integer || value < least || value > most) {
    error("`" + spelling() + "` needs a number from " + std::to_string(least) + " to " + std::to_string(most) +
          (found.kind == ptx::Operand::Kind::Integer ? ", got " + std::to_string(value) : ""));
    return least;
  }
  return value;
}

Place DecodeContext::constant(uint64_t bits, unsigned width) { return decoder.builder.constant(bits, width); }
uint32_t DecodeContext::conditionCode() { return decoder.builder.conditionCode(); }
Place DecodeContext::temporary(unsigned bits) { return decoder.builder.newRegister(bits, "a temporary"); }

void DecodeContext::resolveLabel(const ptx::Operand &operand, uint32_t *target) { resolveLabel(operand.name, target); }
void DecodeContext::resolveLabel(std::string_view label, uint32_t *target) {
  decoder.resolveLabel(label, target, instruction.line);
}

const ptx::TargetTable *DecodeContext::findTable(const ptx::Operand &operand) const {
  for (const ptx::TargetTable &table : decoder.function.tables) {
    if (table.name == operand.name) {
      return &table;
    }
  }
  return nullptr;
}

const ptx::Function *DecodeContext::findFunction(std::string_view name) const {
  return decoder.builder.module.findFunction(decoder.builder.resolveAlias(name));
}

std::optional<Callee> DecodeContext::findCallee(std::string_view name) const {
  const FunctionFrame *frame = decoder.builder.frameOf(name);
  if (!frame) {
    return std::nullopt;
  }
  Callee callee;
  callee.function = frame->function;
  callee.frame = frame->dynamic;
  for (const ptx::Variable &parameter : frame->function->parameters) {
    callee.parameters.push_back(frame->offsets.at(parameter.name));
  }
  for (const ptx::Variable &result : frame->function->results) {
    callee.results.push_back(frame->offsets.at(result.name));
  }
  return callee;
}

std::vector<Callee> DecodeContext::allCallees() const {
  std::vector<Callee> callees;
  for (const ptx::Function *function : decoder.builder.reachedFunctions()) {
    if (!function->isEntry) {
      callees.push_back(*findCallee(function->name));
    }
  }
  return callees;
}

void DecodeContext::resolveFunction(std::string_view name, uint32_t *target) {
  decoder.builder.resolveFunction(name, target);
}

std::optional<uint32_t> DecodeContext::localOffset(std::string_view name) const {
  ptx::Operand operand;
  operand.name = name;
  std::optional<uint64_t> offset = decoder.frameOffset(name);
  return offset && !isKernelParameter(operand) ? std::optional(static_cast<uint32_t>(*offset)) : std::nullopt;
}

const DynamicFrame *DecodeContext::dynamicFrame() const { return decoder.builder.frameOf(&decoder.function)->dynamic; }

bool DecodeContext::isInDynamicFrame(std::string_view name) const {
  const FunctionFrame *frame = decoder.builder.frameOf(&decoder.function);
  return frame->dynamic && frame->offsets.count(name) != 0;
}

Place DecodeContext::stackPointer() { return decoder.builder.stackPointer(); }

void DecodeContext::addPostlude(Instruction instruction) { decoder.addPostlude(instruction); }
void DecodeContext::whenDecoded(ProgramPass pass) { decoder.builder.whenDecoded(pass); }

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

void DecodeContext::setOperands(Instruction &out, const std::vector<Place> &results,
                                const std::vector<Place> &sources) {
  std::vector<Place> all = results;
  all.insert(all.end(), sources.begin(), sources.end());
  out.numResults = static_cast<uint8_t>(results.size());
  out.numOperands = static_cast<uint8_t>(all.size());
  out.operands = program().keep(std::move(all))->data();
}

void DecodeContext::setOperands(Instruction &out, std::initializer_list<Place> results,
                                std::initializer_list<Place> sources) {
  setOperands(out, std::vector<Place>(results), std::vector<Place>(sources));
}

} // namespace tkc::sim
