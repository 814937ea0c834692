// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From PTX text to programs. Families of instructions register their opcodes in a FamilyTable; a family's decode
// function takes every modifier and operand of an instruction from a DecodeContext, which turns what is left over,
// unknown or of the wrong type into an error that names the instruction.
#ifndef TKC_SIM_MACHINE_DECODER_H
#define TKC_SIM_MACHINE_DECODER_H

#include "tkc/Arch/Target.h"
#include "tkc/Sim/Machine/Program.h"
#include "tkc/Sim/Memory/Memory.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace tkc::sim {

class DecodeContext;

/// Fills `out` from the text of the context: handler, operands, detail, class. Reports errors to the context; after the
/// first one the rest of the instruction does not matter.
using DecodeFunction = void (*)(DecodeContext &, Instruction &out);

/// Looks at an instruction.
using DecodeCheck = void (*)(DecodeContext &);

/// Changes a program when all its functions are decoded.
using ProgramPass = void (*)(Program &);

/// The opcodes that the simulator knows: a first word (`ld`), or a first word with its first modifier (`cp.async`),
/// which goes before. Either way the decode function sees all modifiers.
class FamilyTable {
public:
  struct Entry {
    std::string_view opcode;
    DecodeFunction decode;
  };
  void add(std::initializer_list<Entry> entries);
  DecodeFunction find(std::string_view opcode) const;
  /// Looks at every instruction before its family does; reports what the text's version and target lack.
  DecodeCheck check = nullptr;

private:
  std::unordered_map<std::string_view, DecodeFunction> functions;
};

/// What is wrong with an instruction.
struct DecodeError {
  uint32_t line = 0;
  std::string message;
};

/// Where the variables of a module stand: generic addresses of `.global` and `.const` ones.
using SymbolAddresses = std::unordered_map<std::string_view, uint64_t>;

/// The address that stands for a function, for indirect calls; nothing when there is none of that name.
std::optional<uint64_t> functionAddress(const ptx::Module &module, std::string_view name);

/// The program of a kernel, or why there is none (several errors at most).
struct DecodedProgram {
  std::unique_ptr<Program> program;
  std::vector<DecodeError> errors;
};
/// The parameters of a kernel with their places among its parameter bytes, and how many bytes these are.
struct ParameterLayout {
  std::vector<KernelParameter> parameters;
  uint64_t sizeInBytes = 0;
};
ParameterLayout layOutParameters(const ptx::Function &entry);

/// For what a text is written, and where it runs.
struct DecodeTarget {
  /// What `.target` promises, which decides what instructions there are; and the GPU, which decides how it computes.
  Target text, machine;
  /// `.target sm_90a` and its kin have instructions that sm_90 lacks.
  bool hasArchitectureSuffix = false;
  /// `.version 8.0` is 80.
  unsigned version = 90;
};
DecodedProgram decodeProgram(const ptx::Module &module, const ptx::Function &entry, const SymbolAddresses &symbols,
                             const FamilyTable &families, const DecodeTarget &target);

/// A register or constant, and its width, for instructions whose operands may be wider than their type.
struct SizedPlace {
  Place place;
  unsigned bits = 32;
};

/// `[base + offset]`: 32 lanes of 32 or 64 bits, to which a number is added.
struct AddressOperand {
  Place base;
  bool is64 = true;
  int64_t offset = 0;
};

/// A function as a call sees it.
struct Callee {
  const ptx::Function *function = nullptr;
  /// Where its parameters and results stand in local memory: frames are static.
  std::vector<uint32_t> parameters, results;
  /// Null when the frame stands where it is; offsets count from its begin otherwise.
  const DynamicFrame *frame = nullptr;
};

class FunctionDecoder;

/// One instruction while it is decoded. Modifiers are taken from the left to the right; operands are asked for by
/// number.
class DecodeContext {
public:
  DecodeContext(FunctionDecoder &decoder, const ptx::Instruction &instruction)
      : decoder(decoder), instruction(instruction) {}

  const ptx::Instruction &text() const { return instruction; }
  /// What the text is written for.
  const Target &target() const { return targets().text; }
  const DecodeTarget &targets() const;
  Program &program();
  /// `ld.global.foo.b32`, for messages.
  std::string spelling() const;

  void error(std::string message);
  bool hasErrors() const { return failed; }

  //===--------------------------------------------------------------------===//
  // Modifiers
  //===--------------------------------------------------------------------===//

  /// The next modifier if there is one; empty otherwise.
  std::string_view peek() const;
  /// Whether any modifier that is not taken yet is spelled so.
  bool isAhead(std::string_view name) const;
  /// Whether any modifier is spelled so, taken or not.
  bool hasModifier(std::string_view name) const;
  /// The last modifier as a type; nothing when it is none. Takes nothing.
  std::optional<ptx::Type> lastType() const;
  /// Takes the next modifier if it is spelled so.
  bool take(std::string_view name);
  /// Takes the next modifier if it is one of these, and gives its number in the list, else -1.
  int takeOneOf(std::initializer_list<std::string_view> names);
  /// As takeOneOf; it is an error when none fits.
  int needOneOf(std::initializer_list<std::string_view> names);
  /// Takes a type that is one of these; another one or none is an error, and gives the first.
  ptx::Type needType(std::initializer_list<std::string_view> names);
  /// Takes `.cta`, `.cluster`, `.gpu` or `.sys`.
  std::optional<Scope> takeScope();
  /// Skips whatever is next.
  void skip() { ++nextModifier; }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  unsigned numOperands() const { return static_cast<unsigned>(instruction.operands.size()); }
  const ptx::Operand &operand(unsigned index) const;
  /// An error unless there are so many.
  bool expectOperands(unsigned least, unsigned most);
  bool expectOperands(unsigned count) { return expectOperands(count, count); }

