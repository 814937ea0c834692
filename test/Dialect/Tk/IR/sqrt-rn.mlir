// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @both_shapes
func.func @both_shapes(%a: f32, %b: tensor<8xf32>) -> (f32, tensor<8xf32>) {
  // CHECK: tk.sqrt_rn %{{.*}} : f32
  %0 = tk.sqrt_rn %a : f32
  // CHECK: tk.sqrt_rn %{{.*}} : tensor<8xf32>
  %1 = tk.sqrt_rn %b : tensor<8xf32>
  return %0, %1 : f32, tensor<8xf32>
}
