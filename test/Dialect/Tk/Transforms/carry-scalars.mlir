// RUN: tk-opt %s --tk-carry-scalars --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @integers_move_in_their_own_type
func.func @integers_move_in_their_own_type(%a: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<16> : tensor<8xi32>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C:.*]] = arith.constant 16 : i32
  // CHECK: scf.for {{.*}} iter_args(%[[D:.*]] = %[[ZERO]]) -> (i32)
  // CHECK: %[[DS:.*]] = tk.splat %[[D]]
  // CHECK: %[[B:.*]] = arith.addi %{{.*}}, %[[DS]] : tensor<8xi32>
  // CHECK: tk.store %{{.*}}, %[[B]]
  // CHECK: arith.addi %[[D]], %[[C]] : i32
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
    tk.store %p, %b : tensor<8x!tk.ptr<i32>>
    %next = arith.addi %c, %b : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  return
}

// CHECK-LABEL: func.func @several_steps_and_a_result
func.func @several_steps_and_a_result(%a: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %s: i32, %n: i32) -> tensor<8xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<16> : tensor<8xi32>
  %ss = tk.splat %s : i32 to tensor<8xi32>
  // CHECK: %[[L:.*]] = scf.for {{.*}} -> (i32)
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
    // CHECK: %[[B:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<8xi32>
    // CHECK: %[[HALF:.*]] = arith.addi %[[B]], %{{.*}} : tensor<8xi32>
    // CHECK: tk.store %{{.*}}, %[[HALF]]
    %half = arith.addi %b, %c : tensor<8xi32>
    tk.store %p, %half : tensor<8x!tk.ptr<i32>>
    // CHECK: %[[X:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
    // CHECK: arith.subi %[[X]], %{{.*}} : i32
    %next = arith.subi %half, %ss : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  // CHECK: %[[LS:.*]] = tk.splat %[[L]]
  // CHECK: %[[R:.*]] = arith.addi %{{.*}}, %[[LS]] : tensor<8xi32>
  // CHECK: return %[[R]]
  return %last : tensor<8xi32>
}

// CHECK-LABEL: func.func @distance_that_changes_by_iteration
func.func @distance_that_changes_by_iteration(%a: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[D:.*]] = %{{.*}}) -> (i32)
  // CHECK: arith.addi %[[D]], %[[I]] : i32
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
    tk.store %p, %b : tensor<8x!tk.ptr<i32>>
    %is = tk.splat %i : i32 to tensor<8xi32>
    %next = arith.addi %b, %is : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  return
}

// CHECK-LABEL: func.func @other_carried_values_stay
func.func @other_carried_values_stay(%a: tensor<8xi32>, %x: tensor<8xf32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) -> tensor<8xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<16> : tensor<8xi32>
  // CHECK: scf.for {{.*}} -> (tensor<8xf32>, i32)
  // CHECK: } {tk.num_stages = 2 : i32}
  %last:2 = scf.for %i = %zero to %n step %one iter_args(%b = %a, %y = %x) -> (tensor<8xi32>, tensor<8xf32>) : i32 {
    tk.store %p, %b : tensor<8x!tk.ptr<i32>>
    %next = arith.addi %b, %c : tensor<8xi32>
    %z = arith.addf %y, %y : tensor<8xf32>
    scf.yield %next, %z : tensor<8xi32>, tensor<8xf32>
  } {tk.num_stages = 2 : i32}
  return %last#1 : tensor<8xf32>
}

//===--- left alone -------------------------------------------------------===//

// CHECK-LABEL: func.func @steps_that_differ_by_element_stay
func.func @steps_that_differ_by_element_stay(%a: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} -> (tensor<8xi32>)
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
    tk.store %p, %b : tensor<8x!tk.ptr<i32>>
    %next = arith.addi %b, %a : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  return
}

// CHECK-LABEL: func.func @uniform_minus_block_stays
func.func @uniform_minus_block_stays(%a: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<16> : tensor<8xi32>
  // CHECK: scf.for {{.*}} -> (tensor<8xi32>)
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
    tk.store %p, %b : tensor<8x!tk.ptr<i32>>
    %next = arith.subi %c, %b : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  return
}

// CHECK-LABEL: func.func @conditional_steps_stay
func.func @conditional_steps_stay(%a: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32, %k: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<16> : tensor<8xi32>
  // CHECK: scf.for {{.*}} -> (tensor<8xi32>)
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
    tk.store %p, %b : tensor<8x!tk.ptr<i32>>
    %next = arith.addi %b, %c : tensor<8xi32>
    %chosen = arith.select %k, %next, %b : tensor<8xi32>
    scf.yield %chosen : tensor<8xi32>
  }
  return
}

// CHECK-LABEL: func.func @hinted_steps_stay
func.func @hinted_steps_stay(%a: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<16> : tensor<8xi32>
  // CHECK: scf.for {{.*}} -> (tensor<8xi32>)
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
    tk.store %p, %b : tensor<8x!tk.ptr<i32>>
    %next = arith.addi %b, %c {tk.contiguity = dense<8> : tensor<1xi32>} : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }
  return
}

// CHECK-LABEL: func.func @scalars_and_floats_stay
func.func @scalars_and_floats_stay(%x: tensor<8xf32>, %p: !tk.ptr<i32>, %n: i32) -> tensor<8xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<1.0> : tensor<8xf32>
  // CHECK: scf.for {{.*}} -> (tensor<8xf32>, !tk.ptr<i32>)
  %last:2 = scf.for %i = %zero to %n step %one iter_args(%y = %x, %q = %p) -> (tensor<8xf32>, !tk.ptr<i32>) : i32 {
    tk.store %q, %i : !tk.ptr<i32>
    %next = tk.addptr %q, %one : !tk.ptr<i32>, i32
    %z = arith.addf %y, %c : tensor<8xf32>
    scf.yield %z, %next : tensor<8xf32>, !tk.ptr<i32>
  }
  return %last#0 : tensor<8xf32>
}
