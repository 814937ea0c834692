// RUN: tk-opt %s --mlir-print-debuginfo | tk-opt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic --mlir-print-debuginfo | tk-opt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ids survive printing and parsing; nothing adds or drops one.

// CHECK-LABEL: func.func @location
func.func @location() -> i32 {
  // CHECK: tk.program_id 0 : i32 loc(fused<#tk.ids<[3, 7]>>["matmul.tk":14:11])
  %0 = tk.program_id 0 : i32 loc(fused<#tk.ids<[3, 7]>>["matmul.tk":14:11])
  return %0 : i32
}
