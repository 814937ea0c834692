// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass that lowers tkg to the LLVM and NVVM dialects.
#ifndef TKC_CONVERSION_TKGTOLLVM_TKGTOLLVM_H
#define TKC_CONVERSION_TKGTOLLVM_TKGTOLLVM_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tkc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tkc/Conversion/TkgToLLVM/Passes.h.inc"

/// The external symbol of dynamic shared memory.
inline constexpr llvm::StringLiteral sharedSymbolName = "tkc_shared";

} // namespace tkc

#endif // TKC_CONVERSION_TKGTOLLVM_TKGTOLLVM_H
