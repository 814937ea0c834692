// RUN: tk-opt %s --tk-sanitize-memory --split-input-file --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @load_gets_a_mask_and_zeros
// CHECK-SAME: %[[REPORT:[a-z0-9]+]]: !tk.ptr<i8> {tk.fault_report = {arrays = array<i32: 0>, sites = [{access = "load", array = 0 : i32, bytes = 4 : i32, id = 7 : i32}]}}
func.func @load_gets_a_mask_and_zeros(%p: !tk.ptr<f32>, %n: i32) attributes {tk.kernel} {
  // CHECK: %[[INSIDE:.*]] = tk.check_bounds %[[Q:.*]] report %[[REPORT]] {array = 0 : i32, numArrays = 1 : i32, site = 0 : i32} : tensor<8x!tk.ptr<f32>>, <i8>
  // CHECK: %[[ZERO:.*]] = tk.splat
  // CHECK: tk.load %[[Q]] mask %[[INSIDE]] other %[[ZERO]]
  %i = tk.make_range 0, 8 : tensor<8xi32>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<8x!tk.ptr<f32>>
  %q = tk.addptr %s, %i : tensor<8x!tk.ptr<f32>>, tensor<8xi32>
  %x = tk.load %q : tensor<8x!tk.ptr<f32>> loc(fused<#tk.ids<[7]>>["a.tk":3:1])
  return
}

// -----

// CHECK-LABEL: func.func @store_keeps_its_mask
func.func @store_keeps_its_mask(%p: !tk.ptr<f16>, %m: i1, %v: f16) attributes {tk.kernel} {
  // CHECK: %[[INSIDE:.*]] = tk.check_bounds %{{.*}} report %{{.*}} mask %[[M:.*]] {array
  // CHECK: %[[BOTH:.*]] = arith.andi %[[M]], %[[INSIDE]]
  // CHECK: tk.store %{{.*}}, %{{.*}} mask %[[BOTH]]
  tk.store %p, %v mask %m : !tk.ptr<f16>
  return
}

// -----

// CHECK-LABEL: func.func @compare_and_swap_turns_to_the_report
// CHECK-SAME: access = "atomic"
func.func @compare_and_swap_turns_to_the_report(%p: !tk.ptr<i32>, %a: i32) attributes {tk.kernel} {
  // CHECK: %[[INSIDE:.*]] = tk.check_bounds
  // CHECK: %[[PLACE:.*]] = arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : !tk.ptr<i32>
  // CHECK: tk.atomic_cas %[[PLACE]]
  %0 = tk.atomic_cas %p, %a, %a : !tk.ptr<i32>
  return
}

// -----

// Of a pointer that comes from either of two arguments, or from memory, the array is not known.
// CHECK-LABEL: func.func @unknown_arrays
// CHECK-SAME: arrays = array<i32: 0, 1>, sites = [{access = "load", array = -1 : i32, bytes = 8 : i32
func.func @unknown_arrays(%p: !tk.ptr<i64>, %q: !tk.ptr<i64>, %c: i1) attributes {tk.kernel} {
  // CHECK: tk.check_bounds %{{.*}} report %{{.*}} {numArrays = 2 : i32, site = 0 : i32}
  %s = arith.select %c, %p, %q : !tk.ptr<i64>
  %x = tk.load %s : !tk.ptr<i64>
  return
}

// -----

// CHECK-LABEL: func.func @carried_pointers_stay_in_their_array
func.func @carried_pointers_stay_in_their_array(%n: i32, %p: !tk.ptr<f32>) attributes {tk.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: tk.check_bounds %{{.*}} report %{{.*}} {array = 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> (!tk.ptr<f32>) : i32 {
    %x = tk.load %q : !tk.ptr<f32>
    %next = tk.addptr %q, %c1 : !tk.ptr<f32>, i32
    scf.yield %next : !tk.ptr<f32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @functions_that_are_no_kernel_stay
func.func @functions_that_are_no_kernel_stay(%p: !tk.ptr<f32>) -> f32 {
  // CHECK-NOT: tk.check_bounds
  %x = tk.load %p : !tk.ptr<f32>
  return %x : f32
}

// -----

// The table is an array of the launch; what its addresses lead to need not be one.
// CHECK-LABEL: func.func @addresses_lead_anywhere
func.func @addresses_lead_anywhere(%table: !tk.ptr<i64>, %k: i32) attributes {tk.kernel} {
  // CHECK: tk.check_bounds
  %number = tk.load %table : !tk.ptr<i64>
  %p = tk.int_to_ptr %number : i64 to !tk.ptr<f32>
  %q = tk.addptr %p, %k : !tk.ptr<f32>, i32
  // CHECK-NOT: tk.check_bounds
  // CHECK: return
  %x = tk.load %q : !tk.ptr<f32>
  tk.store %q, %x : !tk.ptr<f32>
  return
}
