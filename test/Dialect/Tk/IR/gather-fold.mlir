// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @from_a_constant
func.func @from_a_constant(%i: tensor<4xi32>) -> tensor<4xf32> {
  // CHECK-NEXT: arith.constant dense<2.000000e+00> : tensor<4xf32>
  // CHECK-NEXT: return
  %c = arith.constant dense<2.0> : tensor<8xf32>
  %0 = tk.gather %c[%i] axis = 0 : tensor<8xf32>[tensor<4xi32>] to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @from_a_splat
func.func @from_a_splat(%x: f32, %i: tensor<4xi32>) -> tensor<4xf32> {
  // CHECK-NEXT: tk.splat %{{.*}} : f32 to tensor<4xf32>
  // CHECK-NEXT: return
  %s = tk.splat %x : f32 to tensor<8xf32>
  %0 = tk.gather %s[%i] axis = 0 : tensor<8xf32>[tensor<4xi32>] to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @from_one_element
func.func @from_one_element(%x: tensor<2x1xf32>, %i: tensor<2x4xi32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: tk.broadcast %{{.*}} : tensor<2x1xf32> to tensor<2x4xf32>
  // CHECK-NEXT: return
  %0 = tk.gather %x[%i] axis = 1 : tensor<2x1xf32>[tensor<2x4xi32>] to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @keeps_one_element_in_another_encoding
func.func @keeps_one_element_in_another_encoding(%x: tensor<1xf32, 1 : i32>, %i: tensor<4xi32, 2 : i32>) -> tensor<4xf32, 2 : i32> {
  // CHECK-NEXT: tk.gather
  %0 = tk.gather %x[%i] axis = 0 : tensor<1xf32, 1 : i32>[tensor<4xi32, 2 : i32>] to tensor<4xf32, 2 : i32>
  return %0 : tensor<4xf32, 2 : i32>
}

// CHECK-LABEL: func.func @keeps_one_from_several
func.func @keeps_one_from_several(%x: tensor<8xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  // CHECK-NEXT: tk.gather
  %0 = tk.gather %x[%i] axis = 0 : tensor<8xf32>[tensor<4xi32>] to tensor<4xf32>
  return %0 : tensor<4xf32>
}
