// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and texts that the lowering adds beside a kernel. Branches live in functions of their own, so that the
// kernel stays free of control flow that is not there in the source.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_RUNTIMEFUNCTIONS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_RUNTIMEFUNCTIONS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace tkc {

/// Adds functions and texts to a module.
class RuntimeFunctions {
public:
  RuntimeFunctions(mlir::OpBuilder &builder, mlir::ModuleOp module, mlir::Location loc)
      : builder(builder), module(module), loc(loc) {}

  /// A function of CUDA's device runtime.
  mlir::LLVM::LLVMFuncOp declare(llvm::StringRef name, mlir::Type result, llvm::ArrayRef<mlir::Type> arguments);
  /// A function that nobody has yet, with an entry block; calls are never inlined.
  mlir::LLVM::LLVMFuncOp define(llvm::StringRef prefix, llvm::ArrayRef<mlir::Type> arguments);
  /// The function of this name, which `fill` gets to fill when it is new.
  mlir::LLVM::LLVMFuncOp defineOnce(llvm::StringRef name, llvm::ArrayRef<mlir::Type> arguments,
                                    llvm::function_ref<void(mlir::LLVM::LLVMFuncOp)> fill);
  /// The address of a text that ends with a zero.
  mlir::Value text(llvm::StringRef content);

private:
  std::string freshName(llvm::StringRef prefix);

  mlir::OpBuilder &builder;
  mlir::ModuleOp module;
  mlir::Location loc;
};

/// Fills a function whose first argument is a condition: `body` runs where the condition is `wanted`.
void fillGuarded(mlir::OpBuilder &builder, mlir::Location loc, mlir::LLVM::LLVMFuncOp function, bool wanted,
                 llvm::function_ref<void()> body);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_RUNTIMEFUNCTIONS_H
