// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @identity_is_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>)
func.func @identity_is_nothing(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = tk.trans %x [0, 1] : tensor<8x4xf32> to tensor<8x4xf32>
  // CHECK-NEXT: return %[[X]]
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @there_and_back_is_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<2x4x8xf32>)
func.func @there_and_back_is_nothing(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = tk.trans %x [2, 0, 1] : tensor<2x4x8xf32> to tensor<8x2x4xf32>
  %1 = tk.trans %0 [1, 2, 0] : tensor<8x2x4xf32> to tensor<2x4x8xf32>
  // CHECK-NEXT: return %[[X]]
  return %1 : tensor<2x4x8xf32>
}

// CHECK-LABEL: func.func @a_rotation_done_twice_is_another
// CHECK-SAME: (%[[X:.*]]: tensor<4x4x4xf32>)
func.func @a_rotation_done_twice_is_another(%x: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
  %0 = tk.trans %x [2, 0, 1] : tensor<4x4x4xf32> to tensor<4x4x4xf32>
  // CHECK-NEXT: tk.trans %[[X]] [1, 2, 0]
  // CHECK-NEXT: return
  %1 = tk.trans %0 [2, 0, 1] : tensor<4x4x4xf32> to tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

// CHECK-LABEL: func.func @constant
func.func @constant() -> tensor<4x8xi32> {
  %c = arith.constant dense<3> : tensor<8x4xi32>
  // CHECK: arith.constant dense<3> : tensor<4x8xi32>
  // CHECK-NOT: tk.trans
  %0 = tk.trans %c [1, 0] : tensor<8x4xi32> to tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @of_a_splat_is_a_splat
func.func @of_a_splat_is_a_splat(%x: f32) -> tensor<4x8xf32> {
  // CHECK-NEXT: tk.splat %{{.*}} : f32 to tensor<4x8xf32>
  // CHECK-NEXT: return
  %0 = tk.splat %x : f32 to tensor<8x4xf32>
  %1 = tk.trans %0 [1, 0] : tensor<8x4xf32> to tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
