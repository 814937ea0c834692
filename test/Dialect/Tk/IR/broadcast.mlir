// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @one_and_two_dimensions
func.func @one_and_two_dimensions(%x: tensor<8x1xf32>, %y: tensor<1x1xf32>) -> (tensor<8x4xf32>, tensor<2x4xf32>) {
  // CHECK: tk.broadcast %{{.*}} : tensor<8x1xf32> to tensor<8x4xf32>
  %0 = tk.broadcast %x : tensor<8x1xf32> to tensor<8x4xf32>
  // CHECK: tk.broadcast %{{.*}} : tensor<1x1xf32> to tensor<2x4xf32>
  %1 = tk.broadcast %y : tensor<1x1xf32> to tensor<2x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<2x4xf32>
}
