// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @with_and_without_mask
func.func @with_and_without_mask(%x: tensor<64xi32>, %y: tensor<8xi64>, %m: tensor<8xi1>) -> (tensor<16xi32>, tensor<256xi32>) {
  // CHECK: tk.histogram %{{.*}} : tensor<64xi32> to tensor<16xi32>
  %0 = tk.histogram %x : tensor<64xi32> to tensor<16xi32>
  // CHECK: tk.histogram %{{.*}} mask %{{.*}} : tensor<8xi1> : tensor<8xi64> to tensor<256xi32>
  %1 = tk.histogram %y mask %m : tensor<8xi1> : tensor<8xi64> to tensor<256xi32>
  return %0, %1 : tensor<16xi32>, tensor<256xi32>
}

// The counts may have another encoding than what is counted.
// CHECK-LABEL: func.func @encodings
func.func @encodings(%x: tensor<64xi32, 1 : i32>, %m: tensor<64xi1, 1 : i32>) -> tensor<16xi32, 2 : i32> {
  // CHECK: tk.histogram %{{.*}} to tensor<16xi32, 2 : i32>
  %0 = tk.histogram %x mask %m : tensor<64xi1, 1 : i32> : tensor<64xi32, 1 : i32> to tensor<16xi32, 2 : i32>
  return %0 : tensor<16xi32, 2 : i32>
}
