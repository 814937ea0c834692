// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One instruction with its guard, modifiers and operands.
#ifndef TKC_LIB_SIM_PTX_INSTRUCTIONREADER_H
#define TKC_LIB_SIM_PTX_INSTRUCTIONREADER_H

#include "LabelTable.h"

namespace tkc::sim::ptx {

class InstructionReader {
public:
  InstructionReader(ReaderState &state, NameScopes &scopes, LabelTable &labels)
      : state(state), tokens(state.tokens), scopes(scopes), labels(labels) {}

  /// Reads to behind the `;`. The instruction will be the one with that index in the function.
  bool read(Instruction &instruction, size_t index);

private:
  bool readGuard(Instruction &instruction);
  bool readOperands(Instruction &instruction);
  bool readFirstOperand(Instruction &instruction);
  bool readOperand(Operand &operand);
  bool readScalar(Operand &operand);
  bool readNegated(Operand &operand);
  bool readName(Operand &operand);
  bool readComponent(const Token &name, Operand &operand);
  bool readConstantOperand(Operand &operand);
  bool readVector(Operand &operand);
  bool readAddress(Operand &operand);
  bool readCoordinates(Operand &operand);
  bool readList(Operand &operand);
  void noteLabels(const Instruction &instruction, size_t index);
  void noteLabel(const Instruction &instruction, size_t index, size_t operand, LabelTable::Needed needed);

  ReaderState &state;
  TokenStream &tokens;
  NameScopes &scopes;
  LabelTable &labels;
  /// Where the operands of the present instruction begin.
  std::vector<Token> operandTokens;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_INSTRUCTIONREADER_H
