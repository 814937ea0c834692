// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @offset_zero_is_the_pointer
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>)
func.func @offset_zero_is_the_pointer(%p: !tk.ptr<f32>) -> !tk.ptr<f32> {
  %zero = arith.constant 0 : i32
  %0 = tk.addptr %p, %zero : !tk.ptr<f32>, i32
  // CHECK-NEXT: return %[[P]]
  return %0 : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @block_of_offsets_zero_is_the_block
// CHECK-SAME: (%[[P:.*]]: tensor<4x!tk.ptr<f32>>)
func.func @block_of_offsets_zero_is_the_block(%p: tensor<4x!tk.ptr<f32>>) -> tensor<4x!tk.ptr<f32>> {
  %zero = arith.constant dense<0> : tensor<4xi64>
  %0 = tk.addptr %p, %zero : tensor<4x!tk.ptr<f32>>, tensor<4xi64>
  // CHECK-NEXT: return %[[P]]
  return %0 : tensor<4x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @offset_one_stays
func.func @offset_one_stays(%p: !tk.ptr<f32>) -> !tk.ptr<f32> {
  %one = arith.constant 1 : i32
  // CHECK: tk.addptr
  %0 = tk.addptr %p, %one : !tk.ptr<f32>, i32
  return %0 : !tk.ptr<f32>
}
