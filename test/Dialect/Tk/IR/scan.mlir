// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @forward_and_reverse
func.func @forward_and_reverse(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  // CHECK: tk.scan(%{{.*}}) axis = 1 {
  // CHECK: } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = tk.scan (%x) axis = 1 {
  ^bb0(%left: f32, %right: f32):
    %sum = arith.addf %left, %right : f32
    tk.yield %sum : f32
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: tk.scan(%{{.*}}) axis = 0 reverse {
  // CHECK: } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = tk.scan (%x) axis = 0 reverse {
  ^bb0(%left: f32, %right: f32):
    %sum = arith.addf %left, %right : f32
    tk.yield %sum : f32
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
