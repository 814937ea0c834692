// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @scalar_of_a_known_array
func.func @scalar_of_a_known_array(%p: !tk.ptr<f32>, %r: !tk.ptr<i8>) -> i1 {
  // CHECK: tk.check_bounds %{{.*}} report %{{.*}} {array = 0 : i32, numArrays = 2 : i32, site = 3 : i32} : !tk.ptr<f32>, <i8>
  %0 = tk.check_bounds %p report %r {array = 0 : i32, numArrays = 2 : i32, site = 3 : i32} : !tk.ptr<f32>, !tk.ptr<i8>
  return %0 : i1
}

// CHECK-LABEL: func.func @masked_block_of_any_array
func.func @masked_block_of_any_array(%p: tensor<8x!tk.ptr<f32>>, %m: tensor<8xi1>, %r: !tk.ptr<i8>) -> tensor<8xi1> {
  // CHECK: tk.check_bounds %{{.*}} report %{{.*}} mask %{{.*}} {numArrays = 2 : i32, site = 0 : i32} : tensor<8x!tk.ptr<f32>>, <i8>
  %0 = tk.check_bounds %p report %r mask %m {numArrays = 2 : i32, site = 0 : i32} : tensor<8x!tk.ptr<f32>>, !tk.ptr<i8>
  return %0 : tensor<8xi1>
}
