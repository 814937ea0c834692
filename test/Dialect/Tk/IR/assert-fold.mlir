// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @true_says_nothing
// CHECK-NEXT: return
func.func @true_says_nothing() {
  %c = arith.constant dense<true> : tensor<8xi1>
  tk.assert %c, "never" : tensor<8xi1>
  return
}

// CHECK-LABEL: func.func @others_stay
// CHECK: tk.assert
func.func @others_stay(%c: i1) {
  tk.assert %c, "maybe" : i1
  return
}
