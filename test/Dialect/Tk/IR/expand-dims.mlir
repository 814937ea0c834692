// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @each_place
func.func @each_place(%x: tensor<8x4xf32>) -> (tensor<1x8x4xf32>, tensor<8x1x4xf32>, tensor<8x4x1xf32>) {
  // CHECK: tk.expand_dims %{{.*}}, 0 : tensor<8x4xf32> to tensor<1x8x4xf32>
  %0 = tk.expand_dims %x, 0 : tensor<8x4xf32> to tensor<1x8x4xf32>
  // CHECK: tk.expand_dims %{{.*}}, 1 : tensor<8x4xf32> to tensor<8x1x4xf32>
  %1 = tk.expand_dims %x, 1 : tensor<8x4xf32> to tensor<8x1x4xf32>
  // CHECK: tk.expand_dims %{{.*}}, 2 : tensor<8x4xf32> to tensor<8x4x1xf32>
  %2 = tk.expand_dims %x, 2 : tensor<8x4xf32> to tensor<8x4x1xf32>
  return %0, %1, %2 : tensor<1x8x4xf32>, tensor<8x1x4xf32>, tensor<8x4x1xf32>
}
