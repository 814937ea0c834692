// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and kernels: header, directives of the launch, body.
#ifndef TKC_LIB_SIM_PTX_FUNCTIONREADER_H
#define TKC_LIB_SIM_PTX_FUNCTIONREADER_H

#include "Declarations.h"
#include "InstructionReader.h"

namespace tkc::sim::ptx {

/// Reads one function.
class FunctionReader {
public:
  FunctionReader(ReaderState &state, Function &function)
      : state(state), tokens(state.tokens), function(function),
        scopes(state.module, state.freshNames, state.variableIndices), labels(state, scopes),
        instructions(state, scopes, labels) {}

  /// Reads from `.entry` or `.func` on, to behind the body or the `;` of a declaration. `name` gets the token of the
  /// function's name. After false nothing is known about where the tokens stand: the caller skips on. Errors in the
  /// body don't give false; they are skipped here.
  bool read(Token &name);

private:
  bool readHeader(Token &name);
  bool readParameterList(std::vector<Variable> &parameters);
  bool readHeaderDirectives();
  bool readHeaderDirective(const Token &word);
  bool readBounds(uint32_t (&bounds)[3]);
  bool readNumber(uint32_t &number);
  void readBody();
  bool readBodyPart();
  bool openScope();
  bool readStatement();
  bool readDirective();
  bool readRegisterDeclaration();
  bool readVariableDeclaration();
  bool readLabel();
  bool readTable(const Token &label);
  bool readTargets(TargetTable &table);
  bool readPrototype(TargetTable &table);
  bool readLocation();
  bool readInlining(Location &location);
  bool readInstruction();
  bool declare(const Token &name, uint32_t count, std::string_view &known);

  ReaderState &state;
  TokenStream &tokens;
  Function &function;
  NameScopes scopes;
  LabelTable labels;
  InstructionReader instructions;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_FUNCTIONREADER_H
