// RUN: tkg-opt %s --tkg-insert-barriers | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#m = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
// CHECK-LABEL: func.func @stores_to_other_bytes_share_a_barrier
func.func @stores_to_other_bytes_share_a_barrier(%x: tensor<512xf32, #l>) -> (tensor<512xf32, #m>, tensor<512xf32, #m>) {
  // CHECK: tkg.local_alloc
  // CHECK-NEXT: tkg.local_alloc
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  // CHECK-NEXT: tkg.local_load
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  %b = tkg.local_alloc %x {tkg.offset = 2048 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #m>
  %z = tkg.local_load %b : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #m>
  return %y, %z : tensor<512xf32, #m>, tensor<512xf32, #m>
}

// CHECK-LABEL: func.func @bytes_are_read_before_they_are_reused
func.func @bytes_are_read_before_they_are_reused(%x: tensor<512xf32, #l>, %m: tensor<512xf32, #l>) -> tensor<512xf32, #m> {
  // CHECK: tkg.local_alloc
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_alloc
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #m>
  %b = tkg.local_alloc %x {tkg.offset = 1024 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  return %y : tensor<512xf32, #m>
}

// CHECK-LABEL: func.func @two_stores_to_the_same_bytes
func.func @two_stores_to_the_same_bytes(%x: tensor<512xf32, #l>) {
  // CHECK: tkg.local_alloc
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_store
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  tkg.local_store %x, %a : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  return
}

// CHECK-LABEL: func.func @barrier_that_is_there_serves
func.func @barrier_that_is_there_serves(%x: tensor<512xf32, #l>) -> tensor<512xf32, #m> {
  // CHECK: tkg.local_alloc
  // CHECK-NEXT: tk.debug_barrier
  // CHECK-NEXT: tkg.local_load
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  tk.debug_barrier
  %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #m>
  return %y : tensor<512xf32, #m>
}

// The load of one iteration meets the store of the next.
// CHECK-LABEL: func.func @back_edge
func.func @back_edge(%x: tensor<512xf32, #l>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_alloc
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  // CHECK-NOT: tkg.barrier
  // CHECK: }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #m>
  }
  return
}

// CHECK-LABEL: func.func @while_loop
func.func @while_loop(%x: tensor<512xf32, #l>, %c: i1) {
  // CHECK: scf.while
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_alloc
  // CHECK: do
  // CHECK: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  %r = scf.while (%m = %x) : (tensor<512xf32, #l>) -> tensor<512xf32, #l> {
    %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    scf.condition(%c) %m : tensor<512xf32, #l>
  } do {
  ^bb0(%m: tensor<512xf32, #l>):
    %b = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<512xf32, #s>
    %y = tkg.local_load %b : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    scf.yield %y : tensor<512xf32, #l>
  }
  return
}

// A store in one branch is pending after the conditional.
// CHECK-LABEL: func.func @conditional
func.func @conditional(%x: tensor<512xf32, #l>, %c: i1) -> tensor<512xf32, #m> {
  // CHECK: tkg.local_alloc
  // CHECK: scf.if
  // CHECK: tkg.local_store
  // CHECK-NEXT: }
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  %a = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<512xf32, #s>
  scf.if %c {
    tkg.local_store %x, %a : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  }
  %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #m>
  return %y : tensor<512xf32, #m>
}

// The second conversion writes what threads may still read for the first.
// CHECK-LABEL: func.func @scratch_is_read_before_it_is_reused
func.func @scratch_is_read_before_it_is_reused(%x: tensor<512xf32, #l>, %z: tensor<512xf32, #l>) -> (tensor<512xf32, #m>, tensor<512xf32, #m>) {
  // CHECK-NEXT: tkg.convert_layout
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.convert_layout
  %y = tkg.convert_layout %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to tensor<512xf32, #m>
  %w = tkg.convert_layout %z {tkg.offset = 0 : i32} : tensor<512xf32, #l> to tensor<512xf32, #m>
  return %y, %w : tensor<512xf32, #m>, tensor<512xf32, #m>
}

// CHECK-LABEL: func.func @gathers_and_histograms_reuse_scratch
func.func @gathers_and_histograms_reuse_scratch(%x: tensor<512xf32, #l>, %i: tensor<512xi32, #l>) -> (tensor<512xf32, #l>, tensor<64xi32, #l>, tensor<512xf32, #l>) {
  // CHECK: tk.gather
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.histogram
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.gather
  // CHECK-NEXT: return
  %a = tk.gather %x[%i] axis = 0 {tkg.offset = 0 : i32} : tensor<512xf32, #l>[tensor<512xi32, #l>] to tensor<512xf32, #l>
  %h = tk.histogram %i {tkg.offset = 0 : i32} : tensor<512xi32, #l> to tensor<64xi32, #l>
  %b = tk.gather %x[%i] axis = 0 {tkg.offset = 0 : i32} : tensor<512xf32, #l>[tensor<512xi32, #l>] to tensor<512xf32, #l>
  return %a, %h, %b : tensor<512xf32, #l>, tensor<64xi32, #l>, tensor<512xf32, #l>
}

// CHECK-LABEL: func.func @scratch_in_other_bytes_needs_none
func.func @scratch_in_other_bytes_needs_none(%x: tensor<512xf32, #l>, %z: tensor<512xf32, #l>) -> (tensor<512xf32, #m>, tensor<512xf32, #m>) {
  // CHECK-NEXT: tkg.convert_layout
  // CHECK-NEXT: tkg.convert_layout
  %y = tkg.convert_layout %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to tensor<512xf32, #m>
  %w = tkg.convert_layout %z {tkg.offset = 2048 : i32} : tensor<512xf32, #l> to tensor<512xf32, #m>
  return %y, %w : tensor<512xf32, #m>, tensor<512xf32, #m>
}
