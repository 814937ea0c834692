// RUN: tk-opt %s --tk-carry-scalars --tk-canonicalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Instead of a block of pointers, the loop carries how far it has moved.

// CHECK-LABEL: func.func @pointers
// CHECK-SAME: (%[[P:.*]]: tensor<8x!tk.ptr<i32>>
func.func @pointers(%p: tensor<8x!tk.ptr<i32>>, %x: tensor<8xi32>, %stride: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %strides = tk.splat %stride : i32 to tensor<8xi32>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK: scf.for {{.*}} iter_args(%[[D:.*]] = %[[ZERO]]) -> (i64)
  %end = scf.for %i = %zero to %n step %one iter_args(%q = %p) -> tensor<8x!tk.ptr<i32>> : i32 {
    // CHECK: %[[DS:.*]] = tk.splat %[[D]] : i64 to tensor<8xi64>
    // CHECK: %[[Q:.*]] = tk.addptr %[[P]], %[[DS]] : tensor<8x!tk.ptr<i32>>, tensor<8xi64> loc(fused<#tk.ids<[5]>>["a.tk":5:3])
    // CHECK: tk.store %[[Q]]
    tk.store %q, %x : tensor<8x!tk.ptr<i32>> loc(fused<#tk.ids<[4]>>["a.tk":4:3])
    // CHECK: %[[S:.*]] = arith.extsi %{{.*}} : i32 to i64
    // CHECK: %[[NEXT:.*]] = arith.addi %[[D]], %[[S]] : i64 loc(fused<#tk.ids<[5]>>["a.tk":5:3])
    // CHECK: scf.yield %[[NEXT]]
    %next = tk.addptr %q, %strides : tensor<8x!tk.ptr<i32>>, tensor<8xi32> loc(fused<#tk.ids<[5]>>["a.tk":5:3])
    scf.yield %next : tensor<8x!tk.ptr<i32>>
  }
  return
}
