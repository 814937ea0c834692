// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @constant
func.func @constant() -> tensor<8x1xi32> {
  %c = arith.constant dense<3> : tensor<8xi32>
  // CHECK: arith.constant dense<3> : tensor<8x1xi32>
  // CHECK-NOT: tk.expand_dims
  %0 = tk.expand_dims %c, 1 : tensor<8xi32> to tensor<8x1xi32>
  return %0 : tensor<8x1xi32>
}
