// RUN: tk-opt %s --tk-cse --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @equal_ops_merge_and_unite_ids
func.func @equal_ops_merge_and_unite_ids(%x: i32, %y: i32) -> i32 {
  // CHECK-NEXT: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : i32 loc(fused<#tk.ids<[1, 5]>>["a.tk":1:1])
  // CHECK-NEXT: arith.muli %[[S]], %[[S]]
  %0 = arith.addi %x, %y : i32 loc(fused<#tk.ids<[1]>>["a.tk":1:1])
  %1 = arith.addi %x, %y : i32 loc(fused<#tk.ids<[5]>>["a.tk":2:1])
  %2 = arith.muli %0, %1 : i32 loc(fused<#tk.ids<[6]>>["a.tk":3:1])
  return %2 : i32
}

// CHECK-LABEL: func.func @outer_op_serves_the_loop
func.func @outer_op_serves_the_loop(%x: i32, %n: i32) -> i32 {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32 loc(fused<#tk.ids<[1, 2]>>
  // CHECK: scf.for
  // CHECK-NOT: arith.addi
  // CHECK: scf.yield
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = arith.addi %x, %x : i32 loc(fused<#tk.ids<[1]>>["a.tk":1:1])
  %1 = scf.for %i = %zero to %n step %one iter_args(%s = %0) -> i32 : i32 {
    %2 = arith.addi %x, %x : i32 loc(fused<#tk.ids<[2]>>["a.tk":2:1])
    %3 = arith.muli %s, %2 : i32
    scf.yield %3 : i32
  }
  return %1 : i32
}

// CHECK-LABEL: func.func @loads_across_a_store_stay
func.func @loads_across_a_store_stay(%p: !tk.ptr<f32>, %x: f32) -> f32 {
  // CHECK: tk.load
  // CHECK: tk.store
  // CHECK: tk.load
  %0 = tk.load %p : !tk.ptr<f32>
  tk.store %p, %x : !tk.ptr<f32>
  %1 = tk.load %p : !tk.ptr<f32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @equal_loads_merge
func.func @equal_loads_merge(%p: !tk.ptr<f32>) -> f32 {
  // CHECK-NEXT: %[[X:.*]] = tk.load
  // CHECK-NEXT: arith.addf %[[X]], %[[X]]
  %0 = tk.load %p : !tk.ptr<f32>
  %1 = tk.load %p : !tk.ptr<f32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @equal_atomics_stay
func.func @equal_atomics_stay(%p: !tk.ptr<i32>, %x: i32) -> i32 {
  // CHECK: tk.atomic_rmw
  // CHECK: tk.atomic_rmw
  %0 = tk.atomic_rmw add, %p, %x : !tk.ptr<i32>
  %1 = tk.atomic_rmw add, %p, %x : !tk.ptr<i32>
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// CHECK-LABEL: func.func @equal_reductions_merge
func.func @equal_reductions_merge(%x: tensor<8xf32>) -> f32 {
  // CHECK: %[[R:.*]] = tk.reduce
  // CHECK-NOT: tk.reduce
  // CHECK: arith.mulf %[[R]], %[[R]]
  %0 = tk.reduce (%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<8xf32>) -> f32
  %1 = tk.reduce (%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<8xf32>) -> f32
  %2 = arith.mulf %0, %1 : f32
  return %2 : f32
}
