// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @both_shapes
func.func @both_shapes(%a: !tk.ptr<f32>, %b: tensor<8x!tk.ptr<f32>>) -> (i64, tensor<8xi64>) {
  // CHECK: tk.ptr_to_int %{{.*}} : !tk.ptr<f32> to i64
  %0 = tk.ptr_to_int %a : !tk.ptr<f32> to i64
  // CHECK: tk.ptr_to_int %{{.*}} : tensor<8x!tk.ptr<f32>> to tensor<8xi64>
  %1 = tk.ptr_to_int %b : tensor<8x!tk.ptr<f32>> to tensor<8xi64>
  return %0, %1 : i64, tensor<8xi64>
}
