// RUN: tk-opt %s --tk-unroll --tk-canonicalize | FileCheck %s
// RUN: tk-opt %s --tk-unroll --remarks-filter=tk-unroll 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// REMARK: [Passed] LoopUnrolled
// REMARK-SAME: 4 iterations are done at once
// CHECK-LABEL: func.func @unknown_number_of_iterations
// CHECK-SAME: (%{{.*}}: !tk.ptr<i32>, %[[LOW:.*]]: i32, %[[HIGH:.*]]: i32, %[[X:.*]]: i32)
func.func @unknown_number_of_iterations(%p: !tk.ptr<i32>, %low: i32, %high: i32, %x: i32) -> i32 {
  // CHECK: %[[END:.*]] = arith.maxsi %[[LOW]], %[[HIGH]] : i32
  // CHECK: %[[MAIN:.*]] = scf.for %{{.*}} = %[[LOW]] to %[[MAINEND:.*]] step %{{.*}} iter_args(%{{.*}} = %[[X]])
  // CHECK-COUNT-4: tk.store
  // CHECK: } {tk.num_stages = 3 : i32}
  // CHECK: %[[REST:.*]] = scf.for %{{.*}} = %[[MAINEND]] to %[[END]] step %{{.*}} iter_args(%{{.*}} = %[[MAIN]])
  // CHECK: tk.store
  // CHECK-NOT: tk.store
  // CHECK: } {tk.num_stages = 1 : i32}
  // CHECK: return %[[REST]]
  %one = arith.constant 1 : i32
  %r = scf.for %i = %low to %high step %one iter_args(%y = %x) -> i32 : i32 {
    tk.store %p, %i : !tk.ptr<i32>
    %z = arith.muli %y, %i : i32
    scf.yield %z : i32
  } {tk.loop_unroll_factor = 4 : i32, tk.num_stages = 3 : i32}
  return %r : i32
}

// REMARK: [Passed] LoopUnrolled
// REMARK-SAME: all 3 iterations are unrolled
// CHECK-LABEL: func.func @fewer_iterations_than_the_factor
func.func @fewer_iterations_than_the_factor(%p: !tk.ptr<i32>) {
  // CHECK-NOT: scf.for
  // CHECK-COUNT-3: tk.store
  // CHECK-NOT: tk.store
  // CHECK: return
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 3 : i32
  scf.for %i = %zero to %n step %one : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 8 : i32}
  return
}

// CHECK-LABEL: func.func @one_iteration
func.func @one_iteration(%p: !tk.ptr<i32>) {
  // CHECK-NOT: scf.for
  // CHECK-COUNT-1: tk.store
  // CHECK-NOT: tk.store
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %one step %one : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 2 : i32}
  return
}

// CHECK-LABEL: func.func @rest_of_a_known_number
func.func @rest_of_a_known_number(%p: !tk.ptr<i32>) {
  // CHECK: scf.for
  // CHECK-COUNT-4: tk.store
  // CHECK: }
  // CHECK: tk.store
  // CHECK-NOT: tk.store
  // CHECK: return
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %n = arith.constant 25 : i32
  scf.for %i = %zero to %n step %two : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 4 : i32}
  return
}

// CHECK-LABEL: func.func @nested_loops
func.func @nested_loops(%p: !tk.ptr<i32>, %n: i32) {
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK-COUNT-2: tk.store
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK-COUNT-2: tk.store
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    scf.for %j = %zero to %n step %one : i32 {
      tk.store %p, %j : !tk.ptr<i32>
    } {tk.loop_unroll_factor = 2 : i32}
  } {tk.loop_unroll_factor = 2 : i32}
  return
}

// CHECK-LABEL: func.func @factor_one_asks_for_nothing
func.func @factor_one_asks_for_nothing(%p: !tk.ptr<i32>, %n: i32) {
  // CHECK: scf.for
  // CHECK-NEXT: tk.store
  // CHECK-NEXT: }{{$}}
  // CHECK-NEXT: return
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 1 : i32}
  return
}

// REMARK: [Missed] LoopUnrolled
// REMARK-SAME: the loop counts unsigned numbers
// CHECK-LABEL: func.func @unsigned_loops_stay
func.func @unsigned_loops_stay(%p: !tk.ptr<i32>, %n: i32) {
  // CHECK: scf.for unsigned
  // CHECK-NEXT: tk.store
  // CHECK-NEXT: }{{$}}
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for unsigned %i = %zero to %n step %one : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 4 : i32}
  return
}

// CHECK-LABEL: func.func @loops_that_do_not_ask_stay
func.func @loops_that_do_not_ask_stay(%p: !tk.ptr<i32>) {
  // CHECK: scf.for
  // CHECK-COUNT-1: tk.store
  // CHECK-NOT: tk.store
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 4 : i32
  scf.for %i = %zero to %n step %one : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  }
  return
}

// REMARK: [Passed] LoopUnrolled
// REMARK-SAME: all 1024 iterations are unrolled
// REMARK: [Missed] LoopUnrolled
// REMARK-SAME: 1024 iterations are {{[0-9]+}} ops, of at most 32768
// CHECK-LABEL: func.func @factors_do_not_multiply_without_end
func.func @factors_do_not_multiply_without_end(%p: !tk.ptr<i32>, %n: i32) {
  // CHECK: scf.for
  // CHECK-COUNT-1024: tk.store
  // CHECK-NOT: tk.store
  // CHECK-NOT: tk.loop_unroll_factor
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.constant 1024 : i32
  scf.for %i = %zero to %n step %one : i32 {
    scf.for %j = %zero to %m step %one : i32 {
      tk.store %p, %j : !tk.ptr<i32>
    } {tk.loop_unroll_factor = 1024 : i32}
  } {tk.loop_unroll_factor = 1024 : i32}
  return
}
