// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion from tkg to the LLVM and NVVM dialects.
#ifndef TKC_CONVERSION_TKGTOLLVM_PASSES
#define TKC_CONVERSION_TKGTOLLVM_PASSES

include "mlir/Pass/PassBase.td"

def TkgToLLVM : Pass<"tkg-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower kernels on threads to the LLVM and NVVM dialects";
  let description = [{
    A block becomes one LLVM vector of the elements that a thread holds, in the register order of its linear layout, so
    that elementwise work stays one op a block. Shared memory becomes the external symbol `tkc_shared`.

    Needs:        encodings on all blocks; structured control flow or cf; `tkg.offset` on what uses shared memory.
    Leaves:       LLVM and NVVM ops only; the module attributes of tkg.
    Does not do:  barriers (tkg-insert-barriers) or placement (tkg-allocate-shared).

    Example:      {{test/Conversion/TkgToLLVM/vector-add.mlir}}
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect", "::mlir::cf::ControlFlowDialect"];
}

#endif // TKC_CONVERSION_TKGTOLLVM_PASSES
