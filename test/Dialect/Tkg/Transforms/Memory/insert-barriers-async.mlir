// RUN: tkg-opt %s --tkg-insert-barriers | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
#s = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
#p = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>

// What threads wrote is shown to wgmma by a fence before the barrier.
// CHECK-LABEL: func.func @stores_are_fenced
func.func @stores_are_fenced(%x: tensor<64x64xf16, #l>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK: tkg.local_alloc
  // CHECK-NEXT: tkg.fence_async_shared
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.warp_group_dot
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  %d = tkg.warp_group_dot %a, %a, %c : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
  // CHECK-NEXT: tkg.warp_group_dot_wait
  // CHECK-NEXT: return
  %e = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
  return %e : tensor<64x64xf32, #mma>
}

// A barrier that is there does not show it.
// CHECK-LABEL: func.func @a_barrier_is_no_fence
func.func @a_barrier_is_no_fence(%x: tensor<64x64xf16, #l>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK: tk.debug_barrier
  // CHECK-NEXT: tkg.fence_async_shared
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.warp_group_dot
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  tk.debug_barrier
  %d = tkg.warp_group_dot %a, %a, %c : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
  return %d : tensor<64x64xf32, #mma>
}

// A dot reads until it is waited for, whatever barriers there are; then the others must have waited, too.
// CHECK-LABEL: func.func @bytes_are_reused_behind_the_wait
func.func @bytes_are_reused_behind_the_wait(%x: tensor<64x64xf16, #l>, %a: !tkg.memdesc<64x64xf16, #s>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK: tkg.warp_group_dot
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.warp_group_dot_wait
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_alloc
  %d = tkg.warp_group_dot %a, %a, %c : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
  tkg.barrier
  %e = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
  %b = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  return %e : tensor<64x64xf32, #mma>
}

// A copy is there for all threads when each has waited and they have met; barriers before the wait don't count.
// CHECK-LABEL: func.func @copies_are_seen_behind_wait_and_barrier
func.func @copies_are_seen_behind_wait_and_barrier(%p: tensor<64x64x!tk.ptr<f16>, #l>) -> tensor<64x64xf16, #l> {
  // CHECK: tkg.copy_wait
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  %a = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<64x64xf16, #s>
  tkg.copy_async %p, %a {vectorWidth = 8 : i32} : tensor<64x64x!tk.ptr<f16>, #l> to !tkg.memdesc<64x64xf16, #s>
  tkg.copy_commit
  tkg.barrier
  tkg.copy_wait {pending = 0 : i32}
  %x = tkg.local_load %a : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #l>
  return %x : tensor<64x64xf16, #l>
}

// In a pipeline one barrier an iteration, with its fence, does both: it shows the copies, and lets slots be reused.
// CHECK-LABEL: func.func @pipeline
func.func @pipeline(%p: tensor<64x64x!tk.ptr<f16>, #l>, %c: tensor<64x64xf32, #mma>, %n: i32, %slot: i32) -> tensor<64x64xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<64x64xf16, #s, slots = 3>
  // CHECK: scf.for
  // CHECK-NEXT: tkg.copy_wait
  // CHECK-NEXT: tkg.local_slot
  // CHECK-NEXT: tkg.fence_async_shared
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.copy_async
  // CHECK-NEXT: tkg.copy_commit
  // CHECK-NEXT: tkg.local_slot
  // CHECK-NEXT: tkg.warp_group_dot
  // CHECK-NEXT: tkg.warp_group_dot_wait
  // CHECK-NEXT: scf.yield
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
    tkg.copy_wait {pending = 0 : i32}
    %w = tkg.local_slot %ring[%slot] : !tkg.memdesc<64x64xf16, #s, slots = 3> to !tkg.memdesc<64x64xf16, #s>
    tkg.copy_async %p, %w {vectorWidth = 8 : i32} : tensor<64x64x!tk.ptr<f16>, #l> to !tkg.memdesc<64x64xf16, #s>
    tkg.copy_commit
    %a = tkg.local_slot %ring[%i] : !tkg.memdesc<64x64xf16, #s, slots = 3> to !tkg.memdesc<64x64xf16, #s>
    %d = tkg.warp_group_dot %a, %a, %acc : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
    tkg.warp_group_dot_wait {pending = 1 : i32}
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  return %r : tensor<64x64xf32, #mma>
}

// Stores that no asynchronous access follows need no fence: at the end of a kernel, but not in a loop with a dot.
// CHECK-LABEL: func.func @nothing_is_fenced_at_the_end
func.func @nothing_is_fenced_at_the_end(%x: tensor<64x64xf16, #l>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf16, #l> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<64x64xf16, #s>
  %k = tkg.local_alloc {tkg.offset = 8192 : i32} : !tkg.memdesc<64x64xf16, #p>
  // CHECK: scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
    // CHECK: tkg.local_store
    // CHECK: tkg.fence_async_shared
    // CHECK-NEXT: tkg.barrier
    // CHECK: tkg.local_load
    tkg.local_store %x, %k : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #p>
    %y = tkg.local_load %k : !tkg.memdesc<64x64xf16, #p> to tensor<64x64xf16, #l>
    tkg.local_store %y, %m : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
    %d = tkg.warp_group_dot %m, %m, %acc : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
    %e = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
    scf.yield %e : tensor<64x64xf32, #mma>
  }
  // CHECK: scf.yield
  // CHECK: tkg.local_store
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  // CHECK: return
  tkg.local_store %x, %k : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #p>
  %z = tkg.local_load %k : !tkg.memdesc<64x64xf16, #p> to tensor<64x64xf16, #l>
  return %z : tensor<64x64xf16, #l>
}

