// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @both_widths
func.func @both_widths(%a: i32, %b: tensor<8xi64>) -> (i32, tensor<8xi64>) {
  // CHECK: tk.umulhi %{{.*}}, %{{.*}} : i32
  %0 = tk.umulhi %a, %a : i32
  // CHECK: tk.umulhi %{{.*}}, %{{.*}} : tensor<8xi64>
  %1 = tk.umulhi %b, %b : tensor<8xi64>
  return %0, %1 : i32, tensor<8xi64>
}
