// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @both_kinds
func.func @both_kinds(%x: tensor<8x4xf32>) -> (tensor<32xf32>, tensor<2x16xf32>) {
  // CHECK: tk.reshape %{{.*}} : tensor<8x4xf32> to tensor<32xf32>
  %0 = tk.reshape %x : tensor<8x4xf32> to tensor<32xf32>
  // CHECK: tk.reshape %{{.*}} allow_reorder : tensor<8x4xf32> to tensor<2x16xf32>
  %1 = tk.reshape %x allow_reorder : tensor<8x4xf32> to tensor<2x16xf32>
  return %0, %1 : tensor<32xf32>, tensor<2x16xf32>
}

// CHECK-LABEL: func.func @reorder_gives_any_encoding
func.func @reorder_gives_any_encoding(%x: tensor<8x4xf32, 1 : i32>) -> tensor<32xf32, 2 : i32> {
  // CHECK: tk.reshape %{{.*}} allow_reorder : tensor<8x4xf32, 1 : i32> to tensor<32xf32, 2 : i32>
  %0 = tk.reshape %x allow_reorder : tensor<8x4xf32, 1 : i32> to tensor<32xf32, 2 : i32>
  return %0 : tensor<32xf32, 2 : i32>
}
