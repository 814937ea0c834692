// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies, barriers and dots that go on beside the threads.

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 8]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
#narrow = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = true>
#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 4 : i32, tkg.shared = 0 : i32, tkg.target = "sm_90a"} {
  // 16 bytes a copy: a thread has 64 x 64 / 128 / 8 of them.
  // CHECK-LABEL: llvm.func internal @copy
  func.func @copy(%p: tensor<64x64x!tk.ptr<f16>, #l>, %m: !tkg.memdesc<64x64xf16, #shared>, %mask: tensor<64x64xi1, #l>, %c: i1) {
    // All of a thread's copies begin at one address.
    // CHECK: "cp.async.cg.shared.global [$0+0], [$1], 16;", "r,l,~{memory}" %[[START:[0-9]+]], %
    // CHECK: "cp.async.cg.shared.global [$0+2048], [$1], 16;", "r,l,~{memory}" %[[START]], %
    // CHECK: "cp.async.cg.shared.global [$0+4096], [$1], 16;", "r,l,~{memory}" %[[START]], %
    // CHECK: "cp.async.cg.shared.global [$0+6144], [$1], 16;", "r,l,~{memory}" %[[START]], %
    tkg.copy_async %p, %m {vectorWidth = 8 : i32} : tensor<64x64x!tk.ptr<f16>, #l> to !tkg.memdesc<64x64xf16, #shared>
    // CHECK: %[[BYTES:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i32
    // CHECK: "@$3 cp.async.ca.shared.global [$0+0], [$1], 8, $2;", "r,l,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[BYTES]], %arg3
    tkg.copy_async %p, %m mask %mask : tensor<64x64xi1, #l> if %c {vectorWidth = 4 : i32} : tensor<64x64x!tk.ptr<f16>, #l> to !tkg.memdesc<64x64xf16, #shared>
    // CHECK: nvvm.cp.async.commit.group
    tkg.copy_commit
    // CHECK: nvvm.cp.async.wait.group 2
    tkg.copy_wait {pending = 2 : i32}
    // CHECK: "fence.proxy.async.shared::cta;", "~{memory}"
    tkg.fence_async_shared
    return
  }

  // The accumulators pass through the fence; each instruction takes 16 of k, 32 bytes further in a row.
  // CHECK-LABEL: llvm.func internal @dot
  func.func @dot(%a: !tkg.memdesc<64x64xf16, #shared>, %b: !tkg.memdesc<64x8xf16, #narrow>, %c: tensor<64x8xf32, #mma>) -> tensor<64x8xf32, #mma> {
    // CHECK: "wgmma.fence.sync.aligned;", "=f,=f,=f,=f,0,1,2,3,~{memory}"
    // CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $9, p, 1, 1, 0, 0;
    // CHECK: %[[STEP:.*]] = llvm.mlir.constant(2 : i64) : i64
    // CHECK: llvm.add %{{.*}}, %[[STEP]] : i64
    // CHECK-COUNT-3: wgmma.mma_async.sync.aligned.m64n8k16
    // CHECK: "wgmma.commit_group.sync.aligned;", "~{memory}"
    %d = tkg.warp_group_dot %a, %b, %c : !tkg.memdesc<64x64xf16, #shared>, !tkg.memdesc<64x8xf16, #narrow> to tensor<64x8xf32, #mma>
    // CHECK: "wgmma.wait_group.sync.aligned 1;", "~{memory}"
    tkg.warp_group_dot_wait {pending = 1 : i32}
    // CHECK: "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}"
    %e = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x8xf32, #mma> to tensor<64x8xf32, #mma>
    return %e : tensor<64x8xf32, #mma>
  }

  // A tensor map is a parameter by value. A tile of two slabs of 64 columns is two copies.
  // CHECK-LABEL: llvm.func @tma(%arg0: !llvm.ptr {llvm.align = 128 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
  func.func @tma(%map: !tkg.tensor_map {tkg.tensor_map = {}}, %m: !tkg.memdesc<64x128xf16, #shared>, %ring: !tkg.memdesc<1xi64, #one, slots = 2>, %x: i32, %c: i1) attributes {tk.kernel} {
    // CHECK-COUNT-2: "@$1 mbarrier.init.shared::cta.b64 [$0], 1;", "r,b,~{memory}"
    // CHECK: "fence.mbarrier_init.release.cluster;"
    tkg.mbarrier_init %ring {count = 1 : i32} : !tkg.memdesc<1xi64, #one, slots = 2>
    // CHECK: %[[BYTES:.*]] = llvm.mul %arg3, %{{.*}} : i32
    // CHECK: llvm.getelementptr %arg2[%[[BYTES]]]
    %b = tkg.local_slot %ring[%x] : !tkg.memdesc<1xi64, #one, slots = 2> to !tkg.memdesc<1xi64, #one>
    // CHECK: "@$1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 16384;", "r,b,~{memory}"
    tkg.mbarrier_expect %b if %c {bytes = 16384 : i32} : !tkg.memdesc<1xi64, #one>
    // CHECK: nvvm.elect.sync
    // CHECK-COUNT-2: "@$2 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$4, $5}], [$3];", "r,l,b,r,r,r,~{memory}"
    tkg.tma_load %map[%x, %x], %m, %b if %c : !tkg.memdesc<64x128xf16, #shared>, !tkg.memdesc<1xi64, #one>
    // Stores and reductions end in a group of the thread.
    // CHECK-COUNT-2: "@$2 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [$1, {$3, $4}], [$0];", "r,l,b,r,r,~{memory}"
    // CHECK: "@$0 cp.async.bulk.commit_group;", "b,~{memory}"
    // CHECK: "cp.async.bulk.wait_group.read 0;"
    // CHECK-COUNT-2: "@$2 cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [$1, {$3, $4}], [$0];"
    // CHECK: "cp.async.bulk.wait_group 0;"
    tkg.tma_store %m, %map[%x, %x] : !tkg.memdesc<64x128xf16, #shared>
    tkg.tma_store_wait read
    tkg.tma_store %m, %map[%x, %x] reduce umax : !tkg.memdesc<64x128xf16, #shared>
    tkg.tma_store_wait
    // CHECK: mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;
    tkg.mbarrier_wait %b, %x : !tkg.memdesc<1xi64, #one>
    // CHECK-COUNT-2: "@$1 mbarrier.inval.shared::cta.b64 [$0];", "r,b,~{memory}"
    tkg.mbarrier_inval %ring : !tkg.memdesc<1xi64, #one, slots = 2>
    return
  }
}
