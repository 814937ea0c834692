// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @both_shapes
func.func @both_shapes(%a: !tk.ptr<f32>, %b: tensor<8x!tk.ptr<f32>>) -> (!tk.ptr<i32>, tensor<8x!tk.ptr<i8>>) {
  // CHECK: tk.ptr_cast %{{.*}} : !tk.ptr<f32> to !tk.ptr<i32>
  %0 = tk.ptr_cast %a : !tk.ptr<f32> to !tk.ptr<i32>
  // CHECK: tk.ptr_cast %{{.*}} : tensor<8x!tk.ptr<f32>> to tensor<8x!tk.ptr<i8>>
  %1 = tk.ptr_cast %b : tensor<8x!tk.ptr<f32>> to tensor<8x!tk.ptr<i8>>
  return %0, %1 : !tk.ptr<i32>, tensor<8x!tk.ptr<i8>>
}
