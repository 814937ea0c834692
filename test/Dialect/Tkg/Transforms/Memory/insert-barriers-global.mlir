// RUN: tkg-opt %s --tkg-insert-barriers | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to global memory that meet in different threads are parted by barriers, others are not.

#l = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#m = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>

// CHECK-LABEL: func.func @all_threads_load_and_one_stores
func.func @all_threads_load_and_one_stores(%p: !tk.ptr<f32>) {
  // CHECK: tk.load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.store
  %x = tk.load %p : !tk.ptr<f32>
  tk.store %p, %x : !tk.ptr<f32>
  return
}

// CHECK-LABEL: func.func @neighbours_do_not_meet
func.func @neighbours_do_not_meet(%p: !tk.ptr<f32>) {
  %c1 = arith.constant 1 : i32
  %q = tk.addptr %p, %c1 : !tk.ptr<f32>, i32
  // CHECK-NOT: tkg.barrier
  %x = tk.load %p : !tk.ptr<f32>
  tk.store %q, %x : !tk.ptr<f32>
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @each_thread_stores_what_it_loaded
func.func @each_thread_stores_what_it_loaded(%p: !tk.ptr<f32>) {
  %i = tk.make_range 0, 128 : tensor<128xi32, #l>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<128x!tk.ptr<f32>, #l>
  %q = tk.addptr %s, %i : tensor<128x!tk.ptr<f32>, #l>, tensor<128xi32, #l>
  // CHECK-NOT: tkg.barrier
  %x = tk.load %q : tensor<128x!tk.ptr<f32>, #l>
  tk.store %q, %x : tensor<128x!tk.ptr<f32>, #l>
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @several_threads_load_an_element
func.func @several_threads_load_an_element(%p: !tk.ptr<f32>) {
  %i = tk.make_range 0, 64 : tensor<64xi32, #l>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<64x!tk.ptr<f32>, #l>
  %q = tk.addptr %s, %i : tensor<64x!tk.ptr<f32>, #l>, tensor<64xi32, #l>
  // CHECK: tk.load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.store
  // CHECK-NEXT: tk.store
  %x = tk.load %q : tensor<64x!tk.ptr<f32>, #l>
  tk.store %q, %x : tensor<64x!tk.ptr<f32>, #l>
  // The first of the threads stores again.
  tk.store %q, %x : tensor<64x!tk.ptr<f32>, #l>
  return
}

// CHECK-LABEL: func.func @the_same_elements_in_another_layout
func.func @the_same_elements_in_another_layout(%p: !tk.ptr<f32>, %y: tensor<512xf32, #m>) {
  %i = tk.make_range 0, 512 : tensor<512xi32, #l>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<512x!tk.ptr<f32>, #l>
  %q = tk.addptr %s, %i : tensor<512x!tk.ptr<f32>, #l>, tensor<512xi32, #l>
  %r = tkg.convert_layout %q : tensor<512x!tk.ptr<f32>, #l> to tensor<512x!tk.ptr<f32>, #m>
  // CHECK: tk.load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.store
  %x = tk.load %q : tensor<512x!tk.ptr<f32>, #l>
  tk.store %r, %y : tensor<512x!tk.ptr<f32>, #m>
  return
}

// CHECK-LABEL: func.func @places_may_name_an_element_twice
func.func @places_may_name_an_element_twice(%p: !tk.ptr<f32>, %i: tensor<128xi32, #l>) {
  %s = tk.splat %p : !tk.ptr<f32> to tensor<128x!tk.ptr<f32>, #l>
  %q = tk.addptr %s, %i : tensor<128x!tk.ptr<f32>, #l>, tensor<128xi32, #l>
  // CHECK: tk.load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.store
  %x = tk.load %q : tensor<128x!tk.ptr<f32>, #l>
  tk.store %q, %x : tensor<128x!tk.ptr<f32>, #l>
  return
}

// CHECK-LABEL: func.func @iterations_go_on_by_whole_blocks
func.func @iterations_go_on_by_whole_blocks(%p: !tk.ptr<f32>, %n: i32, %row: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %i = tk.make_range 0, 128 : tensor<128xi32, #l>
  %start = arith.muli %row, %n : i32
  %b = tk.addptr %p, %start : !tk.ptr<f32>, i32
  %s = tk.splat %b : !tk.ptr<f32> to tensor<128x!tk.ptr<f32>, #l>
  // CHECK-NOT: tkg.barrier
  scf.for %k = %c0 to %n step %c128 : i32 {
    %ks = tk.splat %k : i32 to tensor<128xi32, #l>
    %o = arith.addi %ks, %i : tensor<128xi32, #l>
    %q = tk.addptr %s, %o : tensor<128x!tk.ptr<f32>, #l>, tensor<128xi32, #l>
    %x = tk.load %q : tensor<128x!tk.ptr<f32>, #l>
    tk.store %q, %x : tensor<128x!tk.ptr<f32>, #l>
  }
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @iterations_overlap
func.func @iterations_overlap(%p: !tk.ptr<f32>, %n: i32, %x: tensor<128xf32, #l>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %i = tk.make_range 0, 128 : tensor<128xi32, #l>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<128x!tk.ptr<f32>, #l>
  scf.for %k = %c0 to %n step %c64 : i32 {
    %ks = tk.splat %k : i32 to tensor<128xi32, #l>
    %o = arith.addi %ks, %i : tensor<128xi32, #l>
    %q = tk.addptr %s, %o : tensor<128x!tk.ptr<f32>, #l>, tensor<128xi32, #l>
    // CHECK: tkg.barrier
    // CHECK-NEXT: tk.store
    tk.store %q, %x : tensor<128x!tk.ptr<f32>, #l>
  }
  return
}

// CHECK-LABEL: func.func @rows_of_a_strided_array
func.func @rows_of_a_strided_array(%p: !tk.ptr<f32>, %n: i32, %stride: i32, %x: tensor<128xf32, #l>, %rows: !tk.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tk.make_range 0, 128 : tensor<128xi32, #l>
  // CHECK-NOT: tkg.barrier
  scf.for %k = %c0 to %n step %c1 : i32 {
    %r = tk.addptr %rows, %k : !tk.ptr<i32>, i32
    %row = tk.load %r : !tk.ptr<i32>
    %start = arith.muli %row, %stride : i32
    %b = tk.addptr %p, %start : !tk.ptr<f32>, i32
    %s = tk.splat %b : !tk.ptr<f32> to tensor<128x!tk.ptr<f32>, #l>
    %q = tk.addptr %s, %i : tensor<128x!tk.ptr<f32>, #l>, tensor<128xi32, #l>
    tk.store %q, %x : tensor<128x!tk.ptr<f32>, #l>
  }
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @arrays_of_other_types_and_sizes_are_others
func.func @arrays_of_other_types_and_sizes_are_others(%p: !tk.ptr<f32>, %q: !tk.ptr<f16>, %r: !tk.ptr<f32>, %h: f16, %v: tensor<64xf32, #l>) {
  // CHECK-NOT: tkg.barrier
  %x = tk.load %p : !tk.ptr<f32>
  tk.store %q, %h : !tk.ptr<f16>
  %s = tk.splat %r : !tk.ptr<f32> to tensor<64x!tk.ptr<f32>, #l>
  tk.store %s, %v : tensor<64x!tk.ptr<f32>, #l>
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @two_arguments_may_be_one_array
func.func @two_arguments_may_be_one_array(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>) {
  // CHECK: tk.load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.store
  %x = tk.load %p : !tk.ptr<f32>
  tk.store %q, %x : !tk.ptr<f32>
  return
}

// One barrier in each iteration: other iterations have other elements.
// CHECK-LABEL: func.func @elements_of_two_arguments_in_turn
func.func @elements_of_two_arguments_in_turn(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 : i32 {
    // CHECK: tk.addptr
    // CHECK-NEXT: tk.load
    // CHECK-NEXT: tk.addptr
    // CHECK-NEXT: tkg.barrier
    // CHECK-NEXT: tk.store
    %a = tk.addptr %p, %k : !tk.ptr<f32>, i32
    %x = tk.load %a : !tk.ptr<f32>
    %b = tk.addptr %q, %k : !tk.ptr<f32>, i32
    tk.store %b, %x : !tk.ptr<f32>
  }
  return
}

// CHECK-LABEL: func.func @pointers_that_were_loaded
func.func @pointers_that_were_loaded(%p: !tk.ptr<i64>, %h: !tk.ptr<f16>) {
  %a = tk.load %p : !tk.ptr<i64>
  %q = tk.int_to_ptr %a : i64 to !tk.ptr<f16>
  // CHECK: tk.int_to_ptr
  // CHECK-NEXT: tk.load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.store
  %x = tk.load %q : !tk.ptr<f16>
  tk.store %h, %x : !tk.ptr<f16>
  return
}

// CHECK-LABEL: func.func @sums_in_any_order
func.func @sums_in_any_order(%p: !tk.ptr<i32>, %i: tensor<128xi32, #l>) {
  %s = tk.splat %p : !tk.ptr<i32> to tensor<128x!tk.ptr<i32>, #l>
  %q = tk.addptr %s, %i : tensor<128x!tk.ptr<i32>, #l>, tensor<128xi32, #l>
  // CHECK-NOT: tkg.barrier
  // CHECK: tk.atomic_rmw add
  // CHECK-NEXT: tk.atomic_rmw add
  %a = tk.atomic_rmw add, %q, %i {sem = #tk.sem<relaxed>} : tensor<128x!tk.ptr<i32>, #l>
  %b = tk.atomic_rmw add, %q, %i {sem = #tk.sem<relaxed>} : tensor<128x!tk.ptr<i32>, #l>
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.load
  %c = tk.load %q : tensor<128x!tk.ptr<i32>, #l>
  // An acquire and release has barriers of its own.
  // CHECK-NEXT: tk.atomic_rmw
  // CHECK-NEXT: tk.load
  %d = tk.atomic_rmw max, %q, %i : tensor<128x!tk.ptr<i32>, #l>
  %e = tk.load %q : tensor<128x!tk.ptr<i32>, #l>
  return
}

// What each thread loads, another one stores, in the same array or in another one.
// CHECK-LABEL: func.func @arrays_may_be_one
func.func @arrays_may_be_one(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>, %x: tensor<512xf32, #m>) -> tensor<512xf32, #l> {
  %i = tk.make_range 0, 512 : tensor<512xi32, #l>
  %j = tk.make_range 0, 512 : tensor<512xi32, #m>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<512x!tk.ptr<f32>, #l>
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<512x!tk.ptr<f32>, #m>
  %pi = tk.addptr %ps, %i : tensor<512x!tk.ptr<f32>, #l>, tensor<512xi32, #l>
  %qj = tk.addptr %qs, %j : tensor<512x!tk.ptr<f32>, #m>, tensor<512xi32, #m>
  // CHECK: tk.load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.store
  %y = tk.load %pi : tensor<512x!tk.ptr<f32>, #l>
  tk.store %qj, %x : tensor<512x!tk.ptr<f32>, #m>
  return %y : tensor<512xf32, #l>
}

// CHECK-LABEL: func.func @arrays_of_their_own
func.func @arrays_of_their_own(%p: !tk.ptr<f32> {tk.noalias}, %q: !tk.ptr<f32>, %x: tensor<512xf32, #m>) -> tensor<512xf32, #l> {
  %i = tk.make_range 0, 512 : tensor<512xi32, #l>
  %j = tk.make_range 0, 512 : tensor<512xi32, #m>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<512x!tk.ptr<f32>, #l>
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<512x!tk.ptr<f32>, #m>
  %pi = tk.addptr %ps, %i : tensor<512x!tk.ptr<f32>, #l>, tensor<512xi32, #l>
  %qj = tk.addptr %qs, %j : tensor<512x!tk.ptr<f32>, #m>, tensor<512xi32, #m>
  // CHECK-NOT: tkg.barrier
  // CHECK: return
  %y = tk.load %pi : tensor<512x!tk.ptr<f32>, #l>
  tk.store %qj, %x : tensor<512x!tk.ptr<f32>, #m>
  return %y : tensor<512xf32, #l>
}
