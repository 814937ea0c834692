// RUN: tk-opt %s --tk-widen-offsets | FileCheck %s
// RUN: tk-opt %s --tk-widen-offsets --remarks-filter=tk-widen-offsets 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//===--- what is proved to fit stays in 32 bits ---------------------------===//

// REMARK: [Passed] OffsetWidth
// REMARK-SAME: the offset stays in 32 bits: no step of it can wrap
// CHECK-LABEL: func.func @ranges_fit
func.func @ranges_fit(%p: tensor<64x!tk.ptr<f32>>) -> tensor<64x!tk.ptr<f32>> {
  // CHECK-NOT: i64
  // CHECK: return
  %c = arith.constant dense<1000> : tensor<64xi32>
  %r = tk.make_range 0, 64 : tensor<64xi32>
  %0 = arith.muli %r, %c : tensor<64xi32>
  %1 = arith.addi %0, %r : tensor<64xi32>
  %q = tk.addptr %p, %1 : tensor<64x!tk.ptr<f32>>, tensor<64xi32>
  return %q : tensor<64x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @a_leaf_alone_fits
func.func @a_leaf_alone_fits(%p: !tk.ptr<f32>, %n: i32) -> !tk.ptr<f32> {
  // CHECK-NOT: i64
  // CHECK: return
  %q = tk.addptr %p, %n : !tk.ptr<f32>, i32
  return %q : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @remainder_bounds_the_product
func.func @remainder_bounds_the_product(%p: !tk.ptr<f32>) -> !tk.ptr<f32> {
  // CHECK-NOT: i64
  // CHECK: return
  %c = arith.constant 1024 : i32
  %pid = tk.program_id 0 : i32
  %0 = arith.remsi %pid, %c : i32
  %1 = arith.muli %0, %c : i32
  %q = tk.addptr %p, %1 : !tk.ptr<f32>, i32
  return %q : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @loop_bounds_bound_the_index
func.func @loop_bounds_bound_the_index(%p: !tk.ptr<i32>) {
  // CHECK-NOT: i64
  // CHECK: return
  %zero = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %n = arith.constant 4096 : i32
  scf.for %i = %zero to %n step %step : i32 {
    %0 = arith.muli %i, %n : i32
    %q = tk.addptr %p, %0 : !tk.ptr<i32>, i32
    tk.store %q, %i : !tk.ptr<i32>
  }
  return
}

// CHECK-LABEL: func.func @promises_bound_an_argument
func.func @promises_bound_an_argument(%p: !tk.ptr<i32>, %n: i32) -> !tk.ptr<i32> {
  // CHECK-NOT: i64
  // CHECK: return
  %zero = arith.constant 0 : i32
  %max = arith.constant 4096 : i32
  %low = arith.cmpi sge, %n, %zero : i32
  %high = arith.cmpi sgt, %max, %n : i32
  %both = arith.andi %low, %high : i1
  tk.assume %both
  %0 = arith.muli %n, %n : i32
  %q = tk.addptr %p, %0 : !tk.ptr<i32>, i32
  return %q : !tk.ptr<i32>
}

// CHECK-LABEL: func.func @promises_spread_to_what_is_computed
func.func @promises_spread_to_what_is_computed(%p: !tk.ptr<i32>) -> !tk.ptr<i32> {
  // CHECK-NOT: i64
  // CHECK: return
  %max = arith.constant 65536 : i32
  %c = arith.constant 128 : i32
  %pid = tk.program_id 0 : i32
  %high = arith.cmpi slt, %pid, %max : i32
  tk.assume %high
  %0 = arith.muli %pid, %c : i32
  %1 = arith.muli %0, %c : i32
  %q = tk.addptr %p, %1 : !tk.ptr<i32>, i32
  return %q : !tk.ptr<i32>
}

// CHECK-LABEL: func.func @promise_in_a_branch_says_nothing_outside
func.func @promise_in_a_branch_says_nothing_outside(%p: !tk.ptr<i32>, %n: i32, %c: i1) -> !tk.ptr<i32> {
  %max = arith.constant 4096 : i32
  scf.if %c {
    %high = arith.cmpi ult, %n, %max : i32
    tk.assume %high
  }
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i64
  %0 = arith.muli %n, %n : i32
  %q = tk.addptr %p, %0 : !tk.ptr<i32>, i32
  return %q : !tk.ptr<i32>
}

//===--- what may wrap is computed in 64 bits -----------------------------===//

// REMARK: [Missed] OffsetWidth
// REMARK-SAME: `arith.muli` of [-2147483648, 2147483647] and [-2147483648, 2147483647] may leave 32 bits
// REMARK-SAME: the offset is computed in 64 bits
// REMARK-SAME: bound its operands with `tl.assume`
// CHECK-LABEL: func.func @sums_differences_products
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>, %[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @sums_differences_products(%p: !tk.ptr<f32>, %a: i32, %b: i32) -> !tk.ptr<f32> {
  // CHECK-DAG: %[[AX:.*]] = arith.extsi %[[A]]
  // CHECK-DAG: %[[BX:.*]] = arith.extsi %[[B]]
  // CHECK-DAG: %[[M:.*]] = arith.muli %[[AX]], %[[BX]] : i64
  // CHECK-DAG: %[[S:.*]] = arith.addi %[[M]], %[[AX]] : i64
  // CHECK-DAG: %[[D:.*]] = arith.subi %[[S]], %[[BX]] : i64
  // CHECK: tk.addptr %[[P]], %[[D]] : !tk.ptr<f32>, i64
  %0 = arith.muli %a, %b : i32
  %1 = arith.addi %0, %a : i32
  %2 = arith.subi %1, %b : i32
  %q = tk.addptr %p, %2 : !tk.ptr<f32>, i32
  return %q : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @shapes_carry_the_chain
func.func @shapes_carry_the_chain(%p: tensor<4x8x!tk.ptr<f32>>, %a: i32) -> tensor<4x8x!tk.ptr<f32>> {
  // CHECK-DAG: %[[S:.*]] = tk.splat %{{.*}} : i64 to tensor<4xi64>
  // CHECK-DAG: %[[R:.*]] = tk.reshape %[[S]] : tensor<4xi64> to tensor<1x4xi64>
  // CHECK-DAG: %[[T:.*]] = tk.trans %[[R]] [1, 0] : tensor<1x4xi64> to tensor<4x1xi64>
  // CHECK-DAG: %[[B:.*]] = tk.broadcast %[[T]] : tensor<4x1xi64> to tensor<4x8xi64>
  // CHECK: tk.addptr %{{.*}}, %[[B]]
  %0 = arith.muli %a, %a : i32
  %1 = tk.splat %0 : i32 to tensor<4xi32>
  %2 = tk.reshape %1 : tensor<4xi32> to tensor<1x4xi32>
  %3 = tk.trans %2 [1, 0] : tensor<1x4xi32> to tensor<4x1xi32>
  %4 = tk.broadcast %3 : tensor<4x1xi32> to tensor<4x8xi32>
  %q = tk.addptr %p, %4 : tensor<4x8x!tk.ptr<f32>>, tensor<4x8xi32>
  return %q : tensor<4x8x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @casts_and_other_ops_are_leaves
func.func @casts_and_other_ops_are_leaves(%p: !tk.ptr<f32>, %a: i32, %b: i64) -> !tk.ptr<f32> {
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: arith.trunci
  // CHECK: arith.shli %{{.*}}, %{{.*}} : i32
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i64
  // CHECK-NOT: arith.muli %{{.*}} : i64
  // CHECK: tk.addptr %{{.*}}, %{{.*}} : !tk.ptr<f32>, i64
  %0 = arith.muli %a, %a : i32
  %1 = arith.extsi %0 : i32 to i64
  %2 = arith.trunci %1 : i64 to i32
  %3 = arith.shli %2, %a : i32
  %4 = arith.addi %3, %2 : i32
  %q = tk.addptr %p, %4 : !tk.ptr<f32>, i32
  return %q : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @part_that_fits_stays_in_32_bits
func.func @part_that_fits_stays_in_32_bits(%p: tensor<64x!tk.ptr<f32>>, %a: tensor<64xi32>) -> tensor<64x!tk.ptr<f32>> {
  // CHECK: %[[F:.*]] = arith.muli %{{.*}}, %{{.*}} : tensor<64xi32>
  // CHECK: %[[X:.*]] = arith.extsi %[[F]] : tensor<64xi32> to tensor<64xi64>
  // CHECK: arith.addi %{{.*}}, %[[X]] : tensor<64xi64>
  %r = tk.make_range 0, 64 : tensor<64xi32>
  %0 = arith.muli %r, %r : tensor<64xi32>
  %1 = arith.addi %a, %0 : tensor<64xi32>
  %q = tk.addptr %p, %1 : tensor<64x!tk.ptr<f32>>, tensor<64xi32>
  return %q : tensor<64x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @hints_stay
func.func @hints_stay(%p: tensor<64x!tk.ptr<f32>>, %a: tensor<64xi32>) -> tensor<64x!tk.ptr<f32>> {
  // CHECK: arith.addi %{{.*}}, %{{.*}} {tk.contiguity = dense<64> : tensor<1xi32>} : tensor<64xi64>
  %1 = arith.addi %a, %a {tk.contiguity = dense<64> : tensor<1xi32>} : tensor<64xi32>
  %q = tk.addptr %p, %1 : tensor<64x!tk.ptr<f32>>, tensor<64xi32>
  return %q : tensor<64x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @overflow_flags_do_not_hold_for_64_bits
func.func @overflow_flags_do_not_hold_for_64_bits(%p: !tk.ptr<f32>, %a: i32) -> !tk.ptr<f32> {
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i64
  %0 = arith.muli %a, %a overflow<nuw> : i32
  %q = tk.addptr %p, %0 : !tk.ptr<f32>, i32
  return %q : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @one_twin_serves_two_pointers
func.func @one_twin_serves_two_pointers(%p: !tk.ptr<f32>, %a: i32) -> (!tk.ptr<f32>, !tk.ptr<f32>) {
  // CHECK: %[[M:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
  // CHECK-NOT: arith.muli %{{.*}} : i64
  // CHECK: tk.addptr %{{.*}}, %[[M]]
  // CHECK: tk.addptr %{{.*}}, %[[M]]
  %0 = arith.muli %a, %a : i32
  %q = tk.addptr %p, %0 : !tk.ptr<f32>, i32
  %r = tk.addptr %q, %0 : !tk.ptr<f32>, i32
  return %q, %r : !tk.ptr<f32>, !tk.ptr<f32>
}

// CHECK-LABEL: func.func @implicit_extensions_carry_the_chain
func.func @implicit_extensions_carry_the_chain(%p: !tk.ptr<f32>, %a: i32, %b: i32, %stride: i64) -> !tk.ptr<f32> {
  // CHECK-DAG: %[[AX:.*]] = arith.extsi %arg1 : i32 to i64
  // CHECK-DAG: %[[M:.*]] = arith.muli %[[AX]], %{{.*}} : i64
  // CHECK-DAG: %[[S:.*]] = arith.addi %[[M]], %{{.*}} : i64
  // CHECK-DAG: %[[O:.*]] = arith.muli %[[S]], %{{.*}} : i64
  // CHECK: tk.addptr %{{.*}}, %[[O]] : !tk.ptr<f32>, i64
  // CHECK-NOT: tk.implicit
  %0 = arith.muli %a, %b : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.extsi %1 {tk.implicit} : i32 to i64
  %3 = arith.muli %2, %stride : i64
  %q = tk.addptr %p, %3 : !tk.ptr<f32>, i64
  return %q : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @implicit_extensions_of_what_fits_stay
func.func @implicit_extensions_of_what_fits_stay(%p: tensor<64x!tk.ptr<f32>>, %strides: tensor<64xi64>)
    -> tensor<64x!tk.ptr<f32>> {
  // CHECK: %[[M:.*]] = arith.muli %{{.*}}, %{{.*}} : tensor<64xi32>
  // CHECK: %[[X:.*]] = arith.extsi %[[M]] : tensor<64xi32> to tensor<64xi64>
  // CHECK: arith.muli %[[X]], %{{.*}} : tensor<64xi64>
  %r = tk.make_range 0, 64 : tensor<64xi32>
  %0 = arith.muli %r, %r : tensor<64xi32>
  %1 = arith.extsi %0 {tk.implicit} : tensor<64xi32> to tensor<64xi64>
  %2 = arith.muli %1, %strides : tensor<64xi64>
  %q = tk.addptr %p, %2 : tensor<64x!tk.ptr<f32>>, tensor<64xi64>
  return %q : tensor<64x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @explicit_extensions_end_the_chain
func.func @explicit_extensions_end_the_chain(%p: !tk.ptr<f32>, %a: i32, %stride: i64) -> !tk.ptr<f32> {
  // CHECK: %[[M:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: %[[X:.*]] = arith.extsi %[[M]] : i32 to i64
  // CHECK: %[[O:.*]] = arith.muli %[[X]], %{{.*}} : i64
  // CHECK: tk.addptr %{{.*}}, %[[O]] : !tk.ptr<f32>, i64
  %0 = arith.muli %a, %a : i32
  %1 = arith.extsi %0 : i32 to i64
  %2 = arith.muli %1, %stride : i64
  %q = tk.addptr %p, %2 : !tk.ptr<f32>, i64
  return %q : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @other_uses_of_an_extended_chain_keep_the_wrapped_copy
func.func @other_uses_of_an_extended_chain_keep_the_wrapped_copy(%p: !tk.ptr<i64>, %a: i32, %b: i64) {
  // CHECK-DAG: %[[M:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK-DAG: %[[X:.*]] = arith.extsi %[[M]] : i32 to i64
  // CHECK-DAG: %[[S:.*]] = arith.addi %[[X]], %arg2 : i64
  // CHECK-DAG: %[[MX:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
  // CHECK-DAG: %[[SX:.*]] = arith.addi %[[MX]], %arg2 : i64
  // CHECK: %[[Q:.*]] = tk.addptr %{{.*}}, %[[SX]] : !tk.ptr<i64>, i64
  // CHECK: tk.store %[[Q]], %[[S]]
  %0 = arith.muli %a, %a : i32
  %1 = arith.extsi %0 {tk.implicit} : i32 to i64
  %2 = arith.addi %1, %b : i64
  %q = tk.addptr %p, %2 : !tk.ptr<i64>, i64
  tk.store %q, %2 : !tk.ptr<i64>
  return
}

// CHECK-LABEL: func.func @loops_carry_extended_chains
func.func @loops_carry_extended_chains(%p: !tk.ptr<i32>, %n: i32, %a: i32, %step: i64) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = arith.muli %a, %a : i32
  %1 = arith.extsi %0 {tk.implicit} : i32 to i64
  // CHECK: %[[MX:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[O:.*]] = %[[MX]]) -> (i64, i64)
  %last = scf.for %i = %zero to %n step %one iter_args(%offset = %1) -> i64 : i32 {
    // CHECK: tk.addptr %{{.*}}, %[[O]] : !tk.ptr<i32>, i64
    %q = tk.addptr %p, %offset : !tk.ptr<i32>, i64
    tk.store %q, %i : !tk.ptr<i32>
    %next = arith.addi %offset, %step : i64
    scf.yield %next : i64
  }
  return
}

// CHECK-LABEL: func.func @long_offsets_are_left_alone
func.func @long_offsets_are_left_alone(%p: !tk.ptr<f32>, %a: i64, %b: i16) -> !tk.ptr<f32> {
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i64
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i16
  // CHECK-NOT: arith.extsi
  // CHECK: return
  %0 = arith.muli %a, %a : i64
  %1 = arith.muli %b, %b : i16
  %q = tk.addptr %p, %0 : !tk.ptr<f32>, i64
  %r = tk.addptr %q, %1 : !tk.ptr<f32>, i16
  return %r : !tk.ptr<f32>
}

//===--- carried values ---------------------------------------------------===//

// CHECK-LABEL: func.func @loops_carry_twins
func.func @loops_carry_twins(%p: !tk.ptr<i32>, %n: i32, %start: i32, %step: i32) -> !tk.ptr<i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK-DAG: %[[STARTX:.*]] = arith.extsi %arg2 : i32 to i64
  // CHECK-DAG: %[[STEPX:.*]] = arith.extsi %arg3 : i32 to i64
  // CHECK: %[[L:.*]]:2 = scf.for {{.*}} iter_args(%[[O:.*]] = %arg2, %[[OX:.*]] = %[[STARTX]]) -> (i32, i64)
  %last = scf.for %i = %zero to %n step %one iter_args(%offset = %start) -> i32 : i32 {
    // CHECK: tk.addptr %{{.*}}, %[[OX]] : !tk.ptr<i32>, i64
    %q = tk.addptr %p, %offset : !tk.ptr<i32>, i32
    tk.store %q, %offset : !tk.ptr<i32>
    // CHECK-DAG: %[[NEXT:.*]] = arith.addi %[[O]], %arg3 : i32
    // CHECK-DAG: %[[NEXTX:.*]] = arith.addi %[[OX]], %[[STEPX]] : i64
    %next = arith.addi %offset, %step : i32
    // CHECK: scf.yield %[[NEXT]], %[[NEXTX]] : i32, i64
    scf.yield %next : i32
  }
  // CHECK: tk.addptr %{{.*}}, %[[L]]#1 : !tk.ptr<i32>, i64
  %r = tk.addptr %p, %last : !tk.ptr<i32>, i32
  return %r : !tk.ptr<i32>
}

// CHECK-LABEL: func.func @loops_that_carry_leaves_stay
func.func @loops_that_carry_leaves_stay(%p: !tk.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} iter_args(%[[O:.*]] = %{{.*}}) -> (i32)
  %last = scf.for %i = %zero to %n step %one iter_args(%offset = %zero) -> i32 : i32 {
    // CHECK: tk.addptr %{{.*}}, %[[O]] : !tk.ptr<i32>, i32
    %q = tk.addptr %p, %offset : !tk.ptr<i32>, i32
    %next = tk.load %q : !tk.ptr<i32>
    scf.yield %next : i32
  }
  return
}

// CHECK-LABEL: func.func @nested_loops_and_branches
func.func @nested_loops_and_branches(%p: tensor<8x!tk.ptr<i32>>, %n: i32, %start: tensor<8xi32>, %c: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} -> (tensor<8xi32>, tensor<8xi64>)
  %last = scf.for %i = %zero to %n step %one iter_args(%a = %start) -> tensor<8xi32> : i32 {
    // CHECK: scf.for {{.*}} -> (tensor<8xi32>, tensor<8xi64>)
    %inner = scf.for %j = %zero to %n step %one iter_args(%b = %a) -> tensor<8xi32> : i32 {
      // CHECK: %[[I:.*]]:2 = scf.if %{{.*}} -> (tensor<8xi32>, tensor<8xi64>)
      %d = scf.if %c -> tensor<8xi32> {
        // CHECK: arith.addi %{{.*}} : tensor<8xi64>
        // CHECK: scf.yield %{{.*}}, %{{.*}} : tensor<8xi32>, tensor<8xi64>
        %e = arith.addi %b, %b : tensor<8xi32>
        scf.yield %e : tensor<8xi32>
      } else {
        // CHECK: } else {
        // CHECK-NEXT: scf.yield %{{.*}}, %{{.*}} : tensor<8xi32>, tensor<8xi64>
        scf.yield %b : tensor<8xi32>
      }
      // CHECK: tk.addptr %{{.*}}, %[[I]]#1 : tensor<8x!tk.ptr<i32>>, tensor<8xi64>
      %q = tk.addptr %p, %d : tensor<8x!tk.ptr<i32>>, tensor<8xi32>
      tk.store %q, %d : tensor<8x!tk.ptr<i32>>
      scf.yield %d : tensor<8xi32>
    } {tk.num_stages = 3 : i32}
    // CHECK: } {tk.num_stages = 3 : i32}
    // CHECK-NOT: ub.poison
    scf.yield %inner : tensor<8xi32>
  }
  return
}

// CHECK-LABEL: func.func @choices
func.func @choices(%p: !tk.ptr<i32>, %c: i1, %a: i32) -> !tk.ptr<i32> {
  // CHECK: %[[S:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i64
  // CHECK: tk.addptr %{{.*}}, %[[S]] : !tk.ptr<i32>, i64
  %0 = arith.muli %a, %a : i32
  %1 = arith.select %c, %0, %a : i32
  %q = tk.addptr %p, %1 : !tk.ptr<i32>, i32
  return %q : !tk.ptr<i32>
}

// CHECK-LABEL: func.func @while_loops_carry_twins
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<i32>, %[[N:.*]]: i32)
func.func @while_loops_carry_twins(%p: !tk.ptr<i32>, %n: i32) -> !tk.ptr<i32> {
  // CHECK: %[[NX:.*]] = arith.extsi %[[N]] : i32 to i64
  // CHECK: %[[L:.*]]:2 = scf.while (%[[A:.*]] = %[[N]], %[[AX:.*]] = %[[NX]]) : (i32, i64) -> (i32, i64)
  %last = scf.while (%a = %n) : (i32) -> i32 {
    // CHECK: arith.cmpi slt, %[[A]], %[[N]] : i32
    // CHECK: scf.condition(%{{.*}}) %[[A]], %[[AX]] : i32, i64
    %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a : i32
  } do {
  // CHECK: ^bb0(%[[B:.*]]: i32, %[[BX:.*]]: i64):
  ^bb0(%b: i32):
    // CHECK: tk.addptr %[[P]], %[[BX]] : !tk.ptr<i32>, i64
    %r = tk.addptr %p, %b : !tk.ptr<i32>, i32
    tk.store %r, %b : !tk.ptr<i32>
    // CHECK-DAG: %[[D:.*]] = arith.addi %[[B]], %[[N]] : i32
    // CHECK-DAG: %[[DX:.*]] = arith.addi %[[BX]], %[[NX]] : i64
    // CHECK: scf.yield %[[D]], %[[DX]] : i32, i64
    %d = arith.addi %b, %n : i32
    scf.yield %d : i32
  }
  // CHECK-NOT: ub.poison
  // CHECK: tk.addptr %[[P]], %[[L]]#1 : !tk.ptr<i32>, i64
  %q = tk.addptr %p, %last : !tk.ptr<i32>, i32
  return %q : !tk.ptr<i32>
}

// A condition may hand on other values than it gets, in another order.

// CHECK-LABEL: func.func @while_conditions_make_chains
func.func @while_conditions_make_chains(%p: !tk.ptr<i32>, %n: i32) -> !tk.ptr<i32> {
  %zero = arith.constant 0 : i32
  // CHECK: scf.while (%[[I:.*]] = %{{.*}}) : (i32) -> (i32, i32, i64)
  %last:2 = scf.while (%i = %zero) : (i32) -> (i32, i32) {
    // CHECK: %[[MX:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
    // CHECK: scf.condition(%{{.*}}) %[[I]], %{{.*}}, %[[MX]] : i32, i32, i64
    %m = arith.muli %i, %i : i32
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %m : i32, i32
  } do {
  ^bb0(%b: i32, %m: i32):
    %next = tk.load %p : !tk.ptr<i32>
    scf.yield %next : i32
  }
  // CHECK: tk.addptr %{{.*}}, %{{.*}}#2 : !tk.ptr<i32>, i64
  %q = tk.addptr %p, %last#1 : !tk.ptr<i32>, i32
  return %q : !tk.ptr<i32>
}

// CHECK-LABEL: func.func @while_loops_that_carry_leaves_stay
func.func @while_loops_that_carry_leaves_stay(%p: !tk.ptr<i32>, %n: i32) -> !tk.ptr<i32> {
  // CHECK: scf.while {{.*}} : (i32) -> i32
  %last = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %q = tk.addptr %p, %b : !tk.ptr<i32>, i32
    %d = tk.load %q : !tk.ptr<i32>
    scf.yield %d : i32
  }
  // CHECK: tk.addptr %{{.*}}, %{{.*}} : !tk.ptr<i32>, i32
  %q = tk.addptr %p, %last : !tk.ptr<i32>, i32
  return %q : !tk.ptr<i32>
}
