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

// CHECK-LABEL: func.func @of_a_splat_is_a_splat
func.func @of_a_splat_is_a_splat(%x: f32) -> tensor<8x1xf32> {
  // CHECK-NEXT: tk.splat %{{.*}} : f32 to tensor<8x1xf32>
  // CHECK-NEXT: return
  %0 = tk.splat %x : f32 to tensor<8xf32>
  %1 = tk.expand_dims %0, 1 : tensor<8xf32> to tensor<8x1xf32>
  return %1 : tensor<8x1xf32>
}
