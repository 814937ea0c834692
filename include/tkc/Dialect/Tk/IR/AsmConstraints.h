// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constraint strings of inline assembly: which registers it takes and gives.
#ifndef TKC_DIALECT_TK_IR_ASMCONSTRAINTS_H
#define TKC_DIALECT_TK_IR_ASMCONSTRAINTS_H

#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace tkc::tk {

/// The kinds of registers: `h` 16, `r` 32, `l` 64 bits, `f` f32, `d` f64, `b` a predicate.
struct AsmRegister {
  char kind = 'r';
  /// Of an input: the output whose register it shares.
  std::optional<unsigned> tiedTo;

  unsigned bitWidth() const;
};

/// A parsed constraint string. Clobbers (`~{memory}`) are left out.
struct AsmConstraints {
  llvm::SmallVector<AsmRegister> outputs, inputs;
};

/// Parses LLVM's notation; gives what is wrong with it in `problem` when that fails.
std::optional<AsmConstraints> parseAsmConstraints(llvm::StringRef text, std::string &problem);

/// How many registers `pack` elements of a type take: elements below 32 bits share 32-bit registers.
unsigned countAsmRegisters(mlir::Type element, unsigned pack);

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_ASMCONSTRAINTS_H
