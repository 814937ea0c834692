// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @to_the_same_shape_is_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>)
func.func @to_the_same_shape_is_nothing(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = tk.reshape %x : tensor<8x4xf32> to tensor<8x4xf32>
  // CHECK-NEXT: return %[[X]]
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @constant
func.func @constant() -> tensor<32xi32> {
  %c = arith.constant dense<3> : tensor<8x4xi32>
  // CHECK: arith.constant dense<3> : tensor<32xi32>
  // CHECK-NOT: tk.reshape
  %0 = tk.reshape %c : tensor<8x4xi32> to tensor<32xi32>
  return %0 : tensor<32xi32>
}

// CHECK-LABEL: func.func @there_and_back_is_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>)
func.func @there_and_back_is_nothing(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = tk.reshape %x : tensor<8x4xf32> to tensor<32xf32>
  %1 = tk.reshape %0 : tensor<32xf32> to tensor<8x4xf32>
  // CHECK-NEXT: return %[[X]]
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @two_are_one
func.func @two_are_one(%x: tensor<8x4xf32>) -> tensor<2x16xf32> {
  // CHECK-NEXT: tk.reshape %{{.*}} : tensor<8x4xf32> to tensor<2x16xf32>
  // CHECK-NEXT: return
  %0 = tk.reshape %x : tensor<8x4xf32> to tensor<32xf32>
  %1 = tk.reshape %0 : tensor<32xf32> to tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

// CHECK-LABEL: func.func @kinds_do_not_merge
func.func @kinds_do_not_merge(%x: tensor<8x4xf32>) -> tensor<2x16xf32> {
  // CHECK: tk.reshape %{{.*}} allow_reorder
  // CHECK: tk.reshape
  %0 = tk.reshape %x allow_reorder : tensor<8x4xf32> to tensor<32xf32>
  %1 = tk.reshape %0 : tensor<32xf32> to tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

// CHECK-LABEL: func.func @of_a_splat_is_a_splat
func.func @of_a_splat_is_a_splat(%x: f32) -> tensor<8x1xf32> {
  // CHECK-NEXT: tk.splat %{{.*}} : f32 to tensor<8x1xf32>
  // CHECK-NEXT: return
  %0 = tk.splat %x : f32 to tensor<8xf32>
  %1 = tk.reshape %0 : tensor<8xf32> to tensor<8x1xf32>
  return %1 : tensor<8x1xf32>
}
