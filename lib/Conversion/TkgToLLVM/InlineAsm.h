// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX for what NVVM's ops don't express.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_INLINEASM_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_INLINEASM_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace tkc {

/// PTX with side effects. `constraints` are LLVM's: "=f" for a result, "l", "r", "b" for operands, digits for operands
/// tied to a result, "~{memory}" where memory changes that no operand names.
mlir::LLVM::InlineAsmOp emitInlineAsm(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type result,
                                      mlir::ValueRange operands, llvm::StringRef text, llvm::StringRef constraints);

/// PTX without results that changes or orders memory; `constraints` are those of the operands.
void emitMemoryAsm(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef text, mlir::ValueRange operands = {},
                   llvm::StringRef constraints = "");

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_INLINEASM_H
