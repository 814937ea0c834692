// RUN: tk-opt %s --tk-unroll --tk-canonicalize | FileCheck %s
// RUN: tk-opt %s --tk-unroll --remarks-filter=tk-unroll 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// REMARK: [Passed] LoopUnrolled
// REMARK-SAME: 4 iterations are done at once
// CHECK-LABEL: func.func @unknown_number_of_iterations
// CHECK-SAME: (%{{.*}}: !tk.ptr<i32>, %[[LOW:.*]]: i32, %[[HIGH:.*]]: i32, %[[X:.*]]: i32)
func.func @unknown_number_of_iterations(%p: !tk.ptr<i32>, %low: i32, %high: i32, %x: i32) -> i32 {
  // CHECK: %[[REMAINING:.*]] = arith.remui %[[COUNT:.*]], %{{.*}} : i32
  // CHECK: %[[WHOLE:.*]] = arith.subi %[[COUNT]], %[[REMAINING]] : i32
  // CHECK: %[[BEHIND:.*]] = arith.addi %[[LOW]], %[[WHOLE]] : i32
  // CHECK: %[[MAINEND:.*]] = arith.select %{{.*}}, %[[LOW]], %[[BEHIND]] : i32
  // CHECK: %[[RESTBEGIN:.*]] = arith.select %{{.*}}, %[[HIGH]], %[[BEHIND]] : i32
  // CHECK: %[[MAIN:.*]] = scf.for %{{.*}} = %[[LOW]] to %[[MAINEND]] step %{{.*}} iter_args(%{{.*}} = %[[X]])
  // CHECK-COUNT-4: tk.store
  // CHECK: } {tk.num_stages = 3 : i32}
  // CHECK: %[[REST:.*]] = scf.for %{{.*}} = %[[RESTBEGIN]] to %[[HIGH]] step %{{.*}} iter_args(%{{.*}} = %[[MAIN]])
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

// CHECK-LABEL: func.func @unsigned_numbers
func.func @unsigned_numbers(%p: !tk.ptr<i32>, %n: i32) {
  // CHECK: scf.for unsigned
  // CHECK-COUNT-4: tk.store
  // CHECK: scf.for unsigned
  // CHECK-COUNT-1: tk.store
  // CHECK-NOT: tk.store
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for unsigned %i = %zero to %n step %one : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 4 : i32}
  return
}

// REMARK: [Missed] LoopUnrolled
// REMARK-SAME: 3 steps are more than the type of the index holds
// CHECK-LABEL: func.func @steps_beyond_the_type
func.func @steps_beyond_the_type(%p: !tk.ptr<i32>, %n: i32) {
  // CHECK: scf.for
  // CHECK-COUNT-1: tk.store
  // CHECK-NOT: tk.store
  // CHECK: }{{$}}
  %zero = arith.constant 0 : i32
  %step = arith.constant 1000000000 : i32
  scf.for %i = %zero to %n step %step : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 3 : i32}
  return
}

// REMARK: [Passed] LoopUnrolled
// REMARK-SAME: 3 iterations are done at once
// An unknown step may be too large: then the first loop runs no iteration.
// CHECK-LABEL: func.func @unknown_step
// CHECK-SAME: %[[STEP:[a-z0-9]*]]: i32)
func.func @unknown_step(%p: !tk.ptr<i32>, %n: i32, %step: i32) {
  // CHECK-DAG: %[[LARGEST:.*]] = arith.constant 715827882 : i32
  // CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[STEP]], %[[LARGEST]] : i32
  // CHECK: scf.for
  // CHECK-COUNT-3: tk.store
  // CHECK: scf.for
  %zero = arith.constant 0 : i32
  scf.for %i = %zero to %n step %step : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  } {tk.loop_unroll_factor = 3 : i32}
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
