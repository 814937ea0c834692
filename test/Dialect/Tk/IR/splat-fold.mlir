// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @constant_becomes_a_dense_constant
func.func @constant_becomes_a_dense_constant() -> (tensor<8xi32>, tensor<2x2xf32>) {
  // CHECK-DAG: arith.constant dense<3> : tensor<8xi32>
  // CHECK-DAG: arith.constant dense<1.500000e+00> : tensor<2x2xf32>
  // CHECK-NOT: tk.splat
  %c = arith.constant 3 : i32
  %f = arith.constant 1.5 : f32
  %0 = tk.splat %c : i32 to tensor<8xi32>
  %1 = tk.splat %f : f32 to tensor<2x2xf32>
  return %0, %1 : tensor<8xi32>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @unknown_scalar_stays
func.func @unknown_scalar_stays(%c: i32) -> tensor<8xi32> {
  // CHECK: tk.splat
  %0 = tk.splat %c : i32 to tensor<8xi32>
  return %0 : tensor<8xi32>
}