  /// A source of exactly the width of the type: a register, a number, the address of a symbol, a special register.
  Place source(unsigned index, ptx::Type type) { return source(operand(index), type); }
  Place source(const ptx::Operand &operand, ptx::Type type);
  /// A source that may be wider than the type (`st`, `cvt`); numbers have the width of the type, or 32 bits for less.
  SizedPlace wideSource(const ptx::Operand &operand, ptx::Type type);
  /// A register that is written; `_` is one that nobody reads.
  Place result(unsigned index, ptx::Type type) { return result(operand(index), type); }
  Place result(const ptx::Operand &operand, ptx::Type type);
  SizedPlace wideResult(const ptx::Operand &operand, ptx::Type type);

  /// What an operand's `.b0` or `.h10` says; empty for the whole register. Instructions that do not ask have none.
  std::string_view selector(unsigned index);
  /// The elements of a vector operand, or the operand alone when it is none.
  std::vector<const ptx::Operand *> elements(unsigned index) const;

  PredicatePlace predicateSource(unsigned index) { return predicateSource(operand(index)); }
  PredicatePlace predicateSource(const ptx::Operand &operand);
  uint32_t predicateResult(const ptx::Operand &operand);
  /// Whether an operand names a predicate register.
  bool isPredicate(const ptx::Operand &operand) const;
  /// The type of a register operand.
  std::optional<ptx::Type> registerType(const ptx::Operand &operand) const;

  AddressOperand address(unsigned index) { return address(operand(index)); }
  AddressOperand address(const ptx::Operand &operand);
  /// Whether the instruction stands in the kernel itself, whose parameters are in a space of their own; those of other
  /// functions are in local memory.
  bool isInKernel() const;
  /// Whether a `.param` address is one of the kernel's parameters.
  bool isKernelParameter(const ptx::Operand &operand) const;

  /// The value of a number operand; an error when it is none or lies outside.
  int64_t number(unsigned index, int64_t least, int64_t most);
  /// Whether an operand is a number.
  bool isNumber(unsigned index) const { return operand(index).kind == ptx::Operand::Kind::Integer; }

  /// The lanes of a constant with the given bits, 32 or 64 wide.
  Place constant(uint64_t bits, unsigned width);
  /// The predicate that holds the carry of `add.cc` and its kin.
  uint32_t conditionCode();
  /// A register of its own for the instruction, which outlives it like others do.
  Place temporary(unsigned bits);

  /// Index in Program::code of the label or function that an operand names: known only when all is decoded, and stored
  /// in `*target` then, which must be kept by the program.
  void resolveLabel(const ptx::Operand &operand, uint32_t *target);
  void resolveLabel(std::string_view label, uint32_t *target);
  const ptx::TargetTable *findTable(const ptx::Operand &operand) const;
  /// The function of that name, defined or not; null when there is none.
  const ptx::Function *findFunction(std::string_view name) const;
  /// A defined function that the kernel reaches.
  std::optional<Callee> findCallee(std::string_view name) const;
  /// All functions that the kernel reaches but itself.
  std::vector<Callee> allCallees() const;
  /// Stores the function's first instruction in `*target` when all is decoded.
  void resolveFunction(std::string_view name, uint32_t *target);
  /// Where a `.param` or `.local` variable of the present function stands in local memory.
  std::optional<uint32_t> localOffset(std::string_view name) const;
  /// The frame of the present function when it lies on the stack, else null; and whether a name is that of something in
  /// it, so that its offset counts from the frame's begin.
  const DynamicFrame *dynamicFrame() const;
  bool isInDynamicFrame(std::string_view name) const;
  /// The register that holds the first free byte of the stack.
  Place stackPointer();
  /// Adds an instruction behind the one that is decoded, with the same guard.
  void addPostlude(Instruction instruction);
  /// Lets a pass run over the program when all is decoded; once, however often it is asked for.
  void whenDecoded(ProgramPass pass);
  FunctionDecoder &function() { return decoder; }

  //===--------------------------------------------------------------------===//
  // The result
  //===--------------------------------------------------------------------===//

  /// Puts results and sources into the instruction.
  void setOperands(Instruction &out, std::initializer_list<Place> results, std::initializer_list<Place> sources);
  void setOperands(Instruction &out, const std::vector<Place> &results, const std::vector<Place> &sources);
  template <typename T>
  T *setDetail(Instruction &out, T detail) {
    T *kept = program().keep(std::move(detail));
    out.detail = kept;
    return kept;
  }
  /// Reports modifiers and selectors that nobody has taken.
  void finish();

private:
  Place frameAddress(const ptx::Operand &operand, ptx::Type type);

  FunctionDecoder &decoder;
  const ptx::Instruction &instruction;
  size_t nextModifier = 0;
  bool failed = false, hasSelectors = false;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_DECODER_H
