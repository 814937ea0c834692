// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text that grows, with the few ways in which PTX writes numbers.
#ifndef TKC_LIB_SIM_PTX_PRINTEDTEXT_H
#define TKC_LIB_SIM_PTX_PRINTEDTEXT_H

#include "tkc/Sim/Ptx/Module.h"

namespace tkc::sim::ptx {

class PrintedText {
public:
  PrintedText &operator<<(std::string_view more) {
    text += more;
    return *this;
  }
  PrintedText &operator<<(uint64_t number) {
    text += std::to_string(number);
    return *this;
  }

  void writeSigned(uint64_t bits) { text += std::to_string(static_cast<int64_t>(bits)); }
  /// With a prefix, in that many hexadecimal digits.
  void writeHex(std::string_view prefix, uint64_t bits, unsigned digits);
  /// `+4`, `+-4`, which ptxas takes and `-4` not, or nothing for 0.
  void writeAddend(uint64_t bits);

  void write(const Operand &operand);
  void write(const Instruction &instruction);
  /// From the space to the initial value, without `;`.
  void write(const Variable &variable);
  /// `(.param .b32 a, .param .b32 b)`
  void writeParameters(const std::vector<Variable> &parameters);

  std::string take() { return std::move(text); }

private:
  void writeElements(const std::vector<Operand> &elements, std::string_view open, std::string_view close);
  void writeAddress(const Operand &operand);
  void writeInitialiser(const Variable &variable);
  void writeValue(const Variable &variable, uint64_t offset);
  void writeSymbol(const Variable::Relocation &relocation);

  std::string text;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_PRINTEDTEXT_H
