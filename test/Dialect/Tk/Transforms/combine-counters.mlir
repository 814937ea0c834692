// RUN: tk-opt %s --tk-combine --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A second counter of the loop is the first one, less the programs that it began before.
// CHECK-LABEL: func.func @counters_are_one
// CHECK-SAME: %[[START:[^:]*]]: i32, %[[END:[^:]*]]: i32
func.func @counters_are_one(%start: i32, %end: i32) -> i32 {
  %c132 = arith.constant 132 : i32
  %zero = arith.constant 0 : i32
  %before = arith.subi %start, %c132 : i32
  // CHECK-DAG: %[[BACK:.*]] = arith.constant -132 : i32
  // CHECK: scf.for %[[I:.*]] = %[[START]] to %[[END]] {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (i32)
  %r:2 = scf.for %i = %start to %end step %c132 iter_args(%other = %before, %sum = %zero) -> (i32, i32) : i32 {
    // CHECK: %[[LAST:.*]] = arith.addi %[[I]], %[[BACK]]
    // CHECK: %[[ONE:.*]] = arith.addi %[[SUM]], %[[LAST]]
    // CHECK: arith.addi %[[ONE]], %[[I]]
    %a = arith.addi %sum, %other : i32
    %next = arith.addi %other, %c132 : i32
    %b = arith.addi %a, %next : i32
    scf.yield %next, %b : i32, i32
  }
  return %r#1 : i32
}

// What grows by another number, or is a counter for nothing but itself, stays.
// CHECK-LABEL: func.func @counters_stay_two
func.func @counters_stay_two(%start: i32, %end: i32, %step: i32, %other: i32) -> (i32, i32) {
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (i32, i32)
  %r:2 = scf.for %i = %start to %end step %step iter_args(%a = %end, %b = %end) -> (i32, i32) : i32 {
    // CHECK-DAG: arith.addi %[[A]], %arg3
    // CHECK-DAG: arith.addi %[[B]], %arg2
    %c = arith.addi %a, %other : i32
    %d = arith.addi %b, %step : i32
    scf.yield %c, %d : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
