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
