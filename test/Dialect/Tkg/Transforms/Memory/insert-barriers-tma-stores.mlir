// RUN: tkg-opt %s --tkg-insert-barriers | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#s = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>

// What threads wrote is shown to TMA; the kernel ends when TMA has read it.
// CHECK-LABEL: func.func @ends_behind_the_read
func.func @ends_behind_the_read(%p: !tk.ptr<f16>, %map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32}}, %x: tensor<64x64xf16, #l>, %i: i32) {
  // CHECK: tkg.local_alloc
  // CHECK-NEXT: tkg.fence_async_shared
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.tma_store
  // CHECK-NEXT: tkg.tma_store_wait read
  // CHECK-NEXT: return
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  return
}

// Bytes are written again behind a wait and a barrier, which tells the other threads.
// CHECK-LABEL: func.func @bytes_are_reused
func.func @bytes_are_reused(%p: !tk.ptr<f16>, %map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32}}, %x: tensor<64x64xf16, #l>, %i: i32) -> tensor<64x64xf16, #l> {
  // CHECK: tkg.tma_store
  // CHECK-NEXT: tkg.tma_store_wait read
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_alloc
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  %b = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  %y = tkg.local_load %b : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #l>
  // CHECK: tkg.local_load
  // CHECK-NEXT: return
  return %y : tensor<64x64xf16, #l>
}

// Other bytes need not wait.
// CHECK-LABEL: func.func @other_bytes
func.func @other_bytes(%p: !tk.ptr<f16>, %map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32}}, %x: tensor<64x64xf16, #l>, %i: i32) {
  // CHECK: tkg.tma_store
  // CHECK-NEXT: tkg.local_alloc
  // CHECK-NEXT: tkg.tma_store_wait read
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  %b = tkg.local_alloc %x {tkg.offset = 8192 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  return
}

// In a loop the wait joins a barrier that is there; the next store may be of the same tile.
// CHECK-LABEL: func.func @next_iteration
func.func @next_iteration(%p: !tk.ptr<f16>, %map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32}}, %x: tensor<64x64xf16, #l>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK-NEXT: tkg.tma_store_wait read
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_alloc
  // CHECK-NEXT: tkg.fence_async_shared
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.tma_store_wait{{$}}
  // CHECK-NEXT: tkg.tma_store %
  // CHECK-NEXT: }
  // CHECK-NEXT: tkg.tma_store_wait read
  scf.for %i = %c0 to %n step %c1 : i32 {
    tkg.barrier
    %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
    tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  }
  return
}

// Sums come in any order.
// CHECK-LABEL: func.func @sums
func.func @sums(%p: !tk.ptr<f16>, %map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32}}, %x: tensor<64x64xf16, #l>, %i: i32) {
  // CHECK: tkg.tma_store %
  // CHECK-NEXT: tkg.tma_store %
  // CHECK-NEXT: tkg.tma_store_wait read
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  tkg.tma_store %a, %map[%i, %i] reduce fadd : !tkg.memdesc<64x64xf16, #s>
  tkg.tma_store %a, %map[%i, %i] reduce fadd : !tkg.memdesc<64x64xf16, #s>
  return
}

// Threads read the array behind a wait for all of the copy; other arrays at once.
// CHECK-LABEL: func.func @read_back
func.func @read_back(%p: !tk.ptr<f16>, %q: !tk.ptr<f32>, %map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32}}, %x: tensor<64x64xf16, #l>, %i: i32) -> f16 {
  // CHECK: tkg.tma_store %
  // CHECK-NEXT: tk.load %arg1
  // CHECK-NEXT: tkg.tma_store_wait{{$}}
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.load %arg0
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  %other = tk.load %q : !tk.ptr<f32>
  %y = tk.load %p : !tk.ptr<f16>
  return %y : f16
}

// Who publishes waits for all of the copy.
// CHECK-LABEL: func.func @published
func.func @published(%p: !tk.ptr<f16>, %q: !tk.ptr<i32>, %map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32}}, %x: tensor<64x64xf16, #l>, %i: i32) {
  // CHECK: tkg.tma_store %
  // CHECK-NEXT: tk.atomic_rmw add
  // CHECK-NEXT: tkg.tma_store_wait{{$}}
  // CHECK-NEXT: tk.atomic_rmw add
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
  tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  %r = tk.atomic_rmw add, %q, %i {sem = #tk.sem<relaxed>} : !tk.ptr<i32>
  %s = tk.atomic_rmw add, %q, %i {sem = #tk.sem<release>} : !tk.ptr<i32>
  // CHECK: tkg.tma_store %
  // CHECK-NEXT: tkg.tma_store_wait{{$}}
  // CHECK-NEXT: tk.debug_barrier
  tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  tk.debug_barrier
  // CHECK: tkg.tma_store %
  // CHECK-NEXT: tkg.tma_store_wait{{$}}
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tk.inline_asm
  tkg.tma_store %a, %map[%i, %i] : !tkg.memdesc<64x64xf16, #s>
  %z = tk.inline_asm "mov.u32 $0, 0;" constraints "=r" () {pure = false} : () -> i32
  return
}