#v = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#w = #tkg.blocked<sizePerThread = [2], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#line = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>

// What a thread copied itself it reads behind its own wait; its next copy to the slot comes behind that read.
// CHECK-LABEL: func.func @threads_read_their_own_copies
func.func @threads_read_their_own_copies(%p: tensor<512x!tk.ptr<f32>, #v>, %slot: i32, %n: i32) -> tensor<512xf32, #v> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #v>
  %ring = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<512xf32, #line, slots = 2>
  // CHECK-NOT: tkg.barrier
  // CHECK: scf.yield
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<512xf32, #v>) : i32 {
    %target = tkg.local_slot %ring[%slot] : !tkg.memdesc<512xf32, #line, slots = 2> to !tkg.memdesc<512xf32, #line>
    tkg.copy_async %p, %target {vectorWidth = 4 : i32} : tensor<512x!tk.ptr<f32>, #v> to !tkg.memdesc<512xf32, #line>
    tkg.copy_commit
    tkg.copy_wait {pending = 1 : i32}
    %source = tkg.local_slot %ring[%i] : !tkg.memdesc<512xf32, #line, slots = 2> to !tkg.memdesc<512xf32, #line>
    %x = tkg.local_load %source own : !tkg.memdesc<512xf32, #line> to tensor<512xf32, #v>
    %next = arith.addf %sum, %x : tensor<512xf32, #v>
    scf.yield %next : tensor<512xf32, #v>
  }
  return %r : tensor<512xf32, #v>
}

// Reads in another layout, and reads for one another, are of what other threads copied.
// CHECK-LABEL: func.func @threads_read_copies_of_others
func.func @threads_read_copies_of_others(%p: tensor<512x!tk.ptr<f32>, #v>, %slot: i32) -> (tensor<512xf32, #w>, tensor<512xf32, #v>) {
  %ring = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<512xf32, #line, slots = 2>
  %target = tkg.local_slot %ring[%slot] : !tkg.memdesc<512xf32, #line, slots = 2> to !tkg.memdesc<512xf32, #line>
  tkg.copy_async %p, %target {vectorWidth = 4 : i32} : tensor<512x!tk.ptr<f32>, #v> to !tkg.memdesc<512xf32, #line>
  tkg.copy_commit
  tkg.copy_wait {pending = 0 : i32}
  // CHECK: tkg.copy_wait
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load {{.*}} own
  %x = tkg.local_load %target own : !tkg.memdesc<512xf32, #line> to tensor<512xf32, #w>
  tkg.copy_async %p, %target {vectorWidth = 4 : i32} : tensor<512x!tk.ptr<f32>, #v> to !tkg.memdesc<512xf32, #line>
  tkg.copy_commit
  // CHECK: tkg.copy_wait
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  tkg.copy_wait {pending = 0 : i32}
  %y = tkg.local_load %target : !tkg.memdesc<512xf32, #line> to tensor<512xf32, #v>
  return %x, %y : tensor<512xf32, #w>, tensor<512xf32, #v>
}

// Bytes that another buffer had are no thread's own.
// CHECK-LABEL: func.func @copies_over_another_buffer
func.func @copies_over_another_buffer(%p: tensor<512x!tk.ptr<f32>, #v>, %slot: i32) -> (tensor<512xf32, #v>, tensor<512xf32, #v>) {
  %first = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<512xf32, #line, slots = 2>
  %a = tkg.local_slot %first[%slot] : !tkg.memdesc<512xf32, #line, slots = 2> to !tkg.memdesc<512xf32, #line>
  tkg.copy_async %p, %a {vectorWidth = 4 : i32} : tensor<512x!tk.ptr<f32>, #v> to !tkg.memdesc<512xf32, #line>
  tkg.copy_wait {pending = 0 : i32}
  %x = tkg.local_load %a own : !tkg.memdesc<512xf32, #line> to tensor<512xf32, #v>
  %second = tkg.local_alloc {tkg.offset = 1024 : i32} : !tkg.memdesc<512xf32, #line, slots = 2>
  %b = tkg.local_slot %second[%slot] : !tkg.memdesc<512xf32, #line, slots = 2> to !tkg.memdesc<512xf32, #line>
  // CHECK: tkg.local_load
  // CHECK: tkg.barrier
  // CHECK-NEXT: tkg.copy_async
  tkg.copy_async %p, %b {vectorWidth = 4 : i32} : tensor<512x!tk.ptr<f32>, #v> to !tkg.memdesc<512xf32, #line>
  tkg.copy_wait {pending = 0 : i32}
  // CHECK-NOT: tkg.barrier
  // CHECK: return
  %y = tkg.local_load %b own : !tkg.memdesc<512xf32, #line> to tensor<512xf32, #v>
  return %x, %y : tensor<512xf32, #v>, tensor<512xf32, #v>
}
