// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside of the decoder: the program that grows, and the names of the function that is being decoded.
#ifndef TKC_LIB_SIM_MACHINE_FUNCTIONDECODER_H
#define TKC_LIB_SIM_MACHINE_FUNCTIONDECODER_H

#include "tkc/Sim/Machine/Decoder.h"

#include <map>
#include <unordered_map>

namespace tkc::sim {

/// A function that the kernel reaches: where its code and its frame are.
struct FunctionFrame {
  const ptx::Function *function = nullptr;
  uint32_t begin = 0;
  /// Offsets in local memory of results, parameters and variables, by name.
  std::unordered_map<std::string_view, uint32_t> offsets;
  /// Null unless the frame lies on the stack.
  DynamicFrame *dynamic = nullptr;
};

/// What all functions of a program share while it is decoded.
class ProgramBuilder {
public:
  ProgramBuilder(const ptx::Module &module, const ptx::Function &entry, const SymbolAddresses &symbols,
                 const FamilyTable &families, const DecodeTarget &target);

  DecodedProgram build();

  void error(uint32_t line, std::string message);

  Place constant(uint64_t bits, unsigned width);
  Place newRegister(unsigned bits, std::string name);
  uint32_t newPredicate(std::string name);
  uint32_t conditionCode();
  Place stackPointer() { return special(SpecialRegister::StackPointer, 64); }
  Place special(SpecialRegister kind, unsigned bits, uint64_t payload = 0);
  /// A register that nobody reads.
  Place sink() const { return sinkPlace; }

  /// The address of a variable of the module, or of a shared one of the function, or of a function.
  std::optional<uint64_t> addressOf(const ptx::Function &function, std::string_view name) const;
  /// Whether the name is that of a variable in shared memory, whose address depends on the rank of the CTA.
  bool isShared(const ptx::Function &function, std::string_view name) const;
  const FunctionFrame *frameOf(std::string_view name) const;
  const FunctionFrame *frameOf(const ptx::Function *function) const { return frameOf(function->name); }
  std::string_view resolveAlias(std::string_view name) const;
  const std::vector<const ptx::Function *> &reachedFunctions() const { return reached; }
  /// Stores the first instruction of a function when it is known.
  void resolveFunction(std::string_view name, uint32_t *target) { functionFixups.push_back({name, target}); }
  void whenDecoded(ProgramPass pass);

  const ptx::Module &module;
  const ptx::Function &entry;
  const SymbolAddresses &symbols;
  const FamilyTable &families;
  const DecodeTarget &target;
  std::unique_ptr<Program> program;
  /// The first key of the next function.
  uint32_t nextKey = 0;

private:
  bool collectFunctions();
  bool visitFunction(const ptx::Function &function, std::vector<const ptx::Function *> &path);
  std::vector<const ptx::Function *> calleesOf(const ptx::Function &function);
  void layOutParameters();
  void layOutFrames();
  void findDynamicFrames();
  bool canReach(const ptx::Function &from, const ptx::Function &to);
  void layOutShared();
  void placeShared(const ptx::Variable &variable, uint64_t &offset, uint64_t &dynamicAlignment);
  void decodeFunctions();

  std::vector<DecodeError> errors;
  std::vector<const ptx::Function *> reached;
  std::map<std::string_view, FunctionFrame> frames;
  std::unordered_map<const ptx::Variable *, uint64_t> sharedAddresses;
  std::map<std::pair<uint64_t, unsigned>, Place> constants;
  std::vector<std::byte> constantBytes;
  std::vector<ProgramPass> passes;
  Place sinkPlace;
  uint32_t carryPredicate = 0;
  /// Of every register but those of 128 bits, which are two: its place and its bytes, in the order of their making.
  std::vector<std::pair<Place, uint8_t>> allRegisters;
  struct FunctionFixup {
    std::string_view name;
    uint32_t *target;
  };
  std::vector<FunctionFixup> functionFixups;
};

/// The instructions of one function.
class FunctionDecoder {
public:
  FunctionDecoder(ProgramBuilder &builder, const ptx::Function &function);

  void decode();

  struct Register {
    ptx::Type type;
    /// A predicate's number, or where the value is.
    uint32_t predicate = 0;
    Place place;
  };
  /// The register of that name, made when it is declared and used for the first time.
  std::optional<Register> findRegister(std::string_view name, int component);
  /// The offset in local memory of a variable or parameter; of a kernel's parameters, that among these.
  std::optional<uint64_t> frameOffset(std::string_view name) const;
  void resolveLabel(std::string_view label, uint32_t *target, uint32_t line);
  /// An instruction that comes before the one that is being decoded.
  void addPrelude(Instruction instruction) { prelude.push_back(instruction); }
  void addPostlude(Instruction instruction) { postlude.push_back(instruction); }

  ProgramBuilder &builder;
  const ptx::Function &function;

private:
  struct Declared {
    const ptx::RegisterDeclaration *declaration;
    std::unordered_map<uint64_t, Register> made;
  };
  void decodeInstruction(const ptx::Instruction &text, uint32_t index);
  void decodeGuard(DecodeContext &context, const ptx::Instruction &text, Instruction &out);
  void append(Instruction instruction, const ptx::Instruction &text, uint32_t index);
  void addImplicitReturn();
  void orderKeys(uint32_t first);
  Declared *findDeclared(std::string_view name, uint64_t &number);

  std::unordered_map<std::string_view, Declared> declared;
  std::unordered_map<std::string_view, uint32_t> labels;
  std::vector<uint32_t> positions, keys;
  uint32_t locationBase = 0;
  std::vector<Instruction> prelude, postlude;
  struct LabelFixup {
    uint32_t instruction;
    uint32_t *target;
  };
  std::vector<LabelFixup> labelFixups;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_MACHINE_FUNCTIONDECODER_H
