// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @moves_a_pointer
func.func @moves_a_pointer(%p: !tk.ptr<f32>, %n: i64) -> !tk.ptr<f32> {
  // CHECK: tk.addptr %{{.*}}, %{{.*}} : !tk.ptr<f32>, i64
  %0 = tk.addptr %p, %n : !tk.ptr<f32>, i64
  return %0 : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @moves_a_block_of_pointers
func.func @moves_a_block_of_pointers(%p: tensor<8x!tk.ptr<f16, 3>>, %n: tensor<8xi32>) -> tensor<8x!tk.ptr<f16, 3>> {
  // CHECK: tk.addptr %{{.*}}, %{{.*}} : tensor<8x!tk.ptr<f16, 3>>, tensor<8xi32>
  %0 = tk.addptr %p, %n : tensor<8x!tk.ptr<f16, 3>>, tensor<8xi32>
  return %0 : tensor<8x!tk.ptr<f16, 3>>
}
