// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @rank_two_to_rank_one
func.func @rank_two_to_rank_one(%x: tensor<8x4xf32>) -> tensor<8xf32> {
  // CHECK: tk.reduce(%{{.*}}) axis = 1 {
  // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32):
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[L]], %[[R]] : f32
  // CHECK-NEXT: tk.yield %[[S]] : f32
  // CHECK-NEXT: } : (tensor<8x4xf32>) -> tensor<8xf32>
  %0 = tk.reduce (%x) axis = 1 {
  ^bb0(%left: f32, %right: f32):
    %sum = arith.addf %left, %right : f32
    tk.yield %sum : f32
  } : (tensor<8x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @two_blocks_to_two_scalars
func.func @two_blocks_to_two_scalars(%x: tensor<8xf32>, %n: tensor<8xi32>) -> (f32, i32) {
  // CHECK: tk.reduce(%{{.*}}, %{{.*}}) axis = 0 {
  // CHECK: } : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  %0:2 = tk.reduce (%x, %n) axis = 0 {
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %c = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %c, %a, %b : f32
    %k = arith.select %c, %i, %j : i32
    tk.yield %v, %k : f32, i32
  } : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  return %0#0, %0#1 : f32, i32
}
