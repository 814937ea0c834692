// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @two_and_three_dimensions
func.func @two_and_three_dimensions(%x: tensor<8x4xf32>, %y: tensor<2x4x8xf32>)
    -> (tensor<4x8xf32>, tensor<8x2x4xf32>) {
  // CHECK: tk.trans %{{.*}} [1, 0] : tensor<8x4xf32> to tensor<4x8xf32>
  %0 = tk.trans %x [1, 0] : tensor<8x4xf32> to tensor<4x8xf32>
  // CHECK: tk.trans %{{.*}} [2, 0, 1] : tensor<2x4x8xf32> to tensor<8x2x4xf32>
  %1 = tk.trans %y [2, 0, 1] : tensor<2x4x8xf32> to tensor<8x2x4xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<8x2x4xf32>
}
