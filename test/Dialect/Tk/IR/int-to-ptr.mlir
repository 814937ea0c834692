// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @both_shapes
func.func @both_shapes(%a: i64, %b: tensor<8xi64>) -> (!tk.ptr<f32>, tensor<8x!tk.ptr<f32>>) {
  // CHECK: tk.int_to_ptr %{{.*}} : i64 to !tk.ptr<f32>
  %0 = tk.int_to_ptr %a : i64 to !tk.ptr<f32>
  // CHECK: tk.int_to_ptr %{{.*}} : tensor<8xi64> to tensor<8x!tk.ptr<f32>>
  %1 = tk.int_to_ptr %b : tensor<8xi64> to tensor<8x!tk.ptr<f32>>
  return %0, %1 : !tk.ptr<f32>, tensor<8x!tk.ptr<f32>>
}
